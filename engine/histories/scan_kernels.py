"""Reads the lines of hands by a site's forms: each line becomes a record.

A form is a line with placeholders: ``{player}: raises {amount} to {amount}``. It is compiled to a
program of small steps (``pipelines/histories/forms.py``), and forms are found by the first byte in
which they differ. No time grows with the square of a line's length: in each form one place may be
tried from the right, and what follows it is tried once for each.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import empty, kernel
from ..declared import declared
from ..signatures import I32, I64, U8, Array, Input

from .line_steps import (  # isort: skip
    BLANK, Players, after_code, after_hero, begins, begins_seat, is_digit, known_player,
    read_amount, read_cards, stands,
)  # fmt: skip
from .records import (  # isort: skip
    CASH_OUT, CASH_OUT_PAID, CHECK, COLLECT, CUT_SHORT, FEE, FINE, FOLD, HIGHEST_SEAT, LISTED,
    LIVE_AND_DEAD, LONG_LINE, LONGEST_ACT, LONGEST_LINE, MOST_CARDS, MOST_SEATS, NO_ACTION,
    NO_PLAYER, NO_SEAT, RAISE, RAISE_TO, RETURN, SEATS_TAKEN, SIT, Records,
)  # fmt: skip

# Steps of a form's program.
(
    LITERAL, PLAYER, NAME, AMOUNT, SECOND_AMOUNT, OTHER_AMOUNT, SEAT, CARDS, ANY, REST, END, CODE,
    NUMBER, BLANKS, TOTALS, WINNERS,
) = range(1, 17)  # fmt: skip


class Forms(NamedTuple):
    """The forms of a site."""

    program: Array[I32, "p"]  # steps of all forms, one after the other
    start: Array[I32, "f"]  # where each form's program begins
    op: Array[U8, "f"]  # the op of its records
    sections: Array[U8, "f"]  # the parts of a hand in which it occurs, a bit each
    goes: Array[U8, "f"]  # the part that begins with it; 255: none
    extra: Array[I64, "f"]  # the pot, the board or the like that its words imply
    flag: Array[U8, "f"]
    bucket: Array[
        I32, "3, 257"
    ]  # forms by their first byte: after a player and a mark, after a player, without a player
    order: Array[I32, "f"]  # of the buckets
    mark: Array[U8, "m"]  # the text between a player and his action
    hero: Array[U8, "h"]  # the text after the name of the hero; may be empty
    suffixes: Array[U8, "s"]  # ends of lines that are ignored, or mean all-in (1): length, flag
    strict: bool  # whether a line with a player and a mark must have a known form
    over: int  # the part of a hand that is its end, which must be complete; 0: none
    closes: bool  # whether a hand is over at the first blank line after its end


class Scanned(NamedTuple):
    """The results of scanning the lines of hands."""

    first: Array[I64, "h + 1"]  # where the records of each hand begin
    problem: Array[U8, "h"]  # the problem of a hand, or FINE
    where: Array[I32, "h"]  # its line
    after: Array[I64, "h"]  # where other text follows a blank line after the end;
    # -1: none


# Facts of a line while forms are tried; the first is what a step has just read.
(
    READ, HAS_SECOND, FIRST, SECOND, WHO, NAME_START, NAME_END, TOLD_CARDS, COUNTED, STOPPED, FLAG,
    ACTS,
) = range(12)  # fmt: skip
TOLD = 12


@declared
def scan_step(
    step: int,
    program: Input[I32, "p"],
    p: int,  # the place of the step's operands
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],  # written
) -> int:
    """Take a step of a form's program: where the line continues, or -1 if the form does not fit."""
    if step == LITERAL:
        return at + program[p] if begins(text, at, stop, program, p) else -1
    if step in (AMOUNT, SECOND_AMOUNT, OTHER_AMOUNT):
        at = read_amount(text, at, stop, facts)
        if at >= 0 and step == AMOUNT:
            facts[FIRST] = facts[READ]
        elif at >= 0 and step == SECOND_AMOUNT:
            facts[SECOND] = facts[READ]
            facts[HAS_SECOND] = 1
        return at
    if step == PLAYER:
        who = known_player(text, at, stop, players, 1 << 40)
        if who < 0:
            return -1
        facts[WHO] = who
        return at + players.length[who]
    if step in (SEAT, NUMBER):
        value = 0
        begin = at
        while at < stop and is_digit(text[at]) and at - begin < 15:
            value = value * 10 + text[at] - 48
            at += 1
        if at == begin:
            return -1
        if step == SEAT:
            facts[COUNTED] = value
        else:
            facts[SECOND] = value
            facts[HAS_SECOND] = 1
        return at
    if step == CARDS:
        at = read_cards(text, at, stop, facts)
        if at < 0:
            return -1
        before = facts[TOLD_CARDS]
        count = before >> 48
        more = facts[READ] >> 48
        if count + more > MOST_CARDS:
            return -1
        mask = (1 << 48) - 1
        facts[TOLD_CARDS] = (
            (before & mask) | (facts[READ] & mask) << (6 * count) | (count + more) << 48
        )
        return at
    if step == ANY:
        p += 1  # a literal comes next
        while not begins(text, at, stop, program, p):
            at += 1
            if at + program[p] > stop:
                return -1
        return at + program[p]
    if step == CODE:
        return after_code(text, at, stop)
    while at < stop and text[at] == BLANK:  # BLANKS
        at += 1
    return at


