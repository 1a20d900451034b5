"""Fields that several questions have, with how long each may be."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

RangeText = Annotated[str, Field(min_length=1, max_length=16_384)]
CardsText = Annotated[str, Field(max_length=200)]
BoardText = Annotated[str, Field(min_length=1, max_length=40)]

# Names of ``engine/rules``, which the process that asks does not load.
HOLDEM: Final = "hold'em"
Game = Literal["hold'em", "omaha", "omaha5", "omaha6", "omaha hi-lo", "short deck"]
OmahaGame = Literal["omaha", "omaha5", "omaha6", "omaha hi-lo"]
FourCardGame = Literal["omaha", "omaha hi-lo"]
TwoCardGame = Literal["hold'em", "short deck"]


def game_unless_holdem(game: str) -> str:
    """A game as Python and commands are told of it: hold'em is what they take without it."""
    return "" if game == HOLDEM else game
