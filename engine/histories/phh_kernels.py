"""Records of hands in the poker hand history format, from the values that ``toml_kernels`` found.

A hand that is in any way unusual is left to the reader of single hands,
``pipelines/histories/phh.py``, which also reports what is wrong: nothing is decided here that it
would decide otherwise.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..declared import declared
from ..signatures import I64, U8, Array, Bool, Input
from .phh_steps import (
    NOBODY,
    action_at,
    amount_at,
    amount_of,
    amounts_of,
    day_number,
    text_of,
    whole_at,
)
from .records import (
    ADDED,
    ALL_CHIPS,
    ANTE,
    BIG_BLIND,
    BY_ACTS,
    CALL,
    CALL_REST,
    CHECK,
    CHIP,
    COLLECT,
    COMPUTES,
    DEAD_ANTES,
    DEAL,
    DEALT,
    FEE,
    FOLD,
    HERO,
    HIGHEST_SEAT,
    HOLE,
    IMPLIED,
    LONGEST_LINE,
    MOST_SEATS,
    NETS,
    SIT,
    SMALL_BLIND,
    STRADDLE,
    STUCK,
)
from .toml_kernels import (
    DECIMALS,
    FLAG,
    HOUR,
    INTEGER,
    INTEGERS,
    NONE,
    TEXT,
    TEXTS,
    same,
    text_end,
)

# The keys that are read, in the order of most files. Hands with one of the last keys are left to
# the other reader.
KEYS = (
    "variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet",
    "starting_stacks", "actions", "venue", "time", "day", "month", "year", "hand", "seats", "table",
    "players", "winnings", "finishing_stacks", "currency", "currency_symbol",
    "time_zone_abbreviation", "time_zone", "_program", "_stakes", "_button", "_calls", "_by_acts",
    "_hero", "_tournament", "_clock", "_file", "_added", "_fee", "_posts", "_capped", "_boards",
    "_cashouts", "_pots",
)  # fmt: skip
(
    VARIANT, TRIMMED, ANTES, BLINDS, MIN_BET, SMALL_BET, STACKS, DONE, VENUE, TIME, DAY, MONTH,
    YEAR, NUMBER, SEATS, TABLE, PLAYERS, WINNINGS, FINISHING, CURRENCY, SYMBOL, ZONE, ZONE_NAME,
    PROGRAM, STAKES, BUTTON, CALLS, ACTS, OWN_HERO, TOURNAMENT, CLOCK, FILE, OWN_ADDED, OWN_FEE,
    OTHERS,
) = range(35)  # fmt: skip

NEVER = -(1 << 62)  # for a hand without a time
_US = tuple(b"pokerlake")


class Told(NamedTuple):
    """The heads of hands. A text is its beginning, shifted by 20, and its length."""

    fine: Array[Bool, "h"]  # whether it was read; otherwise nothing else is set
    variant: Array[U8, "h"]  # the number of its variant
    small: Array[I64, "h"]  # the blinds
    big: Array[I64, "h"]
    button: Array[I64, "h"]  # the seat
    played: Array[I64, "h"]  # seconds since 1970 by the clock of the zone; NEVER: unknown
    own: Array[Bool, "h"]  # whether pokerlake has written it
    quirks: Array[U8, "h"]
    texts: Array[I64, "h, 8"]  # venue, number, currency or its sign, zone, clock, table,
    # tournament, file; 0: none
    signed: Array[Bool, "h"]  # whether the currency is given by a sign
    first: Array[I64, "h + 1"]  # where its records begin


@declared
def put(
    records: Array[I64, "r, 7"],  # written
    n: int,
    op: int,
    place: int,
    amount: int,
    other: int,
    cards: int,
    flag: int,
) -> int:
    """Write a record. Returns the number of records."""
    records[n, 0] = op
    records[n, 1] = place
    records[n, 2] = amount
    records[n, 3] = other
    records[n, 4] = cards
    records[n, 5] = flag
    records[n, 6] = 0
    return n + 1


@borrowing
def read_players(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    stacks: Array[I64, "10"],  # written
    seats: Array[I64, "10"],  # written: their numbers
    names: Array[I64, "10"],  # written: the beginning of each, shifted by 20, and its length
    room: Array[I64, "1"],  # scratch
) -> int:
    """Read seats, names and stacks. Returns the number of players; -1 if anything is unusual."""
    count = amounts_of(text, value[STACKS], kind[STACKS], stacks, room)
    if count < 2 or kind[PLAYERS] != TEXTS:
        return -1
    if kind[SEATS] == NONE:
        for i in range(count):
            seats[i] = i + 1
    else:
        if kind[SEATS] != INTEGERS:
            return -1
        if amounts_of(text, value[SEATS], kind[SEATS], seats, room) != count:
            return -1
        falls = 0
        for i in range(count):
            seats[i] //= CHIP
            if seats[i] > HIGHEST_SEAT:
                return -1
        for i in range(count):  # seats go round the table once
            falls += seats[(i + 1) % count] <= seats[i]
        if falls != 1:
            return -1
    at = (value[PLAYERS] >> 20) + 1
    stop = at + (value[PLAYERS] & ((1 << 20) - 1)) - 2
    players = 0
    while at < stop:
        after = text_end(text, at, stop)
        size = after - at - 2
        if players == count or not 0 < size <= LONGEST_LINE:
            return -1
        names[players] = (at + 1) << 20 | size
        for i in range(players):
            if (names[i] & ((1 << 20) - 1)) == size and same(text, names[i] >> 20, at + 1, size):
                return -1
        players += 1
        at = after + 2
    return count if players == count else -1


@borrowing
def tell_posts(
    records: Array[I64, "r, 7"],  # written
    n: int,
    count: int,
    antes: Input[I64, "10"],
    blinds: Input[I64, "10"],
    stacks: Input[I64, "10"],
    on_button: bool,
) -> int:
    """Write antes and blinds, each at most the player's stack. Returns the records."""
    for place in range(count):
        amount = min(antes[place], stacks[place])
        if amount:
            n = put(records, n, ANTE, place, amount, 0, 0, 0)
    for at in range(count):
        place = 1 - at if count == 2 else at
        amount = min(blinds[place], stacks[place] - min(antes[place], stacks[place]))
        op = STRADDLE
        if at == 1 or on_button:
            op = BIG_BLIND
        elif at == 0:
            op = SMALL_BLIND
        if amount:
            flag = ALL_CHIPS if amount < blinds[place] else 0
            n = put(records, n, op, place, amount, 0, 0, flag)
    return n