@declared
def match(
    forms: Forms,
    form: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],  # written
) -> bool:
    """Whether a line fits a form from ``at`` on.

    A name may end wherever the literal after it occurs: these places are tried from the right.
    """
    facts[HAS_SECOND] = 0
    facts[FIRST] = 0
    facts[TOLD_CARDS] = 0
    facts[COUNTED] = 0
    facts[STOPPED] = 0
    program = forms.program
    p = np.int64(forms.start[form])
    name = -1
    literal = 0
    end = 0
    while True:
        step = program[p]
        p += 1
        if step == REST or (step == END and at == stop):
            return True
        if step in (TOTALS, WINNERS):
            if name < 0:
                facts[STOPPED] = at if step == TOTALS else -at
            return True
        if step == NAME and name < 0:
            name = at
            literal = p + 1
            end = stop - program[literal] + 1
            at = -1
        elif step in (NAME, END):
            at = -1
        else:
            at = scan_step(step, program, p, text, at, stop, players, facts)
            if step == LITERAL:
                p += program[p] + 1
            elif step == ANY:
                p += program[p + 1] + 2
        if at < 0:
            if name < 0:
                return False
            end -= 1
            while end > name and not begins(text, end, stop, program, literal):
                end -= 1
            if end <= name:
                return False
            facts[NAME_START] = name
            facts[NAME_END] = end
            at = end + program[literal]
            p = literal + program[literal] + 1


@declared
def first_form(
    forms: Forms,
    kind: int,
    section: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],  # written
) -> int:
    """The first form of a kind, see ``Forms.bucket``, that a line fits from ``at`` on, or -1."""
    if at >= stop:
        return -1
    key = text[at]
    for i in range(forms.bucket[kind, key], forms.bucket[kind, key + 1]):
        form = forms.order[i]
        if forms.sections[form] & section and match(forms, form, text, at, stop, players, facts):
            return form
    return -1


@declared
def form_of(
    forms: Forms,
    section: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],  # written
) -> int:
    """The form of a line, or -1; ``facts[ACTS]``: whether a player and the mark come first.

    For each player whose name comes first, the longest first, forms after the mark are tried, and
    forms without it; then forms without a player. It is one loop, so that forms compile once.
    """
    facts[ACTS] = 0
    below = 1 << 40
    known = -1
    after = at
    start = at
    kind = 1
    while kind < 2:
        if kind == 0:
            kind = 1
            start = after
        else:
            known = known_player(text, at, stop, players, below)
            if known < 0:
                kind = 2
                start = at
            else:
                below = players.length[known]
                after = after_hero(text, at + below, stop, forms.hero)
                start = after + len(forms.mark)
                kind = 0 if start < stop and stands(text, after, stop, forms.mark) else 1
                if kind == 0:
                    facts[ACTS] = 1
                else:
                    start = after
        facts[WHO] = 255
        form = first_form(forms, kind, section, text, start, stop, players, facts)
        if form >= 0:
            if known >= 0:
                facts[WHO] = known
            return form
    return -1


@declared
def put_record(
    records: Records,
    n: int,
    op: int,
    place: int,
    amount: int,
    other: int,
    cards: int,
    flag: int,
    line: int,
) -> None:
    """Write a record."""
    records.op[n] = op
    records.place[n] = place
    records.amount[n] = amount
    records.other[n] = other
    records.cards[n] = cards
    records.flag[n] = flag
    records.line[n] = line


