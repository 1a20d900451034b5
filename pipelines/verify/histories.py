"""Holds the tables of hands against each other: pots, shares and showdowns, to the chip.

It goes through the tables some thousand hands at a time, as columns. With the import it shares
nothing but the evaluator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.lake import Lake

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Tables = Mapping[str, "pa.Table"]
Wrong = tuple[str, str, int]  # table, what is counted, how often it is

HANDS_AT_A_TIME = 100_000
_RANKS, _SUITS = "23456789TJQKA", "cdhs"
_FORCED = ("ante", "small blind", "big blind", "straddle", "post")


def histories(lake: Lake) -> Iterator[Check]:
    """The checks of the four tables against each other.

    Raises
    ------
    LakeError
        If a table is not in the lake, or a file of it is gone or cut short.
    """
    files = {table.name: [str(path) for path in lake.files(table.name)] for table in HISTORIES}
    rows = {table.name: lake.entry(table.name).rows for table in HISTORIES}
    counts: Counter[tuple[str, str]] = Counter()
    seen: Counter[str] = Counter()
    for first in range(1, rows["hands"] + 1, HANDS_AT_A_TIME):
        tables = _slice(files, first, first + HANDS_AT_A_TIME)
        seen.update({name: table.num_rows for name, table in tables.items()})
        for table, what, wrong in _wrong(tables, first):
            counts[table, what] += wrong
    for name, expected in rows.items():
        yield Check(name, "rows of hands 1, 2, 3, ...", f"{expected:,}", f"{seen[name]:,}")
    for (name, what), wrong in counts.items():
        yield Check(name, what, "0", f"{wrong:,}")


def _slice(files: Mapping[str, list[str]], first: int, end: int) -> Tables:
    import pyarrow.parquet as pq

    span = [("hand_id", ">=", first), ("hand_id", "<", end)]
    return {name: pq.read_table(paths, filters=span) for name, paths in files.items()}


def _wrong(tables: Tables, first: int) -> Iterator[Wrong]:
    """The faults of some hands, each with the number of times that it occurs."""
    hands, seats, actions, showdowns = (tables[table.name] for table in HISTORIES)
    hand_of = {
        name: _ints(table["hand_id"]) - first for name, table in tables.items() if name != "hands"
    }
    count = hands.num_rows
    numbers = _ints(hands["hand_id"]) - first
    yield "hands", "hands that are not numbered 1, 2, 3, ...", _not(numbers == np.arange(count))
    within = {name: bool((ids >= 0).all() and (ids < count).all()) for name, ids in hand_of.items()}
    for name, fine in within.items():
        yield name, "rows of a hand that is none", int(not fine)
    if not all(within.values()):
        return
    yield from _hands(hands, seats, hand_of)
    yield from _seats(seats, actions, hand_of)
    yield from _actions(actions, hand_of["actions"])
    yield from _showdowns(hands, seats, showdowns, hand_of)


def _hands(hands: pa.Table, seats: pa.Table, hand_of: Mapping[str, Ints]) -> Iterator[Wrong]:
    def summed(column: str) -> Ints:
        return _summed(hand_of["seats"], _units(seats[column]), hands.num_rows)

    pot, rake = _units(hands["pot"]), _units(hands["rake"])
    dealt = np.bincount(hand_of["seats"], minlength=hands.num_rows)
    left = _summed(hand_of["seats"], _nulls(seats["folded"]).astype(np.int64), hands.num_rows)
    decided = np.bincount(hand_of["showdowns"], minlength=hands.num_rows) > 0
    showdown = hands["showdown"].to_numpy()
    yield "hands", "pots unlike what was invested", _not(pot == summed("invested"))
    yield (
        "hands",
        "pots unlike what was collected and the rake",
        _not(pot == summed("collected") + rake),
    )
    yield "hands", "rakes below nothing", _not(rake >= 0)
    yield "hands", "hands of other seats than dealt in", _not(dealt == _ints(hands["seats"]))
    yield "hands", "hands in which all fold", _not(left >= 1)
    yield "hands", "showdowns of one player, or none of several", _not(showdown == (left > 1))
    yield "hands", "showdowns without a pot, or pots without one", _not(showdown == decided)
    lengths = {None: 0} | {board: len(board) for board in set(hands["board"].to_pylist()) if board}
    board = np.array([lengths[text] for text in hands["board"].to_pylist()], np.int64)
    yield "hands", "boards of no street", _not(np.isin(board, (0, 6, 8, 10)))


def _seats(seats: pa.Table, actions: pa.Table, hand_of: Mapping[str, Ints]) -> Iterator[Wrong]:
    row = _rows_of_seats(seats, actions, hand_of["seats"], hand_of["actions"])
    yield "actions", "actions of no seat, or of another player", _not(row >= 0)
    row = np.maximum(row, 0)
    put = _summed(row, _units(actions["amount"]), seats.num_rows)
    returned = put - _units(seats["invested"])
    yield "seats", "invested more than was put in", _not(returned >= 0)
    count = int(hand_of["seats"][-1]) + 1 if seats.num_rows else 0
    times = np.bincount(hand_of["seats"][returned > 0], minlength=count)
    yield "seats", "hands in which two have a bet returned", _not(times <= 1)
    yield "seats", "stacks smaller than what was put in", _not(put <= _units(seats["stack"]))
    folds = _texts(actions["action"]) == "fold"
    street = np.full(seats.num_rows, "", object)
    street[row[folds]] = _texts(actions["street"])[folds]
    yield "seats", "streets of folds unlike the actions", _not(_texts(seats["folded"]) == street)
    holes = _texts(seats["hole"])
    known = holes != ""
    hand = {hole: _hand(hole) for hole in set(holes[known].tolist())}
    expected = np.array([hand.get(hole, "") for hole in holes.tolist()], object)
    yield "seats", "hands unlike their holes", _not(_texts(seats["hand"]) == expected)


def _actions(actions: pa.Table, hand: Ints) -> Iterator[Wrong]:
    if not actions.num_rows:
        return
    begins = np.flatnonzero(np.diff(hand, prepend=-1))
    lengths = np.diff(np.append(begins, len(hand)))
    place = np.arange(len(hand)) - np.repeat(begins, lengths)
    yield (
        "actions",
        "actions that are not numbered 1, 2, 3, ...",
        _not(_ints(actions["number"]) == place + 1),
    )
    amount = _units(actions["amount"])
    before = np.cumsum(amount) - amount
    pot = before - np.repeat(before[begins], lengths)
    yield "actions", "pots unlike the amounts before", _not(_units(actions["pot"]) == pot)
    action = _texts(actions["action"])
    to_call = _units(actions["to_call"])
    forced = np.isin(action, _FORCED)
    calls = action == "call"
    raises = (action == "bet") | (action == "raise")
    none = (action == "fold") | (action == "check")
    yield (
        "actions",
        "amounts that are no action's",
        _not(
            np.where(none, amount == 0, amount > 0)
            & np.where(calls, amount == to_call, True)
            & np.where(raises, amount > to_call, True)
            & np.where(forced | (action == "check"), to_call == 0, True)
        ),
    )


def _showdowns(
    hands: pa.Table, seats: pa.Table, showdowns: pa.Table, hand_of: Mapping[str, Ints]
) -> Iterator[Wrong]:
    if not showdowns.num_rows:
        return
    hand = hand_of["showdowns"]
    row = _rows_of_seats(seats, showdowns, hand_of["seats"], hand)
    yield "showdowns", "rows of no seat, or of another player", _not(row >= 0)
    row = np.maximum(row, 0)
    won, size = _units(showdowns["won"]), _units(showdowns["size"])
    taken = _summed(row, won, seats.num_rows)
    yield "showdowns", "won more than was collected", _not(taken <= _units(seats["collected"]))
    yield "showdowns", "rows of who has folded", _not(_nulls(seats["folded"])[row])
    hole = _texts(showdowns["hole"])
    yield "showdowns", "holes unlike those of the seats", _not(hole == _texts(seats["hole"])[row])
    pot = hand * 256 + _ints(showdowns["pot"])
    begins = np.flatnonzero(np.diff(pot, prepend=-1))
    group = np.repeat(np.arange(len(begins)), np.diff(np.append(begins, len(pot))))
    players = np.bincount(group)
    yield "showdowns", "pots of one player", _not(players > 1)
    yield "showdowns", "rows of a pot that differ in its size", _not(size == size[begins][group])
    yield (
        "showdowns",
        "pots of which more is won than there is",
        _not(_summed(group, won, len(begins)) <= size[begins]),
    )
    all_pots = _summed(hand[begins], size[begins], hands.num_rows)
    yield "showdowns", "pots larger than what was put in", _not(all_pots <= _units(hands["pot"]))
    known = hole != ""
    boards = _texts(hands["board"])[hand]
    classes = np.zeros(len(hand), np.int64)
    classes[known] = _classes((hole[known] + boards[known]).tolist())
    class_id = showdowns["class_id"].fill_null(0).to_numpy().astype(np.int64)
    yield "showdowns", "rows of class_id unlike the cards", _not(class_id == classes)
    whole = np.minimum.reduceat(classes, begins) > 0
    best = np.minimum.reduceat(np.where(classes > 0, classes, 1 << 20), begins)
    wins = np.where(whole[group], (classes == best[group]).astype(np.int64), -1)
    found = showdowns["wins"].cast("int8").fill_null(-1).to_numpy()
    yield "showdowns", "rows of wins unlike the cards", _not(found == wins)
    yield "showdowns", "chips won with worse cards", _not((wins != 0) | (won == 0))


def _rows_of_seats(seats: pa.Table, other: pa.Table, hand: Ints, other_hand: Ints) -> Ints:
    """The row in ``seats`` of each row of another table; -1 if the player has no such seat."""
    keys = hand * 256 + _ints(seats["seat"])
    wanted = other_hand * 256 + _ints(other["seat"])
    row = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    if not len(keys):
        return np.full(len(wanted), -1)
    fits = (keys[row] == wanted) & (_texts(seats["player"])[row] == _texts(other["player"]))
    return np.where(fits, row, -1)


def _classes(texts: list[str]) -> Ints:
    """The class of each text of seven cards."""
    letters = np.array([list(cards) for cards in texts])
    rank, suit = (
        (letters[:, first::2, None] == np.array(list(names))).argmax(axis=2)
        for first, names in ((0, _RANKS), (1, _SUITS))
    )
    hands = (4 * rank + suit).astype(np.uint8).reshape(-1, 7)
    return class_ids(hands, layout="rows").astype(np.int64)


def _hand(hole: str) -> str:
    """Which of the 169 hands a hole is."""
    high, low = sorted((hole[0], hole[2]), key=_RANKS.index, reverse=True)
    return high + low + ("" if high == low else "s" if hole[1] == hole[3] else "o")


def _units(column: pa.ChunkedArray) -> Ints:
    """Decimals of four places as whole ten-thousandths."""
    import pyarrow as pa

    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    words = np.frombuffer(array.buffers()[1] or b"", np.int64)
    return words[2 * array.offset : 2 * (array.offset + len(array)) : 2]


def _ints(column: pa.ChunkedArray) -> Ints:
    values: Ints = column.to_numpy().astype(np.int64)
    return values


def _texts(column: pa.ChunkedArray) -> npt.NDArray[Any]:
    """Text as objects; empty where it is null."""
    values: npt.NDArray[Any] = column.fill_null("").to_numpy()
    return values


def _nulls(column: pa.ChunkedArray) -> Flags:
    flags: Flags = column.is_null().to_numpy()
    return flags


def _summed(places: Ints, values: Ints, size: int) -> Ints:
    total = np.zeros(size, np.int64)
    np.add.at(total, places, values)
    return total


def _not(fine: npt.NDArray[np.bool_]) -> int:
    """How many are false."""
    return int(len(fine) - np.count_nonzero(fine))
