"""Who is told how far a long answer is, and whether it is to stop: the door that asked."""

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
    """An answer that was asked to stop, and how far it came."""


def _unheard(*_: object, **__: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Telling:
    """Where nobody listens: nothing is told, and nothing stops.

    Attributes
    ----------
    count : callable
        Takes what is done, of how much, and words for what is at hand.
    stop : callable
        Whether the answer is to end with :class:`StoppedError`.
    executor : Executor, optional
        The workers of a cluster, which are to compute it.
    """

    count: Callable[..., None] = _unheard
    stop: Callable[[], bool] = lambda: False
    executor: Executor | None = None


_telling: ContextVar[Telling] = ContextVar("telling")
_NOBODY = Telling()


def telling() -> Telling:
    """Whom the answer at hand tells."""
    return _telling.get(_NOBODY)


@contextmanager
def told(to: Telling) -> Iterator[None]:
    """While the body runs, answers tell this one."""
    token = _telling.set(to)
    try:
        yield
    finally:
        _telling.reset(token)
