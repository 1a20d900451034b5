"""What players showed, as a range to go on with and as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlake.queries.statistics import shown as asked

from ..given import text
from ..ranges import Range
from .faces import going_on

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn


@dataclass(frozen=True, repr=False, eq=False)
class Shown(asked.Shown):
    """Hands that players had at decisions, and what of them took an action: arrays of ``(169,)``.

    Attributes
    ----------
    dealt, taken : (169,) int64
        How often each of the 169 was known there, and of these, how often it took the action.
    chances, actions : int
        How often players came there, and took the action, whether or not their holes are known.
    whole : bool
        Whether all holes are known: then they are a sample of what players had.
    weights : (169,) float64
        How much of each hand is in the range, 0 to 1.
    """

    def range(self) -> Range:
        """The range, by the column ``range_weight``; it is empty where nothing is known."""
        rows = self.for_ranges()
        weights = zip(rows["hand"].to_pylist(), rows["range_weight"].to_pylist(), strict=True)
        return Range(dict(weights), game=self._game.name)

    def chart(self, title: str = "") -> Drawn:
        """The picture: percent of each hand that takes the action, or share of what was shown.

        UsageError if no hand is known.
        """
        from pokerlake.queries.charts import Drawn
        from pokerlake.queries.charts.statistics import shown_figure

        return Drawn(shown_figure(self, self._acting, text("title", title)))

    def _picture(self) -> Drawn | None:
        return self.chart() if self.dealt.any() else None


shown = going_on(asked.shown, Shown)
