"""Kernels that play hands: by sampled actions, or by all lines with their weights."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..dealing.deck_kernels import next_word, unit
from ..signatures import F64, I32, I64, U64, Array, Input
from .betting_steps import (
    ACTED,
    CALLS,
    FOLDED,
    FOLDS,
    OFF,
    PLAYER,
    RAISED,
    SHOWN,
    STATE,
    STREET,
    STREET_OVER,
    act,
    chips_of_child,
    decision_after,
    drawn,
    least_more,
    seen_as,
)
from .strategies import WHOLE, Rules, Strategy

# f = results of a hand, s = streets, n = deals, d = hands that wait

u64 = np.uint64
# The results of a hand: winnings by sampled actions; winnings by these or by all lines; and of
# that the luck of the starting hands, which kernels leave out, and of the streets.
PLAYED, WON, OF_HANDS, OF_STREETS = range(4)
FOUND = 6


class Waiting(NamedTuple):
    """A stack of hands at a decision."""

    state: Array[I64, "d, 6"]
    node: Array[I64, "d, 2"]  # of both seats, each in his own tree
    weight: Array[F64, "d"]


@borrowing
def begin(rules: Rules, state: Array[I64, "6"]):
    """Set the state of a hand before anyone has acted."""
    state[0], state[1] = rules.posted_oop, rules.posted_ip
    state[PLAYER], state[STREET], state[ACTED] = 1 if state[1] < state[0] else 0, 0, 0
    state[RAISED] = rules.big_blind


@borrowing
def choose(
    strategy: Strategy, node: int, bucket: Input[I32, "s, n"], i: int, point: float,
    state: Array[I64, "6"], stack: int,
):  # fmt: skip
    """The action of a strategy, and its child: -1 for a player who is off his tree."""
    called = max(state[0], state[1])
    if node == OFF:
        return np.int64(CALLS), np.int64(-1)
    at = drawn(strategy, node, bucket[strategy.street[node], i], point)
    child = strategy.child[at]
    did = chips_of_child(strategy, node, child, called, state[RAISED], stack)
    if did == FOLDS and state[state[PLAYER]] == called:  # never folds when a check is free
        did = np.int64(CALLS)
    return did, np.int64(child)


@borrowing
def see(strategy: Strategy, node: int, did: int, called: int, stack: int, point: float):
    """The next decision of a player who sees the other's action."""
    if node == OFF:
        return np.int64(OFF)
    if did == CALLS:
        return decision_after(strategy, least_more(strategy, node))
    low, high, share = seen_as(strategy, node, did, called, stack)
    if low < 0:
        return np.int64(OFF)
    return decision_after(strategy, low if point < share else high)


@borrowing
def next_of(strategy: Strategy, child: int):
    """The next decision of a player after his own action."""
    return decision_after(strategy, child) if child >= 0 else np.int64(OFF)


@borrowing
def deal_streets(
    edge: Input[F64, "s, n"], i: int, street: int, over: int, stake: float, luck: Array[F64, "f"]
):
    """Add the luck of the cards dealt when a street is over, or both are all in."""
    if over in (STREET_OVER, SHOWN):
        upto = street + 1 if over == STREET_OVER else len(edge) - 1
        for s in range(street, upto):
            luck[OF_STREETS + s] += stake * (edge[s + 1, i] - edge[s, i])


@borrowing
def play_drawn(
    oop: Strategy, ip: Strategy, of_oop: Input[I32, "s, n"], of_ip: Input[I32, "s, n"],
    edge: Input[F64, "s, n"], i: int, rules: Rules, stream: Array[U64, "1"],
    state: Array[I64, "6"], luck: Array[F64, "f"],
):  # fmt: skip
    """Play a hand. Returns the big blind's winnings; adds his luck on the streets to ``luck``.

    Luck is the change in the pot's expected value if both were all in: 0 on average, whatever is
    played.
    """
    begin(rules, state)
    stack, last = rules.stack, len(edge) - 1
    here, there = np.int64(0), np.int64(0)
    while True:
        called, street, me = max(state[0], state[1]), state[STREET], state[PLAYER]
        point, other = unit(next_word(stream)), unit(next_word(stream))
        if me == 0:
            did, child = choose(oop, here, of_oop, i, point, state, stack)
            here = next_of(oop, child)
            there = see(ip, there, did, called, stack, other) if did != FOLDS else there
        else:
            did, child = choose(ip, there, of_ip, i, point, state, stack)
            there = next_of(ip, child)
            here = see(oop, here, did, called, stack, other) if did != FOLDS else here
        over = act(state, did, last, stack, rules.big_blind)
        if over == FOLDED:
            return float(state[1] if me == 1 else -state[0])
        deal_streets(edge, i, street, over, float(called), luck)
        if over == SHOWN:
            return called * edge[last, i]


