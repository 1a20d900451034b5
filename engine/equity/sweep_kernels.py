"""Kernels of equity over ranges: a sweep over two ranges on each board, with known other holes.

All numbers are doubles. If weights are 0 and 1, they are integers and stay below 2 ** 53 (two
random hands on all boards have 2.8e12 deals), so they are exact.

The holes of both ranges are ordered by strength, and passed from the weakest to the strongest. The
weights of the holes passed are summed in all, and for each card. The weight of pairs of disjoint
holes of two such sets is the product of their sums, less a product for each of 52 cards. Only who
beats whom has to be added up hole by hole.

Tuples of disjoint holes are also listed here, up to suits.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, zeros
from ..cards.steps import card_bits
from ..hands.board_order import LIVE_HOLES, SortRoom, end_of_tie, read_board, sort_keys, sort_room
from ..hands.board_tables import BoardTables
from ..hands.evaluate_kernels import rank_step
from ..signatures import F64, I32, I64, U8, U16, U64, Array, Input

# n = boards, t = tuples of known holes, q = holes in a tuple, p = q + 2 players
# m = holes of the two ranges; s = snapshots of the sums, one for each category

DECK = 52
NO_CLASS = 8000  # weaker than any
CATEGORIES = 10

u64 = np.uint64


class Holes(NamedTuple):
    """The holes of both ranges, read once for all boards."""

    cards: Array[U8, "m, 2"]  # the lower card first
    weights: Array[F64, "m, 2"]  # in the first range, and in the second
    bits: Array[U64, "m"]  # their cards as sets
    pairs: Array[U8, "m"]  # their ranks: 13 times that of the higher card, and that of the lower
    suit_ranks: Array[U16, "4, m"]  # the set of their ranks in each suit
    suit_cards: Array[U8, "4, m"]  # the number of their cards of each suit
    needed: Array[I64, "x"]  # the pairs of ranks that are there


class SweepScratch(NamedTuple):
    """Scratch arrays of a sweep."""

    sort: SortRoom
    pair_class: Array[U16, "169"]  # the class of each pair of ranks on a board without a flush
    order: Array[I32, "1176"]  # the holes on a board in order: ``class << 11 | index``
    beside: Array[I32, "1176"]  # the holes of ``order`` without a card of the known holes
    passed: Array[F64, "2, 52"]  # the weight passed with each card, in either range
    # The weight passed before each category began, in either range: with each card, in all, and of
    # holes that both have.
    snapshots: Array[F64, "10, 2, 54"]
    kinds: Array[I64, "10"]  # the categories of the snapshots
    classes: Array[I64, "q"]  # the classes of the known holes


class Outcome(NamedTuple):
    """The weights of pairs of holes on one board, by their result."""

    total: float  # all pairs of disjoint holes
    below: float  # both holes are weaker than the best known hole
    # Only the first hole is as strong as the best known one; only the second.
    x_equal: float
    y_equal: float
    both_equal: float  # both are as strong as the best known one
    x_wins: float  # the first hole is stronger than everything else
    both_share: float  # both are of one class, which is stronger than the best known one


@inlined
def read_holes(cards: Input[U8, "m, 2"], weights: Input[F64, "m, 2"]):
    """Return the :class:`Holes` of cards and weights."""
    m = len(cards)
    bits = empty(m, np.uint64)
    pairs = empty(m, np.uint8)
    suit_ranks = zeros((4, m), np.uint16)
    suit_cards = zeros((4, m), np.uint8)
    is_needed = zeros(169, np.bool_)
    for i in range(m):
        bits[i] = card_bits(cards[i])
        pairs[i] = 13 * (cards[i, 1] >> 2) + (cards[i, 0] >> 2)
        is_needed[pairs[i]] = True
        for card in cards[i]:
            suit_ranks[card & 3, i] |= 1 << (card >> 2)
            suit_cards[card & 3, i] += 1
    return Holes(cards, weights, bits, pairs, suit_ranks, suit_cards, np.flatnonzero(is_needed))


@inlined
def sweep_room(q: int):
    """Return a new :class:`SweepScratch` for ``q`` known holes."""
    return SweepScratch(
        sort_room(),
        zeros(169, np.uint16),
        empty(LIVE_HOLES, np.int32),
        empty(LIVE_HOLES, np.int32),
        empty((2, DECK), np.float64),
        empty((CATEGORIES, 2, DECK + 2), np.float64),
        empty(CATEGORIES, np.int64),
        empty(q, np.int64),
    )


@borrowing
def class_pairs(
    node: int, tables: BoardTables, holes: Holes, pair_class: Array[U16, "169"]
) -> None:
    """Fill ``pair_class`` for the pairs of ranks that the holes need; ``node`` is the board's."""
    next_node, rank_class = tables.next_node, tables.rank_class
    for pair in holes.needed:
        one_more = next_node[node, pair // 13]
        pair_class[pair] = rank_class[next_node[one_more, pair % 13]]


@borrowing
def order_holes(
    # The result of ``read_board``. The pairs of ranks have been classed.
    board: tuple,
    tables: BoardTables,
    holes: Holes,
    room: SweepScratch,
):
    """Write the holes without a dead card to ``room.order``, weakest first; return their number."""
    dead, _, suit, suited, ranks = board
    bits, pairs, pair_class, keys = holes.bits, holes.pairs, room.pair_class, room.order
    flush_of_set = tables.flush_of_set
    m = 0
    if suit == 4:
        for i in range(len(bits)):
            keys[m] = np.int64(pair_class[pairs[i]]) << 11 | i
            m += (bits[i] & dead) == u64(0)
    else:
        suit_cards, suit_ranks = holes.suit_cards[suit], holes.suit_ranks[suit]
        for i in range(len(bits)):
            if suited + suit_cards[i] >= 5:
                hand_class = flush_of_set[ranks | suit_ranks[i]]
            else:
                hand_class = pair_class[pairs[i]]
            keys[m] = np.int64(hand_class) << 11 | i
            m += (bits[i] & dead) == u64(0)
    sort_keys(keys, m, room.sort)
    return m


@borrowing
def _pairs_of(
    # The weights of the two sets.
    first: float,
    second: float,
    # Their weights with each card.
    first_with: Input[F64, "52"],
    second_with: Input[F64, "52"],
    same: float,  # the weight of the pairs of equal holes
):
    """Return the weight of pairs of disjoint holes of two sets of holes.

    Pairs that share a card are subtracted for each shared card. That subtracts pairs of equal holes
    twice, so they are added once.
    """
    sharing = 0.0
    for card in range(DECK):
        sharing += first_with[card] * second_with[card]
    return first * second - sharing + same


@borrowing
def _keep(
    passed: Input[F64, "2, 52"],
    x_passed: float,
    y_passed: float,
    same: float,
    snapshot: Array[F64, "2, 54"],
) -> None:
    """Write a snapshot of the weights passed before a category begins.

    ``passed`` is by card, ``x_passed`` and ``y_passed`` are the sums in either range, ``same`` is
    for holes that both have.
    """
    for card in range(DECK):
        snapshot[0, card] = passed[0, card]
        snapshot[1, card] = passed[1, card]
    snapshot[0, DECK] = x_passed
    snapshot[1, DECK] = y_passed
    snapshot[0, DECK + 1] = snapshot[1, DECK + 1] = same


@inlined
def sweep(
    keys: Input[I32, "m"],  # in order
    m: int,
    best: int,  # the class of the best known hole
    holes: Holes,
    category: Input[U8, "7463"],
    keep: bool,  # a constant: whether snapshots are kept
    room: SweepScratch,  # ``snapshots`` and ``kinds`` are written
):
    """Pass all holes, weakest first; return the number of categories, and the outcome."""
    cards, weights = holes.cards, holes.weights
    passed, snapshots, kinds = room.passed, room.snapshots, room.kinds
    x_with, y_with = passed[0], passed[1]
    passed[:] = 0.0
    x_passed = y_passed = same = 0.0
    below = up_to = win = tie = win_equal = tie_equal = 0.0
    below_done = up_to_done = False
    now = 0
    count = 0
    start = 0
    while start < m:
        hand_class = keys[start] >> 11
        if hand_class <= best and not below_done:
            below = _pairs_of(x_passed, y_passed, x_with, y_with, same)
            below_done = True
        if hand_class < best and not up_to_done:
            up_to = _pairs_of(x_passed, y_passed, x_with, y_with, same)
            up_to_done = True
        if keep and category[hand_class] != now:
            now = category[hand_class]
            kinds[count] = now
            _keep(passed, x_passed, y_passed, same, snapshots[count])
            count += 1
        stop = end_of_tie(keys, m, start)
        beaten = met = 0.0
        for j in range(start, stop):
            i = keys[j] & 2047
            beaten += weights[i, 0] * (y_passed - (y_with[cards[i, 0]] + y_with[cards[i, 1]]))
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
    _keep(passed, x_passed, y_passed, same, snapshots[count])
    y_equal = up_to - below - win_equal - tie_equal
    return count, Outcome(total, below, win_equal, y_equal, tie_equal, win, tie)


@borrowing
def add_categories(
    count: int,  # the number of categories
    total: float,  # all pairs
    weight: float,  # the weight of the board
    room: SweepScratch,
    # Added to.
    x_categories: Array[F64, "10"],
    y_categories: Array[F64, "10"],
) -> None:
    """Count pairs of holes by the category of each, from the snapshots."""
    passed, snapshots, kinds = room.passed, room.snapshots, room.kinds
    x_all = snapshots[count, 0, DECK]
    y_all = snapshots[count, 1, DECK]
    x_later = y_later = total
    for s in range(count - 1, -1, -1):
        x_before = snapshots[s, 0]
        y_before = snapshots[s, 1]
        same = x_before[DECK + 1]
        x_pairs = _pairs_of(x_before[DECK], y_all, x_before, passed[1], same)
        y_pairs = _pairs_of(x_all, y_before[DECK], passed[0], y_before, same)
        x_categories[kinds[s]] += weight * (x_later - x_pairs)
        y_categories[kinds[s]] += weight * (y_later - y_pairs)
        x_later = x_pairs
        y_later = y_pairs


@borrowing
def _class_known(
    known: Input[U8, "q, 2"],
    board: tuple,  # the result of ``read_board``
    tables: BoardTables,
    classes: Array[I64, "q"],  # written
):
    """Class the known holes of one tuple.

    Returns the class of the best of them (``NO_CLASS`` if there is none), the number of holes of
    that class, and the set of their cards.
    """
    next_node = tables.next_node
    _, board_node, suit, board_suited, board_ranks = board
    best = NO_CLASS
    sharers = 0
    taken = u64(0)
    for k in range(len(known)):
        node, suited, ranks = board_node, board_suited, board_ranks
        for card in known[k]:
            node = rank_step(next_node, node, card)
            suited += card & 3 == suit
            ranks |= (card & 3 == suit) << (card >> 2)
        classes[k] = tables.flush_of_set[ranks] if suited >= 5 else tables.rank_class[node]
        taken |= card_bits(known[k])
        if classes[k] <= best:
            sharers = 1 if classes[k] < best else sharers + 1
            best = classes[k]
    return best, sharers, taken


@borrowing
def _holes_beside(taken: u64, live: int, holes: Holes, room: SweepScratch):
    """Write the holes without a taken card to ``room.beside``, and return their number.

    They are among the first ``live`` of ``room.order``; ``taken`` is a set of cards.
    """
    bits, order, beside = holes.bits, room.order, room.beside
    m = 0
    for j in range(live):
        beside[m] = order[j]
        m += (bits[order[j] & 2047] & taken) == u64(0)
    return m


@borrowing
def _add_shares(
    outcome: Outcome,
    # The class of the best known hole, and how many known holes are of it.
    best: int,
    sharers: int,
    classes: Input[I64, "q"],
    weight: float,  # the weight of the board
    shared: Array[F64, "p, p + 1"],  # added to
) -> None:
    """Share out the pots of one board."""
    q = len(classes)
    total, below, x_equal, y_equal, both_equal, x_wins, both_share = outcome
    y_wins = total - below - x_equal - y_equal - both_equal - x_wins - both_share
    for k in range(q):
        if classes[k] == best:
            shared[k, sharers] += weight * below
            shared[k, sharers + 1] += weight * (x_equal + y_equal)
            shared[k, sharers + 2] += weight * both_equal
            shared[k, 0] += weight * (x_wins + y_wins + both_share)
        else:
            shared[k, 0] += weight * total
    if q:
        shared[q, sharers + 1] += weight * x_equal
        shared[q + 1, sharers + 1] += weight * y_equal
        shared[q, sharers + 2] += weight * both_equal
        shared[q + 1, sharers + 2] += weight * both_equal
    shared[q, 0] += weight * (y_wins + below + y_equal)
    shared[q, 1] += weight * x_wins
    shared[q, 2] += weight * both_share
    shared[q + 1, 0] += weight * (x_wins + below + x_equal)
    shared[q + 1, 1] += weight * y_wins
    shared[q + 1, 2] += weight * both_share


@kernel
def sweep_boards(
    boards: Input[U8, "n, 5"],
    board_weights: Input[U8, "n"],  # how often each board counts
    tables: BoardTables,
    cards: Input[U8, "m, 2"],  # the holes of both ranges, the lower card first
    weights: Input[F64, "m, 2"],  # their weights in either range
    # The holes of the other players. For each tuple the rivers with one of its cards are left out.
    known: Input[U8, "t, q, 2"],
    start: int,
    stop: int,
    # Added to: who shares the pot with how many, of the known holes first, then of the ranges.
    shared: Array[F64, "t, p, p + 1"],
    categories: Array[F64, "t, p, 10"],  # added to: the categories of their hands
) -> None:
    """Sweep over two ranges, with known holes, on rivers ``start..stop``."""
    q = known.shape[1]
    holes = read_holes(cards, weights)
    room = sweep_room(q)
    category, classes = tables.category, room.classes
    last = -1
    for i in range(start, stop):
        weight = np.float64(board_weights[i])
        board = read_board(boards[i], tables)
        if board[1] != last:
            last = board[1]
            class_pairs(last, tables, holes, room.pair_class)
        live = order_holes(board, tables, holes, room)
        for t in range(len(known)):
            best, sharers, taken = _class_known(known[t], board, tables, classes)
            if taken & board[0]:
                continue
            keys, m = room.order, live
            if q:
                keys, m = room.beside, _holes_beside(taken, live, holes, room)
            count, outcome = sweep(keys, m, best, holes, category, True, room)
            for k in range(q):
                categories[t, k, category[classes[k]]] += weight * outcome.total
            _add_shares(outcome, best, sharers, classes, weight, shared[t])
            add_categories(
                count, outcome.total, weight, room, categories[t, q], categories[t, q + 1]
            )


@kernel
def sweep_each(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    cards: Input[U8, "m, 2"],  # the holes of both ranges, the lower card first
    weights: Input[F64, "m, 2"],  # their weights in either range
    start: int,
    stop: int,
    # Written: wins and ties of the first range. Each pair of disjoint holes counts with the product
    # of its weights.
    outcomes: Array[F64, "n, 2"],
) -> None:
    """Sweep over two ranges on rivers ``start..stop``, with an outcome for each."""
    holes = read_holes(cards, weights)
    room = sweep_room(0)
    last = -1
    for i in range(start, stop):
        board = read_board(boards[i], tables)
        if board[1] != last:
            last = board[1]
            class_pairs(last, tables, holes, room.pair_class)
        m = order_holes(board, tables, holes, room)
        _, outcome = sweep(room.order, m, NO_CLASS, holes, tables.category, False, room)
        outcomes[i, 0] = outcome.x_wins
        outcomes[i, 1] = outcome.both_share


# n = tuples, q = holes in a tuple, m = holes, g = permutations of the suits


@kernel
def disjoint_tuples(
    holes: Input[U16, "m"],  # the holes of one player after the other
    bits: Input[U64, "m"],  # their cards as sets
    # The holes of player ``j`` are those from ``starts[j]`` up to ``starts[j + 1]``.
    starts: Input[I64, "q + 1"],
    most: int,  # the search ends with this many tuples; -1 for all of them
    patience: int,  # the search ends after this many steps
    rows: Array[U16, "n, q"],  # written: the first n tuples
) -> int:
    """List tuples of one hole for each player without a common card.

    Returns the number of tuples, or -1 if the search ran out of patience.
    """
    q = len(starts) - 1
    at = empty(q, np.int64)
    taken = empty(q, np.uint64)
    taken[0] = 0
    for j in range(q):
        at[j] = starts[j]
    count = steps = depth = 0
    while True:
        if depth == q - 1:
            for i in range(starts[depth], starts[depth + 1]):
                if bits[i] & taken[depth] == u64(0):
                    if count < len(rows):
                        for j in range(depth):
                            rows[count, j] = holes[at[j]]
                        rows[count, depth] = holes[i]
                    count += 1
                    if count == most:
                        return count
            steps += starts[depth + 1] - starts[depth]
            if depth == 0:
                return count
            depth -= 1
            at[depth] += 1
        while depth >= 0 and at[depth] == starts[depth + 1]:
            at[depth] = starts[depth]
            depth -= 1
            if depth >= 0:
                at[depth] += 1
        if depth < 0:
            return count
        steps += 1
        if steps > patience:
            return -1
        i = at[depth]
        if bits[i] & taken[depth]:
            at[depth] += 1
        else:
            taken[depth + 1] = taken[depth] | bits[i]
            depth += 1


@borrowing
def _sorted_image(
    row: Input[U16, "q"],  # the tuple
    image: Input[U16, "1326"],  # the permutation
    holes: Array[U16, "q"],  # written
    places: Array[I64, "q"],  # written: the place in ``row``
) -> None:
    """Write the holes of a tuple under one permutation, ascending, and their places."""
    for j in range(len(row)):
        hole = image[row[j]]
        k = j
        while k > 0 and holes[k - 1] > hole:
            holes[k] = holes[k - 1]
            places[k] = places[k - 1]
            k -= 1
        holes[k] = hole
        places[k] = j


@borrowing
def _is_less(first: Input[U16, "q"], second: Input[U16, "q"]):
    """Return whether tuple ``first`` is before ``second``."""
    for j in range(len(first)):
        if first[j] != second[j]:
            return first[j] < second[j]
    return False


@kernel
def number_kinds(
    rows: Input[U16, "n, q"],  # tuples of holes
    images: Input[U16, "g, 1326"],  # holes under permutations of the suits
    table: Array[I64, "2 ** x"],  # scratch for a hash table: filled with -1, longer than n
    # Written, in the order of their first tuples: the smallest ascending image of a tuple.
    kinds: Array[U16, "n, q"],
    kind_of: Array[I64, "n"],  # written: the kind of each tuple
    places: Array[U8, "n, q"],  # written: the place in the kind of each of its holes
    start: int,
    stop: int,
    kinds_so_far: int,  # the number of kinds of the tuples before ``start``
) -> int:
    """Number the kinds of tuples ``start..stop``, up to suits and the order of the holes.

    Earlier tuples are already numbered. Returns the number of kinds so far.
    """
    q = rows.shape[1]
    holes = empty(q, np.uint16)
    best = empty(q, np.uint16)
    from_place = empty(q, np.int64)
    best_from = empty(q, np.int64)
    for i in range(start, stop):
        for g in range(len(images)):
            _sorted_image(rows[i], images[g], holes, from_place)
            if g == 0 or _is_less(holes, best):
                for j in range(q):
                    best[j], best_from[j] = holes[j], from_place[j]
        key = u64(0)
        for j in range(q):
            places[i, best_from[j]] = j
            key = (key ^ u64(best[j])) * u64(0x9E3779B97F4A7C15)  # Fibonacci hashing
            key ^= key >> u64(29)
        slot = np.int64(key & u64(len(table) - 1))
        while table[slot] >= 0:
            same = True
            for j in range(q):
                same &= kinds[table[slot], j] == best[j]
            if same:
                break
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] < 0:
            table[slot] = kinds_so_far
            for j in range(q):
                kinds[kinds_so_far, j] = best[j]
            kinds_so_far += 1
        kind_of[i] = table[slot]
    return kinds_so_far


