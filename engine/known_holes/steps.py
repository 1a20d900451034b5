"""Steps that the kernels of known holes inline: boards by their ranks, and those with a flush.

Flushes are counted suit by suit. The ranks of a board in the suit decide the flushes. The ranks of
its other cards, the rest, give the number of ways in which it can be dealt.

Dimensions: p = players, m = boards by rank that complete the known board, at most 6,175, f = sets
of ranks in a suit (``SuitTables``), c = chosen sets, those that can be dealt and have the known
cards, o = ranks of the rest, n = those that can be dealt.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined
from ..signatures import I32, I64, U8, U16, Array, Input
from .rank_tables import NO_FLUSH, NO_RANKS, WIDTHS, RankTables, SuitTables

FIRST_OF_SIZE = (0, 1, 14, 105, 560, 2380, 8555)  # of the multisets of so many ranks
RANK_BOARDS = 6175

# The last class of each category.
STRAIGHT_FLUSH = 10
QUADS = 166
FULL_HOUSE = 322
STRAIGHT = 1609
TRIPS = 2467
TWO_PAIR = 3325
PAIR = 6185

CHOOSE = np.array(  # [n, c] is C(n, c + 1)
    [[0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0], [3, 3, 1, 0], [4, 6, 4, 1]], np.int32
)

u8 = np.uint8


class Holes(NamedTuple):
    """The holes of the players of a tuple, by rank and by suit."""

    pairs: Array[U8, "p"]  # the number of each player's pair of ranks
    # The number of the ranks that each player has of each suit: a pair of ranks for two, the rank
    # twice for one, ``NO_RANKS`` for none.
    own: Array[U8, "4, p"]
    held: Array[U8, "4, p"]  # how many cards of each suit each player has
    taken: Array[I64, "4"]  # the ranks of each suit that cannot be dealt, a bit each
    live: Array[I32, "13"]  # how many cards of each rank can be dealt


@inlined
def holes_of(p: int):
    """Return empty ``Holes`` for ``p`` players."""
    return Holes(
        empty(p, np.uint8),
        empty((4, p), np.uint8),
        empty((4, p), np.uint8),
        empty(4, np.int64),
        empty(13, np.int32),
    )


@borrowing
def read_holes(
    numbers: Input[U16, "p"],  # their holes
    hole_cards: Input[U8, "1326, 2"],  # the lower card first
    holes: Holes,  # changed: on entry, ``taken`` and ``live`` are as without these holes
) -> None:
    """Read the holes of the players of a tuple."""
    pairs, own, held, taken, live = holes
    own[:] = NO_RANKS
    held[:] = 0
    for i in range(len(numbers)):
        a = i64(hole_cards[numbers[i], 0])
        b = i64(hole_cards[numbers[i], 1])
        low = a >> 2
        high = b >> 2
        pairs[i] = (high * (high + 1) >> 1) + low
        live[low] -= i32(1)
        live[high] -= i32(1)
        taken[a & 3] |= 1 << low
        taken[b & 3] |= 1 << high
        held[a & 3, i] += u8(1)
        held[b & 3, i] += u8(1)
        own[a & 3, i] = (low * (low + 1) >> 1) + low
        own[b & 3, i] = (high * (high + 1) >> 1) + (low if a & 3 == b & 3 else high)


@borrowing
def rank_ways(
    live: Input[I32, "13"],  # how many cards of each rank can be dealt
    # Of ``RankTables``.
    stem: Input[U16, "8555"],
    last: Input[U8, "8555"],
    factors: Array[I32, "52"],  # scratch
    ways: Array[I32, "r"],  # filled, for the first r multisets
) -> None:
    """Count in how many ways each multiset of ranks can be dealt."""
    for rank in range(13):
        for c in range(4):
            factors[4 * rank + c] = CHOOSE[live[rank], c]
    ways[0] = 1
    for node in range(1, len(ways)):
        ways[node] = i32(ways[stem[node]] * factors[last[node]])


@inlined
def list_boards(
    board: Input[U8, "k"],  # the known cards
    ranks: RankTables,
    listed: Array[U16, "2, 6175"],  # filled with multisets and boards
):
    """List the multisets of ranks that complete a board, and the boards by rank that they make.

    Returns their number m.
    """
    k = len(board)
    first = FIRST_OF_SIZE[5 - k]
    reached = empty(FIRST_OF_SIZE[6 - k], np.uint16)
    for node in range(len(reached)):
        reached[node] = 0
    for i in range(k):
        reached[0] = ranks.next_node[reached[0], board[i] >> 2]
    m = 0
    for node in range(len(reached)):
        if node:
            before = reached[ranks.parent[node]]
            # A fifth card of a rank leads to 0, the root, and nothing leads on from there.
            if before or (k == 0 and ranks.parent[node] == 0):
                reached[node] = ranks.next_node[before, ranks.last[node] >> 2]
        if node >= first and reached[node]:
            listed[0, m] = node
            listed[1, m] = reached[node] - FIRST_OF_SIZE[5]
            m += 1
    return m


@borrowing
def rank_categories(
    sign: int,  # 1 or -1
    row: Input[U16, "m"],  # the player's class by rank on each board
    ways: Input[I32, "m"],  # in how many ways each board can be dealt
    categories: Array[I64, "10"],  # changed
) -> None:
    """Add boards to the categories of a player's hand by rank alone, or subtract them."""
    quads = full_house = straight = trips = two_pair = pair = every = i32(0)
    for j in range(len(ways)):
        every += i32(ways[j])
        quads += i32(ways[j] if row[j] <= QUADS else 0)
        full_house += i32(ways[j] if row[j] <= FULL_HOUSE else 0)
        straight += i32(ways[j] if row[j] <= STRAIGHT else 0)
        trips += i32(ways[j] if row[j] <= TRIPS else 0)
        two_pair += i32(ways[j] if row[j] <= TWO_PAIR else 0)
        pair += i32(ways[j] if row[j] <= PAIR else 0)
    categories[2] += sign * quads
    categories[3] += sign * (full_house - quads)
    categories[5] += sign * (straight - full_house)
    categories[6] += sign * (trips - straight)
    categories[7] += sign * (two_pair - trips)
    categories[8] += sign * (pair - two_pair)
    categories[9] += sign * (every - pair)


