"""How the lines of a CSV are written, and how one of them is taken apart byte by byte."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

LONGEST_ROW = 1 << 23  # bytes

UNCLOSED = "a quote is opened and not closed"
MISPLACED = "a quote out of place"

_OPENED = re.compile(rb' *+"')
_CLOSED = re.compile(rb'[^"]*+(?:""[^"]*+)*+"')


class Record(NamedTuple):
    """One row of a CSV: where it stops, and its cells, or what is wrong with it."""

    stop: int  # behind its line end
    cells: list[bytes]
    problem: str | None = None
    is_open: bool = False  # whether it may go on behind what is there


@dataclass(frozen=True)
class Dialect:
    """What sets cells and rows apart."""

    separator: bytes
    line_end: bytes  # the last byte of a line's end: a carriage return before a line feed is of it

    @cached_property
    def suspect(self) -> re.Pattern[bytes]:
        """What a line may not have, or may not have everywhere."""
        other = rb"\r(?!\n)" if self.line_end == b"\n" else rb"\n"
        return re.compile(rb'["\0\x80-\xff]|' + other)

    @cached_property
    def _cell(self) -> re.Pattern[bytes]:
        """A cell and what follows it; blanks around quotes do not count."""
        apart = re.escape(self.separator)
        ends = rb"\r?\n" if self.line_end == b"\n" else rb"\r"
        return re.compile(
            rb'(?: *+"(?P<quoted>[^"]*+(?:""[^"]*+)*+)" *+|(?! *+")(?P<plain>[^'
            + apart
            + rb"\r\n]*+))(?:(?P<next>"
            + apart
            + rb")|"
            + ends
            + rb"|\Z)"
        )

    def record(self, text: bytes, start: int, *, is_last: bool) -> Record:
        """The row that begins at ``start``; the text may go on if it is not the last.

        A row that cannot be read stops where the line ends on which its problem is.
        """
        cells: list[bytes] = []
        at = start
        while True:
            found = self._cell.match(text, at)
            if found is None:
                return self._bad(text, at, is_last)
            quoted = found["quoted"]
            cells.append(found["plain"] if quoted is None else quoted.replace(b'""', b'"'))
            at = found.end()
            if found["next"] is None:
                break
        is_open = not is_last and at == len(text) and text[-1:] != self.line_end
        return Record(at, cells, _problem(text[start:at]), is_open)

    def _bad(self, text: bytes, at: int, is_last: bool) -> Record:
        stop = self.end_of_line(text, at)
        is_open = not is_last and text[stop - 1 : stop] != self.line_end
        opened = _OPENED.match(text, at)
        if opened is None:
            problem = _problem(text[at:stop]) or "a line end of another kind is inside of it"
            return Record(stop, [], problem, is_open)
        closed = _CLOSED.match(text, opened.end())
        if closed is None:
            return Record(stop, [], UNCLOSED, not is_last)
        return Record(stop, [], MISPLACED, is_open)

    def end_of_line(self, text: bytes, at: int) -> int:
        """Behind the end of the line that ``at`` is in."""
        return text.find(self.line_end, at) + 1 or len(text)


def _problem(text: bytes) -> str | None:
    if b"\0" in text:
        return "not text: it has zero bytes"
    try:
        text.decode()
    except UnicodeDecodeError:
        return "not text in UTF-8"
    return None
