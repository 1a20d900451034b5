"""A decision as columns: a row for each hole or hand, and a column for each action."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, format_hole, hand_of_hole

from .rows import hand_means

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Decision


def hole_columns(one: Decision) -> pa.Table:
    """A row for each hole that can be held, in the order of hands.

    ``value`` is what it wins from here on, in chips, ``share b30`` how often it takes an action,
    ``value b30`` what that wins, ``reach`` its weight in the range that comes here, and ``weight``
    that times the other's holes that it can meet.
    """
    hands = hand_of_hole()[one.holes]
    order = np.lexsort((-one.holes, hands))
    named = {
        "hole": pa.array([format_hole(int(hole)) for hole in one.holes[order]], pa.string()),
        "hand": pa.array([HANDS[hand] for hand in hands[order]], pa.string()),
        "reach": one.reach[order],
        "weight": (one.reach * one.met)[order],
    }
    numbers = _numbers(one)
    return pa.table({**named, **_by_name(one, numbers[order])})


def hand_columns(one: Decision) -> pa.Table:
    """A row for each of the 169 hands that comes here: ``combos``, and means of its holes."""
    there, numbers = hand_means(one, _numbers(one))
    combos = np.bincount(hand_of_hole()[one.holes], one.reach, len(HANDS))[there]
    named = {"hand": pa.array([HANDS[hand] for hand in there], pa.string()), "combos": combos}
    return pa.table({**named, **_by_name(one, numbers)})


def _numbers(one: Decision) -> npt.NDArray[np.float64]:
    """Of each hole: equity, value, and the share and the value of each action."""
    known = ~np.isnan(one.values).all(axis=1)
    value = np.where(known, np.nansum(one.shares * one.values, axis=1), np.nan)
    return np.column_stack([one.equities, value, one.shares, one.values])


def _by_name(one: Decision, numbers: npt.NDArray[np.float64]) -> dict[str, pa.Array]:
    names = ["equity", "value"]
    names += [f"{kind} {action}" for kind in ("share", "value") for action in one.actions]
    return {
        name: pa.array(column, mask=np.isnan(column))
        for name, column in zip(names, numbers.T, strict=True)
    }
