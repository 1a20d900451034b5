"""The situation of players at each decision, and its outcome, counted over replayed actions.

Positions are those of the replay, by number; ``NONE`` stands for null.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import empty, kernel
from ..declared import declared
from ..signatures import I64, U8, Array, Bool
from .hand_steps import BB, SB, UTG, card_count

from .records import (  # isort: skip
    BET, CALL, FOLD, MOST_SEATS, RAISE, WITH_BOARD, Actions, Played, Seats,
)  # fmt: skip

NONE = 255
# What a player faces on the street; before the flop a raise is the first.
NOTHING, LIMP, A_BET, A_RAISE, REST = range(5)
FACING = ("nothing", "limp", "bet", "raise", "3-bet", "4-bet", "5-bet")
# The kind of the first bet on a street, or of the bet that would be the first.
OPEN, ISOLATION, C_BET, DELAYED, DONK, PROBE, FLOAT, OTHER = range(8)
BETS = ("open", "isolation", "c-bet", "delayed c-bet", "donk", "probe", "float", "bet")
NOBODY, SELF, OPPONENT = range(3)
AGGRESSORS = ("nobody", "self", "opponent")
OUT_OF_POSITION, BETWEEN, IN_POSITION = range(3)
SIDES = ("oop", "middle", "ip")


class Decisions(NamedTuple):
    """What each action faces, a row each; rows of posts have little meaning."""

    turn: Array[U8, "a"]  # his first decision on the street, his second, ...
    raises: Array[U8, "a"]  # bets and raises on the street before it
    calls: Array[U8, "a"]  # calls on the street before it
    callers: Array[U8, "a"]  # of these, the calls since the last bet or raise
    own_raises: Array[U8, "a"]  # of the bets and raises, his own
    own_calls: Array[U8, "a"]
    opponents: Array[U8, "a"]  # others who have not folded
    facing: Array[U8, "a"]
    bet: Array[U8, "a"]
    barrels: Array[
        U8, "a"
    ]  # streets in a row on which the player of the first bet bet or raised last
    # before this street
    aggressor: Array[U8, "a"]  # who bet or raised last on earlier streets
    versus: Array[U8, "a"]  # the position of the player who bet or raised last on this street
    side: Array[U8, "a"]
    stack: Array[I64, "a"]  # what he can lose in the hand, from its beginning
    behind: Array[I64, "a"]  # what he can still lose


class Ways(NamedTuple):
    """What players did in hands, by place: (h, 10) each; ``NONE`` without a decision."""

    put_in: Array[U8, "h, 10"]  # called, bet or raised before the flop
    raised: Array[U8, "h, 10"]
    saw: Array[U8, "h, 10"]  # the last street that he saw


class _Hand(NamedTuple):
    """Scratch of a hand, by place."""

    left: Array[I64, "10"]
    bets: Array[I64, "10"]
    turns: Array[U8, "10"]
    raises: Array[U8, "10"]
    calls: Array[U8, "10"]
    barrels: Array[U8, "10"]
    out: Array[Bool, "10"]


@kernel
def decide(
    played: Played,
    seats: Seats,
    actions: Actions,
    decisions: Decisions,  # written
    ways: Ways,  # written
) -> None:
    """Write what each action faces, in all hands without a problem."""
    hand = _Hand(
        empty(MOST_SEATS, np.int64),
        empty(MOST_SEATS, np.int64),
        empty(MOST_SEATS, np.uint8),
        empty(MOST_SEATS, np.uint8),
        empty(MOST_SEATS, np.uint8),
        empty(MOST_SEATS, np.uint8),
        empty(MOST_SEATS, np.bool_),
    )
    for h in range(len(played.problem)):
        if played.problem[h]:
            continue
        cards = card_count(played.boards[h, 0])
        last = cards - 2 if cards else 0
        if played.family[h] != WITH_BOARD:
            last = played.street[h]
        for p in range(MOST_SEATS):
            ways.put_in[h, p] = NONE
            ways.raised[h, p] = NONE
            folded = seats.folded[h, p]
            ways.saw[h, p] = last if folded == NONE else folded
            hand.left[p] = seats.stack[h, p]
            hand.out[p] = False
            hand.barrels[p] = 0
        decide_hand(h, played, seats, actions, decisions, ways, hand)


@declared
def decide_hand(
    h: int,
    played: Played,
    seats: Seats,
    actions: Actions,
    decisions: Decisions,
    ways: Ways,
    hand: _Hand,
) -> None:
    """Write what each action of a hand faces."""
    order = seats.order[h]
    position = seats.position[h]
    dealt = seats.dealt[h]
    out = 0
    street = -1
    aggressor = NONE  # on earlier streets, with the street
    aggressed = 0
    raiser = NONE  # on this street
    raises = 0
    calls = 0
    callers = 0
    bet = OTHER
    barrels = 0
    for a in range(played.actions[h], played.actions[h + 1]):
        p = actions.place[a]
        kind = actions.kind[a]
        if actions.street[a] != street:
            if raiser != NONE:
                aggressor = raiser
                aggressed = street
            before = raiser if street == actions.street[a] - 1 else NONE
            street = actions.street[a]
            raiser = NONE
            raises = 0
            calls = 0
            callers = 0
            for q in range(MOST_SEATS):
                hand.bets[q] = 0
                hand.turns[q] = 0
                hand.raises[q] = 0
                hand.calls[q] = 0
                hand.barrels[q] = hand.barrels[q] + 1 if q == before else 0
        if not raises:
            barrels = hand.barrels[p]
            bet = kind_of_bet(p, street, calls, aggressor, aggressed, hand)
        if FOLD <= kind <= RAISE:
            hand.turns[p] += 1
        decisions.turn[a] = hand.turns[p]
        decisions.raises[a] = raises
        decisions.calls[a] = calls
        decisions.callers[a] = callers
        decisions.own_raises[a] = hand.raises[p]
        decisions.own_calls[a] = hand.calls[p]
        decisions.opponents[a] = dealt - out - 1
        decisions.facing[a] = faced(street, raises, calls)
        decisions.bet[a] = bet
        decisions.barrels[a] = barrels
        decisions.aggressor[a] = (
            NONE if not street
            else NOBODY if aggressor == NONE
            else SELF if aggressor == p
            else OPPONENT
        )  # fmt: skip
        decisions.versus[a] = NONE if raiser == NONE else position[raiser]
        find_stacks(a, p, order, dealt, position, seats.stack[h], decisions, hand)
        hand.left[p] -= actions.amount[a]
        hand.bets[p] = actions.total[a]
        if kind == FOLD:
            hand.out[p] = True
            out += 1
        elif kind == CALL:
            calls += 1
            callers += 1
            hand.calls[p] += 1
        elif kind in (BET, RAISE):
            raises += 1
            callers = 0
            raiser = p
            hand.raises[p] += 1
        if not street and kind >= FOLD:
            is_raise = kind in (BET, RAISE)
            put_in = is_raise or kind == CALL
            ways.put_in[h, p] = put_in if ways.put_in[h, p] == NONE else ways.put_in[h, p] | put_in
            ways.raised[h, p] = (
                is_raise if ways.raised[h, p] == NONE else ways.raised[h, p] | is_raise
            )


@declared
def faced(
    street: int,
    raises: int,
    calls: int,
) -> int:
    """What a player faces on the street, by its number."""
    if raises:
        return min((A_BET if street else A_RAISE) + raises - 1, REST + 2)
    return LIMP if calls and not street else NOTHING


@declared
def kind_of_bet(
    p: int,
    street: int,
    calls: int,
    aggressor: int,
    aggressed: int,
    hand: _Hand,
) -> int:
    """The kind of the first bet on the street if this player makes it."""
    if not street:
        return ISOLATION if calls else OPEN
    if aggressor == NONE:
        return OTHER
    before = aggressed == street - 1
    if aggressor == p:
        return C_BET if before else DELAYED
    if hand.out[aggressor] or not hand.left[aggressor]:
        return OTHER
    if hand.turns[aggressor]:
        return FLOAT if before else OTHER
    return DONK if before else PROBE


@declared
def turn_after_flop(
    position: int,
) -> int:
    """When each position, by number, acts: the blinds, UTG and so on, MP, HJ, CO, BTN."""
    if position in (SB, BB):
        return position
    return position if position >= UTG else 2 * NONE - position


@declared
def find_stacks(
    a: int,
    p: int,
    order: Array[U8, "10"],
    dealt: int,
    position: Array[U8, "10"],
    stack: Array[I64, "10"],
    decisions: Decisions,
    hand: _Hand,
) -> None:
    """What a player can lose, and his place among those who have not folded."""
    most = np.int64(0)
    reach = np.int64(0)
    before = False
    after = False
    turn = turn_after_flop(position[p])
    for i in range(dealt):
        q = order[i]
        if q != p and not hand.out[q]:
            most = max(most, stack[q])
            reach = max(reach, hand.left[q] + hand.bets[q])
            before = before or turn_after_flop(position[q]) < turn
            after = after or turn_after_flop(position[q]) > turn
    decisions.stack[a] = min(stack[p], most)
    decisions.behind[a] = min(hand.left[p], max(reach - hand.bets[p], 0))
    if position[p] == NONE:  # in stud the player with the best hand showing is first
        decisions.side[a] = NONE
        return
    decisions.side[a] = OUT_OF_POSITION if not before else BETWEEN if after else IN_POSITION
