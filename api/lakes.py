"""A lake: its tables, SQL over them, and the named queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.given import shown
from pokerlake.queries.results import Rows, as_html, as_text
from pokerlake.tables import lake as tables_lake
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import lake_path
from pokerlake.tables.manifest import MANIFEST, manifest_mark
from pokerlake.tables.registry import TABLES, table_or_view, tables_below, views_on

from .given import LakePath, place_of
from .given import text as text_of
from .ranges import RangeOfGame

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa


class Lake:
    """A lake, open for reading.

    Parameters
    ----------
    path : str or Path, optional
        A folder, or an address in an object store such as ``s3://bucket/lake``.
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken or of a later format. The message says how to build
        one.

    Examples
    --------
    >>> lake = Lake("lake")
    >>> lake.tables[:3]
    ['classes', 'dag_nodes', 'starting_hands']
    >>> lake.sql("select equity from hand_equities where hand = 'AA'").fetchall()
    [(0.8520371330210104,)]
    """

    def __init__(self, path: LakePath | None = None) -> None:
        self._lake = tables_lake.Lake.open(lake_path(place_of(path)))
        if manifest_mark(self.path) is None:
            raise LakeError(
                f"no lake at {self.path}: it has no {MANIFEST}; build one there with "
                f"'pokerlake build --lake {self.path}', or open another"
            )

    @property
    def path(self) -> Path:
        """The folder."""
        return self._lake.path

    @property
    def tables(self) -> list[str]:
        """The names of its tables."""
        return [name for name in TABLES if name in self._lake.manifest.tables]

    @property
    def views(self) -> list[str]:
        """The names of the views that its tables allow."""
        return [view.name for view in views_on(set(self.tables))]

    def connect(self, *, config: Mapping[str, Any] | None = None) -> duckdb.DuckDBPyConnection:
        """A DuckDB connection with its tables, views and functions; see :func:`connect`."""
        return connect(self, config=config)

    def sql(self, text: str, **parameters: Any) -> duckdb.DuckDBPyRelation:
        """The result of a SQL statement; see :func:`sql`."""
        return sql(text, lake=self, **parameters)

    def query(self, name: str, **parameters: Any) -> duckdb.DuckDBPyRelation:
        """The result of a named query; see :func:`query`."""
        return query(name, lake=self, **parameters)

    def scan(self, name: str) -> pl.LazyFrame:
        """A table or view as a lazy frame of polars; see :func:`scan`."""
        return scan(name, lake=self)

    def __getitem__(self, name: str) -> duckdb.DuckDBPyRelation:
        """A table or view as a relation of DuckDB: ``lake["classes"]``; errors as :meth:`scan`."""
        table_or_view(text_of("the name of the table", name))
        for table in tables_below(name):
            self._lake.files(table)
        return connect(self).table(name)

    def __iter__(self) -> Iterator[str]:
        """The names of its tables."""
        return iter(self.tables)

    def __contains__(self, name: str) -> bool:
        return name in self.tables or name in self.views

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return as_text(self._overview(), f"{self.path}")

    def _repr_html_(self) -> str:
        return as_html(self._overview(), f"{self.path}")

    def _overview(self) -> pa.Table:
        import pyarrow as pa

        entries = self._lake.manifest.tables
        return pa.table(
            {
                "table": self.tables,
                "rows": [entries[name].rows for name in self.tables],
                "one row": [TABLES[name].one_row for name in self.tables],
            }
        )


def open_lake(path: LakePath | None = None) -> Lake:
    """Open a lake for reading: ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    LakeError if there is no lake, or it is broken or of a later format.
    """
    return Lake(path)


def connect(
    lake: Lake | LakePath | None = None, *, config: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with every table and view of a lake, and the engine's functions.

    It only reads the files of the lake. Close it, or use it in a ``with`` statement.

    Parameters
    ----------
    lake : Lake, str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    config : mapping, optional
        DuckDB's settings.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken or of a later format.

    Examples
    --------
    >>> with connect("lake") as connection:
    ...     connection.sql("select class_of('AsKsQsJsTs')").fetchall()
    [(1,)]
    """
    import duckdb

    from pokerlake.queries.connection import connect as connected
    from pokerlake.queries.files.plain_duckdb import first_line

    if config is not None and not isinstance(config, Mapping):
        raise UsageError(f"config is {shown(config)}; give a mapping of DuckDB's settings")
    settings = {text_of("a setting", name): value for name, value in (config or {}).items()}
    place = place_of(lake)
    try:
        return connected(place, config=settings)
    except (duckdb.Error, TypeError) as error:
        raise UsageError(f"config: {first_line(error)}") from error


