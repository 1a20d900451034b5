"""Five-card draw of five players, learned hand by hand.

Belongs here: the states a player sees, the kernel that plays, and the learner.
Does not: play by thresholds (``draw_thresholds/``).

- ``DrawPlayLearner``: a run of the learner
- ``profits``: what a strategy wins against fixed opponents
- ``LEARNABLES``: the game, as the catalogue lists it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .learner import LEARNABLES, DrawPlayLearner
    from .opponents import profits

__all__ = ["LEARNABLES", "DrawPlayLearner", "profits"]

__getattr__ = loader(__name__)
