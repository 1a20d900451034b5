"""The equity of each starting hand against each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.tables.errors import QueryError, UsageError

from ...sql import statement_of
from ...statements.run import stream
from .hand_values import require_hands


class Matchups(NamedTuple):
    """Equities of the hands, in the order of ``HANDS``; 0 to 1.

    Attributes
    ----------
    equities : (169, 169) float64
        Rows are the hero's hands and columns the villain's.
    strengths : (169,) float64
        Against one random hand.
    """

    equities: npt.NDArray[np.float64]
    strengths: npt.NDArray[np.float64]


def matchups(connection: duckdb.DuckDBPyConnection) -> Matchups:
    """The equity of each hand against each, from the lake's view ``matchup_equities``.

    Raises
    ------
    QueryError
        If the table below it is not there, or has not every pair.
    """
    sql = statement_of("charts/matchup_equities")
    rows = stream(connection, sql).read_all()
    heroes = [HAND_INDEX[hand] for hand in rows["hero"].to_pylist()]
    villains = [HAND_INDEX[hand] for hand in rows["villain"].to_pylist()]
    equities, deals = np.full((2, len(HANDS), len(HANDS)), np.nan)
    equities[heroes, villains] = rows["equity"].to_numpy()
    deals[heroes, villains] = rows["deals"].to_numpy()
    if np.isnan(equities).any():
        raise QueryError("matchups has not every pair of hands; run 'pokerlake verify'")
    return Matchups(equities, (equities * deals).sum(axis=1) / deals.sum(axis=1))


def chosen_hands(names: Sequence[str], strengths: npt.NDArray[np.float64]) -> list[int]:
    """Indices of the hands to draw: those named, as they are, or all from strong to weak.

    Raises
    ------
    UsageError
        If a name is none of the 169 or is given twice, or there is only one.
    """
    if not names:
        order: list[int] = np.argsort(-strengths, kind="stable").tolist()
        return order
    if len(names) == 1:
        raise UsageError("one hand is no match-up; give two or more, or none for all")
    return require_hands(names)
