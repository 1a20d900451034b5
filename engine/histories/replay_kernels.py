"""Replays the betting of hands: who may act, what it costs, and which pots it makes.

Whatever file a hand comes from, this is the one place where its actions are held against the rules
and its chips are counted. It checks turns, calls, stacks and streets. How large a raise must be it
does not check: sites differ there, and a wrong amount shows where the chips do not balance.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import empty, inlined, kernel
from ..signatures import I32, I64, U8, U16, Array, Bool, Input
from .scan_kernels import MOST_SEATS, TOO_MUCH, Records

# What a record tells. The first ten are actions.
ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, FOLD, CHECK, CALL, BET, RAISE = range(10)
(
    DEAL,  # cards: ``other`` is of which board, 0 for all, and 16 times the street, 0 if not told
    RAISE_TO,  # a bet or a raise: ``amount`` is the player's total on the street
    RAISE_BY,  # a bet or a raise: ``amount`` is what it adds
    CALL_TO,  # a call: ``amount`` is the player's total on the street
    CALL_EITHER,  # a call: ``amount`` is what it adds, or the player's total of the street
    SHOVE,  # a call, a bet or a raise: of all that is left
    CALL_REST,  # a call of what it takes, or all that is left; or a check
    ALL_IN,  # a call, a bet or a raise: ``amount`` is what it adds
    DEAD,  # a post that is no bet
    BLINDS,  # a post, of which all above the big blind is no bet
    MISSED,  # a post of one who comes back: it is a bet if it is as large as the big blind
    STRADDLE_TO,  # ``amount`` is the player's total on the street
    LIVE_AND_DEAD,  # a post of ``amount``, and of ``other`` that is no bet
    SIT,  # ``amount`` is the stack, ``cards`` the number of the seat, ``other`` the name
    HOLE,  # cards of a player
    HOLE_CARD,  # one of them, and others come
    DEALT,  # a player has cards
    MUCK,
    RETURN,  # ``amount`` comes back that nobody called
    COLLECT_LATE,  # as ``COLLECT``, where no other line tells it
    COLLECT,  # ``amount`` from pot ``other``, -1 where it is not told
    TOTAL,  # the pot, before the rake
    TOTAL_PAID,  # the pot, after it
    FEE,  # taken by the site
    ADDED,  # put in the pot by the site
    CASH_OUT,  # the site pays ``amount`` to a player, who gives up what the pot gives
    CASH_OUT_RISK,  # a player pays ``amount`` to the site, and keeps what the pot gives
    CASH_OUT_PAID,  # the site pays ``amount`` to a player, beside what the pot gives
    BOARD,  # the cards of board ``other``, once more
    BUTTON,  # ``cards`` is the number of the seat
    BUTTON_PLAYER,
    MARK,  # nothing but a part of the hand
    REFUSED,  # what is not read: ``other`` says why
    HERO,
    LISTED,  # the size of one of the pots
    NETS,  # a player has ``amount``, and had or put in ``other``: what he won is the difference
    SHOW_BOARD,  # what is collected from here on is of board ``other``
) = range(10, 47)

# What is wrong with a hand, from 32 on: what stands before is of reading lines.
(
    FEW_PLAYERS, POSTS_LATE, PUTS_IN, POSTS_NOTHING, NOT_HIS_TURN, HAS_FOLDED, IS_ALL_IN,
    STREET_OVER, FOLDS_LAST, CHECKS, BETS, RAISES_NOTHING, RAISES_LESS, CALLS, NOT_ALL_IN,
    DEALT_AFTER_FOLDS,
    DEALT_BEFORE, AFTER_RIVER, STREET_CARDS, NOT_OVER, DEALT_TWICE, NOT_IN_DECK, RETURNS, REFUSES,
    HOLE_CARDS, HOLE_TWICE, BOARD_OTHER, NO_BUTTON, BOARD_PLACE, MANY_ACTIONS,
    STREET_PLACE,
) = range(32, 63)  # fmt: skip

BOARDS = 3

# Quirks of sites, a bit each.
DEAD_ANTES = 1  # antes are no bets: who has fewer chips is in for all
IMPLIED = 2  # streets may have no lines of their own
BY_ACTS = 4  # players act in the order of lines, whatever their seats
LOOSE_POTS = 8  # the pots that lines name are not always those of the betting
REPEATS = 16  # a line may stand there again and again
COMPUTES = 32  # who wins is not told, and computed
LIVE_SMALL = 64  # a second small blind, or a smaller post, is a bet
IMPLIED_BLINDS = 128  # blinds may not be told
# Flags of records.
ALL_CHIPS = 1  # a player is all-in by it
STUCK = 2  # who does it may not bet more; of a fold: whosever turn it is; of a seat: the stack
# is told after the posts
FACE_UP = 4  # whose it is plays on this screen, if he alone has it with cards that are told

_MOST_ACTIONS = 65_535
MOST_CHIPS = 4e18  # of all records: what 64 bits hold
STREET_OF_CARDS = (0, 3, 4, 5)


OPS = {
    name.lower().replace("_", " "): number
    for number, name in enumerate(
        (
            "ANTE", "SMALL_BLIND", "BIG_BLIND", "STRADDLE", "POST", "FOLD", "CHECK", "CALL",
            "BET", "RAISE", "DEAL", "RAISE_TO", "RAISE_BY", "CALL_TO", "CALL_EITHER", "SHOVE",
            "CALL_REST", "ALL_IN", "DEAD", "BLINDS", "MISSED", "STRADDLE_TO", "LIVE_AND_DEAD",
            "SIT", "HOLE", "HOLE_CARD", "DEALT", "MUCK", "RETURN", "COLLECT_LATE", "COLLECT",
            "TOTAL", "TOTAL_PAID", "FEE", "ADDED", "CASH_OUT", "CASH_OUT_RISK", "CASH_OUT_PAID",
            "BOARD", "BUTTON", "BUTTON_PLAYER", "MARK", "REFUSED", "HERO", "LISTED", "NETS",
            "SHOW_BOARD",
        )
    )
}  # fmt: skip


class Played(NamedTuple):
    """Hands: what their heads tell, and what came of the betting."""

    hole: Array[U8, "h"]  # cards in a hole of the game
    decks: Array[I64, "h"]  # which cards its deck has, a bit each
    small_blind: Array[I64, "h"]  # of the stakes; written for fixed limit
    big_blind: Array[I64, "h"]
    slack: Array[I64, "h"]  # how far equal parts of a pot may lie from each other
    fixed: Array[Bool, "h"]  # whether the game has a fixed limit
    quirks: Array[U8, "h"]  # of the site, see below
    button: Array[I64, "h"]  # the number of a seat; 0: a record tells it
    # The rest is written.
    problem: Array[U8, "h"]
    where: Array[I32, "h"]  # the line
    who: Array[U8, "h"]  # the place of the player
    told: Array[I64, "h"]
    due: Array[I64, "h"]
    ante: Array[I64, "h"]
    street: Array[U8, "h"]
    boards: Array[I64, "h, 3"]  # cards, 6 bits each, their number from bit 48 on
    runs: Array[U8, "h"]  # boards that there are at the end, 1 to 3
    split: Array[U8, "h"]  # cards that the boards have in common
    pots: Array[U8, "h"]
    added: Array[I64, "h"]
    fees: Array[I64, "h"]  # -1: not told
    total: Array[I64, "h"]  # as told; -1: not told
    total_paid: Array[I64, "h"]  # as told, without the rake; -1: not told
    returned: Array[I64, "h"]  # what came back
    returner: Array[U8, "h"]
    tells_return: Array[Bool, "h"]
    hero: Array[U8, "h"]  # his place; 255: none
    actions: Array[I64, "h + 1"]  # where the actions of each hand begin


class Seats(NamedTuple):
    """Players of hands, by place: (h, 10) each."""

    number: Array[I64, "h, 10"]
    order: Array[
        U8, "h, 10"
    ]  # the places of those who were dealt in, in their turn before the flop
    dealt: Array[U8, "h"]  # how many
    stack: Array[I64, "h, 10"]
    left: Array[I64, "h, 10"]
    name: Array[I64, "h, 10"]  # where it begins in the text, shifted by 20, and its length
    hole: Array[I64, "h, 10"]  # cards, as of records; 0: not known
    live: Array[I64, "h, 10"]  # bets that came to the pots
    dead: Array[I64, "h, 10"]
    folded: Array[U8, "h, 10"]  # the street; 255: not
    mucked: Array[Bool, "h, 10"]
    position: Array[U8, "h, 10"]
    cashed: Array[I64, "h, 10"]  # what a cash-out gave or took
    gave_up: Array[Bool, "h, 10"]  # whether that takes the place of what the pot gives


class Actions(NamedTuple):
    """Rows of actions."""

    place: Array[U8, "a"]
    street: Array[U8, "a"]
    kind: Array[U8, "a"]
    amount: Array[I64, "a"]
    to_call: Array[I64, "a"]
    pot: Array[I64, "a"]
    total: Array[I64, "a"]
    all_in: Array[Bool, "a"]


class Pots(NamedTuple):
    """Pots of hands, by number: (h, 10) each."""

    size: Array[I64, "h, 10"]
    seats: Array[U16, "h, 10"]  # the places that may win it, a bit each


@inlined
def repeats(records, r):
    """Whether a record is that before it once more."""
    return (
        records.op[r] == records.op[r - 1]
        and records.place[r] == records.place[r - 1]
        and records.amount[r] == records.amount[r - 1]
        and records.cards[r] == records.cards[r - 1]
        and records.other[r] == records.other[r - 1]
    )


@inlined
def repeats_board(cards, board):
    """Whether all cards are on the board already."""
    for i in range(card_count(cards)):
        there = False
        for j in range(card_count(board)):
            if cards >> (6 * i) & 63 == board >> (6 * j) & 63:
                there = True
        if not there:
            return False
    return True


@inlined
def card_count(cards):
    """How many cards a pack has."""
    return cards >> 48


@inlined
def fail(played, h, problem, line, who, told, due):
    """Put down what is wrong with a hand."""
    played.problem[h] = problem
    played.where[h] = line
    played.who[h] = who
    played.told[h] = told
    played.due[h] = due


@inlined
def add_cards(known, more):
    """The cards of a board, with more behind them."""
    count = card_count(known)
    both = known & ((1 << 48) - 1)
    both |= (more & ((1 << 48) - 1)) << (6 * count)
    return both | ((count + card_count(more)) << 48)


@inlined
def whole_until(cards, count):
    """The first cards of a pack."""
    return (cards & ((1 << 6 * count) - 1)) | count << 48


@inlined
def whole_after(cards, count):
    """A pack without its first cards."""
    left = max(card_count(cards) - count, 0)
    return (cards & ((1 << 48) - 1)) >> (6 * count) | left << 48


@inlined
def same_cards(a, b):
    """Whether two packs hold the same cards, in any order."""
    if card_count(a) != card_count(b):
        return False
    x = np.uint64(0)
    y = np.uint64(0)
    for i in range(card_count(a)):
        x |= np.uint64(1) << np.uint64(a >> (6 * i) & 63)
        y |= np.uint64(1) << np.uint64(b >> (6 * i) & 63)
    return x == y


@inlined
def told_whole(cards):
    """Whether there are cards, and none of them is unknown."""
    for i in range(card_count(cards)):
        if cards >> (6 * i) & 63 == 63:
            return False
    return cards != 0


@inlined
def know(h, played, hole, place, cards, line):
    """Take the cards of a player, if all of them are told; told twice, they must be the same."""
    if card_count(cards) != played.hole[h] or not told_whole(cards):
        return True
    if hole[place] and not same_cards(hole[place], cards):
        fail(played, h, HOLE_TWICE, line, place, hole[place], cards)
        return False
    if not hole[place]:
        hole[place] = cards
    return True


@inlined
def may_act(folded, left, stuck, place):
    """Whether a player may still bet."""
    return folded[place] == 255 and left[place] > 0 and not stuck[place]


@kernel
def replay(
    records: Records,
    first: Input[I64, "h + 1"],  # where the records of each hand begin
    played: Played,  # written
    seats: Seats,  # written
    actions: Actions,  # written
    pots: Pots,  # written
) -> int:
    """Replay hands; what is wrong with one stands in ``played.problem``. Returns the actions."""
    hands = len(first) - 1
    bets = empty(MOST_SEATS, np.int64)
    stuck = empty(MOST_SEATS, np.bool_)
    waiting = empty(MOST_SEATS, np.uint8)
    given = empty(MOST_SEATS, np.bool_)
    late = empty(MOST_SEATS, np.bool_)
    n = 0
    for h in range(hands):
        played.actions[h] = n
        if played.problem[h]:
            seats.dealt[h] = 0
            continue
        rows = n
        n = replay_hand(
            h, records, first[h], first[h + 1], played, seats, actions, pots, n,
            bets, stuck, waiting, given, late,
        )  # fmt: skip
        if played.problem[h]:
            n = rows
            seats.dealt[h] = 0
    played.actions[hands] = n
    return n


@inlined
def replay_hand(
    h, records, begin, end, played, seats, actions, pots, n, bets, stuck, waiting, given, late
):
    """Replay one hand. Returns the number of actions with its own."""
    number = seats.number[h]
    order = seats.order[h]
    stack = seats.stack[h]
    left = seats.left[h]
    hole = seats.hole[h]
    live = seats.live[h]
    dead = seats.dead[h]
    folded = seats.folded[h]
    played.fees[h] = -1
    played.total[h] = -1
    played.total_paid[h] = -1
    played.added[h] = 0
    played.ante[h] = 0
    played.returned[h] = 0
    played.returner[h] = 255
    played.tells_return[h] = False
    played.hero[h] = 255
    played.runs[h] = 1
    played.split[h] = 5
    for k in range(BOARDS):
        played.boards[h, k] = 0
    # Who sits where, who was dealt in, and which posts are the blinds.
    count = 0
    small = -1  # records
    small_place = 255
    big_seen = 0
    told_big = np.int64(0)
    told_chips = 0.0
    for r in range(begin, end):
        op = records.op[r]
        place = records.place[r]
        told_chips += records.amount[r]
        if told_chips > MOST_CHIPS:
            fail(played, h, TOO_MUCH, records.line[r], place, 0, 0)
            return n
        if records.flag[r] & FACE_UP and (op == SIT or told_whole(records.cards[r])):
            alone = played.hero[h] == 255 or played.hero[h] == place
            played.hero[h] = place if alone else MOST_SEATS
        if op == SIT:
            if place != count or count == MOST_SEATS:
                fail(played, h, FEW_PLAYERS, records.line[r], place, 0, 0)
                return n
            number[count] = records.cards[r]
            stack[count] = records.amount[r]
            left[count] = records.amount[r]
            seats.name[h, count] = records.other[r]
            hole[count] = 0
            live[count] = 0
            dead[count] = 0
            folded[count] = 255
            seats.mucked[h, count] = False
            seats.cashed[h, count] = 0
            seats.gave_up[h, count] = False
            bets[count] = 0
            stuck[count] = False
            given[count] = False
            late[count] = records.flag[r] & STUCK != 0
            count += 1
        elif op <= RAISE or RAISE_TO <= op <= LIVE_AND_DEAD or op in (HOLE, HOLE_CARD, DEALT):
            is_post = op <= POST or DEAD <= op <= LIVE_AND_DEAD
            leaves = op == FOLD and records.flag[r] & STUCK
            if place < count and (records.amount[r] or not is_post) and not leaves:
                given[place] = True
            if late[place] and is_post and place < count:
                stack[place] += records.amount[r]
                left[place] += records.amount[r]
            if op == SMALL_BLIND and small < 0:
                small = r
                small_place = place
            elif op == BIG_BLIND:
                big_seen += 1
                told_big = max(told_big, records.amount[r])
        elif op == BUTTON:
            played.button[h] = records.cards[r]
        elif op == BUTTON_PLAYER and place < count:
            played.button[h] = number[place]
        elif op == HERO and place < count:
            played.hero[h] = place
        elif op == REFUSED:
            fail(played, h, REFUSES, records.line[r], place, records.other[r], 0)
            return n
    if played.hero[h] >= count:
        played.hero[h] = 255  # all hands are face up
    dealt = 0
    for place in range(count):
        if given[place]:
            order[dealt] = place
            dealt += 1
    if dealt < 2:
        fail(played, h, FEW_PLAYERS, 0, 255, dealt, 0)
        return n
    if played.button[h] < 0 <= small:  # not told: it is before the small blind, or his
        played.button[h] = number[small_place] - (dealt > 2)
    button = played.button[h]
    if played.quirks[h] & BY_ACTS:
        order_by_acts(records, begin, end, order, dealt, given, small_place)
    else:
        for i in range(1, dealt):  # by seat, from the one after the button on
            place = order[i]
            key = (number[place] - button - 1) & 65535
            j = i
            while j and (number[order[j - 1]] - button - 1) & 65535 > key:
                order[j] = order[j - 1]
                j -= 1
            order[j] = place
    seats.dealt[h] = dealt
    true_big = -1
    if big_seen > 1:
        start = number[small_place] if small >= 0 else button
        nearest = 1 << 40
        for r in range(begin, end):
            if records.op[r] == BIG_BLIND:
                away = (number[records.place[r]] - start - 1) & 65535
                if away < nearest:
                    nearest = away
                    true_big = r
    if played.fixed[h]:
        whole = small >= 0 and not records.flag[small] & ALL_CHIPS
        played.small_blind[h] = records.amount[small] if whole else played.big_blind[h] // 2
    if not played.big_blind[h]:
        played.big_blind[h] = told_big
        if small >= 0:
            played.small_blind[h] = records.amount[small]
    # The betting.
    street = 0
    level = np.int64(0)
    pot = np.int64(0)
    begun = False  # whether anybody has had to act
    waits = 0
    out = 0  # folded
    told_return = np.int64(0)
    told_returner = 255
    board = np.int64(0)
    boards_open = 1  # boards that have cards of their own
    raised = False  # on this street
    if played.quirks[h] & IMPLIED_BLINDS and small < 0 and not big_seen:
        for blind in range(2):
            p = order[blind] if dealt > 2 else order[1 - blind]
            amount = min(played.big_blind[h] if blind else played.small_blind[h], left[p])
            actions.place[n] = p
            actions.street[n] = 0
            actions.kind[n] = BIG_BLIND if blind else SMALL_BLIND
            actions.amount[n] = amount
            actions.to_call[n] = 0
            actions.pot[n] = pot
            actions.total[n] = amount
            actions.all_in[n] = amount == left[p]
            n += 1
            left[p] -= amount
            bets[p] = amount
            level = max(level, amount)
            pot += amount
    for r in range(begin, end):
        op = records.op[r]
        place = records.place[r]
        amount = records.amount[r]
        line = records.line[r]
        if played.quirks[h] & REPEATS and r > begin and repeats(records, r):
            continue
        if op in (SIT, DEALT) or op >= BUTTON:
            continue
        if op <= RAISE or RAISE_TO <= op <= LIVE_AND_DEAD:
            if place >= count:
                fail(played, h, NOT_HIS_TURN, line, place, 0, 0)
                return n
            kind = np.int64(op)
            no_bet = np.int64(0)
            is_post = op <= POST or DEAD <= op <= LIVE_AND_DEAD
            if is_post:
                if op == ANTE and live[place] + dead[place]:  # his second: of the button
                    op = BIG_BLIND
                    kind = np.int64(POST if big_seen else BIG_BLIND)
                    if not played.big_blind[h]:
                        played.big_blind[h] = amount
                if op == ANTE:
                    no_bet = amount if played.quirks[h] & DEAD_ANTES else 0
                elif op == SMALL_BLIND and r != small:
                    kind = POST
                    no_bet = 0 if played.quirks[h] & LIVE_SMALL else amount
                elif op == BIG_BLIND and big_seen > 1 and r != true_big:
                    kind = POST
                elif op == DEAD:
                    kind = POST
                    no_bet = amount
                elif op == BLINDS:
                    kind = POST
                    no_bet = max(amount - played.big_blind[h], 0)
                elif op == MISSED:
                    kind = POST
                    whole = amount >= played.big_blind[h]
                    no_bet = max(amount - played.big_blind[h], 0)
                    if not whole and not played.quirks[h] & LIVE_SMALL:
                        no_bet = amount
                elif op == STRADDLE_TO:
                    kind = STRADDLE
                    amount -= bets[place]
                elif op == LIVE_AND_DEAD:
                    kind = POST
                    no_bet = records.other[r]
                    amount += no_bet
                if begun:
                    fail(played, h, POSTS_LATE, line, place, 0, 0)
                    return n
                if amount > left[place]:
                    fail(played, h, PUTS_IN, line, place, amount, left[place])
                    return n
                if amount <= 0:
                    continue
                if op == ANTE:
                    played.ante[h] = max(played.ante[h], amount)
                    live[place] += amount - no_bet
                else:
                    bets[place] += amount - no_bet
                dead[place] += no_bet
                left[place] -= amount
                level = max(level, bets[place])
                owed = np.int64(0)
            else:
                if op == FOLD and left[place] == 0 and folded[place] == 255 and not stuck[place]:
                    continue  # all in by a post, and not there: he is in to the end
                if op == FOLD and records.flag[r] & STUCK:
                    there = False
                    for i in range(dealt):
                        there = there or order[i] == place
                    over = begun and waits == 0
                    if (
                        not there
                        or over
                        or folded[place] != 255
                        or not left[place]
                        or out + 1 == dealt
                    ):
                        continue  # who leaves has folded, is all in, has won, or was not dealt in
                    folded[place] = street
                    out += 1
                    kept = 0
                    for i in range(waits):
                        waiting[kept] = waiting[i]
                        kept += waiting[i] != place
                    waits = kept
                    actions.place[n] = place
                    actions.street[n] = street
                    actions.kind[n] = FOLD
                    actions.amount[n] = 0
                    actions.to_call[n] = min(max(level - bets[place], 0), left[place])
                    actions.pot[n] = pot
                    actions.total[n] = bets[place]
                    actions.all_in[n] = False
                    n += 1
                    continue
                if not begun:
                    # Whoever acts first: straddles, dead blinds and empty seats leave no rule.
                    begun = True
                    waits = 0
                    at = 0
                    for i in range(dealt):
                        if order[i] == place:
                            at = i
                    for i in range(dealt):
                        p = order[(at + i) % dealt]
                        if may_act(folded, left, stuck, p):
                            waiting[waits] = p
                            waits += 1
                if played.quirks[h] & IMPLIED and not waits and street < 3:
                    street += 1
                    level = 0
                    raised = False
                    for i in range(dealt):
                        p = order[i]
                        live[p] += bets[p]
                        bets[p] = 0
                        if may_act(folded, left, stuck, p):
                            waiting[waits] = p
                            waits += 1
                while (
                    played.quirks[h] & IMPLIED
                    and waits
                    and waiting[0] != place
                    and level <= bets[waiting[0]]
                ):
                    waits -= 1  # a check that is not told
                    for i in range(waits):
                        waiting[i] = waiting[i + 1]
                if not waits or waiting[0] != place:
                    wrong = NOT_HIS_TURN
                    if folded[place] != 255:
                        wrong = HAS_FOLDED
                    elif not left[place]:
                        wrong = IS_ALL_IN
                    elif not waits:
                        wrong = STREET_OVER
                    fail(played, h, wrong, line, place, waiting[0] if waits else 255, 0)
                    return n
                waits -= 1
                for i in range(waits):
                    waiting[i] = waiting[i + 1]
                bet = bets[place]
                had = left[place]
                owed = level - bet
                if op == RAISE_BY:
                    kind = RAISE if level else BET
                    amount += bet
                elif op == RAISE_TO:
                    kind = RAISE if level else BET
                elif op == CALL_TO:
                    kind = CALL
                    amount -= bet
                elif op == CALL_EITHER:
                    kind = CALL
                    if amount != min(owed, had) and amount - bet == min(owed, had):
                        amount -= bet
                elif op == BET:
                    amount += bet
                elif op in (ALL_IN, SHOVE):
                    if op == SHOVE:
                        amount = had
                    if amount <= owed:
                        kind = CALL
                    else:
                        kind = RAISE if level else BET
                        amount += bet
                elif op == CALL_REST:
                    kind = CHECK if owed <= 0 else CALL
                    amount = min(owed, had)
                if kind == FOLD:
                    folded[place] = street
                    out += 1
                    if out == dealt:
                        fail(played, h, FOLDS_LAST, line, place, 0, 0)
                        return n
                    amount = 0
                    owed = min(max(owed, 0), had)
                    if not know(h, played, hole, place, records.cards[r], line):
                        return n
                elif kind == CHECK:
                    if owed > 0:
                        fail(played, h, CHECKS, line, place, 0, owed)
                        return n
                    amount = 0
                    owed = 0
                else:
                    if kind == CALL:
                        blind = played.big_blind[h] - bet if street == 0 else np.int64(0)
                        fits = amount == min(owed, had) or amount == min(max(owed, blind), had)
                        capped = records.flag[r] & STUCK and amount < owed
                        short = street == 0 and not raised and amount >= min(owed, had)
                        if amount > had or not (amount or capped) or not (fits or capped or short):
                            fail(played, h, CALLS, line, place, amount, max(min(owed, had), 0))
                            return n
                        owed = min(max(owed, amount), had)
                        if amount == 0:  # who is protected stays in for what he has put in
                            kind = CHECK
                            owed = 0
                    else:
                        amount -= bet  # what it adds
                        if amount > had:
                            fail(played, h, PUTS_IN, line, place, amount, had)
                            return n
                        if (kind == BET) == (level > 0):
                            fail(
                                played,
                                h,
                                BETS if kind == BET else RAISES_NOTHING,
                                line,
                                place,
                                0,
                                0,
                            )
                            return n
                        if bet + amount <= level:
                            fail(played, h, RAISES_LESS, line, place, bet + amount, level)
                            return n
                        owed = min(owed, had)
                    bets[place] = bet + amount
                    left[place] = had - amount
                    if records.flag[r] & STUCK:
                        stuck[place] = True
                    if kind != CALL:
                        raised = True
                        waits = 0
                        at = 0
                        for i in range(dealt):
                            if order[i] == place:
                                at = i
                        for i in range(1, dealt):
                            p = order[(at + i) % dealt]
                            if may_act(folded, left, stuck, p):
                                waiting[waits] = p
                                waits += 1
                    level = max(level, bet + amount)
            last_chip = amount > 0 and left[place] == 0
            if records.flag[r] & ALL_CHIPS and not last_chip:
                fail(played, h, NOT_ALL_IN, line, place, left[place], 0)
                return n
            actions.place[n] = place
            actions.street[n] = street
            actions.kind[n] = kind
            actions.amount[n] = amount
            actions.to_call[n] = owed
            actions.pot[n] = pot
            actions.total[n] = bets[place]
            actions.all_in[n] = last_chip
            n += 1
            pot += amount
        elif op == DEAL:
            which = records.other[r] & 15
            told_street = records.other[r] >> 4
            cards = records.cards[r]
            if which > 1:
                if which > BOARDS:
                    fail(played, h, BOARD_PLACE, line, 255, which, 0)
                    return n
                if boards_open < which:
                    boards_open = which
                    common = np.int64(0)
                    if told_street > 1:
                        while common < card_count(cards) - 1 and (
                            (cards >> 6 * common) & 63 == 63
                            or (cards >> 6 * common) & 63 == (board >> 6 * common) & 63
                        ):
                            common += 1
                    played.split[h] = common
                    played.boards[h, which - 1] = whole_until(board, common)
                k = which - 1
                have = card_count(played.boards[h, k])
                if told_street > 1 and card_count(cards) > 1:
                    told_before = whole_until(cards, have)
                    if cards & 63 != 63 and not same_cards(told_before, played.boards[h, k]):
                        fail(played, h, BOARD_OTHER, line, 255, cards, played.boards[h, k])
                        return n
                    cards = whole_after(cards, have)
                played.boards[h, k] = add_cards(played.boards[h, k], cards)
                continue
            if dealt - out == 1:
                fail(played, h, DEALT_AFTER_FOLDS, line, 255, 0, 0)
                return n
            if told_street and told_street <= street and repeats_board(cards, board):
                continue
            whole = cards  # where a line has the whole board, what it has before is told once more
            before = card_count(board)
            if told_street > 1 and card_count(cards) > 1:
                cards = whole_after(whole, before)
                if not same_cards(whole_until(whole, before), board):
                    fail(played, h, BOARD_OTHER, line, 255, whole, board)
                    return n
            while True:
                if not begun:
                    waits = 0
                    for i in range(dealt):
                        if may_act(folded, left, stuck, order[i]):
                            waiting[waits] = order[i]
                            waits += 1
                while played.quirks[h] & IMPLIED and begun and waits and level <= bets[waiting[0]]:
                    waits -= 1  # a check that is not told
                    for i in range(waits):
                        waiting[i] = waiting[i + 1]
                if not closed(order, dealt, out, bets, folded, left, stuck, waiting, waits, begun):
                    fail(played, h, DEALT_BEFORE, line, waiting[0], street + 1, 0)
                    return n
                if street == 3:
                    fail(played, h, AFTER_RIVER, line, 255, 0, 0)
                    return n
                street += 1
                for i in range(dealt):
                    p = order[i]
                    live[p] += bets[p]
                    bets[p] = 0
                level = 0
                raised = False
                begun = True
                waits = 0
                for i in range(dealt):
                    if may_act(folded, left, stuck, order[i]):
                        waiting[waits] = order[i]
                        waits += 1
                if waits == 1:
                    waits = 0
                if street >= told_street or card_count(cards) < 2:
                    break
            if told_street and told_street != street:
                fail(played, h, STREET_PLACE, line, 255, told_street, street)
                return n
            wanted = street + 2 - before
            if card_count(cards) != wanted:
                fail(played, h, STREET_CARDS, line, 255, card_count(cards), street)
                return n
            board = add_cards(board, cards)
        elif op == HOLE:
            dealt_cards = card_count(records.cards[r])
            if not begun and dealt_cards and dealt_cards != played.hole[h]:
                fail(played, h, HOLE_CARDS, line, place, dealt_cards, played.hole[h])
                return n
            if place < count and not know(h, played, hole, place, records.cards[r], line):
                return n
        elif op == HOLE_CARD:
            if place < count and card_count(hole[place]) < played.hole[h]:
                hole[place] = add_cards(hole[place], records.cards[r])
        elif op in (COLLECT, COLLECT_LATE):
            if place < count and not know(h, played, hole, place, records.cards[r], line):
                return n
        elif op == MUCK:
            if place < count:
                seats.mucked[h, place] = True
        elif op == RETURN:
            played.tells_return[h] = True
            told_return += amount
            told_returner = place
        elif op == TOTAL:
            played.total[h] = max(played.total[h], 0) + amount
            if records.other[r]:
                played.fees[h] = max(played.fees[h], 0) + records.other[r]
        elif op == TOTAL_PAID:
            played.total_paid[h] = max(played.total_paid[h], 0) + amount
            if records.other[r]:
                played.fees[h] = max(played.fees[h], 0) + records.other[r]
        elif op == FEE:
            played.fees[h] = max(played.fees[h], 0) + amount
        elif op == ADDED:
            played.added[h] += amount
        elif op == CASH_OUT:
            seats.cashed[h, place] += amount
            seats.gave_up[h, place] = True
        elif op == CASH_OUT_PAID:
            seats.cashed[h, place] += amount
        elif op == CASH_OUT_RISK:
            seats.cashed[h, place] -= amount
        elif op == BOARD:
            which = max(records.other[r], 1) - 1
            whole = board if which == 0 else played.boards[h, which]
            before = card_count(board)
            if (
                played.quirks[h] & IMPLIED
                and which == 0
                and before < card_count(records.cards[r])
                and same_cards(whole_until(records.cards[r], before), board)
            ):
                board = records.cards[r]
                whole = board
                told_street = max(card_count(board) - 2, 0)
                if street < told_street and closed(
                    order, dealt, out, bets, folded, left, stuck, waiting, waits, begun
                ):
                    street = told_street
            fits = which >= BOARDS
            played.boards[h, 0] = board
            for k in range(boards_open):
                whole = played.boards[h, k]
                if same_cards(whole, records.cards[r]) or (
                    k and same_cards(whole_after(whole, played.split[h]), records.cards[r])
                ):
                    fits = True
            if not fits:
                fail(played, h, BOARD_OTHER, line, 255, records.cards[r], whole)
                return n
    played.boards[h, 0] = board
    played.runs[h] = boards_open
    played.street[h] = street
    if n - played.actions[h] > _MOST_ACTIONS:
        fail(played, h, MANY_ACTIONS, 0, 255, n - played.actions[h], 0)
        return n
    # The end: who is left, what nobody called, and the pots.
    if not begun:
        waits = 0
        for i in range(dealt):
            if may_act(folded, left, stuck, order[i]):
                waiting[waits] = order[i]
                waits += 1
    while played.quirks[h] & IMPLIED and begun and waits and level <= bets[waiting[0]]:
        waits -= 1  # a check that is not told
        for i in range(waits):
            waiting[i] = waiting[i + 1]
    if dealt - out > 1 and (
        not closed(order, dealt, out, bets, folded, left, stuck, waiting, waits, begun)
        or street < 3
    ):
        fail(played, h, NOT_OVER, 0, 255, 0, 0)
        return n
    if not check_cards(h, played, hole, count):
        return n
    top = 255
    for i in range(dealt):
        p = order[i]
        live[p] += bets[p]
        if folded[p] == 255 and (top == 255 or live[p] > live[top]):
            top = p
    second = np.int64(0)
    for i in range(dealt):
        if order[i] != top:
            second = max(second, live[order[i]])
    uncalled = max(live[top] - second, 0)
    live[top] -= uncalled
    left[top] += uncalled
    played.returned[h] = uncalled
    played.returner[h] = top if uncalled else 255
    if played.tells_return[h] and (told_return != uncalled or (uncalled and told_returner != top)):
        fail(played, h, RETURNS, 0, told_returner, told_return, uncalled)
        return n
    below = np.int64(-1)
    number_of_pots = 0
    while True:
        layer = np.int64(1) << 62
        for i in range(dealt):
            p = order[i]
            if folded[p] == 255 and live[p] > below:
                layer = min(layer, live[p])
        if layer == np.int64(1) << 62:
            break
        size = np.int64(0)
        who = 0
        for i in range(dealt):
            p = order[i]
            size += min(live[p], layer) - min(live[p], max(below, 0))
            if folded[p] == 255 and live[p] >= layer:
                who |= 1 << p
        pots.size[h, number_of_pots] = size
        pots.seats[h, number_of_pots] = who
        number_of_pots += 1
        below = layer
    for i in range(dealt):
        p = order[i]
        pots.size[h, number_of_pots - 1] += max(live[p] - below, 0)
        pots.size[h, 0] += dead[p]
    pots.size[h, 0] += played.added[h]
    played.pots[h] = number_of_pots
    find_positions(h, played, seats, actions, n, dealt)
    return n


@inlined
def order_by_acts(records, begin, end, order, dealt, given, small_place):
    """The turns of players as they act before the flop: the blinds act last of all."""
    count = 0
    if small_place != 255:
        order[0] = small_place
        given[small_place] = False
        count = 1
    for turn in range(2):
        for r in range(begin, end):
            op = records.op[r]
            if op == DEAL:
                break
            wanted = (
                op == BIG_BLIND if turn == 0 else FOLD <= op <= RAISE or RAISE_TO <= op <= ALL_IN
            )
            place = records.place[r]
            if wanted and place < MOST_SEATS and given[place]:
                order[count] = place
                given[place] = False
                count += 1
                if turn == 0:
                    break
    for place in range(MOST_SEATS):
        if count < dealt and given[place]:
            order[count] = place
            given[place] = False
            count += 1
    if dealt == 2:
        order[0], order[1] = order[1], order[0]


@inlined
def closed(order, dealt, out, bets, folded, left, stuck, waiting, waits, begun):
    """Whether nobody has to act any more."""
    if dealt - out == 1 or waits == 0:
        return True
    able = waits
    if begun:
        able = 0
        for i in range(dealt):
            if may_act(folded, left, stuck, order[i]):
                able += 1
    if able != 1:
        return False
    # One who could act alone has nobody to bet against, once he has matched the others.
    for i in range(dealt):
        p = order[i]
        waits_too = False
        for j in range(waits):
            if waiting[j] == p:
                waits_too = True
        if not waits_too and bets[p] > bets[waiting[0]]:
            return False
    return True


@inlined
def check_cards(h, played, hole, count):
    """Refuse a card that is dealt twice or is not in the deck."""
    seen = np.uint64(0)
    deck = np.uint64(played.decks[h])
    for place in range(count + BOARDS):
        if place < count:
            cards = hole[place]
            start = 0
        else:
            if place - count >= played.runs[h]:
                break
            cards = played.boards[h, place - count]
            start = 0 if place == count else played.split[h]
        for i in range(start, card_count(cards)):
            card = cards >> (6 * i) & 63
            bit = np.uint64(1) << np.uint64(card)
            if seen & bit:
                fail(played, h, DEALT_TWICE, 0, 255, card, 0)
                return False
            if not deck & bit:
                fail(played, h, NOT_IN_DECK, 0, 255, card, 0)
                return False
            seen |= bit
    return True


# Positions by number: BTN, SB, BB, CO, HJ, MP, UTG, UTG+1, ...
BTN, SB, BB, CO, HJ, MP, UTG = range(7)


@inlined
def find_positions(h, played, seats, actions, n, dealt):
    """The position of each seat: by the blinds that were posted, else by the order of seats."""
    order = seats.order[h]
    position = seats.position[h]
    small = 255
    big = 255
    for a in range(n - 1, played.actions[h] - 1, -1):
        if actions.kind[a] == SMALL_BLIND:
            small = actions.place[a]
        elif actions.kind[a] == BIG_BLIND:
            big = actions.place[a]
    for i in range(dealt):
        position[order[i]] = 255
        if seats.number[h, order[i]] == played.button[h]:
            position[order[i]] = BTN
    if dealt == 2:
        other = order[0] if position[order[0]] == 255 else order[1]
        position[other] = BB
        for i in range(2):
            if position[order[i]] == 255:
                position[order[i]] = BTN
        return
    if big == 255 and small == 255:
        big = order[1]
    if small == 255 and big == order[1]:
        small = order[0]
    if small != 255 and position[small] == 255:
        position[small] = SB
    if big != 255 and position[big] == 255:
        position[big] = BB
    start = 0
    for i in range(dealt):
        if order[i] == big:
            start = i + 1
    rest = 0
    for i in range(dealt):
        if position[order[(start + i) % dealt]] == 255:
            rest += 1
    at = 0
    late = max(rest - 3, 1) if rest > 2 else 0
    for i in range(dealt):
        p = order[(start + i) % dealt]
        if position[p] == 255:
            position[p] = UTG + at if at < late else CO + rest - 1 - at
            at += 1
