"""A range as text, read: what the page's grid shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from ..answer import Answer, Same
from ..fields import HOLDEM, CardsText, RangeText, TwoCardGame, game_unless_holdem
from ..registry import Asked, Asking, field, question
from ..same import call

if TYPE_CHECKING:
    from pokerlake.api.ranges import Range


class RangeAsked(Asked):
    """A range of two cards as text, in any dialect."""

    game: TwoCardGame = HOLDEM
    text: RangeText
    dialect: str = Field("pokerlake", max_length=40)
    dead: CardsText = ""
    to: str = Field("", max_length=40)  # a dialect that it is to be written in too


@question("range", RangeAsked, warm=[{"text": "top 15%"}])
def range_(asked: RangeAsked, asking: Asking) -> Answer:
    """Read a range.

    ``hands`` has the mean weight of each of the 169 hands in it, and ``parts`` the text of those
    whose holes differ in weight. Holes that are not in the game's deck are left out.
    """
    from math import comb

    from pokerlake.api.ranges import Range
    from pokerlake.catalogue import GAMES
    from pokerlake.engine.ranges.notation import dialect_of

    rule = GAMES[asked.game]

    with field("dialect"):
        dialect_of(asked.dialect)
    with field("text"):
        found = Range(asked.text, game=asked.game, dialect=asked.dialect, lake=asking.lake)
    with field("dead"):
        found = found.without(asked.dead)
    data: dict[str, Any] = {
        "text": str(found),
        "combos": found.combos,
        "percent": 100 * found.combos / comb(len(rule.deck), rule.hole),
        "hands": found.hands,
        "parts": _parts(found),
    }
    if asked.to:
        with field("to"):
            data["written"] = found.to(asked.to)
    dialect = "" if asked.dialect == "pokerlake" else asked.dialect
    game = game_unless_holdem(asked.game)
    python = call("pk.Range", asked.text, game=game, dialect=dialect, dead=asked.dead)
    return Answer(data, same=Same(python=python), keep=True)


def _parts(found: Range) -> dict[str, str]:
    """The text of each hand whose holes do not all have one weight."""
    import numpy as np

    from pokerlake.engine.cards.holes import HANDS, hand_of_hole
    from pokerlake.engine.ranges.notation import format_range

    weights = found.weights
    mean = found.grid().ravel()[hand_of_hole()]
    uneven = np.unique(hand_of_hole()[np.abs(weights - mean) > 1e-9])
    return {
        HANDS[hand]: format_range(np.where(hand_of_hole() == hand, weights, 0.0)) for hand in uneven
    }
