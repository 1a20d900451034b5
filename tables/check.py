"""Whether a Parquet file is the table it should be: rows, columns, nulls, key, totals, values.

Values have a digest that does not depend on how a file encodes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .schema import Table, sql_type
from .store import open_parquet

_AS_DEFINED = "as defined"


class Check(NamedTuple):
    """One check: the expected and the actual value, as text."""

    table: str
    check: str
    expected: str
    found: str

    @property
    def ok(self) -> bool:
        """Whether they are equal."""
        return self.expected == self.found


class ColumnsFound(NamedTuple):
    """The results of a pass over some columns of a file."""

    rows: int
    schema: str  # of the whole file: "as defined", or its columns and their types
    digests: dict[str, str]  # of the values of each, see ValuesDigest
    totals: dict[str, int]
    nulls: int  # in columns that may have none
    wrong: int | None  # rows out of order; None if the pass lacks columns of the key


def check_file(table: Table, path: Path) -> list[Check]:
    """Check a file against the definition of its table, in one pass over the file.

    ``table``: its number of rows is not checked if users fill it. Raises OSError,
    pyarrow.ArrowException.
    """
    names = [column.name for column in table.columns]
    return checks_of_columns(table, [look_at_columns(table, path, names)])


def columns_apart(table: Table) -> list[tuple[str, ...]]:
    """The columns of a table as passes that can run in parallel: the key, and each other column."""
    others = [(column.name,) for column in table.columns if column.name not in table.key]
    return [table.key, *others]


def look_at_columns(table: Table, path: Path, names: Collection[str]) -> ColumnsFound:
    """Make a pass over some columns of a file; errors as :func:`check_file`."""
    schema = table.arrow_schema()
    required = [column.name for column in table.columns if not column.nullable]
    required = [name for name in required if name in names]
    with open_parquet(path) as file:
        rows = file.metadata.num_rows
        columns = ", ".join(f"{field.name} {sql_type(field.type)}" for field in file.schema_arrow)
        if columns != ", ".join(f"{field.name} {sql_type(field.type)}" for field in schema):
            return ColumnsFound(rows, columns, {}, {}, 0, None)
        digest = ValuesDigest(pa.schema([field for field in schema if field.name in names]))
        totals = {name: 0 for name in table.totals if name in names}
        nulls = 0
        order = _Order() if {*table.key} <= {*names} else None
        for batch in file.iter_batches(batch_size=1 << 18, columns=digest.schema.names):
            digest.update(batch)
            batch = batch.select(required)
            new = sum(column.null_count for column in batch.columns)
            nulls += new
            if new:
                batch = batch.drop_null()  # NumPy has no nulls; the totals will lack those rows
            for name in totals:
                totals[name] += int(batch[name].to_numpy().sum(dtype=np.int64))
            if order:
                order.add([batch[name].to_numpy(zero_copy_only=False) for name in table.key])
    wrong = order.wrong if order else None
    return ColumnsFound(rows, _AS_DEFINED, digest.of_columns(), totals, nulls, wrong)


def checks_of_columns(table: Table, passes: Sequence[ColumnsFound]) -> list[Check]:
    """The checks of a file, from passes that covered all of its columns.

    With several passes, a null in a column without nulls is an error: each pass then leaves out
    other rows.
    """

    def check(what: str, expected: object, passes: object) -> Check:
        return Check(table.name, what, str(expected), str(passes))

    checks = []
    if not table.filled:
        checks.append(check("rows", f"{table.rows:,}", f"{passes[0].rows:,}"))
    checks.append(check("columns", _AS_DEFINED, passes[0].schema))
    if passes[0].schema != _AS_DEFINED:
        return checks
    checks.append(check("nulls", 0, sum(each.nulls for each in passes)))
    wrong = next(each.wrong for each in passes if each.wrong is not None)
    checks.append(check(f"rows out of order by {', '.join(table.key)}", 0, wrong))
    totals = {name: total for each in passes for name, total in each.totals.items()}
    for name, total in table.totals.items():
        checks.append(check(f"sum of {name}", f"{total:,}", f"{totals[name]:,}"))
    if table.values:
        digests = {name: digest for each in passes for name, digest in each.digests.items()}
        values = values_digest(digests[column.name] for column in table.columns)
        checks.append(check("values", table.values, values))
    return checks


class _Order:
    """Counts the rows whose key is not above that of the previous row, batch by batch."""

    def __init__(self) -> None:
        self.wrong = 0
        self._last: list[Any] = []

    def add(self, keys: Sequence[npt.NDArray[Any]]) -> None:
        """Add the columns of the key, ``(n,)`` each; the first decides."""
        if not len(keys[0]):
            return
        if self._last:
            keys = [np.concatenate([[end], key]) for end, key in zip(self._last, keys, strict=True)]
        self._last = [key[-1] for key in keys]
        above: npt.NDArray[np.bool_] = np.zeros(len(keys[0]) - 1, bool)
        for key in reversed(keys):
            above = (key[1:] > key[:-1]) | ((key[1:] == key[:-1]) & above)
        self.wrong += int(np.count_nonzero(~above))


class ValuesDigest:
    """The SHA-256 of rows that come in batches, independent of where they are cut.

    Each column has its own streams: numbers as little-endian bytes, booleans as 0 and 1, the
    lengths of texts and their letters, and the places of nulls in a nullable column. The digest
    covers the columns' names, types and digests, a line each.

    ``schema``: columns of integers, floats, booleans, text, timestamps and 128-bit chips.
    """

    def __init__(self, schema: pa.Schema) -> None:
        self.schema = schema
        self._columns = [(field, [hashlib.sha256() for _ in range(3)]) for field in schema]

    def update(self, batch: pa.RecordBatch) -> None:
        """Add rows, whose columns are those of the schema, in its order."""
        for (field, digests), column in zip(self._columns, batch.columns, strict=True):
            for digest, stream in zip(digests, _streams(field, column), strict=False):
                digest.update(stream.tobytes())

    def of_columns(self) -> dict[str, str]:
        """The input of :func:`values_digest`, by column."""
        return {
            field.name: " ".join(
                [field.name, str(field.type), *(digest.hexdigest() for digest in digests)]
            )
            for field, digests in self._columns
        }

    def hexdigest(self) -> str:
        """The digest of all rows so far."""
        return values_digest(self.of_columns().values())


def values_digest(columns: Iterable[str]) -> str:
    """The digest of rows from those of their columns, in the order of the table."""
    return hashlib.sha256("\n".join(columns).encode()).hexdigest()


def _streams(field: pa.Field, column: pa.Array) -> list[npt.NDArray[Any]]:
    """The bytes of a column's values: zeros, or empty text, for nulls."""
    if pa.types.is_string(field.type):
        streams = _texts(column.fill_null("") if column.null_count else column)
    elif pa.types.is_decimal128(field.type):
        streams = [_chips(column)]
    else:
        if pa.types.is_timestamp(field.type):
            column = column.view(pa.int64())
        zero = pa.scalar(0).cast(column.type)
        filled = column.fill_null(zero) if column.null_count else column
        values: npt.NDArray[Any] = filled.to_numpy(zero_copy_only=False)
        streams = [np.ascontiguousarray(values, values.dtype.newbyteorder("<"))]
    if field.nullable:
        streams.append(column.is_null().to_numpy(zero_copy_only=False))
    return streams


def _chips(column: pa.Array) -> npt.NDArray[np.generic]:
    """Amounts as little-endian 128-bit numbers."""
    if column.null_count:
        column = column.fill_null(pa.scalar(Decimal(0), column.type))
    words = np.frombuffer(column.buffers()[1] or b"", np.uint64).astype("<u8")
    return words[2 * column.offset : 2 * (column.offset + len(column))]


def _texts(column: pa.Array) -> list[npt.NDArray[np.generic]]:
    """The lengths of texts in bytes, and their letters."""
    _, offsets, letters = column.buffers()
    ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    whole = np.frombuffer(letters or b"", np.uint8)
    return [np.diff(ends).astype("<i4"), whole[ends[0] : ends[-1]]]