@borrowing
def tell_actions(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    records: Array[I64, "r, 7"],  # written
    n: int,
    count: int,
    hole: int,
    is_ours: bool,
    action: Array[I64, "4"],  # scratch
    room: Array[I64, "1"],  # scratch
) -> int:
    """Write actions of dealer and players. Returns the records; -1 if anything is unusual."""
    empty_list = kind[DONE] == INTEGERS and (value[DONE] & ((1 << 20) - 1)) == 2
    if kind[DONE] != TEXTS and not empty_list:
        return -1
    call = call_stop = 0
    if kind[CALLS] != NONE:
        if kind[CALLS] != INTEGERS and kind[CALLS] != DECIMALS:
            return -1
        call = (value[CALLS] >> 20) + 1
        call_stop = call + (value[CALLS] & ((1 << 20) - 1)) - 2
    has_call = call < call_stop
    for place in range(count):
        n = put(records, n, DEALT, place, 0, 0, 0, 0)
    at = (value[DONE] >> 20) + 1
    stop = at + (value[DONE] & ((1 << 20) - 1)) - 2
    while at < stop:
        after = text_end(text, at, stop)
        is_told = action_at(text, at + 1, after - 1, action, room)
        at = after + 2
        if is_told < 0:
            return -1
        if is_told == 0:
            continue
        op = action[0]
        if op != DEAL and action[1] >= count:
            return -1
        if op == HOLE and action[3] >> 48 != hole:
            return -1
        if op == CALL_REST and has_call:
            if call >= call_stop:
                return -1
            op = CHECK if text[call] == 45 else CALL
            call = call_at(text, call, call_stop, action, room)
            if call < 0:
                return -1
        flag = STUCK if op == FOLD and is_ours else 0
        n = put(records, n, op, action[1], action[2], 0, action[3], flag)
    while call < call_stop:
        call = call_at(text, call, call_stop, action, room)
        if call < 0:
            return -1
    return n