PAIRS = 91
SETS = (286, 715, 1287)  # of three, four and five ranks

u16 = np.uint16
i32 = np.int32
i64 = np.int64


class Rest(NamedTuple):
    """In how many ways the board's cards of other suits can be dealt."""

    live: Array[I32, "13"]  # how many cards of each rank and of other suits can be dealt
    ways: Array[I32, "96"]  # for each pair of ranks, or each rank
    lanes: Array[U8, "96"]  # where ``ways`` is not 0, in the first places


class Totals(NamedTuple):
    """The counts for one tuple of holes."""

    # In how many ways each board by rank can be dealt without a flush.
    board_ways: Array[I32, "6175"]
    # On how many boards each set of players, a bit each, wins. Four columns are summed in the end:
    # increments of a single counter would wait for each other. Empty if winners are not wanted.
    counts: Array[I32, "2**p, 4"]
    # As in ``Multiway``. Empty if they are not wanted.
    categories: Array[I64, "p, 10"]
    of_one_suit: Array[I32, "1287"]  # how many boards of one suit have each set of five ranks


class Scratch(NamedTuple):
    """Scratch arrays."""

    # The best class on each board, and the set of players who have it.
    best: Array[U16, "6175"]
    winners: Array[U16, "6175"]
    # Sets of ranks: those chosen, and those whose flushes may be beaten.
    chosen: Array[U16, "715"]
    beaten: Array[U16, "715"]
    # For each set the best flush, the players who have it, and the best class of the others.
    flush: Array[U16, "715"]
    holders: Array[U16, "715"]
    by_rank: Array[U16, "715"]
    up_to: Array[U16, "384"]  # four rows of counts for each choice of the rest
    allowed: Array[I32, "1287"]  # 1 for each set of five ranks that can be dealt, else 0
    common: Array[U16, "1287"]  # the flush on each board of one suit


