"""Boards on which a player has a flush, inlined into the kernel of several holes.

They are counted suit by suit: by the ranks they have in the suit, which decide the flushes, and by
the ranks of their other cards, in how many ways these can be dealt.

A player of a suit is three arrays ``(p,)``: the number of the two ranks he has, the number of those
in the suit (a pair where there is one, ``NO_RANKS`` where there is none), and how many these are.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from pokerlake.engine.accelerate import inlined

# p = players; f = boards' cards in a suit: 286 sets of 3 ranks with 91 pairs of others, 715 of 4
# with 13, 1,287 of 5

PAIRS = 91
WIDTH = 96  # pairs, filled up to whole vectors
SETS = (286, 715, 1287)
NO_RANKS = 91  # instead of a pair
NO_FLUSH = 9999

# The last classes of straight flushes, straights, trips, two pairs and pairs.
STRAIGHT_FLUSH = 10
STRAIGHT = 1609
TRIPS = 2467
TWO_PAIR = 3325
PAIR = 6185

u16 = np.uint16
i32 = np.int32
i64 = np.int64


@inlined
def least_of(row, best, width):
    """Let ``best`` be no worse than the classes ``row``."""
    for j in range(width):
        best[j] = min(best[j], row[j])


@inlined
def mark_winner(row, best, player, winners, width):
    """Set a player's bit in ``winners`` where his classes ``row`` are the best."""
    bit = u16(1 << player)
    for j in range(width):
        winners[j] |= bit if row[j] == best[j] else u16(0)


@inlined
def _flush_categories(width, classes, chosen, flushes, ways, total, up_to, categories):
    """Take the boards of ``chosen`` sets off a player's categories by rank: they are flushes.

    A hand with a flush is by rank at best a straight.
    """
    up_to[: 4 * width] = u16(0)
    straight_flushes = 0
    for c in range(len(chosen)):
        row = classes[chosen[c]]
        straight_flushes += flushes[chosen[c]] <= STRAIGHT_FLUSH
        for j in range(width):
            up_to[j] += u16(row[j] <= STRAIGHT)
            up_to[width + j] += u16(row[j] <= TRIPS)
            up_to[2 * width + j] += u16(row[j] <= TWO_PAIR)
            up_to[3 * width + j] += u16(row[j] <= PAIR)
    categories[1] += straight_flushes * total
    categories[4] += (len(chosen) - straight_flushes) * total
    before = i64(0)
    for t in range(4):
        boards = i64(0)
        for j in range(width):
            boards += i64(up_to[t * width + j]) * i64(ways[j])
        categories[5 + t] -= boards - before
        before = boards
    categories[9] -= len(chosen) * total - before


@inlined
def other_ways(suit, cards, board, live, pair_ranks, ways, lanes):
    """In how many ways the board's ``cards`` of other suits, one or two, have which ranks.

    ``live`` ``(13,)`` are the cards of other suits that may come. Filled are ``ways``, and
    ``lanes`` with the places where they are not 0; returned how many these are, and their sum.
    """
    known = 0
    first = second = i64(13)
    for card in board:
        if card & 3 != suit:
            known += 1
            second = first
            first = i64(card >> 2)
    if known > cards:
        return 0, 0
    ways[:] = i32(0)
    if cards == 1:
        for rank in range(13):
            ways[rank] = live[rank] if known == 0 else i32(rank == first)
    elif known == 2:
        high = max(first, second)
        ways[(high * (high + 1) >> 1) + min(first, second)] = i32(1)
    else:
        for pair in range(PAIRS):
            high = pair_ranks[pair, 0]
            low = pair_ranks[pair, 1]
            if known == 1:
                more = live[low] if high == first else live[high]
                ways[pair] = more if high == first or low == first else i32(0)
            else:
                twice = live[high] * (live[high] - 1) >> 1
                ways[pair] = i32(twice) if high == low else live[high] * live[low]
    n = total = 0
    for j in range(PAIRS if cards == 2 else 13):
        lanes[n] = j
        n += ways[j] > 0
        total += ways[j]
    return n, total


@inlined
def _flush_holders(needed, flushes, least, players, flush, holders, by_rank):
    """The best flush with each set of ranks in a suit, who has it, and the best of the others.

    Filled are ``flush``, ``holders`` and ``by_rank`` ``(f,)``. A flush has who has ``needed`` cards
    of the suit; of the other players' classes ``least`` is the best with any cards of other suits.
    """
    pairs, own, held = players
    width = len(flush)
    for j in range(width):
        flush[j] = u16(NO_FLUSH)
        holders[j] = u16(0)
        by_rank[j] = u16(NO_FLUSH)
    for i in range(len(pairs)):
        if held[i] >= needed:
            least_of(flushes[own[i]], flush, width)
        else:
            least_of(least[pairs[i]], by_rank, width)
    for i in range(len(pairs)):
        if held[i] >= needed:
            mark_winner(flushes[own[i]], flush, i, holders, width)