@borrowing
def call_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    action: Array[I64, "4"],  # written: the amount, 0 for a check
    room: Array[I64, "1"],  # scratch
) -> int:
    """Read what a call adds, or a check's -1. Returns where the next begins; -1 if neither."""
    action[2] = 0
    if text[at] == 45:
        after = at + 2
        if after > stop or text[at + 1] != 49 or (after < stop and text[after] != 44):
            return -1
        return after + 2
    after = amount_at(text, at, stop, room)
    action[2] = room[0]
    return after + 2 if after >= 0 else -1


@borrowing
def tell_ending(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    records: Array[I64, "r, 7"],  # written
    n: int,
    count: int,
    stacks: Input[I64, "10"],
    amounts: Array[I64, "10"],  # scratch
    room: Array[I64, "1"],  # scratch
) -> int:
    """Write the hero, the fee and the winnings. Returns the records; -1 if anything is unusual."""
    if kind[OWN_HERO] != NONE:
        at = value[OWN_HERO] >> 20
        hero = whole_at(text, at, at + (value[OWN_HERO] & ((1 << 20) - 1)))
        if kind[OWN_HERO] != INTEGER or not 1 <= hero <= count:
            return -1
        n = put(records, n, HERO, hero - 1, 0, 0, 0, 0)
    if kind[OWN_FEE] != NONE:
        fee = amount_of(text, value[OWN_FEE], kind[OWN_FEE], room)
        if fee < 0:
            return -1
        n = put(records, n, FEE, NOBODY, fee, 0, 0, 0)
    if kind[WINNINGS] != NONE:
        if amounts_of(text, value[WINNINGS], kind[WINNINGS], amounts, room) != count:
            return -1
        for place in range(count):
            n = put(records, n, COLLECT, place, amounts[place], -1, 0, 0)
    if kind[FINISHING] != NONE:
        if amounts_of(text, value[FINISHING], kind[FINISHING], amounts, room) != count:
            return -1
        for place in range(count):
            n = put(records, n, NETS, place, amounts[place], stacks[place], 0, 0)
    return n


@borrowing
def read_moment(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    out: Array[I64, "1"],  # written: seconds since 1970; NEVER if unknown
) -> bool:
    """Read when a hand was played; True also if the time is missing, False if it is unusual."""
    if kind[TIME] != NONE and kind[TIME] != HOUR:
        return False
    out[0] = NEVER
    if kind[YEAR] == NONE or kind[MONTH] == NONE or kind[DAY] == NONE:
        return True
    if kind[YEAR] != INTEGER or kind[MONTH] != INTEGER or kind[DAY] != INTEGER:
        return False
    year = value[YEAR] >> 20
    year = whole_at(text, year, year + (value[YEAR] & ((1 << 20) - 1)))
    month = value[MONTH] >> 20
    month = whole_at(text, month, month + (value[MONTH] & ((1 << 20) - 1)))
    day = value[DAY] >> 20
    day = day_number(year, month, whole_at(text, day, day + (value[DAY] & ((1 << 20) - 1))))
    if day < 0:
        return False
    out[0] = 86_400 * day
    if kind[TIME] == HOUR:
        at = value[TIME] >> 20
        for i in range(3):
            part = whole_at(text, at + 3 * i, at + 3 * i + 2)
            out[0] += part * (3600 if i == 0 else 60 if i == 1 else 1)
    return True


