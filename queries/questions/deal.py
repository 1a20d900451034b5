"""Deal: random hands, or their winners."""

from __future__ import annotations

from functools import partial
from typing import Any

from .fields import dead_field, game_field, of_field, plain_field
from .question import Column, Door, View, question

_whole = partial(plain_field, kind=int)


def _compared(**asked: Any) -> Any:
    from ..answers.deal import compared_deals

    return _work(compared_deals, rule=asked["game"], **asked)


def _work(
    answer: Any, *, deals: int, players: int, cards: int | None, board: int, dead: Any, game: Any,
    seed: int | None, door: Door, **more: Any,
) -> Any:  # fmt: skip
    """The rows that ``answer`` makes of deals; it shows a new seed."""
    import secrets

    from pokerlake.tables.errors import UsageError

    if board and not game.boards:
        with of_field("board"):
            raise UsageError(f"board is {board}, and {game.name} has none; leave it out")
    chosen = secrets.randbits(32) if seed is None else seed
    size = (game.hole if board else game.alone) if cards is None else cards
    gone = sorted({*dead.tolist(), *game.dead})
    rows = answer(deals, players, size, chosen, dead=gone, board=board, **more)
    if seed is None:
        door.note(f"seed {chosen}")
    return rows


@question(
    _whole("deals", "Number of deals; each gives every player a hand.", default=1, by_place=True),
    _whole("players", "Number of players, 1 to 10.", default=1),
    _whole(
        "cards", "Number of cards in a hand.", told="5; in a hole 2, in Omaha 4, 5 or 6; in stud 7"
    ),
    _whole("board", "Number of cards on a shared board, 0 to 5.", default=0),
    dead_field("Cards that are not in the deck: AsKd."),
    game_field(least=0),
    _whole("seed", "Seed of the deals.", least=0, most=2**64 - 1, told="a new one, shown"),
    columns=[
        Column("deal", "BIGINT", "its number, from 1 on"),
        Column("player_1", "VARCHAR", "the hand of each player, a column each"),
        Column("board", "VARCHAR", "the shared board, if any"),
    ],
    examples=[
        {"deals": 3, "players": 2, "board": 5, "seed": 1},
        {"deals": 2, "seed": 1},
        {"deals": 2, "players": 6, "board": 3, "game": "omaha", "dead": "As", "seed": 2},
        {"deals": 2, "players": 2, "game": "razz", "seed": 1},
    ],
    views=[View("--compare", "Count who wins instead of showing the hands.", _compared)],
    in_rows=False,
    on_page=False,
    has_lake=False,
)
def deal(**asked: Any) -> Any:
    """Deal random hands, or compare them.

    With a board, a hand is the best of a player's cards and the board; in Omaha, of two cards of
    the hole and three of the board. In hi-lo, a won deal means both halves.
    """
    from ..answers.deal import dealt_hands

    return _work(dealt_hands, **asked)
