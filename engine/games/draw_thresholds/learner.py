"""Regret minimisation over the pure threshold strategies of five-card draw."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.games.protocol import Arrays, Learned

from .game import MIX, STRATEGIES, Counts, ThresholdGame, rounded_mix
from .rounds import SEATS

# Rounds between two changes of the mix: from so many, an eighth of those played, to so many.
FEWEST_IN_BATCH, MOST_IN_BATCH = 1 << 10, 1 << 13
# Rounds by which a mix is judged: as many as were played, but from so many to so many.
FEWEST_JUDGED, MOST_JUDGED = 1 << 16, 1 << 25


class ThresholdLearner:
    """A run, in which all five players share one mix of pure strategies.

    After each batch of rounds every strategy's regret goes up by what it would have won more than
    the mix, and the next mix is in proportion to the regrets above 0: regret matching (Hart,
    Mas-Colell 2000). The result is the mean of the mixes, each weighted by the rounds it was
    played and by the square of the rounds played until then, so that the first ones, far off, are
    soon forgotten. Regrets that stop at 0, as in regret matching+, leave more of the strategies
    that are never good. That the mean comes near to an equilibrium is proven for two players only:
    how near it is with five, rounds tell that the learner has not seen
    (:meth:`.threshold_game.ThresholdGame.gains`).

    Attributes
    ----------
    game : ThresholdGame
    seed : int
    done : int
        Rounds played.
    regrets : (25,) int64
        What each would have won more, added up over rounds and seats, in ``1 / (UNIT * MIX)``
        chips: whole numbers, so that the run is the same on any machine.
    sums : (25,) float64
        Of the weighted mixes.
    """

    def __init__(self, game: ThresholdGame, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.done = 0
        self.regrets = np.zeros(len(STRATEGIES), np.int64)
        self.sums = np.zeros(len(STRATEGIES))

    @classmethod
    def begin(
        cls, *, seed: int = 1, nobody_opens: str = "antes back", missed_draw: str = "raises"
    ) -> ThresholdLearner:
        """A run in which nothing is played yet; the rules are those of :mod:`.threshold_game`.

        Raises
        ------
        GameError
            If there is no such reading of the rules.
        ValueError
            If the seed is out of range.
        """
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
        return cls(ThresholdGame(nobody_opens, missed_draw), seed)

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play on, in whole batches, until ``games`` rounds are done in all."""
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
        """How often each strategy is to be played, ``(25,)``, adding up to ``MIX``."""
        return rounded_mix(self.sums)

    def learned(self, *, threads: int = 1) -> Learned:
        """The mean mix and what each strategy would gain on it; NashConv is that of all five."""
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
        """Its state, to be kept."""
        return {
            "done": np.array(self.done),
            "regrets": self.regrets.copy(),
            "sums": self.sums.copy(),
        }

    def restore(self, arrays: Arrays) -> None:
        """Become what a run, begun alike, was when it gave these arrays."""
        self.done = int(arrays["done"])
        self.regrets, self.sums = arrays["regrets"].copy(), arrays["sums"].copy()
