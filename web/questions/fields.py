"""Fields that several questions share, with their greatest lengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from pokerlake import catalogue as games

RangeText = Annotated[str, Field(min_length=1, max_length=16_384)]
CardsText = Annotated[str, Field(max_length=200)]
Suits = Literal["ds", "ss", "rainbow", "ts", "ms", "all"]
BoardText = Annotated[str, Field(min_length=1, max_length=40)]


def _without_sign(value: Any, whole: float) -> Any:
    """The number of a text with the sign %; other values unchanged, to be refused."""
    from pokerlake.engine.given import plain_float

    if not isinstance(value, str) or not value.rstrip().endswith("%"):
        return value
    try:
        return plain_float(value.rstrip().removesuffix("%").strip()) / whole
    except ValueError:
        return value


# Numbers, or text with the sign %: for shares "5%" is 0.05, for percentages 5.
ShareNumber = Annotated[float, BeforeValidator(lambda given: _without_sign(given, 100.0))]
PercentNumber = Annotated[float, BeforeValidator(lambda given: _without_sign(given, 1.0))]

if TYPE_CHECKING:
    GameName = str
    EquityGame = str
    RankedGame = str
    FourCardGame = str
    TwoCardGame = str
else:  # one of the names, for pydantic

    def _games(
        are: Callable[[games.Game], object], among: Mapping[str, games.Game] = games.GAMES
    ) -> Any:
        return Literal[tuple(name for name, game in among.items() if are(game))]

    GameName = _games(lambda _: True)
    EquityGame = _games(lambda _: True, games.GAMES | games.OTHER_GAMES)
    RankedGame = _games(lambda game: game.holes_table)
    FourCardGame = _games(lambda game: game.holes_table and game.hole == 4)
    TwoCardGame = _games(lambda game: game.hole == 2)

HOLDEM: Final = games.HOLDEM.name


def game_unless_holdem(game: str) -> str:
    """A game for Python and commands: hold'em is their default."""
    return "" if game == HOLDEM else game
