"""The lake: a folder of Parquet files, and the manifest that says which tables it has.

The folder is on a disk or in an object store.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .digests import problems
from .errors import LakeError, PokerlakeError, by_door
from .manifest import MANIFEST, Entry, Manifest, manifest_of, manifest_text, read_manifest
from .registry import TABLES, table, table_or_view, tables_below
from .schema import Table
from .stores.path import DUCKDB_PREFIX, Stored, StorePath, address_of, in_store, is_remote

if TYPE_CHECKING:
    import duckdb
    import polars as pl

DATABASE = "lake.duckdb"
ENVIRONMENT_VARIABLE = "POKERLAKE_LAKE"

_Problem = str | PokerlakeError  # a text, if it is damaged; or the error that prevents reading


def lake_path(given: Path | str | os.PathLike[str] | None) -> Path:
    """The path of the lake: the given one, else ``$POKERLAKE_LAKE``, else ``./lake``.

    Text like ``s3://bucket/lake`` is an address in an object store.

    Raises UsageError if such an address is not a valid place in a store.
    """
    if given is None:
        given = os.environ.get(ENVIRONMENT_VARIABLE) or "lake"
    if isinstance(given, (Path, StorePath)):
        return given
    text = os.fspath(given)
    return address_of(text) or Path(text)


@dataclass(frozen=True)
class Lake:
    """A lake that is open for reading.

    Examples
    --------
    >>> lake = Lake.open(lake_path(None))  # doctest: +SKIP
    >>> lake.scan("classes").filter(pl.col("count7") == 0).collect()  # doctest: +SKIP
    """

    path: Path
    manifest: Manifest
    source: Any = field(default=None, compare=False)  # reads its files in place of a store

    @classmethod
    def open(cls, path: Path) -> Lake:
        """Open a lake.

        Raises
        ------
        LakeError
            If there is no lake, or it is damaged, or has a later format.
        """
        refuse_file(path)
        if not path.is_dir():
            if (store := in_store(path)) is not None and store.only_read:
                raise LakeError(
                    f"no lake at {path}: it has no {MANIFEST}; give the address of the folder that "
                    "has it"
                )
            raise LakeError(
                f"no lake at {path}; build one there with 'pokerlake build --lake {path}', "
                f"or name another with {by_door('--lake', 'lake=')} or ${ENVIRONMENT_VARIABLE}"
            )
        return cls(path, read_manifest(path))

    def entry(self, name: str) -> Entry:
        """The manifest's entry of a table.

        Raises
        ------
        UsageError
            If no table has that name.
        LakeError
            If the table is not in this lake, or its entry is damaged.
        """
        wanted = table(name)
        if name in self.manifest.lost:
            raise self.manifest.lost[name]
        if name not in self.manifest.tables:
            how = "it is only read" if self._only_read else wanted.how_made
            raise LakeError(f"table {name} is not in {self.path}; {how}")
        return self.manifest.tables[name]

    def files(self, name: str) -> list[Path]:
        """The files of a table.

        Raises
        ------
        UsageError, LakeError
            As :meth:`entry`; and if a file is missing, or has changed since it was written.
        """
        self.entry(name)
        problem = self._problems([name]).get(name)
        if problem is not None:
            raise problem
        return self._paths(name)

    def opened(self) -> tuple[dict[str, list[str]], dict[str, LakeError]]:
        """The files of each table, as absolute paths, and the errors of other tables.

        A table has an error if a file is missing or has changed, or if its entry in the manifest is
        damaged; the rest of the lake still works.
        """
        names = [name for name in TABLES if name in self.manifest.tables]
        lost = {**self.manifest.lost, **self._problems(names)}
        files = {
            name: [
                duckdb_name(self.path / stored.name) for stored in self.manifest.tables[name].files
            ]
            for name in names
            if name not in lost
        }
        return files, lost

    def let_read(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Let a DuckDB connection read the files by the names of :meth:`opened`."""
        if is_remote(self.path):
            from .stores.reading import duckdb_files

            duckdb_files(connection, self.path, self.digests, self.source)

    def by_httpfs(
        self, connection: duckdb.DuckDBPyConnection, files: Mapping[str, list[str]]
    ) -> Mapping[str, list[str]]:
        """The names of :meth:`opened` by which ``httpfs`` reads the files in a connection.

        The names are unchanged if it is not installed, cannot read the files, or would not pay.
        """
        if self.source is not None or not is_remote(self.path):
            return files
        from .stores.reading import let_httpfs_read

        names = {
            name: [file.removeprefix(DUCKDB_PREFIX) for file in paths]
            for name, paths in files.items()
        }
        first = [file for paths in names.values() for file in paths][:1]
        tables = (self.manifest.tables[name].files for name in files)
        largest = max((sum(file.bytes for file in stored) for stored in tables), default=0)
        return names if let_httpfs_read(connection, self.path, first, largest) else files

    def told(self) -> dict[str, Any]:
        """What another process needs to open a lake in an object store, as JSON."""
        store = in_store(self.path)
        files = {} if store is None else store.files()
        return {"manifest": manifest_text(self.manifest), "files": files}

    @classmethod
    def of_told(cls, path: Path, facts: Mapping[str, Any], source: Any) -> Lake:
        """A lake in an object store that this process does not contact; see :meth:`told`.

        ``source``: reads its files, as :class:`.stores.reading.Source` does.
        """
        store = in_store(path)
        assert store is not None
        store.take_for_listed({name: Stored(*file) for name, file in facts["files"].items()})
        return cls(path, manifest_of(path, facts["manifest"].encode()), source)

    def marks(self) -> list[object]:
        """A value that differs once a file of a table was replaced."""
        names = [stored.name for entry in self.manifest.tables.values() for stored in entry.files]
        if (store := in_store(self.path)) is not None:
            listed = store.files()
            return [listed[name].mark for name in names if name in listed]
        paths = [self.path / name for name in names]
        return [path.stat().st_mtime_ns for path in paths if path.is_file()]

    @property
    def _only_read(self) -> bool:
        store = in_store(self.path)
        return store is not None and store.only_read

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of all files, by their absolute names."""
        return {
            str(self.path / stored.name): stored.sha256
            for entry in self.manifest.tables.values()
            for stored in entry.files
        }

    def _paths(self, name: str) -> list[Path]:
        files = self.manifest.tables[name].files
        if not is_remote(self.path):
            return [self.path / stored.name for stored in files]
        from .stores.cache import at_hand

        return [at_hand(self.path / stored.name, stored.sha256) for stored in files]

    def _problems(self, names: Sequence[str]) -> dict[str, LakeError]:
        """The error of each table that cannot be read."""
        if (store := in_store(self.path)) is not None:
            wrong = self._unlike_sizes(names, _listed_size(store.files()))
            if wrong:  # the list may be older than the manifest
                wrong = self._unlike_sizes(names, _listed_size(store.files(anew=True)))
        else:
            wrong = self._unlike_sizes(names, lambda file: _size_on_disk(self.path / file))
            entries = {name: self.manifest.tables[name] for name in names if name not in wrong}
            files = [stored for entry in entries.values() for stored in entry.files]
            owners = {stored.name: name for name in entries for stored in entries[name].files}
            for file, problem in problems(self.path, files).items():
                is_told = isinstance(problem, PokerlakeError)
                wrong[owners[file]] = problem if is_told else f"{self.path / file} {problem}"
        errors = {}
        for name, what in wrong.items():
            how = "whoever keeps that lake can mend it" if self._only_read else how_anew(name)
            errors[name] = LakeError(what if isinstance(what, PokerlakeError) else f"{what}; {how}")
        return errors

    def _unlike_sizes(
        self, names: Sequence[str], size_of: Callable[[str], int | str]
    ) -> dict[str, _Problem]:
        """The tables whose files are missing, or have other sizes."""
        wrong: dict[str, _Problem] = {}
        for name in names:
            for stored in self.manifest.tables[name].files:
                path, size = self.path / stored.name, size_of(stored.name)
                if isinstance(size, str):
                    wrong[name] = f"{path} {size}, though the manifest has table {name}"
                elif size != stored.bytes:
                    sizes = f"{size:,} bytes, not {stored.bytes:,}"
                    wrong[name] = f"{path} has {sizes}: it is cut short or changed"
        return wrong

    def scan(self, name: str) -> pl.LazyFrame:
        """A table or a view as a lazy polars frame, with its SQL types.

        Whole numbers are ``Int64``: polars would wrap the narrow unsigned integers of the files.
        Polars reads a table itself, and only as far as needed. DuckDB computes a view; polars
        passes it filters and the choice of columns.

        Raises
        ------
        UsageError
            If no table or view has that name; the message names the nearest.
        LakeError
            If it is not in this lake, or a table that it needs is not: the message says how to get
            it. If a file is missing, or has changed since it was written.

        Examples
        --------
        >>> lake = Lake.open(lake_path(None))  # doctest: +SKIP
        >>> lake.scan("flop_hands").filter(pl.col("board_id") == 7).collect()  # doctest: +SKIP
        >>> lake.scan("hand_equities").head(15).collect()  # doctest: +SKIP
        """
        wanted = table_or_view(name)
        files = {below: self.files(below) for below in tables_below(name)}
        if isinstance(wanted, Table):
            import polars as pl

            wide: Any = {column.name: pl.Int64 for column in wanted.widened}
            if any(map(is_remote, files[name])):
                from .stores.reading import scan_files

                frame: pl.LazyFrame = scan_files(files[name], wanted.arrow_schema())
            else:
                frame = pl.scan_parquet(files[name], glob=False, hive_partitioning=False)
            return frame.cast(wide)
        import duckdb

        from .view_sql import create_views, read_ends_once

        connection = duckdb.connect(config={"temp_directory": tempfile.gettempdir()})
        read_ends_once(connection)
        self.let_read(connection)
        paths = {below: list(map(duckdb_name, files[below])) for below in files}
        for lost in create_views(connection, paths).values():
            raise lost
        # The frame keeps the relation alive, and the relation the connection.
        view: pl.LazyFrame = connection.sql(f"from {name}").pl(lazy=True)
        return view


def _size_on_disk(path: Path) -> int | str:
    """The size of a file, or why it has none."""
    if path.is_file():
        return path.stat().st_size
    return "is no file" if path.exists() else "is gone"


def _listed_size(listed: Mapping[str, Stored]) -> Callable[[str], int | str]:
    return lambda file: listed[file].st_size if file in listed else "is gone"


def how_anew(name: str) -> str:
    """What to do about a table whose file is damaged."""
    how = "bring the file back, or begin anew" if table(name).filled else "build it anew"
    return f"{how} with '{table(name).made_anew_by}'"


def whole_name(path: Path) -> str:
    """The full name of a lake, by which another process finds it; never to be shown."""
    store = in_store(path)
    return str(path.absolute()) if store is None else store.url


def duckdb_name(path: Path) -> str:
    """The absolute name of a file for DuckDB, see :meth:`Lake.let_read`."""
    return f"{DUCKDB_PREFIX}{path}" if is_remote(path) else str(path.resolve())


def refuse_file(path: Path) -> None:
    """Raise LakeError for a file in place of a lake, and for a name that libraries refuse."""
    if is_remote(path):
        return
    if path.is_file():
        raise LakeError(f"{path} is a file; a lake is a folder: give another with --lake")
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError as error:
        raise LakeError(f"the name {path} is not text in UTF-8; rename the folder") from error
