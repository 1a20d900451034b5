"""NumPy's arrays: a folder with one ``.npy`` per column, one column in a file, all in an ``.npz``.

A column is written as it comes, to a file whose header is put right in the end. So a folder needs
no memory for the rows, and its arrays can be mapped into memory (``np.load(…, mmap_mode="r")``).
Text becomes bytes of one width, ``S3``, or characters, ``U3``, where there is one past ASCII.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.tables.errors import UsageError
from pokerlake.tables.store import whole_folder

from ..format import About, Format, decoded, is_text
from ..layout import write_layout

_HEADER_BYTES = 128
_FILE_NAME = re.compile(r"\w[\w .,()*+-]*")
_UNITS = {"s": "s", "ms": "ms", "us": "us", "ns": "ns"}
_COPIED_ROWS = 1 << 20
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same rows are the same bytes


class Column:
    """One column on its way into an ``.npy`` file.

    Attributes
    ----------
    dtype : numpy.dtype
        Known in the end: text is as wide as its longest.
    rows : int
    total : int or None
        What whole numbers add up to.
    """

    def __init__(self, field: pa.Field, file: IO[bytes]) -> None:
        self.name, self.file = field.name, file
        self.text = is_text(field.type)
        self.dtype = np.dtype("S1") if self.text else _numpy_type(field.type)
        self.rows = 0
        self.total: int | None = 0 if self.dtype.kind in "ui" else None
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
        array = self._texts(values) if self.text else self._numbers(values)
        if self.total is not None:
            self.total += _sum(array)
        self.file.write(np.ascontiguousarray(array).view(np.uint8).data if len(array) else b"")
        self.rows += len(values)

    def finish(self) -> None:
        """Put the header right."""
        header = {"descr": self.dtype.str, "fortran_order": False, "shape": (self.rows,)}
        self.file.seek(0)
        np.lib.format.write_array_header_1_0(self.file, header)
        assert self.file.tell() == _HEADER_BYTES
        self.file.seek(0, 2)

    def _numbers(self, values: pa.Array) -> npt.NDArray[Any]:
        if pa.types.is_boolean(values.type):
            found: npt.NDArray[Any] = values.to_numpy(zero_copy_only=False)
        elif self.dtype.kind == "M":
            counts = values.cast(pa.int32()) if pa.types.is_date32(values.type) else values
            found = counts.cast(pa.int64()).fill_null(np.iinfo(np.int64).min).to_numpy()
        elif values.null_count:
            found = values.fill_null(np.nan).to_numpy()
        else:
            found = values.to_numpy()
        return found.view(self.dtype) if self.dtype.kind == "M" else found

    def _texts(self, values: pa.Array) -> npt.NDArray[Any]:
        """Bytes of one width; the file is widened where these are wider than those before."""
        texts = values.cast(pa.large_string())
        widest = pc.max(pc.binary_length(texts)).as_py() or 0
        ascii_only = pc.all(pc.string_is_ascii(texts), min_count=0).as_py()
        if pc.any(pc.match_substring(texts, "\0"), min_count=0).as_py():
            raise UsageError(f"column {self.name!r} has a text with a NUL, which arrays cut off")
        if ascii_only and self.dtype.kind == "S":
            self._widen(np.dtype(f"S{max(widest, self.dtype.itemsize)}"))
            padded = pc.ascii_rpad(texts, self.dtype.itemsize, padding="\0")
            return _fixed(padded, self.dtype)
        strings = np.array(texts.to_pylist(), np.str_)
        width = max(strings.dtype.itemsize, 4 * self._characters()) // 4
        self._widen(np.dtype(f"U{width}"))
        return strings.astype(self.dtype)

    def _characters(self) -> int:
        return self.dtype.itemsize // (1 if self.dtype.kind == "S" else 4)

    def _widen(self, dtype: np.dtype[Any]) -> None:
        """Write what is there already anew, from its end on."""
        before, self.dtype = self.dtype, dtype
        if before == dtype or not self.rows:
            return
        for first in reversed(range(0, self.rows, _COPIED_ROWS)):
            rows = min(_COPIED_ROWS, self.rows - first)
            self.file.seek(_HEADER_BYTES + first * before.itemsize)
            narrow = np.frombuffer(self.file.read(rows * before.itemsize), before)
            self.file.seek(_HEADER_BYTES + first * dtype.itemsize)
            self.file.write(narrow.astype(dtype).view(np.uint8).data)
        self.file.seek(0, 2)


def _sum(array: npt.NDArray[Any]) -> int:
    """The sum of whole numbers, which 64 bits may not hold: of their halves."""
    if array.dtype.itemsize < 8:
        return int(array.sum(dtype=np.int64))
    low = array.dtype.type(2**32 - 1)
    return (int((array >> array.dtype.type(32)).sum()) << 32) + int((array & low).sum())


def _fixed(texts: pa.Array, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    _, offsets, data = texts.buffers()
    begin = int(np.frombuffer(offsets, np.int64)[texts.offset]) if len(texts) else 0
    size = len(texts) * dtype.itemsize
    return (
        np.frombuffer(data if data is not None else b"", dtype, len(texts), begin)
        if size
        else (np.empty(0, dtype))
    )


def _numpy_type(dtype: pa.DataType) -> np.dtype[Any]:
    types = pa.types
    if types.is_date(dtype):
        return np.dtype("M8[D]" if types.is_date32(dtype) else "M8[ms]")
    if types.is_timestamp(dtype):
        return np.dtype(f"M8[{_UNITS[dtype.unit]}]")
    known: np.dtype[Any] = np.dtype(dtype.to_pandas_dtype())
    return known


def _in_arrays(dtype: pa.DataType) -> bool:
    types = pa.types
    if types.is_dictionary(dtype):
        return _in_arrays(dtype.value_type)
    return bool(
        types.is_boolean(dtype)
        or types.is_integer(dtype)
        or types.is_floating(dtype)
        or is_text(dtype)
        or types.is_date(dtype)
        or (types.is_timestamp(dtype) and dtype.tz is None)
    )


@contextmanager
def _columns(folder: Path, schema: pa.Schema) -> Iterator[list[Column]]:
    """A file for each column, finished at the end of the block."""
    for name in schema.names:
        if not _FILE_NAME.fullmatch(name):
            raise UsageError(f"column {name!r} cannot name a file; rename it with 'as' in SQL")
    with ExitStack() as files:
        columns = [
            Column(field, files.enter_context((folder / f"{field.name}.npy").open("wb+")))
            for field in schema
        ]
        yield columns
        for column in columns:
            column.finish()


def _fill(reader: pa.RecordBatchReader, columns: list[Column]) -> int:
    written = 0
    for batch in reader:
        for column, values in zip(columns, batch.columns, strict=True):
            column.add(values)
        written += batch.num_rows
    return written


def _write_folder(reader: pa.RecordBatchReader, path: Path, about: About) -> int:
    rows = decoded(reader)
    with whole_folder(path) as folder:
        with _columns(folder, rows.schema) as columns:
            written = _fill(rows, columns)
        write_layout(folder, about, written, [(c.name, c.dtype, c.total) for c in columns])
    return written


def _write_npy(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    rows = decoded(reader)
    if len(rows.schema) != 1:
        raise UsageError(
            f"an .npy file has one column, and there are {len(rows.schema)}; take -f npy and a "
            "folder for an array each, .npz, or one of --columns"
        )
    with tempfile.TemporaryDirectory(prefix="pokerlake-") as folder:
        with _columns(Path(folder), rows.schema) as columns:
            written = _fill(rows, columns)
        with Path(folder, f"{rows.schema.names[0]}.npy").open("rb") as file:
            shutil.copyfileobj(file, sink, 1 << 20)
    return written


def _write_npz(reader: pa.RecordBatchReader, sink: IO[bytes], _: About) -> int:
    rows = decoded(reader)
    with tempfile.TemporaryDirectory(prefix="pokerlake-") as folder:
        with _columns(Path(folder), rows.schema) as columns:
            written = _fill(rows, columns)
        with zipfile.ZipFile(sink, "w") as archive:
            for column in columns:
                name = f"{column.name}.npy"
                member = zipfile.ZipInfo(name, _ZIP_DATE)
                with (
                    Path(folder, name).open("rb") as file,
                    archive.open(member, "w", force_zip64=True) as copy,
                ):
                    shutil.copyfileobj(file, copy, 1 << 20)
    return written


PLACE = 6  # of these formats in lists
FORMATS = (
    Format(
        "npy",
        (".npy",),
        "NumPy: a folder with an array per column, or one column in a file",
        _in_arrays,
        _write_npy,
        write_folder=_write_folder,
        binary=True,
        names="differ in any case",
    ),
    Format(
        "npz",
        (".npz",),
        "NumPy: all columns in one file",
        _in_arrays,
        _write_npz,
        binary=True,
        names="differ in any case",
    ),
)
