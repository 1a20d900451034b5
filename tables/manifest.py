"""The manifest of a lake: its tables, and their files.

``manifest.json`` has a digest of each of its values. So damage affects only one table, which the
error names. A lake of format 1 has no such digests; the next command that writes to it adds them.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
import random
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from .errors import LakeError, from_outside
from .registry import TABLES
from .store import SAME_TIME, StoredFile, write_text
from .stores.path import in_store, is_remote

FORMAT_VERSION = 2
MANIFEST = "manifest.json"

Parameters = Mapping[str, str | int | float | bool]

_MOST_BYTES = 16 << 20  # of a manifest or a plan
_DEEPEST = 20  # nested objects and lists
_ATTEMPTS = 20  # to replace a manifest that other commands replace too
_WAIT_SECONDS = 0.2
_SHOWN = 60  # letters of a value in a message
_DIGESTS = "digests"
_HEAD = ("format_version", "package_version", "tables")
_ENTRY = ("rows", "parameters", "files", "package_version", "seconds")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.!+_-]{0,63}")
_read: dict[tuple[object, ...] | None, Manifest] = {}  # the last one, by the state of its file
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Entry:
    """The manifest's entry of a table."""

    rows: int
    parameters: Parameters  # that the table was built with
    files: tuple[StoredFile, ...]
    package_version: str  # of the pokerlake that built it
    seconds: float  # for building, over all resumed builds


class Problem(NamedTuple):
    """A wrong value in the manifest."""

    table: str  # empty for the values at its head
    key: str
    expected: str
    found: str

    def __str__(self) -> str:
        of_table = f" of table {self.table}" if self.table else ""
        return f"{self.key}{of_table} is {self.found}, not {self.expected}"


@dataclass(frozen=True)
class Manifest:
    """The tables of a lake: exactly those that the manifest names."""

    tables: Mapping[str, Entry] = field(default_factory=dict)
    lost: Mapping[str, LakeError] = field(default_factory=dict)  # tables whose entries are damaged
    problems: tuple[Problem, ...] = ()  # all that is damaged, at the head and in entries
    # Entries that are written back unchanged: damaged ones, and those of unknown tables.
    kept: Mapping[str, Any] = field(default_factory=dict)
    format: int = FORMAT_VERSION  # of the file

    @property
    def to_mend(self) -> bool:
        """Whether it is of an older format, or its head is wrong: rewriting it repairs that."""
        return self.format != FORMAT_VERSION or any(not problem.table for problem in self.problems)

    def with_tables(self, entries: Mapping[str, Entry]) -> Manifest:
        """The manifest after tables are added or replaced, all in one step."""
        return Manifest({**self.tables, **entries}, kept=_without(self.kept, entries))

    def without(self, names: Iterable[str]) -> Manifest:
        """The manifest after tables are dropped."""
        return Manifest(_without(self.tables, names), kept=_without(self.kept, names))

    def named_files(self) -> set[str]:
        """The names of all files, including those in damaged entries."""
        entries = [asdict(entry) for entry in self.tables.values()]
        return set(_texts([entries, *self.kept.values()]))


