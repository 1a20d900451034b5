"""Fields that several questions have, with how long each may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from pokerlake import catalogue as games

RangeText = Annotated[str, Field(min_length=1, max_length=16_384)]
CardsText = Annotated[str, Field(max_length=200)]
BoardText = Annotated[str, Field(min_length=1, max_length=40)]

if TYPE_CHECKING:
    GameName = str
    OmahaGame = str
    RankedGame = str
    FourCardGame = str
    TwoCardGame = str
else:  # one of the names, for pydantic

    def _games(are: Callable[[games.Game], object]) -> Any:
        return Literal[tuple(name for name, game in games.GAMES.items() if are(game))]

    GameName = _games(lambda _: True)
    OmahaGame = _games(lambda game: game.used)
    RankedGame = _games(lambda game: game.holes_table)
    FourCardGame = _games(lambda game: game.holes_table and game.hole == 4)
    TwoCardGame = _games(lambda game: game.hole == 2)

HOLDEM: Final = games.HOLDEM.name


def game_unless_holdem(game: str) -> str:
    """A game as Python and commands are told of it: hold'em is what they take without it."""
    return "" if game == HOLDEM else game
