"""Steps of the kernels that replay hands and share out pots: packs of cards, turns, positions."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..declared import declared
from ..signatures import I64, U8, Array, Bool

from .records import (  # isort: skip
    ALL_IN, BIG_BLIND, BOARDS, CALL, CHECK, DEAL, DEALT_TWICE, FINE, FOLD, HAS_FOLDED, HOLE_TWICE,
    IS_ALL_IN, MOST_SEATS, NOT_HIS_TURN, NOT_IN_DECK, RAISE, RAISE_TO, SMALL_BLIND, STREET_OVER,
    UNKNOWN, DRAW, FACE_UP, STANDS_PAT, STUD,
    Records, Played, Seats, Actions, Pots,
)  # fmt: skip


@declared
def repeats(
    records: Records,
    r: int,
) -> bool:
    """Whether a record repeats the one before it."""
    return (
        records.op[r] == records.op[r - 1]
        and records.place[r] == records.place[r - 1]
        and records.amount[r] == records.amount[r - 1]
        and records.cards[r] == records.cards[r - 1]
        and records.other[r] == records.other[r - 1]
    )


@declared
def put_in_order(
    records: Records,
    r: int,
    end: int,
    turn: int,
    bets: Array[I64, "10"],
    level: int,
) -> None:
    """Put the action of the player whose turn it is before another player's on the same street.

    This applies if he owes a call, so that he cannot have checked, or if the other calls nothing.
    """
    op = records.op[r]
    place = records.place[r]
    if place >= MOST_SEATS or place == turn or not FOLD <= op <= ALL_IN or op == DEAL:
        return
    if bets[turn] >= level and not (op == CALL and bets[place] >= level):
        return
    for k in range(r + 1, end):
        if records.op[k] == DEAL:
            return
        if records.place[k] == turn and FOLD <= records.op[k] <= ALL_IN:
            for i in range(k, r, -1):
                for column in (records.op, records.place, records.flag):
                    column[i], column[i - 1] = column[i - 1], column[i]
                for column in (records.amount, records.other, records.cards):
                    column[i], column[i - 1] = column[i - 1], column[i]
                records.line[i], records.line[i - 1] = records.line[i - 1], records.line[i]
            return


@declared
def repeats_board(
    cards: int,
    board: int,
) -> bool:
    """Whether all cards are already on the board."""
    for i in range(card_count(cards)):
        there = False
        for j in range(card_count(board)):
            if cards >> (6 * i) & 63 == board >> (6 * j) & 63:
                there = True
        if not there:
            return False
    return True


@declared
def card_count(
    cards: int,
) -> int:
    """The number of cards in a pack."""
    return cards >> 48


@declared
def fail(
    played: Played,
    h: int,
    problem: int,
    line: int,
    who: int,
    amount: int,
    due: int,
) -> None:
    """Record the problem of a hand."""
    played.problem[h] = problem
    played.where[h] = line
    played.who[h] = who
    played.told[h] = amount
    played.due[h] = due


@declared
def add_cards(
    known: int,
    more: int,
) -> int:
    """Append cards to a board."""
    count = card_count(known)
    both = known & ((1 << 48) - 1)
    both |= (more & ((1 << 48) - 1)) << (6 * count)
    return both | ((count + card_count(more)) << 48)


@declared
def whole_until(
    cards: int,
    count: int,
) -> int:
    """The first cards of a pack."""
    return (cards & ((1 << 6 * count) - 1)) | count << 48


@declared
def whole_after(
    cards: int,
    count: int,
) -> int:
    """A pack without its first cards."""
    left = max(card_count(cards) - count, 0)
    return (cards & ((1 << 48) - 1)) >> (6 * count) | left << 48


@declared
def same_cards(
    a: int,
    b: int,
) -> bool:
    """Whether two packs hold the same cards, in any order."""
    if card_count(a) != card_count(b):
        return False
    x = np.uint64(0)
    y = np.uint64(0)
    for i in range(card_count(a)):
        x |= np.uint64(1) << np.uint64(a >> (6 * i) & 63)
        y |= np.uint64(1) << np.uint64(b >> (6 * i) & 63)
    return x == y


@declared
def told_whole(
    cards: int,
) -> bool:
    """Whether there are cards and all of them are known."""
    for i in range(card_count(cards)):
        if cards >> (6 * i) & 63 == 63:
            return False
    return cards != 0


@declared
def know(
    h: int,
    played: Played,
    hole: Array[I64, "10"],
    place: int,
    cards: int,
    line: int,
) -> bool:
    """Set a player's cards if all of them are known; cards set twice must be the same."""
    if card_count(cards) != played.hole[h] or not told_whole(cards):
        return True
    if hole[place] and not same_cards(hole[place], cards):
        fail(played, h, HOLE_TWICE, line, place, hole[place], cards)
        return False
    if not hole[place]:
        hole[place] = cards
    return True


