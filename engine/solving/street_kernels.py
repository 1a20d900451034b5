"""The kernel that walks the betting of a spot on its boards: reach down, values up.

Each walk is for one player, the hero, against the reach of the other, the villain. Rows of the
scratch have a number for each hand of a player on the board: the villain's reach at a node, the
hero's own reach, how often the hero takes the action that leads to a node, and his counterfactual
value. Nodes at which a player has not acted share the row of the node before.

Regrets are discounted as in N. Brown and T. Sandholm, "Solving Imperfect-Information Games via
Discounted Regret Minimization", AAAI 2019, with alternating updates of the players.

There is a single kernel, which calls each part in one place only, so each is compiled once.

Other kernels here prepare what hands can meet: odds of players who are all in early, and holes that
share no card.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F32, F64, I8, I16, I32, I64, U8, U16, Array, Bool, Input
from .lane_steps import (
    LANES,
    all_lanes,
    divided,
    fetch,
    larger,
    largest,
    load,
    load_halves,
    load_places,
    positive,
    root,
    store,
    store_halves,
    where_positive,
)
from .showdown_steps import (
    CARDS,
    ZERO,
    Dealing,
    Lanes,
    ShowdownScratch,
    clear,
    meet,
    run_out,
    show_down,
)

DECISION, DEAL, FOLD, SHOWDOWN = 0, 1, 2, 3
UPDATE, RESPOND, EVALUATE = 0, 1, 2  # purposes of a walk
DOWN, UP = 0, 1  # directions of a step

ONE = np.float32(1)
AHEAD = 2048  # how far ahead numbers of a store are prefetched
LEAST_TOTAL = np.float32(1e-37)  # of regrets or sums of a hand: 1 over less overflows
NEXT_TO_NOTHING = np.float32(1e-27)  # rows with no larger numbers become zero in 16 bits

# n = nodes, s = a row: hands of a board, padded to a multiple of LANES
# r = hands of all rows, w = rows: one of each board, decision and action


class Betting(NamedTuple):
    """The public tree."""

    kind: Input[I8, "n"]
    player: Input[I8, "n"]
    parent: Input[I32, "n"]
    first: Input[I32, "n"]
    count: Input[I8, "n"]
    children: Input[I32, "n - 1"]
    row: Input[I32, "n"]  # of a decision: its first action among those of the player on the street
    stake: Input[F32, "n, 2"]  # of a showdown: half the difference of winning and losing
    flat: Input[F32, "n, 2"]  # of a fold: each player's value; of a showdown: mean of win and loss
    tied: Input[F32, "n, 2"]  # of a showdown: the value of a tie less that mean
    locked: Input[Bool, "n"]  # decisions whose shares do not change
    roots: Input[I64, "l"]  # the nodes that streets begin with, ascending
    street_start: Input[I64, "3"]  # the first node of each street


class Store(NamedTuple):
    """Regrets, or strategy sums: single precision, or 16 bits with a scale for each row.

    16-bit numbers are signed square roots, so that small numbers keep more digits: a hand that
    mixes has regrets of a thousandth of the row's largest. With equal steps the reference flop took
    100 iterations to 0.5 %, not 70.
    """

    numbers: Array[F32, "r"]  # empty if they are short
    short: Array[I16, "r"]  # whole numbers up to ``most``, less ``middle``
    scale: Array[F32, "w"]  # the value of 1 squared in a short row
    most: np.float32
    middle: np.float32


@kernel
def walk(
    betting: Betting,
    dealing: Dealing,
    flop: ShowdownScratch,
    turn: ShowdownScratch,
    river: ShowdownScratch,
    lanes: Lanes,
    regrets: Store,
    sums: Store,
    strategy: Store,  # regrets, or strategy sums
    ranges: Input[F32, "4, s"],  # by player; then the weight of each hand in its own sums
    steps: Input[I64, "k, 7"],  # down or up, board, street, first and last node, and root
    heroes: Input[I64, "p"],
    mode: int,
    factors: Input[F32, "t, 3"],  # of positive and negative regrets and of sums; -1: unchanged
) -> None:
    """Take the steps of a walk, for each row of factors and each hero."""
    width = ranges.shape[1]
    for t in range(len(factors)):
        gained, lost, kept = factors[t, 0], factors[t, 1], factors[t, 2]
        for turn_of in range(len(heroes)):
            hero = heroes[turn_of]
            for step in range(len(steps)):
                board, street = steps[step, 1], steps[step, 2]
                low, high = steps[step, 3], steps[step, 4]
                room = flop if street == 0 else turn if street == 1 else river
                above = flop if street == 1 else turn
                above_low = betting.street_start[max(street - 1, 0)]
                is_dealt = dealing.first_image[board] < dealing.first_image[board + 1]
                if steps[step, 0] == DOWN:
                    for place in range(steps[step, 5], steps[step, 6]):
                        root = betting.roots[place]
                        if is_dealt:
                            deal = betting.parent[root] - above_low
                            _deal_down(dealing, above, room, board, hero, deal, root - low, width)
                        else:
                            _begin(room, ranges, hero)
                    _forward(
                        betting, dealing, room, lanes, strategy, board, hero, low, high, mode,
                        width,
                    )  # fmt: skip
                    _settle(betting, dealing, room, lanes, board, hero, street, low, high, width)
                else:
                    _backward(
                        betting, dealing, room, lanes, regrets, sums, board, hero, street, low,
                        high, mode, gained, lost, kept, width,
                    )  # fmt: skip
                    for place in range(steps[step, 5], steps[step, 6]):
                        root = betting.roots[place]
                        if is_dealt:
                            deal = betting.parent[root] - above_low
                            _deal_up(dealing, above, room, board, hero, deal, root - low, width)


@borrowing
def _begin(room: ShowdownScratch, ranges: Input[F32, "4, s"], hero: int):
    """Set the villain's range and the hero's own weights at the root of a spot."""
    for h in range(ranges.shape[1]):
        room.reach[h] = ranges[1 - hero, h]
        room.own[h] = ranges[2 + hero, h]
    room.reach_row[0] = 0
    room.own_row[0] = 0


@borrowing
def _deal_down(
    dealing: Dealing,
    above: ShowdownScratch,
    room: ShowdownScratch,
    board: int,
    hero: int,
    deal: int,
    root: int,
    width: int,
):
    """Set the reach of a street's root from the deal before it."""
    target = root * width
    room.reach_row[root] = target
    room.own_row[root] = target
    image = dealing.first_image[board]
    for player in range(2):
        up = dealing.up_start[image, player]
        source = above.own_row[deal] if player == hero else above.reach_row[deal]
        before, after = (above.own, room.own) if player == hero else (above.reach, room.reach)
        for h in range(0, dealing.room[board, player], LANES):
            store(after, target + h, load_places(before, source, dealing.up, up + h))


