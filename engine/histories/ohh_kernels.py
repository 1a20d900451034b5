"""Records of hands in the Open Hand History format, as programs write them.

A hand that is in any way unusual is left to the reader of single hands,
``pipelines/histories/json_hands.py``, which also reports what is wrong: nothing is decided here
that it would decide otherwise.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import empty, kernel
from ..declared import declared
from ..signatures import I64, U8, Array, Bool, Input
from .json_kernels import (
    ARRAY,
    LINES,
    MARKED,
    NULL,
    OBJECT,
    ODD,
    TEXT,
    Tokens,
    find_tokens,
)
from .ohh_steps import (
    ABSENT,
    amount_in,
    cards_in,
    flag_in,
    look_up,
    moment_in,
    number_in,
    text_in,
    word_in,
)
from .phh_kernels import NEVER, put
from .phh_steps import NOBODY, amount_at, cards_at
from .records import (
    ADDED,
    ALL_CHIPS,
    ANTE,
    BET,
    BIG_BLIND,
    BOARDS,
    BY_ACTS,
    CALL,
    CALL_EITHER,
    CALL_REST,
    CASH_OUT,
    CASH_OUT_PAID,
    CASH_OUT_RISK,
    CHECK,
    COLLECT,
    DEAD,
    DEAD_ANTES,
    DEAL,
    DEALT,
    FEE,
    FOLD,
    HERO,
    HIGHEST_SEAT,
    HOLE,
    IMPLIED,
    LIVE_AND_DEAD,
    LONGEST_LINE,
    LOOSE_POTS,
    MARK,
    MISSED,
    MOST_CHIPS,
    MOST_SEATS,
    MUCK,
    RAISE,
    RAISE_BY,
    RAISE_TO,
    SHOW_BOARD,
    SIT,
    SMALL_BLIND,
    STRADDLE,
    STUCK,
)

# The known words: names of values first, then those of limits and of actions, and our own name.
KEYS = (
    "ohh", "spec_version", "id", "players", "rounds", "bet_limit", "bet_type", "game_type",
    "small_blind_amount", "big_blind_amount", "currency", "_program", "start_date_utc", "_played",
    "_zone", "dealer_seat", "seat", "name", "starting_stack", "hero_player_id", "street", "cards",
    "actions", "action", "player_id", "amount", "_dead", "_boards", "_capped", "pots", "rake",
    "number", "_board", "player_wins", "win_amount", "cashout_amount", "site_name", "game_number",
    "table_name", "tournament_info", "_clock", "_file", "_dead_antes", "_by_acts",
    "tournament_number", "tournament_bounties",
)  # fmt: skip
(
    OHH, SPEC, ID, PLAYERS, ROUNDS, BET_LIMIT, BET_TYPE, GAME_TYPE, SMALL, BIG, CURRENCY, PROGRAM,
    START, PLAYED, ZONE, DEALER, SEAT, NAME, STACK, HERO_ID, STREET, CARDS, ACTIONS, ACTION, PLAYER,
    AMOUNT, OWN_DEAD, OWN_BOARDS, CAPPED, POTS, RAKE, NUMBER, OWN_BOARD, WINS, WON, CASHED, SITE,
    GAME_NUMBER, TABLE, TOURNAMENT, CLOCK, FILE, OWN_ANTES, OWN_ACTS, EVENT,
    BOUNTIES,
) = range(46)  # fmt: skip
_TEXTS = (SITE, GAME_NUMBER, GAME_TYPE, CURRENCY, ZONE, CLOCK, TABLE, FILE)
LIMITS = ("NL", "PL", "FL")
US = "pokerlake"
# Actions and their ops; ADJUSTED is handled separately.
ADJUSTED = 254
DONE = {
    "Post SB": SMALL_BLIND, "Post BB": BIG_BLIND, "Post Ante": ANTE, "Ante": ANTE,
    "Straddle": STRADDLE, "Post Dead": DEAD, "Post Extra Blind": MISSED, "Fold": FOLD,
    "Check": CHECK, "Call": CALL_EITHER, "Bet": BET, "Raise": RAISE, "Dealt Cards": HOLE,
    "Dealt Card": HOLE, "Shows Cards": HOLE, "Mucks Cards": MUCK, "Added Chips": MARK,
    "Added To Pot": MARK, "Add to Pot": ADDED, "Payout": MARK, "Sits Down": MARK,
    "Stands Up": MARK, "Player Adjustment": ADJUSTED,
}  # fmt: skip
STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
WORDS = (*KEYS, *LIMITS, US, *DONE, *STREETS, *map(str.lower, STREETS))
_FIRST_LIMIT = len(KEYS)
_OWN = _FIRST_LIMIT + len(LIMITS)
_FIRST_DONE = _OWN + 1
_FIRST_STREET = _FIRST_DONE + len(DONE)
_OPS = (*DONE.values(),)


class Told(NamedTuple):
    """The heads of hands. A text is its beginning, shifted by 20, and its length."""

    fine: Array[Bool, "h"]  # whether it was read; otherwise only the next three are set
    begin: Array[I64, "h"]  # in the text
    end: Array[I64, "h"]
    line: Array[I64, "h"]  # ends of lines before it
    limit: Array[U8, "h"]  # which of ``LIMITS``
    small: Array[I64, "h"]  # the blinds
    big: Array[I64, "h"]
    button: Array[I64, "h"]  # the seat; -1: unknown
    played: Array[I64, "h"]  # seconds since 1970 by the clock of the zone; NEVER: unknown
    utc: Array[Bool, "h"]  # whether the zone is UTC
    own: Array[Bool, "h"]  # whether pokerlake has written it
    quirks: Array[U8, "h"]
    texts: Array[I64, "h, 11"]  # site, number, game, currency, zone, clock, table, file,
    # tournament, its whole description, and its hero; 0: none
    first: Array[I64, "h + 1"]  # where its records begin


class Seated(NamedTuple):
    """The players of a hand, by place."""

    id: Array[I64, "10"]
    bets: Array[I64, "11"]  # on a street; the last belongs to nobody
    about: Array[I64, "3"]  # their number, the level of the bets, and calls above it


COUNT, LEVEL, MISFITS = range(3)


@declared
def place_in(
    tokens: Tokens,
    value: int,
    seated: Seated,
) -> int:
    """The place of the player that a value names; NOBODY without a value, -1 if no such player."""
    if value < 0 or tokens.kind[value] == NULL:
        return NOBODY
    number = number_in(tokens, value)
    for place in range(seated.about[COUNT]):
        if seated.id[place] == number:
            return place
    return -1


@declared
def tell_players(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    value: int,
    is_ours: bool,
    hero: int,
    seated: Seated,  # written
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write the seats and the hero. Returns the records; -1 if anything is unusual."""
    if value < 0 or tokens.kind[value] != ARRAY:
        return -1
    count = 0
    at = value + 1
    while at < tokens.next[value]:
        if count == MOST_SEATS or not look_up(tokens, at, values):
            return -1
        number = number_in(tokens, values[ID])
        seat = number_in(tokens, values[SEAT])
        stack = amount_in(tokens, values[STACK])
        name = text_in(text, tokens, values[NAME])
        if values[STACK] < 0 or name <= 0 or tokens.kind[values[NAME]] != TEXT:
            return -1
        if number < 0 or seat < 0 or seat > HIGHEST_SEAT or stack < 0:
            return -1
        for i in range(count):
            if seated.id[i] == number:
                return -1
        seated.id[count] = number
        n = put(records, n, SIT, count, stack, name, seat, 0)
        count += 1
        at = tokens.next[at]
    if count == 0:
        return -1
    seated.about[COUNT] = count
    if hero >= 0 and tokens.kind[hero] != NULL:
        number = number_in(tokens, hero)
        if number < 0:
            return -1
        for i in range(count):
            if seated.id[i] == number:
                n = put(records, n, HERO, i, 0, 0, 0, 0)
    for i in range(count if is_ours else 0):
        n = put(records, n, DEALT, i, 0, 0, 0, 0)
    return n


