"""Exact equity in Omaha, in two ways with the same result.

By holes, every tuple of disjoint holes is listed, and one of each kind, up to suits and the order
of the players, is evaluated on all its boards. By boards, the two largest ranges are swept over on
each river, for each tuple of holes of the other players.

Few holes are listed, many are swept: estimated costs decide. They are measured on one core of the
reference machine, are right within a factor of about two, and decide only which way is taken.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..cards.holes import card_sets
from ..cards.text import CardError, check_cards
from ..omaha.class_tables import omaha_tables
from ..omaha.evaluate import low_of_sets
from ..signatures import I64, U8, U16, U32, frozen
from ..threads import over_tasks, pieces
from .exact import Way, quickest_first
from .omaha_situation import (
    RANK_SETS,
    SUITED_ROWS,
    OmahaSituation,
    Others,
    Ranges,
    equity_tables,
    kinds_of,
    low_sets,
    tuples_about,
    tuples_of,
)
from .situation import rivers_of

CATEGORIES = 10
_TASKS = 64
_BLOCK = 1 << 13  # kinds at a time
# Pieces of 0.1 to 0.3 seconds: known holes on boards, holes that are swept over.
_KNOWN_PIECE, _SWEPT_PIECE = 1 << 22, 1 << 20
_LOWS = 8  # how many times as long the sweeps of halves take
_BY_TUPLE = ("tuples", "masks", "weights")  # the fields of ``Others`` with a row for each tuple
_FEW = {4: 60, 5: 150, 6: 400}  # holes: the break-even of both ways, by cards of a hole
_NOISE = 1e-9  # of all deals: a smaller weight may be a rounding error

Sums = npt.NDArray[Any]
BOARD_SIZES = (0, 3, 4, 5)
HOLE_SIZES = (4, 5, 6)
PLAYERS = range(2, 11)
_SHARE = 64  # rows a task takes: a millisecond, on flops
MOST_TUPLES = 2_000_000  # the most that are listed: 0.3 GB
_MOST_HOLES = 40_000  # the most that have tables of their own: 1.2 GB
_MOST_BYTES = 2 << 30  # the most memory of a sweep

# Seconds
_RIVER, _RANGED, _OTHER = 20e-9, 7e-9, 2e-9  # a deal of two players, of each other, of each low
_COLUMN = 40e-9  # a hole of three cards on a board
_TABLES = 0.3e-3  # of a hole
_LISTED, _IMAGE = 0.2e-6, 0.15e-6  # a tuple; under one permutation
_SWEPT_RIVER, _CLASSED = 8e-6, 8e-9
_SWEPT = {4: 55e-9, 5: 130e-9, 6: 350e-9}  # a hole, by the cards of it
_MET = 1e-9  # a pair of holes


@dataclass(frozen=True)
class ExactSums:
    """The sums over all deals."""

    deals: int
    weight: int | float
    # (p, p + 1, p + 2) in a game of halves, as in ``HalvedShares``; otherwise (p, p + 1, 1)
    halves: Sums
    categories: Sums  # (p, 10)
    units: int  # how many kinds of tuples, boards, or other units were evaluated

    @property
    def shared(self) -> Sums:
        """The weight by the winners of the high half, ``(p, p + 1)``, as in ``PotShares``."""
        return np.asarray(self.halves.sum(axis=2))


def _cells(situation: OmahaSituation) -> tuple[int, int, int]:
    p = situation.players
    return p, p + 1, p + 2 if situation.rule.halves else 1


def by_holes(situation: OmahaSituation, *, threads: int = 1) -> ExactSums:
    """List the tuples of holes of all players, and evaluate each kind on all boards."""
    kinds, p = kinds_of(situation), situation.players
    firsts = np.cumsum([0, *(len(each.holes) for each in situation.listed)])[:-1]
    different, inverse = np.unique(kinds.tuples + firsts.astype(np.uint32), return_inverse=True)
    holes = np.concatenate([each.holes for each in situation.listed])[different]
    tuples = inverse.reshape(kinds.tuples.shape).astype(np.uint32)
    tables = holes, *_hole_tables(holes, situation.rule.high, threads), low_sets(holes)
    exact = situation.dtype
    halves = np.zeros(_cells(situation), exact)
    categories = np.zeros((p, CATEGORIES), exact)
    shares = kinds.shares().astype(exact)
    for start in range(0, len(tuples), _BLOCK):
        some = slice(start, start + _BLOCK)
        sums = _over_boards(situation, tuples[some], tables, threads)
        halves += np.einsum("ujk,uknl->jnl", shares[some], sums[0])
        categories += np.einsum("ujk,ukc->jc", shares[some], sums[1])
    deals = len(kinds.weights) * situation.boards
    weight = deals if situation.plain else float(kinds.weights.sum()) * situation.boards
    return ExactSums(deals, weight, halves, categories, len(tuples))


def _hole_tables(holes: U8, order: Order, threads: int) -> tuple[U16, U16]:
    from .omaha_known_kernels import fill_hole_tables

    by_ranks = np.empty((len(holes), RANK_SETS), np.uint16)
    by_suit = np.empty((len(holes), 4 * SUITED_ROWS), np.uint16)

    def fill(hole: int) -> None:
        fill_hole_tables(holes, equity_tables(order), hole, hole + 1, by_ranks, by_suit)

    over_tasks(fill, range(len(holes)), threads)
    return by_ranks, by_suit


def _over_boards(
    situation: OmahaSituation, tuples: U32, tables: tuple[U8, U16, U16, U8], threads: int
) -> tuple[Sums, Sums]:
    """Sums of shares and categories for each tuple ``(u, p)``."""
    from .omaha_known_kernels import add_known

    u, p = tuples.shape
    halves = np.zeros((u, *_cells(situation)), np.int64)
    categories = np.zeros((u, p, CATEGORIES), np.int64)
    known = situation.board, situation.unseen, equity_tables(situation.rule.high)
    to_come = 5 - len(situation.board)
    places = len(situation.unseen) - situation.rule.hole * p - to_come + 1
    size = max(1, _KNOWN_PIECE // (situation.boards * p))
    if u < _TASKS and to_come > 2:  # few tuples are split by the first card that comes

        def count(place: int) -> tuple[Sums, Sums]:
            sums = np.zeros_like(halves), np.zeros_like(categories)
            for bounds in pieces(0, u, size):
                add_known(tuples, *tables, *known, *bounds, place, place + 1, *sums)
            return sums

        for part_halves, part_categories in over_tasks(count, range(places), threads):
            halves += part_halves
            categories += part_categories
        return halves, categories
    tasks = min(_TASKS, u)

    def go(task: int) -> None:
        for bounds in pieces(u * task // tasks, u * (task + 1) // tasks, size):
            add_known(tuples, *tables, *known, *bounds, 0, 52, halves, categories)

    over_tasks(go, range(tasks), threads)
    return halves, categories


def swept_players(situation: OmahaSituation) -> tuple[list[int], list[int]]:
    """The two players with the most holes, whose ranges are swept over, and the others."""
    *others, first, second = sorted(
        range(situation.players), key=lambda player: situation.sizes[player]
    )
    return sorted((first, second)), sorted(others)


def few_of(situation: OmahaSituation, swept: list[int]) -> int:
    """Which of two ranges, 0 or 1, is best met hole by hole; -1 if both are best swept."""
    sizes = [situation.sizes[player] for player in swept]
    few = int(np.argmin(sizes))
    return few if min(sizes) < _FEW[situation.rule.hole] else -1


def by_boards(situation: OmahaSituation, *, threads: int = 1) -> ExactSums:
    """Sweep over the two largest ranges on every river, for each tuple of the others' holes."""
    swept, others = swept_players(situation)
    rivers, river_weights = rivers_of(situation, situation.kept)
    ranges, sets = _ranges(situation, swept)
    beside = _others(situation, others)
    weights = [ranges.weights, beside.weights]
    sums = _swept(situation, rivers, river_weights, ranges, sets, beside, threads)
    flags = [(each > 0).astype(np.float64) for each in weights]
    counted = ranges._replace(weights=flags[0]), beside._replace(weights=flags[1])
    if not situation.plain:
        # Rounding may give a weight to something impossible. Exact counts decide.
        noise = _NOISE * sums[0][0].sum()
        if any(((each != 0) & (abs(each) < noise)).any() for each in sums):
            counts = _swept(situation, rivers, river_weights, counted[0], sets, counted[1], threads)
            sums = tuple(
                np.where(count > 0, np.maximum(each, 0), 0)
                for each, count in zip(sums, counts, strict=True)
            )
        deals = _deals(situation, counted[0], sets, counted[1])
    halves, categories = (np.empty_like(each) for each in sums)
    for each, total in zip(sums, (halves, categories), strict=True):
        total[[*swept, *others]] = each
    weight: int | float = halves[0].sum().item()
    if situation.plain:
        deals = int(weight)
    return ExactSums(deals, weight, halves, categories, len(rivers) * len(beside.weights))