@declared
def without_unknown(
    cards: int,
) -> int:
    """A pack without its unknown cards."""
    known = np.int64(0)
    for i in range(card_count(cards)):
        if cards >> (6 * i) & 63 != UNKNOWN:
            known = add_cards(known, cards >> (6 * i) & 63 | 1 << 48)
    return known


@declared
def unknown_filled(
    board: int,
    cards: int,
) -> int:
    """Fill a board's unknown cards from another pack that is otherwise the same."""
    for i in range(card_count(board)):
        card = board >> (6 * i) & 63
        if card != UNKNOWN and card != cards >> (6 * i) & 63:
            return board
    return cards if card_count(board) == card_count(cards) and told_whole(cards) else board


@declared
def may_act(
    folded: Array[U8, "10"],
    left: Array[I64, "10"],
    stuck: Array[Bool, "10"],
    place: int,
) -> bool:
    """Whether a player may still bet."""
    return folded[place] == 255 and left[place] > 0 and not stuck[place]


@declared
def order_by_acts(
    records: Records,
    begin: int,
    end: int,
    order: Array[U8, "10"],
    dealt: int,
    is_in: Array[Bool, "10"],
    small_place: int,
) -> None:
    """The preflop order of players: the blinds act last."""
    count = 0
    if small_place != 255:
        order[0] = small_place
        is_in[small_place] = False
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
            if wanted and place < MOST_SEATS and is_in[place]:
                order[count] = place
                is_in[place] = False
                count += 1
                if turn == 0:
                    break
    for place in range(MOST_SEATS):
        if count < dealt and is_in[place]:
            order[count] = place
            is_in[place] = False
            count += 1
    if dealt == 2:
        order[0], order[1] = order[1], order[0]


@declared
def closed(
    order: Array[U8, "10"],
    dealt: int,
    out: int,
    bets: Array[I64, "10"],
    folded: Array[U8, "10"],
    left: Array[I64, "10"],
    stuck: Array[Bool, "10"],
    waiting: Array[U8, "10"],
    waits: int,
    begun: bool,
) -> bool:
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
    # A player who is left alone with chips has nobody to bet against once he has matched the
    # others.
    for i in range(dealt):
        p = order[i]
        waits_too = False
        for j in range(waits):
            if waiting[j] == p:
                waits_too = True
        if not waits_too and bets[p] > bets[waiting[0]]:
            return False
    return True


@declared
def know_dealt(
    h: int,
    played: Played,
    seats: Seats,
    records: Records,
    r: int,
    street: int,
) -> bool:
    """Set the cards that a player has on a street of stud, or of draw.

    In stud these are all his cards, or only the up cards. In draw they are all, and they change.
    """
    place = records.place[r]
    cards = records.cards[r]
    cards_told = card_count(cards)
    hole = seats.hole[h]
    up = seats.up[h]
    if not told_whole(cards):
        return True
    had = hole[place]
    fits = True
    if played.family[h] == DRAW:
        if cards_told == played.hole[h]:
            fits = not had or records.flag[r] & FACE_UP or same_cards(had, cards)
            hole[place] = cards
    elif cards_told == min(street + 1, 4):
        had = up[place]
        fits = repeats_board(had, cards)
        up[place] = cards
    elif cards_told == street + 3:
        fits = repeats_board(had, cards)
        if cards_told > card_count(had):
            hole[place] = cards
        if fits:
            had = up[place]
            fits = repeats_board(had, cards)
    if not fits:
        fail(played, h, HOLE_TWICE, records.line[r], place, had, cards)
    return fits


@declared
def show_ups(
    h: int,
    seats: Seats,
    count: int,
) -> None:
    """Derive up cards of players with only all cards known: the third to the sixth."""
    for place in range(count):
        cards = seats.hole[h, place]
        if cards and not seats.up[h, place]:
            seats.up[h, place] = whole_after(whole_until(cards, min(card_count(cards), 6)), 2)


