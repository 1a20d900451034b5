"""Omaha hi-lo: how often a hole wins each half of the pot.

Belongs here: counts of both halves over boards and opponents.
Does not: high hands alone (``omaha/``), and classes of lows (``lows/``).

- ``hilo_outcomes_on``: those of all holes against a random one, on boards of some ranks
- ``hilo_outcomes_of``: those of each hole, of these sums
- ``HiLoOutcomes``: what ``hilo_outcomes_on`` returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .outcomes import HiLoOutcomes, hilo_outcomes_of, hilo_outcomes_on

__all__ = ["HiLoOutcomes", "hilo_outcomes_of", "hilo_outcomes_on"]

__getattr__ = loader(__name__)
