"""Regret minimisation over the pure threshold strategies of five-card draw."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from ...dealing.deck import require_seed
from ..protocol import Algorithm, Arrays, Learnable, Learned, kept_arrays, take_over
from .game import MIX, SEATS, STRATEGIES, Counts, Floats, ThresholdGame, rounded_mix

# The rounds between two changes of the mix: an eighth of those played, within these bounds.
FEWEST_IN_BATCH, MOST_IN_BATCH = 1 << 10, 1 << 13
# The rounds by which a mix is judged: as many as were played, within these bounds.
FEWEST_JUDGED, MOST_JUDGED = 1 << 16, 1 << 25
_STATE = "done", "regrets", "sums"


@dataclass(eq=False)
class ThresholdLearner:
    """A run, in which all five players share one mix of pure strategies.

    After each batch of rounds the regret of every strategy goes up by what it would have won more
    than the mix. The next mix is in proportion to the positive regrets: regret matching (Hart,
    Mas-Colell 2000). The result is the mean of the mixes, each weighted by the rounds it was
    played and by the square of the rounds played until then, so that the first mixes are soon
    forgotten. Regrets that stop at 0, as in regret matching+, leave more of the strategies that
    are never good. Only for two players is it proven that the mean converges to an equilibrium:
    with five, rounds that the learner has not seen measure how near it is
    (:meth:`.game.ThresholdGame.gains`).
    """

    game: ThresholdGame
    seed: int
    done: int = 0  # rounds played
    # (25,): what each strategy would have won more, over all rounds and seats, in
    # ``1 / (UNIT * MIX)`` chips: whole numbers, so that the run is the same on any machine.
    regrets: Counts = field(default_factory=lambda: np.zeros(len(STRATEGIES), np.int64))
    # (25,): the sums of the weighted mixes.
    sums: Floats = field(default_factory=lambda: np.zeros(len(STRATEGIES)))

    @classmethod
    def begin(cls, *, seed: int = 1, **reading: str) -> ThresholdLearner:
        """Begin a run; the reading is the fields of :class:`.game.ThresholdGame`.

        Raises
        ------
        GameError
            If the rules have no such reading.
        ValueError
            If the seed is out of range.
        """
        require_seed(seed)
        return cls(ThresholdGame(**reading), seed)

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play whole batches until at least ``games`` rounds are done in all."""
        while self.done < games:
            eighth = self.done // 8 // FEWEST_IN_BATCH * FEWEST_IN_BATCH
            rounds = min(max(eighth, FEWEST_IN_BATCH), MOST_IN_BATCH)
            mix = rounded_mix(np.maximum(self.regrets, 0))
            totals = self.game.totals(mix, rounds, seed=self.seed, first=self.done, threads=threads)
            self.regrets = self.regrets + MIX * totals - (mix * totals).sum()
            self.done += rounds
            self.sums += mix * (rounds / MIX) * float(self.done) ** 2

    @property
    def mix(self) -> Counts:
        """How often to play each strategy, ``(25,)`` int64, adding up to ``MIX``."""
        return rounded_mix(self.sums)

    def learned(self, *, threads: int = 1) -> Learned:
        """The mean mix, and what each strategy would gain on it; NashConv is that of all five."""
        mix = self.mix
        rounds = min(max(self.done, FEWEST_JUDGED), MOST_JUDGED)
        gains = self.game.gains(mix, rounds, seed=self.seed, threads=threads)
        return Learned(
            player=[0] * len(STRATEGIES),
            state=["before the deal"] * len(STRATEGIES),
            choice=STRATEGIES,
            probability=mix / MIX,
            gain=gains.gain,
            gain_standard_error=gains.standard_error,
            nash_conv=SEATS * float(gains.gain[gains.best]),
            nash_conv_standard_error=SEATS * float(gains.standard_error[gains.best]),
        )

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The state to keep."""
        return kept_arrays(self, _STATE)

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a run that was begun with the same parameters."""
        take_over(self, _STATE, arrays)


LEARNABLES = (
    Learnable(
        "draw-thresholds",
        "five-card draw; raise hands of a set, fold all else",
        5,
        (
            Algorithm(
                "regret",
                "regret matching over pure strategies",
                ThresholdLearner.begin,
                100_000_000,
                parameters={own.name: str(own.default) for own in fields(ThresholdGame)},
            ),
        ),
    ),
)
