"""Decisions in the unit in which a spot was given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .solving import Decision
from .tree import Spot


def told(decision: Decision, spot: Spot) -> Decision:
    """A decision with pot and values in the spot's unit; solutions are in whole chips."""
    if spot.betting.chip == 1:
        return decision
    amounts: dict[str, Any] = {
        "pot": spot.told(decision.pot), "at_stake": spot.worth(decision.at_stake),
    }  # fmt: skip
    if not spot.prizes:
        amounts["values"] = decision.values * spot.betting.chip
    return replace(decision, **amounts)
