"""The rows of a CSV, as columns of text: every line is in a row, or is reported as bad.

Only this module decides where rows end. It cuts the file into blocks of whole rows and counts them;
Arrow parses the blocks, and its number of rows is compared with the count.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.threads import worker_count
from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import InputError, by_door, counted

from .plain_duckdb import BATCH_ROWS

pc = LazyModule("pyarrow.csv")

BLOCK_BYTES = 1 << 22
_SEPARATORS = b",;\t|"
_MOST_AT_ONCE = 8  # blocks
_QUOTE = ord('"')
LONGEST_ROW = 1 << 23  # bytes

UNCLOSED = "a quote is opened and not closed"
MISPLACED = "a quote out of place"

_OPENED = re.compile(rb' *+"')
_CLOSED = re.compile(rb'[^"]*+(?>(?:""[^"]*+)*)"')
_BLOCK_BYTES = 1 << 20
_BLANK = re.compile(rb"^[ \t\r]*+$", re.MULTILINE)


class _Block(NamedTuple):
    """Whole rows, and the problems of bad lines among them."""

    text: bytes
    line: int  # the number of its first line
    bad: list[tuple[int, str]]  # lines that were cut from the text
    gaps: list[tuple[int, int]]  # after this many lines of the text, this many were cut


class CsvRows:
    """A CSV that can be read once.

    Parameters
    ----------
    file : file
        Its unpacked bytes.
    name : str
        Its name in messages.
    separator : bytes, optional
        By default the most frequent separator in the first line.
    skip_bad : bool
        Put invalid lines into ``bad``; otherwise they are an error.

    Attributes
    ----------
    names : list of str
        The columns, as in the first line.
    bad : list of pyarrow.Array
        The problems of invalid lines, in order, once all rows are read.

    Raises
    ------
    InputError
        If the first line does not name columns; while reading, for the first invalid line.
    OSError
        If the file cannot be read.
    """

    def __init__(
        self, file: Any, name: str, separator: bytes | None = None, *, skip_bad: bool = False
    ) -> None:
        self._file, self._name, self._skip_bad = file, name, skip_bad
        self.bad: list[pa.Array] = []
        self._waiting, self._is_last, self._line = b"", False, 1
        while True:
            self._read_on()
            start = self._waiting.removeprefix(b"\xef\xbb\xbf")
            self._dialect = _dialect_of(start, separator)
            header = self._dialect.record(start, 0, is_last=self._is_last)
            if not header.is_open or len(self._waiting) >= LONGEST_ROW:
                break
        where = f"the first line of {name}"
        if b"\0" in start[: header.stop]:
            raise InputError(f"{name} is not text in UTF-8: it has zero bytes")
        if not start[: header.stop].strip():
            raise InputError(f"{where} is empty; it has to name the columns")
        if start.lstrip().startswith(b'{"'):
            how = by_door("--input-format ndjson", "the ending .ndjson")
            raise InputError(f"{where} is JSON, which is read with {how}")
        if header.problem or header.is_open:
            raise InputError(f"{where} cannot be read: {header.problem or _too_long(LONGEST_ROW)}")
        self.names = [cell.decode() for cell in header.cells]
        self._is_single = len(self.names) == 1  # then an empty line is a row
        self._line += start.count(self._dialect.line_end, 0, header.stop)
        self._waiting = start[header.stop :]

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows, a batch at a time."""
        most = min(worker_count(0), _MOST_AT_ONCE)
        with ThreadPoolExecutor(most, thread_name_prefix="pokerlake-csv") as pool:
            begun: deque[Future[tuple[pa.Table, list[tuple[int, str]]]]] = deque()
            for block in self._blocks():
                begun.append(pool.submit(self._parsed, block))
                if len(begun) > most:
                    yield from self._handed_on(*begun.popleft().result())
            while begun:
                yield from self._handed_on(*begun.popleft().result())

    def _handed_on(self, rows: pa.Table, bad: list[tuple[int, str]]) -> Iterator[pa.RecordBatch]:
        if bad and not self._skip_bad:
            line, problem = min(bad)
            raise InputError(f"{self._name}, line {line:,}: {problem}")
        if bad:
            problems = [f"line {line:,}: {problem}" for line, problem in sorted(bad)]
            self.bad.append(pa.array(problems, pa.string()))
        yield from rows.to_batches(max_chunksize=BATCH_ROWS)

    # ---------------------------------------------------------------- blocks of whole rows

    def _read_on(self) -> None:
        """Read another block, but never hold more than the longest row."""
        parts = [self._waiting]
        room = min(BLOCK_BYTES, LONGEST_ROW - len(self._waiting))
        while room > 0:
            part = self._file.read(room)
            if not part:
                self._is_last = True
                break
            parts.append(part)
            room -= len(part)
        self._waiting = b"".join(parts)

    def _blocks(self) -> Iterator[_Block]:
        while True:
            if not self._is_last:
                self._read_on()
            text = self._waiting
            if not self._is_last and text.endswith(b"\r"):
                text = text[:-1]  # a line feed may follow
            if stop := self._end_of_plain(text):
                yield _Block(text[:stop], self._line, [], [])
                self._go_on(stop)
            elif text:
                yield self._odd(text)
            if self._is_last and not self._waiting:
                return

    def _go_on(self, stop: int) -> None:
        self._line += self._waiting.count(self._dialect.line_end, 0, stop)
        self._waiting = self._waiting[stop:]

    def _end_of_plain(self, text: bytes) -> int:
        """The end of the last whole row; 0 if there is none, or if the text needs a closer look."""
        end = self._dialect.line_end
        if b'"' not in text:
            stop = len(text) if self._is_last else text.rfind(end) + 1
        else:
            content = np.frombuffer(text, np.uint8)
            quotes = np.flatnonzero(content == _QUOTE)
            if not self._are_in_place(content, quotes):
                return 0
            stop = len(text)
            if not self._is_last:
                ends = _outside(np.flatnonzero(content == end[0]), quotes)
                stop = int(ends[-1]) + 1 if len(ends) else 0
        return stop if stop and self._is_clean(text[:stop]) else 0

    def _are_in_place(self, content: npt.NDArray[np.uint8], quotes: npt.NDArray[np.intp]) -> bool:
        """Whether all quotes open or close cells, or are doubled inside of one."""
        opening, closing = quotes[0::2], quotes[1::2]
        if self._is_last and len(opening) > len(closing):
            return False
        apart = np.zeros(256, np.bool_)
        apart[[self._dialect.separator[0], ord("\n"), ord("\r")]] = True
        # A closing quote followed by an opening one is a doubled quote.
        doubled = closing[: len(opening) - 1] + 1 == opening[1:]
        before = np.append(opening[:1] == 0, doubled) | apart[content[opening - 1]]
        behind = np.minimum(closing + 1, len(content) - 1)
        after = apart[content[behind]] | (closing == len(content) - 1)
        after[: len(doubled)] |= doubled[: len(after)]
        return bool(before.all() and after.all())

    def _is_clean(self, text: bytes) -> bool:
        """Whether all bytes are text, and all lines end alike."""
        if self._dialect.line_end == b"\n":
            alike = b"\r" not in text or text.count(b"\r") == text.count(b"\r\n")
        else:
            alike = b"\n" not in text
        if not alike or b"\0" in text:
            return False
        if not text.isascii():
            try:
                text.decode()
            except UnicodeDecodeError:
                return False
        return True

    def _odd(self, text: bytes) -> _Block:
        """A block, with a closer look at each line that has quotes or is not plain ASCII."""
        end, suspect = self._dialect.line_end, self._dialect.suspect
        block = _Block(b"", self._line, [], [])
        parts: list[bytes] = []
        at, lines = 0, 0  # the place in the text, and how many of its lines are in the parts
        is_full, is_cut = len(self._waiting) >= LONGEST_ROW, False
        while at < len(text):
            match = suspect.search(text, at)
            if match is None:
                stop = len(text) if self._is_last else text.rfind(end) + 1
                start = max(at, stop)
            else:
                start = max(at, text.rfind(end, at, match.start()) + 1)
            parts.append(text[at:start])
            lines += parts[-1].count(end)
            at = start
            if match is None and not (is_full and at == 0):
                break
            row = self._dialect.record(text, at, is_last=self._is_last)
            if row.is_open and not (is_full and at == 0):
                break  # the rest of it is to come
            if row.problem or row.is_open:
                before = text.count(end, 0, at)
                block.bad.append((block.line + before, row.problem or _too_long(LONGEST_ROW)))
                block.gaps.append((lines, text.count(end, at, row.stop)))
                at = row.stop
                if row.is_open and not text.endswith(end, 0, at):
                    is_cut = True
                    break
            else:
                parts.append(_quoted(row.cells, self._dialect))
                lines += parts[-1].count(end)
                at = row.stop
        self._go_on(at)
        if is_cut:
            self._leave_line()
        return block._replace(text=b"".join(parts))

    def _leave_line(self) -> None:
        """Skip to the end of a line that is too long."""
        end = self._dialect.line_end
        while end not in self._waiting and not self._is_last:
            self._waiting = b""
            self._read_on()
        self._go_on(self._waiting.find(end) + 1 or len(self._waiting))

    # ---------------------------------------------------------------- their columns

    def _parsed(self, block: _Block) -> tuple[pa.Table, list[tuple[int, str]]]:
        """The rows of a block, and its bad lines."""
        text = block.text
        columns = {str(at): pa.string() for at in range(len(self.names))}
        starts, ends = self._places_of(text)
        if not len(ends):
            return pa.table(
                {name: pa.nulls(0, dtype) for name, dtype in columns.items()}
            ), block.bad
        invalid: list[tuple[int, int]] = []  # their place among the rows, and their columns

        def leave_out(row: Any) -> str:
            invalid.append((row.number - 1, row.actual_columns))
            return "skip"

        rows = pc.read_csv(
            pa.BufferReader(text),
            read_options=pc.ReadOptions(
                use_threads=False, column_names=list(columns), block_size=len(text) + 1
            ),
            parse_options=pc.ParseOptions(
                delimiter=self._dialect.separator.decode(),
                newlines_in_values=b'"' in text,
                ignore_empty_lines=not self._is_single,
                invalid_row_handler=leave_out,
            ),
            convert_options=pc.ConvertOptions(
                column_types=columns,
                null_values=[""],
                strings_can_be_null=True,
                check_utf8=False,  # it is checked here
            ),
        )
        if rows.num_rows + len(invalid) != len(ends):
            raise InputError(
                f"{self._name} cannot be read: from line {block.line:,} on there are "
                f"{len(ends):,} rows, of which {rows.num_rows + len(invalid):,} are found"
            )
        bad = list(block.bad)
        if invalid:
            bad += self._told(block, starts, invalid)
        return rows, bad

    def _places_of(self, text: bytes) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The place where each row begins, and the place of its line end."""
        content = np.frombuffer(text, np.uint8)
        end = self._dialect.line_end
        ends = np.flatnonzero(content == end[0])
        if b'"' in text:
            ends = _outside(ends, np.flatnonzero(content == _QUOTE))
        if text and not text.endswith(end):
            ends = np.append(ends, len(text))
        starts = np.append(0, ends + 1)[:-1]
        sizes = ends - starts
        if self._is_single or not len(ends) or sizes.min() > 1:
            return starts, ends
        is_row = (sizes > 1) | ((sizes == 1) & (content[starts] != ord("\r")))
        return starts[is_row], ends[is_row]

    def _told(
        self, block: _Block, starts: npt.NDArray[np.intp], invalid: list[tuple[int, int]]
    ) -> Iterator[tuple[int, str]]:
        """The lines of rows with too few or too many columns, and the problem."""
        ends = np.flatnonzero(np.frombuffer(block.text, np.uint8) == self._dialect.line_end[0])
        behind = [gap[0] for gap in block.gaps]
        left_out = np.append(0, np.cumsum([gap[1] for gap in block.gaps], dtype=np.intp))
        for at, columns in invalid:
            line = int(np.searchsorted(ends, starts[at]))
            line += block.line + int(left_out[bisect_right(behind, line)])
            yield line, f"{counted(columns, 'column')}, where the first line has {len(self.names)}"


def _dialect_of(start: bytes, separator: bytes | None) -> Dialect:
    feed, back = start.find(b"\n"), start.find(b"\r")
    is_old = back >= 0 and feed != back + 1 and not 0 <= feed < back
    first = start[: (back if is_old else feed) if max(feed, back) >= 0 else None]
    if separator is None:
        separator = max(
            (bytes([separator_code]) for separator_code in _SEPARATORS), key=first.count
        )
    return Dialect(separator, b"\r" if is_old else b"\n")


def _outside(places: npt.NDArray[np.intp], quotes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """The places that are not in quotes."""
    outside: npt.NDArray[np.intp] = places[np.searchsorted(quotes, places) % 2 == 0]
    return outside


def _quoted(cells: list[bytes], dialect: Dialect) -> bytes:
    """A row with all cells in quotes."""
    written = [b'"' + cell.replace(b'"', b'""') + b'"' for cell in cells]
    return dialect.separator.join(written) + dialect.line_end


def _too_long(most: int) -> str:
    return f"a row is longer than {most >> 20} MB"


class Record(NamedTuple):
    """One row of a CSV: its end, and its cells or its problem."""

    stop: int  # after its line end
    cells: list[bytes]
    problem: str | None = None
    is_open: bool = False  # whether it may continue after the text


@dataclass(frozen=True)
class Dialect:
    """The separator of cells, and the end of lines."""

    separator: bytes
    line_end: bytes  # the last byte of a line end, which may have a carriage return before it

    @cached_property
    def suspect(self) -> re.Pattern[bytes]:
        """Bytes that a line may not have, or only in some places."""
        other = rb"\r(?!\n)" if self.line_end == b"\n" else rb"\n"
        return re.compile(rb'["\0\x80-\xff]|' + other)

    @cached_property
    def _cell(self) -> re.Pattern[bytes]:
        """A cell and its end; spaces around quotes do not count."""
        apart = re.escape(self.separator)
        ends = rb"\r?\n" if self.line_end == b"\n" else rb"\r"
        return re.compile(
            rb'(?: *+"(?P<quoted>[^"]*+(?>(?:""[^"]*+)*))" *+|(?! *+")(?P<plain>[^'
            + apart
            + rb"\r\n]*+))(?:(?P<next>"
            + apart
            + rb")|"
            + ends
            + rb"|\Z)"
        )

    def record(self, text: bytes, start: int, *, is_last: bool) -> Record:
        """The row that begins at ``start``; the text may continue unless ``is_last``.

        A row that cannot be read stops at the end of the line with its problem.
        """
        cells: list[bytes] = []
        at = start
        while True:
            match = self._cell.match(text, at)
            if match is None:
                return self._bad(text, at, is_last)
            quoted = match["quoted"]
            cells.append(match["plain"] if quoted is None else quoted.replace(b'""', b'"'))
            at = match.end()
            if match["next"] is None:
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
        """The place after the end of the line of ``at``."""
        return text.find(self.line_end, at) + 1 or len(text)


def _problem(text: bytes) -> str | None:
    if b"\0" in text:
        return "not text: it has zero bytes"
    try:
        text.decode()
    except UnicodeDecodeError:
        return "not text in UTF-8"
    return None


def count_rows(file: Any, name: str) -> int:
    """The number of lines that are not blank, in one pass over a file.

    ``file``: its unpacked bytes; ``name``: for messages. Raises InputError or OSError.
    """
    rows = lines = 0
    is_blank = True  # of the line at the end of a block, as far as it was read
    while block := file.read(_BLOCK_BYTES):
        if b"\0" in block:
            line = lines + block.count(b"\n", 0, block.find(b"\0")) + 1
            raise InputError(f"{name}, line {line:,}: not text: it has zero bytes")
        first, *others = block.split(b"\n", 1)
        is_blank = is_blank and not first.strip()
        if not others:
            continue
        whole, _, last = others[0].rpartition(b"\n")
        ends = block.count(b"\n")
        rows += ends - is_blank
        if ends > 1:
            rows -= len(_BLANK.findall(whole))
        lines += ends
        is_blank = not last.strip()
    return rows + (not is_blank)