@borrowing
def _deal_up(
    dealing: Dealing,
    above: ShowdownScratch,
    room: ShowdownScratch,
    board: int,
    hero: int,
    deal: int,
    root: int,
    width: int,
):
    """Add a root's values to those of the deal before it, for each image of the board."""
    target, source = deal * width, root * width
    hands = dealing.room[dealing.above[board], hero]
    for image in range(dealing.first_image[board], dealing.first_image[board + 1]):
        down = dealing.down_start[image, hero]
        for h in range(0, hands, LANES):
            more = load_places(room.value, source, dealing.down, down + h)
            store(above.value, target + h, load(above.value, target + h) + more)


@borrowing
def _lengthen(short: Store, base: int, row: int, actions: int, hands: int, rows: Array[F32, "n"]):
    """Set rows to those of a decision that is stored in 16 bits."""
    nothing, middle = all_lanes(ZERO), all_lanes(short.middle)
    for a in range(actions):
        scale = all_lanes(short.scale[row + a])
        for h in range(a * hands, (a + 1) * hands, LANES):
            fetch(short.short, base + h + AHEAD)
            part = load_halves(short.short, base + h) + middle
            store(rows, h, part * larger(part, nothing - part) * scale)


@borrowing
def _shorten(short: Store, base: int, row: int, actions: int, hands: int, rows: Array[F32, "n"]):
    """Store rows of a decision in 16 bits, as square roots of shares of each row's largest."""
    nothing, middle = all_lanes(ZERO), all_lanes(short.middle)
    for a in range(actions):
        first, last = a * hands, (a + 1) * hands
        tops = nothing
        for h in range(first, last, LANES):
            number = load(rows, h)
            tops = larger(tops, larger(number, nothing - number))
        top = largest(tops)
        is_some = top > NEXT_TO_NOTHING
        most = short.most * short.most
        short.scale[row + a] = top / most if is_some else ZERO
        parts = all_lanes(most / top if is_some else ZERO)
        for h in range(first, last, LANES):
            number = load(rows, h)
            part = root(larger(number, nothing - number) * parts)
            part = where_positive(number, part, nothing - part)
            store_halves(short.short, base + h, part - middle)


