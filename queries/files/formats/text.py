"""Text formats: aligned columns, and cells separated by commas or tabs."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterable
from decimal import Decimal
from functools import partial
from typing import IO, Any

import pyarrow as pa

from pokerlake.engine.threads import over_tasks

from ..cell_text import joined, joined_bytes, quoted, texts_of
from ..format import About, Format, Writer, is_any, is_number, is_plain
from ..shown import shown
from ..text import is_text

_WIDTHS_FROM_ROWS = 1000  # the first rows decide the widths of columns
_NARROWEST = 10  # the least width of a column of text in a narrow terminal
_MORE = "…"
_WIDEST_LINE = 4000  # cells are padded up to this: one wide cell must not widen every row


def _write_table(reader: pa.RecordBatchReader, sink: IO[bytes], about: About) -> None:
    names = [shown(name) for name in reader.schema.names]
    numeric = [is_number(field.type) for field in reader.schema]
    widths: list[int] = []
    is_cut = about.width is not None

    def line(cells: Iterable[str]) -> bytes:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(cells, widths, numeric, strict=False)
        ]
        if is_cut:
            padded = [_shortened(cell, width) for cell, width in zip(padded, widths, strict=True)]
            padded += [_MORE] * (len(widths) < len(names))
        return ("  ".join(padded).rstrip() + "\n").encode()

    def begin(rows: list[tuple[str, ...]]) -> None:
        columns = zip(names, *rows[:_WIDTHS_FROM_ROWS], strict=True)
        widths[:] = [max(len(part) for c in column for part in c.split("\n")) for column in columns]
        if about.width is None:  # wider cells stick out
            widths[:] = _narrowed(widths, [False] * len(widths), _WIDEST_LINE)
        elif (fitted := _fitted(widths, numeric, about.width)) != widths:
            widths[:] = fitted
            about.when_cut()
        sink.write(line(names) + line(["-" * width for width in widths]))

    for batch in filter(len, reader):
        columns = [[cell_text(value) for value in column.to_pylist()] for column in batch.columns]
        rows = list(zip(*columns, strict=True))
        if not widths:
            begin(rows)
        for row in rows:
            parts = [cell.split("\n") for cell in row]
            sink.writelines(map(line, itertools.zip_longest(*parts, fillvalue="")))
    if not widths:
        begin([])


def _fitted(widths: list[int], numeric: list[bool], room: int) -> list[int]:
    """Widths of columns that fit a terminal: text is narrowed, then the last columns are dropped.

    The widest text is narrowed first, and none below ``_NARROWEST``. Numbers are never cut.
    """
    fitted = _narrowed(widths, numeric, room)
    room -= 2 * (len(widths) - 1)
    if sum(fitted) > room:
        room -= len(_MORE) + 2
        while len(fitted) > 1 and sum(fitted) > room:
            fitted.pop()
            room += 2
    return fitted


def _narrowed(widths: list[int], kept: list[bool], room: int) -> list[int]:
    """Widths that fit, as far as the columns that are not ``kept`` can be narrowed."""

    def capped(most: int) -> list[int]:
        return [w if keep else min(w, most) for w, keep in zip(widths, kept, strict=True)]

    room -= 2 * (len(widths) - 1)
    least, most = _NARROWEST, max([_NARROWEST, *widths])
    while least < most:  # find the largest cap that fits, if any does
        middle = (least + most + 1) // 2
        least, most = (middle, most) if sum(capped(middle)) <= room else (least, middle - 1)
    return capped(least)


def _shortened(cell: str, width: int) -> str:
    return cell if len(cell) <= width else cell[: width - 1] + _MORE


def cell_text(value: Any) -> str:
    """A value for people: six digits of numbers, empty for null."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:z.1f}" if 1e6 <= abs(value) < 1e16 else f"{value:z.6g}"
    if isinstance(value, Decimal):
        digits = f"{value:f}"  # chips have four places, and are mostly whole
        return digits.rstrip("0").rstrip(".") if "." in digits else digits
    return shown(str(value), lines=True)


def _separated(separator: str, *, header: bool) -> Writer:
    def write(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
        if header:
            line = io.StringIO()
            csv.writer(line, delimiter=separator, lineterminator="\n").writerow(reader.schema.names)
            sink.write(line.getvalue().encode())
        is_quoted = [is_text(field.type) for field in reader.schema]
        for batch in reader:

            def cells(at: int, rows: pa.RecordBatch = batch) -> pa.Array:
                texts = texts_of(rows.column(at))
                return quoted(texts, separator) if is_quoted[at] else texts

            *first, last = over_tasks(cells, range(batch.num_columns), 0)
            lines = joined_bytes(*first, joined(last.fill_null(""), "\n"), separator=separator)
            sink.write(lines)

    return write


PLACE = 1  # of these formats in lists
_text = partial(Format, times_as_text=True)
_csv, _tsv = _separated(",", header=True), _separated("\t", header=False)
FORMATS = (
    _text(
        "table",
        (".txt",),
        "aligned columns, for reading",
        is_any,
        _write_table,
        others_as_text=True,
    ),
    _text("csv", (".csv",), "commas, with a header", is_plain, _csv),
    _text("tsv", (".tsv",), "tabs, no header", is_plain, _tsv),
)
