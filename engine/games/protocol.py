"""The common protocol of learners, and how a game declares what can learn it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..dealing.deck import require_seed
from ..signatures import F64, I64, U64

Arrays = Mapping[str, npt.NDArray[Any]]
Parameters = Mapping[str, str | int | float]

# The parameters of result tables: the share of choices made at random, and the number of tables
# that are learned side by side.
EXPLORE, TABLES, MOST_TABLES = 0.01, 8, 256


@dataclass(frozen=True)
class Learned:
    """A learned strategy: a row for each of the c choices of all states."""

    # The player whose state it is, from 1 on; 0 if one strategy is learned for all seats.
    player: Sequence[int]
    state: Sequence[str]  # what the player knows. The choices of a state are consecutive.
    choice: Sequence[str]
    probability: F64  # (c,): how often to make the choice in its state
    # (c,): of a result table: the games in which the choice was made, and what was won after it, in
    # the units of the game.
    games: I64 | None = None
    won: I64 | None = None
    # (c,): chips a game that a player would win more by always making this choice in this state,
    # with nothing else changed. The error is 0 if the gain is exact.
    gain: F64 | None = None
    gain_standard_error: F64 | None = None
    value: float | None = None  # chips a game that the first player wins
    # Chips a game that the players could win more in all, each by his best response to the others.
    # The error is 0 if NashConv is exact.
    nash_conv: float | None = None
    nash_conv_standard_error: float | None = None


class Learner(Protocol):
    """A run of an algorithm. It can be stopped and resumed: ``arrays`` are its whole state."""

    @property
    def done(self) -> int:
        """Games played, or iterations if each walks the whole game."""
        ...

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play until at least ``games`` are done in all; the same for any number of ``threads``.

        If games are played in batches, a batch that has begun is played to its end. Where a batch
        ends depends on ``done`` alone, so stops in between change nothing.
        """
        ...

    def learned(self, *, threads: int = 1) -> Learned:
        """The strategy so far."""
        ...

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The state to store; numbers are arrays without dimensions."""
        ...

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a learner created with the same parameters."""
        ...


@dataclass(frozen=True)
class Profit:
    """The winnings of a learned strategy against opponents who do not learn."""

    opponent: str  # the strategy of all opponents
    rounds: int
    # Sums over the rounds of what the strategy won, in the game's units, and of its square.
    won: int
    won_squares: int

    @property
    def mean(self) -> float:
        """What the strategy won a round, in the game's units."""
        return self.won / self.rounds

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; NaN for one round."""
        if self.rounds == 1:
            return math.nan
        squares = self.won_squares - self.won**2 / self.rounds
        return math.sqrt(squares / (self.rounds - 1) / self.rounds)


@dataclass(frozen=True)
class Algorithm:
    """A way to learn a game."""

    name: str
    about: str  # a line
    # ``begin(seed=..., **parameters)`` returns a learner. It takes a seed only if ``seeded``.
    begin: Callable[..., Learner]
    games: int  # the default number of games, or of iterations
    unit: int = 1  # winnings are counted in ``1 / unit`` chips
    once: bool = False  # whether it finishes at once: its number of games is 1
    iterates: bool = False  # whether its games are iterations, each of which walks the whole game
    seeded: bool = True  # whether it draws random numbers
    # Whether its tables, as many as its parameter ``tables``, are independent: the rows of its
    # arrays are then runs of one table each.
    apart: bool = False
    # Other parameters, with their defaults.
    parameters: Parameters = field(default_factory=dict)
    # ``profits(learned, games, seed=..., threads=...)`` plays the strategy learned from so many
    # games against opponents.
    profits: Callable[..., Sequence[Profit]] | None = None


@dataclass(frozen=True)
class Learnable:
    """A game that can be learned. Its module lists it in ``LEARNABLES`` for the catalogue."""

    name: str
    about: str  # a line
    players: int
    algorithms: tuple[Algorithm, ...]  # the first is the default
    # The rules of a small game (:class:`.tree.game.Game`), by which its runs can be checked.
    rules: Any = None


def result_table(begin: Callable[..., Learner], **others: Any) -> Algorithm:
    """The algorithm of the draw-poker blog, as games declare it; ``others`` are its fields."""
    about = "the choice that has won most so far, now and then another"
    parameters = {"explore": EXPLORE, "tables": TABLES}
    return Algorithm("result-table", about, begin, 100_000_000, parameters=parameters, **others)


def kept_arrays(run: object, names: Iterable[str]) -> dict[str, npt.NDArray[Any]]:
    """Copies of the attributes of a run that are its state; numbers become arrays too."""
    return {name: np.array(getattr(run, name)) for name in names}


def take_over(run: object, names: Iterable[str], arrays: Arrays) -> None:
    """Give a run the state that :func:`kept_arrays` returned."""
    for name in names:
        array = np.array(arrays[name], np.asarray(getattr(run, name)).dtype)
        setattr(run, name, array if array.ndim else int(array))


def table_streams(seed: int, explore: float, tables: int) -> U64:
    """The initial states of the random streams of result tables, ``(tables,)``.

    Raises ValueError if ``explore`` is not from 0 to 1, or another argument is out of range.
    """
    if not 0 <= explore <= 1:
        raise ValueError(f"explore is {explore}: give 0 .. 1")
    if not 1 <= tables <= MOST_TABLES:
        raise ValueError(f"tables is {tables}: give 1 .. {MOST_TABLES}")
    require_seed(seed)
    return np.random.SeedSequence(seed).generate_state(tables, np.uint64).astype(np.uint64)
