"""Known holes in Omaha: all on the same boards, or each set on its own board.

On all boards each hole has its own tables: the class by the ranks of a river, and by its ranks in a
suit. So a board costs a step for its ranks and one for its suits, and two look-ups for each hole:
10 nanoseconds for two holes.

With a board for each set, such tables would take 0.3 ms a hole. Classes without a flush, and lows,
depend only on the ranks that come: 91 pairs of ranks on a flop, instead of 820 pairs of cards. So
these are looked up once for each pair of ranks. Cards that come are counted by their ranks, and
only those that make a flush have a showdown of their own.

Sampled deals are compared as in hold'em.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..cards.steps import sorted5
from ..hands.evaluate_kernels import fives, pairs, quads, rank_of, triples
from ..monte_carlo.deal_columns import deal_block, deal_room
from ..monte_carlo.deals import BLOCK, Deals
from ..monte_carlo.sampling_kernels import compare, compared_room, count, count_halves
from ..omaha.class_tables import OmahaTables
from ..omaha.evaluate_kernels import class_block, number_boards
from ..signatures import I64, U8, U16, U32, Array, Input
from .omaha_situation import EquityTables

# p = players, k = cards in a hole, n = rows, b = cards of a board, d = dead cards
# x = pairs of a hole's cards: k (k - 1) / 2, w = 1 or, of halves, p + 2

NO_LOW = 57
NONE = 9999
CELLS = 169  # 13 * first + second of two ranks that come; fewer if one card comes, or none

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64
# h = holes, k = cards in a hole, u = tuples, p = players in each, w = 1 or, of halves, p + 2

ROWS = 2289


@borrowing
def low_bits(cards: Input[U8, "k, n", "A"], row: int):
    """Return the ranks from ace to eight of a column: bit 0 for the ace, 7 for the eight."""
    bits = u16(0)
    for c in range(len(cards)):
        rank = u16(cards[c, row] >> u8(2))
        bits |= u16(u16(u16(2) << rank) | u16(rank == u16(12)))
    return bits & u16(255)


@borrowing
def read_pairs(
    holes: Input[U8, "p, k, n", "A"],
    row: int,
    ranks: Array[I64, "p, 15"],  # written: the number of the ranks of each pair of cards
    suited: Array[I64, "p, 4, 15"],  # written: the same for pairs of each suit
    many: Array[I64, "p, 4"],  # written: how many pairs of each suit there are
) -> None:
    """Number the pairs of each player's cards."""
    p, k = holes.shape[0], holes.shape[1]
    for j in range(p):
        for suit in range(4):
            many[j, suit] = 0
        i = 0
        for second in range(1, k):
            for first in range(second):
                first_card = np.int64(holes[j, first, row])
                second_card = np.int64(holes[j, second, row])
                low = min(first_card >> 2, second_card >> 2)
                high = max(first_card >> 2, second_card >> 2)
                number = (high * (high + 1) >> 1) + low
                ranks[j, i] = number
                i += 1
                if (first_card & 3) == (second_card & 3):
                    suit = first_card & 3
                    suited[j, suit, many[j, suit]] = number
                    many[j, suit] += 1


@borrowing
def show_down_row(
    high: Input[U16, "p"],
    low: Input[U8, "p"],
    boards: int,
    counts: Array[I64, "p, p + 1, w"],  # added to
) -> None:
    """Count who wins which half, for ``boards`` boards."""
    p = len(high)
    best = u16(65535)
    winners = 0
    for j in range(p):
        if high[j] < best:
            best = high[j]
            winners = 1
        elif high[j] == best:
            winners += 1
    if counts.shape[2] == 1:
        for j in range(p):
            counts[j, winners if high[j] == best else 0, 0] += boards
        return
    best_low = u8(NO_LOW)
    sharers = p + 1
    for j in range(p):
        if low[j] < best_low:
            best_low = low[j]
            sharers = 1
        elif low[j] == best_low and low[j] < u8(NO_LOW):
            sharers += 1
    for j in range(p):
        part = sharers if low[j] == best_low else 0
        counts[j, winners if high[j] == best else 0, part] += boards


