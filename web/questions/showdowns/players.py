"""Players at a showdown, as the page gives them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ..fields import HOLDEM, CardsText, GameName, RangeText, game_unless_holdem
from ..registry import Asked, Asking

if TYPE_CHECKING:
    from pokerlake.queries.answers.equity import Showdown, Wanted

# Counting that takes longer than this is sampled, where the page leaves that to us.
QUICK_SECONDS = 0.5
EXACT_SECONDS = 10.0


class PlayersAsked(Asked):
    """A game, hands or ranges of 2 to 10 players, a board and dead cards."""

    game: GameName = HOLDEM
    hands: Annotated[list[RangeText], Field(min_length=2, max_length=10)]
    board: CardsText = ""
    dead: CardsText = ""
    method: Literal["auto", "exact", "monte carlo"] = "auto"
    standard_error: Annotated[float, Field(ge=1e-5, le=0.1)] = 0.0005
    seed: Annotated[int, Field(ge=0, lt=1 << 64)] = 1


def situation_of(asked: PlayersAsked, asking: Asking) -> Showdown:
    """The players; no file is read for them."""
    from pokerlake.queries.answers.orders import rule_of
    from pokerlake.queries.answers.players import players

    asking.listen()
    return players(rule_of(asked.game), asked.hands, asked.board, asked.dead, lake=asking.lake)


def wanted_of(asked: PlayersAsked, situation: Showdown) -> Wanted:
    """Whether deals are counted or sampled, by how long counting is estimated to take."""
    from pokerlake.queries.answers.equity import Wanted
    from pokerlake.tables.errors import UsageError

    if asked.method != "monte carlo":
        way = situation.ways(1)[0]
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
    options = {
        "--game": game_unless_holdem(asked.game),
        "--board": asked.board,
        "--dead": asked.dead,
    }
    for name, value in options.items():
        words += [name, shlex.quote(value)] if value else []
    if wanted.seed is None:
        words.append("--exact")
    else:
        words.append(f"--mc --se {wanted.standard_error!r} --seed {wanted.seed}")
    return " ".join(["pokerlake equity", *words, *views])
