"""Two known holes, all 1,712,304 boards: exact wins and ties of whole columns of match-ups."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from .graph import MERGED_LAYERS, layer_of, merged_graph
from .holes import HOLES, hole_cards
from .numbers import flush_of_set
from .parallel import over_tasks
from .symmetry import hole_images

BOARDS = comb(48, 5)
MATCHUPS = 47_008  # unordered, up to suits
_SHARE = 512

Holes = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SuitedMatchups:
    """The unordered match-ups of two holes that differ in more than their suits.

    The hero has the higher ranks. Of all ways to permute the suits, and of both orders where the
    ranks are the same, the one with the smallest numbers stands for all.

    Attributes
    ----------
    hero, villain : (47008,) uint16
        Holes; ascending by hero, then villain.
    weight : (47008,) int64
        How many unordered pairs of holes each stands for: 812,175 in all.
    """

    hero: Holes
    villain: Holes
    weight: Counts


def heads_up(hero: npt.ArrayLike, villain: npt.ArrayLike, *, threads: int = 1) -> Counts:
    """Exact results of match-ups, each over every board of the 48 cards left.

    Parameters
    ----------
    hero, villain : (n,) integer
        Holes 0..1325.
    threads : int
        0 for all cores.

    Returns
    -------
    (n, 3) int64
        Wins, ties and losses of the hero, of 1,712,304.

    Raises
    ------
    ValueError
        For numbers that are no holes, for unequal columns, and for the first match-up whose holes
        share a card.

    Examples
    --------
    >>> from pokerlake.engine.holes import parse_hole
    >>> heads_up(np.array([parse_hole("AhKh")]), np.array([parse_hole("QsQc")]))
    array([[787966,   6732, 917606]])
    """
    from .heads_up_kernels import add_heads_up

    hero, villain = np.asarray(hero, np.int64), np.asarray(villain, np.int64)
    if hero.shape != villain.shape:
        raise ValueError(f"{len(hero)} heroes and {len(villain)} villains: give as many of both")
    for holes in (hero, villain):
        if len(holes) and not (holes.min() >= 0 and holes.max() < HOLES):
            raise ValueError(f"holes {holes.min()} to {holes.max()}: a hole is a number 0..1325")
    heroes, villains = hole_cards()[hero], hole_cards()[villain]
    shared = (heroes[:, :, None] == villains[:, None, :]).any(axis=(1, 2))
    if shared.any():
        row = int(np.argmax(shared))
        raise ValueError(f"holes {hero[row]} and {villain[row]} at index {row} share a card")
    n = len(hero)
    outcomes = np.empty((n, 2), np.int64)
    tables = _tables()
    over_tasks(
        lambda start: add_heads_up(
            heroes, villains, *tables, start, min(start + _SHARE, n), outcomes
        ),
        range(0, n, _SHARE),
        threads,
    )
    return np.column_stack([outcomes, BOARDS - outcomes.sum(axis=1)])


@functools.cache
def suited_matchups() -> SuitedMatchups:
    """All match-ups that differ in more than their suits. Listed in 0.3 s, once."""
    first, second = (pair.astype(np.int64) for pair in np.triu_indices(HOLES, 1))
    cards = hole_cards().astype(np.int64)
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    first, second = first[apart], second[apart]
    ranks = (cards >> 2) @ np.array([1, 13])  # of the higher card first
    best = np.full(len(first), HOLES * HOLES)
    for image in hole_images().astype(np.int64):
        for hero, villain in ((first, second), (second, first)):
            number = image[hero] * HOLES + image[villain]
            best = np.where(ranks[hero] >= ranks[villain], np.minimum(best, number), best)
    numbers, weight = np.unique(best, return_counts=True)
    hero, villain = np.divmod(numbers, HOLES)
    assert len(numbers) == MATCHUPS
    return SuitedMatchups(hero.astype(np.uint16), villain.astype(np.uint16), weight)


@functools.cache
def _tables() -> tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]:
    """What the kernel takes besides the holes: 7 MB, made in 0.2 s, once."""
    from .heads_up_kernels import rank_outcomes

    graph = merged_graph()
    pair_ranks = np.array([(high, low) for high in range(13) for low in range(high + 1)], np.uint8)

    def two_more(nodes: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
        """The nodes reached by each two ranks, ``(..., 91)``."""
        return graph.next[graph.next[nodes][..., pair_ranks[:, 0]], pair_ranks[:, 1]]

    def classes(boards: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
        """The class of each two ranks on each board, ``(91, ...)``."""
        return np.ascontiguousarray(np.moveaxis(graph.rank_class[two_more(boards)], -1, 0))

    sets, nodes = {}, {}
    for size in (3, 4, 5):
        ranks = np.array(list(combinations(range(13), size)))
        sets[size] = (1 << ranks).sum(axis=1).astype(np.uint16)
        node = np.zeros(len(ranks), np.uint16)
        for rank in ranks.T:
            node = graph.next[node, rank]
        nodes[size] = node
    by_suit = classes(two_more(nodes[3])), classes(graph.next[nodes[4]]), classes(nodes[5])

    boards, _ = layer_of(5)
    first = sum(MERGED_LAYERS[:5])
    copies = (boards[:, :, None] == np.arange(13)).sum(axis=1).astype(np.uint8)
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(5)])
    by_rank = np.zeros((len(pair_ranks), len(pair_ranks), 2), np.int64)
    board_classes = classes(np.arange(first, first + len(boards), dtype=np.uint16))
    rank_outcomes(board_classes, copies, choose, pair_ranks, by_rank)
    return by_rank, *by_suit, sets[3], sets[4], sets[5], flush_of_set(), pair_ranks