@borrowing
def _forward(
    betting: Betting,
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    strategy: Store,
    board: int,
    hero: int,
    low: int,
    high: int,
    mode: int,
    width: int,
):
    """Set the reach of nodes; that of the street's roots is already set."""
    nothing, ones = all_lanes(ZERO), all_lanes(ONE)
    is_short = len(strategy.short) > 0
    rows = lanes.regret_rows if is_short else strategy.numbers
    for node in range(low, high):
        if betting.kind[node] != DECISION:
            continue
        here = node - low
        who = betting.player[node]
        actions = betting.count[node]
        first = betting.first[node]
        heros = who == hero
        for a in range(actions):
            child = betting.children[first + a] - low
            room.reach_row[child] = room.reach_row[here] if heros else child * width
            room.own_row[child] = child * width if heros else room.own_row[here]
        if heros and mode == RESPOND and not betting.locked[node]:
            continue
        hands = dealing.room[board, who]
        base = dealing.store[board, who] + betting.row[node] * hands
        if is_short:
            row = dealing.rows[board, who] + betting.row[node]
            _lengthen(strategy, base, row, actions, hands, rows)
            base = 0
        from_reach, from_own = room.reach_row[here], room.own_row[here]
        alike, least = all_lanes(ONE / np.float32(actions)), all_lanes(LEAST_TOTAL)
        for h in range(0, hands, LANES):
            fetch(rows, base + h + AHEAD)
            total = positive(load(rows, base + h))
            for a in range(1, actions):
                fetch(rows, base + a * hands + h + AHEAD)
                total = total + positive(load(rows, base + a * hands + h))
            some = total - least
            factor = where_positive(some, divided(ones, total), nothing)
            even = where_positive(some, nothing, alike)
            if heros:
                before = load(room.own, from_own + h)
                for a in range(actions):
                    at = (betting.children[first + a] - low) * width + h
                    part = positive(load(rows, base + a * hands + h)) * factor + even
                    store(room.share, at, part)
                    store(room.own, at, before * part)
            else:
                before = load(room.reach, from_reach + h)
                for a in range(actions):
                    at = (betting.children[first + a] - low) * width + h
                    part = positive(load(rows, base + a * hands + h)) * factor + even
                    store(room.reach, at, before * part)


@borrowing
def _backward(
    betting: Betting,
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    regrets: Store,
    sums: Store,
    board: int,
    hero: int,
    street: int,
    low: int,
    high: int,
    mode: int,
    gained: np.float32,
    lost: np.float32,
    kept: np.float32,
    width: int,
):
    """Set the values of decisions from those of deals and ends, and update regrets and sums."""
    hands = dealing.room[board, hero]
    gains, losses, keeps = all_lanes(gained), all_lanes(lost), all_lanes(kept)
    to_come = all_lanes(np.float32(1.0 / dealing.to_come[street]))
    is_short = len(regrets.short) > 0
    regret_rows = lanes.regret_rows if is_short else regrets.numbers
    sum_rows = lanes.sum_rows if is_short else sums.numbers
    for node in range(high - 1, low - 1, -1):
        here = (node - low) * width
        if betting.kind[node] == DEAL:
            for h in range(0, hands, LANES):
                store(room.value, here + h, load(room.value, here + h) * to_come)
            continue
        if betting.kind[node] != DECISION:
            continue
        actions = betting.count[node]
        first = betting.first[node]
        is_locked = betting.locked[node]
        is_mean = betting.player[node] == hero and (mode != RESPOND or is_locked)
        is_best = betting.player[node] == hero and not is_mean
        is_improved = is_mean and mode == UPDATE and not is_locked
        base = dealing.store[board, hero] + betting.row[node] * hands
        place, row = base, 0
        if is_short and is_improved:
            place, row = 0, dealing.rows[board, hero] + betting.row[node]
            _lengthen(regrets, base, row, actions, hands, regret_rows)
            if kept >= ZERO:
                _lengthen(sums, base, row, actions, hands, sum_rows)
        for h in range(0, hands, LANES):
            at = (betting.children[first] - low) * width + h
            total = load(room.value, at)
            if is_mean:
                total = total * load(room.share, at)
            for a in range(1, actions):
                at = (betting.children[first + a] - low) * width + h
                more = load(room.value, at)
                if is_mean:
                    total = total + more * load(room.share, at)
                elif is_best:
                    total = larger(total, more)
                else:
                    total = total + more
            store(room.value, here + h, total)
            if is_improved:
                for a in range(actions):
                    at = (betting.children[first + a] - low) * width + h
                    place_in_store = place + a * hands + h
                    old = load(regret_rows, place_in_store)
                    left = old * where_positive(old, gains, losses)
                    store(regret_rows, place_in_store, left + (load(room.value, at) - total))
                    if kept >= ZERO:
                        fetch(sum_rows, place_in_store - AHEAD)
                        more = load(sum_rows, place_in_store) * keeps + load(room.own, at)
                        store(sum_rows, place_in_store, more)
        if is_short and is_improved:
            _shorten(regrets, base, row, actions, hands, regret_rows)
            if kept >= ZERO:
                _shorten(sums, base, row, actions, hands, sum_rows)