@kernel
def disjoint_pairs(
    cards: Input[U8, "m, 2"],  # the holes of both ranges
    weights: Input[F64, "m, 2"],  # their weights in either range
    # Sets of cards. For each of them the holes with one of its cards are left out.
    taken: Input[U64, "n"],
    # Written: the products of the weights, added up. Pairs that share a card are subtracted again,
    # so rounding may leave something if there is no pair.
    sums: Array[F64, "n"],
    counts: Array[I64, "n"],  # written: the number of pairs of which neither weight is 0
) -> None:
    """Weigh and count the pairs of disjoint holes of two ranges."""
    with_card = empty((2, 52), np.float64)
    having = empty((2, 52), np.int64)
    for i in range(len(taken)):
        with_card[:] = 0.0
        having[:] = 0
        x_all = y_all = same = 0.0
        x_holes = y_holes = same_holes = 0
        for hole in range(len(cards)):
            a = cards[hole, 0]
            b = cards[hole, 1]
            if (taken[i] >> u64(a) | taken[i] >> u64(b)) & u64(1) == u64(0):
                x = weights[hole, 0]
                y = weights[hole, 1]
                x_all += x
                y_all += y
                same += x * y  # subtracted below for each of its two cards
                x_holes += x > 0
                y_holes += y > 0
                same_holes += x * y > 0
                for card in (a, b):
                    with_card[0, card] += x
                    with_card[1, card] += y
                    having[0, card] += x > 0
                    having[1, card] += y > 0
        sharing = 0.0
        sharing_holes = 0
        for card in range(52):
            sharing += with_card[0, card] * with_card[1, card]
            sharing_holes += having[0, card] * having[1, card]
        sums[i] = x_all * y_all - sharing + same
        counts[i] = x_holes * y_holes - sharing_holes + same_holes
