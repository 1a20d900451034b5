"""What a player has won, hand by hand, and what he would have with his all-ins at their equity."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np

from pokerlake.tables.errors import UsageError

from ...connection import connect
from ...selection import bind
from ...sql.named import named_query
from ...statements.run import stream
from ..registry import Argument, Drawn, Option, chart
from .lines import Plot, draw_plot, plot_text

_UNITS = {"bb": "big blinds", "chips": "chips"}


@chart("winnings", place=140, example="Ann", terminal=True)
def winnings_chart(
    player: Annotated[str, Argument("The name of a player in imported hands.", "PLAYER")],
    unit: Annotated[str, Option("What is counted: bb, chips.", "UNIT")] = "bb",
    since: Annotated[str, Option("The first day, such as 2019-07-11.", "DAY")] = "any",
    until: Annotated[str, Option("The last day.", "DAY")] = "any",
    big_blind: Annotated[float, Option("Hands of this big blind alone; 0 is any.", "CHIPS")] = 0,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw what a player has won, hand by hand, and with his all-ins at their expected value.

    Where the betting was over before the river and all holes are known, the second line has his
    share of the pot by his equity then, in place of what he won. What is between the lines is luck.
    """
    if unit not in _UNITS:
        raise UsageError(f"--unit is {unit!r}; give one of {', '.join(_UNITS)}")
    given = {
        "player": player, "since": since, "until": until, "big_blind": f"{big_blind!r}"
    }  # fmt: skip
    with connect(lake) as connection:
        plot = winnings(connection, given, unit, title)
    return Drawn(plot.title, (plot,), draw_plot, plot_text)


def winnings(
    connection: duckdb.DuckDBPyConnection,
    given: Mapping[str, str],
    unit: str = "bb",
    title: str = "",
) -> Plot:
    """The lines of a player from the lake's imported hands; ``given`` is for the named query.

    Raises UsageError if there is no such player, he has no hand there, or his chips are of several
    currencies; QueryError if the lake has no hands.
    """
    query = named_query("winnings")
    found = stream(connection, query.sql, bind(connection, query, given)).read_all()
    player = given["player"]
    if not found.num_rows:
        raise UsageError(f"no hand of {player} is of these days and stakes")
    currencies = {str(one or "chips") for one in found["currency"].to_pylist()}
    if unit == "chips" and len(currencies) > 1:
        raise UsageError(f"{player} played for {' and '.join(sorted(currencies))}; count bb")
    ending = "_bb" if unit == "bb" else ""
    lines = [
        (name, np.append(0.0, found[f"{column}{ending}"].to_numpy()))
        for name, column in (("won", "won"), ("all-ins at equity", "expected"))
    ]
    (counted,) = currencies if unit == "chips" else {_UNITS["bb"]}
    return Plot(
        np.arange(found.num_rows + 1.0),
        tuple(lines),
        "hands",
        counted,
        title or f"Winnings of {player}",
    )
