"""The kernels that sample deals: hands are ranked and compared by passes over blocks of deals.

The ranks of a board get a number, with which and a hole's two ranks its class is looked up. Where
three or more of the board are of a suit, the ranks that a player has of it with the board are
looked up too. The rest is done without a branch, by the vector (see ``drawing``).

Measured with two known hands, nanoseconds a deal, one thread: boards 0.3, classes 1.0, comparing
and counting 0.4.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, inlined, kernel
from .deal_columns import BLOCK, CHOICES, choose, hold, insert, make_distinct, numbers_below

# p = players, g = lists, t = tuples of all lists

RANK_SETS = 6188  # numbers of the ranks of five cards: C(17, 5), five of a rank included

u8 = np.uint8
u16 = np.uint16
u32 = np.uint32
u64 = np.uint64
i64 = np.int64
THIRD = u16(0xAAAB)  # its product with a multiple of 3, modulo 2**16, is a third of that
FIFTH = u16(0xCCCD)


@inlined
def _sorted2(a, b):
    return (a, b) if a < b else (b, a)


@inlined
def _pairs(rank):
    """C(rank + 1, 2)."""
    return u16(u16(rank * u16(rank + u16(1))) >> u16(1))


@inlined
def _quads(rank):
    """C(rank + 3, 4) = u (u + 2) / 24 with u = rank (rank + 3)."""
    u = u16(rank * u16(rank + u16(3)))
    return u16(u16(u16(u * u16(u + u16(2))) >> u16(3)) * THIRD)


@inlined
def _number(a, b, c, d, e):
    """C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + C(d + 3, 4) + C(e + 4, 5) of ascending ranks."""
    triples = u16(u16(_pairs(c) * u16(c + u16(2))) * THIRD)
    fives = u16(u16(_quads(e) * u16(e + u16(4))) * FIFTH)
    return u16(u16(u16(a + _pairs(b)) + u16(triples + _quads(d))) + fives)


@inlined
def _rank(card):
    return u16(u8(card >> u8(2)))


@inlined
def _in_suit(card, suit):
    """The bit of the card's rank if it is of the suit."""
    return u16(u16(u8(card & u8(3)) == suit) << u16(u8(card >> u8(2)) & u8(15)))


@inlined
def _look_at_boards(cards, rows, numbers, suits, sets):
    """Number the ranks of each board; the suit of three cards or more, 4 if none; its ranks."""
    board = cards[rows[0]], cards[rows[1]], cards[rows[2]], cards[rows[3]], cards[rows[4]]
    for i in range(BLOCK):
        a, d = _sorted2(board[0][i], board[3][i])
        b, e = _sorted2(board[1][i], board[4][i])
        a, c = _sorted2(a, board[2][i])
        b, d = _sorted2(b, d)
        a, b = _sorted2(a, b)
        c, e = _sorted2(c, e)
        b, c = _sorted2(b, c)
        d, e = _sorted2(d, e)
        c, d = _sorted2(c, d)
        numbers[i] = _number(_rank(a), _rank(b), _rank(c), _rank(d), _rank(e))
    for i in range(BLOCK):
        # How often each bit of a suit is set, and how often both are, says how often each suit is.
        low = high = both = u8(0)
        for column in board:
            low_bit = u8(column[i] & u8(1))
            high_bit = u8(u8(column[i] >> u8(1)) & u8(1))
            low = u8(low + low_bit)
            high = u8(high + high_bit)
            both = u8(both + u8(low_bit & high_bit))
        clubs = u8(u8(u8(5) + both) - u8(low + high))
        suit = u8(u8(4) - u8(u8(4) * u8(clubs >= u8(3))))
        suit = u8(suit - u8(u8(3) * u8(u8(low - both) >= u8(3))))
        suit = u8(suit - u8(u8(2) * u8(u8(high - both) >= u8(3))))
        suits[i] = u8(suit - u8(both >= u8(3)))
    for i in range(BLOCK):
        ranks = u16(0)
        for column in board:
            ranks = u16(ranks | _in_suit(column[i], suits[i]))
        sets[i] = ranks