@borrowing
def _settle(
    betting: Betting,
    dealing: Dealing,
    room: ShowdownScratch,
    lanes: Lanes,
    board: int,
    hero: int,
    street: int,
    low: int,
    high: int,
    width: int,
):
    """Set the values of folds and showdowns, and those of deals to zero."""
    nodes = high - low
    raked = False
    ends = 0
    for node in range(low, high):
        kind = betting.kind[node]
        taken = kind == SHOWDOWN and betting.flat[node, hero] != ZERO
        raked |= taken
        if kind == FOLD or taken:
            room.starts[ends] = room.reach_row[node - low]
            room.ends[ends] = (node - low + (nodes if taken else 0)) * width
            room.factors[ends] = betting.flat[node, hero]
            ends += 1
        elif kind == DEAL:
            clear(room.value, (node - low) * width, (node - low + 1) * width)
    if ends:
        meet(dealing, room, lanes, board, hero, ends, 2 * nodes * width)
    ends = 0
    tied = False
    for node in range(low, high):
        if betting.kind[node] == SHOWDOWN:
            room.starts[ends] = room.reach_row[node - low]
            room.ends[ends] = (node - low) * width
            room.factors[ends] = betting.stake[node, hero]
            room.ties[ends] = betting.tied[node, hero]
            tied |= room.ties[ends] != ZERO
            ends += 1
    if ends == 0:
        return
    if dealing.odds_start[board, hero] < 0:
        show_down(dealing, room, lanes, board, hero, ends, 2 * nodes * width, tied)
    else:
        run_out(dealing, room, lanes, board, hero, street, ends, tied)
    if raked:
        for node in range(low, high):
            if betting.kind[node] == SHOWDOWN and betting.flat[node, hero] != ZERO:
                at, taken_at = (node - low) * width, (node - low + nodes) * width
                for h in range(0, dealing.room[board, hero], LANES):
                    more = load(room.value, taken_at + h)
                    store(room.value, at + h, load(room.value, at + h) + more)


@kernel
def order_hands(
    start: Input[I64, "b, 2"],
    hands: Input[I64, "b, 2"],
    cards: Input[U8, "h, 2"],
    strength: Input[U16, "h"],  # ascending for each player on a river
    card_start: Array[I64, "b, 2, 53"],  # written, as are the other two: see ``Dealing``
    holding: Array[I32, "2 * h"],
    order: Array[I16, "h, 6"],
) -> None:
    """List the hands that hold each card, and count those weaker than or tied with a hand."""
    upto = np.zeros((2, CARDS + 1), np.int64)
    for board in range(len(start)):
        for player in range(2):
            first, last = start[board, player], start[board, player] + hands[board, player]
            begin = card_start[board, player]
            for card in range(CARDS + 1):
                begin[card] = 0
            for h in range(first, last):
                begin[cards[h, 0] + 1] += 1
                begin[cards[h, 1] + 1] += 1
            begin[0] = 2 * first
            for card in range(CARDS):
                begin[card + 1] += begin[card]
                upto[0, card] = begin[card]
            for h in range(first, last):
                for of_two in range(2):
                    card = cards[h, of_two]
                    holding[upto[0, card]] = h - first
                    upto[0, card] += 1
        for player in range(2):
            first, last = start[board, player], start[board, player] + hands[board, player]
            other = start[board, 1 - player]
            others = hands[board, 1 - player]
            begin = card_start[board, 1 - player]
            for ties in range(2):
                for card in range(CARDS):
                    upto[ties, card] = begin[card]
                upto[ties, CARDS] = 0
            for h in range(first, last):
                for ties in range(2):
                    bound = np.int64(strength[h]) + ties
                    while upto[ties, CARDS] < others and (
                        strength[other + upto[ties, CARDS]] < bound
                    ):
                        upto[ties, CARDS] += 1
                    order[h, 3 * ties] = upto[ties, CARDS]
                    for of_two in range(2):
                        card = cards[h, of_two]
                        at = upto[ties, card]
                        while at < begin[card + 1] and strength[other + holding[at]] < bound:
                            at += 1
                        upto[ties, card] = at
                        row = others + 1 + at - begin[0] + card
                        order[h, 3 * ties + 1 + of_two] = row


