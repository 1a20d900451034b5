"""Ranges as tables of rows: their hands, their holes, their parts, and where two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, dead_holes, format_hole, hand_of_hole
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parts import Part, Weights
from pokerlake.engine.ranges.weights import hand_weights

_DIFFERENCE = pa.schema(
    {
        "holes": pa.string(),
        "hand": pa.string(),
        "combos": pa.uint8(),
        "first_weight": pa.float64(),
        "second_weight": pa.float64(),
        "difference": pa.float64(),
        "only": pa.uint8(),
    }
)


def hands_table(weights: Weights, dead: tuple[int, ...] = ()) -> pa.Table:
    """The hands in a range, along the grid: the mean weight of the live holes, and the combos."""
    combos = hand_weights(weights)
    found = np.flatnonzero(combos)
    return pa.table(
        {
            "hand": pa.array([HANDS[hand] for hand in found], pa.string()),
            "row": pa.array(found // len(RANKS), pa.uint8()),
            "col": pa.array(found % len(RANKS), pa.uint8()),
            "range_weight": _mean_weights(weights, dead)[found],
            "combos": combos[found],
        }
    )


def grid_table(weights: Weights, dead: tuple[int, ...] = (), ranks: int = len(RANKS)) -> pa.Table:
    """The 13 x 13 grid of those mean weights, suited above the diagonal; null where it is 0.

    ``ranks`` are how many the deck has, from the ace on: 9 in short deck.
    """
    means = _mean_weights(weights, dead).reshape(len(RANKS), len(RANKS))[:ranks, :ranks]
    names = RANKS[::-1][:ranks]
    columns = {
        rank: pa.array(column, pa.float64(), mask=column == 0)
        for rank, column in zip(names, means.T, strict=True)
    }
    return pa.table({"rank": list(names), **columns})


def _mean_weights(weights: Weights, dead: tuple[int, ...]) -> Weights:
    live = hand_weights((~dead_holes(dead)).astype(np.float64))
    return hand_weights(weights) / np.maximum(live, 1)  # four dead aces leave no AA


def summary(weights: Weights, live: int) -> str:
    """How many combos a range has, and what share of all live ones that is."""
    combos = float(weights.sum())
    return f"{combos:.6g} of {live:,} combos, {100 * combos / max(live, 1):.4g} %"


def combos_table(weights: Weights) -> pa.Table:
    """The holes in a range, one row each, along the grid."""
    holes = np.flatnonzero(weights)
    holes = holes[np.lexsort((-holes, hand_of_hole()[holes]))]
    return pa.table(
        {
            "hole_id": pa.array(holes, pa.uint16()),
            "hole": pa.array([format_hole(int(hole)) for hole in holes], pa.string()),
            "hand": pa.array([HANDS[hand] for hand in hand_of_hole()[holes]], pa.string()),
            "range_weight": weights[holes],
        }
    )


def difference_table(first: Weights, second: Weights) -> pa.Table:
    """Where two ranges differ: a row for a hand where all its holes do alike, else for a hole.

    ``only`` is the range, 1 or 2, that alone has it; 0 where both have it with different weights.
    """
    rows: list[dict[str, Any]] = []
    for hand, name in enumerate(HANDS):
        holes = np.flatnonzero(hand_of_hole() == hand)[::-1]
        pairs = np.unique(np.stack([first[holes], second[holes]]), axis=1)
        groups = [(name, holes[:1], len(holes))]
        if pairs.shape[1] > 1:
            groups = [(format_hole(int(hole)), hole, 1) for hole in holes]
        for what, hole, combos in groups:
            one, other = float(first[hole].item()), float(second[hole].item())
            if one != other:
                only = 1 if not other else 2 if not one else 0
                row = what, name, combos, one, other, one - other, only
                rows.append(dict(zip(_DIFFERENCE.names, row, strict=True)))
    rows.sort(key=lambda row: row["only"] or 3)  # the order is along the grid
    return pa.Table.from_pylist(rows, _DIFFERENCE)


def parts_table(parts: Sequence[Part], deciding: npt.NDArray[np.int64]) -> pa.Table:
    """The parts of a text and how they were read, one row each.

    ``deciding``, ``(1326,)``, is the part that each hole has its weight from, -1 for none.
    """
    left = np.bincount(deciding[deciding >= 0], minlength=len(parts))
    combos = [float(np.broadcast_to(part.weights, part.holes.shape).sum()) for part in parts]
    return pa.table(
        {
            "part": pa.array([part.text for part in parts], pa.string()),
            "character": pa.array([part.start + 1 for part in parts], pa.int64()),
            "reading": pa.array([part.reading for part in parts], pa.string()),
            "holes": pa.array([len(part.holes) for part in parts], pa.int64()),
            "combos": pa.array(combos, pa.float64()),
            "deciding": pa.array(left.tolist(), pa.int64()),
        }
    )
