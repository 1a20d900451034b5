"""Holes on a board: all with strength and rank, and one after each next card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from pokerlake.queries.questions import question as declared

from ..answer import Answer, Same
from ..declared import model_of, same_of_view
from ..registry import Asking, field, question
from ..same import literal, sql_text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.api.ranges import Range

MaybeRange = Annotated[str, Field(max_length=16_384)]

_STRENGTH = declared.questions()["strength"]
# A board, and the opponents: one or more with any hands, or one with a range. The holes are
# weighted by ``range``, if given.
BoardAsked = model_of(
    _STRENGTH, "board", "opponents", villain=(MaybeRange, ""), range=(MaybeRange, "")
)


@question(
    "board",
    BoardAsked,
    warm=[{"board": "3h4sJh"}, {"board": "3h4sJhKd"},
          {"board": "3h4sJh", "villain": "TT+"}],
)  # fmt: skip
def board(asked: Any, asking: Asking) -> Answer:
    """Every live hole on a flop, turn or river: a row a hole, the best equity first.

    ``range_weight`` is its weight in the given range, else 1.
    """
    import pyarrow as pa

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.queries.answers.board_ranking import board_ranking

    with field("board"):
        cards = board_of(asked.board)
    villain = range_of(asked.villain, "villain", asking)
    shown = range_of(asked.range, "range", asking)
    opponents = (asked.opponents or 1) if villain is None else 1
    with field("villain"):
        table = board_ranking(cards, None if villain is None else villain.weights, opponents)
    hole_id = table["hole_id"].to_numpy()
    weights = pa.array([1.0] * len(hole_id)) if shown is None else shown.weights[hole_id]
    table = table.drop_columns("hole_id").append_column("range_weight", pa.array(weights))
    text = format_hand(cards)
    same = Same(_python(text, asked, opponents), _sql(text, asked, opponents))
    return Answer({"board": text, "opponents": opponents}, table, same, keep=True)


def board_of(text: str) -> npt.NDArray[np.uint8]:
    """The cards of a flop, turn or river; CardError for other cards."""
    from pokerlake.engine.cards.text import CardError, counted, parse_hand

    cards = parse_hand(text)
    if not 3 <= len(cards) <= 5:
        raise CardError(f"{text!r} has {counted(len(cards))}; a board has 3, 4 or 5")
    return cards


def range_of(text: str, name: str, asking: Asking) -> Range | None:
    """The range of a field, if it has one."""
    from pokerlake.api.ranges import Range

    if not text.strip():
        return None
    with field(name):
        return Range(text, lake=asking.lake)


def _python(board: str, asked: Any, opponents: int) -> str:
    arguments = [f'list(pk.Range("random").without({literal(board)}))', literal(board)]
    if asked.villain.strip():
        arguments += [literal(asked.villain), "strict=False"]  # some holes may meet none of it
    elif opponents > 1:
        arguments.append(f"opponents={opponents}")
    return f"pk.strength({', '.join(arguments)})"


_SQL = """\
with

asked as (
    select
        hole_id,
        hole,
        hand,
        strength({given}) as ratios
    from holes
)

select
    rank() over (order by round(ratios.equity, 12) desc) as rank,
    hole,
    hand,
    ratios.hs,
    ratios.ppot1,
    ratios.npot1,
    ratios.ppot2,
    ratios.npot2,
    ratios.ehs,
    ratios.equity
from asked
where ratios is not null
order by rank, hole_id desc
"""


def _sql(board: str, asked: Any, opponents: int) -> str:
    arguments: list[Any] = ["hole", sql_text(board)]
    if asked.villain.strip():
        arguments.append(sql_text(asked.villain))
    elif opponents > 1:
        arguments.append(str(opponents))
    return _SQL.format(given=", ".join(arguments))


# ---------------------------------------------------------------- the next card


@question("hole_next", model_of(_STRENGTH), seconds=15, warm=[{"hole": "AhQh", "board": "3h4sJh"}])
def hole_next(asked: Any, asking: Asking) -> Answer:
    """The worth of a hole after each next card: a row a card, the best equity first.

    An opponent's range loses the holes that contain the card.
    """
    values = asked.model_dump()
    table = _STRENGTH.ask(values, asking.lake).next_cards().to_arrow()
    return Answer({}, table, same_of_view(_STRENGTH, values, "--next-card"), keep=True)