@kernel
def add_river(
    strength: Input[U16, "h"],
    start: Input[I64, "2"],  # of one river
    hands: Input[I64, "2"],
    up: Input[I32, "u"],
    up_start: Input[I64, "i, 2"],  # of its images
    first: Array[U16, "n"],  # scratch: by hand of the turn
    second: Array[U16, "m"],
    odds: Array[I16, "n, m"],  # added to: won less lost of the first player's hand
    ties: Array[I16, "k, m"],  # added to, or k is 0
) -> None:
    """Count a river, and the rivers equal to it up to suits."""
    for image in range(len(up_start)):
        for h in range(len(first)):
            first[h] = 0
        for h in range(len(second)):
            second[h] = 0
        for h in range(hands[0]):
            first[up[up_start[image, 0] + h]] = strength[start[0] + h]
        for h in range(hands[1]):
            second[up[up_start[image, 1] + h]] = strength[start[1] + h]
        for i in range(len(first)):
            own_strength = first[i]
            if own_strength == 0:
                continue
            row = odds[i]
            for j in range(len(second)):
                won = (own_strength > second[j]) & (second[j] != 0)
                row[j] += won - (own_strength < second[j])
            if len(ties):
                for j in range(len(second)):
                    ties[i, j] += own_strength == second[j]


@kernel
def add_turn(
    counted: Input[I16, "n, m"],
    up: Input[I32, "u"],
    up_start: Input[I64, "i, 2"],
    odds: Array[I16, "n, m"],  # added to
) -> None:
    """Add the counts of a turn, and of the turns equal to it, to those of its flop."""
    for image in range(len(up_start)):
        for i in range(len(counted)):
            row = odds[up[up_start[image, 0] + i]]
            for j in range(counted.shape[1]):
                row[up[up_start[image, 1] + j]] += counted[i, j]


@kernel
def drop_shared(
    first: Input[U8, "n, 2"], second: Input[U8, "m, 2"], odds: Array[I16, "n, m"]
) -> None:
    """Set the counts of two hands that share a card to zero."""
    for i in range(len(first)):
        for j in range(len(second)):
            shared = (
                (first[i, 0] == second[j, 0])
                | (first[i, 0] == second[j, 1])
                | (first[i, 1] == second[j, 0])
                | (first[i, 1] == second[j, 1])
            )
            if shared:
                odds[i, j] = 0


@kernel
def meet_rows(
    cards: Input[U8, "n, 2"],
    strength: Input[U16, "n"],  # ascending, on a river
    same: Input[I32, "n"],  # the place of the same hole among the other's, -1 without one
    others: Input[U8, "m, 2"],
    other_strength: Input[U16, "m"],
    reach: Array[F64, "d, m"],
    totals: Array[F64, "d"],  # of reach
    rounding: float,  # smaller sums, as a share of the total, count as 0
    is_river: bool,
    met: Array[F64, "d, n"],  # written, from zeros
    beaten: Array[F64, "d, n"],  # written on a river, from zeros
) -> None:
    """Set the reach that hands meet, and what they beat with half of their ties, row by row."""
    by_card = np.zeros(256)
    for d in range(len(reach)):
        row = reach[d]
        for card in range(len(by_card)):
            by_card[card] = 0.0
        for h in range(len(row)):
            by_card[others[h, 0]] += row[h]
            by_card[others[h, 1]] += row[h]
        for h in range(len(cards)):
            met_reach = totals[d] - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
            if same[h] >= 0:
                met_reach += row[same[h]]
            met[d, h] = 0.0 if met_reach < rounding * totals[d] else met_reach
        if not is_river:
            continue
        for ties in range(2):  # weaker hands; then weaker and tied hands
            for card in range(len(by_card)):
                by_card[card] = 0.0
            below = 0.0
            upto = 0
            for h in range(len(cards)):
                while upto < len(row) and (
                    other_strength[upto] < strength[h]
                    or (ties == 1 and other_strength[upto] == strength[h])
                ):
                    below += row[upto]
                    by_card[others[upto, 0]] += row[upto]
                    by_card[others[upto, 1]] += row[upto]
                    upto += 1
                beaten[d, h] += below - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
        for h in range(len(cards)):
            if same[h] >= 0:
                beaten[d, h] += row[same[h]]
            beaten[d, h] /= 2
