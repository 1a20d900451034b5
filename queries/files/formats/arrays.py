"""NumPy arrays: a folder with one ``.npy`` per column, a file with one column, or an ``.npz``.

A column is written as it comes, to a file whose header is filled in at the end. So a folder needs
no memory for the rows, and its arrays can be mapped into memory (``np.load(…, mmap_mode="r")``).
Text becomes bytes of one width, ``S3``, or characters, ``U3``, if any is not ASCII.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake import leaving
from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import UsageError
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table
from pokerlake.tables.store import whole_folder, writing

from ..format import About, Format, is_plain, too_many_bytes
from ..text import is_text

pc = LazyModule("pyarrow.compute")

_LAYOUT_VERSION = 1

_HEADER_BYTES = 128
_FILE_NAME = re.compile(r"\w[\w .,*+()-]*")
# Cards on the boards of tables whose rows can be found from cards alone.
_CARDS = {"flop_hands": 3, "turn_hands": 4, "river_hands": 5}
_HELD_BYTES = 16 << 20  # of text in memory; every cell is as wide as the widest
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # so equal rows give equal bytes


class _Column:
    """One column on its way into an ``.npy`` file."""

    def __init__(self, field: pa.Field, file: IO[bytes], about: About) -> None:
        self.name, self.file, self.about = field.name, file, about
        self.text = is_text(field.type)
        # Final at the end only: text is as wide as its longest.
        self.dtype = np.dtype("S1") if self.text else _numpy_type(field.type)
        self.rows = 0
        self.total: int | None = 0 if self.dtype.kind in "ui" else None  # of integers
        file.write(bytes(_HEADER_BYTES))

    def add(self, values: pa.Array) -> None:
        """Write the values of the next rows."""
        if values.null_count and self.dtype.kind not in "fM":
            row = self.rows + pc.index(values.is_null(), True).as_py() + 1
            raise UsageError(
                f"column {self.name!r} has a null in row {row:,}, and arrays of "
                f"{'text' if self.text else self.dtype.name} have none; put a value for it with "
                "coalesce(...) in SQL, or take parquet"
            )
        if self.text:
            self._add_texts(values.cast(pa.large_string()))
            return
        array = self._numbers(values)
        if self.total is not None:
            self.total += _sum(array)
        self._write(array)

    def _write(self, array: npt.NDArray[Any]) -> None:
        self.file.write(np.ascontiguousarray(array).view(np.uint8).data if len(array) else b"")
        self.rows += len(array)

    def _refuse_infinity(self, counts: pa.Array) -> None:
        """UsageError for infinity: DuckDB's largest day and time, and its negative."""
        largest = (1 << counts.type.bit_width - 1) - 1
        for sign in ("", "-"):
            value = pa.scalar(int(f"{sign}{largest}"), f"int{counts.type.bit_width}")
            row = pc.index(counts.view(value.type), value).as_py()
            if row >= 0:
                raise UsageError(
                    f"column {self.name!r} has {sign}infinity in row {self.rows + row + 1:,}, and "
                    f"arrays of {self.dtype.name} have none; take parquet or csv, or cast it to "
                    "varchar in SQL"
                )

    def finish(self) -> None:
        """Write the final header."""
        header = {"descr": self.dtype.str, "fortran_order": False, "shape": (self.rows,)}
        self.file.seek(0)
        np.lib.format.write_array_header_1_0(self.file, header)
        assert self.file.tell() == _HEADER_BYTES
        self.file.seek(0, 2)

    def _numbers(self, values: pa.Array) -> npt.NDArray[Any]:
        if self.dtype.kind == "M":
            counts = values.cast(pa.int32()) if pa.types.is_date32(values.type) else values
            self._refuse_infinity(counts)
            values = counts.cast(pa.int64()).fill_null(np.iinfo(np.int64).min)
        elif values.null_count:
            values = values.fill_null(np.nan)
        numbers: npt.NDArray[Any] = values.to_numpy(zero_copy_only=False)
        return numbers.view(self.dtype) if self.dtype.kind == "M" else numbers

    def _add_texts(self, texts: pa.Array) -> None:
        """Write text of one width; widen the file if it is wider than all before."""
        if pc.any(pc.match_substring(texts, "\0"), min_count=0).as_py():
            raise UsageError(f"column {self.name!r} has a text with a NUL, which arrays cut off")
        known = self.dtype.itemsize // (1 if self.dtype.kind == "S" else 4)
        if self.dtype.kind == "S" and pc.all(pc.string_is_ascii(texts), min_count=0).as_py():
            widest = pc.max(pc.binary_length(texts)).as_py() or 0
            self._widen(np.dtype(f"S{max(widest, known)}"))
        else:
            widest = pc.max(pc.utf8_length(texts)).as_py() or 0
            self._widen(np.dtype(f"U{max(widest, known)}"))
        step = _rows_of(self.dtype)
        for first in range(0, len(texts), step):
            part = texts.slice(first, step)
            if self.dtype.kind == "S":
                padded = pc.ascii_rpad(part, self.dtype.itemsize, padding="\0")
                self._write(_fixed(padded, self.dtype))
            else:
                self._write(np.array(part.to_pylist(), self.dtype))

    def _widen(self, dtype: np.dtype[Any]) -> None:
        """Rewrite the existing rows with another type, from the last to the first."""
        before, self.dtype = self.dtype, dtype
        most = self.about.most_bytes
        if most is not None and (self.about.rows or 0) * dtype.itemsize > most:
            raise too_many_bytes(most)
        if before == dtype or not self.rows:
            return
        step = _rows_of(dtype)
        for first in reversed(range(0, self.rows, step)):
            rows = min(step, self.rows - first)
            self.file.seek(_HEADER_BYTES + first * before.itemsize)
            narrow = np.frombuffer(self.file.read(rows * before.itemsize), before)
            self.file.seek(_HEADER_BYTES + first * dtype.itemsize)
            self.file.write(narrow.astype(dtype).view(np.uint8).data)
        self.file.seek(0, 2)


