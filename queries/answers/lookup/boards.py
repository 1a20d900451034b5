"""Every hole on a board: its counts and ratios, from the lake's tables or computed.

Callers ask for one hole, but strengths are computed for whole boards: all holes of a flop take the
engine 14 ms, of a turn 1.1 ms, of a river 0.06 ms. Here, boards of short deck are numbered among
the boards of 52 cards; in their tables, among the boards of their own deck.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, HOLDEM, TWO_CARD_GAMES, Game, Order
from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards, numbers_in_deck
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.ranges.parser import Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.strength import ratios
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.boards import RELATIONS, TRANSITIONS, count_columns

from .stored import damaged, stored_columns

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

Ids = npt.NDArray[np.uint32]
Holes = npt.NDArray[np.uint16]
Sums = npt.NDArray[np.int64]
Ratios = npt.NDArray[np.float64]

RATIOS = (
    "hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "equity", "equity_squared", "hole_percentile",
)  # fmt: skip
HS, PPOT_1, NPOT_1, PPOT_2, NPOT_2, EHS, EQUITY, EQUITY_SQUARED, PERCENTILE = range(len(RATIOS))
TABLES = {3: "flop_hands", 4: "turn_hands", 5: "river_hands"}

_READ = {(HIGH, 3)}  # reading a row of the table is faster than computing a board
_FEW = 8  # flops: computing them is faster than reading the table, which takes 0.5 s
_MOST_ROWS = 6_000_000  # in memory for one street: 0.43 GB, or two turns of five
_MANY = 12  # holes on one board: from here on, comparing all at once with a range is faster
_TASK = {3: 1, 4: 8, 5: 256}  # boards that a thread takes at a time


class HoleCounts(NamedTuple):
    """The canonical holes of some boards, in the order of the boards, then of the holes."""

    board: Sums  # the place of the row's board among the requested boards
    hole: Holes
    size: npt.NDArray[np.integer]  # how many raw holes of one raw board the row represents
    columns: Mapping[str, npt.NDArray[Any]]  # of the street's table, such as river_behind_ahead


def hole_counts(
    lake: Lake | None, hole: int, board: npt.NDArray[np.uint8], order: Order = HIGH
) -> tuple[str, dict[str, int]]:
    """The source of the counts of a raw hole on a raw board of three to five cards, and the counts.

    The source is the name of a table, or ``computed``; the counts have the names of the table's
    columns. Counts of all holes on recent boards stay in memory. Only the table of flops of 52
    cards is read: the others are computed faster.
    """
    from pokerlake.engine.cards.suit_symmetry import canonical_deal

    canonical, cards = canonical_deal(hole, board)
    table = TWO_CARD_GAMES[order].prefix + TABLES[len(board)]
    is_read = lake is not None and (order, len(board)) in _READ and table in lake.manifest.tables
    if lake is not None and is_read:
        files = lake.path.absolute(), lake.entry(table).files
        counts = _kept_counts(order, cards.tobytes(), _Place(lake, files))
    else:
        counts = _kept_counts(order, cards.tobytes(), None)
    at = int(np.searchsorted(counts.hole, canonical))
    if lake is not None and (at == len(counts.hole) or counts.hole[at] != canonical):
        raise damaged(lake, table)
    return table if is_read else "computed", {
        name: int(column[at]) for name, column in counts.columns.items()
    }


@dataclass(frozen=True)
class _Place:
    """A lake as a key of a cache: equal as long as a table in it is unchanged."""

    lake: Lake = field(compare=False)
    made_of: object


@functools.lru_cache(maxsize=64)  # 0.25 MB a flop
def _kept_counts(order: Order, board: bytes, place: _Place | None) -> HoleCounts:
    cards = np.frombuffer(board, np.uint8)
    if place is None:
        return _computed(cards[None], order)
    number = int(board_ids(cards[None], layout="rows")[0])
    return _read_flops(place.lake, order, board_id=number)


def counts_of(
    columns: Mapping[str, Any], cards: int, deck: Game = HOLDEM
) -> tuple[npt.NDArray[Any], ...]:
    """Columns of counts as arrays for the engine's ratios.

    The first is ahead, tied and behind now, ``(..., 3)`` ``int64``. Then the transitions
    ``(..., 3, 3)``: on a flop to the next card and to the river, on a turn to the river, on a river
    none.
    """
    if cards == 5:
        win, tie = (np.asarray(columns[name], np.int64) for name in ("win", "tie"))
        return (np.stack([win, tie, deck.opponents(5) - win - tie], axis=-1),)

    def stacked(names: list[str]) -> npt.NDArray[Any]:
        return np.moveaxis(np.array([columns[name] for name in names], np.int64), 0, -1)

    now = stacked(list(RELATIONS))
    each = [stacked([f"{street}_{name}" for name in TRANSITIONS]) for street in _steps(cards)]
    return now, *(step.reshape(*now.shape[:-1], 3, 3) for step in each)


def _steps(cards: int) -> tuple[str, ...]:
    return ("turn", "river")[cards - 3 :]


def strength_ratios(
    now: npt.NDArray[Any], *steps: npt.NDArray[Any], hs: Ratios | float | None = None
) -> dict[str, Ratios]:
    """The ratios of counts or sums of weights, by the names of the views' columns.

    These are ``hs``, the potentials of each step, ``ehs`` and ``equity``, ``(...)`` ``float64``.
    Counts are those of :func:`counts_of`. ``hs`` replaces hand strength, for several opponents.
    """
    alone = ratios.hand_strength(now)
    strength = alone if hs is None else np.asarray(hs)
    named = {"hs": strength}
    for number, step in enumerate(steps, 1):
        named[f"ppot{number}"] = ratios.positive_potential(step)
        named[f"npot{number}"] = ratios.negative_potential(step)
    last = len(steps)
    if not last:
        return named | {"ehs": strength, "equity": alone}
    potentials = named[f"ppot{last}"], named[f"npot{last}"]
    ehs = ratios.effective_hand_strength(strength, *potentials)
    return named | {"ehs": ehs, "equity": ratios.equity(steps[-1])}


def equity_squared(equity: Any, columns: Mapping[str, Any], cards: int, deck: Game = HOLDEM) -> Any:
    """The mean squared hand strength at the river over a hole's run-outs."""
    if cards == 5:
        return equity * equity
    most = deck.own_run_outs(cards) * (2.0 * deck.opponents(5)) ** 2
    return columns["river_strength_squares"] / most