@inlined
def scratch():
    """Return the scratch arrays of all steps."""
    return Scratch(
        empty(RANK_BOARDS, np.uint16),
        empty(RANK_BOARDS, np.uint16),
        empty(SETS[1], np.uint16),
        empty(SETS[1], np.uint16),
        empty(SETS[1], np.uint16),
        empty(SETS[1], np.uint16),
        empty(SETS[1], np.uint16),
        empty(4 * WIDTHS[0], np.uint16),
        empty(SETS[2], np.int32),
        empty(SETS[2], np.uint16),
    )


@borrowing
def lower_to(row: Input[U16, "width"], best: Array[U16, "width"], width: int) -> None:
    """Lower ``best`` to the classes ``row`` where these are better."""
    for j in range(width):
        best[j] = min(best[j], row[j])


@borrowing
def mark_winner(
    row: Input[U16, "width"],
    best: Input[U16, "width"],
    player: int,
    winners: Array[U16, "width"],
    width: int,
) -> None:
    """Set a player's bit in ``winners`` where his classes ``row`` are the best."""
    bit = u16(1 << player)
    for j in range(width):
        winners[j] |= bit if row[j] == best[j] else u16(0)


@borrowing
def count_rest(
    suit: int,
    cards: int,  # cards of the rest: 1 or 2
    board: Input[U8, "k"],  # the known cards, of which at most ``cards`` are of other suits
    holes: Holes,
    pair_ranks: Input[U8, "91, 2"],
    rest: Rest,  # filled
):
    """Count in how many ways the rest of a board can be dealt.

    Returns
    -------
    n : int
        How many lanes there are.
    total : int
        The sum of ``ways``.
    """
    live, ways, lanes = rest
    taken = holes.taken[suit]
    for rank in range(13):
        live[rank] = holes.live[rank] - i32(taken >> rank & 1 ^ 1)
    known = 0
    first = second = i64(13)
    for i in range(len(board)):
        card = board[i]
        if card & 3 != suit:
            known += 1
            second = first
            first = i64(card >> 2)
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


@borrowing
def _flush_categories(
    width: int,  # of the rows of ``classes``
    # The player's classes by rank. A hand with a flush is by rank at best a straight.
    classes: Input[U16, "f, width"],
    flushes: Input[U16, "f"],  # his flushes
    chosen: Input[U16, "c"],
    ways: Input[I32, "96"],  # of ``Rest``
    total: int,  # their sum
    up_to: Array[U16, "4 * width"],  # scratch
    categories: Array[I64, "10"],  # changed
) -> None:
    """Move the chosen boards from their categories by rank to flushes, for one player."""
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


@borrowing
def _flush_holders(
    needed: int,  # cards of the suit with which a player has a flush
    suit: int,
    holes: Holes,
    table: SuitTables,
    room: Scratch,  # ``flush``, ``holders`` and ``by_rank`` are filled
) -> None:
    """Find the best flush with each set of ranks, who has it, and the best class of the others."""
    flush, holders, by_rank = room.flush, room.holders, room.by_rank
    flushes, least = table.flushes, table.least
    pairs, own, held = holes.pairs, holes.own[suit], holes.held[suit]
    width = len(table.sets)
    for j in range(width):
        flush[j] = u16(NO_FLUSH)
        holders[j] = u16(0)
        by_rank[j] = u16(NO_FLUSH)
    for i in range(len(pairs)):
        if held[i] >= needed:
            lower_to(flushes[own[i]], flush, width)
        else:
            lower_to(least[pairs[i]], by_rank, width)
    for i in range(len(pairs)):
        if held[i] >= needed:
            mark_winner(flushes[own[i]], flush, i, holders, width)


