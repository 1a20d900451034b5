"""Statistics of imported hands, with their picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlake.queries.statistics import asked

from ..given import text
from .faces import going_on

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn


@dataclass(frozen=True, repr=False, eq=False)
class Statistics(asked.Statistics):
    """Statistics by cells: a row for each cell and statistic, arrays of ``(n,)``.

    Attributes
    ----------
    statistic : (n,) object
        Its name.
    value, low, high, error : (n,) float64
        The value in its unit (percent for shares), the 95 % interval and the standard error. NaN
        with no chances, or too few.
    taken, chances : (n,) float64
        The sums whose ratio is the value.
    by : tuple of str
        The columns of the cells.
    unit : str
        The unit of independent observations: row, player, day or session.
    player : str
        The player; empty for all.
    """

    def chart(self, title: str = "") -> Drawn:
        """Draw lines with bands over time, bars with whiskers, or a grid of hands.

        UsageError if no picture fits, as for several units or three columns.
        """
        from pokerlake.queries.charts import Drawn
        from pokerlake.queries.charts.statistics import statistics_figure

        return Drawn(statistics_figure(self, text("title", title)))


stats = going_on(asked.stats, Statistics)
