"""Reading objects of other libraries: whatever they raise becomes one of our errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError, UsageError


class reading:  # noqa: N801 used as a function, and half as slow as a generator is
    """While reading an object of any library: turns whatever it raises into one of our errors.

    It does nothing for text: reading text only raises our errors, and any other is a bug.
    """

    def __init__(
        self, what: str, value: Any, error: type[CardError | RangeError] = CardError
    ) -> None:
        self._of = what, value, error

    def __enter__(self) -> None:
        """Begin to read."""

    def __exit__(self, _: object, problem: BaseException | None, __: object) -> None:
        what, value, error = self._of
        ours = (PokerlakeError, CardError, RangeError)
        if isinstance(value, str) or not isinstance(problem, Exception):
            return
        if not isinstance(problem, ours):
            kind = type(value).__name__
            raise error(f"{what} cannot be read from {kind} {shown(value)}") from problem


class in_field:  # noqa: N801 as above
    """Marks errors inside with this field, or this part of it, counted from 0.

    The error has it as ``error.field``: ``hands.1``. Its message does not change.
    """

    def __init__(self, name: str, place: int | None = None) -> None:
        self._of = name, place

    def __enter__(self) -> None:
        """Begin with the field."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        name, place = self._of
        is_told = isinstance(error, (UsageError, CardError, RangeError))
        if is_told and getattr(error, "field", None) is None:
            error.field = name if place is None else f"{name}.{place}"  # type: ignore[union-attr]


def path_of(what: str, value: object) -> Path:
    """A valid path; UsageError for other values."""
    try:
        path = Path(value)  # type: ignore[arg-type]
        if b"\0" not in os.fsencode(path):
            return path
    except (TypeError, ValueError):
        pass
    raise UsageError(f"{what} is {shown(value)}; give a path")


def file_of(value: object) -> Path:
    """The path of a file to write, with ``~`` expanded; UsageError for other values."""
    try:
        return path_of("path", value).expanduser()
    except RuntimeError as error:
        raise UsageError(f"path is {shown(value)}: no user has that name") from error
