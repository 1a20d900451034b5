"""The tables counted a second time, in plain numpy, by a road the kernels do not take.

The tests compare these arrays with what the engine made. Nothing here is
shared with the engine: no import, no table, no method. The kernels walk a graph card by card and
hand by hand; here no hand is dealt. Rank multisets are summed with the suits they can be dealt in.

The one data structure is the *count row*: thirteen numbers, how many cards of each rank are held
(column 0 is the deuce, column 12 the ace). Four 13-bit masks are made of it, the ranks held at
least once, twice, three and four times, and of the masks a *score*: ``category << 20`` and below
it the five cards that play, most significant first, four bits each, as 12 - rank. Scores order as
hands do, the lower the better, so that the classes are the sorted distinct scores of all
five-card hands, and a binary search finds the class of a score.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

RANKS = "23456789TJQKA"
STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH_CARD = range(1, 10)

_BIT = 1 << np.arange(13, dtype=np.int64)
_MASKS = np.arange(1 << 13, dtype=np.int64)
_KEY = 5 ** np.arange(13, dtype=np.int64)  # a count row of 0..4 read as a number to base five


def _top_ranks() -> Ints:
    """Rank of the highest bit of every 13-bit mask; -1 for the empty one."""
    top = np.full(len(_MASKS), -1, dtype=np.int64)
    for rank in range(13):
        top[_BIT[rank] :] = rank
    return top


def _straight_tops() -> Ints:
    """Top rank of the best straight within every 13-bit mask, 3 for A-2-3-4-5; -1 for none."""
    top = np.full(len(_MASKS), -1, dtype=np.int64)
    for rank in range(3, 13):  # upwards: a better straight overwrites a worse one
        run = sum(1 << r % 13 for r in range(rank - 4, rank + 1))  # -1 % 13: the ace below the 2
        top[(_MASKS & run) == run] = rank
    return top


_TOP = _top_ranks()
_STRAIGHT_TOP = _straight_tops()


@dataclass(frozen=True, eq=False)
class ClassKeys:
    """The 7,462 classes, best first: entry i describes class i + 1.

    Attributes
    ----------
    category : ndarray of uint8, shape (7462,)
        1 straight flush (the royal flush too) .. 9 high card.
    ranks : list of str
        The five ranks in order of significance: ``AAAKK``, ``KKQQ7``, ``AKQJ9``; the five-high
        straight is ``5432A``.
    suited : ndarray of bool, shape (7462,)
        Whether the five cards are of one suit.
    """

    category: npt.NDArray[np.uint8]
    ranks: list[str]
    suited: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RankGraph:
    """The seven-card rank graph, one entry a node, nodes 0..76153 (Hammer's columns).

    Attributes
    ----------
    next : ndarray of int32, shape (76154, 13)
        The node reached by one more card of each rank, '2' .. 'A'; 0 where the rank cannot come
        (four are held) and everywhere on layer 7. No edge leads to node 0, the single deuce.
    flush_class : ndarray of int16, shape (76154,)
        Class of the node's cards if they are of one suit; -1 below five cards or where a rank
        repeats.
    rank_class : ndarray of int16, shape (76154,)
        Class of the node's cards if no flush is among them; -1 below five cards.
    cards : list of str
        The ranks from high to low, ``[J, 4, 2]``; the ten is ``T``.
    worst_rank_class, best_rank_class : ndarray of int16, shape (76154,)
        Over the seven-card nodes reachable, a layer 7 node reaching itself.
    worst_flush_class, best_flush_class : ndarray of int16, shape (76154,)
        Over the reachable nodes that have a flush class, the node itself included; -1 where a
        rank repeats, since no such node is reachable then.
    """

    next: npt.NDArray[np.int32]
    flush_class: npt.NDArray[np.int16]
    rank_class: npt.NDArray[np.int16]
    cards: list[str]
    worst_rank_class: npt.NDArray[np.int16]
    worst_flush_class: npt.NDArray[np.int16]
    best_rank_class: npt.NDArray[np.int16]
    best_flush_class: npt.NDArray[np.int16]


def class_keys() -> ClassKeys:
    """Build the 7,462 classes from nothing but the rules.

    Returns
    -------
    ClassKeys
        The classes from the royal flush to 7-5-4-3-2, entry i being class i + 1.

    Notes
    -----
    Five cards with at most four of a rank are 6,175 rank multisets; 1,287 of them have five
    distinct ranks and can also be of one suit. 6,175 + 1,287 = 7,462 scores, all different;
    sorted, they are Cactus Kev's list.

    References
    ----------
    K. Suffecool, *Cactus Kev's Poker Hand Evaluator*.

    Examples
    --------
    >>> keys = class_keys()
    >>> [keys.ranks[class_id - 1] for class_id in (1, 10, 167, 1609, 2468, 7462)]
    ['AKQJT', '5432A', 'AAAKK', '5432A', 'AAKKQ', '75432']
    """
    scores = _class_scores()
    category = (scores >> 20).astype(np.uint8)
    ranks = 12 - (scores[:, None] >> np.arange(16, -1, -4) & 15)
    letters = np.array(list(RANKS))[ranks]
    return ClassKeys(
        category=category,
        ranks=["".join(row) for row in letters.tolist()],
        suited=(category == STRAIGHT_FLUSH) | (category == FLUSH),
    )


def rank_classes(counts: npt.NDArray[np.integer[Any]]) -> Ints:
    """Class of the best five cards of each count row when no flush is among them.

    Parameters
    ----------
    counts : ndarray of integers, shape (m, 13)
        Cards held of each rank, deuce first: 0..4 each, five to seven in a row.

    Returns
    -------
    ndarray of int64, shape (m,)
        Class ids, 11..7462.

    Raises
    ------
    ValueError
        If `counts` is not of shape (m, 13), or a row holds fewer than five or more than seven
        cards, or a rank is held fewer than zero or more than four times.

    Notes
    -----
    With five to seven cards every category is decided by the highest rank held often enough:
    four of a kind by the highest quadruple and the highest other rank; a full house by the
    highest triple and the highest other rank held twice *or more* (two triples make one); two
    pair by the two highest pairs and the highest other rank, which may be a third pair.

    Examples
    --------
    >>> row = [0] * 11 + [3, 4]  # A A A A K K K
    >>> rank_classes(np.array([row])).tolist()
    [11]
    """
    rows = _checked(counts)
    cards = rows.sum(axis=1)
    if np.any((cards < 5) | (cards > 7)):
        wrong = int(np.argmax((cards < 5) | (cards > 7)))
        raise ValueError(f"row {wrong} holds {cards[wrong]} cards; 5, 6 or 7 are ranked")
    return np.searchsorted(_class_scores(), _rank_scores(rows)) + 1


def flush_classes(counts: npt.NDArray[np.integer[Any]]) -> Ints:
    """Class of the best five cards of each count row when all its cards are of one suit.

    Parameters
    ----------
    counts : ndarray of integers, shape (m, 13)
        Cards held of each rank, deuce first, 0..4 each.

    Returns
    -------
    ndarray of int64, shape (m,)
        Class ids, 1..10 and 323..1599; -1 where a rank repeats (one suit cannot hold it) or
        fewer than five cards are held.

    Raises
    ------
    ValueError
        If `counts` is not of shape (m, 13), or a rank is held fewer than zero or more than four
        times.

    Examples
    --------
    >>> flush_classes(np.array([[0] * 6 + [1] * 7, [0] * 8 + [1] * 5, [1] * 4 + [0] * 9])).tolist()
    [1, 1, -1]
    """
    rows = _checked(counts)
    possible = (rows.sum(axis=1) >= 5) & (rows.max(axis=1, initial=0) <= 1)
    classes = np.full(len(rows), -1, dtype=np.int64)
    classes[possible] = np.searchsorted(_class_scores(), _flush_scores(rows[possible])) + 1
    return classes


def class_counts(cards: int) -> Ints:
    """Count the raw hands of 5, 6 or 7 cards whose best five fall in each class, exactly.

    Parameters
    ----------
    cards : int
        Cards in a hand: 5, 6 or 7.

    Returns
    -------
    ndarray of int64, shape (7463,)
        Hands per class, by class id; entry 0 is 0. The sum is C(52, `cards`).

    Raises
    ------
    ValueError
        If `cards` is not 5, 6 or 7.

    Notes
    -----
    Hands with a flush: choose the suit (4), the ranks F held in it, five or more, and a count row
    G of the remaining cards, which come from the other three suits. Each (F, G) stands for
    4 · Π C(3, G_r) hands, since only one suit can hold five of at most seven cards. Their class
    is the better of the flush class of F and the rank class of F + G; that the flush wins is
    computed, not assumed.

    Hands without: a count row M can be dealt in Π C(4, M_r) ways, less those counted above with
    F + G = M; their class is the rank class of M.

    Examples
    --------
    >>> [int(class_counts(cards).sum()) for cards in (5, 6, 7)]
    [2598960, 20358520, 133784560]
    >>> int(class_counts(7)[1])  # royal flushes: 4 suits, C(47, 2) other cards
    4324
    """
    if cards not in (5, 6, 7):
        raise ValueError(f"hands of {cards} cards are not counted; 5, 6 or 7 are")
    rows = multisets(cards, most=4)
    keys = rows @ _KEY
    order = np.argsort(keys)
    plain_deals = _deals(rows, suits=4)
    hands = np.zeros(7463, dtype=np.int64)
    for suited_cards in range(5, cards + 1):
        suited = multisets(suited_cards, most=1)
        rest = multisets(cards - suited_cards, most=3)
        whole = (suited[:, None, :] + rest[None, :, :]).reshape(-1, 13)
        deals = 4 * np.tile(_deals(rest, suits=3), len(suited))
        flush = np.repeat(flush_classes(suited), len(rest))
        np.add.at(hands, np.minimum(flush, rank_classes(whole)), deals)
        found = order[np.searchsorted(keys, whole @ _KEY, sorter=order)]
        np.subtract.at(plain_deals, found, deals)
    np.add.at(hands, rank_classes(rows), plain_deals)
    return hands


def rank_graph() -> RankGraph:
    """Build the seven-card rank graph of Hammer's evaluator with all its columns.

    Returns
    -------
    RankGraph
        76,154 nodes on the layers 13, 91, 455, 1820, 6175, 18395, 49205, numbered breadth-first:
        layer by layer, and within a layer by first discovery when the nodes before are expanded
        in order of their ids, each by '2' .. 'A'. There is no root; nodes 0..12 are '2' .. 'A'.

    Notes
    -----
    A node is a multiset of one to seven ranks, none more than four times. A layer is found by
    adding each rank to each row of the layer before, all at once; `numpy.unique` gives every row
    met and where it was met first. Reachable classes are then minima and maxima over the
    children, from layer 7 upwards.

    References
    ----------
    M. Hammer, *A hand evaluator for 7-card poker games*, 2008. His 76,514 nodes are 76,154 with
    two digits exchanged, and his worst class 7,462 is not left by any seven cards: 7,414 is.

    Examples
    --------
    >>> graph = rank_graph()
    >>> graph.next.shape, graph.cards[-1], int(graph.worst_rank_class.max())
    ((76154, 13), '[A, A, A, A, K, K, K]', 7414)
    """
    layer = np.eye(13, dtype=np.int64)
    layers = [layer]
    edges = []
    first_id = 0
    for _ in range(6):
        child = layer[:, None, :] + np.eye(13, dtype=np.int64)
        allowed = layer < 4
        met = child[allowed]  # in order of parent, then of rank
        _, first_met, which = np.unique(met @ _KEY, return_index=True, return_inverse=True)
        met_at = first_met[which]  # where each child was met first
        discovered = np.sort(first_met)
        first_id += len(layer)
        edge = np.zeros((len(layer), 13), dtype=np.int64)
        edge[allowed] = first_id + np.searchsorted(discovered, met_at)
        edges.append(edge)
        layer = met[discovered]
        layers.append(layer)
    edges.append(np.zeros((len(layer), 13), dtype=np.int64))

    absent = np.iinfo(np.int16).max
    rank_class = [np.full(len(rows), -1, dtype=np.int64) for rows in layers]
    for depth in (4, 5, 6):
        rank_class[depth] = rank_classes(layers[depth])
    all_next = np.concatenate(edges)
    all_rank_class = np.concatenate(rank_class)
    all_flush_class = flush_classes(np.concatenate(layers))
    worst_rank = all_rank_class.copy()
    best_rank = all_rank_class.copy()
    worst_flush = all_flush_class.copy()
    best_flush = np.where(all_flush_class == -1, absent, all_flush_class)
    stop = len(all_next) - len(layers[-1])
    for rows in reversed(layers[:-1]):
        here = slice(stop - len(rows), stop)
        child = all_next[here]
        allowed = child > 0
        worst_rank[here] = np.where(allowed, worst_rank[child], -1).max(axis=1)
        best_rank[here] = np.where(allowed, best_rank[child], absent).min(axis=1)
        reached = np.where(allowed, worst_flush[child], -1).max(axis=1)
        worst_flush[here] = np.maximum(worst_flush[here], reached)
        reached = np.where(allowed, best_flush[child], absent).min(axis=1)
        best_flush[here] = np.minimum(best_flush[here], reached)
        stop -= len(rows)
    best_flush[best_flush == absent] = -1
    return RankGraph(
        next=all_next.astype(np.int32),
        flush_class=all_flush_class.astype(np.int16),
        rank_class=all_rank_class.astype(np.int16),
        cards=[text for rows in layers for text in _texts(rows)],
        worst_rank_class=worst_rank.astype(np.int16),
        worst_flush_class=worst_flush.astype(np.int16),
        best_rank_class=best_rank.astype(np.int16),
        best_flush_class=best_flush.astype(np.int16),
    )


def _checked(counts: npt.NDArray[np.integer[Any]]) -> Ints:
    """Return the count rows as int64, or raise the ValueError that says what is wrong."""
    if counts.ndim != 2 or counts.shape[1] != 13:
        raise ValueError(f"counts have shape {counts.shape}; (rows, 13) is expected")
    rows = counts.astype(np.int64)
    wrong = np.flatnonzero(((rows < 0) | (rows > 4)).any(axis=1))
    if len(wrong):
        held = rows[wrong[0]].tolist()
        raise ValueError(f"row {wrong[0]} is {held}; a rank is held 0 to 4 times")
    return rows


def multisets(cards: int, most: int) -> Ints:
    """All count rows of `cards` cards with at most `most` of a rank, shape (m, 13)."""
    picks = list(combinations_with_replacement(range(13), cards))
    rows = np.zeros((len(picks), 13), dtype=np.int64)
    for column in np.array(picks, dtype=np.int64).reshape(len(picks), cards).T:
        rows[np.arange(len(picks)), column] += 1
    allowed = (rows <= most).all(axis=1)
    return rows[allowed]


def _deals(rows: Ints, suits: int) -> Ints:
    """Ways to deal each count row from a deck of `suits` suits: Π C(suits, count)."""
    ways = np.array([comb(suits, held) for held in range(5)], dtype=np.int64)
    product: Ints = ways[rows].prod(axis=1)
    return product


def _texts(rows: Ints) -> list[str]:
    """Write the ranks of each row from high to low; all rows hold equally many cards."""
    high_to_low = np.tile(np.array(list(reversed(RANKS))), len(rows))
    letters = np.repeat(high_to_low, rows[:, ::-1].ravel()).reshape(len(rows), -1)
    return [f"[{', '.join(row)}]" for row in letters.tolist()]


@cache
def _class_scores() -> Ints:
    """Scores of the 7,462 classes, best first."""
    rows = multisets(5, most=4)
    distinct = rows[rows.max(axis=1) == 1]
    return np.unique(np.concatenate([_rank_scores(rows), _flush_scores(distinct)]))


def _rank_scores(rows: Ints) -> Ints:
    """Scores of the best five of five to seven cards, flushes left aside."""
    once, twice, thrice, four_times = ((rows >= held) @ _BIT for held in (1, 2, 3, 4))
    top = _STRAIGHT_TOP[once]

    quad, after_quad = _highest(four_times), _without(once, _highest(four_times))
    trip = _highest(thrice)
    after_trip = _without(once, trip)
    second_kicker = _highest(_without(after_trip, _highest(after_trip)))
    trip_pair = _highest(_without(twice, trip))
    pair = _highest(twice)
    lower_pair = _highest(_without(twice, pair))
    after_pairs = _without(_without(once, pair), lower_pair)
    kickers = _highest_cards(_without(once, pair), 3)

    return np.select(
        [
            quad >= 0,
            (trip >= 0) & (trip_pair >= 0),
            top >= 0,
            trip >= 0,
            lower_pair >= 0,
            pair >= 0,
        ],
        [
            _score(FOUR, quad, quad, quad, quad, _highest(after_quad)),
            _score(FULL_HOUSE, trip, trip, trip, trip_pair, trip_pair),
            _straight_score(STRAIGHT, top),
            _score(THREE, trip, trip, trip, _highest(after_trip), second_kicker),
            _score(TWO_PAIR, pair, pair, lower_pair, lower_pair, _highest(after_pairs)),
            _score(PAIR, pair, pair, *kickers),
        ],
        _score(HIGH_CARD, *_highest_cards(once, 5)),
    )


def _flush_scores(rows: Ints) -> Ints:
    """Scores of the best five of five or more distinct ranks of one suit."""
    held = rows @ _BIT
    top = _STRAIGHT_TOP[held]
    return np.where(
        top >= 0,
        _straight_score(STRAIGHT_FLUSH, top),
        _score(FLUSH, *_highest_cards(held, 5)),
    )


def _highest(masks: Ints) -> Ints:
    """Highest rank in each mask, -1 for the empty one."""
    return _TOP[masks]


def _without(masks: Ints, ranks: Ints) -> Ints:
    """Take one rank out of each mask; -1 takes nothing out."""
    return masks & ~np.where(ranks >= 0, _BIT[ranks], 0)


def _highest_cards(masks: Ints, number: int) -> list[Ints]:
    """Find the `number` highest ranks of each mask, high to low, -1 when they run out."""
    ranks = []
    for _ in range(number):
        ranks.append(_highest(masks))
        masks = _without(masks, ranks[-1])
    return ranks


def _straight_score(category: int, top: Ints) -> Ints:
    """Score of a straight by its top rank; under a five stand 4, 3, 2 and the ace."""
    return _score(category, top, top - 1, top - 2, top - 3, (top - 4) % 13)


def _score(category: int, *ranks: Ints) -> Ints:
    """Pack a category and five ranks, most significant first; the lower the better."""
    score = np.full(len(ranks[0]), category, dtype=np.int64)
    for rank in ranks:
        score = score << 4 | (12 - rank)
    return score