@borrowing
def _class_cell(
    five: Input[U8, "5"],  # cards of the river's ranks
    ranks: Input[I64, "p, 15"],
    x: int,
    tables: OmahaTables,
    high: Array[U16, "p"],  # written: the class of each player without a flush
) -> None:
    v, w, x_, y, z = sorted5(five[0], five[1], five[2], five[3], five[4])
    three = u16(u16(rank_of(v) + pairs(rank_of(w))) + triples(rank_of(x_)))
    number = u16(u16(three + quads(rank_of(y))) + fives(rank_of(z)))
    of_ranks = tables.of_ranks[number]
    for j in range(len(high)):
        best = u16(NONE)
        for i in range(x):
            best = min(best, of_ranks[ranks[j, i]])
        high[j] = best


@kernel
def count_rows(
    holes: Input[U8, "p, k, n", "A"],
    boards: Input[U8, "b, n", "A"],  # of three to five cards
    dead: Input[U8, "d, n", "A"],
    tables: OmahaTables,  # of rivers
    low_of_sets: Input[U8, "65536"],
    start: int,
    stop: int,
    counts: Array[I64, "n, p, p + 1, w"],  # added to; see ``HalvedShares``
) -> None:
    """Count over all completions of the boards of rows ``start..stop``."""
    p, k, b = holes.shape[0], holes.shape[1], boards.shape[0]
    x = k * (k - 1) >> 1
    ranks = empty((p, 15), np.int64)
    suited = empty((p, 4, 15), np.int64)
    many = empty((p, 4), np.int64)
    holding = empty(4, np.bool_)  # whether a player has two cards of a suit
    high = empty((CELLS, p), np.uint16)
    low = empty((CELLS, p), np.uint8)
    plain = empty(CELLS, np.int64)  # boards of a cell on which nobody has a flush
    flushed = empty(p, np.uint16)
    five = empty(5, np.uint8)
    live = empty(53, np.uint8)
    set_of = empty(4, np.int64)  # the ranks of each suit on the board
    on_board = empty(4, np.int64)
    flush_of = empty(4, np.int64)  # the suit of a flush, by the suit of the last card; -1 for none
    hole_lows = empty(p, np.int64)
    has_halves = counts.shape[3] > 1
    for row in range(start, stop):
        taken = u64(0)
        for c in range(len(dead)):
            taken |= u64(1) << u64(dead[c, row])
        for suit in range(4):
            set_of[suit] = on_board[suit] = 0
        for c in range(b):
            card = boards[c, row]
            five[c] = card
            taken |= u64(1) << u64(card)
            set_of[card & 3] |= 1 << np.int64(card >> 2)
            on_board[card & 3] += 1
        for j in range(p):
            for c in range(k):
                taken |= u64(1) << u64(holes[j, c, row])
            hole_lows[j] = low_bits(holes[j], row)
        board_low = np.int64(low_bits(boards, row))
        read_pairs(holes, row, ranks, suited, many)
        for suit in range(4):
            holding[suit] = False
            for j in range(p):
                holding[suit] |= many[j, suit] > 0
        # The cells: two ranks that come in ascending order, one, or none.
        firsts = 13 if b == 3 else 1
        seconds = 13 if b < 5 else 1
        for first in range(firsts):
            for second in range(first if b == 3 else 0, seconds):
                cell = 13 * first + second
                lows = board_low
                if b == 3:
                    five[3] = u8(first << 2)
                    lows |= ((2 << first) | (first == 12)) & 255
                if b < 5:
                    five[4] = u8(second << 2)
                    lows |= ((2 << second) | (second == 12)) & 255
                _class_cell(five, ranks, x, tables, high[cell])
                if has_halves:
                    for j in range(p):
                        low[cell, j] = low_of_sets[(lows << 8) | hole_lows[j]]
                plain[cell] = 0
        m = 0
        for card in range(52):
            if not taken >> u64(card) & u64(1):
                live[m] = card
                m += 1
        for one in range(m if b == 3 else 1):
            first = np.int64(live[one]) if b == 3 else 0
            if b == 3:
                set_of[first & 3] ^= 1 << (first >> 2)
                on_board[first & 3] += 1
            for last in range(4):  # the suit of the second card; a flush needs three on the board
                flush_of[last] = -1
                for suit in range(4):
                    comes = 1 if b < 5 and last == suit else 0
                    if holding[suit] and on_board[suit] + comes >= 3:
                        flush_of[last] = suit
            for two in range(one + 1 if b == 3 else 0, m if b < 5 else 1):
                second = np.int64(live[two]) if b < 5 else 0
                cell = 13 * (first >> 2) + (second >> 2)
                flush = flush_of[second & 3]
                if flush < 0:
                    plain[cell] += 1
                    continue
                cards = set_of[flush]
                if b < 5 and (second & 3) == flush:
                    cards |= 1 << (second >> 2)
                suited_classes = tables.of_suited[tables.row_of_set[cards]]
                for j in range(p):
                    best = high[cell, j]
                    for i in range(many[j, flush]):
                        best = min(best, suited_classes[suited[j, flush, i]])
                    flushed[j] = best
                show_down_row(flushed, low[cell], 1, counts[row])
            if b == 3:
                set_of[first & 3] ^= 1 << (first >> 2)
                on_board[first & 3] -= 1
        for first in range(firsts):
            for second in range(first if b == 3 else 0, seconds):
                cell = 13 * first + second
                if plain[cell]:
                    show_down_row(high[cell], low[cell], plain[cell], counts[row])