@inlined
def _classify(first, second, boards, rank_class, flush_class, places, ranks, classes):
    """The classes of one player's hands.

    A flush is always better than what the ranks make, since five of the seven differ.
    """
    numbers, suits, sets = boards
    for i in range(BLOCK):
        a, b = _sorted2(first[i], second[i])
        pair = u16(_pairs(_rank(b)) + _rank(a))
        places[i] = u32(u32(pair) * u32(RANK_SETS)) + u32(numbers[i])
    for i in range(BLOCK):
        both = u16(_in_suit(first[i], suits[i]) | _in_suit(second[i], suits[i]))
        ranks[i] = u16(sets[i] | both)
    for i in range(BLOCK):
        classes[i] = min(rank_class[places[i]], flush_class[ranks[i]])


@inlined
def _compare(classes, best, winners):
    """The best class of each deal, and how many hands are of it."""
    for i in range(BLOCK):
        best[i] = u16(65535)
        winners[i] = u8(0)
    for p in range(len(classes)):
        mine = classes[p]
        for i in range(BLOCK):
            best[i] = min(best[i], mine[i])
    for p in range(len(classes)):
        mine = classes[p]
        for i in range(BLOCK):
            winners[i] = u8(winners[i] + u8(mine[i] == best[i]))


@inlined
def _count(classes, best, winners, won, begin, end, last_class, shared, categories):
    """Add what each player has of deals ``begin..end``: shares by winners, and categories."""
    best, winners, won = best[begin:end], winners[begin:end], won[begin:end]
    for p in range(len(classes)):
        mine = classes[p][begin:end]
        for i in range(len(best)):
            won[i] = u8(winners[i] * u8(mine[i] == best[i]))
        for n in range(len(classes) + 1):
            count = u16(0)
            for i in range(len(best)):
                count = u16(count + u16(won[i] == u8(n)))
            shared[p, n] += count
        before = i64(0)
        for category in range(1, 10):
            count = u16(0)
            for i in range(len(best)):
                count = u16(count + u16(mine[i] <= last_class[category]))
            categories[p, category] += count - before
            before = i64(count)


LISTS = (array("int64"), array("int64"), array("uint32"), array("uint32"), array("uint64"))


