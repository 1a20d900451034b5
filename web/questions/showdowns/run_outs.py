"""The equity of players by the card that comes next, of each hole, and of range against range."""

from __future__ import annotations

from ..answer import Answer, Same
from ..fields import BoardText, RangeText
from ..registry import Asked, Asking, field, question
from ..same import call
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


class DistributionAsked(Asked):
    """Two ranges on a board."""

    hero: RangeText
    villain: RangeText
    board: BoardText


@question(
    "distribution",
    DistributionAsked,
    seconds=15,
    warm=[{"hero": "AA", "villain": "KK", "board": "Jh2h3d"}],
)
def distribution(asked: DistributionAsked, asking: Asking) -> Answer:
    """The equity of each range's holes against the other range, the best first, as a picture."""
    from pokerlake.api.ranges import Range
    from pokerlake.queries.charts import chart_named

    with field("hands", 0):
        hero = Range(asked.hero, lake=asking.lake)
    with field("hands", 1):
        villain = Range(asked.villain, lake=asking.lake)
    with field("board"):
        drawn = chart_named("distribution").drawn(hero=hero, villain=villain, board=asked.board)
    python = call(
        "pk.chart", "distribution", hero=asked.hero, villain=asked.villain, board=asked.board
    )
    return Answer({"svg": drawn.svg()}, same=Same(python=python), keep=True)