def against_several(values: Ratios, opponents: npt.NDArray[Any]) -> None:
    """Change ratios ``(9, n)``, in place, from one opponent to that many equal ones, ``(n,)``.

    Hand strength is raised by ``math.pow``, as in SQL: numpy's power differs in the last digit. EHS
    follows from it.
    """
    if (opponents == 1).all():
        return
    power = np.frompyfunc(math.pow, 2, 1)
    values[HS] = power(values[HS], opponents).astype(np.float64)
    up, down = (
        np.where(np.isnan(values[river]), values[next_card], values[river])
        for next_card, river in ((PPOT_1, PPOT_2), (NPOT_1, NPOT_2))
    )
    ehs = ratios.effective_hand_strength(values[HS], up, down)
    values[EHS] = np.where(np.isnan(up), values[HS], ehs)


def against_range(
    holes: Holes, board: npt.NDArray[np.uint8], weights: Weights, order: Order = HIGH
) -> Ratios:
    """The ratios ``(9, n)`` of holes on one board against one range, from sums of weights.

    nan if a hole blocks the whole range.
    """
    from pokerlake.engine.strength.weighted import board_strengths

    no_ratios = np.full((len(RATIOS), len(holes)), np.nan)
    different, which = np.unique(holes, return_inverse=True)
    if len(different) >= _MANY:
        try:
            every = board_strengths(board, weights, order=board_order(order))
        except RangeError:
            return no_ratios
        rows = np.searchsorted(every.hole, different)
        sums: Sequence[Ratios] = every.now[rows], every.next_card[rows], every.river[rows]
    else:
        each = [_one(int(hole), board, weights, order) for hole in different]
        sums = [np.stack(part) for part in zip(*each, strict=True)]
    now, next_card, river = sums
    some = now.sum(axis=1) > 0
    result = np.full((len(RATIOS), len(different)), np.nan)
    steps = (next_card[some], river[some])[: 5 - len(board)]
    for name, values in strength_ratios(now[some], *steps).items():
        result[RATIOS.index(name), some] = values
    return result[:, which]


