"""Players at a showdown, as the page gives them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ..fields import CardsText, RangeText
from ..registry import Asked, Asking, field

if TYPE_CHECKING:
    from pokerlake.queries.answers.equity import Situation, Wanted

# Counting that takes longer than this is sampled, where the page leaves that to us.
QUICK_SECONDS = 0.5
EXACT_SECONDS = 10.0


class PlayersAsked(Asked):
    """Hands or ranges of 2 to 10 players, a board and dead cards."""

    hands: Annotated[list[RangeText], Field(min_length=2, max_length=10)]
    board: CardsText = ""
    dead: CardsText = ""
    method: Literal["auto", "exact", "monte carlo"] = "auto"
    standard_error: Annotated[float, Field(ge=1e-5, le=0.1)] = 0.0005
    seed: Annotated[int, Field(ge=0, lt=1 << 64)] = 1


def situation_of(asked: PlayersAsked, asking: Asking) -> Situation:
    """The players; what is wrong with one is wrong with its field."""
    import numpy as np

    from pokerlake.api.ranges import Range
    from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
    from pokerlake.queries.answers.equity import Situation

    ranges = []
    for player, hand in enumerate(asked.hands):
        with field("hands", player):
            ranges.append(Range(hand, lake=asking.lake).weights)
    with field("board"):
        board = parse_hand(asked.board)
        if len(board) > 5:
            raise CardError(f"board {asked.board!r} has {counted(len(board))}; it has 5 at most")
    with field("dead"):
        dead = parse_hand(asked.dead)
        shared = np.intersect1d(board, dead)
        if len(shared):
            raise CardError(f"board and dead cards both have {format_hand(shared)}")
    return Situation(tuple(asked.hands), np.stack(ranges), board, dead)


def wanted_of(asked: PlayersAsked, situation: Situation) -> Wanted:
    """Whether deals are counted or sampled, by how long counting is estimated to take.

    Raises
    ------
    UsageError
        If they are to be counted, and that takes too long for the page.
    """
    from pokerlake.engine.equity.calculate import plan
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.tables.errors import UsageError

    if asked.method != "monte carlo":
        way = plan(situation.ranges, situation.board, situation.dead, threads=1)[0]
        if way.seconds <= (QUICK_SECONDS if asked.method == "auto" else EXACT_SECONDS):
            return Wanted(method="exact")
        if asked.method == "exact":
            raise UsageError(
                f"counting all deals takes about {way.seconds:,.0f} seconds, which is too long for "
                "the page; sample them, or use Python"
            )
    return Wanted("monte carlo", standard_error=asked.standard_error, seed=asked.seed)


def command_of(asked: PlayersAsked, wanted: Wanted, *views: str) -> str:
    """The command line that gives the same."""
    words = [shlex.quote(hand) for hand in asked.hands]
    for name, cards in (("--board", asked.board), ("--dead", asked.dead)):
        words += [name, shlex.quote(cards)] if cards else []
    if wanted.seed is None:
        words.append("--exact")
    else:
        words.append(f"--mc --se {wanted.standard_error!r} --seed {wanted.seed}")
    return " ".join(["pokerlake equity", *words, *views])
