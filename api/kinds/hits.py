"""What a range hits, and the part of it that is kept, as a range."""

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
    """What a range hits on a board, or on average over boards: made hands and draws by kind.

    Attributes
    ----------
    combos : float
        The combos of the range that the board leaves; the mean over boards.
    boards : int
        The number of boards.
    kept_text : str
        The part of the range with the kinds and draws to keep, as text; empty if there is none.
    kept_combos : float, or None
        Its combos; None if no kinds or draws were to be kept.
    """

    @cached_property
    def kept(self) -> Range | None:
        """The part of the range with the kinds and draws to keep; None if there were none."""
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
