"""Objects of other libraries: whatever they raise as they are read is one line of ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError, UsageError


class reading:  # noqa: N801 used as a function, and half as slow as a generator is
    """Inside, an object of any library is read: whatever it raises is one line of ours.

    Only for objects: of text nothing comes but our errors, and what else would is a fault.
    """

    def __init__(
        self, what: str, given: Any, error: type[CardError | RangeError] = CardError
    ) -> None:
        self._of = what, given, error

    def __enter__(self) -> None:
        """Begin to read."""

    def __exit__(self, _: object, problem: BaseException | None, __: object) -> None:
        what, given, error = self._of
        ours = (PokerlakeError, CardError, RangeError)
        if isinstance(given, str) or not isinstance(problem, Exception):
            return
        if not isinstance(problem, ours):
            kind = type(given).__name__
            raise error(f"{what} cannot be read from {kind} {shown(given)}") from problem


class in_field:  # noqa: N801 as above
    """What is wrong inside is wrong with this field, or this part of it, counted from 0.

    The error has it as ``error.field``: ``hands.1``. What it says stays as it is.
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
