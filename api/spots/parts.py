"""Parts of solutions after the flop: options of ``solve`` that show one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pokerlake.queries.questions.fields import Field, text_field, whole_field
from pokerlake.queries.questions.question import Part

from .common import as_given


def _require_line(asked: Mapping[str, Any], part: Mapping[str, Any]) -> None:
    """Refuse an unknown line before solving."""
    from pokerlake.tables.errors import UsageError

    from ..solving import given_spot

    if "line" not in part:
        raise UsageError("--cards are dealt after a line; give it with --line")
    try:
        given_spot(asked, asked["lake"]).spot.tree().node(part["line"])
    except ValueError as error:
        raise error if isinstance(error, UsageError) else UsageError(str(error)) from error


LINE = replace(
    text_field("line", "Only the decision after these actions: 'x b94 c'.", "ACTIONS"),
    default=None,
)
CARDS = replace(
    text_field("cards", "The cards dealt so far in --line or --runouts: 8c.", "CARDS"),
    default=None,
)
AT = Part("at", (LINE, CARDS), before=_require_line)
ACTING = Part(
    "acting",
    (
        replace(
            text_field(
                "action", "The range that takes this action; also in a dialect of ranges.", "ACTION"
            ),
            default=None,
        ),
    ),
    is_range=True,
    is_last=True,
)


RUNOUTS = Part(
    "runouts",
    (
        Field(
            "after",
            "How each next card changes this line, which ends a street: 'x x'.",
            "ACTIONS",
            as_given,
            None,
            option="--runouts",
        ),
        replace(CARDS, effort=True),  # alone they are of a line
    ),
    is_last=True,
)
DRAWN = Part(
    "chart",
    (
        Field(
            "column",
            "Draw the cards of --runouts, coloured by a column: ev_oop, equity_ip, ip_b60; in "
            "the terminal, or with -o deck.svg.",
            "COLUMN",
            as_given,
            None,
            option="--drawn",
        ),
    ),
    is_drawn=True,
)


def _require_locks(asked: Mapping[str, Any], part: Mapping[str, Any]) -> None:
    """Refuse the cost of locks without locks, before solving."""
    from pokerlake.queries.answers.solving.costs import side_with_locks

    from ..locks import locked_sides

    side_with_locks(part["whose"], locked_sides(asked))


COST = Part(
    "cost",
    (
        Field(
            "whose",
            "What --lock costs oop or ip at each decision: against the other's equilibrium "
            "strategy, and against his best response.",
            "PLAYER",
            as_given,
            None,
            option="--cost",
        ),
    ),
    is_last=True,
    before=_require_locks,
)


def _require_player(_: Mapping[str, Any], part: Mapping[str, Any]) -> None:
    """Refuse habits without a player, before solving."""
    from pokerlake.engine.given import shown
    from pokerlake.engine.solving.sizes import PLAYERS
    from pokerlake.tables.errors import UsageError

    if "player" not in part:
        name = next(iter(part))
        raise UsageError(f"--{name} is of the player of --against; give --against ip")
    if part["player"] not in PLAYERS:
        raise UsageError(f"--against is {shown(part['player'])}; give oop or ip")


AGAINST = Part(
    "against",
    (
        Field(
            "player",
            "Play against oop or ip, who keeps to habits on the street of the board.",
            "PLAYER",
            as_given,
            None,
            option="--against",
        ),
        Field(
            "habits",
            "Those habits: auto, counted from the hands in the lake; conditions, from those of "
            "decisions they choose, such as 'player!=Ann; spr<3'; or a file that 'pokerlake "
            "habits' has written.  [default: auto]",
            "auto|CONDITIONS|FILE",
            as_given,
            None,
        ),
        whole_field(
            "least",
            "The least number of decisions for a habit; others are left out.  [default: 30]",
            least=1,
        ),
    ),
    before=_require_player,
)