@borrowing
def suit_boards(
    needed: int,  # cards of the suit with which a player has a flush: 2 or 1
    width: int,  # of the rows of ``table.classes``
    suit: int,
    known: int,  # the ranks of the suit on the known board, a bit each
    holes: Holes,
    table: SuitTables,
    rest: Rest,
    # Of ``count_rest``.
    n_lanes: int,
    total: int,
    room: Scratch,  # ``flush``, ``holders`` and ``beaten`` are filled
    totals: Totals,  # changed: these boards are subtracted from those by rank
):
    """Count boards with three or four cards of a suit, as if the best flush always won.

    Returns how many sets of ranks are in ``beaten``: full houses and quads may beat their flushes.
    """
    chosen, beaten = room.chosen, room.beaten
    flush, holders, by_rank = room.flush, room.holders, room.by_rank
    board_ways, counts, categories, _ = totals
    sets, boards, classes, _, flushes = table
    ways, lanes = rest.ways, rest.lanes
    pairs, own, held = holes.pairs, holes.own[suit], holes.held[suit]
    taken = holes.taken[suit]
    up_to = room.up_to
    q = 0
    for i in range(len(sets)):
        chosen[q] = i
        q += sets[i] & taken == known
    for i in range(len(categories)):
        if held[i] >= needed:
            player_rows = classes[pairs[i]], flushes[own[i]], chosen[:q]
            _flush_categories(width, *player_rows, ways, total, up_to, categories[i])
    if len(counts) == 0:
        return 0
    _flush_holders(needed, suit, holes, table, room)
    n = 0
    for c in range(q):
        ranks = chosen[c]
        counts[holders[ranks], c & 3] += i32(total)
        beaten[n] = ranks
        n += by_rank[ranks] < flush[ranks]
        for lane in range(n_lanes):
            board_ways[boards[ranks, lanes[lane]]] -= ways[lanes[lane]]
    return n


@borrowing
def beaten_with_three(
    n: int,  # how many sets of ranks stand in ``room.beaten``
    suit: int,
    holes: Holes,
    classes: Input[U16, "91, 286, 96"],  # of ``SuitTables``
    rest: Rest,
    # Of ``count_rest``.
    n_lanes: int,
    total: int,
    room: Scratch,  # as ``suit_boards`` left it
    counts: Array[I32, "2**p, 4"],  # changed
) -> None:
    """Correct who wins on boards with three cards of a suit whose flushes may be beaten."""
    best, winners, ways, lanes = room.best, room.winners, rest.ways, rest.lanes
    beaten, flush, holders = room.beaten, room.flush, room.holders
    pairs, held = holes.pairs, holes.held[suit]
    width = i64(WIDTHS[0])
    for c in range(n):
        ranks = beaten[c]
        flush_class = flush[ranks]
        flush_holders = holders[ranks]
        for j in range(width):
            best[j] = flush_class
        for i in range(len(pairs)):
            if held[i] < 2:
                lower_to(classes[pairs[i], ranks], best, width)
        for j in range(width):
            winners[j] = flush_holders if best[j] == flush_class else u16(0)
        for i in range(len(pairs)):
            if held[i] < 2:
                mark_winner(classes[pairs[i], ranks], best, i, winners, width)
        counts[flush_holders, c & 3] -= i32(total)
        for q in range(n_lanes):
            counts[winners[lanes[q]], q & 3] += ways[lanes[q]]


