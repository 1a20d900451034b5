"""Range against range on all flops at once; :mod:`.calculate` has one board.

Each pair of holes without a common card counts on every run-out, with the product of its weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import card_sets, hole_cards, run_outs_of_two
from ..cards.suit_symmetry import hole_images
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import board_ids
from ..ranges.scanner import RangeError
from ..ranges.top_percent import as_range
from ..signatures import F64, U8
from ..threads import over_tasks
from .situation import pairs_beside

_SHARES = 64


@dataclass(frozen=True)
class FlopEquities:
    """A range against another on every canonical flop."""

    # (1755,) float64, by ``board_id``, means over the flops that are the same up to suits. Each is
    # a sum over pairs of disjoint holes, of the product of their weights, times 990 run-outs.
    win: F64
    tie: F64
    deals: F64

    @property
    def equity(self) -> F64:
        """(win + tie / 2) / deals, ``(1755,)``; 0 on a flop without a pair of disjoint holes."""
        some = np.where(self.deals > 0, self.deals, 1)
        return np.asarray((self.win + self.tie / 2) / some, np.float64)


def flop_equities(
    hero: F64, villain: F64, *, threads: int = 0, listener: Callable[[float], None] | None = None
) -> FlopEquities:
    """A range against another on all flops: 1.4 s on one thread if suits make no difference.

    They make none if all holes of a hand have the same weight, in both ranges. Otherwise numbers
    are means over the flops that a canonical flop stands for, and it takes up to 24 times as long:
    once for each renaming of the suits that gives different ranges. Small ranges take a third.

    Parameters
    ----------
    hero, villain : (1326,) float64
    threads : int
        0 for all cores. The result is always the same.
    listener : callable, optional
        Called with the share that is done, on whichever thread did it; an error that it raises ends
        the work.

    Raises
    ------
    RangeError
        If one is not 1,326 weights from 0 to 1, or if they have no pair of disjoint holes on any
        flop.
    """
    hero, villain = as_range(hero), as_range(villain)
    flops, rivers = canonical_boards(3), canonical_boards(5)
    deals, by_river = np.zeros(len(flops.weight)), np.zeros((len(rivers.weight), 2))
    namings = _renamed(hero, villain)
    for number, (ways, renamed) in enumerate(namings):
        deals += ways * _deals(flops.cards, *renamed)
        if deals.any():
            done = None if listener is None else _part_of(listener, number, len(namings))
            by_river += ways * _outcomes(rivers.cards, *renamed, threads, done)
    if not deals.any():
        raise RangeError("no two holes of the ranges can meet on any flop")
    # The sum over all raw rivers for the raw flops of one kind, each of which has 1,176 of them.
    outcomes = _by_flop(rivers.weight[:, None] * by_river) / flops.weight[:, None]
    outcomes[deals == 0] = 0  # removes rounding errors
    return FlopEquities(outcomes[:, 0], outcomes[:, 1], deals)


def _renamed(hero: F64, villain: F64) -> list[tuple[float, tuple[F64, F64]]]:
    """The different pairs of ranges under the 24 renamings of suits, and the share of each."""
    ways: dict[bytes, tuple[int, tuple[F64, F64]]] = {}
    for image in hole_images():
        both = hero[image], villain[image]
        key = both[0].tobytes() + both[1].tobytes()
        ways[key] = ways.get(key, (0, both))[0] + 1, both
    return [(count / len(hole_images()), both) for count, both in ways.values()]


def _part_of(listener: Callable[[float], None], number: int, parts: int) -> Callable[[float], None]:
    """A listener for one part, which reports its progress as a share of all parts."""
    return lambda share: listener((number + share) / parts)


def _outcomes(
    rivers: U8, hero: F64, villain: F64, threads: int, done: Callable[[float], None] | None
) -> F64:
    """The wins and ties of the hero on each river, ``(n, 2)``."""
    from .sweep_kernels import sweep_each

    holes = np.flatnonzero((hero > 0) | (villain > 0))
    cards_and_weights = hole_cards()[holes], np.column_stack([hero[holes], villain[holes]])
    n = len(rivers)
    outcomes = np.empty((n, 2))
    bounds = [n * share // _SHARES for share in range(_SHARES + 1)]

    def sweep(share: int) -> None:
        sweep_each(
            rivers, board_tables(), *cards_and_weights, bounds[share], bounds[share + 1], outcomes
        )
        if done is not None:
            done((share + 1) / _SHARES)

    over_tasks(sweep, range(_SHARES), threads)
    return np.maximum(outcomes, 0)  # rounding may leave small negative numbers


def _deals(flops: U8, hero: F64, villain: F64) -> F64:
    """Pairs of disjoint holes with their weights, times run-outs, ``(n,)``."""
    sums, counts = pairs_beside(np.stack([hero, villain]), card_sets(flops))
    return np.where(counts > 0, sums * run_outs_of_two(3, 2), 0)


def _by_flop(by_river: F64) -> F64:
    """Sums over canonical rivers ``(134459, c)`` for each canonical flop: a river has ten flops."""
    rivers = np.ascontiguousarray(canonical_boards(5).cards.T)
    sums = np.zeros((by_river.shape[1], CANONICAL_BOARDS[3]))
    for flop in combinations(rivers, 3):
        ids = board_ids(flop)
        sums += [np.bincount(ids, column, CANONICAL_BOARDS[3]) for column in by_river.T]
    return sums.T
