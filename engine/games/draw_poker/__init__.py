"""Five-card draw of five players, learned hand by hand.

Belongs here: the states a player sees, the kernel that plays, and the learner.
Does not: play by thresholds (``draw_thresholds/``).

- ``DrawPlayLearner``: a run of the learner
- ``profits``: what a strategy wins against fixed opponents
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .learner import DrawPlayLearner
    from .opponents import profits

__all__ = ["DrawPlayLearner", "profits"]

__getattr__ = loader(__name__)
