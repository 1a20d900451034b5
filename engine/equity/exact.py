"""Exact equity of ranges, in two ways with the same result.

By holes, every tuple of disjoint holes is listed, and one of each kind, up to suits and the order
of the players, is evaluated on all its boards (see ``multiway``). By boards, the two largest ranges
are swept over on each board, for each tuple of holes of the other players (see ``sweep_kernels``).
Listing is best for few holes, sweeping for many.

Estimated costs decide which. They are medians on one core of the reference machine: of 64 to 2,000
random tuples of 2 to 10 holes, of 20,000 rivers with 4 to 1,326 holes, of 1.6 million pairs that
are listed. They are right within a factor of about two, and decide only which way is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, factorial, prod
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..cards.holes import hole_bits, hole_cards
from ..cards.suit_symmetry import hole_images
from ..hands.board_tables import BoardTables
from ..known_holes.several import multiway
from ..orders.evaluate import board_order
from ..pot_shares import PotShares
from ..signatures import F64, U8, U16
from ..threads import over_tasks, pieces, worker_count
from .situation import Situation, groups, keeping, pairs_beside, rivers_of

CATEGORIES = 10
_BLOCK = 64  # tuples of known holes that share one ordering of the holes
_TASKS = 64
_SMALLEST_TASK = 256  # boards: 0.1 to 2 milliseconds
_PIECE = 1 << 22  # holes swept over, on boards with known holes: 50 milliseconds
_KINDS = 1 << 13  # at a time: 5 to 20 MB of sums
_NOISE = 1e-9  # of all deals: a smaller weight may be a rounding error


@dataclass(frozen=True, kw_only=True)
class ExactSums(PotShares):
    """The sums over all deals."""

    units: int  # how many kinds of tuples, or boards, were evaluated


def by_holes(situation: Situation, *, threads: int = 1) -> ExactSums:
    """List the tuples of holes of all players, and evaluate each kind on all boards."""
    kinds, p = situation.kinds, situation.players
    exact = situation.dtype
    shared, categories = np.zeros((p, p + 1), exact), np.zeros((p, CATEGORIES), exact)
    for some in _in_blocks(np.arange(len(kinds.holes))):
        result = multiway(
            kinds.holes[some],
            situation.board,
            situation.dead,
            order=board_order(situation.order),
            threads=threads,
        )
        assert result.categories is not None
        if len(kinds.weights) == 1:  # known hands, in the order of the players
            shared, categories = (
                (kinds.weights[0] * sums[0]).astype(exact)
                for sums in (result.shared, result.categories)
            )
            break
        weights = kinds.shares(some)[0].astype(exact)
        shared += np.einsum("ujk,ukn->jn", weights, result.shared)
        categories += np.einsum("ujk,ukc->jc", weights, result.categories)
    deals = len(kinds.weights) * situation.boards
    weight = deals if situation.plain else float(kinds.weights.sum()) * situation.boards
    return ExactSums(
        deals=deals, weight=weight, shared=shared, categories=categories, units=len(kinds.holes)
    )


def by_boards(situation: Situation, *, threads: int = 1) -> ExactSums:
    """Sweep over the two largest ranges on every board, for each tuple of the others' holes.

    Boards are listed up to the permutations of the suits that change neither one of the ranges nor
    the known holes. The other range may change: it is replaced by the sum of its images, all of
    which give the same result.
    """
    sums = _swept(situation, threads)
    if situation.plain:
        return sums
    rare = [
        ((weights != 0) & (abs(weights) < _NOISE * sums.weight)).any()
        for weights in (sums.shared, sums.categories)
    ]
    if not any(rare):
        return sums
    # Rounding may give a weight to something impossible. Exact counts decide.
    counts = _swept(replace(situation, ranges=(situation.ranges > 0).astype(np.float64)), threads)
    return replace(
        sums,
        shared=np.where(counts.shared > 0, np.maximum(sums.shared, 0), 0),
        categories=np.where(counts.categories > 0, np.maximum(sums.categories, 0), 0),
    )


def _swept(situation: Situation, threads: int) -> ExactSums:
    sweep, kinds = situation.sweep, situation.other_kinds
    swept, q = [sweep.first, sweep.second], len(sweep.others)
    exact, p = situation.dtype, situation.players
    shared, categories = np.zeros((p, p + 1), exact), np.zeros((p, CATEGORIES), exact)
    pairs, pairs_weight, units = 0, 0.0, 0
    for group_kinds, group in groups(kinds, sweep.alike):
        ranges = situation.ranges[swept]
        scale = 1
        images = ranges[0, hole_images()[group]]
        if (images != ranges[0]).any():
            ranges[0], scale = images.sum(axis=0), len(group)
        rivers = rivers_of(situation, group)
        units += len(group_kinds) * len(rivers[0])
        for some in _in_blocks(group_kinds):
            known = kinds.holes[some]
            by_place, total = kinds.shares(some)
            tables = board_order(situation.order).tables()
            swept_sums = _over_rivers(*rivers, ranges, known, tables, threads)
            for sums, block_sums in zip((shared, categories), swept_sums, strict=True):
                part = (block_sums / scale).astype(exact)
                sums[sweep.others] += np.einsum("ujk,ukn->jn", by_place.astype(exact), part[:, :q])
                sums[swept] += np.einsum("u,ujn->jn", total.astype(exact), part[:, q:])
            taken = np.bitwise_or.reduce(hole_bits()[known], axis=1)
            meeting_weight, meeting = pairs_beside(situation.ranges[swept], taken)
            pairs += int(meeting @ np.diff(kinds.first)[some])
            pairs_weight += float(meeting_weight @ total)
    deals = pairs * situation.boards
    weight = deals if situation.plain else pairs_weight * situation.boards
    return ExactSums(deals=deals, weight=weight, shared=shared, categories=categories, units=units)


def _in_blocks(kinds: npt.NDArray[np.intp]) -> list[npt.NDArray[np.intp]]:
    return [kinds[start : start + _KINDS] for start in range(0, len(kinds), _KINDS)]


def _over_rivers(
    rivers: U8, river_weights: U8, weights: F64, known: U16, board_tables: BoardTables, threads: int
) -> tuple[F64, F64]:
    """Sums of shares and categories for each tuple of known holes ``(u, q)``."""
    from .sweep_kernels import sweep_boards

    u, p, n = len(known), known.shape[1] + 2, len(rivers)
    holes = np.flatnonzero(weights.any(axis=0))
    tables = board_tables, hole_cards()[holes], np.ascontiguousarray(weights[:, holes].T)
    blocks = -(-u // _BLOCK)
    shares = max(1, min(-(-_TASKS // blocks), min(u, _BLOCK) * n // _SMALLEST_TASK))

    def sweep(task: int) -> tuple[F64, F64]:
        block, share = divmod(task, shares)
        known_cards = hole_cards()[known[_BLOCK * block : _BLOCK * (block + 1)]]
        sums = np.zeros((len(known_cards), p, p + 1)), np.zeros((len(known_cards), p, CATEGORIES))
        size = max(1, _PIECE // (len(holes) * len(known_cards)))
        for bounds in pieces(n * share // shares, n * (share + 1) // shares, size):
            sweep_boards(rivers, river_weights, *tables, known_cards, *bounds, *sums)
        return sums

    totals = np.zeros((u, p, p + 1)), np.zeros((u, p, CATEGORIES))
    for task, sums in enumerate(over_tasks(sweep, range(blocks * shares), threads)):
        first = _BLOCK * (task // shares)
        for total, part in zip(totals, sums, strict=True):
            total[first : first + len(part)] += part
    return totals


MOST_TUPLES = 10_000_000  # the most that are listed: 0.3 to 1 GB
_FEW_TUPLES = 5_000  # so many are listed, in 1 ms, to count their kinds
_NO_TIME = 0.001

# Seconds
_TUPLE = (16e-6, 11e-6, 3e-6, 0.45e-6, 0.2e-6, 0.13e-6)  # by board cards, for each player
_RIVER, _SWEPT_HOLE = 0.4e-6, 0.010e-6
_LISTED, _IMAGE = 20e-9, 4e-9  # a tuple; a hole of it under one permutation


@dataclass(frozen=True)
class Way:
    """An exact way to the result. Its numbers are estimates."""

    # ``holes``: each kind of tuples of the players' holes is evaluated; ``boards``: the two largest
    # ranges are swept over on each board, for each tuple of the others' holes. In stud ``sets`` of
    # cards that come to the players, or by ``ranks`` alone.
    by: Literal["holes", "boards", "sets", "ranks"]
    tuples: int  # how many tuples of holes are listed
    units: int  # how many kinds of tuples, or boards, are evaluated
    seconds: float  # how long it takes
    within_reach: bool  # whether there is memory for it


def ways_of(situation: Situation, *, threads: int = 1) -> list[Way]:
    """The exact ways, quickest first, in the same order for any number of threads.

    If the way by holes takes no time, it is the only one. Ways with more than ``MOST_TUPLES`` come
    last.
    """
    by_holes = _by_holes(situation)
    if by_holes.seconds <= _NO_TIME:
        return [by_holes]
    return quickest_first([by_holes, _by_boards(situation)], threads)


def quickest_first(ways: Sequence[Way], threads: int) -> list[Way]:
    """The ways in order, those out of reach last, with their seconds on so many threads."""
    workers = worker_count(threads)
    ordered = sorted(ways, key=lambda way: (not way.within_reach, way.seconds))
    return [replace(way, seconds=way.seconds / workers) for way in ordered]


def _by_holes(situation: Situation) -> Way:
    players = situation.players
    tuples = _tuples(situation, range(players))
    images = 1 if tuples == 1 else len(situation.permutations)
    if tuples <= _FEW_TUPLES:
        tuples, units = len(situation.kinds.weights), len(situation.kinds.holes)
    else:
        suits = situation.permutations
        for weights in situation.ranges:
            suits = keeping(weights, suits)
        alike = Counter(weights.tobytes() for weights in situation.ranges).values()
        units = 1 + int(tuples / len(suits) / prod(map(factorial, alike)))
    seconds = units * players * _TUPLE[len(situation.board)]
    seconds += tuples * (_LISTED + players * images * _IMAGE)
    return Way("holes", int(tuples), units, seconds, tuples <= MOST_TUPLES)


def _by_boards(situation: Situation) -> Way:
    sweep, left = situation.sweep, len(situation.unseen)
    rivers = comb(left, 5 - len(situation.board))
    tuples = _tuples(situation, sweep.others)
    if tuples <= _FEW_TUPLES:
        kinds = situation.other_kinds
        tuples = len(kinds.weights)
        units = int(
            sum(
                len(group_kinds) * rivers / len(group)
                for group_kinds, group in groups(kinds, sweep.alike)
            )
        )
    else:
        units = int(tuples * rivers / len(sweep.both_alike))
    swept = (situation.ranges[[sweep.first, sweep.second]] > 0).any(axis=0)
    live = int(swept.sum()) * comb(left - 5, 2) / comb(left, 2)
    seconds = units * (_RIVER + live * _SWEPT_HOLE)
    return Way("boards", int(tuples), units, seconds, tuples <= MOST_TUPLES)


def _tuples(situation: Situation, players: Sequence[int]) -> float:
    """The estimated number of tuples of disjoint holes.

    Treats card removal between each pair of players as independent of the other pairs.
    """
    tuples = float(prod(len(situation.holes[player]) for player in players))
    if tuples <= _FEW_TUPLES:
        return tuples
    for i, j in combinations(players, 2):
        both = np.stack([situation.ranges[i] > 0, situation.ranges[j] > 0])
        first, second = (np.bincount(hole_cards()[held].ravel(), minlength=52) for held in both)
        sharing = first @ second - both.all(axis=0).sum()
        tuples *= 1 - float(sharing) / (len(situation.holes[i]) * len(situation.holes[j]))
    return tuples