def _without(entries: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    left_out = set(names)
    return {name: entry for name, entry in entries.items() if name not in left_out}


def _texts(value: Any) -> Iterator[str]:
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    for inner in _inside(value):
        yield from _texts(inner)


@functools.cache  # it reads a file, and each part of a table asks for it
def package_version() -> str:
    """The version of the installed pokerlake."""
    return version("pokerlake")


def read_manifest(lake: Path) -> Manifest:
    """The manifest of a lake; an empty one if the folder has none.

    A damaged entry loses its table; the rest of the lake still works.

    Raises LakeError if it cannot be read, is not a manifest, or has a later format.
    """
    path = lake / MANIFEST
    mark = _mark(path)
    if mark in _read:
        return _read[mark]
    manifest = _from_file(path)
    if mark is not None and not manifest.problems:
        _read.clear()
        _read[mark] = manifest
    return manifest


def manifest_mark(lake: Path) -> object:
    """A value that differs once the manifest of a lake was replaced; None without a manifest.

    In an object store a change shows after a moment.
    """
    if (store := in_store(lake)) is not None:
        listed = store.files().get(MANIFEST)
        return listed and listed.mark
    try:
        status = (lake / MANIFEST).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def _mark(path: Path) -> tuple[object, ...] | None:
    """A value that differs once a file was replaced; None if that cannot be told yet."""
    if (store := in_store(path)) is not None:
        listed = store.parent.files().get(store.name)
        return listed and (str(path), listed.mark)
    try:
        status = path.stat()
    except OSError:
        return None
    if abs(time.time_ns() - status.st_ctime_ns) < SAME_TIME:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _from_file(path: Path) -> Manifest:
    try:
        return _of_content(path, read_json(path))
    except FileNotFoundError:
        return Manifest()
    except ValueError as error:
        raise _no_manifest(path, error) from error
    except OSError as error:
        raise (
            from_outside(error, path)
            or LakeError(f"{path} cannot be read: {error.strerror or error}")
        ) from error


def _no_manifest(path: Path, error: ValueError | TypeError) -> LakeError:
    if (store := in_store(path)) is not None and store.only_read:
        return LakeError(
            f"{path} is not a manifest of pokerlake ({error}); give the address of a folder that "
            "has one"
        )
    return LakeError(
        f"{path} is not a manifest of pokerlake ({error}); bring it back, or remove it, run "
        "'pokerlake build' again, and import and learn anew"
    )


def _of_content(path: Path, content: Any) -> Manifest:
    """The manifest in the JSON of a file."""
    try:
        written_as = _member(content, "format_version")
        if type(written_as) is not int or written_as < 1:
            raise ValueError(f"format_version is {_shown(written_as)}, not a number from 1")
        writer = content.get("package_version")
        if written_as > FORMAT_VERSION:
            by = writer if _is_version(writer) else _shown(writer)
            raise LakeError(
                f"{path} is of format {_shown(written_as)}, written by pokerlake {by}; "
                f"this is pokerlake {package_version()}, which reads format {FORMAT_VERSION}: "
                "install that version, or build another lake"
            )
        tables = _member(content, "tables")
        if not isinstance(tables, dict):
            raise TypeError(f"tables is {_shown(tables)}, not an object")
    except (ValueError, TypeError) as error:
        raise _no_manifest(path, error) from error
    head = {"format_version": written_as, "package_version": writer, "tables": list(tables)}
    problems = list(_head_problems(head, content))
    entries: dict[str, Entry] = {}
    lost: dict[str, LakeError] = {}
    kept: dict[str, Any] = {}
    for name, entry in tables.items():
        wrong = list(_entry_problems(name, entry, written_as)) if name in TABLES else []
        if name not in TABLES:
            kept[name] = entry
        elif wrong:
            kept[name] = entry
            anew = f"'{TABLES[name].made_anew_by}'"
            how = f"bring {MANIFEST} back, or begin anew with {anew}"
            to_do = how if TABLES[name].filled else f"{anew} makes the table anew"
            lost[name] = LakeError(f"{path}: {wrong[0]}; {to_do}")
            problems += wrong
        else:
            files = tuple(StoredFile(**file) for file in entry["files"])
            values = {key: entry[key] for key in _ENTRY}
            entries[name] = Entry(**{**values, "files": files})
    return Manifest(entries, lost, tuple(problems), kept, written_as)


def write_manifest(lake: Path, manifest: Manifest) -> None:
    """Replace the manifest of a local lake, whole or not at all."""
    write_text(lake / MANIFEST, manifest_text(manifest))


def update_manifest(lake: Path, change: Callable[[Manifest], Manifest]) -> None:
    """Replace the manifest of a lake by the result of a function, whole or not at all.

    Commands that write to a local lake hold its lock. In an object store the manifest is replaced
    only if it has not changed since it was read. If another command was faster, the function is
    called again, with the new manifest.

    ``change``: takes the current manifest, and returns the new one. An exception in it ends the
    attempt. Raises LakeError or OutputError.
    """
    store = in_store(lake / MANIFEST)
    if store is None:
        write_manifest(lake, change(read_manifest(lake)))
        return
    for attempt in range(_ATTEMPTS):
        content, mark = store.read_marked()
        before = Manifest() if content is None else manifest_of(lake / MANIFEST, content)
        wanted = manifest_text(change(before)).encode()
        if wanted == content or store.put_over(wanted, mark):
            return
        time.sleep(random.uniform(0, _WAIT_SECONDS * (attempt + 1)))  # others wait less or longer
    raise LakeError(f"other commands keep writing to {lake}; run the command again")


def manifest_of(path: Path, content: bytes) -> Manifest:
    """The manifest in the content of a file; LakeError, with the file's name, if it is invalid."""
    try:
        return _of_content(path, _json(content))
    except ValueError as error:
        raise _no_manifest(path, error) from error


def manifest_text(manifest: Manifest) -> str:
    """The content of the file of a manifest."""
    tables: dict[str, Any] = {}
    for name, entry in manifest.tables.items():
        values = asdict(entry)
        for file in values["files"]:
            if not file["values"]:
                del file["values"]
        values = json.loads(json.dumps(values))  # as it will be read: tuples become lists
        tables[name] = {
            **values,
            _DIGESTS: {key: _digest(name, key, values[key]) for key in _ENTRY},
        }
    tables |= manifest.kept
    head = {"format_version": FORMAT_VERSION, "package_version": package_version()}
    named = {**head, "tables": list(tables)}
    of_head = {key: _digest("", key, named[key]) for key in _HEAD}
    content = {**head, _DIGESTS: of_head, "tables": tables}
    return json.dumps(content, indent=2) + "\n"


def read_json(path: Path) -> Any:
    """The content of a small JSON file that pokerlake wrote.

    Raises OSError or ValueError.
    """
    if is_remote(path):
        return _json(path.read_bytes())
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "it is not a file")
        content = file.read(_MOST_BYTES + 1)
    return _json(content)