@borrowing
def spread(
    strategy: Strategy, other: Strategy, node: int, seen: int, bucket: Input[I32, "s, n"],
    edge: Input[F64, "s, n"], i: int, rules: Rules, weight: float, waiting: Waiting, top: int,
    state: Array[I64, "6"], luck: Array[F64, "f"],
):  # fmt: skip
    """Push everything that can follow a decision, with its probability.

    Returns the new top, and the big blind's winnings if the hand is over.
    """
    won = 0.0
    me, street, called = state[PLAYER], state[STREET], max(state[0], state[1])
    last, many, start, first = len(edge) - 1, 1, 0, 0
    if node != OFF:
        first = strategy.first[node]
        many = strategy.first[node + 1] - first
        start = strategy.begin[node] + bucket[strategy.street[node], i] * many
    for k in range(many):
        comes, did, mine = weight, np.int64(CALLS), np.int64(OFF)
        if node != OFF:
            comes = weight * strategy.share[start + k] / WHOLE
            if comes == 0:
                continue
            child = strategy.child[first + k]
            did = chips_of_child(strategy, node, child, called, state[RAISED], rules.stack)
            mine = decision_after(strategy, child)
        if did == FOLDS:
            if state[me] < called:
                won += comes * (state[1] if me == 1 else -state[0])
                continue
            did = np.int64(CALLS)
        low, high, share = -1, -1, 1.0
        if seen != OFF:
            if did == CALLS:
                low = high = least_more(other, seen)
            else:
                low, high, share = seen_as(other, seen, did, called, rules.stack)
        for taken in range(2 if low != high else 1):
            often = comes * (share if taken == 0 else 1 - share)
            for c in range(STATE):
                waiting.state[top, c] = state[c]
            over = act(waiting.state[top], did, last, rules.stack, rules.big_blind)
            deal_streets(edge, i, street, over, often * called, luck)
            if over == SHOWN:
                won += often * called * edge[last, i]
                continue
            as_this = low if taken == 0 else high
            waiting.node[top, me] = mine
            waiting.node[top, 1 - me] = next_of(other, as_this)
            waiting.weight[top] = often
            top += 1
    return top, won


@borrowing
def play_all(
    oop: Strategy, ip: Strategy, of_oop: Input[I32, "s, n"], of_ip: Input[I32, "s, n"],
    edge: Input[F64, "s, n"], i: int, rules: Rules, waiting: Waiting, state: Array[I64, "6"],
    luck: Array[F64, "f"],
):  # fmt: skip
    """Play all lines of a hand: the means of what :func:`play_drawn` returns and adds."""
    begin(rules, waiting.state[0])
    waiting.node[0, 0] = waiting.node[0, 1] = 0
    waiting.weight[0] = 1.0
    top, won = 1, 0.0
    while top > 0:
        top -= 1
        for c in range(STATE):
            state[c] = waiting.state[top, c]
        weight, here, there = waiting.weight[top], waiting.node[top, 0], waiting.node[top, 1]
        if state[PLAYER] == 0:
            top, more = spread(
                oop, ip, here, there, of_oop, edge, i, rules, weight, waiting, top, state, luck
            )
        else:
            top, more = spread(
                ip, oop, there, here, of_ip, edge, i, rules, weight, waiting, top, state, luck
            )
        won += more
    return won


@kernel
def play_deals(
    hero: Strategy,
    villain: Strategy,
    of_hero: Input[I32, "2, s, n"],  # the buckets of both seats' holes, by the hero's abstraction
    of_villain: Input[I32, "2, s, n"],
    edge: Input[F64, "s, n"],  # the big blind's equity edge, see ``edges``
    rules: Rules,
    seed: np.uint64,
    first_deal: int,  # the number of the first deal
    start: int,
    stop: int,
    all_lines: bool,
    waiting: Waiting,
    results: Array[F64, "n, 2, 6"],  # written: results of the hero as big blind, and as dealer
) -> None:
    """Play deals ``start..stop`` twice, the second time with the players' holes exchanged."""
    state = empty(STATE, np.int64)
    stream = empty(1, np.uint64)
    for i in range(start, stop):
        stream[0] = seed + u64(first_deal + i) * u64(0xD1342543DE82EF95)
        stream[0] = next_word(stream)
        for seat in range(2):
            luck = results[i, seat]
            for c in range(FOUND):
                luck[c] = 0
            if seat == 0:
                won = play_drawn(
                    hero, villain, of_hero[0], of_villain[1], edge, i, rules, stream, state, luck
                )
            else:
                won = play_drawn(
                    villain, hero, of_villain[0], of_hero[1], edge, i, rules, stream, state, luck
                )
            luck[PLAYED] = luck[WON] = won
            if all_lines:
                for c in range(OF_HANDS, FOUND):
                    luck[c] = 0
                if seat == 0:
                    luck[WON] = play_all(
                        hero,
                        villain,
                        of_hero[0],
                        of_villain[1],
                        edge,
                        i,
                        rules,
                        waiting,
                        state,
                        luck,
                    )
                else:
                    luck[WON] = play_all(
                        villain,
                        hero,
                        of_villain[0],
                        of_hero[1],
                        edge,
                        i,
                        rules,
                        waiting,
                        state,
                        luck,
                    )
            if seat == 1:
                for c in range(FOUND):
                    luck[c] = -luck[c]