@kernel
def fill_hole_tables(
    holes: Input[U8, "h, k"],
    tables: EquityTables,
    start: int,
    stop: int,
    by_ranks: Array[U16, "h, 6188"],  # written: the class without a flush
    by_suit: Array[U16, "h, 4 * 2289"],  # written: the class of a flush, by suit and row of the set
) -> None:
    """Class holes ``start..stop`` on every list of ranks, and every set of ranks of a suit."""
    of_ranks, of_suited = tables.of_ranks, tables.of_suited
    k = holes.shape[1]
    pairs = empty(15, np.int64)
    for h in range(start, stop):
        for suit in range(-1, 4):
            n = 0
            for b in range(1, k):
                for a in range(b):
                    first = holes[h, a]
                    second = holes[h, b]
                    if suit < 0 or ((first & 3) == suit and (second & 3) == suit):
                        low = min(first >> 2, second >> 2)
                        high = max(first >> 2, second >> 2)
                        pairs[n] = (high * (high + 1) >> 1) + low
                        n += 1
            if suit < 0:
                for row in range(len(of_ranks)):
                    best = np.uint16(NONE)
                    for i in range(n):
                        best = min(best, of_ranks[row, pairs[i]])
                    by_ranks[h, row] = best
            else:
                for row in range(ROWS):
                    best = np.uint16(NONE)
                    for i in range(n):
                        best = min(best, of_suited[row, pairs[i]])
                    by_suit[h, suit * ROWS + row] = best


