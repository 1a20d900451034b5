"""Recounts the tables of every hole on every flop, turn and river, each by itself.

The keys, weights and classes of all rows are recounted, and the counts of a thousand. That all
counts add up, row by row, and are on each board those of the opponents when these are the heroes,
is what a kernel cannot get wrong unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.threads import over_tasks
from pokerlake.pipelines import recount_boards as recount
from pokerlake.tables.check import Check
from pokerlake.tables.definitions.boards import (
    NEXT_CARDS,
    OPPONENTS,
    OWN_RUN_OUTS,
    RELATIONS,
    RUN_OUTS,
    TRANSITIONS,
)

from .stored_rows import Columns, StoredRows

Ints = npt.NDArray[np.int64]

_ROWS_AT_A_TIME = 1 << 19
_SAMPLE = 1000
_SEED = 20_261_204
_RECOUNTS = {3: recount.flop_row, 4: recount.turn_row, 5: recount.river_row}
_SQUARES = "river_strength_squares"


class _Street(NamedTuple):
    """How many times each opponent is counted on a later street."""

    name: str
    each: int


_LATER = {
    3: (_Street("turn", NEXT_CARDS[3]), _Street("river", RUN_OUTS[3])),
    4: (_Street("river", RUN_OUTS[4]),),
    5: (),
}


class _Found(NamedTuple):
    """What a part of a table is found to be.

    ``wrong`` says how many rows or boards are not as they should be, by what it is that is wrong;
    ``sample`` are the rows to be recounted: board, hole, counts.
    """

    wrong: dict[str, int]
    sample: list[tuple[npt.NDArray[np.uint8], int, dict[str, int]]]


def table_checks(name: str, stored: StoredRows, boards: recount.Boards) -> Iterator[Check]:
    """All checks of a table of holes by itself: 9 s for flops, 4 for turns, 13 for rivers, 2 cores.

    Parameters
    ----------
    name : str
        The table.
    stored : StoredRows
        Its rows.
    boards : Boards
        The boards it is of.
    """
    starts = _starts(boards)
    yield Check(name, "holes on all boards", f"{starts[-1]:,}", f"{stored.rows:,}")
    if stored.rows != starts[-1]:
        return
    generator = np.random.default_rng(_SEED)
    chosen = generator.choice(stored.rows, min(_SAMPLE, stored.rows), replace=False)
    cuts = np.searchsorted(starts, np.arange(0, stored.rows, _ROWS_AT_A_TIME))
    cuts = np.unique(np.append(cuts, len(boards.weight)))

    def look(place: int) -> _Found:
        first, stop = cuts[place : place + 2]
        rows = range(int(starts[first]), int(starts[stop]))
        of_part = chosen[(chosen >= rows.start) & (chosen < rows.stop)] - rows.start
        part = boards.part(int(first), int(stop))
        columns = stored.read(rows.start, rows.stop, _columns(boards.cards.shape[1]))
        return _look(part, columns, int(first), of_part)

    found = over_tasks(look, range(len(cuts) - 1), 0)
    for what in found[0].wrong:
        yield Check(name, what, "0", str(sum(part.wrong[what] for part in found)))
    sample = [row for part in found for row in part.sample]

    def is_wrong(place: int) -> bool:
        board, hole, counts = sample[place]
        return _RECOUNTS[len(board)](board, hole) != counts

    wrong = sum(over_tasks(is_wrong, range(len(sample)), 0))
    what = f"of {len(sample):,} rows those unlike the enumeration"
    yield Check(name, what, "0", str(wrong))


def _starts(boards: recount.Boards) -> Ints:
    """The first row of each board, and the end."""
    step = 1 << 10

    def count(first: int) -> Ints:
        part = boards.part(first, first + step)
        return np.bincount(recount.rows_of(part).board, minlength=len(part.weight))

    counted = over_tasks(count, range(0, len(boards.weight), step), 0)
    starts: Ints = np.concatenate([[0], *counted]).cumsum()
    return starts


def _columns(cards: int) -> list[str]:
    keys = ["board_id", "hole_id", "weight", "class_id"]
    return [*keys, *(["hand"] if cards < 5 else []), *_counts(cards)]


def _counts(cards: int) -> list[str]:
    if cards == 5:
        return ["win", "tie"]
    later = [f"{street.name}_{name}" for street in _LATER[cards] for name in TRANSITIONS]
    return [*RELATIONS, *later, _SQUARES]


def _look(
    boards: recount.Boards, columns: Columns, first_board: int, chosen: Sequence[Any]
) -> _Found:
    """Look at the rows of some boards, the first of which has a number."""
    rows = recount.rows_of(boards)
    cards = boards.cards.shape[1]
    expected: dict[str, npt.NDArray[Any]] = {
        "board_id": first_board + rows.board,
        "hole_id": rows.hole,
        "weight": rows.weight,
        "class_id": class_ids(recount.hands_of(boards, rows), layout="columns"),
    }
    if cards < 5:
        expected["hand"] = hand_of_hole()[rows.hole]
    wrong = {
        f"rows of {name} unlike the recount": _number(columns[name] != values)
        for name, values in expected.items()
    }
    wrong.update(_wrong_sums(cards, columns, rows) if cards < 5 else _wrong_wins(columns, rows))
    names = ["class_id", *_counts(cards)]
    return _Found(
        wrong,
        [
            (
                boards.cards[rows.board[row]],
                int(rows.hole[row]),
                {name: int(columns[name][row]) for name in names},
            )
            for row in chosen
        ],
    )


def _wrong_sums(cards: int, columns: Columns, rows: recount.Rows) -> dict[str, int]:
    """Flops and turns: counts that do not add up, and boards that are not the opponents'."""
    now = np.stack([columns[name] for name in RELATIONS], axis=1).astype(np.int64)
    off_rows = {
        f"rows whose ahead, tied and behind are not {OPPONENTS[cards]:,} opponents": _number(
            now.sum(axis=1) != OPPONENTS[cards]
        )
    }
    off_boards = {"boards whose holes are not ahead as often as behind": _one_sided(now, rows)}
    for street, each in _LATER[cards]:
        counts = np.stack([columns[f"{street}_{name}"] for name in TRANSITIONS], axis=1)
        then = counts.astype(np.int64).reshape(-1, 3, 3)
        off_rows[f"rows whose {street} counts are not {each} for each opponent"] = _number(
            (then.sum(axis=2) != each * now).any(axis=1)
        )
        off_boards[f"boards whose {street} counts are not those of the opponents"] = _one_sided(
            then, rows
        )
    # The last of the streets is the river.
    sums = then.sum(axis=1) @ np.array([2, 1, 0])
    squares = columns[_SQUARES].astype(np.int64)
    off_rows[f"rows of {_SQUARES} that no run-outs give"] = _number(
        (sums * sums > OWN_RUN_OUTS[cards] * squares)
        | (squares > 2 * OPPONENTS[5] * sums)
        | ((squares - then[:, :, 1].sum(axis=1)) % 2 != 0)
    )
    return off_rows | off_boards


def _wrong_wins(columns: Columns, rows: recount.Rows) -> dict[str, int]:
    """Rivers: more than all opponents, and boards on which holes win more or less than they lose.

    That is the same as a sum of twice the wins and once the ties that is not its mean.
    """
    win, tie = (columns[name].astype(np.int64) for name in ("win", "tie"))
    lose = OPPONENTS[5] - win - tie
    return {
        f"rows whose win and tie are over {OPPONENTS[5]}": _number(lose < 0),
        "boards whose holes do not win as often as they lose": _one_sided(
            np.stack([win, tie, lose], axis=1), rows
        ),
    }


def _one_sided(counts: Ints, rows: recount.Rows) -> int:
    """Boards whose sums are others if hero and opponent change places, which swap ahead and behind.

    ``counts`` are ``(r, 3)`` or ``(r, 3, 3)``, ahead, tied and behind now, and then.
    """
    first = np.flatnonzero(np.diff(rows.board, prepend=-1))
    flat = counts.reshape(len(counts), -1) * rows.weight[:, None]
    sums = np.add.reduceat(flat, first, axis=0)
    return _number((sums != sums[:, ::-1]).any(axis=1))


def _number(flags: npt.NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(flags))
