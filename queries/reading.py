"""Objects of other libraries: whatever they raise as they are read is one line of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import PokerlakeError


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
