"""How each next card changes a line of a solved spot."""

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
    """How each next card changes a line, before the next action. Rows are cards.

    Attributes
    ----------
    line : str
        The actions so far.
    """

    line: str
    _table: pa.Table
    _said: str

    def to_arrow(self) -> pa.Table:
        """A row for each card: its frequency, both players' EVs and equities, and actions.

        ``percent`` is the frequency of the card. ``ev_oop`` and ``ev_ip`` are EVs in chips from
        there on, ``equity_oop`` and ``equity_ip`` shares of the pot without betting. ``oop_b94`` is
        how often the player out of position takes the action, ``ip_b94`` the other player after his
        check. All but chips are percentages; null if no hand reaches it.
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
        """The same, in the words of a door."""
        return self._said

    def chart(self, column: str = "ev_oop", *, title: str = "") -> Drawn:
        """Draw the deck, coloured by a column: ``ev_oop``, ``equity_ip``, ``oop_b94``.

        UsageError if there is no such column, or no hand reaches the line.
        """
        from pokerlake.queries.charts import Drawn, solving

        names = self._table.column_names[1:]
        if text("column", column) not in names:
            raise UsageError(f"no column {column!r}; {did_you_mean(column, names)}")
        rows = self._table.to_pylist()
        return Drawn(solving.run_outs_figure(rows, self.line, column, text("title", title)))

    def _picture(self) -> Drawn:
        return self.chart()