def _rows_of(dtype: np.dtype[Any]) -> int:
    """How many rows are in memory at a time."""
    return max(_HELD_BYTES // dtype.itemsize, 1)


def _sum(array: npt.NDArray[Any]) -> int:
    """The sum of integers, by halves: 64 bits may not hold it."""
    if array.dtype.itemsize < 8:
        return int(array.sum(dtype=np.int64))
    low = array.dtype.type(2**32 - 1)
    return (int((array >> array.dtype.type(32)).sum()) << 32) + int((array & low).sum())


def _fixed(texts: pa.Array, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """A view of texts that are all as wide as the type."""
    if not len(texts):
        return np.empty(0, dtype)
    _, offsets, data = texts.buffers()
    begin = int(np.frombuffer(offsets, np.int64)[texts.offset])
    return np.frombuffer(data, dtype, len(texts), begin)


def _numpy_type(dtype: pa.DataType) -> np.dtype[Any]:
    types = pa.types
    if types.is_date(dtype):
        return np.dtype("M8[D]" if types.is_date32(dtype) else "M8[ms]")
    if types.is_timestamp(dtype):
        return np.dtype(f"M8[{dtype.unit}]")
    known: np.dtype[Any] = np.dtype(dtype.to_pandas_dtype())
    return known


def _in_arrays(dtype: pa.DataType) -> bool:
    types = pa.types
    if types.is_dictionary(dtype):
        return _in_arrays(dtype.value_type)
    if types.is_timestamp(dtype):
        return dtype.tz is None
    without = types.is_null(dtype) or types.is_decimal(dtype) or types.is_time(dtype)
    return is_plain(dtype) and not without


def _write_columns(folder: Path, rows: pa.RecordBatchReader, about: About) -> list[_Column]:
    """Write a file for each column."""
    for name in rows.schema.names:
        if not _FILE_NAME.fullmatch(name):
            raise UsageError(f"column {name!r} cannot name a file; rename it with 'as' in SQL")
    with ExitStack() as files:
        columns = [
            _Column(field, files.enter_context((folder / f"{field.name}.npy").open("wb+")), about)
            for field in rows.schema
        ]
        for batch in rows:
            for column, values in zip(columns, batch.columns, strict=True):
                column.add(values)
        for column in columns:
            column.finish()
    return columns


def _write_folder(rows: pa.RecordBatchReader, path: Path, about: About) -> None:
    with whole_folder(path) as folder:
        layout = _layout(_write_columns(folder, rows, about), about)
        text = json.dumps(layout, indent=2, ensure_ascii=False)
        (folder / "layout.json").write_text(text + "\n", "utf-8")


def _write_npy(rows: pa.RecordBatchReader, sink: IO[bytes], about: About) -> None:
    if len(rows.schema) != 1:
        raise UsageError(
            f"an .npy file has one column, and there are {len(rows.schema)}; take -f npy and a "
            "folder for an array each, .npz, or select one column"
        )
    with leaving.temporary_folder(prefix="pokerlake-") as folder:
        with writing(Path(folder).parent):
            (column,) = _write_columns(Path(folder), rows, about)
        with Path(folder, f"{column.name}.npy").open("rb") as file:
            shutil.copyfileobj(file, sink, 1 << 20)


def _write_npz(rows: pa.RecordBatchReader, sink: IO[bytes], about: About) -> None:
    with leaving.temporary_folder(prefix="pokerlake-") as folder:
        with writing(Path(folder).parent):
            columns = _write_columns(Path(folder), rows, about)
        with zipfile.ZipFile(sink, "w") as archive:
            for column in columns:
                name = f"{column.name}.npy"
                member = zipfile.ZipInfo(name, _ZIP_DATE)
                with (
                    Path(folder, name).open("rb") as file,
                    archive.open(member, "w", force_zip64=True) as copy,
                ):
                    shutil.copyfileobj(file, copy, 1 << 20)


# ---------------------------------------------------------------- layout.json


def _layout(columns: Sequence[_Column], about: About) -> dict[str, object]:
    """The content of ``layout.json``: the arrays of a folder, and how to find a row."""
    subject = about.subject
    meanings = {column.name: column.meaning for column in subject.columns} if subject else {}
    described: list[dict[str, object]] = []
    for written in columns:
        column: dict[str, object] = {
            "name": written.name,
            "file": f"{written.name}.npy",
            "dtype": written.dtype.str,
        }
        if written.name in meanings:
            column["meaning"] = meanings[written.name]
        if written.total is not None:
            column["total"] = written.total
        described.append(column)
    return {
        "format_version": _LAYOUT_VERSION,
        "package_version": package_version(),
        "name": about.name,
        "one_row": subject.one_row if subject else None,
        "rows": columns[0].rows,
        "whole": about.whole,
        "order": list(subject.key) if isinstance(subject, Table) else None,
        "columns": described,
        "find_row": _find_row(about),
    }


def _find_row(about: About) -> str | None:
    cards = _CARDS.get(about.subject.name if about.subject else "")
    if cards is None or not about.whole:
        return None
    return (
        "pokerlake.engine.keys.canonical_rows.table_rows(holes, boards) gives the row of each raw "
        "hole "
        f"(n,) uint16 on each raw board (n, {cards}) uint8: the first row of the canonical board, "
        "and the place of the canonical hole among those of that board"
    )


PLACE = 6  # of these formats in lists
_numpy = partial(Format, holds=_in_arrays, binary=True, names="differ in any case")
FORMATS = (
    _numpy(
        "npy",
        (".npy",),
        "NumPy: a folder with an array per column, or one column in a file",
        write=_write_npy,
        write_folder=_write_folder,
    ),
    _numpy("npz", (".npz",), "NumPy: all columns in one file", write=_write_npz),
)
