"""Aggregated reports: the strategies on the solved flops of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, question
from ..rows import named
from ..same import call

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

_QUERIES = {
    "flops": "flop_report",
    "texture": "report_by_texture",
    "hands": "report_by_hand",
    "sizes": "best_sizes",
}
_FILTERS = {
    "flops": ("suits", "pairing", "high"),
    "texture": ("texture",),
    "hands": ("suits", "pairing", "high"),
    "sizes": ("texture",),
}
Game = Annotated[int, Field(ge=0, lt=1 << 32)]
FlopLine = Annotated[str, Field(max_length=200, pattern="^[fxcbr0-9. ]*$")]
Subset = Literal[22, 49, 95, 184, 1755]
Texture = Literal["all", "suits", "pairing", "high", "connected", "straights"]


class GamesAsked(Asked):
    """No fields: all games."""


@question("solved_games", GamesAsked)
def solved_games(_: GamesAsked, asking: Asking) -> Answer:
    """The games of the lake: spots on flops that differ in the board only; and their decisions.

    ``decisions`` has the decisions on the flops of each game: the line, the player, the pot, and
    the actions.
    """
    from pokerlake.pipelines.growing import stored_rows
    from pokerlake.tables.definitions.solving import SOLVED_NODES

    lake = _lake(asking)
    games, same = named(asking, "solved_list")
    columns = ["line", "player", "pot", "actions"]
    decisions = {
        game: stored_rows(
            lake, SOLVED_NODES.name, columns=columns,
            filters=[("spot", "==", game), ("street", "==", "flop")],
        ).to_pylist()
        for game in games["game"].to_pylist()
    }  # fmt: skip
    return Answer({"decisions": decisions}, games, same, keep=True)


class ReportAsked(Asked):
    """A decision on the flops of a game, and the kind of report."""

    kind: Literal["flops", "texture", "hands", "sizes"] = "flops"
    game: Game = 0
    line: FlopLine = ""
    subset: Subset = 1755
    texture: Texture = "all"
    suits: Literal["any", "monotone", "two-tone", "rainbow"] = "any"
    pairing: Literal["any", "unpaired", "paired", "trips"] = "any"
    high: Literal["any", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"] = "any"


@question("solved_report", ReportAsked, seconds=30)
def solved_report(asked: ReportAsked, asking: Asking) -> Answer:
    """The strategy on each flop of a game, on flops of a texture, by kinds of hands, or by size."""
    _lake(asking)
    parameters = {"game": asked.game, "line": asked.line, "subset": asked.subset}
    parameters |= {name: getattr(asked, name) for name in _FILTERS[asked.kind]}
    usual = {name: field.default for name, field in type(asked).model_fields.items()}
    changed = {name: value for name, value in parameters.items() if value != usual[name]}
    table, same = named(asking, _QUERIES[asked.kind], **changed)
    return Answer({}, table, same, keep=True)


def _lake(asking: Asking) -> Lake:
    """The lake; LakeError if it has no solutions."""
    from pokerlake.tables.definitions.solving import SOLVED_NODES
    from pokerlake.tables.lake import Lake

    lake = Lake.open(asking.lake)
    lake.entry(SOLVED_NODES.name)
    return lake


class ReportPictureAsked(Asked):
    """A decision on the flops of a game, and the meaning of a bar."""

    game: Game = 0
    line: FlopLine = ""
    by: Literal["flop", "suits", "pairing", "high", "connected", "straights"] = "flop"
    subset: Subset = 1755


@question("report_picture", ReportPictureAsked, seconds=30)
def report_picture(asked: ReportPictureAsked, asking: Asking) -> Answer:
    """A bar for each flop or texture, divided by how often each action is taken."""
    from pokerlake.queries.charts import chart_named

    options = asked.model_dump()
    drawn = chart_named("report").drawn(**options, lake=asking.lake)
    fields = type(asked).model_fields
    changed = {name: value for name, value in options.items() if value != fields[name].default}
    return Answer({"svg": drawn.svg()}, same=Same(call("pk.chart", "report", **changed)), keep=True)
