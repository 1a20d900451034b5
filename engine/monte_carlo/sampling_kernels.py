"""The kernels that sample deals: hands are ranked and compared by passes over blocks of deals.

The ranks of a board have a number. The class of a hand by ranks is looked up by this number and the
two ranks of the hole. If three or more cards of the board are of a suit, the ranks that a player
has in it with the board are looked up too. The rest is vectorised and has no branch (see
``deal_columns``).

Measured with two known hands, nanoseconds a deal, one thread: boards 0.3, classes 1.0, comparing
and counting 0.4.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel
from ..cards.steps import sorted2, sorted5
from ..hands.evaluate_kernels import fives, pairs, quads, rank_of, triples
from ..signatures import F64, I64, U8, U16, U32, Array, Input
from .deal_columns import CHOICES, choices_room, choose_tuples, deal_block, deal_room
from .deals import BLOCK, Classes, Deals, Lists

# p = players

u8 = np.uint8
u16 = np.uint16
i64 = np.int64
# p = players, g = lists, t = tuples of all lists

RANK_SETS = 6188  # numbers of the ranks of five cards: C(17, 5), five of a rank included

u32 = np.uint32
u64 = np.uint64


class Compared(NamedTuple):
    """The hands of a block of deals; lower classes win."""

    classes: Array[U16, "p, BLOCK"]  # each player's
    best: Array[U16, "BLOCK"]  # the best of them
    winners: Array[U8, "BLOCK"]  # the number of players who have it
    won: Array[U8, "BLOCK"]  # scratch of one player: the winners where he is one, else 0


@inlined
def compared_room(players: int):
    """Return a new :class:`Compared`."""
    return Compared(
        empty((players, BLOCK), np.uint16), empty(BLOCK, np.uint16),
        empty(BLOCK, np.uint8), empty(BLOCK, np.uint8),
    )  # fmt: skip


@borrowing
def compare(compared: Compared) -> None:
    """Write the best class of each deal, and how many hands have it."""
    classes, best, winners = compared.classes, compared.best, compared.winners
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


@borrowing
def count(
    compared: Compared,
    begin: int,
    end: int,
    last_class: Input[U16, "10"],  # the last class of each category
    shared: Array[I64, "p, p + 1"],  # added to
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Count for each player shares by number of winners, and categories, in ``begin..end``."""
    classes = compared.classes
    best, winners = compared.best[begin:end], compared.winners[begin:end]
    won = compared.won[begin:end]
    for p in range(len(classes)):
        mine = classes[p][begin:end]
        for i in range(len(best)):
            won[i] = u8(winners[i] * u8(mine[i] == best[i]))
        for n in range(len(classes) + 1):
            number = u16(0)
            for i in range(len(best)):
                number = u16(number + u16(won[i] == u8(n)))
            shared[p, n] += number
        before = i64(0)
        for category in range(1, 10):
            number = u16(0)
            for i in range(len(best)):
                number = u16(number + u16(mine[i] <= last_class[category]))
            categories[p, category] += number - before
            before = i64(number)


@borrowing
def count_halves(
    high: Compared,
    low: Compared,
    begin: int,
    end: int,
    no_low: int,  # the class of hands without a low
    halves: Array[I64, "p, p + 1, w"],  # added to
) -> None:
    """Count who shares which half in deals ``begin..end``."""
    p = len(high.classes)
    for j in range(p):
        for i in range(begin, end):
            winners = high.winners[i] if high.classes[j, i] == high.best[i] else u8(0)
            sharers = low.winners[i] if low.classes[j, i] == low.best[i] else u8(0)
            part = p + 1 if low.best[i] == no_low else np.int64(sharers)
            halves[j, winners, part] += 1


class Ranked(NamedTuple):
    """Ranks and suits of a block of boards."""

    numbers: Array[U16, "BLOCK"]  # the number of each board's ranks
    suits: Array[U8, "BLOCK"]  # the suit of which a board has three cards or more, or 4
    sets: Array[U16, "BLOCK"]  # the set of the board's ranks in that suit
    places: Array[U32, "BLOCK"]  # scratch of one player: where the class of his ranks is
    ranks: Array[U16, "BLOCK"]  # scratch of one player: the set of his ranks in the board's suit


@inlined
def _ranked_room():
    """Return a new :class:`Ranked`."""
    return Ranked(
        empty(BLOCK, np.uint16), empty(BLOCK, np.uint8), empty(BLOCK, np.uint16),
        empty(BLOCK, np.uint32), empty(BLOCK, np.uint16),
    )  # fmt: skip


