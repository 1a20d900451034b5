"""The rank graph: Hammer's directed acyclic graph of the ranks in a hand of up to seven cards.

A node is a multiset of ranks, at most four of one; an edge adds a card of a rank. The order of
cards does not matter, so many paths meet: seven layers of 13, 91, 455, 1820, 6175, 18395 and 49205
nodes.
The only rule of poker needed here is the order of the 7,462 classes. Layer 5 *is* the list of
classes that are not suited, and the best five of six or seven cards are the best five that are left
after one card is removed.

Nodes with equal futures are merged: a walk cannot tell them apart. That merges layer 7 to its 3,537
classes and layer 6 to 15,336 nodes; with the root, where no card has been seen, 27,428.

For a shorter deck the graph has fewer nodes, 10,944 with nine ranks, and the classes of its order.

Source: M. Hammer, "A hand evaluator for 7-card poker games" (2008), with its node count corrected:
76,154.

Batches of whole hands do not walk. Layer k of the graph has all ascending tuples of k ranks, so the
place of a node in it can be computed: with r0 <= r1 <= ... it is the sum of C(r_i + i, i + 1), the
order by highest rank first, which is the combinatorial number system (Lehmer 1964). The numbers of
five equal ranks are unused.
Looking up the class by this number, one of 50,388 for seven cards, is one load from 100 KB in place
of a walk of seven loads from 0.8 MB.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ..cards.text import RANKS
from ..signatures import I8, I32, I64, U16
from .classes import HandClasses, hand_classes

LAYERS = (13, 91, 455, 1820, 6175, 18395, 49205)
MERGED_LAYERS = (1, 13, 91, 455, 1820, 6175, 15336, 3537)

_RANKS = 13
_NO_CLASS = 9999  # worse than any class: the start of a minimum over hands


@dataclass(frozen=True)
class RankGraph:
    """The nodes, layer by layer: first the single ranks up to the ace; there is no root.

    With 13 ranks (r below) there are 76,154 nodes (n below).
    """

    # (n, r): the node reached by one more card of each rank; 0 if there can be no such card.
    next: I32
    # (n,): the class of the hand if its cards, five or more, are of one suit; else -1.
    flush_class: I32
    # (n,): the class of the best five cards if there is no flush; -1 below five cards.
    rank_class: I32
    cards: list[str]  # the ranks from the highest down: ``[J, 4, 2]``
    # (n,): the worst and best ``rank_class`` of the seven-card hands within reach: 7414 is the
    # worst of hold'em.
    worst_rank_class: I32
    best_rank_class: I32
    # (n,): the worst and best flush, of five to seven cards, that these cards can become if all are
    # of its suit; -1 if a rank is there twice.
    worst_flush_class: I32
    best_flush_class: I32


@dataclass(frozen=True)
class MergedGraph:
    """The 27,428 nodes that a walk can tell apart; node 0 is the root."""

    # (27428, 13): the node reached by one more card of each rank; 0 if there can be no such card.
    next: U16
    # (27428,): the class if there is no flush; 0 below five cards.
    rank_class: U16


@dataclass(frozen=True)
class _Layer:
    ranks: I8  # (m, k), ascending; the rows in lexicographic order
    parent: npt.NDArray[np.intp]  # (m,) the node without the highest rank, counted in its layer
    edges: I32  # (m, 13) nodes of the next layer, -1 for none


def _layers() -> list[_Layer]:
    """The seven layers of 13 ranks."""
    return _layers_from(0)


@functools.cache
def _layers_from(lowest: int) -> list[_Layer]:
    """The seven layers of a deck with this lowest rank, each from the one before.

    The nodes of a layer are the ascending tuples of ranks in lexicographic order, which is also the
    order in which a breadth-first search from the lowest rank finds them.
    """
    every_rank = np.arange(13, dtype=np.int8)
    ranks = every_rank[lowest:, None]
    parent = np.zeros(len(ranks), np.intp)
    singles = np.maximum(np.arange(13, dtype=np.int32) - lowest, -1)  # the node of each rank
    layers: list[_Layer] = []
    while True:
        m, k = ranks.shape
        if k == len(LAYERS):
            layers.append(_Layer(ranks, parent, np.full((m, 13), -1, np.int32)))
            return layers
        upward = every_rank >= ranks[:, -1:]
        if k >= 4:
            upward &= ~((every_rank == ranks[:, -1:]) & (ranks[:, -1:] == ranks[:, -4:-3]))
        tails, heads = np.nonzero(upward)
        edges = np.full((m, 13), -1, np.int32)
        edges[tails, heads] = np.arange(len(tails))
        # A lower rank r: remove the highest card, add r, and add the highest card again.
        last = ranks[:, -1].astype(np.intp)
        around = layers[-1].edges[parent] if layers else np.broadcast_to(singles, (m, 13))
        nodes, lower = np.nonzero((every_rank < ranks[:, -1:]) & (around >= 0))
        edges[nodes, lower] = edges[around[nodes, lower], last[nodes]]
        layers.append(_Layer(ranks, parent, edges))
        ranks = np.column_stack([ranks[tails], heads.astype(np.int8)])
        parent = tails


def _five_card_classes(classes: HandClasses, fives: I8) -> tuple[I32, I32]:
    """Class of each five-card node, and its class if suited, ``_NO_CLASS`` if it cannot be.

    ``fives`` are the ranks of the nodes, ``(m, 5)``.
    """
    class_of_number = np.full((2, comb(_RANKS + 4, 5)), _NO_CLASS, np.int32)
    ascending = np.sort(classes.ranks, axis=1).astype(np.int8)
    ids = np.arange(1, len(ascending) + 1)
    class_of_number[classes.suited.astype(np.intp), _number(ascending)] = ids
    unsuited, suited = class_of_number[:, _number(fives)]
    return unsuited, suited


def _best_without_one(classes: I32, edges: I32, nodes: int) -> I32:
    """For each node of the next layer, the best class after one of its cards is removed."""
    best = np.full(nodes, _NO_CLASS, np.int32)
    for rank in range(13):
        there = edges[:, rank] >= 0  # no two of these edges meet: taking ``rank`` away leads back
        heads = edges[there, rank]
        best[heads] = np.minimum(best[heads], classes[there])
    return best


def layer_of(cards: int) -> tuple[I8, I32]:
    """The nodes of one layer: their ascending ranks, ``(m, cards)``, and classes, ``(m,)``.

    Classes are as in :class:`RankGraph`, but 9999 below five cards. Five of a rank are left out.
    """
    rank, _ = _graph()
    return _layers()[cards - 1].ranks, rank[cards - 1]


@functools.cache
def rank_graph(classes: HandClasses | None = None) -> RankGraph:
    """The rank graph as Hammer's table has it, or that of another order and of its deck.

    Built in 0.1 s, once.
    """
    classes = classes or hand_classes()
    lowest = int(classes.ranks.min())
    layers = _layers_from(lowest)
    rank, flush = _classes_of_nodes(classes, layers)
    worst_rank, best_rank = [rank[6]], [rank[6]]
    worst_flush, best_flush = [_or(-1, flush[6])], [flush[6]]
    for depth in range(5, -1, -1):
        edges = layers[depth].edges
        worst_rank.insert(0, _reached(worst_rank[0], edges, -1).max(axis=1))
        best_rank.insert(0, _reached(best_rank[0], edges, _NO_CLASS).min(axis=1))
        worst = _reached(worst_flush[0], edges, -1).max(axis=1)
        best = _reached(best_flush[0], edges, _NO_CLASS).min(axis=1)
        worst_flush.insert(0, np.maximum(worst, _or(-1, flush[depth])))
        best_flush.insert(0, np.minimum(best, flush[depth]))

    starts = np.cumsum([0, *map(len, rank)])
    next_node = np.zeros((starts[-1], 13 - lowest), np.int32)
    for depth, layer in enumerate(layers[:-1]):
        first = starts[depth + 1]
        edges = layer.edges[:, lowest:]
        next_node[starts[depth] : first] = np.where(edges >= 0, edges + first, 0)
    return RankGraph(
        next=next_node,
        flush_class=_or(-1, np.concatenate(flush)),
        rank_class=_or(-1, np.concatenate(rank)),
        cards=[
            f"[{', '.join(RANKS[rank] for rank in reversed(ranks))}]"
            for layer in layers
            for ranks in layer.ranks.tolist()
        ],
        worst_rank_class=np.concatenate(worst_rank),
        best_rank_class=np.concatenate(best_rank),
        worst_flush_class=np.concatenate(worst_flush),
        best_flush_class=_or(-1, np.concatenate(best_flush)),
    )


@functools.cache
def _graph() -> tuple[list[I32], list[I32]]:
    return _classes_of_nodes(hand_classes(), _layers())


def _classes_of_nodes(classes: HandClasses, layers: list[_Layer]) -> tuple[list[I32], list[I32]]:
    """Rank and flush class of the nodes of each layer, or ``_NO_CLASS``.

    Nodes with a rank below those of a shorter deck have no class.
    """
    rank = [np.full(len(layer.ranks), _NO_CLASS, np.int32) for layer in layers[:4]]
    flush = list(rank)
    five, suited = _five_card_classes(classes, layers[4].ranks)
    rank.append(five)
    flush.append(suited)
    for depth in (5, 6):
        edges = layers[depth - 1].edges
        lowest = layers[depth].ranks[:, 0]
        better = _best_without_one(rank[-1], edges, len(lowest))
        rank.append(np.where(lowest >= classes.ranks.min(), better, np.int32(_NO_CLASS)))
        better = _best_without_one(flush[-1], edges, len(lowest))
        distinct = (np.diff(layers[depth].ranks, axis=1) > 0).all(axis=1)
        flush.append(np.where(distinct, better, np.int32(_NO_CLASS)))
    return rank, flush


def _reached(values: I32, edges: I32, none: int) -> I32:
    """Values of the nodes that each edge leads to, ``(m, 13)``; ``none`` where there is no edge."""
    return np.where(edges >= 0, values[edges], np.int32(none))


def _or(none: int, classes: I32) -> I32:
    """Classes, with ``none`` in place of ``_NO_CLASS``."""
    return np.where(classes == _NO_CLASS, np.int32(none), classes)


@functools.cache
def merged_graph() -> MergedGraph:
    """The graph that walks use. Built in 40 ms, once."""
    return merged_graph_of(hand_classes())


def merged_graph_of(classes: HandClasses) -> MergedGraph:
    """The graph of another order. Its last two layers differ in size."""
    layers = _layers()
    rank, _ = _graph() if classes is hand_classes() else _classes_of_nodes(classes, layers)
    starts = np.cumsum((0, 1, *LAYERS[:5]))

    leaf_class, leaf_of = np.unique(rank[6], return_inverse=True)
    _, first, merged = np.unique(
        np.where(layers[5].edges >= 0, leaf_of[layers[5].edges], -1),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    by_discovery = np.argsort(first)
    place = np.empty_like(by_discovery)
    place[by_discovery] = np.arange(len(place))
    first, merged = first[by_discovery], place[merged.ravel()]
    leaves = starts[6] + len(first)

    next_node = np.zeros((leaves + len(leaf_class), _RANKS), np.uint16)
    next_node[0] = 1 + np.arange(_RANKS)
    for depth, layer in enumerate(layers[:4]):
        here, there = starts[depth + 1 : depth + 3]
        next_node[here:there] = np.where(layer.edges >= 0, layer.edges + there, 0)
    fifth = layers[4].edges
    next_node[starts[5] : starts[6]] = np.where(fifth >= 0, merged[fifth] + starts[6], 0)
    sixth = layers[5].edges[first]
    next_node[starts[6] : leaves] = np.where(sixth >= 0, leaf_of[sixth] + leaves, 0)

    rank_class = np.zeros(len(next_node), np.uint16)
    rank_class[starts[5] :] = _or(0, np.concatenate([rank[4], rank[5][first], leaf_class]))
    return MergedGraph(next_node, rank_class)


@dataclass(frozen=True)
class NodeNumbers:
    """The tables of one layer.

    The number has two parts, from the three lowest ranks and from the others, each as a node of its
    own layer: ``first[high] + low``.
    """

    # (nodes of k - 3 ranks,): the number of the first node with these highest ranks.
    first: U16
    # (C(12 + k, k),): the class by number, if there is no flush; 0 for five equal ranks.
    rank_class: U16

    def classes_of(self, ranks: I8) -> U16:
        """The classes of hands without a flush by their ascending ranks, ``(m, k)``."""
        return self.rank_class[_number(ranks)]


@functools.cache
def node_numbers(cards: int) -> NodeNumbers:
    """The tables for hands of five, six or seven cards. Built in 25 ms, once."""
    return _node_numbers(cards, _graph()[0])


def node_numbers_of(classes: HandClasses) -> dict[int, NodeNumbers]:
    """The tables of another order, by the number of cards; class 0 for ranks not in its deck."""
    rank, _ = _classes_of_nodes(classes, _layers())
    return {cards: _node_numbers(cards, rank) for cards in (5, 6, 7)}


def _node_numbers(cards: int, rank: list[I32]) -> NodeNumbers:
    layers = _layers()
    high_ranks = layers[cards - 4].ranks
    first = np.zeros(comb(_RANKS - 1 + cards - 3, cards - 3), np.uint16)
    first[_number(high_ranks)] = _number(high_ranks, below=3)
    rank_class = np.zeros(comb(_RANKS - 1 + cards, cards), np.uint16)
    rank_class[_number(layers[cards - 1].ranks)] = _or(0, rank[cards - 1])
    return NodeNumbers(first, rank_class)


def _number(ranks: I8, below: int = 0) -> I64:
    """The numbers of ascending ranks, ``(m, k)``, with ``below`` other ranks before them."""
    numbers = np.zeros(len(ranks), np.int64)
    for i in range(ranks.shape[1]):
        place = below + i
        numbers += np.array([comb(rank + place, place + 1) for rank in range(_RANKS)])[ranks[:, i]]
    return numbers


@functools.cache
def flush_of_set() -> U16:
    """The class of cards of one suit by the set of their ranks, a bit each, ``(8192,)``.

    It is 0 for fewer than five ranks, and for more than seven.
    """
    return flush_of_set_of(hand_classes())


def flush_of_set_of(classes: HandClasses) -> U16:
    """The same for another order; also 0 for ranks that are not in its deck."""
    best = np.full(1 << _RANKS, _NO_CLASS, np.uint16)
    sets = (1 << classes.ranks[classes.suited].astype(np.int64)).sum(axis=1)
    best[sets] = 1 + np.flatnonzero(classes.suited)
    every_set = np.arange(1 << _RANKS)
    every_set = every_set[every_set & (1 << int(classes.ranks.min())) - 1 == 0]
    for ranks in (6, 7):
        chosen = every_set[np.bitwise_count(every_set) == ranks]
        without = [np.where(chosen >> r & 1, chosen & ~(1 << r), 0) for r in range(_RANKS)]
        best[chosen] = best[np.stack(without)].min(axis=0)
    best[best == _NO_CLASS] = 0
    return best