@declared
def read_totals(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    records: Records,
    n: int,
    line: int,
    facts: Array[I64, "12"],
) -> int:
    """Read the amounts in the rest of a line: sizes of pots, and after a bar the site's share."""
    op = LISTED
    while at < stop:
        if text[at] == 124:
            op = FEE
        elif text[at] == BLANK and at + 1 < stop and text[at - 1] != 124:
            after = read_amount(text, at + 1, stop, facts)
            if after >= 0:
                put_record(records, n, op, 255, facts[READ], 0, 0, 0, line)
                n += 1
                at = after
                continue
        at += 1
    return n


@declared
def read_winners(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    records: Records,
    n: int,
    op: int,
    extra: int,
    line: int,
    players: Players,
    facts: Array[I64, "12"],
) -> int:
    """Read players and amounts in the rest of a line: ``Ann (3.25), Ben (3.25)``."""
    while at < stop:
        place = known_player(text, at, stop, players, 1 << 40)
        if place < 0:
            break
        at += players.length[place]
        if at + 2 >= stop or text[at] != BLANK or text[at + 1] != 40:
            break
        at = read_amount(text, at + 2, stop, facts)
        if at < 0:
            break
        while at < stop and text[at] != 41:  # (125 High)
            at += 1
        if at >= stop:
            break
        put_record(records, n, op, place, facts[READ], extra, 0, 0, line)
        n += 1
        at += 1
        while at < stop and (text[at] == 44 or text[at] == BLANK):
            at += 1
    return n


@declared
def moves_chips(
    op: int,
) -> bool:
    """Whether an op moves chips of a player."""
    return (
        (op <= RAISE and op != FOLD and op != CHECK)
        or RAISE_TO <= op <= LIVE_AND_DEAD
        or RETURN <= op <= COLLECT
        or CASH_OUT <= op <= CASH_OUT_PAID
    )


@declared
def moved_by_nobody(
    forms: Forms,
    section: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],
) -> bool:
    """Whether a line would move chips if the name in front had a seat."""
    if not players.count[0] or stop - at > LONGEST_ACT:
        return False
    for after in range(at + 1, stop):
        for kind in range(2):
            acts = after
            if kind == 0:
                acts += len(forms.mark)
                if acts >= stop or not stands(text, after, stop, forms.mark):
                    continue
            key = text[acts]
            for i in range(forms.bucket[kind, key], forms.bucket[kind, key + 1]):
                form = forms.order[i]
                if (
                    forms.sections[form] & section
                    and moves_chips(forms.op[form])
                    and match(forms, form, text, acts, stop, players, facts)
                ):
                    return True
    return False


@declared
def why_unread(
    forms: Forms,
    section: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    facts: Array[I64, "12"],
) -> int:
    """The problem of a line without a form; FINE if the line says nothing."""
    if forms.strict and section == 1 and begins_seat(text, at, stop):
        return NO_SEAT
    if forms.strict and section != forms.over:
        stars = stop - at > 4 and text[at] == 42 and text[at + 1] == 42 and text[at + 2] == 42
        if facts[ACTS] or (stars and known_player(text, at, stop, players, 1 << 40) < 0):
            return NO_ACTION
    if section != forms.over and moved_by_nobody(forms, section, text, at, stop, players, facts):
        return NO_PLAYER
    return FINE


@declared
def without_ends(
    forms: Forms,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    facts: Array[I64, "12"],  # written
) -> int:
    """The end of a line without its known endings; ``facts[FLAG]``: what these mean."""
    facts[FLAG] = 0
    s = 0
    while s < len(forms.suffixes):
        size = np.int64(forms.suffixes[s])
        if stop - at > size and stands(
            text, stop - size, stop, forms.suffixes[s + 2 : s + 2 + size]
        ):
            stop -= size
            facts[FLAG] |= forms.suffixes[s + 1]
        s += size + 2
    return stop


@declared
def sit_down(
    text: Input[U8, "t"],
    players: Players,  # written
    facts: Array[I64, "12"],
) -> bool:
    """Add a player with his own name and seat; False if one of them is taken."""
    count = players.count[0]
    start = facts[NAME_START]
    size = facts[NAME_END] - start
    twin = known_player(text, start, facts[NAME_END], players, size + 1)
    if count == MOST_SEATS or facts[COUNTED] > HIGHEST_SEAT:
        return False
    if twin >= 0 and players.length[twin] == size:
        return False
    for i in range(count):
        if players.seat[i] == facts[COUNTED]:
            return False
    players.start[count] = start
    players.length[count] = size
    players.seat[count] = facts[COUNTED]
    players.count[0] = count + 1
    return True