@inlined
def suit_boards(
    needed, width, taken, known, others, players, tables, room, board_ways, counts, categories
):
    """Boards with three or four of a suit, on which who holds two or one of it has a flush.

    They are taken off the boards by rank. The best flushes win, but the sets of ranks are listed
    with which they may be beaten, by full houses and quads: how many there are.
    """
    classes, least, sets, flushes, boards = tables
    ways, lanes, total = others
    chosen, beaten, up_to, flush, holders, by_rank = room
    pairs, own, held = players
    q = 0
    for i in range(len(sets)):
        chosen[q] = i
        q += sets[i] & taken == known
    for i in range(len(categories)):
        if held[i] >= needed:
            _flush_categories(
                width,
                classes[pairs[i]],
                chosen[:q],
                flushes[own[i]],
                ways,
                total,
                up_to,
                categories[i],
            )
    if len(counts) == 0:
        return 0
    f = len(sets)
    _flush_holders(needed, flushes, least, players, flush[:f], holders[:f], by_rank[:f])
    n = 0
    for c in range(q):
        ranks = chosen[c]
        counts[holders[ranks], c & 3] += i32(total)
        beaten[n] = ranks
        n += by_rank[ranks] < flush[ranks]
        for lane in lanes:
            board_ways[boards[ranks, lane]] -= ways[lane]
    return n


@inlined
def beaten_with_three(beaten, classes, others, players, room, best, winners, counts):
    """Put right who wins on boards with three of a suit, and any two other cards."""
    ways, lanes, total = others
    _, _, _, flush, holders, _ = room
    pairs, _, held = players
    for c in range(len(beaten)):
        ranks = beaten[c]
        flush_class = flush[ranks]
        flush_holders = holders[ranks]
        for j in range(WIDTH):
            best[j] = flush_class
        for i in range(len(pairs)):
            if held[i] < 2:
                least_of(classes[pairs[i], ranks], best, WIDTH)
        for j in range(WIDTH):
            winners[j] = flush_holders if best[j] == flush_class else u16(0)
        for i in range(len(pairs)):
            if held[i] < 2:
                mark_winner(classes[pairs[i], ranks], best, i, winners, WIDTH)
        counts[flush_holders, c & 3] -= i32(total)
        for q in range(len(lanes)):
            counts[winners[lanes[q]], q & 3] += ways[lanes[q]]


@inlined
def beaten_with_four(beaten, paired, ranks4, others, players, room, best, winners, counts):
    """Put right who wins on boards with four of a suit, the fifth card of which pairs one of them.

    No other makes a full house. ``paired`` ``(91, 4, f)`` are the classes with each of the four
    ``ranks4`` ``(f, 4)`` paired: vectors of all sets, since few are too short for a vector.
    """
    ways, _, _ = others
    _, _, _, flush, holders, _ = room
    pairs, _, held = players
    width = SETS[1]
    for lane in range(4 if len(beaten) else 0):
        for j in range(width):
            best[j] = flush[j]
        for i in range(len(pairs)):
            if held[i] == 0:
                least_of(paired[pairs[i], lane], best, width)
        for j in range(width):
            winners[j] = holders[j] if best[j] == flush[j] else u16(0)
        for i in range(len(pairs)):
            if held[i] == 0:
                mark_winner(paired[pairs[i], lane], best, i, winners, width)
        for c in range(len(beaten)):
            ranks = beaten[c]
            more = ways[ranks4[ranks, lane]]
            counts[winners[ranks], c & 3] += more
            counts[holders[ranks], c & 3] -= more


@inlined
def boards_of_one_suit(
    sets, flushes, taken, known, players, room, best, winners, counts, categories, of_one_suit
):
    """Boards of one suit, on which everybody has a flush; they are added to ``of_one_suit``.

    All who hold none of the suit have the same.
    """
    pairs, own, held = players
    allowed, common = room
    width = len(sets)
    boards = on_board = holders = 0
    for j in range(width):
        allowed[j] = i32(sets[j] & taken == known)
        common[j] = flushes[NO_RANKS, j]
    for j in range(width):
        of_one_suit[j] += allowed[j]
        boards += allowed[j]
        on_board += allowed[j] if common[j] <= STRAIGHT_FLUSH else 0
        best[j] = common[j]
    for i in range(len(pairs)):
        holders |= (held[i] > 0) << i
    for i in range(len(categories)):
        straight_flushes = on_board
        if held[i]:
            straight_flushes = 0
            row = flushes[own[i]]
            for j in range(width):
                straight_flushes += allowed[j] if row[j] <= STRAIGHT_FLUSH else 0
        categories[i, 1] += straight_flushes
        categories[i, 4] += boards - straight_flushes
    everybody = len(counts) - 1
    if everybody > 0 and holders == 0:
        counts[everybody, 0] += i32(boards)
    elif everybody > 0:
        for i in range(len(pairs)):
            if held[i]:
                least_of(flushes[own[i]], best, width)
        rest = u16(everybody & ~holders)
        for j in range(width):
            winners[j] = rest if common[j] == best[j] else u16(0)
        for i in range(len(pairs)):
            if held[i]:
                mark_winner(flushes[own[i]], best, i, winners, width)
        for j in range(width):
            counts[winners[j], j & 3] += allowed[j]
