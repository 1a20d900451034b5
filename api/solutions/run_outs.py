"""What each next card makes of a line of a solved spot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerlake.queries.results import Result
from pokerlake.tables.errors import UsageError, did_you_mean, in_python

from ..given import text

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.queries.charts import Drawn

_DIGITS = 2  # of what people read


@dataclass(frozen=True, repr=False, eq=False)
class RunOuts(Result):
    """What each next card makes of a line, before anybody acts behind it. Rows are cards.

    Attributes
    ----------
    line : str
        The actions so far.
    """

    line: str
    _table: pa.Table
    _said: str

    def to_arrow(self) -> pa.Table:
        """A row for each card: how often it comes, both players' chips and equities, and actions.

        ``percent`` is how often it comes; ``ev_oop`` and ``ev_ip`` are the chips that each wins
        from there on; ``equity_oop`` and ``equity_ip`` their shares of a pot that nobody bets into;
        ``oop_b94`` is how often the one out of position takes the action, and ``ip_b94`` the other
        behind his check. All but chips are x 100; null where nobody comes.
        """
        return self._table

    def for_people(self) -> pa.Table:
        """The rows, rounded."""
        import pyarrow.compute as pc

        table = self._table
        for at, name in enumerate(table.column_names[1:], 1):
            table = table.set_column(at, name, pc.round(table[name], _DIGITS))
        return table

    def summary(self) -> str:
        """How the spot was solved."""
        return in_python(self._said)

    def said(self) -> str:
        """The same in the words of either door."""
        return self._said

    def chart(self, column: str = "ev_oop", *, title: str = "") -> Drawn:
        """The deck, coloured by a column: ``ev_oop``, ``equity_ip``, ``oop_b94``.

        UsageError if there is no such column, or nobody comes there.
        """
        from pokerlake.queries.charts import Drawn, solving

        names = self._table.column_names[1:]
        if text("column", column) not in names:
            raise UsageError(f"no column {column!r}; {did_you_mean(column, names)}")
        rows = self._table.to_pylist()
        return Drawn(solving.run_outs_figure(rows, self.line, column, text("title", title)))

    def _picture(self) -> Drawn:
        return self.chart()
