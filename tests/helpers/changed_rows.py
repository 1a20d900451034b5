"""Changes to rows of a lake's tables, which `pokerlake verify` must find."""

from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines.verify.checks import verify
from pokerlake.pipelines.verify.histories import create_functions
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file


def pretend(lake, name, change):
    """Change the rows of a table, with a manifest that knows no better."""
    manifest = read_manifest(lake)
    entry = manifest.tables[name]
    path = lake / entry.files[0].name
    rows = pq.read_table(path).to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, TABLES[name].arrow_schema()), path)
    write_manifest(lake, manifest.with_tables({name: replace(entry, files=(stored_file(path),))}))


def wrong(lake):
    """What is not right with the tables of a lake."""
    there = Lake.open(lake)
    return {check.check for check in verify(there, [*there.manifest.tables]) if not check.ok}


@contextmanager
def in_memory(tables):
    """A connection of tables, by name, for what checks them again and again."""
    with duckdb.connect(config={"threads": 1}) as connection:
        for name, rows in tables.items():
            connection.from_arrow(rows).create_view(name)
        create_functions(connection)  # which no rollback takes back
        yield connection


@contextmanager
def instead(connection, name, rows):
    """The connection has these rows as a table for a while."""
    connection.begin()
    connection.from_arrow(rows).create_view(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pokerlake.pipelines.verify.histories.create_functions", lambda _: None)
        yield
    connection.rollback()


def more(column, row, by=1):
    def change(rows):
        rows[row][column] += Decimal(by) if isinstance(rows[row][column], Decimal) else by

    return change


def other(column, row, value):
    def change(rows):
        assert rows[row][column] != value
        rows[row][column] = value

    return change
