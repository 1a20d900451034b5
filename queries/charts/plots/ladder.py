"""The rungs of the ladder of five-card hands, and how many hands stand on each."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from ...sql import statement_of
from ...statements.run import stream


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder, and how many hands stand on it or above it.

    Attributes
    ----------
    name : str
        ``three of a kind``, ``one pair, aces``, ``king high``.
    class_id : int
        Of the weakest hand on it.
    hands : int
        On it.
    at_least : int
        On it or above: the top percent, times all hands.
    """

    name: str
    class_id: int
    hands: int
    at_least: int


def ladder_rungs(connection: duckdb.DuckDBPyConnection) -> list[Rung]:
    """The rungs of the lake's view ``draw_ladder``, the strongest first.

    Raises
    ------
    QueryError
        If the table that it is made of is not there.
    """
    sql = statement_of("charts/ladder")
    rows = stream(connection, sql).read_all().to_pylist()
    rungs, at_least = [], 0
    for row in rows:
        at_least += row["hands"]
        rungs.append(Rung(row["name"], row["class_id"], row["hands"], at_least))
    return rungs