@declared
def put_line(
    forms: Forms,
    form: int,
    text: Input[U8, "t"],
    stop: int,
    records: Records,  # written
    n: int,
    line: int,
    players: Players,
    facts: Array[I64, "12"],
) -> int:
    """Write the record of a line. Returns the number of records including it."""
    op = np.int64(forms.op[form])
    extra = forms.extra[form]
    flag = facts[FLAG] | forms.flag[form]
    if op == SIT:
        name = facts[NAME_START] << 20 | (facts[NAME_END] - facts[NAME_START])
        place = players.count[0] - 1
        put_record(records, n, op, place, facts[FIRST], name, facts[COUNTED], flag, line)
    elif facts[STOPPED] < 0:
        return read_winners(
            text, -facts[STOPPED], stop, records, n, op, extra, line, players, facts
        )
    else:
        other = facts[SECOND] if facts[HAS_SECOND] else extra
        cards = facts[TOLD_CARDS] if facts[TOLD_CARDS] else facts[COUNTED]
        put_record(records, n, op, facts[WHO], facts[FIRST], other, cards, flag, line)
        if facts[STOPPED] > 0:
            return read_totals(text, facts[STOPPED], stop, records, n + 1, line, facts)
    return n + 1


@declared
def scan_hand(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    forms: Forms,
    records: Records,  # written
    scanned: Scanned,  # written
    h: int,
    n: int,
    players: Players,  # scratch
    facts: Array[I64, "12"],  # scratch
) -> int:
    """Read the lines of a hand. Returns the number of records including its own."""
    scanned.first[h] = n
    scanned.problem[h] = FINE
    scanned.where[h] = 0
    scanned.after[h] = -1
    players.count[0] = 0
    problem = FINE
    section = 1
    closed = False
    line = 0
    while at < stop:
        begin = at
        while at < stop and text[at] != 10 and text[at] != 13:
            at += 1
        end = at
        at += 2 if at + 1 < stop and text[at] == 13 and text[at + 1] == 10 else 1
        line += 1
        while begin < end and (text[begin] == BLANK or text[begin] == 9):
            begin += 1
        while begin < end and (text[end - 1] == BLANK or text[end - 1] == 9):
            end -= 1
        if begin == end:
            closed = forms.over != 0 and section == forms.over
            continue
        if closed and forms.closes:
            scanned.after[h] = begin
            break
        if end - begin > LONGEST_LINE:
            problem = LONG_LINE
            break
        end = without_ends(forms, text, begin, end, facts)
        form = form_of(forms, section, text, begin, end, players, facts)
        if form < 0:
            if closed and scanned.after[h] < 0:
                scanned.after[h] = begin
            problem = why_unread(forms, section, text, begin, end, players, facts)
            if problem != FINE:
                break
            continue
        if forms.goes[form] != 255:
            section = np.int64(forms.goes[form])
        if forms.op[form] == SIT and not sit_down(text, players, facts):
            problem = SEATS_TAKEN
            break
        n = put_line(forms, form, text, end, records, n, line, players, facts)
    if problem == FINE and forms.over and section != forms.over:
        problem = CUT_SHORT
    if problem != FINE:
        scanned.problem[h] = problem
        scanned.where[h] = line
    return n


@kernel
def scan(
    text: Input[U8, "t"],
    begin: Input[I64, "h"],  # where the lines of each hand begin, after its head
    end: Input[I64, "h"],
    forms: Forms,
    records: Records,  # written
    scanned: Scanned,  # written
) -> int:
    """Read the lines of hands. Returns the number of records: at most one for each two bytes.

    A space before a line, and spaces after it, are skipped.
    """
    players = Players(
        empty(MOST_SEATS, np.int64),
        empty(MOST_SEATS, np.int64),
        empty(MOST_SEATS, np.int64),
        empty(1, np.int64),
    )
    facts = empty(TOLD, np.int64)
    n = 0
    for h in range(len(begin)):
        n = scan_hand(text, begin[h], end[h], forms, records, scanned, h, n, players, facts)
    scanned.first[len(begin)] = n
    return n
