"""The manifest of a lake: which tables it has, and what their files are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .errors import LakeError
from .registry import TABLES
from .store import StoredFile, write_text

FORMAT_VERSION = 1
MANIFEST = "manifest.json"

Parameters = Mapping[str, str | int | float | bool]


@dataclass(frozen=True)
class Entry:
    """What the manifest says of a table."""

    rows: int
    parameters: Parameters  # what the table was built with
    files: tuple[StoredFile, ...]
    package_version: str  # the pokerlake that built it
    seconds: float  # that building took, over all resumed builds


@dataclass(frozen=True)
class Manifest:
    """The tables of a lake: a table is in it if, and only if, the manifest has it."""

    tables: Mapping[str, Entry] = field(default_factory=dict)

    def with_table(self, name: str, entry: Entry) -> Manifest:
        """The manifest once a table is added or replaced."""
        return self.with_tables({name: entry})

    def with_tables(self, entries: Mapping[str, Entry]) -> Manifest:
        """The manifest once tables are added or replaced, all of them in one step."""
        return Manifest({**self.tables, **entries})


def package_version() -> str:
    """The version of the installed pokerlake."""
    return version("pokerlake")


def read_manifest(lake: Path) -> Manifest:
    """The manifest of a lake; an empty one where the folder has none.

    Raises
    ------
    LakeError
        If it cannot be read, is not a manifest, or has a later format.
    """
    path = lake / MANIFEST
    try:
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        found = content["format_version"]
        if found > FORMAT_VERSION:
            raise LakeError(
                f"{path} is of format {found}, written by pokerlake {content['package_version']}; "
                f"this is pokerlake {package_version()}, which reads format {FORMAT_VERSION}: "
                "install that version, or build another lake"
            )
        return Manifest(
            {
                name: Entry(**{**entry, "files": tuple(StoredFile(**f) for f in entry["files"])})
                for name, entry in content["tables"].items()
                if name in TABLES
            }
        )
    except FileNotFoundError:
        return Manifest()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LakeError(
            f"{path} is not a manifest of pokerlake ({type(error).__name__}: {error}); "
            "remove it and run 'pokerlake build' again"
        ) from error
    except OSError as error:
        raise LakeError(f"{path} cannot be read: {error.strerror}") from error


def write_manifest(lake: Path, manifest: Manifest) -> None:
    """Replace the manifest of a lake, whole or not at all."""
    content = {
        "format_version": FORMAT_VERSION,
        "package_version": package_version(),
        "tables": {name: asdict(entry) for name, entry in manifest.tables.items()},
    }
    write_text(lake / MANIFEST, json.dumps(content, indent=2) + "\n")