def sql(
    text: str, *, lake: Lake | LakePath | None = None, **parameters: Any
) -> duckdb.DuckDBPyRelation:
    """Run a SQL statement over a lake: returns a DuckDB relation, which a notebook shows.

    ``.pl()`` makes it a frame of polars, ``.df()`` one of pandas (``pip install
    'pokerlake[pandas]'``), ``.arrow()`` a table and ``.fetchall()`` rows. Frames would get values
    of ``bit``, ``bignum`` and ``timetz`` wrong: they become text. ``uhugeint`` becomes decimal.

    Parameters
    ----------
    text : str
        One statement that returns rows.
    lake : Lake, str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    **parameters
        Values for ``$name`` in the text; a :class:`Range` counts as its text. Also frames, tables,
        relations or results, which the SQL reads by name: ``sql("select * from hands",
        hands=frame)``.

    Raises
    ------
    QueryError
        If the SQL is wrong.
    LakeError
        As in :func:`connect`.

    Examples
    --------
    >>> sql("select equity from hand_equities where hand = $hand", hand="AA").fetchall()
    [(0.8520371330210104,)]
    """
    from pokerlake.queries.statements.run import ask, for_frames

    text = text_of("the statement", text)
    connection = connect(lake)
    for name in [name for name, value in parameters.items() if _is_table(value)]:
        connection.register(name, _readable(parameters.pop(name)))
    values = {name: _own(value) for name, value in parameters.items()}
    return for_frames(ask(connection, text, values))


def _own(value: Any) -> Any:
    """A numpy number as a Python one and a range as its text; another value unchanged."""
    if isinstance(value, RangeOfGame):
        return str(value)
    return value.item() if isinstance(value, np.generic) else value


def _readable(table: Any) -> Any:
    """A table that any connection can read. A relation belongs to its connection: its rows."""
    import duckdb
    import pyarrow as pa

    return pa.table(table) if isinstance(table, duckdb.DuckDBPyRelation) else table


def _is_table(value: object) -> bool:
    """Whether DuckDB reads it as a table: a frame, or an object with Arrow's protocol.

    A range is not a table but a value, its text.
    """
    if isinstance(value, RangeOfGame):
        return False
    return hasattr(value, "__arrow_c_stream__") or type(value).__name__ == "DataFrame"


def scan(table: str, lake: Lake | LakePath | None = None) -> pl.LazyFrame:
    """A table or view of a lake as a lazy frame of polars.

    polars itself reads the files of a table, on a disk or in S3, and only the parts that a query
    needs. DuckDB computes a view when the frame is collected; polars passes filters and the choice
    of columns on to it. Integers are ``Int64``, as in SQL.

    Parameters
    ----------
    table : str
        The name of a table or view; :func:`tables` lists them.
    lake : Lake, str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    UsageError
        If no table or view has that name. The message names the nearest.
    LakeError
        If this lake lacks it, with how to build it; or as in :func:`connect`.

    Examples
    --------
    >>> import polars as pl
    >>> aces = scan("hand_equities", lake="lake").filter(pl.col("hand") == "AA")
    >>> aces.select("equity").collect().item()
    0.8520371330210104
    """
    name = text_of("the name of the table", table)
    return _open(lake).scan(name)