@borrowing
def beaten_with_four(
    n: int,  # how many sets of ranks stand in ``room.beaten``
    suit: int,
    holes: Holes,
    paired: Input[U16, "91, 4, 715"],
    ranks_of_four: Input[U8, "715, 4"],  # both of ``Tables``
    ways: Input[I32, "96"],  # of ``Rest``
    room: Scratch,  # as ``suit_boards`` left it
    counts: Array[I32, "2**p, 4"],  # changed
) -> None:
    """Correct who wins on boards with four cards of a suit whose flushes may be beaten.

    A flush is beaten only if the fifth card pairs one of the four: no other card makes a full
    house. The vectors hold all sets of four ranks, because the few that can be beaten do not fill
    one.
    """
    best, winners, beaten = room.best, room.winners, room.beaten
    flush, holders = room.flush, room.holders
    pairs, held = holes.pairs, holes.held[suit]
    width = i64(SETS[1])
    for place in range(4 if n else 0):
        for j in range(width):
            best[j] = flush[j]
        for i in range(len(pairs)):
            if held[i] == 0:
                lower_to(paired[pairs[i], place], best, width)
        for j in range(width):
            winners[j] = holders[j] if best[j] == flush[j] else u16(0)
        for i in range(len(pairs)):
            if held[i] == 0:
                mark_winner(paired[pairs[i], place], best, i, winners, width)
        for c in range(n):
            ranks = beaten[c]
            more = ways[ranks_of_four[ranks, place]]
            counts[winners[ranks], c & 3] += more
            counts[holders[ranks], c & 3] -= more


@borrowing
def boards_of_one_suit(
    suit: int,
    known: int,  # the ranks of the suit on the known board, a bit each
    holes: Holes,
    table: SuitTables,  # of five cards of the suit
    room: Scratch,
    # Changed, except ``board_ways``; ``of_one_suit`` is what must be subtracted there.
    totals: Totals,
) -> None:
    """Count boards of one suit: everybody has a flush, and players without the suit tie."""
    held, allowed, common = holes.held[suit], room.allowed, room.common
    sets, flushes, own = table.sets, table.flushes, holes.own[suit]
    _, counts, categories, of_one_suit = totals
    taken = holes.taken[suit]
    boards = on_board = holders = 0
    for j in range(SETS[2]):
        allowed[j] = i32(sets[j] & taken == known)
        common[j] = flushes[NO_RANKS, j]
    for j in range(SETS[2]):
        of_one_suit[j] += allowed[j]
        boards += allowed[j]
        on_board += allowed[j] if common[j] <= STRAIGHT_FLUSH else 0
    for i in range(len(held)):
        holders |= (held[i] > 0) << i
    for i in range(len(categories)):
        straight_flushes = on_board
        if held[i]:
            straight_flushes = 0
            row = flushes[own[i]]
            for j in range(SETS[2]):
                straight_flushes += allowed[j] if row[j] <= STRAIGHT_FLUSH else 0
        categories[i, 1] += straight_flushes
        categories[i, 4] += boards - straight_flushes
    everybody = len(counts) - 1
    if everybody > 0 and holders == 0:
        counts[everybody, 0] += i32(boards)
    elif everybody > 0:
        _count_best_flushes(u16(everybody & ~holders), own, held, flushes, room, counts)


@borrowing
def _count_best_flushes(
    others: u16,  # the players without a card of the suit, a bit each
    # The row of ``Holes`` for the suit.
    own: Input[U8, "p"],
    held: Input[U8, "p"],
    flushes: Input[U16, "92, 1287"],  # of ``SuitTables``
    room: Scratch,  # ``allowed`` and ``common`` are filled
    counts: Array[I32, "2**p, 4"],  # changed
) -> None:
    """Count who wins on boards of one suit, of which some players hold cards."""
    best, winners, common, allowed = room.best, room.winners, room.common, room.allowed
    width = i64(SETS[2])
    for j in range(width):
        best[j] = common[j]
    for i in range(len(held)):
        if held[i]:
            lower_to(flushes[own[i]], best, width)
    for j in range(width):
        winners[j] = others if common[j] == best[j] else u16(0)
    for i in range(len(held)):
        if held[i]:
            mark_winner(flushes[own[i]], best, i, winners, width)
    for j in range(width):
        counts[winners[j], j & 3] += allowed[j]
