"""Kernels of equity over ranges: two ranges on each board at once, beside holes that are known.

The holes of both ranges are ordered by strength, and passed from the weakest to the strongest. What
has been passed is kept as the sum of the weights, and as the sum for each card: pairs of holes of
which one or both are among those passed, and which share no card, are a product of two sums less
one for each of 52 cards. Only who beats whom has to be added up hole by hole.

All numbers are doubles. Where weights are 0 and 1 they are integers and stay below 2 ** 53 (of two
random hands on all boards there are 2.8e12), so that they are exact.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.hands.board_order import DIGIT, GRAPH, sort_pass
from pokerlake.engine.hands.card_steps import rank_step

# n = boards, t = tuples of known holes, q = holes in a tuple, p = q + 2 players
# m = holes of the two ranges; s = snapshots of what has been passed, one for each category

CARDS = 52
NO_CLASS = 8000  # weaker than any
CATEGORIES = 10

u64 = np.uint64


@inlined
def _cards_of(cards):
    """A bit for each card."""
    bits = u64(0)
    for card in cards:
        bits |= u64(1) << u64(card)
    return bits


@inlined
def _read_board(board, next_node):
    """The node, and the suit in which a flush is possible: 4 for none, its ranks, how many."""
    node = 0
    counts = 0
    for card in board:
        node = rank_step(next_node, node, card)
        counts += 1 << (8 * (card & 3))
    suit = 4
    suited = ranks = 0
    for s in range(4):
        if (counts >> (8 * s)) & 255 >= 3:
            suit = s
            suited = (counts >> (8 * s)) & 255
    for card in board:
        ranks |= (card & 3 == suit) << (card >> 2)
    return node, suit, ranks, suited


@inlined
def _class_of(hole, node, suit, ranks, suited, next_node, rank_class, flush_of_set):
    """The class of one hole on a board that has been read."""
    for card in hole:
        node = rank_step(next_node, node, card)
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
            suited += 1
    return flush_of_set[ranks] if suited >= 5 else rank_class[node]


@inlined
def _weakest_first(
    bits,
    pairs,
    suit_ranks,
    suit_cards,
    dead,
    suit,
    ranks,
    suited,
    pair_class,
    flush_of_set,
    spare,
    counts,
    keys,
):
    """Order the holes without a dead card: ``keys``, ``class << 11 | index``; how many."""
    m = 0
    if suit == 4:
        for i in range(len(bits)):
            keys[m] = np.int64(pair_class[pairs[i]]) << 11 | i
            m += (bits[i] & dead) == u64(0)
    else:
        for i in range(len(bits)):
            if suited + suit_cards[suit, i] >= 5:
                hand_class = flush_of_set[ranks | suit_ranks[suit, i]]
            else:
                hand_class = pair_class[pairs[i]]
            keys[m] = np.int64(hand_class) << 11 | i
            m += (bits[i] & dead) == u64(0)
    sort_pass(keys, m, 11, counts, spare)
    sort_pass(spare, m, 18, counts, keys)
    return m


@inlined
def _pairs_of(first, second, first_with, second_with, same):
    """Pairs of holes without a common card, of two sets of holes with these weights.

    What shares a card is taken off for each card, and so is the ``same`` hole twice.
    """
    sharing = 0.0
    for card in range(CARDS):
        sharing += first_with[card] * second_with[card]
    return first * second - sharing + same


@inlined
def _sweep(keys, m, best, cards, weights, category, passed, snapshots, kinds):
    """Pass all holes, the weakest first: pairs of holes by who wins.

    ``best`` is the class of the best known hole. ``snapshots`` ``(s, 2, 54)`` gets what was passed
    before each category of ``kinds`` ``(s,)`` began: for each card, in all, of holes both have.

    The number of categories, and of pairs: all; both holes are weaker than the best; the first
    alone is equal to it; the second alone; both; the first wins; both share.
    """
    x_with = passed[0]
    y_with = passed[1]
    x_with[:] = 0.0
    y_with[:] = 0.0
    x_passed = y_passed = same = 0.0
    below = up_to = win = tie = win_equal = tie_equal = 0.0
    below_done = up_to_done = False
    now = 0
    found = 0
    start = 0
    while start < m:
        hand_class = keys[start] >> 11
        if hand_class <= best and not below_done:
            below = _pairs_of(x_passed, y_passed, x_with, y_with, same)
            below_done = True
        if hand_class < best and not up_to_done:
            up_to = _pairs_of(x_passed, y_passed, x_with, y_with, same)
            up_to_done = True
        if category[hand_class] != now:
            now = category[hand_class]
            kinds[found] = now
            snapshots[found, 0, :CARDS] = x_with
            snapshots[found, 1, :CARDS] = y_with
            snapshots[found, 0, CARDS] = x_passed
            snapshots[found, 1, CARDS] = y_passed
            snapshots[found, :, CARDS + 1] = same
            found += 1
        beaten = met = 0.0
        stop = start
        while stop < m and keys[stop] >> 11 == hand_class:
            i = keys[stop] & 2047
            beaten += weights[i, 0] * (y_passed - (y_with[cards[i, 0]] + y_with[cards[i, 1]]))
            stop += 1
        for j in range(start, stop):
            i = keys[j] & 2047
            a = cards[i, 0]
            b = cards[i, 1]
            x = weights[i, 0]
            y = weights[i, 1]
            x_passed += x
            y_passed += y
            same += x * y
            x_with[a] += x
            x_with[b] += x
            y_with[a] += y
            y_with[b] += y
        if stop > start + 1:
            for j in range(start, stop):
                i = keys[j] & 2047
                others = y_with[cards[i, 0]] + y_with[cards[i, 1]]
                met += weights[i, 0] * (y_passed - others + weights[i, 1])
            met -= beaten
        if hand_class < best:
            win += beaten
            tie += met
        elif hand_class == best:
            win_equal = beaten
            tie_equal = met
        start = stop
    total = _pairs_of(x_passed, y_passed, x_with, y_with, same)
    if not below_done:
        below = total
    if not up_to_done:
        up_to = total
    snapshots[found, 0, CARDS] = x_passed
    snapshots[found, 1, CARDS] = y_passed
    y_equal = up_to - below - win_equal - tie_equal
    return found, (total, below, win_equal, y_equal, tie_equal, win, tie)


@inlined
def _add_categories(found, passed, snapshots, kinds, total, weight, x_categories, y_categories):
    """Pairs of holes by the category of each, from what was passed before the category began."""
    x_all = snapshots[found, 0, CARDS]
    y_all = snapshots[found, 1, CARDS]
    x_later = y_later = total
    for s in range(found - 1, -1, -1):
        x_before = snapshots[s, 0]
        y_before = snapshots[s, 1]
        same = x_before[CARDS + 1]
        x_pairs = _pairs_of(x_before[CARDS], y_all, x_before, passed[1], same)
        y_pairs = _pairs_of(x_all, y_before[CARDS], passed[0], y_before, same)
        x_categories[kinds[s]] += weight * (x_later - x_pairs)
        y_categories[kinds[s]] += weight * (y_later - y_pairs)
        x_later = x_pairs
        y_later = y_pairs


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8"),
        *GRAPH,
        array("uint8"),
        array("uint8", 2),
        array("float64", 2),
        array("uint8", 3),
        types.int64,
        types.int64,
        types.float64[:, :, ::1],
        types.float64[:, :, ::1],
    )
)
def sweep_boards(
    boards,
    board_weights,
    next_node,
    rank_class,
    flush_of_set,
    category,
    cards,
    weights,
    known,
    start,
    stop,
    shared,
    categories,
):
    """Two ranges, and known holes beside them, on rivers ``start..stop`` of ``(n, 5)``.

    These count ``board_weights`` ``(n,)``. ``cards`` ``(m, 2)`` are the holes of both ranges and
    ``weights`` ``(m, 2)`` what they weigh in either. ``known`` ``(t, q, 2)`` are the other players'
    holes; the rivers with one of their cards are left out. Added to are, for each tuple of these,
    ``shared`` ``(t, p, p + 1)`` and ``categories`` ``(t, p, 10)``: of the known holes first, then
    of the two ranges.
    """
    m = len(cards)
    q = known.shape[1]
    bits = np.empty(m, np.uint64)
    pairs = np.empty(m, np.uint8)
    suit_ranks = np.zeros((4, m), np.uint16)
    suit_cards = np.zeros((4, m), np.uint8)
    is_needed = np.zeros(169, np.bool_)
    for i in range(m):
        bits[i] = _cards_of(cards[i])
        pairs[i] = 13 * (cards[i, 1] >> 2) + (cards[i, 0] >> 2)
        is_needed[pairs[i]] = True
        for card in cards[i]:
            suit_ranks[card & 3, i] |= 1 << (card >> 2)
            suit_cards[card & 3, i] += 1
    needed = np.flatnonzero(is_needed)
    pair_class = np.zeros(169, np.uint16)
    order = np.empty(m + 1, np.int32)
    spare = np.empty(m + 1, np.int32)
    counts = np.empty(DIGIT, np.int32)
    beside = np.empty(m + 1, np.int32)
    passed = np.empty((2, CARDS))
    snapshots = np.empty((CATEGORIES, 2, CARDS + 2))
    kinds = np.empty(CATEGORIES, np.int64)
    classes = np.empty(q, np.int64)
    last = -1
    for i in range(start, stop):
        board = boards[i]
        weight = np.float64(board_weights[i])
        dead = _cards_of(board)
        node, suit, ranks, suited = _read_board(board, next_node)
        if node != last:
            last = node
            for pair in needed:
                pair_class[pair] = rank_class[next_node[next_node[node, pair // 13], pair % 13]]
        live = _weakest_first(
            bits,
            pairs,
            suit_ranks,
            suit_cards,
            dead,
            suit,
            ranks,
            suited,
            pair_class,
            flush_of_set,
            spare,
            counts,
            order,
        )
        for t in range(len(known)):
            taken = u64(0)
            best = NO_CLASS
            sharers = 0
            for k in range(q):
                taken |= _cards_of(known[t, k])
                classes[k] = _class_of(
                    known[t, k], node, suit, ranks, suited, next_node, rank_class, flush_of_set
                )
                if classes[k] <= best:
                    sharers = 1 if classes[k] < best else sharers + 1
                    best = classes[k]
            if taken & dead:
                continue
            keys = order
            m = live
            if q:
                keys = beside
                m = 0
                for j in range(live):
                    keys[m] = order[j]
                    m += (bits[order[j] & 2047] & taken) == u64(0)
            found, outcome = _sweep(
                keys, m, best, cards, weights, category, passed, snapshots, kinds
            )
            total, below, x_equal, y_equal, both_equal, x_wins, both_share = outcome
            y_wins = total - below - x_equal - y_equal - both_equal - x_wins - both_share
            by_player = shared[t]
            for k in range(q):
                categories[t, k, category[classes[k]]] += weight * total
                if classes[k] == best:
                    by_player[k, sharers] += weight * below
                    by_player[k, sharers + 1] += weight * (x_equal + y_equal)
                    by_player[k, sharers + 2] += weight * both_equal
                    by_player[k, 0] += weight * (x_wins + y_wins + both_share)
                else:
                    by_player[k, 0] += weight * total
            if q:
                by_player[q, sharers + 1] += weight * x_equal
                by_player[q + 1, sharers + 1] += weight * y_equal
                by_player[q, sharers + 2] += weight * both_equal
                by_player[q + 1, sharers + 2] += weight * both_equal
            by_player[q, 0] += weight * (y_wins + below + y_equal)
            by_player[q, 1] += weight * x_wins
            by_player[q, 2] += weight * both_share
            by_player[q + 1, 0] += weight * (x_wins + below + x_equal)
            by_player[q + 1, 1] += weight * y_wins
            by_player[q + 1, 2] += weight * both_share
            _add_categories(
                found,
                passed,
                snapshots,
                kinds,
                total,
                weight,
                categories[t, q],
                categories[t, q + 1],
            )
