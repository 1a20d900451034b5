"""Replays the betting of hands: who may act, what it costs, and which pots it makes.

Hands of all formats have their actions checked against the rules, and their chips counted, only
here. Turns, calls, stacks and streets are checked. The size of a raise is not: sites differ there,
and a wrong amount shows when the chips do not balance.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import empty, kernel
from ..declared import declared
from ..signatures import I64, U8, Array, Bool, Input

from .hand_steps import (  # isort: skip
    add_cards, all_waiting, card_count, check_cards, closed, exchange, fail, find_positions,
    first_to_act, know, know_dealt, make_pots, may_act, order_by_acts, out_of_turn, put_action,
    put_in_order, repeats, repeats_board, same_cards, show_ups, told_whole, unknown_filled,
    whole_after, whole_until, without_unknown,
)  # fmt: skip
from .records import (  # isort: skip
    ADDED, AFTER_RIVER, ALL_CHIPS, ALL_IN, ANTE, BET, BETS, BIG_BLIND, BLINDS, BOARD, BOARD_OTHER,
    BOARD_PLACE, BOARDS, BUTTON, BUTTON_PLAYER, BY_ACTS, CALL, CALL_EITHER, CALL_REST, CALL_TO,
    CALLS, CASH_OUT, CASH_OUT_PAID, CASH_OUT_RISK, CHECK, CHECKS, COLLECT, COLLECT_LATE, DEAD,
    DEAD_ANTES, DEAL, DEALT, DEALT_AFTER_FOLDS, DEALT_BEFORE, FACE_UP, FEE, FEW_PLAYERS, FOLD,
    FOLDS_LAST, HERO, HOLE, HOLE_CARD, HOLE_CARDS, IMPLIED, IMPLIED_BLINDS,
    LIVE_AND_DEAD, LIVE_SMALL, MANY_ACTIONS, MISSED, MOST_ACTIONS, MOST_CHIPS, MOST_SEATS, MUCK,
    NETS, STUD, DISCARD, WITH_BOARD, NOT_ALL_IN, NOT_HIS_TURN, NOT_OVER, POST, POSTS_LATE,
    PUTS_IN, RAISE, RAISE_BY, RAISE_TO,
    RAISES_LESS, RAISES_NOTHING, REFUSED, REFUSES, REPEATS, RETURN, RETURNS, SHOVE, SIT,
    SMALL_BLIND, STRADDLE, STRADDLE_TO, STREET_CARDS, STREET_PLACE, STUCK, TOO_MUCH,
    TOTAL, TOTAL_PAID, UNKNOWN, UNORDERED, UNTOLD, Actions, Played, Pots, Records, Seats,
)  # fmt: skip


@kernel
def replay(
    records: Records,
    first: Input[I64, "h + 1"],  # where the records of each hand begin
    played: Played,  # written
    seats: Seats,  # written
    actions: Actions,  # written
    pots: Pots,  # written
) -> int:
    """Replay hands; problems are written to ``played.problem``. Returns the number of actions."""
    hands = len(first) - 1
    bets = empty(MOST_SEATS, np.int64)
    stuck = empty(MOST_SEATS, np.bool_)
    waiting = empty(MOST_SEATS, np.uint8)
    is_in = empty(MOST_SEATS, np.bool_)
    late = empty(MOST_SEATS, np.bool_)
    untold = empty(MOST_SEATS, np.bool_)
    n = 0
    for h in range(hands):
        played.actions[h] = n
        if played.problem[h]:
            seats.dealt[h] = 0
            continue
        rows = n
        n = replay_hand(
            h, records, first[h], first[h + 1], played, seats, actions, pots, n,
            bets, stuck, waiting, is_in, late, untold,
        )  # fmt: skip
        if played.problem[h]:
            n = rows
            seats.dealt[h] = 0
    played.actions[hands] = n
    return n


@declared
def replay_hand(
    h: int,
    records: Records,
    begin: int,
    end: int,
    played: Played,
    seats: Seats,
    actions: Actions,
    pots: Pots,
    n: int,
    bets: Array[I64, "10"],
    stuck: Array[Bool, "10"],
    waiting: Array[U8, "10"],
    is_in: Array[Bool, "10"],
    late: Array[Bool, "10"],
    untold: Array[Bool, "10"],
) -> int:
    """Replay one hand. Returns the number of actions including its own."""
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
    family = played.family[h]
    last = played.last[h]
    for k in range(BOARDS):
        played.boards[h, k] = 0
    # The seats, the players dealt in, and the posts that are the blinds.
    count = 0
    small = -1  # records
    small_place = 255
    big_seen = 0
    told_big = np.int64(0)
    told_chips = 0.0
    starts = True  # nothing has been dealt after the first cards
    for r in range(begin, end):
        op = records.op[r]
        place = records.place[r]
        told_chips += records.amount[r]
        if told_chips > MOST_CHIPS:
            fail(played, h, TOO_MUCH, records.line[r], place, 0, 0)
            return n
        starts = starts and op != DEAL
        is_down = family != STUD or (starts and card_count(records.cards[r]) == 3)
        if records.flag[r] & FACE_UP and (op == SIT or (is_down and told_whole(records.cards[r]))):
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
            seats.up[h, count] = 0
            live[count] = 0
            dead[count] = 0
            folded[count] = 255
            seats.mucked[h, count] = False
            seats.cashed[h, count] = 0
            seats.gave_up[h, count] = False
            bets[count] = 0
            stuck[count] = False
            is_in[count] = False
            late[count] = records.flag[r] & STUCK != 0
            untold[count] = records.flag[r] & UNTOLD != 0 and not records.amount[r]
            count += 1
        elif op <= RAISE or RAISE_TO <= op <= LIVE_AND_DEAD or op in (HOLE, HOLE_CARD, DEALT):
            is_post = op <= POST or DEAD <= op <= LIVE_AND_DEAD
            leaves = op == FOLD and records.flag[r] & STUCK
            if place < count and (records.amount[r] or not is_post) and not leaves:
                is_in[place] = True
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
    most = np.int64(0)
    for place in range(count):
        most = max(most, stack[place])
    for place in range(count):
        if is_in[place]:
            order[dealt] = place
            dealt += 1
            if untold[place]:  # so that his bets are not all his chips
                stack[place] = most
                left[place] = most
    if dealt < 2:
        fail(played, h, FEW_PLAYERS, 0, 255, dealt, 0)
        return n
    if played.button[h] < 0 <= small:  # unknown: it is before the small blind, or at it
        played.button[h] = number[small_place] - (dealt > 2)
    button = played.button[h]
    if played.quirks[h] & BY_ACTS:
        order_by_acts(records, begin, end, order, dealt, is_in, small_place)
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
        untold_small = played.big_blind[h] // 2 if family != STUD else np.int64(0)
        played.small_blind[h] = records.amount[small] if whole else untold_small
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
    boards_open = 1  # boards with their own cards
    raised = False  # on this street
    if played.quirks[h] & IMPLIED_BLINDS and small < 0 and not big_seen:
        for blind in range(2):
            p = order[blind] if dealt > 2 else order[1 - blind]
            amount = min(played.big_blind[h] if blind else played.small_blind[h], left[p])
            kind = BIG_BLIND if blind else SMALL_BLIND
            put_action(actions, n, p, 0, kind, amount, 0, pot, amount, amount == left[p])
            n += 1
            left[p] -= amount
            bets[p] = amount
            level = max(level, amount)
            pot += amount
    for r in range(begin, end):
        if played.quirks[h] & UNORDERED and waits:
            put_in_order(records, r, end, waiting[0], bets, level)
        op = records.op[r]
        place = records.place[r]
        amount = records.amount[r]
        line = records.line[r]
        if played.quirks[h] & REPEATS and r > begin and repeats(records, r):
            continue
        if op == NETS and not know(h, played, hole, place, records.cards[r], line):
            return n
        if op == DISCARD and (place >= count or folded[place] != 255):
            fail(played, h, NOT_HIS_TURN, line, place, 255, 0)
            return n
        # The cards may be exchanged without a line of their own for the street.
        where = records.other[r]
        cards = records.cards[r]
        if op == DISCARD and street == 0:
            op = DEAL
            where = np.int64(0)
            cards = np.int64(0)
        if op in (SIT, DEALT) or BUTTON <= op < DISCARD:
            continue
        if op <= RAISE or RAISE_TO <= op <= LIVE_AND_DEAD:
            if place >= count:
                fail(played, h, NOT_HIS_TURN, line, place, 0, 0)
                return n
            kind = np.int64(op)
            no_bet = np.int64(0)
            is_post = op <= POST or DEAD <= op <= LIVE_AND_DEAD
            if is_post:
                if op == ANTE and live[place] + dead[place]:  # his second: a button ante
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
                    continue  # all-in by a post, and absent: he is in to the end
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
                        continue  # may leave: folded, all-in, won, or not dealt in
                    folded[place] = street
                    out += 1
                    kept = 0
                    for i in range(waits):
                        waiting[kept] = waiting[i]
                        kept += waiting[i] != place
                    waits = kept
                    owed = min(max(level - bets[place], 0), left[place])
                    put_action(
                        actions, n, place, street, FOLD, 0, owed, pot, bets[place], False
                    )  # fmt: skip
                    n += 1
                    continue
                if not begun:
                    # Anybody may act first: straddles, dead blinds and empty seats leave no rule.
                    begun = True
                    at = 0
                    for i in range(dealt):
                        if order[i] == place:
                            at = i
                    waits = all_waiting(order, dealt, folded, left, stuck, waiting, at)
                if played.quirks[h] & IMPLIED and not waits and street < last:
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
                    waits -= 1  # an unwritten check
                    for i in range(waits):
                        waiting[i] = waiting[i + 1]
                if not waits or waiting[0] != place:
                    wrong = out_of_turn(op, place, order, dealt, folded, left, stuck, waits)
                    if not wrong:
                        continue
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
                        if amount == 0:  # a protected player stays in for what he has put in
                            kind = CHECK
                            owed = 0
                    else:
                        amount -= bet  # what it adds
                        if amount > had:
                            fail(played, h, PUTS_IN, line, place, amount, had)
                            return n
                        if (kind == BET) == (level > 0):
                            wrong = BETS if kind == BET else RAISES_NOTHING
                            fail(played, h, wrong, line, place, 0, 0)
                            return n
                        if bet + amount <= level:
                            fail(played, h, RAISES_LESS, line, place, bet + amount, level)
                            return n
                        owed = min(owed, had)
                    bets[place] = bet + amount
                    left[place] = had - amount
                    if records.flag[r] & STUCK:
                        stuck[place] = True
                    if kind in (BET, RAISE):
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
            put_action(actions, n, place, street, kind, amount, owed, pot, bets[place], last_chip)
            n += 1
            pot += amount
        elif op == DEAL:
            which = where & 15
            told_street = where >> 4
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
            whole = cards  # if a line has the whole board, its earlier cards are repeated
            before = card_count(board)
            if told_street > 1 and card_count(cards) > 1:
                known = without_unknown(board)
                cards = whole_after(whole, card_count(known))
                if not same_cards(whole_until(whole, card_count(known)), known):
                    fail(played, h, BOARD_OTHER, line, 255, whole, board)
                    return n
                if not cards and told_street == before - 1:  # an empty bracket
                    cards = np.int64(UNKNOWN | 1 << 48)
            while True:
                if not begun:  # only antes make a bomb pot, without betting before the flop
                    bomb = not level and n > played.actions[h]
                    waits = (
                        0 if bomb else all_waiting(order, dealt, folded, left, stuck, waiting, 0)
                    )
                # The player who brings it in need not be written to check.
                tacit = played.quirks[h] & IMPLIED or (family == STUD and not street)
                while tacit and begun and waits and level <= bets[waiting[0]]:
                    waits -= 1  # an unwritten check
                    for i in range(waits):
                        waiting[i] = waiting[i + 1]
                if not closed(order, dealt, out, bets, folded, left, stuck, waiting, waits, begun):
                    fail(played, h, DEALT_BEFORE, line, waiting[0], street + 1, 0)
                    return n
                if street == last:
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
                at = first_to_act(records, r, end, order, dealt) if family == STUD else 0
                waits = all_waiting(order, dealt, folded, left, stuck, waiting, at)
                if waits == 1:
                    waits = 0
                if street >= told_street or card_count(cards) < 2:
                    break
            if told_street and told_street != street:
                fail(played, h, STREET_PLACE, line, 255, told_street, street)
                return n
            wanted = street + 2 - before if family == WITH_BOARD else 0
            if card_count(cards) != wanted:
                fail(played, h, STREET_CARDS, line, 255, card_count(cards), street)
                return n
            board = add_cards(board, cards)
            if records.op[r] == DISCARD:
                op = DISCARD
        elif op == HOLE and family != WITH_BOARD:
            if place < count and not know_dealt(h, played, seats, records, r, street):
                return n
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
            if which == 0:
                board = unknown_filled(board, records.cards[r])
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
        if op == DISCARD:
            exchange(actions, n, place, street, records.other[r], pot, bets[place], hole)
            n += 1
    played.boards[h, 0] = board
    played.runs[h] = boards_open
    played.street[h] = street
    if n - played.actions[h] > MOST_ACTIONS:
        fail(played, h, MANY_ACTIONS, 0, 255, n - played.actions[h], 0)
        return n
    # The end: the players left, the uncalled bet, and the pots.
    if not begun:
        waits = all_waiting(order, dealt, folded, left, stuck, waiting, 0)
    while played.quirks[h] & IMPLIED and begun and waits and level <= bets[waiting[0]]:
        waits -= 1  # an unwritten check
        for i in range(waits):
            waiting[i] = waiting[i + 1]
    if dealt - out > 1 and (
        not closed(order, dealt, out, bets, folded, left, stuck, waiting, waits, begun)
        or street < last
    ):
        fail(played, h, NOT_OVER, 0, 255, 0, 0)
        return n
    if board and not told_whole(board):
        fail(played, h, STREET_CARDS, 0, 255, 0, 2)
        return n
    if family == STUD:
        played.button[h] = -1
        show_ups(h, seats, count)
    if not check_cards(h, played, seats, count):
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
    make_pots(h, played, pots, order, dealt, live, dead, folded)
    find_positions(h, played, seats, actions, n, dealt)
    return n