@declared
def check_cards(
    h: int,
    played: Played,
    seats: Seats,
    count: int,
) -> bool:
    """Reject a card that is dealt twice or is not in the deck.

    In draw, cards of folded players may be dealt again. So may they in stud if the deck is too
    small for all players; there the last card may be common to all.
    """
    common = -1
    is_short = played.family[h] == STUD and seats.dealt[h] * played.hole[h] > 52
    seen = np.uint64(0)
    deck = np.uint64(played.decks[h])
    for place in range(count + BOARDS):
        if place < count:
            cards = seats.hole[h, place]
            if not cards:
                cards = seats.up[h, place]
            start = 0
            if (is_short or played.family[h] == DRAW) and seats.folded[h, place] != 255:
                continue
        else:
            if place - count >= played.runs[h]:
                break
            cards = played.boards[h, place - count]
            start = 0 if place == count else played.split[h]
        for i in range(start, card_count(cards)):
            card = cards >> (6 * i) & 63
            bit = np.uint64(1) << np.uint64(card)
            if is_short and i == played.hole[h] - 1:
                if card == common:
                    continue
                common = card if common < 0 else common
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


@declared
def find_positions(
    h: int,
    played: Played,
    seats: Seats,
    actions: Actions,
    n: int,
    dealt: int,
) -> None:
    """The position of each seat: by the posted blinds, otherwise by the order of seats."""
    order = seats.order[h]
    position = seats.position[h]
    if played.family[h] == STUD:
        position[:] = 255
        return
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
    if dealt == 2 and big != 255 and position[big] == BTN and small not in (255, big):
        position[small] = SB  # the player who would have posted it has left
        position[big] = BB
        return
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


@declared
def make_pots(
    h: int,
    played: Played,
    pots: Pots,
    order: Array[U8, "10"],
    dealt: int,
    live: Array[I64, "10"],
    dead: Array[I64, "10"],
    folded: Array[U8, "10"],
) -> None:
    """The main pot and side pots; dead money, and what the site adds, is in the main pot."""
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


@declared
def all_waiting(
    order: Array[U8, "10"],
    dealt: int,
    folded: Array[U8, "10"],
    left: Array[I64, "10"],
    stuck: Array[Bool, "10"],
    waiting: Array[U8, "10"],
    at: int,
) -> int:
    """Write who may act, starting at a place in the order. Returns how many."""
    waits = 0
    for i in range(dealt):
        p = order[(at + i) % dealt]
        if may_act(folded, left, stuck, p):
            waiting[waits] = p
            waits += 1
    return waits


@declared
def first_to_act(
    records: Records,
    r: int,
    end: int,
    order: Array[U8, "10"],
    dealt: int,
) -> int:
    """The first player to act on the street that a record begins; 0 if none."""
    for k in range(r + 1, end):
        op = records.op[k]
        if op == DEAL:
            return 0
        if FOLD <= op <= RAISE or RAISE_TO <= op <= ALL_IN:
            for i in range(dealt):
                if order[i] == records.place[k]:
                    return i
    return 0


@declared
def out_of_turn(
    op: int,
    place: int,
    order: Array[U8, "10"],
    dealt: int,
    folded: Array[U8, "10"],
    left: Array[I64, "10"],
    stuck: Array[Bool, "10"],
    waits: int,
) -> int:
    """The problem of an action out of turn.

    FINE for a check of an all-in player, or of the only player who is not all-in: some sites write
    such checks.
    """
    able = 0
    for i in range(dealt):
        able += may_act(folded, left, stuck, order[i])
    if folded[place] != 255:
        return HAS_FOLDED
    if op == CHECK and (not left[place] or (not waits and able == 1)):
        return FINE
    if not left[place]:
        return IS_ALL_IN
    return NOT_HIS_TURN if waits else STREET_OVER


@declared
def put_action(
    actions: Actions,
    n: int,
    place: int,
    street: int,
    kind: int,
    amount: int,
    to_call: int,
    pot: int,
    total: int,
    all_in: bool,
) -> None:
    """Write a row of actions."""
    actions.place[n] = place
    actions.street[n] = street
    actions.kind[n] = kind
    actions.amount[n] = amount
    actions.to_call[n] = to_call
    actions.pot[n] = pot
    actions.total[n] = total
    actions.all_in[n] = all_in


@declared
def exchange(
    actions: Actions,
    n: int,
    place: int,
    street: int,
    cards: int,  # to discard
    pot: int,
    total: int,
    hole: Array[I64, "10"],
) -> None:
    """Write an exchange, with the hand before it; the hand after it is not known yet."""
    kind = STANDS_PAT + cards
    put_action(actions, n, place, street, kind, 0, 0, pot, total, False)
    actions.held[n] = hole[place]
    if cards:
        hole[place] = 0