def _one(
    hole: int, board: npt.NDArray[np.uint8], weights: Weights, order: Order
) -> tuple[Ratios, Ratios, Ratios]:
    from pokerlake.engine.strength.weighted import strength_against

    try:
        sums = strength_against(hole, board, weights, board_order(order))
    except RangeError:  # the hole blocks the whole range
        return np.zeros(3), np.zeros((3, 3)), np.zeros((3, 3))
    return sums.now, sums.next_card, sums.river


class BoardStrengths:
    """The ratios of all holes on the boards requested so far, safe for several threads.

    Many flops at once are read from the lake's table if it has one. Other boards are computed: that
    is faster than reading.
    """

    def __init__(self, lake: Lake | None, order: Order = HIGH) -> None:
        self._lake = lake
        self._order = order
        self._flops = TWO_CARD_GAMES[order].prefix + TABLES[3]
        self._lock = threading.Lock()
        self._streets = {cards: _Street(cards, order) for cards in CANONICAL_BOARDS}

    def of(self, cards: int, board_id: Ids, hole_id: Holes) -> Ratios:
        """The ratios of canonical holes on canonical boards, ``(9, n)``, as :data:`RATIOS`.

        Boards are numbered among those of 52 cards, even for a shorter deck. A ratio that the
        street lacks is nan.
        """
        with self._lock:
            street = self._streets[cards]
            missing = street.missing(board_id)
            lake = self._lake if cards == 3 and len(missing) > _FEW else None
            if lake is not None and self._flops in lake.manifest.tables:
                street.clear()
                boards = np.arange(CANONICAL_BOARDS[3], dtype=np.uint32)
                if self._order.dead:
                    boards = boards[numbers_in_deck(3, self._order.dead) >= 0]
                street.add(boards, _read_flops(lake, self._order))
            elif len(missing):
                if street.rows + HOLES * len(missing) > _MOST_ROWS:
                    street.clear()
                    missing = street.missing(board_id)
                of_cards = canonical_boards(cards).cards[missing]
                street.add(missing, _computed(of_cards, self._order))
            return street.of(board_id, hole_id)