def _json(content: bytes) -> Any:
    if len(content) > _MOST_BYTES:
        raise ValueError(f"it is longer than {_MOST_BYTES:,} bytes")
    try:
        parsed = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_float=_finite,
        )
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    except ValueError as error:
        kind = type(error).__name__ + ": " if type(error) is not ValueError else ""
        raise ValueError(f"{kind}{error}") from error
    layer = [parsed]
    for _ in range(_DEEPEST):
        layer = [inner for value in layer for inner in _inside(value)]
    if layer:
        raise ValueError("it is nested too deep")
    return parsed


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in values if names.count(name) > 1)
        raise ValueError(f"{_shown(twice)} is there twice")
    return values


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:_SHOWN]} is too large")
    return number


def _member(content: Any, key: str) -> Any:
    if not isinstance(content, dict):
        raise TypeError(f"it is {_shown(content)}, not an object")
    if key not in content:
        raise ValueError(f"{key} is missing")
    return content[key]


# ---------------------------------------------------------------- expected values


def _head_problems(head: Mapping[str, Any], content: Mapping[str, Any]) -> Iterator[Problem]:
    if not _is_version(head["package_version"]):
        yield Problem("", "package_version", "a version", _shown(head["package_version"]))
    for key in content:
        if key not in (*_HEAD, _DIGESTS):
            yield Problem("", key, "no key of a manifest", "there")
    yield from _unlike_digests("", head, _HEAD, content, head["format_version"])


def _entry_problems(name: str, entry: Any, written_as: int) -> Iterator[Problem]:
    """The problems of the entry of a table; its error names the first."""
    if not isinstance(entry, dict):
        yield Problem(name, "entry", "an object", _shown(entry))
        return
    for key in _ENTRY:
        if key not in entry:
            yield Problem(name, key, "there", "missing")
        elif expected := _unlike(name, key, entry[key]):
            yield Problem(name, key, expected, _shown(entry[key]))
    for key in entry:
        if key not in (*_ENTRY, _DIGESTS):
            yield Problem(name, _shown(key), "a key of an entry", "there")
    yield from _unlike_digests(name, entry, _ENTRY, entry, written_as)


def _unlike_digests(
    name: str, values: Mapping[str, Any], keys: Iterable[str], near: Mapping[str, Any], written: int
) -> Iterator[Problem]:
    """The values that do not match the digests near them."""
    if written < 2 and _DIGESTS not in near:
        return
    digests = near.get(_DIGESTS)
    if not isinstance(digests, dict) or set(digests) != set(keys):
        yield Problem(name, _DIGESTS, "a digest for each value", _shown(digests))
        return
    for key in keys:
        if key in values and digests[key] != _digest(name, key, values[key]):
            yield Problem(name, key, "what was written", _shown(values[key]))


def _unlike(name: str, key: str, value: Any) -> str:
    """The expected form of a value, if it does not have it."""
    if key in _VALUES:
        is_fine, expected = _VALUES[key]
        return "" if is_fine(value) else expected
    if not isinstance(value, list) or not value:
        return "a list of files"
    if not all(isinstance(file, dict) and _is_file(name, file) for file in value):
        return f"a list of names {name}*.parquet, with their bytes and sha256"
    names = [file["name"] for file in value]
    return "" if len(set(names)) == len(names) else "a list of files, each once"


def _is_version(value: Any) -> bool:
    return isinstance(value, str) and _VERSION.fullmatch(value) is not None


def _is_size(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _are_parameters(value: Any) -> bool:
    return isinstance(value, dict) and all(
        name.isidentifier() and isinstance(item, str | int | float) for name, item in value.items()
    )


# The values of an entry besides its files.
_VALUES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "rows": (_is_size, "a number of rows"),
    "seconds": (lambda v: type(v) in (int, float) and 0 <= v < 1e15, "a number of seconds"),
    "package_version": (_is_version, "a version"),
    "parameters": (_are_parameters, "parameters with a value each"),
}


def _is_file(table: str, file: Mapping[str, Any]) -> bool:
    """Whether it has a plain name of the table, a size and digests, and nothing else."""
    digests = [file.get("sha256"), *([file["values"]] if "values" in file else [])]
    return (
        {"name", "bytes", "sha256"} <= set(file) <= {"name", "bytes", "sha256", "values"}
        and isinstance(file["name"], str)
        and re.fullmatch(rf"{table}(_[0-9A-Za-z_]+)?\.parquet", file["name"]) is not None
        and _is_size(file["bytes"])
        and all(isinstance(digest, str) and _SHA256.fullmatch(digest) for digest in digests)
    )


def _digest(name: str, key: str, value: Any) -> str:
    """The digest of a value, which includes its name."""
    text = json.dumps([name, key, value], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _shown(value: Any) -> str:
    """A value for a message: one short line of plain letters."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
