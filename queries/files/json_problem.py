"""The invalid lines of an NDJSON file, and why: DuckDB names a wrong line, or none."""

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

MOST_LEVELS = 60  # of nested lists; DuckDB passes at most 64 to Arrow


class _LineError(Exception):
    """The problem of a line."""


class _Number(str):
    """A number as written."""


def json_problem(path: Path, name: str, *, finite: bool = False, flat: bool = False) -> str | None:
    """The first line of a file that is not a JSON object of columns, and why; None if all are.

    ``path``, ``name``: the file, which may be packed, and its name in messages; ``finite``: whether
    every number must fit a column: no NaN, nothing past 1.8e308; ``flat``: whether values must not
    be nested deeper than a column can be.
    """
    looked_at = _looked_at(path, finite=finite, flat=flat)
    problems = ((number, problem) for number, _, problem in looked_at if problem)
    number, problem = next(problems, (0, None))
    return problem and f"{name}, line {number:,}: {problem}"


def keep_good_lines(path: Path, kept: Path) -> list[str]:
    """Copy the valid lines of a file to another file; return the problems of the others.

    ``path``, ``kept``: the file, which may be packed, and the plain file to write. Problems are in
    order, such as ``line 3: not JSON: ...``.
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
    """Each line with its number, and its problem or None."""
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
    """Whether a column of numbers has NaN or infinity."""
    return any(not pc.all(pc.is_finite(values)).as_py() for values in _doubles(columns.columns))


def _doubles(columns: list[pa.Array]) -> Iterator[pa.Array]:
    """All columns of floats with values, including nested ones."""
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
    content = dict(pairs)
    if len(content) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key in content if counts[key] > 1)
        raise _LineError(f"key {_shown(twice)!r} is there twice")
    return content


def _inside(value: Any, finite: bool) -> list[Any]:
    """The values inside of a value, after the value itself is checked."""
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