@kernel(
    types.void(
        *LISTS,
        array("int64"),
        array("uint16"),
        array("uint8"),
        array("uint8"),
        types.int64,
        array("int64"),
        array("int64"),
        array("uint16"),
        array("uint16"),
        array("uint16"),
        types.uint64,
        types.int64,
        types.int64,
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.uint8[:, ::1],
    )
)
def add_deals(
    start,
    weighted,
    keep,
    alias,
    masks,
    held_start,
    held,
    gone,
    fixed,
    draws,
    board_rows,
    seats,
    rank_class,
    flush_class,
    last_class,
    seed,
    first,
    deals,
    shared,
    categories,
    dealt,
):
    """Deal, and add what becomes of each player to ``shared`` ``(p, p + 1)``, ``categories``.

    Tuples of list ``k`` are ``start[k]..start[k + 1]`` of ``keep``, ``alias`` and ``masks``, which
    are sets of cards, and of ``held``, from ``held_start[k]`` on: cards, one tuple after another.
    Cards in ``held`` and draws are numbered without those that are ``gone``, ascending; ``fixed``
    are known.

    Columns of cards are those of all lists, ``draws``, and ``fixed`` ones: player ``p`` has column
    ``seats[p]`` and the next, the board has ``board_rows``. If ``dealt`` is not empty, these cards
    are written there, ``(2 p + 5, deals)``.
    """
    lists = start, weighted, keep, alias, masks
    g = len(start) - 1
    n_held = 0
    for k in range(g):
        n_held += 2 * ((held_start[k + 1] - held_start[k]) // (start[k + 1] - start[k]))
    spare = 3 * ((draws + 2) // 3)  # draws come three at a time
    cards = np.zeros((n_held + spare + len(fixed), BLOCK), np.uint8)
    for c in range(len(fixed)):
        cards[n_held + spare + c] = fixed[c]
    drawn = cards[n_held:]
    taken = np.empty((n_held + draws + 1, BLOCK), np.uint8)
    words = np.empty(max(spare // 3, 2) * BLOCK, np.uint32)
    places = np.empty(BLOCK, np.uint32)
    room = words, places, np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint32)
    chosen = np.empty((g, BLOCK), np.uint32)
    picks = np.empty((g, BLOCK), np.uint32)
    pairs = np.empty(BLOCK, np.uint16)
    numbers = np.empty(BLOCK, np.uint16)
    suits = np.empty(BLOCK, np.uint8)
    sets = np.empty(BLOCK, np.uint16)
    ranks = np.empty(BLOCK, np.uint16)
    classes = np.empty((len(seats), BLOCK), np.uint16)
    best = np.empty(BLOCK, np.uint16)
    winners = np.empty(BLOCK, np.uint8)
    won = np.empty(BLOCK, np.uint8)
    left = 52 - len(gone) - n_held
    for block in range(first // BLOCK, -(-(first + deals) // BLOCK)):
        if g:
            hold(lists, held_start, held, block, seed, room, chosen, picks, pairs, cards)
        for c in range(n_held):
            insert(taken, c, cards[c])
        numbers_below(left, draws, words, drawn, block, seed)
        make_distinct(drawn, draws, taken, n_held)
        for c in range(n_held + draws):
            column = cards[c]
            for d in range(len(gone)):
                card = gone[d]
                for i in range(BLOCK):
                    column[i] = u8(column[i] + u8(column[i] >= card))
        _look_at_boards(cards, board_rows, numbers, suits, sets)
        boards = numbers, suits, sets
        for p in range(len(seats)):
            own = cards[seats[p]], cards[seats[p] + 1]
            _classify(*own, boards, rank_class, flush_class, places, ranks, classes[p])
        _compare(classes, best, winners)
        begin = max(first - block * BLOCK, 0)
        end = min(first + deals - block * BLOCK, BLOCK)
        _count(classes, best, winners, won, begin, end, last_class, shared, categories)
        if dealt.size:
            at = block * BLOCK + begin - first
            for i in range(begin, end):
                for p in range(len(seats)):
                    dealt[2 * p, at] = cards[seats[p], i]
                    dealt[2 * p + 1, at] = cards[seats[p] + 1, i]
                for c in range(5):
                    dealt[2 * len(seats) + c, at] = cards[board_rows[c], i]
                at += 1


@kernel(types.int64(*LISTS, types.int64))
def dealable(start, weighted, keep, alias, masks, blocks):
    """How many of ``blocks`` times ``BLOCK`` choices of tuples have no card twice."""
    lists = start, weighted, keep, alias, masks
    words = np.empty(2 * BLOCK, np.uint32)
    places = np.empty(BLOCK, np.uint32)
    room = words, places, np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint32)
    chosen = np.empty((len(weighted), BLOCK), np.uint32)
    found = 0
    for block in range(blocks):
        found += choose(lists, BLOCK, CHOICES, block, u64(0), room, chosen)
    return found


@kernel(types.void(array("float64"), types.uint32[::1], types.uint32[::1]))
def alias_table(weights, keep, alias):
    """Fill the tables by which a place is drawn in proportion to ``weights``, all above 0.

    Place ``i`` is kept where a random word is below ``keep[i]``, and is else ``alias[i]``. Sums go
    one by one, so that they are the same on every machine. Source: M. D. Vose, "A linear algorithm
    for generating random numbers with a given distribution" (1991).
    """
    n = len(weights)
    total = 0.0
    for i in range(n):
        total += weights[i]
    share = np.empty(n)
    places = np.empty(n, np.int64)  # those below 1 from the front, the others from the back
    low = 0
    high = n
    for i in range(n):
        share[i] = weights[i] * n / total
        if share[i] < 1:
            places[low] = i
            low += 1
        else:
            high -= 1
            places[high] = i
    for i in range(n):
        keep[i] = 0xFFFFFFFF
        alias[i] = i
    while low > 0 and high < n:
        low -= 1
        small = places[low]
        large = places[high]
        keep[small] = min(i64(share[small] * 4294967296.0 + 0.5), 0xFFFFFFFF)
        alias[small] = large
        share[large] -= 1 - share[small]
        if share[large] < 1:
            high += 1
            places[low] = large
            low += 1