def _ranges(situation: OmahaSituation, swept: list[int]) -> tuple[Ranges, int]:
    """The holes of two players for the kernel, and the number of sets of fewer than k cards."""
    k, number = situation.rule.hole, _numbers(situation)
    both = [situation.listed[player] for player in swept]
    masks = [card_sets(each.holes) for each in both]
    every, rows = np.unique(np.concatenate(masks), return_inverse=True)
    weights = np.zeros((len(every), 2))
    holes = np.empty((len(every), k), np.uint8)
    first = 0
    for place, each in enumerate(both):
        places = rows[first : first + len(each)]
        weights[places, place] = each.weights
        holes[places] = each.holes
        first += len(each)
    c = len(situation.unseen)
    starts = np.cumsum([0, *(comb(c, size) for size in range(k))])
    steps = np.array([[comb(card, i + 1) for card in range(52)] for i in range(k)], np.int64)
    steps += np.diff(starts)[:, None]
    return Ranges(
        number[holes], _pairs(number[holes]), every, low_sets(holes), weights, steps
    ), int(starts[-1])


def _others(situation: OmahaSituation, players: list[int]) -> Others:
    listed = tuples_of(situation, players)
    number = _numbers(situation)
    firsts = np.cumsum([0, *(len(situation.listed[player].holes) for player in players)])
    holes = np.empty((0, situation.rule.hole), np.uint8)
    holes = np.concatenate([holes, *(situation.listed[player].holes for player in players)])
    tuples = np.ascontiguousarray(listed.rows + firsts[:-1].astype(np.uint32))
    return Others(_pairs(number[holes]), low_sets(holes), tuples, listed.masks, listed.weights)