@borrowing
def read_head(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    variants: Input[U8, "v, 8"],
    heads: Told,  # written
    h: int,
    room: Array[I64, "1"],  # scratch
) -> bool:
    """Read the number of the hand, game, time and table; False if anything is unusual."""
    for k in range(OTHERS, len(kind)):
        if kind[k] != NONE:
            return False
    if kind[VARIANT] != TEXT:
        return False
    at = (value[VARIANT] >> 20) + 1
    size = (value[VARIANT] & ((1 << 20) - 1)) - 2
    heads.variant[h] = len(variants)
    for v in range(len(variants)):
        i = 0
        while i < size and i < variants.shape[1] and text[at + i] == variants[v, i]:
            i += 1
        if i == size and 0 < i < variants.shape[1] and variants[v, i] == 0:
            heads.variant[h] = v
    if heads.variant[h] == len(variants) or not read_moment(text, value, kind, room):
        return False
    heads.played[h] = room[0]
    symbol = text_of(text, value[SYMBOL], kind[SYMBOL])
    currency = text_of(text, value[CURRENCY], kind[CURRENCY])
    zone = text_of(text, value[ZONE], kind[ZONE])
    name = text_of(text, value[ZONE_NAME], kind[ZONE_NAME])
    if symbol < 0 or zone < 0 or currency < 0 or name < 0:
        return False
    heads.texts[h, 0] = text_of(text, value[VENUE], kind[VENUE])
    heads.texts[h, 1] = text_of(text, value[NUMBER], kind[NUMBER])
    heads.texts[h, 2] = currency if currency else symbol
    heads.signed[h] = currency == 0
    heads.texts[h, 3] = zone if zone else name
    heads.texts[h, 4] = text_of(text, value[CLOCK], kind[CLOCK])
    heads.texts[h, 5] = text_of(text, value[TABLE], kind[TABLE])
    heads.texts[h, 6] = text_of(text, value[TOURNAMENT], kind[TOURNAMENT])
    heads.texts[h, 7] = text_of(text, value[FILE], kind[FILE])
    for i in range(heads.texts.shape[1]):
        if heads.texts[h, i] < 0:
            return False
    quirks = COMPUTES
    heads.own[h] = kind[PROGRAM] == TEXT and names_us(text, value[PROGRAM])
    if heads.own[h]:
        quirks |= IMPLIED
    if kind[TRIMMED] != FLAG or text[value[TRIMMED] >> 20] != 116:
        quirks |= DEAD_ANTES
    if kind[ACTS] == FLAG and text[value[ACTS] >> 20] == 116:
        quirks |= BY_ACTS
    heads.quirks[h] = quirks
    known = (
        (kind[TRIMMED] == FLAG or kind[TRIMMED] == NONE)
        and heads.texts[h, 0] != 0
        and heads.texts[h, 1] != 0
    )
    return known and (kind[ACTS] == FLAG or kind[ACTS] == NONE)


@borrowing
def names_us(
    text: Input[U8, "t"],
    value: int,
) -> bool:
    """Whether a quoted text is the name of this program."""
    if (value & ((1 << 20) - 1)) != len(_US) + 2:
        return False
    at = (value >> 20) + 1
    i = 0
    while i < len(_US) and text[at + i] == _US[i]:
        i += 1
    return i == len(_US)


