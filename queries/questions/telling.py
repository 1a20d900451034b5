"""Progress of a long answer, and its end on demand: both go through the asking door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlake.tables.errors import PokerlakeError

if TYPE_CHECKING:
    from concurrent.futures import Executor


class StoppedError(PokerlakeError):
    """An answer was asked to stop; says how far it came."""


def _unheard(*_: object, **__: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Telling:
    """The default listener: ignores progress, and never stops.

    Attributes
    ----------
    count : callable
        Takes the work done, the total, and words for the current step.
    stop : callable
        Whether to end the answer with :class:`StoppedError`.
    executor : Executor, optional
        The workers of a cluster that compute the answer.
    """

    count: Callable[..., None] = _unheard
    stop: Callable[[], bool] = lambda: False
    executor: Executor | None = None


_telling: ContextVar[Telling] = ContextVar("telling")
_NOBODY = Telling()


def telling() -> Telling:
    """The listener of the current answer."""
    return _telling.get(_NOBODY)


@contextmanager
def told(to: Telling) -> Iterator[None]:
    """While the body runs, answers report to this listener."""
    token = _telling.set(to)
    try:
        yield
    finally:
        _telling.reset(token)
