"""Five-card draw of five players who choose the hands they play before the deal.

Belongs here: rounds dealt once for all strategies, the game over them, and the learner.
Does not: play hand by hand (``draw_poker/``).

- ``ThresholdGame``: what each pure strategy wins in rounds
- ``ThresholdLearner``: a run of the learner
- ``round_entries``: the hands that rounds deal
- ``LEARNABLES``: the game, as the catalogue lists it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .game import ThresholdGame, round_entries
    from .learner import LEARNABLES, ThresholdLearner

__all__ = ["LEARNABLES", "ThresholdGame", "ThresholdLearner", "round_entries"]

__getattr__ = loader(__name__)
