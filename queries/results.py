"""Results that show themselves: as text, in a notebook, in a file, and as tables of any library."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from pokerlake.engine.given import is_whole, shown
from pokerlake.lazy import extra
from pokerlake.tables.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    import polars as pl
    import pyarrow as pa

_ROWS = 20  # that are shown
# What frames have, and what does so here.
_OF_FRAMES = {
    "arrow": "to_arrow()", "columns": "keys()", "df": "to_pandas()", "head": "[:5] behind it",
    "pl": "to_polars()", "plot": "chart()", "shape": "len() of it", "to_csv": "save('file.csv')",
    "to_dict": "to_dicts()", "to_excel": "save('file.xlsx')", "to_json": "save('file.json')",
    "to_list": "to_dicts()", "to_parquet": "save('file.parquet')", "values": "to_numpy()",
    "write_csv": "save('file.csv')", "write_parquet": "save('file.parquet')",
}  # fmt: skip
_KEY = b"pokerlake"  # of the metadata of files: what kind of result this is, and what is said of it


class Frames(ABC):
    """What has rows, as frames."""

    __slots__ = ()

    @abstractmethod
    def to_arrow(self) -> pa.Table:
        """The rows as a table of pyarrow."""

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a frame of pandas.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        with extra("pandas"):
            import pandas  # noqa: F401, ICN001
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> pl.DataFrame:
        """The rows as a frame of polars."""
        import polars as pl

        return pl.DataFrame(self.to_arrow())


class Result(Frames):
    """Rows with what is to be said of them.

    Whatever reads Arrow tables can read a result: ``polars.DataFrame(result)``,
    ``pyarrow.table(result)``, ``duckdb.sql("from result")``. It is also a container of rows with
    the columns of :meth:`to_arrow`: ``len(result)``, ``result[0]``, ``for row in result``,
    ``result["equity"]``, ``dict(result)``, ``pandas.DataFrame(result)``. Two results are equal if
    they have the same kind and equal rows; nan equals nan.
    """

    @abstractmethod
    def to_arrow(self) -> pa.Table:
        """The rows as a pyarrow table; shares are 0 to 1."""

    @property
    def kind(self) -> str:
        """The name of its class in ``pokerlake.results``; of a loaded result, as it was saved."""
        return type(self).__name__

    if not TYPE_CHECKING:  # it knows what there is

        def __getattr__(self, name: str) -> Any:
            """AttributeError, with what to write instead of what frames have."""
            told = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name in _OF_FRAMES:
                told += f"; write {_OF_FRAMES[name]}, or make a frame of it by to_polars()"
            elif not name.startswith("_"):  # to look for it among the columns may take a minute
                told += "; a column is result['name'], and result.keys() has their names"
            raise AttributeError(told)

    def keys(self) -> list[str]:
        """The names of the columns."""
        names: list[str] = self.to_arrow().column_names
        return names

    def __len__(self) -> int:
        return len(self.to_arrow())

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dictionaries."""
        return iter(self.to_dicts())

    def __contains__(self, name: object) -> bool:
        """Whether a column has this name."""
        return name in self.keys()

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> list[dict[str, Any]]: ...
    @overload
    def __getitem__(self, key: str) -> npt.NDArray[Any]: ...
    def __getitem__(self, key: Any) -> Any:
        """A column by its name, ``(n,)``; a row by its number, as a dictionary; rows by a slice.

        KeyError for an unknown column; IndexError for a row that does not exist.
        """
        rows = self.to_arrow()
        if isinstance(key, str):
            if key not in rows.column_names:
                raise KeyError(f"no column {key!r}; {did_you_mean(key, rows.column_names)}")
            return rows[key].to_numpy()
        if isinstance(key, slice):
            import pyarrow as pa

            return rows.take(pa.array(range(len(rows))[key], pa.int64())).to_pylist()
        if not is_whole(key):
            raise TypeError(f"{shown(key)}: give the name of a column, or the number of a row")
        if not -len(rows) <= key < len(rows):
            raise IndexError(f"row {key} of {len(rows):,}")
        return rows.slice(key % len(rows), 1).to_pylist()[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result) or other.kind != self.kind:
            return NotImplemented
        mine, theirs = (result._compared() for result in (self, other))
        return bool(mine.schema.equals(theirs.schema)) and all(
            map(_are_equal, mine.columns, theirs.columns)
        )

    def _compared(self) -> pa.Table:
        """The rows without the time that the answer took, which differs each time."""
        rows = self.to_arrow()
        return rows.drop_columns(["seconds"]) if "seconds" in rows.column_names else rows

    __hash__ = None  # type: ignore[assignment]

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """The rows as a structured array, ``(n,)``: ``numpy.asarray(result)["equity"]``."""
        import numpy as np

        return np.array(self.to_numpy(), dtype, copy=copy)

    def to_numpy(self) -> npt.NDArray[Any]:
        """The rows as a structured array, ``(n,)``, with a field for each column."""
        import numpy as np

        rows = self.to_arrow()
        columns = [(name, rows[name].to_numpy()) for name in rows.column_names]
        made = np.empty(len(rows), [(name, column.dtype) for name, column in columns])
        for name, column in columns:
            made[name] = column
        return made

    _rows_shown = _ROWS

    def for_programs(self, *, nested: bool) -> pa.Table:  # noqa: ARG002 few have lists
        """The rows for output of commands, with all columns; lists as one column if ``nested``."""
        return self.to_arrow()

    def for_ranges(self) -> pa.Table:
        """The rows for a dialect of ranges: hands with weights."""
        return self.to_arrow()

    def for_hands(self) -> pa.Table:
        """The rows for a format of hand histories: whole hands."""
        return self.to_arrow()

    def for_people(self) -> pa.Table:
        """The rows as shown: rounded, in words, or fewer."""
        return self.to_arrow()

    def summary(self) -> str:
        """The lines below the rows; may be empty."""
        return ""

    def said(self) -> str:
        """The summary, with words of the command line or of Python where they differ."""
        return self.summary()

    def missed(self) -> str:
        """The field of the wanted accuracy, if the answer misses it; else empty."""
        return ""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        rows: list[dict[str, Any]] = self.to_arrow().to_pylist()
        return rows

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the rows to a file: CSV, JSON, Parquet, Excel or others, by its ending.

        The file appears whole or not at all, and replaces an existing one. Its path is returned.
        :func:`load` reads a Parquet file back as the same rows.

        Raises
        ------
        UsageError
            If no format has the ending.
        OutputError
            If the file cannot be written.
        """
        from .files.write import write_result
        from .reading import file_of

        file = file_of(path)
        rows = self.to_arrow()
        about = json.dumps({"kind": self.kind, "summary": self.summary()})
        write_result(rows.replace_schema_metadata({_KEY: about.encode()}), output=file)
        return file

    def chart(self, *_: Any, **_named: Any) -> Any:
        """The picture of the result.

        Raises
        ------
        UsageError
            If results of its kind have no picture.
        """
        raise UsageError(
            f"there is no picture of {self.kind}; show() shows its rows, and pk.chart draws other "
            "things: https://pokerlake.github.io/pokerlake/charts/"
        )

    def _picture(self) -> Any:
        """The picture that :meth:`show` shows above the rows, or None."""
        return None

    def show(self) -> None:
        """Open the result in a browser: its picture, if it has one, and its rows.

        Without a screen or a browser, it is printed. The page is a temporary file, which is not
        removed.
        """
        from .browser import page, show

        picture, rows = self._picture(), self._repr_html_()
        above = "" if picture is None else f"{picture.svg()}\n"
        below = f'<div style="margin: 1em; font-family: sans-serif">{rows}</div>'
        if not show(page(self.kind, f"{above}{below}\n")):
            print(*([] if picture is None else [picture]), self, sep="\n")  # noqa: T201 asked for

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows in Arrow's exchange format."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return as_text(self.for_people(), self.summary(), self._rows_shown)

    def _repr_html_(self) -> str:
        return as_html(self.for_people(), self.summary(), self._rows_shown)


@dataclass(frozen=True, repr=False, eq=False)
class Rows(Result):
    """Rows, and maybe a summary."""

    _table: pa.Table
    _said: str = ""

    def to_arrow(self) -> pa.Table:
        """The rows."""
        return self._table

    _rows_shown = 1000

    def summary(self) -> str:
        """The summary of the rows."""
        return self._said


@dataclass(frozen=True, repr=False, eq=False)
class Loaded(Result):
    """The rows of a saved result, and its summary.

    It has the methods of all results, and equals the saved one.
    """

    _table: pa.Table
    _kind: str
    _said: str

    @property
    def kind(self) -> str:
        """The name of the class of the saved result; ``Loaded`` for another file."""
        return self._kind

    def to_arrow(self) -> pa.Table:
        """The rows."""
        return self._table

    def summary(self) -> str:
        """The summary of the saved result."""
        return self._said

    def _compared(self) -> pa.Table:
        of_ours = self._kind != type(self).__name__  # in other files, seconds may be an answer
        return super()._compared() if of_ours else self._table


def load(path: str | PathLike[str]) -> Loaded:
    """The rows of a result that was saved to a Parquet file, as a result of the same kind.

    Methods of a result beyond its rows, such as ``pk.solve(...).at(line)``, do not come back from a
    file. To keep spots, use a lake: ``solve_many``, and ``push_fold(..., keep=True)``.

    Parameters
    ----------
    path : str or Path
        A file written by ``result.save("equity.parquet")``, or any other Parquet file.

    Raises
    ------
    UsageError
        If the name does not end in ``.parquet``.
    InputError
        If there is no such file, or it cannot be read.

    Examples
    --------
    >>> from pokerlake import equity
    >>> found = equity("AhKh", "QsQc", board="Jh2h3d")
    >>> load(found.save("equity.parquet")) == found  # doctest: +SKIP
    True
    """
    from .files.source import whole_parquet
    from .reading import file_of

    file = file_of(path)
    if file.suffix.lower() != ".parquet":
        raise UsageError(
            f"{file} does not end in .parquet, the only format that keeps what the rows are; "
            "polars and pk.sql read other files"
        )
    rows = whole_parquet(file)
    kind, summary = _about(rows.schema.metadata or {})
    return Loaded(rows.replace_schema_metadata(), kind, summary)


def _about(metadata: Mapping[bytes, bytes]) -> tuple[str, str]:
    """The kind and the summary in a file, which anybody may have written."""
    try:
        said = json.loads(metadata[_KEY])
        kind, summary = said["kind"], said["summary"]
    except (KeyError, TypeError, ValueError):
        return Loaded.__name__, ""
    is_ours = isinstance(kind, str) and isinstance(summary, str)
    return (kind, summary) if is_ours else (Loaded.__name__, "")


Sequence.register(Result)  # type: ignore[type-abstract] # of rows: pandas looks for it


def _are_equal(first: pa.ChunkedArray, second: pa.ChunkedArray) -> bool:
    """Whether two columns have equal rows; nan equals nan."""
    import numpy as np
    import pyarrow as pa

    if not pa.types.is_floating(first.type):
        return bool(first.equals(second))
    return bool(
        first.is_null().equals(second.is_null())
        and np.array_equal(first.to_numpy(), second.to_numpy(), equal_nan=True)
    )


def as_text(table: pa.Table, summary: str = "", rows: int = _ROWS) -> str:
    """The first rows as on the command line, how many more there are, and the summary."""
    from .files.write import text_of

    shown = text_of(table.slice(0, rows), "table").rstrip("\n")
    return "\n".join([shown, *_below(table, summary, rows)])


def as_html(table: pa.Table, summary: str = "", rows: int = _ROWS) -> str:
    """The same as an HTML table."""
    from html import escape

    import pyarrow as pa

    types = pa.types
    right = [
        types.is_integer(field.type) or types.is_floating(field.type) for field in table.schema
    ]
    head = [("th", table.schema.names)]
    cells = [("td", list(row.values())) for row in table.slice(0, rows).to_pylist()]
    lines = "".join(
        "<tr>"
        + "".join(
            f'<{tag} style="text-align:{"right" if is_number else "left"}">{_cell(value)}</{tag}>'
            for value, is_number in zip(values, right, strict=True)
        )
        + "</tr>"
        for tag, values in [*head, *cells]
    )
    below = "".join(f"<p>{escape(line)}</p>" for line in _below(table, summary, rows))
    return f"<div><table>{lines}</table>{below}</div>"


def _cell(value: object) -> str:
    from html import escape

    if value is None:
        return ""
    return f"{value:z.6g}" if isinstance(value, float) else escape(str(value))


def _below(table: pa.Table, summary: str, rows: int) -> list[str]:
    more = len(table) - rows
    return [*([f"… {more:,} more rows"] if more > 0 else []), *summary.splitlines()]
