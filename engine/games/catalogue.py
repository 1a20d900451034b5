"""The games that can be learned by name, and the algorithms for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .learner import Learner, Profit

Parameters = Mapping[str, str | int | float]


@dataclass(frozen=True)
class Algorithm:
    """A way to learn a game.

    Attributes
    ----------
    name : str
    about : str
        A line.
    begin : callable
        ``begin(seed=..., **parameters)`` gives a learner; without seed where nothing is random.
    games : int
        How many to play, or iterations, where nobody says.
    iterates : bool
        Whether its games are iterations, each of which walks all of the game.
    seeded : bool
        Whether it has random numbers.
    parameters : mapping
        What else it takes, with default values.
    profits : callable, optional
        ``profits(learner, seed=..., threads=...)``: how what it has learned fares against others.
    """

    name: str
    about: str
    begin: Callable[..., Learner]
    games: int
    iterates: bool = False
    seeded: bool = True
    parameters: Parameters = field(default_factory=dict)
    profits: Callable[..., Sequence[Profit]] | None = None


@dataclass(frozen=True)
class Learnable:
    """A game, and the algorithms for it; the first is what is taken where nobody says."""

    name: str
    about: str
    players: int
    algorithms: Mapping[str, Algorithm]
