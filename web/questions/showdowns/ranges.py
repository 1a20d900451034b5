"""A range as text, read: the page's grid of it, or its parts; and ranges as pictures."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from pokerlake.queries.questions import question as declared

from ..answer import Answer, Same
from ..declared import model_of
from ..fields import (
    HOLDEM,
    BoardText,
    FourCardGame,
    RangeText,
    Suits,
    game_unless_holdem,
)
from ..registry import Asked, Asking, field, question
from ..same import call, literal

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.api.ranges import Range

_MOST_PARTS = 200  # of a range that are listed


_PARTS = declared.questions()["range_parts"]
RangeAsked = model_of(_PARTS, to=(Annotated[str, Field(max_length=40)], ""))


@question("range", RangeAsked, warm=[{"text": "top 15%"}, {"game": "omaha", "text": "AAxx$ds"}])
def range_(asked: Any, asking: Asking) -> Answer:
    """Read a range: a row for each part, with its reading and its combos.

    For two cards, ``text`` is the range, ``hands`` has the mean weight of each of the 169 hands in
    it, and ``uneven`` the text of those whose holes differ in weight; with ``to``, a dialect,
    ``written`` is the range in that dialect. Holes outside the game's deck are left out.
    """
    from pokerlake.queries.answers.orders import rule_of
    from pokerlake.queries.answers.ranges.reader import is_any

    with field("game"):
        rule = rule_of(asked.game, least=0, draws=True)
    dialect = "" if asked.dialect == "pokerlake" else asked.dialect
    options = {"game": game_unless_holdem(rule.name), "dialect": dialect, "dead": asked.dead}
    same = Same(python=call("pk.Range", asked.text, **options))
    if rule.hole > 2 and is_any(asked.text) and not rule.is_stud:  # 20 million with six cards
        table = _rows([asked.text.strip()], ["any hole"], [float(rule.holes)])
        return Answer({"combos": rule.holes, "percent": 100.0, "parts": 1}, table, same, keep=True)
    parts = _PARTS.ask(asked.model_dump(exclude={"to"}), asking.lake)
    data: dict[str, Any] = {"combos": parts.combos, "percent": parts.percent, "parts": len(parts)}
    if rule.hole == 2:
        data |= {"text": parts.text(), "hands": parts.hands(), "uneven": parts.uneven()}
    if asked.to:
        with field("to"):
            data["written"] = parts.text(asked.to)
    rows = parts.to_arrow().slice(0, _MOST_PARTS).select(["part", "reading", "combos"])
    return Answer(data, rows, same, keep=True)


def _rows(parts: list[str], readings: list[str], combos: list[float]) -> pa.Table:
    import pyarrow as pa

    return pa.table({"part": parts, "reading": readings, "combos": combos})


# ---------------------------------------------------------------- pictures


class OmahaRangePictureAsked(Asked):
    """A range of four cards, and which suits are above and below the diagonal."""

    game: FourCardGame = "omaha"
    text: Annotated[str, Field(min_length=1, max_length=4096)]
    above: Suits = "ds"
    below: Suits = "rainbow"


@question("omaha_range_picture", OmahaRangePictureAsked, warm=[{"text": "AAxx$ds"}])
def omaha_range_picture(asked: OmahaRangePictureAsked, asking: Asking) -> Answer:
    """A range of four cards as a picture, by ranks and suits."""
    from pokerlake.queries.charts import chart_named
    from pokerlake.queries.charts.given import shortened

    sides = {"above": asked.above, "below": asked.below}
    with field("text"):
        # As an object: text for a chart may name a file.
        weights = range_of(asked.text, asking, asked.game)
        drawn = chart_named("omaha").drawn(range=weights, **sides, title=shortened(asked.text))
    read = call("pk.Range", asked.text, game=asked.game)
    named = ", ".join(f"{name}={literal(value)}" for name, value in sides.items())
    python = f'pk.chart("omaha", range={read}, {named})'
    command = ""
    if asked.game == "omaha":  # the percentages of the command refer to its ranking
        options = f"--above {asked.above} --below {asked.below}"
        command = f"pokerlake chart omaha --range {shlex.quote(asked.text)} {options}"
    return Answer({"svg": drawn.svg()}, same=Same(python=python, command=command), keep=True)


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
    from pokerlake.queries.charts import chart_named

    by_field = {"hero": asked.hero, "villain": asked.villain}
    ranges = {}
    for player, (name, text) in enumerate(by_field.items()):
        with field("hands", player):
            ranges[name] = range_of(text, asking)
    with field("board"):
        drawn = chart_named("distribution").drawn(**ranges, board=asked.board)
    python = call("pk.chart", "distribution", **by_field, board=asked.board)
    return Answer({"svg": drawn.svg()}, same=Same(python=python), keep=True)


def range_of(text: str, asking: Asking, game: str = HOLDEM) -> Range:
    """A range of a game."""
    from pokerlake.api.ranges import Range

    return Range(text, game=game, lake=asking.lake)
