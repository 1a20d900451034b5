"""The equity of players by the card that comes next, and of each hole."""

from __future__ import annotations

from ..answer import Answer, Same
from ..registry import Asking, question
from .players import PlayersAsked, command_of, situation_of, wanted_of


@question("next_cards", PlayersAsked, seconds=20, at_once=1)
def next_cards(asked: PlayersAsked, asking: Asking) -> Answer:
    """The equity of each player for each card that can come next: a row a card."""
    from pokerlake.queries.answers.equity import next_card_equities

    situation = situation_of(asked, asking)
    wanted = wanted_of(asked, situation)
    table = next_card_equities(situation, wanted)
    keep = wanted.seed is None
    return Answer({}, table, Same(command=command_of(asked, wanted, "--next-card")), keep)


@question("hole_equities", PlayersAsked, seconds=30, at_once=1)
def hole_equities(asked: PlayersAsked, asking: Asking) -> Answer:
    """The equity of each hole of the first player against the others, the best first."""
    from pokerlake.queries.answers import equity as answers

    situation = situation_of(asked, asking)
    wanted = wanted_of(asked, situation)
    table = answers.hole_equities(situation, wanted)
    keep = wanted.seed is None
    return Answer({}, table, Same(command=command_of(asked, wanted, "--by-hole")), keep)
