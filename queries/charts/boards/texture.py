"""How a range does on flops of each texture: a bar for each kind, in groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import duckdb
import numpy as np

from pokerlake.engine.cards.holes import HANDS, hand_combos
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.weights import hand_weights
from pokerlake.tables.errors import QueryError, UsageError

from ...sql import statement_of
from ...statements.run import stream
from .board_holes import require_measure

# Each group of bars: the column of flops, what stands above it, and its kinds in order.
GROUPS = (
    ("suits", "Suits", ("rainbow", "two-tone", "monotone")),
    ("pairing", "Pairs", ("unpaired", "paired", "trips")),
    ("high", "Highest card", tuple(reversed(RANKS))),
    ("connected", "Most ranks that one straight can hold", ("1", "2", "3")),
    ("straights", "Pairs of ranks that make a straight", ("0", "1", "2", "3")),
)


@dataclass(frozen=True)
class Average:
    """How a range does on flops of a kind.

    Attributes
    ----------
    flops : int
        Raw flops of that kind, of 22,100.
    value : float or None
        The mean over the range's deals, 0 to 1; None where the range cannot be dealt.
    """

    flops: int
    value: float | None


@dataclass(frozen=True)
class Textures:
    """How a range does by texture.

    Attributes
    ----------
    measure : str
        What is averaged, such as ``EHS``.
    everywhere : Average
        On all flops.
    kinds : mapping of (str, str) to Average
        By the column of ``flops`` and its value, as text.
    """

    measure: str
    everywhere: Average
    kinds: Mapping[tuple[str, str], Average]


def flop_textures(
    connection: duckdb.DuckDBPyConnection, weights: Weights, measure: str = "equity"
) -> Textures:
    """How a range does by the texture of the flop, from ``flops`` and ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    weights : (1326,) float64
        Of the range's holes.
    measure : str
        A column of ``flop_strength``.

    Raises
    ------
    UsageError
        If there is no such measure, or the range is empty.
    QueryError
        If table or view is not there, or has flops of no known kind.
    """
    called = require_measure(measure, 3)
    if not weights.any():
        raise UsageError("the range is empty; there is nothing to draw")
    means = hand_weights(weights) / hand_combos()
    used = np.flatnonzero(means)
    given = {
        "hands": [HANDS[hand] for hand in used],
        "range_weights": means[used].tolist(),
        "measure": measure,
    }
    sql = statement_of("charts/flop_textures")
    rows = stream(connection, sql, given).read_all().to_pylist()
    found = {(row["texture"], row["kind"]): Average(row["flops"], row["average"]) for row in rows}
    everywhere = found.pop(("all", "all"), None)
    known = {(texture, kind) for texture, _, kinds in GROUPS for kind in kinds}
    if everywhere is None or everywhere.value is None or not known.issuperset(found):
        raise QueryError("flops or flop_hands is not whole; run 'pokerlake verify'")
    return Textures(called, everywhere, found)
