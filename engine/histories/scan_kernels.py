"""Reads the lines of hands by a site's forms: what each line tells becomes a record.

A form is a line with places in it: ``{player}: raises {amount} to {amount}``. It is compiled to a
program of small steps (``pipelines/histories/forms.py``), and forms are found by the first byte
that tells them apart. Nothing takes a time that grows with the square of a line: of each form one
place may be tried from the right, and what follows it is tried once for each.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import declared, empty, kernel
from ..signatures import I32, I64, U8, Array, Input

from .line_steps import (  # isort: skip
    BLANK, after_hero, begins, begins_seat, is_digit, known_player, read_amount, read_cards,
)  # fmt: skip
from .records import (  # isort: skip
    CUT_SHORT, FINE, HIGHEST_SEAT, LONG_LINE, LONGEST_LINE, MOST_CARDS, MOST_SEATS, NO_ACTION,
    NO_SEAT, SEATS_TAKEN, Records,
    CASH_OUT, CASH_OUT_PAID, CHECK, COLLECT, FOLD, LIVE_AND_DEAD, LONGEST_ACT, NO_PLAYER, RAISE,
    RAISE_TO, RETURN,
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
    op: Array[U8, "f"]  # what a line of it tells
    sections: Array[U8, "f"]  # in which parts of a hand it stands, a bit each
    goes: Array[U8, "f"]  # the part that begins with it; 255: none
    extra: Array[I64, "f"]  # the pot, the board or the like that it tells by its words
    flag: Array[U8, "f"]
    bucket: Array[
        I32, "3, 257"
    ]  # the forms by their first byte: after a player and a mark, a player, none
    order: Array[I32, "f"]  # of the buckets
    mark: Array[U8, "m"]  # what stands between a player and what he does
    hero: Array[U8, "h"]  # what stands after the name of the hero; empty: nothing
    suffixes: Array[
        U8, "s"
    ]  # ends of lines that count for nothing, or say all-in (1): length, flag
    strict: bool  # whether a line of a player and a mark must have a known form


# What a line tells, as a form is tried.
HAS_SECOND, FIRST, SECOND, WHO, NAME_START, NAME_END, TOLD_CARDS, COUNTED, STOPPED = range(9)


@kernel
def match_plain(
    program: Input[I32, "p"],
    p: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    names: Input[I64, "10"],
    lengths: Input[I64, "10"],
    count: int,
    found: Array[I64, "9"],  # written
    room: Array[I64, "1"],  # to work in
) -> int:
    """Go through a program until it ends, or to a name.

    Returns -2 if the line is of this form, -1 if not; at a name where the line stands then, with
    the place of the program in ``found[STOPPED]``.
    """
    while True:
        step = program[p]
        p += 1
        if step == LITERAL:
            if not begins(text, at, stop, program, p):
                return -1
            at += program[p]
            p += program[p] + 1
        elif step in (AMOUNT, SECOND_AMOUNT, OTHER_AMOUNT):
            at = read_amount(text, at, stop, room)
            if at < 0:
                return -1
            if step == AMOUNT:
                found[FIRST] = room[0]
            elif step == SECOND_AMOUNT:
                found[SECOND] = room[0]
                found[HAS_SECOND] = 1
        elif step == PLAYER:
            who = known_player(text, at, stop, names, lengths, count, 1 << 40)
            if who < 0:
                return -1
            found[WHO] = who
            at += lengths[who]
        elif step in (SEAT, NUMBER):
            value = 0
            begin = at
            while at < stop and is_digit(text[at]) and at - begin < 15:
                value = value * 10 + text[at] - 48
                at += 1
            if at == begin:
                return -1
            if step == SEAT:
                found[COUNTED] = value
            else:
                found[SECOND] = value
                found[HAS_SECOND] = 1
        elif step == CARDS:
            at = read_cards(text, at, stop, room)
            if at < 0:
                return -1
            before = found[TOLD_CARDS]
            count = before >> 48
            more = room[0] >> 48
            if count + more > MOST_CARDS:
                return -1
            mask = (1 << 48) - 1
            found[TOLD_CARDS] = (
                (before & mask) | (room[0] & mask) << (6 * count) | (count + more) << 48
            )
        elif step == ANY:
            p += 1  # a literal comes next
            length = program[p]
            while not begins(text, at, stop, program, p):
                at += 1
                if at + length > stop:
                    return -1
            at += length
            p += length + 1
        elif step == CODE:
            after = at
            while after < stop and text[after] == BLANK:
                after += 1
            if (
                after + 3 <= stop
                and 65 <= text[after] <= 90
                and 65 <= text[after + 1] <= 90
                and 65 <= text[after + 2] <= 90
            ):
                at = after + 3
        elif step == BLANKS:
            while at < stop and text[at] == BLANK:
                at += 1
        elif step == NAME:
            found[STOPPED] = p
            return at
        elif step in (TOTALS, WINNERS):
            found[STOPPED] = at if step == TOTALS else -at
            return -2
        elif step == REST:
            return -2
        else:
            return -2 if at == stop else -1


@kernel
def match(
    program: Input[I32, "p"],
    p: int,
    text: Input[U8, "t"],
    at: int,
    stop: int,
    names: Input[I64, "10"],
    lengths: Input[I64, "10"],
    count: int,
    found: Array[I64, "9"],  # written
    room: Array[I64, "1"],  # to work in
) -> bool:
    """Whether a line from ``at`` on is of the form whose program begins at ``p``."""
    found[HAS_SECOND] = 0
    found[FIRST] = 0
    found[TOLD_CARDS] = 0
    found[COUNTED] = 0
    found[STOPPED] = 0
    at = match_plain(program, p, text, at, stop, names, lengths, count, found, room)
    if at < 0:
        return at == -2
    p = found[STOPPED] + 1  # a literal comes after a name
    length = program[p]
    end = stop - length
    while end > at:
        if begins(text, end, stop, program, p):
            after = match_plain(
                program,
                p + length + 1,
                text,
                end + length,
                stop,
                names,
                lengths,
                count,
                found,
                room,
            )
            if after == -2:
                found[NAME_START] = at
                found[NAME_END] = end
                found[STOPPED] = 0
                return True
        end -= 1
    return False


@declared
def read_totals(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    records: Records,
    n: int,
    line: int,
    listed: int,
    fee: int,
    room: Array[I64, "1"],
) -> int:
    """The amounts in the rest of a line: sizes of pots, and behind a bar what the site takes."""
    op = listed
    while at < stop:
        if text[at] == 124:
            op = fee
        elif text[at] == BLANK and at + 1 < stop and text[at - 1] != 124:
            after = read_amount(text, at + 1, stop, room)
            if after >= 0:
                records.op[n] = op
                records.place[n] = 255
                records.amount[n] = room[0]
                records.other[n] = 0
                records.cards[n] = 0
                records.flag[n] = 0
                records.line[n] = line
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
    names: Input[I64, "10"],
    lengths: Input[I64, "10"],
    count: int,
    room: Array[I64, "1"],
) -> int:
    """Players and amounts in the rest of a line: ``Ann (3.25), Ben (3.25)``."""
    while at < stop:
        place = known_player(text, at, stop, names, lengths, count, 1 << 40)
        if place < 0:
            break
        at += lengths[place]
        if at + 2 >= stop or text[at] != BLANK or text[at + 1] != 40:
            break
        at = read_amount(text, at + 2, stop, room)
        if at < 0:
            break
        while at < stop and text[at] != 41:  # (125 High)
            at += 1
        if at >= stop:
            break
        records.op[n] = op
        records.place[n] = place
        records.amount[n] = room[0]
        records.other[n] = extra
        records.cards[n] = 0
        records.flag[n] = 0
        records.line[n] = line
        n += 1
        at += 1
        while at < stop and (text[at] == 44 or text[at] == BLANK):
            at += 1
    return n


@declared
def moves_chips(
    op: int,
) -> bool:
    """Whether a line that tells it moves chips of a player."""
    return (
        (op <= RAISE and op != FOLD and op != CHECK)
        or RAISE_TO <= op <= LIVE_AND_DEAD
        or RETURN <= op <= COLLECT
        or CASH_OUT <= op <= CASH_OUT_PAID
    )


@declared
def moved_by_nobody(
    forms: Forms,
    program: Input[I32, "p"],
    text: Input[U8, "t"],
    at: int,
    stop: int,
    section: int,
    names: Input[I64, "10"],
    lengths: Input[I64, "10"],
    count: int,
    found: Array[I64, "9"],
    room: Array[I64, "1"],
) -> bool:
    """Whether a line would move chips, if who stands in front had a seat."""
    if not count or stop - at > LONGEST_ACT:
        return False
    size = len(forms.mark)
    for c in range(at + 1, stop):
        for kind in range(2):
            d = c
            if kind == 0:
                d = c + size
                if d >= stop:
                    continue
                marked = True
                for i in range(size):
                    if text[c + i] != forms.mark[i]:
                        marked = False
                        break
                if not marked:
                    continue
            for i in range(forms.bucket[kind, text[d]], forms.bucket[kind, text[d] + 1]):
                f = forms.order[i]
                if (
                    forms.sections[f] & section
                    and moves_chips(np.int64(forms.op[f]))
                    and match(
                        program, forms.start[f], text, d, stop, names, lengths, count, found, room
                    )
                ):
                    return True
    return False


@kernel
def scan(
    text: Input[U8, "t"],
    begin: Input[I64, "h"],  # where the lines of each hand begin, after its head
    end: Input[I64, "h"],
    forms: Forms,
    records: Records,  # written
    first: Array[I64, "h + 1"],  # written: where the records of each hand begin
    problem: Array[U8, "h"],  # written: what is wrong with a hand, or FINE
    where: Array[I32, "h"],  # written: the line of that
    after: Array[I64, "h"],  # written: where text of another kind stands behind a blank line after
    # the end; -1: none
    sit: int,  # the op of a seat
    over: int,  # the part of a hand that is its end: its last line must have come
    listed: int,  # the op of the size of a pot, behind that of all pots
    fee: int,  # the op of what the site takes, behind a bar
    closes: bool,  # whether a hand is over at the first blank line after its end
) -> int:
    """Read the lines of hands. Returns the number of records: at most one for each two bytes.

    A blank in front of a line, and blanks after it, are passed over.
    """
    names = empty(MOST_SEATS, np.int64)
    lengths = empty(MOST_SEATS, np.int64)
    seats = empty(MOST_SEATS, np.int64)
    found = empty(9, np.int64)
    room = empty(1, np.int64)
    program = forms.program
    n = 0
    for h in range(len(begin)):
        first[h] = n
        problem[h] = FINE
        where[h] = 0
        after[h] = -1
        count = 0
        section = 1
        closed = False
        at = begin[h]
        stop = end[h]
        line = 0
        while at < stop:
            last = at
            while last < stop and text[last] != 10 and text[last] != 13:
                last += 1
            next_line = last + 1
            if last < stop and text[last] == 13 and next_line < stop and text[next_line] == 10:
                next_line += 1
            a = at
            b = last
            at = next_line
            line += 1
            while a < b and (text[a] == BLANK or text[a] == 9):
                a += 1
            while a < b and (text[b - 1] == BLANK or text[b - 1] == 9):
                b -= 1
            if a == b:
                closed = over and section == over
                continue
            if closed and closes:
                after[h] = a
                break
            if b - a > LONGEST_LINE:
                problem[h] = LONG_LINE
                where[h] = line
                break
            flag = 0
            s = 0
            while s < len(forms.suffixes):
                size = forms.suffixes[s]
                if b - a > size:
                    same = True
                    for i in range(size):
                        if text[b - size + i] != forms.suffixes[s + 2 + i]:
                            same = False
                            break
                    if same:
                        b -= size
                        flag |= forms.suffixes[s + 1]
                s += size + 2
            form = -1
            who = 255
            acts = False  # a player, and the mark
            below = 1 << 40
            while form < 0 and count:
                known = known_player(text, a, b, names, lengths, count, below)
                if known < 0:
                    break
                below = lengths[known]
                c = a + below
                if len(forms.hero):
                    c = after_hero(text, c, b, forms.hero)
                d = c + len(forms.mark)
                marked = d <= b
                if marked:
                    for i in range(len(forms.mark)):
                        if text[c + i] != forms.mark[i]:
                            marked = False
                            break
                if marked and d < b:
                    acts = True
                    key = text[d]
                    for i in range(forms.bucket[0, key], forms.bucket[0, key + 1]):
                        f = forms.order[i]
                        if forms.sections[f] & section and match(
                            program, forms.start[f], text, d, b, names, lengths, count, found, room
                        ):
                            form = f
                            break
                if form < 0 and c < b:
                    key = text[c]
                    for i in range(forms.bucket[1, key], forms.bucket[1, key + 1]):
                        f = forms.order[i]
                        if forms.sections[f] & section and match(
                            program, forms.start[f], text, c, b, names, lengths, count, found, room
                        ):
                            form = f
                            break
                if form >= 0:
                    who = known
            if form < 0:
                key = text[a]
                found[WHO] = 255
                for i in range(forms.bucket[2, key], forms.bucket[2, key + 1]):
                    f = forms.order[i]
                    if forms.sections[f] & section and match(
                        program, forms.start[f], text, a, b, names, lengths, count, found, room
                    ):
                        form = f
                        break
                if form >= 0:
                    who = found[WHO]
            if form < 0:
                if closed and after[h] < 0:
                    after[h] = a
                street = b - a > 4 and text[a] == 42 and text[a + 1] == 42 and text[a + 2] == 42
                if forms.strict and section == 1 and begins_seat(text, a, b):
                    problem[h] = NO_SEAT
                    where[h] = line
                    break
                street = street and known_player(text, a, b, names, lengths, count, 1 << 40) < 0
                if (acts or street) and forms.strict and section != over:
                    problem[h] = NO_ACTION
                    where[h] = line
                    break
                if section != over and moved_by_nobody(
                    forms, program, text, a, b, section, names, lengths, count, found, room
                ):
                    problem[h] = NO_PLAYER
                    where[h] = line
                    break
                continue
            op = forms.op[form]
            if forms.goes[form] != 255:
                section = forms.goes[form]
            if op == sit:
                number = found[COUNTED]
                start = found[NAME_START]
                size = found[NAME_END] - start
                twin = known_player(text, start, found[NAME_END], names, lengths, count, size + 1)
                taken = count == MOST_SEATS or number > HIGHEST_SEAT
                taken = taken or (twin >= 0 and lengths[twin] == size)
                for i in range(count):
                    if seats[i] == number:
                        taken = True
                if taken:
                    problem[h] = SEATS_TAKEN
                    where[h] = line
                    break
                who = count
                names[count] = found[NAME_START]
                lengths[count] = found[NAME_END] - found[NAME_START]
                seats[count] = number
                count += 1
                records.other[n] = found[NAME_START] << 20 | (found[NAME_END] - found[NAME_START])
                records.cards[n] = number
            else:
                records.other[n] = found[SECOND] if found[HAS_SECOND] else forms.extra[form]
                records.cards[n] = found[TOLD_CARDS]
                if not found[TOLD_CARDS] and found[COUNTED]:
                    records.cards[n] = found[COUNTED]
            records.op[n] = op
            records.place[n] = who
            records.amount[n] = found[FIRST]
            records.flag[n] = flag | forms.flag[form]
            records.line[n] = line
            n += 1
            if found[STOPPED] > 0:
                n = read_totals(text, found[STOPPED], b, records, n, line, listed, fee, room)
            elif found[STOPPED] < 0:
                n = read_winners(
                    text, -found[STOPPED], b, records, n - 1, op, forms.extra[form], line, names,
                    lengths, count, room,
                )  # fmt: skip
        if problem[h] == FINE and over and section != over:
            problem[h] = CUT_SHORT
            where[h] = line
    first[len(begin)] = n
    return n
