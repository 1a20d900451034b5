"""The forms of a site's lines, as its module declares them, compiled for the kernel.

A form is a line of a declaration: the parts of a hand in which it may stand, its meaning, and its
text::

    P    raise       {player}: raises {skip} to {amount}
    P>E  mark        *** SUMMARY ***

The parts are ``S`` (seats and blinds), ``P`` (play) and ``E`` (what follows); ``>`` begins another
part. The meaning may be followed by a number, ``deal:1``, and by a sign: ``*`` if the player may
not bet more, ``!`` if the cards are face up, ``?`` if the stack may be missing. Text in ``[[ ...
]]`` is optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from pokerlake.engine.histories import records as told
from pokerlake.engine.histories import scan_kernels as steps

PARTS = {"S": 1, "P": 2, "E": 4}
_FLAGS = {"": 0, "*": told.STUCK, "!": told.FACE_UP, "?": told.UNTOLD}

_TOKENS = {
    "player": steps.PLAYER,
    "name": steps.NAME,
    "amount": steps.AMOUNT,
    "second": steps.SECOND_AMOUNT,
    "skip": steps.OTHER_AMOUNT,
    "seat": steps.SEAT,
    "number": steps.NUMBER,
    "cards": steps.CARDS,
    "any": steps.ANY,
    "rest": steps.REST,
    "code": steps.CODE,
    "blanks": steps.BLANKS,
    "totals": steps.TOTALS,
    "winners": steps.WINNERS,
}
_OPS = told.OPS
_FORM = re.compile(r"([SPE]+)(?:>([SPE]))?\s+([a-z ]+?)(?::(\d+))?([*!?]?)\s{2,}(.*)")
_OPTION = re.compile(r"\[\[(.*?)\]\]")


def compiled(
    declared: str,
    *,
    mark: str,
    hero: str = "",
    all_in: Sequence[str] = (),
    noise: Sequence[str] = (),
    strict: bool = True,
    ends: bool = True,
    closes: bool = False,
) -> steps.Forms:
    """The forms of a declaration.

    ``mark``: the text between a player and what he does; ``hero``: the text after the hero's name;
    ``all_in``: ends of lines that say a player is all in; ``strict``: a line of a player and the
    mark must have one of the forms; ``ends``: whether each hand has a part of its own after its
    play; ``closes``: whether a hand ends at the first blank line after that.
    """
    program: list[int] = []
    start, op, sections, goes, extra, flag, keys = [], [], [], [], [], [], []
    for line in filter(None, map(str.strip, declared.splitlines())):
        match = _FORM.fullmatch(line)
        if match is None:
            raise ValueError(f"{line!r} is no form")
        parts, to, tells, number, star, text = match.groups()
        for variant in _variants(text):
            tokens = list(_steps(variant))
            kind = 2
            if tokens and tokens[0] == (steps.PLAYER, b""):
                kind, tokens = 1, tokens[1:]
                literal = tokens[0][1] if tokens else b""
                if literal.startswith(mark.encode()):
                    kind = 0
                    literal = literal[len(mark.encode()) :]
                    tokens = ([(steps.LITERAL, literal)] if literal else []) + tokens[1:]
            if not tokens or tokens[0][0] != steps.LITERAL:
                raise ValueError(f"{line!r} begins with no letters")
            keys.append((kind, tokens[0][1][0]))
            start.append(len(program))
            for step, literal in tokens:
                program.append(step)
                if step == steps.LITERAL:
                    program += [len(literal), *literal]
            program.append(steps.END)
            op.append(_OPS[tells])
            sections.append(sum(PARTS[part] for part in parts))
            goes.append(PARTS[to] if to else 255)
            extra.append(int(number) if number else _DEFAULT.get(tells, 0))
            flag.append(_FLAGS[star])
    bucket = np.zeros((3, 257), np.int32)
    order: list[int] = []
    for kind in range(3):
        for byte in range(256):
            bucket[kind, byte] = len(order)
            order += [f for f, key in enumerate(keys) if key == (kind, byte)]
        bucket[kind, 256] = len(order)
    suffixes = [
        byte
        for ends, all_in_flag in ((noise, 0), (all_in, 1))
        for end in ends
        for byte in (len(end.encode()), all_in_flag, *end.encode())
    ]
    return steps.Forms(
        np.array(program, np.int32),
        np.array(start, np.int32),
        np.array(op, np.uint8),
        np.array(sections, np.uint8),
        np.array(goes, np.uint8),
        np.array(extra, np.int64),
        np.array(flag, np.uint8),
        bucket,
        np.array(order, np.int32),
        np.frombuffer(mark.encode(), np.uint8).copy(),
        np.frombuffer(hero.encode(), np.uint8).copy(),
        np.array(suffixes, np.uint8),
        strict,
        PARTS["E"] if ends else 0,
        closes,
    )


_DEFAULT = {"collect": -1, "nets": -1}


def _variants(text: str) -> Iterator[str]:
    """A form with and without each optional part."""
    option = _OPTION.search(text)
    if option is None:
        yield text
        return
    for middle in (option[1], ""):
        yield from _variants(text[: option.start()] + middle + text[option.end() :])


def _steps(text: str) -> Iterator[tuple[int, bytes]]:
    for part in re.split(r"(\{[a-z]+\})", text):
        if part.startswith("{") and part[1:-1] in _TOKENS:
            yield _TOKENS[part[1:-1]], b""
        elif part:
            yield steps.LITERAL, part.encode()