@declared
def adjusted(
    text: Input[U8, "t"],
    tokens: Tokens,
    value: int,
    is_ours: bool,
    place: int,
    room: Array[I64, "1"],  # scratch
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write payments outside the pot. Returns the records; -1 if anything is unusual."""
    if value < 0:
        return -1
    at = tokens.begin[value]
    if text[at] != 45:
        amount = tokens.amount[value]
        return put(records, n, CASH_OUT_PAID, place, amount, 0, 0, 0) if amount >= 0 else -1
    end = tokens.end[value]
    # One that is not ours is rejected where raises are checked.
    if not is_ours or amount_at(text, at + 1, end, room) != end or room[0] == 0:
        return -1
    return put(records, n, CASH_OUT_RISK, place, room[0], 0, 0, 0)


@declared
def tell_action(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    is_ours: bool,
    short: int,
    seated: Seated,
    room: Array[I64, "1"],  # scratch
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write an action that was looked up. Returns the records; -1 if anything is unusual."""
    done = word_in(tokens, values[ACTION]) - _FIRST_DONE
    place = place_in(tokens, values[PLAYER], seated)
    if not 0 <= done < len(_OPS) or place < 0:
        return -1
    op = _OPS[done]
    if op == ADJUSTED:
        return adjusted(text, tokens, values[AMOUNT], is_ours, place, room, records, n)
    amount = amount_in(tokens, values[AMOUNT])
    cards = cards_in(text, tokens, values[CARDS])
    if amount < 0 or cards < 0:
        return -1
    if is_ours and (op == CALL_EITHER or values[OWN_DEAD] >= 0):
        dead = amount_in(tokens, values[OWN_DEAD])
        if dead < 0:
            return -1
        if op == CALL_EITHER:
            return put(records, n, CALL, place, amount, 0, 0, 0)
        if amount > dead:
            return put(records, n, LIVE_AND_DEAD, place, amount - dead, dead, 0, 0)
        return put(records, n, DEAD, place, dead, 0, 0, 0)
    if op in (SMALL_BLIND, BIG_BLIND, BET, RAISE, CALL_EITHER):
        who = min(place, MOST_SEATS)
        seated.bets[who] += amount
        if seated.bets[who] > MOST_CHIPS:
            return -1
        seated.about[MISFITS] += op == CALL_EITHER and seated.bets[who] > seated.about[LEVEL]
        seated.about[LEVEL] = max(seated.about[LEVEL], seated.bets[who])
    flag = ALL_CHIPS if op == SMALL_BLIND and amount < short else 0
    if is_ours and op == FOLD:
        flag = STUCK
    return put(records, n, op, place, amount, 0, cards, flag)


@declared
def tell_rounds(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    value: int,
    is_ours: bool,
    short: int,
    seated: Seated,
    room: Array[I64, "1"],  # scratch
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write deals and actions. Returns the records; -1 if anything is unusual."""
    if value < 0 or tokens.kind[value] != ARRAY:
        return -1
    begin = n
    seated.about[MISFITS] = 0
    at = value + 1
    while at < tokens.next[value]:
        if not look_up(tokens, at, values):
            return -1
        street = word_in(tokens, values[STREET]) - _FIRST_STREET
        cards = cards_in(text, tokens, values[CARDS])
        if not 0 <= street < 2 * len(STREETS) or cards < 0:
            return -1
        street %= len(STREETS)
        if 0 < street < len(STREETS) - 1 and cards:
            n = put(records, n, DEAL, NOBODY, 0, 16 * street, cards, 0)
        actions = values[ACTIONS]
        at = tokens.next[at]
        if actions < 0 or tokens.kind[actions] == NULL:
            continue
        if tokens.kind[actions] != ARRAY:
            return -1
        seated.about[LEVEL] = 0
        for i in range(len(seated.bets)):
            seated.bets[i] = 0
        action = actions + 1
        while action < tokens.next[actions]:
            if not look_up(tokens, action, values):
                return -1
            n = tell_action(text, tokens, values, is_ours, short, seated, room, records, n)
            if n < 0:
                return -1
            action = tokens.next[action]
    if is_ours or not seated.about[MISFITS]:  # amounts of raises are what they add
        for i in range(begin, n):
            if records[i, 0] == BET or records[i, 0] == RAISE:
                records[i, 0] = RAISE_BY
    return n


@declared
def tell_boards(
    text: Input[U8, "t"],
    tokens: Tokens,
    value: int,
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write the other boards. Returns the records; -1 if anything is unusual."""
    if value < 0 or tokens.kind[value] == NULL:
        return n
    if tokens.kind[value] != ARRAY:
        return -1
    number = 2
    at = value + 1
    while at < tokens.next[value]:
        cards = -1
        if tokens.kind[at] == TEXT:
            cards = cards_at(text, tokens.begin[at], tokens.end[at])
        if cards < 0:
            return -1
        n = put(records, n, DEAL, NOBODY, 0, 16 * 3 + number, cards, 0)
        number += 1
        at = tokens.next[at]
    return n


@declared
def cap_all(
    tokens: Tokens,
    value: int,
    seated: Seated,
    records: Array[I64, "r, 7"],  # written
    n: int,
    begin: int,
) -> bool:
    """Mark the last chips of players who may bet no more; False if anything is unusual."""
    if value < 0 or tokens.kind[value] == NULL:
        return True
    if tokens.kind[value] != ARRAY:
        return False
    at = value + 1
    while at < tokens.next[value]:
        place = place_in(tokens, at, seated)
        last = n - 1
        while last >= begin:
            op = records[last, 0]
            chips = op in (CALL, CALL_REST, BET, RAISE, RAISE_TO)
            if (chips or op == RAISE_BY) and records[last, 1] == place:
                break
            last -= 1
        if place < 0 or place == NOBODY or last < begin:
            return False
        records[last, 5] |= STUCK
        at = tokens.next[at]
    return True


@declared
def tell_pots(
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    value: int,
    is_ours: bool,
    seated: Seated,
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Write who has won what. Returns the records; -1 if anything is unusual."""
    if value < 0 or tokens.kind[value] == NULL:
        return n
    if tokens.kind[value] != ARRAY:
        return -1
    number = 0
    at = value + 1
    while at < tokens.next[value]:
        if not look_up(tokens, at, values):
            return -1
        rake = amount_in(tokens, values[RAKE])
        if rake < 0:
            return -1
        n = put(records, n, FEE, NOBODY, rake, 0, 0, 0)
        pot = number
        if is_ours:
            pot = number_in(tokens, values[NUMBER])
            board = number_in(tokens, values[OWN_BOARD])
            if pot < 0 or pot > MOST_SEATS or board < 0 or board > BOARDS:
                return -1
            n = put(records, n, SHOW_BOARD, NOBODY, 0, max(board, 1), 0, 0)
        number += 1
        wins = values[WINS]
        at = tokens.next[at]
        if wins < 0 or tokens.kind[wins] == NULL:
            continue
        if tokens.kind[wins] != ARRAY:
            return -1
        win = wins + 1
        while win < tokens.next[wins]:
            if not look_up(tokens, win, values):
                return -1
            place = place_in(tokens, values[PLAYER], seated)
            won = amount_in(tokens, values[WON])
            cashed = amount_in(tokens, values[CASHED])
            if place < 0 or place == NOBODY or values[WON] < 0 or won < 0 or cashed < 0:
                return -1
            n = put(records, n, COLLECT, place, won, pot, 0, 0)
            if cashed:
                n = put(records, n, CASH_OUT, place, cashed, 0, 0, 0)
            win = tokens.next[win]
    return n


@declared
def read_texts(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    outer: int,  # the number of the enclosing object
    heads: Told,  # written
    h: int,
) -> bool:
    """Find the texts of a head; False if any of them is unusual."""
    texts = heads.texts[h]
    for i in range(len(texts)):
        texts[i] = text_in(text, tokens, values[_TEXTS[i]]) if i < len(_TEXTS) else 0
        if texts[i] < 0:
            return False
    if texts[1] == 0:
        texts[1] = outer
    if not heads.own[h] or values[PLAYED] < 0:
        texts[4] = 0
    if not heads.own[h]:
        texts[7] = 0
    fine = texts[1] != 0 and word_in(tokens, values[GAME_TYPE]) != ABSENT and texts[2] != 0
    return fine and (texts[3] == 0 or word_in(tokens, values[CURRENCY]) != ABSENT)


@declared
def read_head(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    outer: int,  # the number of the enclosing object
    heads: Told,  # written
    h: int,
    room: Array[I64, "1"],  # scratch
) -> bool:
    """Read the number of the hand, its stakes and its time; False if anything is unusual."""
    bounties = values[BOUNTIES]
    if bounties >= 0 and tokens.next[bounties] > bounties + 1:
        return False
    if bounties >= 0 and tokens.kind[bounties] != ARRAY and tokens.kind[bounties] != NULL:
        return False
    heads.own[h] = word_in(tokens, values[PROGRAM]) == _OWN
    heads.small[h] = amount_in(tokens, values[SMALL])
    heads.big[h] = amount_in(tokens, values[BIG])
    if heads.small[h] < 0 or heads.big[h] < 0:
        return False
    dealer = values[DEALER]
    heads.button[h] = -1
    if dealer >= 0 and tokens.kind[dealer] != NULL:
        heads.button[h] = number_in(tokens, dealer)
        if not 0 <= heads.button[h] <= HIGHEST_SEAT:
            return False
    if not moment_in(text, tokens, values[START], room):
        return False
    heads.utc[h] = room[0] != NEVER
    if heads.own[h] and values[PLAYED] >= 0:
        heads.utc[h] = False
        if not moment_in(text, tokens, values[PLAYED], room):
            return False
    heads.played[h] = room[0]
    antes = flag_in(tokens, values[OWN_ANTES])
    acts = flag_in(tokens, values[OWN_ACTS])
    heads.quirks[h] = LOOSE_POTS
    if heads.own[h]:
        if antes < 0 or acts < 0:
            return False
        heads.quirks[h] = IMPLIED | (DEAD_ANTES if antes else 0) | (BY_ACTS if acts else 0)
    return read_texts(text, tokens, values, outer, heads, h)


@declared
def read_tournament(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    info: int,
    records: Input[I64, "r, 7"],  # those from ``n`` to ``m`` belong to the hand
    n: int,
    m: int,
    texts: Array[I64, "11"],  # written: the texts of the head
) -> bool:
    """Find the tournament and the hero; False if anything is unusual."""
    if info < 0 or tokens.kind[info] == NULL:
        return True
    if tokens.kind[info] != OBJECT or not look_up(tokens, info, values):
        return False
    begin, end = tokens.begin[info], tokens.end[info]
    texts[8] = text_in(text, tokens, values[EVENT])
    texts[9] = begin << 20 | (end - begin)
    for i in range(n, m):
        if records[i, 0] == HERO:
            texts[10] = records[n + records[i, 1], 3]  # the players come first
    return texts[8] >= 0 and end - begin <= LONGEST_LINE


@declared
def tell_hand(
    text: Input[U8, "t"],
    tokens: Tokens,
    values: Array[I64, "k"],  # scratch
    seated: Seated,
    heads: Told,  # written
    h: int,
    room: Array[I64, "1"],  # scratch
    records: Array[I64, "r, 7"],  # written
    n: int,
) -> int:
    """Read a hand from its tokens. Returns the records; -1 if anything is unusual."""
    if not look_up(tokens, 0, values):
        return -1
    outer = 0
    if values[OHH] >= 0:
        outer = text_in(text, tokens, values[ID])
        if outer < 0 or not look_up(tokens, values[OHH], values):
            return -1
    elif values[ID] >= 0:
        return -1
    if not read_head(text, tokens, values, outer, heads, h, room):
        return -1
    is_ours = heads.own[h]
    players, rounds, hero = values[PLAYERS], values[ROUNDS], values[HERO_ID]
    boards, capped, pots = values[OWN_BOARDS], values[CAPPED], values[POTS]
    limit, info = values[BET_LIMIT], values[TOURNAMENT]
    if limit < 0 or tokens.kind[limit] != OBJECT or not look_up(tokens, limit, values):
        return -1
    limit = word_in(tokens, values[BET_TYPE]) - _FIRST_LIMIT
    if not 0 <= limit < len(LIMITS):
        return -1
    heads.limit[h] = limit
    short = heads.small[h] if is_ours and limit == len(LIMITS) - 1 else 0
    m = tell_players(text, tokens, values, players, is_ours, hero, seated, records, n)
    if m >= 0:
        m = tell_rounds(text, tokens, values, rounds, is_ours, short, seated, room, records, m)
    if m >= 0 and is_ours:
        m = tell_boards(text, tokens, boards, records, m)
        if m >= 0 and not cap_all(tokens, capped, seated, records, m, n):
            return -1
    if m >= 0:
        m = tell_pots(tokens, values, pots, is_ours, seated, records, m)
    if m >= 0 and not read_tournament(text, tokens, values, info, records, n, m, heads.texts[h]):
        return -1
    return m


@declared
def names_itself(
    tokens: Tokens,
) -> bool:
    """Whether an object has one of the two names that mark a hand, and each at most once."""
    if tokens.about[MARKED] > 1 or tokens.about[MARKED + 1] > 1:
        return False
    at = 1
    while at < tokens.next[0]:
        if tokens.word[at] == OHH or tokens.word[at] == SPEC:
            return True
        at = tokens.next[at + 1]
    return False


@declared
def behind(
    text: Input[U8, "t"],
    at: int,
    lines: Array[I64, "1"],  # ends of lines that are passed are added
) -> int:
    """The beginning of the next hand, after spaces, commas and brackets of lists."""
    while at < len(text):
        byte = text[at]
        if byte == 0xEF and at + 2 < len(text) and text[at + 1] == 0xBB and text[at + 2] == 0xBF:
            at += 3
            continue
        blank = byte == 32 or byte == 10 or byte == 13 or byte == 9
        if not blank and byte != 44 and byte != 91 and byte != 93:
            break
        lines[0] += byte == 10
        at += 1
    return at


@kernel
def tell(
    text: Input[U8, "t"],
    words: Input[U8, "w, 24"],  # the bytes of ``WORDS``, zero-padded
    places: Input[U8, "256"],  # where to look each word up, see ``word_at``
    most: int,  # the most tokens of a hand
    heads: Told,  # written
    records: Array[I64, "r, 7"],  # written; half as many rows as the text has bytes are enough
    stopped: Array[I64, "2"],  # written: where it stopped, and how many lines end before that
) -> int:
    """Read hands up to the first text that may not be one. Returns their number.

    In records of seats, ``other`` is the beginning of the name, shifted by 20, and its length.
    """
    kind, word = empty(most, np.uint8), empty(most, np.uint8)
    begin, end, after = empty(most, np.int32), empty(most, np.int32), empty(most, np.int32)
    amount = empty(most, np.int64)
    tokens = Tokens(kind, word, begin, end, after, amount, empty(5, np.int64))
    values = empty(len(KEYS), np.int64)
    seated = Seated(empty(10, np.int64), empty(11, np.int64), empty(3, np.int64))
    inside, room, lines = empty(32, np.int64), empty(1, np.int64), empty(1, np.int64)
    lines[0] = 0
    h = n = 0
    at = behind(text, 0, lines)
    while h < len(heads.fine) and at < len(text) and text[at] == 123:
        stop = find_tokens(text, at, words, places, inside, room, tokens)
        if stop < 0 or not names_itself(tokens):
            break
        heads.begin[h] = at
        heads.end[h] = stop
        heads.line[h] = lines[0]
        lines[0] += tokens.about[LINES]
        heads.first[h] = n
        m = -1
        if not tokens.about[ODD]:
            m = tell_hand(text, tokens, values, seated, heads, h, room, records, n)
        heads.fine[h] = m >= 0
        n = max(n, m)
        h += 1
        at = behind(text, stop, lines)
    heads.first[h] = n
    stopped[0] = at
    stopped[1] = lines[0]
    return h
