"""What a range hits, with what is kept of it as a range to go on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property, wraps
from typing import ParamSpec

from pokerlake.queries.questions.boards import hits as asked

from ..ranges import Range

P = ParamSpec("P")


@dataclass(frozen=True, repr=False, eq=False)
class Hits(asked.Hits):
    """What a range has on a board, or the mean over boards: each kind of made hand, each draw.

    Attributes
    ----------
    combos : float
        The holes of the range that a board leaves, by their weights; the mean over boards.
    boards : int
        The number of boards.
    kept_text : str
        The range that is left of the kinds and draws to keep, as text; empty where there is none.
    kept_combos : float, or None
        The combos of it; None where nothing was to be kept.
    """

    @cached_property
    def kept(self) -> Range | None:
        """The range that is left of the kinds and draws to keep; None where nothing was to be."""
        if self.kept_combos is None:
            return None
        return Range(self.kept_text or {}, game=self._game.name)


def _going_on(ask: Callable[P, asked.Hits]) -> Callable[P, Hits]:
    @wraps(ask)
    def call(*args: P.args, **kwargs: P.kwargs) -> Hits:
        found = ask(*args, **kwargs)
        return Hits(*(getattr(found, field.name) for field in fields(found)))

    return call


hits = _going_on(asked.hits)
