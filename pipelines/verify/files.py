"""What the files of one table say by themselves: bytes, rows, keys, totals and values.

A large file is looked at in several parts, which may be looked at side by side: its bytes, the key,
and each other column, since each column has a digest of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pyarrow as pa

from pokerlake.tables.check import (
    Check,
    ColumnsFound,
    checks_of_columns,
    columns_apart,
    look_at_columns,
)
from pokerlake.tables.errors import first_line, from_outside
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import StoredFile, stored_file

LARGE = 4_000_000  # bytes of a file, which take a tenth of a second

_SHA256, _FILE = "sha256", "file"  # how checks of a file's bytes are called


class Look(NamedTuple):
    """A look at a file: at some columns, or at its bytes."""

    file: str
    columns: tuple[str, ...]  # none for the bytes


Found = str | ColumnsFound | Check  # the SHA-256, what columns say, or why they cannot be read


def looks_at(lake: Lake, name: str) -> list[list[Look]]:
    """The looks at the files of a table, as parts; the longest first."""
    parts: list[list[Look]] = [[]]
    for stored in lake.entry(name).files:
        looks = _looks_at(name, stored)
        if stored.bytes < LARGE:
            parts[0] += looks
        else:
            parts += [[each] for each in looks]
    return sorted(filter(None, parts), key=lambda looks: -sum(len(each.columns) for each in looks))


def _looks_at(name: str, stored: StoredFile) -> list[Look]:
    wanted = TABLES[name]
    columns = columns_apart(wanted)
    if stored.bytes < LARGE:
        columns = [tuple(column.name for column in wanted.columns)]
    return [Look(stored.name, each) for each in ((), *columns)]


def look(lake: Lake, *, name: str, looks: Sequence[Look]) -> list[tuple[Look, Found]]:
    """Look at files of a table."""
    return [(each, _found(lake, name, each)) for each in looks]


def _found(lake: Lake, name: str, at: Look) -> Found:
    path = lake.path / at.file
    try:
        if at.columns:
            return look_at_columns(TABLES[name], path, at.columns)
        return stored_file(path).sha256
    except FileNotFoundError:
        return Check(name, f"{_FILE} {at.file}", "there", "gone")
    except (OSError, ValueError, pa.ArrowException) as error:
        refuse_outside(error, path)
        return Check(name, f"{_FILE} {at.file}", "readable", first_line_of(error))


def damaged(checks: Iterable[Check]) -> list[str]:
    """The tables of which a file is gone, or has other bytes than it was written with."""
    of_files = (f"{_SHA256} of", _FILE)
    names = (check.table for check in checks if not check.ok and check.check.startswith(of_files))
    return list(dict.fromkeys(names))


def checks_of_files(
    lake: Lake, name: str, found: Iterable[tuple[Look, Found]], values: Callable[[], str]
) -> Iterator[Check]:
    """What all looks at the files of a table come to.

    ``found``: what :func:`look` returns for all that :func:`looks_at` has; ``values``: the digest
    of the values, if users do not fill the table.
    """
    entry, wanted = lake.entry(name), TABLES[name]
    by_look = dict(found)
    rows: list[int] = []
    for stored in entry.files:
        digest, *columns = (by_look[each] for each in _looks_at(name, stored))
        if isinstance(digest, Check):
            yield digest
            continue
        yield Check(name, f"{_SHA256} of {stored.name}", stored.sha256, str(digest))
        wanted = replace(wanted, values=stored.values if wanted.filled else values())
        if sum(each.nulls for each in columns if isinstance(each, ColumnsFound)) and columns[1:]:
            every = Look(stored.name, tuple(column.name for column in wanted.columns))
            columns = [_found(lake, name, every)]  # a null takes its whole row out of the totals
        broken = [each for each in columns if isinstance(each, Check)]
        if broken:
            yield broken[0]
            continue
        read = [each for each in columns if isinstance(each, ColumnsFound)]
        yield from checks_of_columns(wanted, read)
        rows.append(read[0].rows)
    if len(rows) == len(entry.files):
        yield Check(name, "rows in the manifest", f"{sum(rows):,}", f"{entry.rows:,}")


def refuse_outside(error: Exception, what: object) -> None:
    """Raise what is no word about a file: that memory is short, or rights are missing."""
    outside = from_outside(error, what)
    if outside is not None:
        raise outside from error


def first_line_of(error: Exception) -> str:
    """What an error says, in one line."""
    return first_line(error) or type(error).__name__
