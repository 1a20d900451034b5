"""Two known holes, all 1,712,304 boards: exact wins and ties of whole columns of match-ups."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.hole_pairs import pair_keys
from pokerlake.engine.cards.holes import HOLES, hole_cards
from pokerlake.engine.hands.rank_graph import MERGED_LAYERS, layer_of, merged_graph
from pokerlake.engine.hands.rank_index import flush_of_set
from pokerlake.engine.threads import over_tasks

BOARDS = comb(48, 5)
MATCHUPS = 47_008  # unordered, up to suits
_SHARE = 512

Holes = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]
Nodes = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class RankBoards:
    """Classes by rank alone, of two ranks and a board: no flush is seen.

    Boards are the 6,175 multisets of five ranks; by suit, the sets of three, four and five ranks
    that they have in one suit, each with the ranks of their other cards.

    Attributes
    ----------
    pair_ranks : (91, 2) uint8
        The two ranks, the higher first.
    classes : (91, 6175) uint16
    by_suit : (91, 286, 96), (91, 715, 16) and (91, 1287) uint16
        The classes with 3, 4 and 5 cards of a suit; with the 91 pairs of other ranks, with the 13
        other ranks, with none. Rows are filled up to whole vectors.
    boards : (286, 91), (715, 13) and (1287,) uint16
        Which of the 6,175 boards each is.
    sets : (286,), (715,) and (1287,) uint16
        The ranks of the suit, a bit each.
    """

    pair_ranks: npt.NDArray[np.uint8]
    classes: Nodes
    by_suit: tuple[Nodes, Nodes, Nodes]
    boards: tuple[Nodes, Nodes, Nodes]
    sets: tuple[Nodes, Nodes, Nodes]


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
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> heads_up(np.array([parse_hole("AhKh")]), np.array([parse_hole("QsQc")]))
    array([[787966,   6732, 917606]])
    """
    from .two_kernels import add_heads_up

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
    first, second = np.triu_indices(HOLES, 1)
    cards = hole_cards()
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    keys = pair_keys(first[apart], second[apart])
    numbers, weight = np.unique(keys.hero * HOLES + keys.villain, return_counts=True)
    hero, villain = np.divmod(numbers, HOLES)
    assert len(numbers) == MATCHUPS
    return SuitedMatchups(hero.astype(np.uint16), villain.astype(np.uint16), weight)


@functools.cache
def rank_boards() -> RankBoards:
    """The tables by ranks and by suit. 8 MB, made in 40 ms, once."""
    graph = merged_graph()
    pair_ranks = np.array([(high, low) for high in range(13) for low in range(high + 1)], np.uint8)
    first = sum(MERGED_LAYERS[:5])

    def two_more(nodes: Nodes) -> Nodes:
        """The nodes reached by each two ranks, ``(..., 91)``."""
        return graph.next[graph.next[nodes][..., pair_ranks[:, 0]], pair_ranks[:, 1]]

    def classes(boards: Nodes, width: int | None = None) -> Nodes:
        """The class of each two ranks on each board, ``(91, ...)``."""
        missing = width - boards.shape[-1] if width else 0
        wide = np.pad(boards, [(0, 0)] * (boards.ndim - 1) + [(0, missing)])
        return np.ascontiguousarray(np.moveaxis(graph.rank_class[two_more(wide)], -1, 0))

    sets, nodes = {}, {}
    for size in (3, 4, 5):
        ranks = np.array(list(combinations(range(13), size)))
        sets[size] = (1 << ranks).sum(axis=1).astype(np.uint16)
        node = np.zeros(len(ranks), np.uint16)
        for rank in ranks.T:
            node = graph.next[node, rank]
        nodes[size] = node
    boards3 = np.ascontiguousarray(two_more(nodes[3]))
    boards4 = graph.next[nodes[4]]
    boards = np.arange(first, first + MERGED_LAYERS[5], dtype=np.uint16)
    return RankBoards(
        pair_ranks,
        classes(boards),
        (classes(boards3, 96), classes(boards4, 16), classes(nodes[5])),
        (boards3 - first, boards4 - first, nodes[5] - first),
        (sets[3], sets[4], sets[5]),
    )


@functools.cache
def _tables() -> tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]:
    """What the kernel takes besides the holes: 7 MB, made in 0.2 s, once."""
    from .two_kernels import rank_outcomes

    tables = rank_boards()
    boards, _ = layer_of(5)
    copies = (boards[:, :, None] == np.arange(13)).sum(axis=1).astype(np.uint8)
    choose = np.array([[comb(n, k) for k in range(6)] for n in range(5)])
    pairs = tables.pair_ranks
    by_rank = np.zeros((len(pairs), len(pairs), 2), np.int64)
    rank_outcomes(tables.classes, copies, choose, pairs, by_rank)
    return by_rank, *tables.by_suit, *tables.sets, flush_of_set(), pairs
