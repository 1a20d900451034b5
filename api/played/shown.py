"""The hands that players showed, as a range and as a picture."""

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
    """Known hands of players at decisions, and how many took an action: arrays of ``(169,)``.

    Attributes
    ----------
    dealt, taken : (169,) int64
        How often each of the 169 hands was known at the decisions, and took the action.
    chances, actions : int
        How often players made the decision, and took the action, with holes known or not.
    whole : bool
        Whether all holes are known, so that the sample is unbiased.
    weights : (169,) float64
        The weight of each hand in the range, 0 to 1.
    """

    def range(self) -> Range:
        """The range, by the column ``range_weight``; empty if no hand is known."""
        rows = self.for_ranges()
        weights = zip(rows["hand"].to_pylist(), rows["range_weight"].to_pylist(), strict=True)
        return Range(dict(weights), game=self._game.name)

    def chart(self, title: str = "") -> Drawn:
        """Draw the percentage of each hand that takes the action, or its share of the shown hands.

        UsageError if no hand is known.
        """
        from pokerlake.queries.charts import Drawn
        from pokerlake.queries.charts.statistics import shown_figure

        return Drawn(shown_figure(self, self._acting, text("title", title)))

    def _picture(self) -> Drawn | None:
        return self.chart() if self.dealt.any() else None


shown = going_on(asked.shown, Shown)
