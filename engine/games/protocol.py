"""What all learners have in common: how they go on, and what they have come to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Learned:
    """What a learner has come to, a row for each of the c choices of all states.

    Attributes
    ----------
    player : sequence of int
        Whose state it is, 1 the first; 0 where one strategy is learned for all places.
    state : sequence of str
        What the player knows; the choices of a state are side by side.
    choice : sequence of str
    probability : (c,) float64
        How often the choice is to be made in its state.
    games, won : (c,) int64, optional
        Of a result table: the games in which the choice was made, and what was won after it, in
        the units of the game.
    gain, gain_standard_error : (c,) float64, optional
        Chips a game that a player would win more, or less, who always made this choice in this
        state and did nothing else differently; the error is 0 where the gain is exact.
    value : float, optional
        Chips a game that the first player wins.
    nash_conv, nash_conv_standard_error : float, optional
        Chips a game that the players could win more in all, each by his best response to the
        others; the error is 0 where it is exact.
    """

    player: Sequence[int]
    state: Sequence[str]
    choice: Sequence[str]
    probability: Floats
    games: Counts | None = None
    won: Counts | None = None
    gain: Floats | None = None
    gain_standard_error: Floats | None = None
    value: float | None = None
    nash_conv: float | None = None
    nash_conv_standard_error: float | None = None


class Learner(Protocol):
    """A run, which can be stopped and gone on with: ``arrays`` are all of its state."""

    @property
    def done(self) -> int:
        """Games played; iterations where all of a game is walked."""
        ...

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play on, at least until ``games`` are done in all; the same for any ``threads``.

        Where games are played in lots, a lot that is begun is played to its end, and where lots end
        depends on ``done`` alone: stops in between change nothing.
        """
        ...

    def learned(self, *, threads: int = 1) -> Learned:
        """What it has come to by now."""
        ...

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Its state, to be kept; numbers as arrays of no dimension."""
        ...

    def restore(self, arrays: Arrays) -> None:
        """Become what a learner, begun alike, was when it gave these arrays."""
        ...


@dataclass(frozen=True)
class Profit:
    """What a learned strategy has won of others who do not learn.

    Attributes
    ----------
    opponent : str
        What all the others play.
    rounds : int
    won, won_squares : int
        Of each round what the strategy has won, in the game's units, and its square: added up.
    """

    opponent: str
    rounds: int
    won: int
    won_squares: int

    @property
    def mean(self) -> float:
        """Won a round, in the game's units."""
        return self.won / self.rounds

    @property
    def standard_error(self) -> float:
        """Of the mean; NaN for one round."""
        if self.rounds == 1:
            return math.nan
        squares = self.won_squares - self.won**2 / self.rounds
        return math.sqrt(squares / (self.rounds - 1) / self.rounds)
