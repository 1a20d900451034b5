"""Steps of a sweep over all holes on a river, by the kinds of their cards.

Holes with cards of the same kinds (see ``class_tables``) have the same class, and the same number
of weaker holes: about 11,000 lists of four kinds stand for 178,365 holes of four cards, and 1,800
if no flush is possible.

The number of holes passed that share no card with a hole is computed by inclusion and exclusion
over the sets of its cards. The number of them that have all cards of a set depends only on the
kinds of the set, because cards of a kind are alike: it is the number of sets of these kinds in the
holes passed, divided by the number of such sets among the live cards. Counters are in units of
1 / scale, where all these numbers divide the scale.

Holes of one strength that begin with the same kinds form a run. A run is computed at once: for each
set of last cards the sum over all sets of the first cards is taken once for the run. If a flush
decides, a run has hundreds of lists. Holes of six cards take 0.43 of the time that they take one by
one, holes of five 0.75.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, popcount
from ..hands.board_order import LIVE_HOLES, SortRoom, sort_keys, sort_room
from ..signatures import I32, I64, U8, U16, U32, Array, Input
from .class_tables import KindTables

# k = cards in a hole, h = lists of k kinds, s = lists of fewer kinds

KINDS = 26
BITS = 5  # of a kind in a code
MOST_STRENGTHS = 352
LAST = 3  # the most cards that follow the first ones of a run
LAST_SETS = 1 + 26 + 351  # lists of fewer than three kinds

u32 = np.uint32
i64 = np.int64
u64 = np.uint64


class Live(NamedTuple):
    """The kinds of the live cards, in ascending order."""

    kind: Array[U8, "26"]
    cards: Array[I64, "26"]  # how many cards of each kind are live, 1 to 4
    # ``[high, low]``: the strength of two of them among all pairs: 0 for the weakest.
    strength: Array[U16, "26, 26"]
    places: Array[I64, "6, 26"]  # ``KindTables.places`` of these kinds


class Lists(NamedTuple):
    """Lists of the same number of kinds that can be dealt."""

    code: Array[U32, "h"]  # places in ``Live``, five bits each: the last and lowest in the low bits
    holes: Array[I64, "h"]  # how many sets of cards have these kinds
    strength: Array[U16, "h"]  # of the strongest pair


class Runs(NamedTuple):
    """The runs of lists of one strength with the same first kinds, all but the last 1 to 3 of k."""

    stop: Array[I64, "h + 1"]  # the start of the first run, then the end of each
    # ``[j, first]``: what a set of the first cards adds to the number of a set of j last ones.
    first: Array[U32, "h, 4, 8"]
    last: Array[U32, "h, 8"]  # by list: the numbers of the sets of its last cards
    # The proper subsets of last cards, each once for a run: ``number << 2 | cards``.
    sets: Array[U16, "6 * h"]
    sets_stop: Array[I64, "h + 1"]  # 0, then where the sets of each run end
    # By the number of such a set: the run that has it; and a sum over the sets of the first cards.
    run: Array[I64, "378"]
    sums: Array[I64, "378"]


class SweepRoom(NamedTuple):
    """Scratch arrays of a sweep, and its results for the lists of k kinds."""

    live: Live
    keys: Array[I32, "1176"]  # of pairs: ``class << 11 | 26 high + low``
    sort: SortRoom
    lists: Lists
    shorter: Lists
    stops: Array[I64, "353"]  # where lists of each strength end, in order of strength
    with_set: Array[I64, "s"]  # by number: how many holes passed have a set of cards, scaled
    scaled: Array[I64, "s"]  # by number: the scale, divided by how many sets have these kinds
    runs: Runs
    # In order of strength, like all that follow: the lists, weakest first.
    code: Array[U32, "h"]
    holes: Array[I64, "h"]
    # How many disjoint holes are weaker, and of the same strength.
    win: Array[I64, "h"]
    tie: Array[I64, "h"]


@inlined
def sweep_room(k: int, tables: KindTables):
    """Return a new :class:`SweepRoom` for ``k`` cards. Unwritten parts take no memory."""
    h = len(tables.ranks)
    s = i64(0)
    for size in range(k):
        s += tables.steps[size, 0]
    return SweepRoom(
        Live(
            empty(KINDS, np.uint8), empty(KINDS, np.int64), empty((KINDS, KINDS), np.uint16),
            empty(tables.places.shape, np.int64),
        ),
        empty(LIVE_HOLES, np.int32), sort_room(),
        Lists(empty(h, np.uint32), empty(h, np.int64), empty(h, np.uint16)),
        Lists(empty(h, np.uint32), empty(h, np.int64), empty(h, np.uint16)),
        empty(MOST_STRENGTHS + 1, np.int64), empty(s, np.int64), empty(s, np.int64),
        Runs(
            empty(h + 1, np.int64), empty((h, LAST + 1, 8), np.uint32), empty((h, 8), np.uint32),
            empty(6 * h, np.uint16), empty(h + 1, np.int64),
            empty(LAST_SETS, np.int64), empty(LAST_SETS, np.int64),
        ),
        empty(h, np.uint32), empty(h, np.int64), empty(h, np.int64), empty(h, np.int64),
    )  # fmt: skip


@borrowing
def order_pairs(
    n: int,  # kinds that are live
    of_ranks: Input[U16, "91"],  # the classes of two ranks on the board, without a flush
    of_suited: Input[U16, "91"],  # the classes of two cards of the suit of a possible flush
    room: SweepRoom,
):
    """Write the strength of each pair of kinds; return how many strengths there are."""
    kind, _, strength, _ = room.live
    keys = room.keys
    m = 0
    for a in range(n):
        for b in range(a + 1):
            high = kind[a] % 13
            low = kind[b] % 13
            if high < low:
                high, low = low, high
            pair = (high * (high + 1) >> 1) + low
            hand_class = of_ranks[pair]
            if kind[b] >= 13:
                hand_class = min(hand_class, of_suited[pair])
            keys[m] = i64(hand_class) << 11 | (KINDS * a + b)
            m += 1
    sort_keys(keys, m, room.sort)
    strengths = 0
    for i in range(m):
        strengths += i > 0 and keys[i] >> 11 != keys[i - 1] >> 11
        a, b = divmod(keys[i] & 2047, KINDS)
        strength[a, b] = strengths
    return strengths + 1


@borrowing
def _lengthen(
    lists: Lists,  # of ``size`` kinds
    n: int,  # lists
    size: int,
    k: int,
    scale: int,
    tables: KindTables,
    room: SweepRoom,
    longer: Lists,  # written
):
    """Add a kind to each list in every way; return the number of longer lists.

    Sets of fewer than k cards also have their counters initialised.
    """
    _, cards, strength, _ = room.live
    steps = tables.steps
    m = 0
    for i in range(n):
        code = i64(lists.code[i])
        last = code & 31
        number = times = i64(0)
        rest = code
        for place in range(size):
            kind = rest & 31
            number += steps[place + 1, kind]
            times += kind == last
            rest >>= BITS
        for kind in range(last + 1):
            holes = lists.holes[i] * cards[kind]
            if kind == last:
                holes = lists.holes[i] * (cards[kind] - times) // (times + 1)
                if holes == 0:
                    continue
            best = lists.strength[i]
            rest = code
            for _ in range(size):
                best = max(best, strength[rest & 31, kind])
                rest >>= BITS
            longer.code[m] = code << BITS | kind
            longer.holes[m] = holes
            longer.strength[m] = best
            m += 1
            if size + 1 < k:
                at = number + steps[0, kind]
                room.scaled[at] = scale // holes
                room.with_set[at] = 0
    return m


@borrowing
def list_holes(
    n: int,  # kinds that are live
    strengths: int,
    k: int,
    scale: int,
    tables: KindTables,
    room: SweepRoom,
):
    """List all holes of ``k`` cards in order of strength, weakest first; return how many."""
    first = room.lists
    for kind in range(n):
        for following in range(k):
            room.live.places[following, kind] = tables.places[following, room.live.kind[kind]]
        first.code[kind] = kind
        first.holes[kind] = room.live.cards[kind]
        first.strength[kind] = 0
        at = tables.steps[0, kind]
        room.scaled[at] = scale // room.live.cards[kind]
        room.with_set[at] = 0
    room.scaled[0] = scale
    room.with_set[0] = 0
    for size in range(1, k):
        if size & 1:
            n = _lengthen(room.lists, n, size, k, scale, tables, room, room.shorter)
        else:
            n = _lengthen(room.shorter, n, size, k, scale, tables, room, room.lists)
    code, holes, strength = room.lists if k & 1 else room.shorter
    stops = room.stops
    for i in range(strengths + 1):
        stops[i] = 0
    for i in range(n):
        stops[strength[i] + 1] += 1
    for i in range(strengths):
        stops[i + 1] += stops[i]
    for i in range(n):
        at = stops[strength[i]]
        stops[strength[i]] += 1
        room.code[at] = code[i]
        room.holes[at] = holes[i]
    return n


@borrowing
def number_sets(
    code: u64,
    k: int,  # a constant, so that these loops are unrolled
    following: int,  # cards that follow these
    steps: Input[I64, "6, 26"],
    numbers: Array[U32, "2 ** k"],
) -> None:
    """Write what each set of some cards adds to a number, by a bit for each card, the last low."""
    numbers[0] = 0
    for card in range(k):
        kind = code >> u64(BITS * card) & u64(31)
        for lower in range(1 << card):
            more = numbers[lower] + steps[popcount(u64(lower)) + u64(following), kind]
            numbers[(1 << card) + lower] = more


@borrowing
def _list_run(
    i: int,  # the first list of a run
    run: int,  # its number among those of this strength
    sweep_run: int,  # its number in this sweep, from 1 on
    start: int,  # lists of this strength
    stop: int,
    k: int,  # a constant, like the next
    last: int,
    tables: KindTables,
    codes: Input[U32, "h"],
    runs: Runs,  # written
) -> None:
    """Number the sets of cards of all lists of a run."""
    first = codes[i] >> u32(BITS * last)
    for size in range(last + 1):
        number_sets(u64(first), k - last, size, tables.steps, runs.first[run, size])
    count = runs.sets_stop[run]
    while i < stop and codes[i] >> u32(BITS * last) == first:
        numbers = runs.last[i - start]
        number_sets(u64(codes[i]), last, 0, tables.steps, numbers)
        for part in range(1, (1 << last) - 1):
            number = u64(numbers[part])
            if runs.run[number] != sweep_run:
                runs.run[number] = sweep_run
                runs.sets[count] = number << u64(2) | popcount(u64(part))
                count += 1
        i += 1
    runs.stop[run + 1] = i
    runs.sets_stop[run + 1] = count


@borrowing
def _sum_over(
    firsts: int,  # sets of first cards: all, or all but the whole set; a constant
    adds: Input[U32, "2 ** f"],
    number: u64,
    with_set: Input[I64, "s"],
):
    """Return how many holes passed have a set of last cards and no first card, scaled."""
    total = i64(0)
    for part in range(firsts):
        count = with_set[u64(adds[part]) + number]
        if popcount(u64(part)) & u64(1):
            total -= count
        else:
            total += count
    return total


@borrowing
def _count_apart(
    run: int,
    start: int,
    k: int,  # a constant, as that below
    last: int,
    with_set: Input[I64, "s"],
    runs: Runs,
    apart: Array[I64, "h"],
) -> None:
    """Write how many holes passed share no card with each hole of a run, scaled.

    If the run itself was passed, each hole also counts itself, as often as it was passed.
    """
    firsts = 1 << k - last
    whole = (1 << last) - 1
    none_of_last = _sum_over(firsts, runs.first[run, 0], u64(0), with_set)
    for i in range(runs.sets_stop[run], runs.sets_stop[run + 1]):
        number = u64(runs.sets[i] >> 2)
        adds = runs.first[run, runs.sets[i] & 3]
        runs.sums[number] = _sum_over(firsts, adds, number, with_set)
    adds = runs.first[run, last]
    for i in range(runs.stop[run], runs.stop[run + 1]):
        numbers = runs.last[i - start]
        count = _sum_over(firsts - 1, adds, u64(numbers[whole]), with_set)
        total = none_of_last + (-count if last & 1 else count)
        for part in range(1, whole):
            count = runs.sums[u64(numbers[part])]
            if popcount(u64(part)) & u64(1):
                total -= count
            else:
                total += count
        apart[i] = total


@borrowing
def _add_to(
    firsts: int,  # as in ``_sum_over``
    adds: Input[U32, "2 ** f"],
    number: u64,
    holes: int,
    scaled: Input[I64, "s"],
    with_set: Array[I64, "s"],
) -> None:
    """Add holes to the counters of a set of last cards with all sets of first cards."""
    for part in range(firsts):
        at = u64(adds[part]) + number
        with_set[at] += holes * scaled[at]


@borrowing
def _pass_run(
    run: int,
    start: int,
    k: int,  # a constant, as that below
    last: int,
    holes: Input[I64, "h"],
    scaled: Input[I64, "s"],
    runs: Runs,
    with_set: Array[I64, "s"],
) -> None:
    """Add the holes of a run to the counters of all proper subsets of their cards."""
    firsts = 1 << k - last
    whole = (1 << last) - 1
    for i in range(runs.sets_stop[run], runs.sets_stop[run + 1]):
        runs.sums[runs.sets[i] >> 2] = 0
    in_run = i64(0)
    adds = runs.first[run, last]
    for i in range(runs.stop[run], runs.stop[run + 1]):
        numbers = runs.last[i - start]
        more = holes[i]
        in_run += more
        for part in range(1, whole):
            runs.sums[u64(numbers[part])] += more
        _add_to(firsts - 1, adds, u64(numbers[whole]), more, scaled, with_set)
    _add_to(firsts, runs.first[run, 0], u64(0), in_run, scaled, with_set)
    for i in range(runs.sets_stop[run], runs.sets_stop[run + 1]):
        number = u64(runs.sets[i] >> 2)
        adds = runs.first[run, runs.sets[i] & 3]
        _add_to(firsts, adds, number, runs.sums[number], scaled, with_set)


@inlined
def sweep(
    strengths: int,
    k: int,  # a constant
    scale: int,  # 12 ** (k - 1), a constant
    tables: KindTables,
    room: SweepRoom,  # after ``list_holes``
) -> None:
    """Pass the holes, weakest first, and count for each the disjoint ones."""
    last = (k + 1) // 2 if k > 4 else 1  # runs of holes of four cards are short
    self_term = (
        scale if k % 2 == 0 else -scale
    )  # the term of the whole set of cards of a passed hole
    with_set, runs = room.with_set, room.runs
    for number in range(LAST_SETS):
        runs.run[number] = 0
    runs.sets_stop[0] = 0
    # Typed: with a plain 0, numba first compiles steps for a constant, which nothing calls.
    before = i64(1)
    start = i64(0)
    for strength in range(strengths):
        stop = room.stops[strength]
        runs.stop[0] = start
        n = i64(0)
        while runs.stop[n] < stop:
            i = runs.stop[n]
            _list_run(i, n, before + n, start, stop, k, last, tables, room.code, runs)
            _count_apart(n, start, k, last, with_set, runs, room.win)
            n += 1
        for run in range(n):
            _pass_run(run, start, k, last, room.holes, room.scaled, runs, with_set)
        for run in range(n):
            _count_apart(run, start, k, last, with_set, runs, room.tie)
            for i in range(runs.stop[run], runs.stop[run + 1]):
                room.tie[i] = (room.tie[i] + self_term - room.win[i]) // scale
                room.win[i] //= scale
        before += n
        start = stop