@borrowing
def _show_down(
    number: int,  # of the river's ranks
    flush: int,  # the suit with three cards or more, times ROWS, plus the row of their set
    players: Input[U32, "p"],  # their holes
    by_ranks: Input[U16, "h, 6188"],
    by_suit: Input[U16, "h, 4 * 2289"],
    low_sets: Input[U8, "h"],
    tables: EquityTables,
    classes: Array[U16, "p"],  # scratch
    lows: Array[U8, "p"],  # scratch
    halves: Array[I64, "p, p + 1, w"],  # added to
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Count who wins on one river."""
    p = len(players)
    best = np.uint16(65535)
    winners = 0
    for j in range(p):
        hand = min(by_ranks[players[j], number], by_suit[players[j], flush])
        classes[j] = hand
        categories[j, tables.category[hand]] += 1
        if hand < best:
            best = hand
            winners = 1
        elif hand == best:
            winners += 1
    if halves.shape[2] == 1:
        for j in range(p):
            halves[j, winners if classes[j] == best else 0, 0] += 1
        return
    board = np.int64(tables.low_set[number]) << 8
    best_low = np.uint8(NO_LOW)
    sharers = p + 1
    for j in range(p):
        low = tables.low_of_sets[board | low_sets[players[j]]]
        lows[j] = low
        if low < best_low:
            best_low = low
            sharers = 1
        elif low == best_low and low < NO_LOW:
            sharers += 1
    for j in range(p):
        part = sharers if lows[j] == best_low else 0
        halves[j, winners if classes[j] == best else 0, part] += 1


@kernel
def add_known(
    tuples: Input[U32, "u, p"],  # of holes that share no card
    cards: Input[U8, "h, k"],  # of the holes
    by_ranks: Input[U16, "h, 6188"],
    by_suit: Input[U16, "h, 4 * 2289"],
    low_sets: Input[U8, "h"],
    board: Input[U8, "b"],
    unseen: Input[U8, "n"],  # the cards that are neither on the board nor dead
    tables: EquityTables,
    start: int,
    stop: int,
    # The places of the first card that comes, among the unseen cards that no hole has.
    first_place: int,
    last_place: int,
    halves: Array[I64, "u, p, p + 1, w"],  # added to; see ``HalvedShares``; without lows ``shared``
    categories: Array[I64, "u, p, 10"],  # added to
) -> None:
    """Evaluate the boards of tuples ``start..stop``."""
    p, k, b = tuples.shape[1], cards.shape[1], len(board)
    after, row_of_set = tables.after, tables.row_of_set
    live = empty(52, np.uint8)
    at = empty(6, np.int64)
    node = empty(6, np.int64)
    of_suit = empty((6, 4), np.int64)  # the ranks of each suit, after so many cards that came
    many = empty((6, 4), np.int64)
    flush_from = empty(4, np.int64)  # by the suit of the last card, as the next two
    flush_set = empty(4, np.int64)
    flush_adds = empty(4, np.int64)
    classes = empty(p, np.uint16)
    lows = empty(p, np.uint8)
    node[0] = 0
    for suit in range(4):
        of_suit[0, suit] = many[0, suit] = 0
    for card in board:
        if b < 5 or card != board[4]:
            node[0] = after[node[0], card >> 2]
        of_suit[0, card & 3] |= 1 << (card >> 2)
        many[0, card & 3] += 1
    to_come = 5 - b
    for u in range(start, stop):
        players, tuple_halves, tuple_categories = tuples[u], halves[u], categories[u]
        taken = u64(0)
        for j in range(p):
            for c in range(k):
                taken |= u64(1) << u64(cards[players[j], c])
        n = 0
        for card in unseen:
            if not taken >> u64(card) & u64(1):
                live[n] = card
                n += 1
        if to_come == 0:
            flush = 0
            for suit in range(4):
                if many[0, suit] >= 3:
                    flush = suit * ROWS + row_of_set[of_suit[0, suit]]
            _show_down(
                after[node[0], board[4] >> 2], flush, players, by_ranks, by_suit, low_sets,
                tables, classes, lows, tuple_halves, tuple_categories,
            )  # fmt: skip
            continue
        depth = 0
        at[0] = first_place
        while depth >= 0:
            end = n - (to_come - 1 - depth)
            if depth == 0:
                end = min(end, last_place)
            if depth < to_come - 1:
                if at[depth] >= end:
                    depth -= 1
                    if depth >= 0:
                        at[depth] += 1
                    continue
                card = live[at[depth]]
                node[depth + 1] = after[node[depth], card >> 2]
                for suit in range(4):
                    of_suit[depth + 1, suit] = of_suit[depth, suit]
                    many[depth + 1, suit] = many[depth, suit]
                of_suit[depth + 1, card & 3] |= 1 << (card >> 2)
                many[depth + 1, card & 3] += 1
                at[depth + 1] = at[depth] + 1
                depth += 1
                continue
            there = -1
            for suit in range(4):
                if many[depth, suit] >= 3:
                    there = suit
            for suit in range(4):
                flush_suit = there if there >= 0 else suit if many[depth, suit] == 2 else -1
                flush_from[suit] = max(flush_suit, 0) * ROWS
                flush_set[suit] = of_suit[depth, flush_suit] if flush_suit >= 0 else 0
                flush_adds[suit] = flush_suit == suit
            for i in range(at[depth], end):
                rank = live[i] >> 2
                suit = live[i] & 3
                flush = flush_from[suit] + row_of_set[flush_set[suit] | flush_adds[suit] << rank]
                _show_down(
                    after[node[depth], rank], flush, players, by_ranks, by_suit, low_sets,
                    tables, classes, lows, tuple_halves, tuple_categories,
                )  # fmt: skip
            depth -= 1
            if depth >= 0:
                at[depth] += 1


# p = players, k = cards in a hole, c = columns of cards, w = 1 or, of halves, p + 2


@borrowing
def _copy(cards: Input[U8, "c, BLOCK"], column: int, to: Array[U8, "x, BLOCK"], row: int) -> None:
    """Copy a column of cards."""
    mine = cards[column]
    other = to[row]
    for i in range(BLOCK):
        other[i] = mine[i]


@borrowing
def _low_sets(cards: Input[U8, "x, BLOCK"], sets: Array[U8, "BLOCK"]) -> None:
    """Write the ranks from ace to eight of each column: bit 0 for the ace, 7 for the eight."""
    for i in range(BLOCK):
        sets[i] = u8(0)
    for c in range(len(cards)):
        mine = cards[c]
        for i in range(BLOCK):
            rank = u16(mine[i] >> u8(2))
            sets[i] = u8(sets[i] | u8(u8(u16(2) << rank) | u8(rank == u16(12))))


@kernel
def add_omaha_deals(
    deals: Deals,
    tables: OmahaTables,  # of boards of five cards
    low_of_sets: Input[U8, "65536"],
    last_class: Input[U16, "10"],  # the last class of each category
    seed: u64,
    first: int,
    number: int,
    halves: Array[I64, "p, p + 1, w"],  # added to; see ``HalvedShares``
    shared: Array[I64, "p, p + 1"],  # added to; see ``Sample``
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Deal ``number`` deals, from number ``first`` on, and count the results of each player."""
    seats, k, p = deals.seats, deals.hole, len(deals.seats)
    room = deal_room(deals)
    cards = room.cards
    high, low = compared_room(p), compared_room(p)
    boards = empty((5, BLOCK), np.uint8)
    hole = empty((k, BLOCK), np.uint8)
    numbers = empty(BLOCK, np.uint16)
    suits = empty(BLOCK, np.uint8)
    flush = empty(BLOCK, np.uint8)
    flushes = empty(BLOCK + 1, np.int32)
    board_sets = empty(BLOCK, np.uint8)
    sets = empty(BLOCK, np.uint8)
    halved = halves.shape[2] > 1
    stop = first + number
    for block in range(first // BLOCK, -(-stop // BLOCK)):
        deal_block(deals, block, seed, room)
        for c in range(5):
            _copy(cards, deals.board[c], boards, c)
        number_boards(boards, 5, BLOCK, numbers, suits)
        if halved:
            _low_sets(boards, board_sets)
        for j in range(p):
            for c in range(k):
                _copy(cards, seats[j] + c, hole, c)
            for i in range(BLOCK):
                flush[i] = suits[i]
            mine = high.classes[j]
            # k is a literal, so that the compiler unrolls the loops over cards.
            if k == 4:
                class_block(hole, 4, boards, BLOCK, numbers, flush, tables, flushes, mine)
            elif k == 5:
                class_block(hole, 5, boards, BLOCK, numbers, flush, tables, flushes, mine)
            else:
                class_block(hole, 6, boards, BLOCK, numbers, flush, tables, flushes, mine)
            if halved:
                _low_sets(hole, sets)
                lows = low.classes[j]
                for i in range(BLOCK):
                    lows[i] = low_of_sets[u64(board_sets[i]) << u64(8) | u64(sets[i])]
        compare(high)
        begin, end = max(first - block * BLOCK, 0), min(stop - block * BLOCK, BLOCK)
        count(high, begin, end, last_class, shared, categories)
        if halved:
            compare(low)
            count_halves(high, low, begin, end, NO_LOW, halves)