def _numbers(situation: OmahaSituation) -> U8:
    """The number of each card among the unseen ones, ``(52,)``."""
    number = np.zeros(52, np.uint8)
    number[situation.unseen] = np.arange(len(situation.unseen), dtype=np.uint8)
    return number


def _pairs(holes: U8) -> U16:
    """The number of each pair of cards of ascending holes: b (b - 1) / 2 + a for a < b."""
    wide = holes.astype(np.int64)
    columns = [
        wide[:, b] * (wide[:, b] - 1) // 2 + wide[:, a]
        for a, b in combinations(range(holes.shape[1]), 2)
    ]
    return np.column_stack(columns).astype(np.uint16)


def _swept(
    situation: OmahaSituation,
    rivers: U8,
    river_weights: U8,
    ranges: Ranges,
    sets: int,
    others: Others,
    threads: int,
) -> tuple[Sums, ...]:
    """Sums for the two players who are swept over, then for the others."""
    from .omaha_boards_kernels import sweep_halves, sweep_rivers

    n = len(rivers)
    tasks = min(_TASKS, n)
    few = few_of(situation, swept_players(situation)[0])
    read = (
        rivers,
        river_weights,
        situation.unseen,
        equity_tables(situation.rule.high),
        frozen(ranges),
        few,
    )
    exact = situation.dtype
    kernel = sweep_halves if situation.rule.halves else sweep_rivers
    tuples = len(others.weights)
    most = _SWEPT_PIECE // (len(ranges.cards) * (_LOWS if situation.rule.halves else 1))
    size, together = max(1, most // max(1, tuples)), max(1, most)  # rivers; tuples on one of them
    beside = [
        frozen(others._replace(**{name: getattr(others, name)[some] for name in _BY_TUPLE}))
        for some in (slice(start, start + together) for start in range(0, tuples, together))
    ]

    def sweep(task: int) -> tuple[Sums, Sums]:
        halves = np.zeros(_cells(situation))
        categories = np.zeros((situation.players, CATEGORIES))
        for bounds in pieces(n * task // tasks, n * (task + 1) // tasks, size):
            for at, _ in pieces(0, len(beside), 1):
                kernel(*read, beside[at], *bounds, sets, halves, categories)
        return halves.astype(exact), categories.astype(exact)

    parts = over_tasks(sweep, range(tasks), threads)
    return tuple(np.sum([part[i] for part in parts], axis=0) for i in range(2))


def _deals(situation: OmahaSituation, ranges: Ranges, sets: int, others: Others) -> int:
    """How many deals there are; all weights of ranges and tuples are 1."""
    from .omaha_boards_kernels import pairs_beside

    return int(pairs_beside(frozen(ranges), others.masks, sets)) * situation.boards


def omaha_multiway(
    holes: U8,
    boards: U8,
    dead: U8 | None = None,
    *,
    halves: bool = False,
    order: Order = HIGH,
    threads: int = 0,
) -> I64:
    """Who shares the pot over all completions of boards of no cards, or of three to five.

    Two players on a flop take 9 microseconds, six take 12; before the flop 0.2 ms.

    ``holes``: (p, k, n) uint8, 2 to 10 players of four to six cards each, in n situations.
    ``boards``: (b, n) uint8, no cards, or three to five. ``dead``: (d, n) uint8, cards that nobody
    has and that do not come. ``halves``: whether the pot has a low half, eight or better.
    ``order``: of high hands, whose deck may lack further cards. ``threads``: 0 for all cores. The
    result is always the same.

    Returns (n, p, p + 1, w) int64, ``[row, player, h, l]``: the number of boards on which he is one
    of h winners of the high half and one of l of the low half, as in ``HalvedShares``; w is 1
    without halves, otherwise p + 2. The boards of a row are the sum over h and l. Raises CardError
    for the first row with a card that is not in 0..51 or is there twice, with its index, and if too
    few cards are left for the board; ValueError for other shapes or dtypes.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> holes = np.stack([parse_hand(text)[:, None] for text in ("AsAhKsQh", "KcKdJcTd")])
    >>> omaha_multiway(holes, parse_hand("Ac7d2h")[:, None])[0, ..., 0].tolist()
    [[88, 732, 0], [732, 88, 0]]
    """
    from .omaha_known_kernels import count_rows
    from .omaha_preflop_kernels import count_before_flop

    p, k, n = holes.shape
    unavailable = np.empty((0, n), np.uint8) if dead is None else dead
    missing = np.repeat(np.array(order.dead, np.uint8)[:, None], n, axis=1)
    unavailable = np.concatenate([unavailable, missing]) if order.dead else unavailable
    arrays = holes, boards, unavailable
    shapes = {array.shape[1:] for array in arrays[1:]}
    if any(array.dtype != np.uint8 for array in arrays) or shapes != {(n,)}:
        raise ValueError("holes (p, k, n), boards (b, n) and dead cards (d, n) of uint8 are needed")
    if p not in PLAYERS or k not in HOLE_SIZES or len(boards) not in BOARD_SIZES:
        raise ValueError(
            f"{p} players of {k} cards on boards of {len(boards)}: 2 to 10 of 4 to 6 on boards of "
            "0, or 3 to 5, are needed"
        )
    dealt = np.concatenate([holes.reshape(p * k, n), boards, unavailable])
    check_cards(dealt)
    if len(dealt) + 5 - len(boards) > 52:
        raise CardError(f"{52 - len(dealt)} cards are left; too few for the board")
    counts = np.zeros((n, p, p + 1, p + 2 if halves else 1), np.int64)
    on_boards = holes, boards, unavailable, omaha_tables(5, order), low_of_sets()

    def count(start: int) -> None:
        rows = start, min(start + _SHARE, n)
        if len(boards):
            count_rows(*on_boards, *rows, counts)
        else:
            count_before_flop(
                holes, unavailable, equity_tables(order), _ranks_by_pair(order), *rows, counts
            )

    over_tasks(count, range(0, n, _SHARE), threads)
    return counts


@functools.cache
def _ranks_by_pair(order: Order) -> U16:
    """The class of each pair of ranks of a hole with each list of ranks on the board."""
    return frozen(np.ascontiguousarray(equity_tables(order).of_ranks.T))


def ways_of(situation: OmahaSituation, *, threads: int = 1) -> list[Way]:
    """The exact ways, quickest first, those out of reach last."""
    ways = [_by_holes(situation)]
    if ways[0].units > 1 and not situation.rule.up_to:
        ways.append(_by_boards(situation))
    return quickest_first(ways, threads)


def _by_holes(situation: OmahaSituation) -> Way:
    p, images = situation.players, len(situation.permutations)
    tuples = tuples_about(situation, range(p))
    holes = sum(situation.sizes)
    within_reach = tuples <= MOST_TUPLES and holes <= _MOST_HOLES
    alike = len(situation.kept) if within_reach else 1
    units = max(1.0, tuples / alike)
    if len({id(range_) for range_ in situation.ranges}) == 1:
        units = max(1.0, units / factorial(p))
    deal = _RIVER + (p - 2) * _RANGED + p * situation.rule.halves * _OTHER
    deal = p * _COLUMN if situation.rule.up_to else deal
    seconds = units * situation.boards * deal + holes * _TABLES
    seconds += tuples * (_LISTED + p * images * _IMAGE)
    return Way("holes", int(tuples), int(units), seconds, within_reach)


def _by_boards(situation: OmahaSituation) -> Way:
    swept, others = swept_players(situation)
    tuples, k = tuples_about(situation, others), situation.rule.hole
    holes = sum(situation.sizes[player] for player in swept)
    sets = sum(comb(len(situation.unseen), size) for size in range(k))
    bytes_of = 16 * sets + holes * (4 * 2**k + k * k + 40)
    within_reach = bytes_of <= _MOST_BYTES and tuples <= MOST_TUPLES
    alike = len(situation.kept) if within_reach else 1
    rivers = comb(len(situation.unseen), 5 - len(situation.board)) / alike
    live = holes * comb(len(situation.unseen) - k, 5) / comb(len(situation.unseen), 5)
    if few_of(situation, swept) < 0:
        swept_once = live * _SWEPT[k] * (_LOWS if situation.rule.halves else 1)
    else:
        swept_once = min(situation.sizes[player] for player in swept) * live * _MET
    seconds = rivers * (_SWEPT_RIVER + holes * _CLASSED + tuples * swept_once)
    return Way("boards", int(tuples), int(rivers * tuples), seconds, within_reach)
