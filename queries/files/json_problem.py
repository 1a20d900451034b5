"""Which lines of an NDJSON file are wrong, and why: DuckDB names another line, or none."""

from __future__ import annotations

import codecs
import io
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.packed import ending_of, unpacked

MOST_LEVELS = 60  # of lists in lists; what DuckDB hands to Arrow has 64


class _LineError(Exception):
    """What is wrong with a line."""


class _Number(str):
    """A number as it is written."""


def json_problem(path: Path, name: str, *, finite: bool = False, flat: bool = False) -> str | None:
    """The first line of a file that is no JSON object with columns, and why; None if all are.

    ``path``, ``name``: the file, which may be packed, and what messages call it; ``finite``:
    whether every number must fit a column: no NaN, nothing past 1.8e308; ``flat``: whether values
    must not be nested deeper than a column can be.
    """
    looked_at = _looked_at(path, finite=finite, flat=flat)
    found = ((number, problem) for number, _, problem in looked_at if problem)
    number, problem = next(found, (0, None))
    return problem and f"{name}, line {number:,}: {problem}"


def keep_good_lines(path: Path, kept: Path) -> list[str]:
    """Write the lines of a file that are rows to another; say what is wrong with the others.

    ``path``, ``kept``: the file, which may be packed, and the one that is written, plain. Returns
    such as ``line 3: not JSON: ...``, in order.
    """
    problems = []
    with kept.open("wb") as good:
        for number, line, problem in _looked_at(path, finite=True, flat=True):
            if problem is None:
                good.write(line)
            else:
                problems.append(f"line {number:,}: {problem}")
    return problems


def _looked_at(path: Path, *, finite: bool, flat: bool) -> Iterator[tuple[int, bytes, str | None]]:
    """Each line with its number, and what is wrong with it."""
    with path.open("rb") as packed:
        plain = io.BufferedReader(unpacked(packed, ending_of(path)))
        for number, line in enumerate(plain, 1):
            try:
                _check(line, finite, flat)
            except _LineError as error:
                yield number, line, str(error)
            else:
                yield number, line, None


def has_infinite(columns: pa.RecordBatch) -> bool:
    """Whether a column of numbers has one that is none: NaN, or more than fits."""
    return any(not pc.all(pc.is_finite(values)).as_py() for values in _doubles(columns.columns))


def _doubles(columns: list[pa.Array]) -> Iterator[pa.Array]:
    """All columns of fractions that have values, also those inside others."""
    for column in columns:
        if pa.types.is_floating(column.type):
            if column.null_count < len(column):
                yield column
        elif pa.types.is_struct(column.type):
            yield from _doubles(column.flatten())
        elif pa.types.is_list(column.type):
            yield from _doubles([column.flatten()])


def _check(line: bytes, finite: bool, flat: bool) -> None:
    if line.startswith(codecs.BOM_UTF8):
        raise _LineError("a byte order mark; save the file without one")
    try:
        content = json.loads(
            line.strip() or b"null",
            object_pairs_hook=_object,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_Number,
        )
    except json.JSONDecodeError as error:
        raise _LineError(f"not JSON: {error.msg} (character {error.colno})") from error
    except UnicodeDecodeError as error:
        raise _LineError("not text in UTF-8") from error
    except RecursionError as error:
        raise _LineError("nested too deeply") from error
    if content is None:
        return
    if not isinstance(content, dict):
        raise _LineError(f"not a JSON object but {line.strip()[:20].decode('utf-8', 'replace')}")
    if "" in content:
        raise _LineError("a key that is empty; a column needs a name")
    level: list[Any] = [content]
    depth = 0
    while level:
        if flat and depth > MOST_LEVELS:
            raise _LineError(f"nested too deeply; a column has {MOST_LEVELS} levels at most")
        level = [inside for value in level for inside in _inside(value, finite)]
        depth += 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key in found if counts[key] > 1)
        raise _LineError(f"key {_shown(twice)!r} is there twice")
    return found


def _inside(value: Any, finite: bool) -> list[Any]:
    """What a value holds, once it is clear that the value itself can be read."""
    if isinstance(value, dict):
        for key in value:
            _check_text(key)
        return list(value.values())
    if isinstance(value, list):
        return value
    if isinstance(value, _Number):
        if finite and not math.isfinite(float(value)):
            raise _LineError(f"{_shown(value)} is no number that a column can hold")
    elif isinstance(value, str):
        _check_text(value)
    return []


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            half = f"\\u{ord(text[error.start]):04x}"
            raise _LineError(f"{half} is half a character") from error


def _shown(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
