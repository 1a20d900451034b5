"""Exact equity of ranges, in two ways that come to the same.

By holes, every tuple of disjoint holes is listed, and one of each kind, up to suits and the order
of the players, is gone through with all its boards (see ``multiway``). By boards, the two largest
ranges are met on each board at once, beside each tuple of holes of the other players (see
``equity_kernels``). Few holes are best listed, many are best swept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..cards.holes import hole_cards
from ..cards.suit_symmetry import hole_bits, hole_images
from ..hands.board_tables import BoardTables
from ..known_holes.several import multiway
from ..orders.boards import board_order
from ..pot_shares import PotShares
from ..threads import over_tasks, pieces
from .situation import Situation, groups, pairs_beside, rivers_of

CATEGORIES = 10
_BLOCK = 64  # tuples of known holes, for which holes are ordered once
_TASKS = 64
_SMALLEST_TASK = 256  # boards: 0.1 to 2 milliseconds
_PIECE = 1 << 22  # holes swept over, on boards beside known holes: 50 milliseconds
_KINDS = 1 << 13  # at a time: 5 to 20 MB of sums
_NOISE = 1e-9  # of all deals: what is less may be rounding

Weights = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True)
class ExactSums(PotShares):
    """What all deals come to."""

    units: int  # the kinds of tuples, or the boards, that were gone through


def by_holes(situation: Situation, *, threads: int = 1) -> ExactSums:
    """List the tuples of holes of all players, and go through the boards of each kind."""
    kinds, p = situation.kinds, situation.players
    exact = situation.dtype
    shared, categories = np.zeros((p, p + 1), exact), np.zeros((p, CATEGORIES), exact)
    for some in _in_blocks(np.arange(len(kinds.holes))):
        found = multiway(
            kinds.holes[some],
            situation.board,
            situation.dead,
            order=board_order(situation.order),
            threads=threads,
        )
        assert found.categories is not None
        weights = kinds.shares(some)[0].astype(exact)
        shared += np.einsum("ujk,ukn->jn", weights, found.shared)
        categories += np.einsum("ujk,ukc->jc", weights, found.categories)
    deals = len(kinds.weights) * situation.boards
    weight = deals if situation.plain else float(kinds.weights.sum()) * situation.boards
    return ExactSums(
        deals=deals, weight=weight, shared=shared, categories=categories, units=len(kinds.holes)
    )


def by_boards(situation: Situation, *, threads: int = 1) -> ExactSums:
    """Sweep over the two largest ranges on every board, beside each tuple of the others' holes.

    Boards are gone through up to the permutations of the suits that change neither the one range
    nor the known holes. The other range may change: the sum of all its images is taken in place of
    it, against each of which everyone fares the same.
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
    # What cannot happen at all may have a weight by rounding. Counts tell.
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
    for of_kinds, group in groups(kinds, sweep.alike):
        ranges = situation.ranges[swept]
        scale = 1
        images = ranges[0, hole_images()[group]]
        if (images != ranges[0]).any():
            ranges[0], scale = images.sum(axis=0), len(group)
        rivers = rivers_of(situation, group)
        units += len(of_kinds) * len(rivers[0])
        for some in _in_blocks(of_kinds):
            known = kinds.holes[some]
            by_place, total = kinds.shares(some)
            tables = board_order(situation.order).tables()
            found = _over_rivers(*rivers, ranges, known, tables, threads)
            for sums, of_block in zip((shared, categories), found, strict=True):
                part = (of_block / scale).astype(exact)
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
    rivers: Cards,
    river_weights: Cards,
    weights: Weights,
    known: npt.NDArray[np.uint16],
    board_tables: BoardTables,
    threads: int,
) -> tuple[Weights, Weights]:
    """Who shares, and the categories, for each tuple of known holes ``(u, q)``."""
    from .sweep_kernels import sweep_boards

    u, p, n = len(known), known.shape[1] + 2, len(rivers)
    holes = np.flatnonzero(weights.any(axis=0))
    tables = board_tables, hole_cards()[holes], np.ascontiguousarray(weights[:, holes].T)
    blocks = -(-u // _BLOCK)
    shares = max(1, min(-(-_TASKS // blocks), min(u, _BLOCK) * n // _SMALLEST_TASK))

    def sweep(task: int) -> tuple[Weights, Weights]:
        block, share = divmod(task, shares)
        own = hole_cards()[known[_BLOCK * block : _BLOCK * (block + 1)]]
        sums = np.zeros((len(own), p, p + 1)), np.zeros((len(own), p, CATEGORIES))
        size = max(1, _PIECE // (len(holes) * len(own)))
        for bounds in pieces(n * share // shares, n * (share + 1) // shares, size):
            sweep_boards(rivers, river_weights, *tables, own, *bounds, *sums)
        return sums

    totals = np.zeros((u, p, p + 1)), np.zeros((u, p, CATEGORIES))
    for task, sums in enumerate(over_tasks(sweep, range(blocks * shares), threads)):
        first = _BLOCK * (task // shares)
        for total, part in zip(totals, sums, strict=True):
            total[first : first + len(part)] += part
    return totals
