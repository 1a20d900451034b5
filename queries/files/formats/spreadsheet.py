"""Excel's XLSX: one sheet; its first row has the names of the columns.

A cell has a double. Values that a double cannot hold are text: integers past 2^53 and decimals of
more digits. So are dates before March 1900, and times finer than a millisecond, with a zone or
without a date. NaN and the infinities are Excel's errors #NUM! and #DIV/0!.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from pokerlake import leaving
from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import UsageError
from pokerlake.tables.store import writing

from ..cell_text import texts_of
from ..format import About, Format, doubles, is_plain, too_many_rows
from ..text import is_text

pc = LazyModule("pyarrow.compute")

_MOST_ROWS = 1_048_576  # the header is one of them
_MOST_COLUMNS = 16_384
_MOST_CHARACTERS = 32_767
_DAYS_TO_1970 = 25_569
_DATES = pa.scalar(-25_508, pa.int64()), pa.scalar(2_932_896, pa.int64())  # 1900-03-01 .. 9999
_DAY = {"s": 86_400, "ms": 86_400 * 10**3, "us": 86_400 * 10**6, "ns": 86_400 * 10**9}
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\]")


class _Exact(float):
    """A number written with all 17 digits; xlsxwriter asks for 16, which is not enough."""

    def __format__(self, _: str) -> str:
        return repr(float(self))


def _write(rows: pa.RecordBatchReader, sink: IO[bytes], about: About) -> None:
    import xlsxwriter  # type: ignore[import-untyped]
    from xlsxwriter.exceptions import FileCreateError  # type: ignore[import-untyped]

    options = {"constant_memory": True, "nan_inf_to_errors": True, "use_zip64": True}
    with leaving.temporary_folder(prefix="pokerlake-") as folder:
        # Not into the stream: the end of the archive is written even if rows are missing.
        path = Path(folder, "result.xlsx")
        with writing(path.parent.parent):
            book = xlsxwriter.Workbook(path, {**options, "tmpdir": folder})
            sheet = book.add_worksheet(_NOT_IN_A_NAME.sub("_", about.name)[:31] or "result")
            try:
                _fill(book, sheet, rows)
                book.close()
            except FileCreateError as error:
                raise error.args[0] from error  # the OSError itself
            finally:
                sheet.row_data_fh.close()  # xlsxwriter leaves it open after an error
        with path.open("rb") as file:
            shutil.copyfileobj(file, sink, 1 << 20)


def _fill(book: Any, sheet: Any, rows: pa.RecordBatchReader) -> None:
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(rows.schema.names):
        _require(sheet.write_string(0, column, name), name, 0)
    styles = [_style(book, field.type) for field in rows.schema]
    blank = book.add_format()
    written = 0
    for batch in rows:
        if written + batch.num_rows >= _MOST_ROWS:
            raise too_many_rows("xlsx", _MOST_ROWS - 1, "more")
        _write_batch(sheet, batch, styles, blank, written)
        written += batch.num_rows


def _write_batch(
    sheet: Any, batch: pa.RecordBatch, styles: list[Any], blank: Any, done: int
) -> None:
    columns = [_cells(column) for column in batch.columns]
    string, number, boolean = sheet.write_string, sheet.write_number, sheet.write_boolean
    for row, values in enumerate(zip(*columns, strict=True), done + 1):
        if values.count(None) == len(values):
            sheet.write_blank(row, 0, None, blank)  # otherwise the row would not exist
            continue
        for column, value in enumerate(values):
            kind = value.__class__
            if value is None:
                continue
            if kind is str:
                _require(string(row, column, value), batch.schema.names[column], row)
            elif kind is bool:
                boolean(row, column, value)
            else:
                number(row, column, value, styles[column])


def _require(code: int, name: str, row: int) -> None:
    if code:
        raise UsageError(
            f"column {name!r} has a text of more than {_MOST_CHARACTERS:,} characters in row "
            f"{row:,}, which a cell of Excel cannot hold; take csv or parquet"
        )


def _style(book: Any, dtype: pa.DataType) -> Any:
    if pa.types.is_date(dtype):
        return book.add_format({"num_format": "yyyy-mm-dd"})
    if pa.types.is_timestamp(dtype):
        return book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss.000"})
    return None


def _cells(column: pa.Array) -> list[Any]:
    """The values of a column: text, booleans, numbers, and None."""
    types, dtype = pa.types, column.type
    if is_text(dtype) or types.is_boolean(dtype):  # a column of nulls counts as text
        return list(column.to_pylist())
    if types.is_floating(dtype):
        return _exact(column)
    if types.is_integer(dtype):
        if column.type.bit_width < 64:
            return list(column.to_pylist())
        return [n if n is None or abs(n) <= 1 << 53 else str(n) for n in column.to_pylist()]
    if types.is_decimal(dtype):
        numbers, fits = doubles(column)
        null = column.is_null().to_numpy(zero_copy_only=False)
        return _either(pa.array(fits | null), pa.array(numbers, mask=null), column)
    if types.is_date(dtype):
        return _days(column.cast(pa.date32()).cast(pa.int32()).cast(pa.int64()), 1, column)
    if types.is_timestamp(dtype) and dtype.tz is None:
        return _days(column.cast(pa.int64()), _DAY[dtype.unit], column)
    return list(texts_of(column).to_pylist())  # times of day, and times with a zone


def _exact(doubles: pa.Array) -> list[Any]:
    return [None if number is None else _Exact(number) for number in doubles.to_pylist()]


def _days(count: pa.Array, in_a_day: int, column: pa.Array) -> list[Any]:
    """Serial days of Excel, or text for dates that it lacks."""
    days = pc.divide(count, pa.scalar(in_a_day, pa.int64()))
    fits = pc.and_(pc.greater_equal(days, _DATES[0]), pc.less_equal(days, _DATES[1]))
    finest = max(in_a_day // _DAY["ms"], 1)
    whole = pc.equal(pc.multiply(pc.divide(count, finest), finest), count)
    serial = pc.add(pc.divide(count.cast(pa.float64(), safe=False), in_a_day), _DAYS_TO_1970)
    return _either(pc.and_(fits, whole), serial, column)


def _either(fits: pa.Array, numbers: pa.Array, column: pa.Array) -> list[Any]:
    """The numbers if they fit, else the values as text."""
    if pc.all(fits, min_count=0).as_py():
        return _exact(numbers)
    texts = texts_of(column).to_pylist()
    return [
        text if not fit else number
        for fit, number, text in zip(fits.to_pylist(), _exact(numbers), texts, strict=True)
    ]


PLACE = 4  # of these formats in lists
FORMATS = (
    Format(
        "xlsx",
        (".xlsx",),
        "a sheet of Excel",
        is_plain,
        _write,
        binary=True,
        most_rows=_MOST_ROWS - 1,
        most_columns=_MOST_COLUMNS,
    ),
)
