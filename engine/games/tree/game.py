"""The protocol of a game: chance, what players see, their choices and their winnings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

S = TypeVar("S", bound=Hashable)

CHANCE = -1
OVER = -2


class Game(Protocol[S]):
    """A game of 1 to 10 players, each of whom remembers what he has seen and chosen."""

    name: str
    players: int

    def start(self) -> S:
        """The state before anything has happened."""
        ...

    def turn(self, state: S) -> int:
        """The player, from 0, whose choice it is, or ``CHANCE``, or ``OVER``."""
        ...

    def chances(self, state: S) -> Sequence[tuple[Fraction, S]]:
        """The possible outcomes of chance, with their probabilities."""
        ...

    def choices(self, state: S) -> Sequence[str]:
        """The names of the player's choices."""
        ...

    def after(self, state: S, choice: str) -> S:
        """The state after the player's choice."""
        ...

    def seen(self, state: S) -> str:
        """What the player to act knows. It is the same for nodes that he cannot tell apart."""
        ...

    def paid(self, state: S) -> int:
        """The chips that the player to act has put in so far."""
        ...

    def won(self, state: S) -> Sequence[int]:
        """The chips that each player has won at the end, less his own; negative if he lost."""
        ...