class _Street:
    """Boards of one size: rows in the order in which boards were added, then by hole."""

    def __init__(self, cards: int, order: Order) -> None:
        self._cards = cards
        self._deck = TWO_CARD_GAMES[order]
        self.clear()

    def clear(self) -> None:
        """Forget all of them."""
        self.rows = 0
        self._place = np.full(CANONICAL_BOARDS[self._cards], -1, np.int32)
        self._places = 0
        self._key = np.empty(0, np.int32)
        self._ratios = np.empty((len(RATIOS), 0))

    def missing(self, board_id: Ids) -> Ids:
        """The distinct boards among these that were not added yet."""
        return np.unique(board_id[self._place[board_id] < 0])

    def add(self, boards: Ids, counts: HoleCounts) -> None:
        """Add the holes of boards, whose numbers ascend."""
        self._place[boards] = self._places + np.arange(len(boards), dtype=np.int32)
        new = slice(self.rows, self.rows + len(counts.hole))
        self._make_room(new.stop)
        self._key[new] = (self._places + counts.board) * HOLES + counts.hole
        rows = self._ratios[:, new]
        rows[:] = np.nan
        now, *steps = counts_of(counts.columns, self._cards, self._deck)
        named = strength_ratios(now, *steps)
        for name, values in named.items():
            rows[RATIOS.index(name)] = values
        squared = equity_squared(named["equity"], counts.columns, self._cards, self._deck)
        rows[RATIOS.index("equity_squared")] = squared
        then = steps[-1].sum(axis=-2) if steps else now
        better = 2 * then[:, 0] + then[:, 1]
        live = comb(len(self._deck.deck) - self._cards, 2)
        at_least = _at_least(counts.board, counts.size, better)
        rows[RATIOS.index("hole_percentile")] = 100.0 * at_least / live
        self._places += len(boards)
        self.rows = new.stop

    def _make_room(self, rows: int) -> None:
        if rows > len(self._key):
            room = max(rows, 3 * len(self._key) // 2)
            key, values = np.empty(room, np.int32), np.empty((len(RATIOS), room))
            key[: self.rows] = self._key[: self.rows]
            values[:, : self.rows] = self._ratios[:, : self.rows]
            self._key, self._ratios = key, values

    def of(self, board_id: Ids, hole_id: Holes) -> Ratios:
        """The ratios of holes on boards that were added, ``(9, n)``."""
        key = self._place[board_id] * np.int32(HOLES) + hole_id
        return self._ratios[:, np.searchsorted(self._key[: self.rows], key)]


def _at_least(board: Sums, size: npt.NDArray[np.integer], equity: Sums) -> Sums:
    """How many raw holes on the same board have at least this equity."""
    worst = int(equity.max(initial=0))
    key = board * (worst + 1) + (worst - equity)  # by board, the best first
    order = np.argsort(key, kind="stable")
    total = np.cumsum(size[order], dtype=np.int64)
    ends = np.flatnonzero(np.append(np.diff(key[order]) != 0, True))  # of ties
    up_to = total[ends][np.searchsorted(ends, np.arange(len(order)))]
    first = np.searchsorted(board, np.arange(board[-1] + 1))
    before = np.append(0, total)[first]
    totals = np.empty(len(order), np.int64)
    totals[order] = up_to - before[board[order]]
    return totals


def _computed(boards: npt.NDArray[np.uint8], order: Order) -> HoleCounts:
    """The counts of canonical boards ``(n, k)``, computed on all cores."""
    cards = boards.shape[1]
    step, by = _TASK[cards], board_order(order)

    def some(start: int) -> HoleCounts:
        part = boards[start : start + step]
        if cards == 5:
            from pokerlake.engine.strength.transitions import river_outcomes

            river = river_outcomes(part, order=by, layout="rows")
            columns = {name: getattr(river, name) for name in ("class_id", "win", "tie")}
            return HoleCounts(river.board + start, river.hole, river.orbit, columns)
        from pokerlake.engine.strength.transitions import strengths

        outcomes = strengths(part, order=by, layout="rows")
        columns = {
            "class_id": outcomes.class_id,
            **count_columns(cards, outcomes.now, outcomes.next_card, outcomes.river),
            "river_strength_squares": outcomes.river_strength_squares,
        }
        return HoleCounts(outcomes.board + start, outcomes.hole, outcomes.orbit, columns)

    parts = over_tasks(some, range(0, len(boards), step), 0)
    if len(parts) == 1:
        return parts[0]
    board, hole, size = (np.concatenate([part[i] for part in parts]) for i in range(3))
    columns = {
        name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns
    }
    return HoleCounts(board, hole, size, columns)


def _read_flops(lake: Lake, order: Order = HIGH, **wanted: int) -> HoleCounts:
    """The counts of all flops, or of one, from the table."""
    steps = [f"{street}_{name}" for street in _steps(3) for name in TRANSITIONS]
    names = ["class_id", *RELATIONS, *steps, "river_strength_squares"]
    table = TWO_CARD_GAMES[order].prefix + TABLES[3]
    columns = stored_columns(lake, table, ["board_id", "hole_id", "weight", *names], **wanted)
    if not len(columns["board_id"]):
        raise damaged(lake, table)
    board = columns["board_id"].astype(np.int64)
    weight = canonical_boards(3, order.dead).weight[board]
    size = columns["weight"] // weight  # raw holes on one raw flop
    counts = {name: columns[name] for name in names}
    return HoleCounts(board, columns["hole_id"].astype(np.uint16), size, counts)
