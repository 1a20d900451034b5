"""Spots after the flop: as people give them, and as rows once they are solved.

Belongs here: reading a spot, refusing what does not fit the memory, tables of its solution.
Does not: the solver (``engine/solving``), solutions kept in the lake (``pipelines/solving``).

- ``spot_of``: a spot from cards, weights, chips and sizes
- ``share_of``: a share from a number or from percents
- ``solution_of``: solve a spot that fits the memory
- ``cost_table``: what solving takes
- ``actions_table``, ``actions_for_people``: a row for each action of decisions
- ``hands_table``, ``holes_table``: a row for each hand, or hole, and action of a decision
- ``range_table``, ``weights_of_action``: the range that takes an action
- ``summary``: what is to be said of a solution
- ``DEFAULT_TO``: the exploitability to reach, if none is asked for
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .given import DEFAULT_TO, cost_table, share_of, solution_of, spot_of
    from .shown import (
        actions_for_people,
        actions_table,
        hands_table,
        holes_table,
        range_table,
        summary,
        weights_of_action,
    )

__all__ = [
    "DEFAULT_TO",
    "actions_for_people",
    "actions_table",
    "cost_table",
    "hands_table",
    "holes_table",
    "range_table",
    "share_of",
    "solution_of",
    "spot_of",
    "summary",
    "weights_of_action",
]

__getattr__ = loader(__name__)
