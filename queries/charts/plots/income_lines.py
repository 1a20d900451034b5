"""Income rates of a few hands by number of players, with their standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from pokerlake.tables.errors import QueryError, UsageError

from ...sql import statement_of
from ...statements.run import stream
from ..drawing.colours import KINDS
from ..grids.hand_values import require_hands

MOST_LINES = 2 * len(KINDS)  # which can be told apart by colour and dashes


@dataclass(frozen=True)
class Line:
    """Income rates of a hand.

    Attributes
    ----------
    hand : str
    players : tuple of int
        Ascending.
    rates : tuple of float
        Income rate per unit stake, of each number of players.
    errors : tuple of float or None
        Its standard error; None where the rate is exact.
    """

    hand: str
    players: tuple[int, ...]
    rates: tuple[float, ...]
    errors: tuple[float | None, ...]


def income_lines(connection: duckdb.DuckDBPyConnection, hands: Sequence[str]) -> list[Line]:
    """The income rates of hands from the lake's table ``income_rates``, in the order given.

    Raises
    ------
    UsageError
        If a hand is none of the 169 or is given twice, or they are too many to tell apart.
    QueryError
        If the table is not there.
    """
    require_hands(hands)
    if not 1 <= len(hands) <= MOST_LINES:
        raise UsageError(f"{len(hands)} hands; give 1 to {MOST_LINES}, which can be told apart")
    sql = statement_of("charts/income_lines")
    rows = stream(connection, sql, {"hands": list(hands)}).read_all().to_pylist()
    lines = []
    for hand in hands:
        points = [row for row in rows if row["hand"] == hand]
        if not points:
            raise QueryError(f"income_rates has no rows of {hand}; run 'pokerlake verify'")
        names = ("players", "income_rate", "standard_error")
        players, rates, errors = (tuple(row[name] for row in points) for name in names)
        lines.append(Line(hand, players, rates, errors))
    return lines
