"""Holes on a board: all with strength and rank, and one after each next card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ..answer import Answer, Same
from ..fields import BoardText
from ..registry import Asked, Asking, field, question
from ..same import literal, sql_text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pokerlake.api.ranges import Range

MaybeRange = Annotated[str, Field(max_length=16_384)]
Opponents = Annotated[int, Field(ge=1, le=9)]


class BoardAsked(Asked):
    """A board and who is met there: any hands of one or more opponents, or one with a range.

    ``range`` is one that the holes are weighed by.
    """

    board: BoardText
    villain: MaybeRange = ""
    opponents: Opponents = 1
    range: MaybeRange = ""


@question(
    "board",
    BoardAsked,
    warm=[{"board": "3h4sJh"}, {"board": "3h4sJhKd"},
          {"board": "3h4sJh", "villain": "TT+"}],
)  # fmt: skip
def board(asked: BoardAsked, asking: Asking) -> Answer:
    """Every hole that is live on a flop, turn or river: a row a hole, the best equity first.

    ``range_weight`` is its weight in the range that was given, else 1.
    """
    import pyarrow as pa

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.queries.answers.board_ranking import board_ranking

    with field("board"):
        cards = board_of(asked.board)
    villain = range_of(asked.villain, "villain", asking)
    shown = range_of(asked.range, "range", asking)
    opponents = asked.opponents if villain is None else 1
    with field("villain"):
        table = board_ranking(cards, None if villain is None else villain.weights, opponents)
    hole_id = table["hole_id"].to_numpy()
    weights = pa.array([1.0] * len(hole_id)) if shown is None else shown.weights[hole_id]
    table = table.drop_columns("hole_id").append_column("range_weight", pa.array(weights))
    text = format_hand(cards)
    same = Same(_python(text, asked, opponents), _sql(text, asked, opponents))
    return Answer({"board": text, "opponents": opponents}, table, same, keep=True)


def board_of(text: str) -> npt.NDArray[np.uint8]:
    """The cards of a flop, turn or river; CardError if it is none."""
    from pokerlake.engine.cards.text import CardError, counted, parse_hand

    cards = parse_hand(text)
    if not 3 <= len(cards) <= 5:
        raise CardError(f"{text!r} has {counted(len(cards))}; a board has 3, 4 or 5")
    return cards


def range_of(text: str, name: str, asking: Asking) -> Range | None:
    """The range of a field, if there is one in it."""
    from pokerlake.api.ranges import Range

    if not text.strip():
        return None
    with field(name):
        return Range(text, lake=asking.lake)


def _python(board: str, asked: BoardAsked, opponents: int) -> str:
    given = [f'list(pk.Range("random").without({literal(board)}))', literal(board)]
    if asked.villain.strip():
        given += [literal(asked.villain), "strict=False"]  # some holes may meet none of it
    elif opponents > 1:
        given.append(f"opponents={opponents}")
    return f"pk.strength({', '.join(given)})"


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


def _sql(board: str, asked: BoardAsked, opponents: int) -> str:
    given: list[Any] = ["hole", sql_text(board)]
    if asked.villain.strip():
        given.append(sql_text(asked.villain))
    elif opponents > 1:
        given.append(str(opponents))
    return _SQL.format(given=", ".join(given))


# ---------------------------------------------------------------- the next card

HoleText = Annotated[str, Field(min_length=1, max_length=40)]


class NextAsked(Asked):
    """A hole on a flop or turn, and who is met."""

    hole: HoleText
    board: BoardText
    villain: MaybeRange = ""
    opponents: Opponents = 1


@question("hole_next", NextAsked, seconds=15, warm=[{"hole": "AhQh", "board": "3h4sJh"}])
def hole_next(asked: NextAsked, asking: Asking) -> Answer:
    """What a hole is worth after each next card: a row a card, the best equity first.

    An opponent's range loses the holes that have the card.
    """
    import pyarrow as pa

    from pokerlake.api.boards import strength
    from pokerlake.engine.cards.holes import format_hole, hole_cards
    from pokerlake.engine.cards.text import CARDS, CardError, format_hand
    from pokerlake.queries.answers.strength import Spot

    with field("board"):
        cards = board_of(asked.board)
        if len(cards) == 5:
            raise CardError("a river has no next card")
    villain = range_of(asked.villain, "villain", asking)
    with field("hole"):
        spot = Spot.parse(asked.hole, asked.board)
    board, own = format_hand(spot.board), format_hole(spot.hole)
    seen = {*spot.board.tolist(), *hole_cards()[spot.hole].tolist()}
    left = [CARDS[card] for card in range(52) if card not in seen]
    boards = [board + card for card in left]
    asking.listen()
    given: dict[str, Any] = {"villain": asked.villain, "strict": False}
    if villain is None:
        given = {"opponents": asked.opponents}
    found = strength([own] * len(left), boards, lake=asking.lake, **given).to_arrow()
    names = ["hs", "ehs", "equity"]
    table = pa.table({"card": left, **{name: found[name] for name in names}})
    table = table.sort_by([("equity", "descending"), ("card", "ascending")])
    same = Same(_next_python(own, board, left, given), _next_sql(own, board, left, given))
    return Answer({}, table, same, keep=True)


def _next_python(own: str, board: str, left: list[str], given: dict[str, Any]) -> str:
    cards = literal(" ".join(left))
    boards = f"[{literal(board)} + card for card in {cards}.split()]"
    named = [f"{name}={literal(value)}" for name, value in given.items() if value != 1]
    return f"pk.strength({', '.join([f'[{literal(own)}] * {len(left)}', boards, *named])})"


_NEXT_SQL = """\
with

cards as (
    select unnest(string_split({cards}, ' ')) as card
),

found as (
    select
        card,
        strength({given}) as ratios
    from cards
)

select
    card,
    ratios.hs,
    ratios.ehs,
    ratios.equity
from found
order by ratios.equity desc nulls last, card
"""


def _next_sql(own: str, board: str, left: list[str], given: dict[str, Any]) -> str:
    against = sql_text(given["villain"]) if "villain" in given else str(given["opponents"])
    asked = f"{sql_text(own)}, {sql_text(board)} || card, {against}"
    return _NEXT_SQL.format(cards=sql_text(" ".join(left)), given=asked)