@borrowing
def _in_suit(card: u8, suit: u8):
    """Return the bit of the card's rank if it is of the suit."""
    return u16(u16(u8(card & u8(3)) == suit) << u16(u8(card >> u8(2)) & u8(15)))


@borrowing
def _read_boards(cards: Input[U8, "c, BLOCK"], at: Input[I64, "5"], ranked: Ranked) -> None:
    """Write ``numbers``, ``suits`` and ``sets`` of the boards, whose columns are ``at``."""
    numbers, suits, sets = ranked.numbers, ranked.suits, ranked.sets
    board = cards[at[0]], cards[at[1]], cards[at[2]], cards[at[3]], cards[at[4]]
    for i in range(BLOCK):
        a, b, c, d, e = sorted5(board[0][i], board[1][i], board[2][i], board[3][i], board[4][i])
        low = u16(rank_of(a) + pairs(rank_of(b)))
        high = u16(triples(rank_of(c)) + quads(rank_of(d)))
        numbers[i] = u16(u16(low + high) + fives(rank_of(e)))
    for i in range(BLOCK):
        # The numbers of cards with each bit of the suit set, and with both, give all suit counts.
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


@borrowing
def _classify(
    first: Input[U8, "BLOCK"],
    second: Input[U8, "BLOCK"],
    by: Classes,
    ranked: Ranked,
    classes: Array[U16, "BLOCK"],  # written
) -> None:
    """Class the hands of one player, whose holes are a ``first`` and a ``second`` card.

    A flush always beats the class by ranks, because five of the seven ranks differ.
    """
    numbers, suits, sets = ranked.numbers, ranked.suits, ranked.sets
    places, ranks = ranked.places, ranked.ranks
    rank_class, flush_class = by.rank_class, by.flush_class
    for i in range(BLOCK):
        a, b = sorted2(first[i], second[i])
        pair = u16(pairs(rank_of(b)) + rank_of(a))
        places[i] = u32(u32(pair) * u32(RANK_SETS)) + u32(numbers[i])
    for i in range(BLOCK):
        both = u16(_in_suit(first[i], suits[i]) | _in_suit(second[i], suits[i]))
        ranks[i] = u16(sets[i] | both)
    for i in range(BLOCK):
        classes[i] = min(rank_class[places[i]], flush_class[ranks[i]])


@kernel
def add_deals(
    deals: Deals,
    by: Classes,
    seed: u64,
    first: int,
    number: int,
    shared: Array[I64, "p, p + 1"],  # added to; see ``Sample``
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Deal ``number`` deals, from number ``first`` on, and count the results of each player."""
    seats, last_class = deals.seats, by.last_class
    room = deal_room(deals)
    ranked, compared = _ranked_room(), compared_room(len(seats))
    cards = room.cards
    stop = first + number
    for block in range(first // BLOCK, -(-stop // BLOCK)):
        deal_block(deals, block, seed, room)
        _read_boards(cards, deals.board, ranked)
        for p in range(len(seats)):
            hole = cards[seats[p]], cards[seats[p] + 1]
            _classify(hole[0], hole[1], by, ranked, compared.classes[p])
        compare(compared)
        begin, end = max(first - block * BLOCK, 0), min(stop - block * BLOCK, BLOCK)
        count(compared, begin, end, last_class, shared, categories)


@kernel
def dealable(lists: Lists, blocks: int) -> int:
    """Return how many of ``blocks`` times ``BLOCK`` choices of tuples have no card twice."""
    room = choices_room()
    chosen = empty((len(lists.weighted), BLOCK), np.uint32)
    count = 0
    for block in range(blocks):
        count += choose_tuples(lists, BLOCK, CHOICES, block, u64(0), room, chosen)
    return count


@kernel
def alias_table(weights: Input[F64, "n"], keep: Array[U32, "n"], alias: Array[U32, "n"]) -> None:
    """Fill the tables by which a place is drawn in proportion to ``weights``, all above 0.

    Place ``i`` is kept if a random word is below ``keep[i]``, otherwise it is ``alias[i]``. Sums go
    one by one, so that they are the same on every machine. Source: M. D. Vose, "A linear algorithm
    for generating random numbers with a given distribution" (1991).
    """
    n = len(weights)
    total = 0.0
    for i in range(n):
        total += weights[i]
    share = empty(n, np.float64)
    places = empty(n, np.int64)  # those below 1 from the front, the others from the back
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
