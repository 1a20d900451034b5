"""What a game is: chance, what players see, their choices and what they win."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

S = TypeVar("S", bound=Hashable)

CHANCE = -1
OVER = -2


class Game(Protocol[S]):
    """A game of 1 to 10 players, each of whom remembers what he has seen and chosen.

    Attributes
    ----------
    name : str
    players : int
    """

    name: str
    players: int

    def start(self) -> S:
        """The state before anything has happened."""
        ...

    def turn(self, state: S) -> int:
        """The player 0.. whose choice it is, or ``CHANCE``, or ``OVER``."""
        ...

    def chances(self, state: S) -> Sequence[tuple[Fraction, S]]:
        """What chance may do, and how likely each is."""
        ...

    def choices(self, state: S) -> Sequence[str]:
        """What the player may do, in words."""
        ...

    def after(self, state: S, choice: str) -> S:
        """The state once the player has done it."""
        ...

    def seen(self, state: S) -> str:
        """What the player whose choice it is knows: states he cannot tell apart are the same."""
        ...

    def paid(self, state: S) -> int:
        """Chips the player whose choice it is has put in so far."""
        ...

    def won(self, state: S) -> Sequence[int]:
        """Chips each player has won in the end, his own ones taken off; negative if he lost."""
        ...
