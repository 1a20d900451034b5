"""Strength of a hole on a board, and whether it can call a bet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from .fields import game_field, plain_field
from .question import Column, Door, View, question

if TYPE_CHECKING:
    from ..answers.strength import Strength

_amount = partial(plain_field, kind=float, most=1e12)


@question(
    plain_field("hole", "Two cards: AhQh.", needed=True, longest=40),
    plain_field("board", "3, 4 or 5 cards: 3h4sJh.", needed=True, longest=40),
    plain_field(
        "villain", "The range of the opponents: one for all, or one each.", "RANGE",
        several=True, longest=16_384,
    ),
    plain_field(
        "opponents", "Number of opponents.", kind=int, least=1, most=1000,
        told="one, or one for each --villain",
    ),
    game_field(cards=2),
    _amount("pot", "The pot, including the opponent's bet."),
    _amount("bet", "The cost of a call."),
    _amount("later", "What both players will pay on later streets.", default=0.0, told="0"),
    plain_field(
        "income_weights",
        "An opponent whose weights rise around MEAN of the ranking by income rate: 0.7,0.2.",
        "MEAN,DEVIATION", several=True, only_commands=True,
    ),
    plain_field(
        "use_field", "One opponent instead: the mean of their ranges.", kind=bool, default=False,
        option="--field", only_commands=True,
    ),
    plain_field(
        "by", "The ranking for 15% and --income-weights: equity or 'income N'.", "RANKING",
        told="equity; income N of all players for the weights", only_commands=True,
    ),
    columns=[
        Column("hole", "VARCHAR", "the hole"),
        Column("board", "VARCHAR", "the board"),
        Column("opponents", "BIGINT", "how many"),
        Column("source", "VARCHAR", "the table of the lake that has the counts, or computed"),
        Column("hs", "DOUBLE", "hand strength now, 0 to 1; before it the counts of the street"),
        Column("ehs", "DOUBLE", "effective hand strength, which includes potential"),
        Column("equity", "DOUBLE", "the equity against one opponent, 0 to 1"),
        Column("equity_squared", "DOUBLE", "the mean square of the strength at the river"),
    ],
    examples=[
        {"hole": "AhQh", "board": "3h4sJh"},
        {"hole": "AhQh", "board": "3h4sJh", "pot": 10.0, "bet": 5.0},
        {"hole": "AhQh", "board": "3h4sJhKd", "opponents": 2},
        {"hole": "AhQh", "board": "3h4sJh", "villain": ["22+,A2s+"]},
        {"hole": "AhKh", "board": "QhJh6c", "game": "short deck"},
    ],
    views=[
        View(
            "--next-card", "Show what the hole is worth after each card that can come next, the "
            "best equity first.", "next_cards",
        )
    ],
    in_rows=False,
)  # fmt: skip
def strength(*, villain: Any, income_weights: Any, game: Any, door: Door, **asked: Any) -> Strength:
    """Compute the strength, potential and equity of a hole on a flop, turn or river.

    A pot and a bet add the pot odds. Counts come from the lake or are computed, with the same
    result. Against ranges they are sums of weights. For several opponents the result is an
    approximation.
    """
    from ..answers.strength import strength as answered

    villains = [villain] if isinstance(villain, str) else villain or []
    return answered(
        villains=[each for each in villains if not isinstance(each, str) or each.strip()],
        rule=game,
        lake=door.lake,
        income=income_weights or [],
        files=door.files,
        **asked,
    )