@borrowing
def read_stakes(
    text: Input[U8, "t"],
    value: Input[I64, "k"],
    kind: Input[U8, "k"],
    blinds: Input[I64, "10"],
    count: int,
    on_button: bool,
    heads: Told,  # written
    h: int,
    amounts: Array[I64, "10"],  # scratch
    room: Array[I64, "1"],  # scratch
) -> bool:
    """Read the blinds of the stakes; False if they are unusual."""
    if kind[STAKES] != NONE:
        if amounts_of(text, value[STAKES], kind[STAKES], amounts, room) != 2:
            return False
        heads.small[h] = amounts[0]
        heads.big[h] = amounts[1]
        return True
    if on_button and blinds[count - 1]:
        heads.small[h] = 0
        heads.big[h] = blinds[count - 1]
        return True
    heads.small[h] = blinds[1] if count == 2 else blinds[0]
    heads.big[h] = blinds[0] if count == 2 else blinds[1]
    if heads.big[h] == 0:
        fixed = text[(value[VARIANT] >> 20) + 1] == 70
        key = SMALL_BET if fixed else MIN_BET
        heads.big[h] = amount_of(text, value[key], kind[key], room)
    return heads.big[h] > 0


@kernel
def tell(
    text: Input[U8, "t"],
    value: Input[I64, "h, k"],
    kind: Input[U8, "h, k"],
    variants: Input[U8, "v, 8"],  # as files name them, zero-padded
    holes: Input[U8, "v"],  # cards in a hole of each
    short: int,  # the variant whose only blind may be the button's
    heads: Told,  # written; ``fine`` says which hands are to be read
    records: Array[I64, "r, 7"],  # written; half as many rows as the text has bytes are enough
) -> int:
    """Write the records of the hands one after the other. Returns their number.

    In records of seats, ``other`` is the beginning of the name, shifted by 20, and its length.
    """
    stacks = empty(MOST_SEATS, np.int64)
    seats = empty(MOST_SEATS, np.int64)
    called = empty(MOST_SEATS, np.int64)
    antes = empty(MOST_SEATS, np.int64)
    blinds = empty(MOST_SEATS, np.int64)
    amounts = empty(MOST_SEATS, np.int64)
    action = empty(4, np.int64)
    room = empty(1, np.int64)
    n = 0
    for h in range(len(value)):
        heads.first[h] = n
        if not heads.fine[h]:
            continue
        heads.fine[h] = False
        v = value[h]
        k = kind[h]
        if not read_head(text, v, k, variants, heads, h, room):
            continue
        count = read_players(text, v, k, stacks, seats, called, room)
        if count < 0 or amounts_of(text, v[ANTES], k[ANTES], antes, room) != count:
            continue
        if amounts_of(text, v[BLINDS], k[BLINDS], blinds, room) != count:
            continue
        if count == 2:  # listed as for three or more: the button's comes second
            antes[0], antes[1] = antes[1], antes[0]
            blinds[0], blinds[1] = blinds[1], blinds[0]
        on_button = heads.variant[h] == short
        for i in range(count - 1):
            on_button = on_button and blinds[i] == 0
        if not read_stakes(text, v, k, blinds, count, on_button, heads, h, amounts, room):
            continue
        heads.button[h] = seats[count - 1]
        if k[BUTTON] != NONE:
            at = v[BUTTON] >> 20
            stop = at + (v[BUTTON] & ((1 << 20) - 1))
            heads.button[h] = whole_at(text, at, stop)
            nobody = stop - at == 2 and text[at] == 45 and text[at + 1] == 49
            fine = k[BUTTON] == INTEGER and heads.button[h] <= HIGHEST_SEAT
            if not fine or (heads.button[h] < 0 and not nobody):
                continue
        m = n
        for place in range(count):
            m = put(records, m, SIT, place, stacks[place], called[place], seats[place], 0)
        m = tell_posts(records, m, count, antes, blinds, stacks, on_button)
        if k[OWN_ADDED] != NONE:
            added = amount_of(text, v[OWN_ADDED], k[OWN_ADDED], room)
            if added < 0:
                continue
            m = put(records, m, ADDED, NOBODY, added, 0, 0, 0)
        hole = holes[heads.variant[h]]
        m = tell_actions(text, v, k, records, m, count, hole, heads.own[h], action, room)
        if m >= 0:
            m = tell_ending(text, v, k, records, m, count, stacks, amounts, room)
        if m < 0:
            continue
        n = m
        heads.fine[h] = True
    heads.first[len(value)] = n
    return n