def query(
    name: str, /, *, lake: Lake | LakePath | None = None, **parameters: Any
) -> duckdb.DuckDBPyRelation:
    """Run a named query: ``query("best_flops", hand="JTs", count=3)``.

    Parameters
    ----------
    name : str
        One of https://pokerlake.github.io/pokerlake/queries/.
    lake : Lake, str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    **parameters
        Its parameters: text, numbers or a :class:`Range`.

    Raises
    ------
    UsageError
        If the query is unknown, or a parameter is wrong or missing.
    LakeError
        As in :func:`connect`.

    Examples
    --------
    >>> query("best_flops", hand="JTs", count=1).fetchall()[0][:2]
    (1, 'JcJdJh')
    """
    from pokerlake.queries.selection import bind
    from pokerlake.queries.sql.named import named_query
    from pokerlake.queries.statements.run import ask

    asked = named_query(text_of("the name of the query", name))
    connection = connect(lake)
    values = bind(connection, asked, {key: str(value) for key, value in parameters.items()})
    return ask(connection, asked.sql, values)


def pull(
    *tables: str,
    source: Lake | LakePath,
    sha256: str = "",
    lake: Lake | LakePath | None = None,
) -> Rows:
    """Fetch tables of another lake into a lake, each whole or not at all.

    The bytes, columns, rows and keys of each file are checked. The values of a built table must be
    those that ``pokerlake build`` computes. A table that is already here with the same files stays.
    Call it again after an interrupt: it resumes.

    Parameters
    ----------
    *tables : str
        Tables; ``"standard"`` for all that ``pokerlake build`` makes, ``"short_deck"`` for those of
        short deck. Tables that belong together come together. Without tables nothing is fetched.
    source : Lake, str or Path
        The lake to fetch from: ``"https://host/lake"``, ``"s3://bucket/lake"``, a folder.
    sha256 : str, optional
        The SHA-256 that its ``manifest.json`` must have.
    lake : Lake, str or Path, optional
        The lake to fetch into, created if need be; ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Returns
    -------
    Rows
        ``table``, ``rows``, ``bytes``, ``state``: of these tables; without tables, of all that the
        other lake has.

    Raises
    ------
    UsageError
        If a table is unknown, or both lakes are the same.
    LakeError
        If the other lake cannot be reached, lacks a table, or has wrong bytes or values; if this
        lake has another table of that name.
    OutputError
        If the disk is full.

    Examples
    --------
    >>> pull("turn_hands", source="https://host/lake", lake="lake")  # doctest: +SKIP
    """
    import pyarrow as pa

    from pokerlake.pipelines.pulling import Offer
    from pokerlake.pipelines.pulling import pull as pulled

    names = [text_of("the name of the table", name) for name in tables]
    there, here = lake_path(place_of(source)), lake_path(place_of(lake))
    digest = text_of("sha256", sha256)
    rows = (
        pulled(here, there, names, sha256=digest) if names else Offer.of(there, digest).listed(here)
    )
    return Rows(pa.Table.from_pylist([vars(row) for row in rows]))


def _open(lake: Lake | LakePath | None) -> tables_lake.Lake:
    return (
        lake._lake if isinstance(lake, Lake) else tables_lake.Lake.open(lake_path(place_of(lake)))
    )


def tables(lake: Lake | LakePath | None = None) -> Rows:
    """The contents of a lake: a row for each table and view, ``pokerlake.tables()``.

    Parameters
    ----------
    lake : Lake, str or Path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken or of a later format.
    """
    from pokerlake.queries.describe import lake_tables

    return Rows(lake_tables(_open(lake)))


def queries() -> Rows:
    """The named queries: a row for each, ``pokerlake.queries()``."""
    from pokerlake.queries.describe import queries as named

    return Rows(named())
