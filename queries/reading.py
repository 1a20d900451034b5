"""Objects of other libraries: whatever they raise as they are read is one line of ours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError, UsageError


@contextmanager
def reading(
    what: str, given: Any, error: type[CardError | RangeError] = CardError
) -> Iterator[None]:
    """Inside, an object of any library is read: whatever it raises is one line of ours.

    Only for objects: of text nothing comes but our errors, and what else would is a fault.
    """
    if isinstance(given, str):
        yield
        return
    try:
        yield
    except (PokerlakeError, CardError, RangeError):
        raise
    except Exception as problem:
        kind = type(given).__name__
        raise error(f"{what} cannot be read from {kind} {shown(given)}") from problem


@contextmanager
def in_field(name: str, place: int | None = None) -> Iterator[None]:
    """What is wrong inside is wrong with this field, or this part of it, counted from 0.

    The error has it as ``error.field``: ``hands.1``. What it says stays as it is.
    """
    try:
        yield
    except (UsageError, CardError, RangeError) as error:
        if getattr(error, "field", None) is None:
            error.field = name if place is None else f"{name}.{place}"  # type: ignore[union-attr]
        raise


def path_of(what: str, given: object) -> Path:
    """A path that the system has a name for; UsageError for all else."""
    try:
        path = Path(given)  # type: ignore[arg-type]
        if b"\0" not in os.fsencode(path):
            return path
    except (TypeError, ValueError):
        pass
    raise UsageError(f"{what} is {shown(given)}; give a path")


def file_of(given: object) -> Path:
    """The path of a file to write, with the folder that ``~`` stands for; UsageError for others."""
    try:
        return path_of("path", given).expanduser()
    except RuntimeError as error:
        raise UsageError(f"path is {shown(given)}: no user has that name") from error
