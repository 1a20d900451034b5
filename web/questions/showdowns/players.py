"""Players at a showdown, as the page gives them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ..fields import HOLDEM, CardsText, GameName, RangeText, game_unless_holdem
from ..registry import Asked, Asking, field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pokerlake.catalogue import Game
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
    """The players; what is wrong with one is wrong with its field."""
    import numpy as np

    from pokerlake.catalogue import GAMES
    from pokerlake.engine.cards.text import CardError, counted, format_hand
    from pokerlake.queries.answers.equity import Situation
    from pokerlake.queries.answers.games.equity import OmahaSituation
    from pokerlake.queries.answers.orders import order_of_game

    rule = GAMES[asked.game]
    ranges = list(_ranges(asked, asking, rule))
    with field("board"):
        board = _cards(asked.board, rule)
        if len(board) > 5:
            raise CardError(f"board {asked.board!r} has {counted(len(board))}; it has 5 at most")
    with field("dead"):
        dead = _cards(asked.dead, rule)
        shared = np.intersect1d(board, dead)
        if len(shared):
            raise CardError(f"board and dead cards both have {format_hand(shared)}")
    hands = tuple(asked.hands)
    if rule.used:
        return OmahaSituation(hands, tuple(ranges), board, dead, rule)
    return Situation(hands, np.stack(ranges), board, dead, order_of_game(rule))


def _ranges(asked: PlayersAsked, asking: Asking, rule: Game) -> Iterator[Any]:
    """The range of each player as situations of the game have it; no file is read for it."""
    from pokerlake.api.ranges import Range
    from pokerlake.queries.answers.games.equity import is_any
    from pokerlake.queries.answers.ranges.omaha import OmahaReader

    reader = OmahaReader(rule, asking.lake)
    for player, hand in enumerate(asked.hands):
        with field("hands", player):
            if rule.used:
                yield None if is_any(hand) else reader.read(hand)
            else:
                yield Range(hand, game=asked.game, lake=asking.lake).weights
        asking.listen()


def _cards(text: str, rule: Game) -> Any:
    """Cards 0..51 of the game's deck."""
    from pokerlake.engine.cards.text import CardError, parse_hand
    from pokerlake.engine.orders.evaluate import not_in_deck

    cards = parse_hand(text)
    if set(cards.tolist()) & set(rule.dead):
        raise CardError(not_in_deck(cards.tolist(), rule.high))
    return cards


def wanted_of(asked: PlayersAsked, situation: Showdown) -> Wanted:
    """Whether deals are counted or sampled, by how long counting is estimated to take.

    Raises
    ------
    UsageError
        If they are to be counted, and that takes too long for the page.
    """
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
