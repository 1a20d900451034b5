"""Descriptions: the tables of a lake, the columns of a table, the named queries, the machine."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.database import database_problem
from pokerlake.tables.errors import PokerlakeError, UsageError, did_you_mean, without_secrets
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import FORMAT_VERSION, package_version
from pokerlake.tables.registry import TABLES, table_or_view, tables_below, views_on
from pokerlake.tables.schema import Table
from pokerlake.tables.stores.path import is_remote

from .connection import connect
from .sql.named import named_queries
from .words import function_called

_LAKE_TABLES = pa.schema(
    [
        ("name", pa.string()),
        ("kind", pa.string()),
        ("rows", pa.int64()),
        ("bytes", pa.int64()),
        ("seconds", pa.float64()),
        ("one_row", pa.string()),
    ]
)
_LIBRARIES = ("numpy", "numba", "polars", "duckdb", "pyarrow", "typer")


def lake_tables(lake: Lake) -> pa.Table:
    """The tables in a lake and the views on them.

    A table whose files or entry in the manifest are damaged has the kind ``damaged``, and so do the
    views on it.
    """
    _, lost = lake.opened()
    rows: list[tuple[object, ...]] = []
    for name, entry in lake.manifest.tables.items():
        size = sum(file.bytes for file in entry.files)
        kind = "damaged" if name in lost else "table"
        rows.append((name, kind, entry.rows, size, entry.seconds, TABLES[name].one_row))
    rows += [(n, "damaged", None, None, None, TABLES[n].one_row) for n in lake.manifest.lost]
    for view in views_on({*lake.manifest.tables, *lake.manifest.lost}):
        kind = "view" if lost.keys().isdisjoint(tables_below(view.name)) else "damaged"
        rows.append((view.name, kind, None, None, None, view.one_row))
    names = _LAKE_TABLES.names
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows], _LAKE_TABLES)


def columns_of(name: str) -> pa.Table:
    """The columns of a table or view: name, SQL type, for tables the type in files, and meaning.

    UsageError if there is none of that name.
    """
    subject = table_or_view(name)
    return pa.Table.from_pylist(
        [
            {"column": c.name, "type": c.sql_type}
            | ({"in_file": c.file_type} if isinstance(subject, Table) else {})
            | {"meaning": c.meaning}
            for c in subject.columns
        ]
    )


def queries() -> pa.Table:
    """The named queries, their meanings and parameters."""
    rows = []
    for query in named_queries().values():
        parameters = (
            p.name if p.default is None else f"{p.name}={p.default}" for p in query.parameters
        )
        rows.append(
            {"query": query.name, "meaning": query.title, "parameters": ", ".join(parameters)}
        )
    return pa.Table.from_pylist(rows)


def functions(name: str | None = None) -> pa.Table:
    """The SQL functions and macros: usage, type of result, and meaning.

    With ``name``, only those of this name, with an example.

    UsageError if there is none of that name.
    """
    from .functions import FUNCTIONS, MACROS

    rows = [(f.name, f.call, f.title, "function", f.returns, f.example) for f in FUNCTIONS.values()]
    rows += (
        (m.name, m.usage, m.title, "table macro" if m.is_table else "macro", m.returns, m.example)
        for m in MACROS.values()
    )
    names = ("function", "call", "meaning", "kind", "returns", "example")
    described = [
        dict(zip(names, row, strict=True)) for row in sorted(rows, key=lambda row: (row[0], row[3]))
    ]
    if name is None:
        return pa.Table.from_pylist(described).drop_columns(["example"])
    known = {row["function"] for row in described}
    if name.lower() not in known:
        called = function_called(name)
        hint = f"did you mean {called!r}?" if called else did_you_mean(name, sorted(known))
        raise UsageError(f"no function {name!r}; {hint}")
    return pa.Table.from_pylist([row for row in described if row["function"] == name.lower()])


def machine(lake: Path) -> pa.Table:
    """The versions, files and resources of pokerlake on this machine, and their problems."""
    names = ("item", "value", "problem")
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in _machine(lake)])


def _machine(path: Path) -> Iterator[tuple[str, str, str]]:
    from pokerlake.engine.kernel_cache import cache_folder, why_not_kept
    from pokerlake.engine.threads import worker_count

    yield "pokerlake", package_version(), ""
    yield "python", f"{platform.python_version()} on {platform.platform()}", ""
    for library in _LIBRARIES:
        try:
            yield library, version(library), ""
        except PackageNotFoundError:  # of an extra
            yield library, "not installed", ""
    yield "cores", str(worker_count(0)), ""
    if hasattr(os, "sysconf"):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        yield "memory", f"{memory / 1e9:.1f} GB", ""
    folder = cache_folder()
    compiled = len(list(folder.glob("*.nbc")))
    problem = f"every start compiles anew: {why_not_kept()}" if why_not_kept() else ""
    yield "compiled kernels", f"{compiled} in {folder}", problem
    yield "lake format", str(FORMAT_VERSION), ""
    shown = without_secrets(str(path))
    try:
        lake = Lake.open(path)
        names = list(lake.manifest.tables)
        yield "lake", f"{shown}: {', '.join(names) or 'no tables'}", ""
        if is_remote(path):
            from pokerlake.tables.stores.reading import httpfs_reads

            with connect(lake) as connection:
                yield "lake is read by", "httpfs" if httpfs_reads(connection) else "fsspec", ""
        for problem in (*map(str, lake.opened()[1].values()), database_problem(lake)):
            if problem:
                yield "lake", shown, problem
    except PokerlakeError as error:
        yield "lake", shown, error.in_commands()
    place = Path(tempfile.gettempdir()) if is_remote(path) else path  # uploads are written there
    free = shutil.disk_usage(next(p for p in (place, *place.absolute().parents) if p.exists())).free
    yield "disk space", f"{free / 1e9:.1f} GB free", "" if free > 1e9 else "less than 1 GB is left"
