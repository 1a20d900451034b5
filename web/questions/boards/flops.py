"""Ranges on all flops, or on a subset of them: equity, strong hands, textures; Omaha on a flop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ..answer import Answer, Same
from ..fields import BoardText, PercentNumber, RangeText
from ..registry import Asked, Asking, field, question
from ..rows import named
from ..same import call, sql_text
from .strength import MaybeRange, range_of

if TYPE_CHECKING:
    import pyarrow as pa

_TEXTURES = ("suits", "pairing", "high", "connected", "straights")
_EVERY = 1755


class FlopsAsked(Asked):
    """A range against another, or any hand; and how many flops: a subset has 22, 49, 95 or 184."""

    hero: RangeText
    villain: MaybeRange = ""
    flops: Literal[22, 49, 95, 184, 1755] = 1755


@question("flops", FlopsAsked, seconds=90, at_once=1)
def flops(asked: FlopsAsked, asking: Asking) -> Answer:
    """A range against another on each flop: its equity, and the flop's texture.

    ``weight`` is the share of the flop: of the raw flops that are equal up to suits, or its weight
    in a subset; multiplied by ``deals``, the pairs of holes that meet on one raw flop by their
    weights and run-outs. Progress is reported as ``share``.
    """
    import numpy as np
    import pyarrow as pa

    from pokerlake.api.ranges import Range
    from pokerlake.engine.equity.all_flops import flop_equities
    from pokerlake.queries.answers.lookup.stored import stored_columns
    from pokerlake.tables.lake import Lake

    with field("hero"):
        hero = Range(asked.hero, lake=asking.lake)
    villain = range_of(asked.villain, "villain", asking) or Range("random")
    lake = Lake.open(asking.lake)
    columns = stored_columns(lake, "flops", ["board_id", "board", "weight", *_TEXTURES])
    with field("flops"):
        board_id, weight = _chosen(lake, asked.flops, columns)

    def report(share: float) -> None:
        asking.tell(Answer({"share": share}))

    with field("hero"):
        equities = flop_equities(hero.weights, villain.weights, threads=1, listener=report)
    is_dealt = equities.deals[board_id] > 0
    board_id, weight = board_id[is_dealt], weight[is_dealt]
    named: dict[str, Any] = {
        name: np.asarray(columns[name])[board_id] for name in ("board", *_TEXTURES)
    }
    table = pa.table(
        {
            "board": named.pop("board"),
            "weight": weight,
            **named,
            "deals": equities.deals[board_id],
            "equity": equities.equity[board_id],
        }
    )
    return Answer({"share": 1.0}, table, _same(asked), keep=True)


def _chosen(lake: Any, flops: int, columns: Any) -> tuple[Any, Any]:
    """The requested flops, and the weight of each."""
    import numpy as np

    from pokerlake.queries.answers.lookup.stored import stored_columns

    if flops == _EVERY:
        return np.arange(_EVERY), np.asarray(columns["weight"], np.float64)
    subsets = stored_columns(lake, "flop_subsets", ["subset", "board_id", "weight"])
    mine = np.asarray(subsets["subset"]) == flops
    return np.asarray(subsets["board_id"])[mine], np.asarray(subsets["weight"])[mine] / 1e6


_SQL = """\
with

found as (
    select unnest(flop_equities({hero}, {villain}), recursive := true)
)

select
    flops.board,
    {weight} as weight,
    flops.suits,
    flops.pairing,
    flops.high,
    flops.connected,
    flops.straights,
    found.equity
from found
inner join flops on found.board_id = flops.board_id
{subset}order by flops.board_id
"""
_SUBSET = """\
inner join flop_subsets on found.board_id = flop_subsets.board_id
where flop_subsets.subset = {flops}
"""


def _same(asked: FlopsAsked) -> Same:
    whole = asked.flops == _EVERY
    sql = _SQL.format(
        hero=sql_text(asked.hero),
        villain=sql_text(asked.villain if asked.villain.strip() else "random"),
        weight="flops.weight" if whole else "flop_subsets.weight / 1e6",
        subset="" if whole else _SUBSET.format(flops=asked.flops),
    )
    return Same(sql=sql)


class StrongAsked(Asked):
    """A range, and what counts as strong: equity of so many % or more, the top %, or a category."""

    range: RangeText
    by: Literal["equity", "hole_percentile", "category"] = "equity"
    at: Annotated[PercentNumber, Field(ge=0, le=100)] = 80.0


@question("flop_strong", StrongAsked, seconds=30, at_once=1)
def flop_strong(asked: StrongAsked, asking: Asking) -> Answer:
    """The share of a range that is strong on each flop, and its deals there.

    Equity and hole_percentile are those against one random hand.
    """
    from pokerlake.api.ranges import Range
    from pokerlake.queries.connection import connect
    from pokerlake.queries.sql.named import named_query
    from pokerlake.queries.statements.run import stream
    from pokerlake.tables.lake import Lake

    with field("range"):
        shown = Range(asked.range, lake=asking.lake)
    lake = Lake.open(asking.lake)
    lake.entry("flop_hands")
    query = named_query("flop_strong_hands")
    at = repr(asked.at).removesuffix(".0")
    parameters = {"range": str(shown), "by": asked.by, "at": at}
    with connect(lake) as connection:
        table: pa.Table = stream(connection, query.sql, query.bind(parameters)).read_all()
    table = table.select(["board", "flops", "deals", "strong"])
    parameters["range"] = asked.range
    python = call("pk.query", query.name, **parameters)
    return Answer({}, table, Same(python, query.written(parameters)), keep=True)


class TexturesAsked(Asked):
    """A range, and the measure to average over flops."""

    range: RangeText
    of: Literal["equity", "ehs", "hs"] = "equity"


@question("flop_picture", TexturesAsked, seconds=20, at_once=1)
def flop_picture(asked: TexturesAsked, asking: Asking) -> Answer:
    """How a range does on flops of each texture, against one random hand, as a picture."""
    from pokerlake.api.ranges import Range
    from pokerlake.queries.charts import chart_named

    with field("range"):
        shown = Range(asked.range, lake=asking.lake)
    drawn = chart_named("texture").drawn(shown, of=asked.of, lake=asking.lake)
    python = call("pk.chart", "texture", asked.range, of=asked.of)
    return Answer({"svg": drawn.svg()}, same=Same(python=python), keep=True)


# ---------------------------------------------------------------- holes of four cards


class FlopAsked(Asked):
    """A flop, and how many of the 211,876 holes on it, in percent."""

    board: BoardText
    percent: Annotated[float, Field(gt=0, le=20)] = 1.0


@question("omaha_flop", FlopAsked)
def omaha_flop(asked: FlopAsked, asking: Asking) -> Answer:
    """The best holes of four cards on a flop, up to the suits that it treats alike."""
    table, same = named(asking, "omaha_flop_ranking", flop=asked.board, percent=asked.percent)
    return Answer({}, table, same, keep=True)


class FlopHoleAsked(Asked):
    """A flop, and a hole of four cards."""

    board: BoardText
    hole: Annotated[str, Field(min_length=1, max_length=40)]


@question("omaha_flop_hole", FlopHoleAsked, warm=[{"board": "Jh2h3d", "hole": "AsAhKsKh"}])
def omaha_flop_hole(asked: FlopHoleAsked, asking: Asking) -> Answer:
    """A hole of four cards on a flop: its hand, its equity, and its rank."""
    table, same = named(asking, "omaha_flop_hole", hole=asked.hole, flop=asked.board)
    return Answer({}, table, same, keep=True)
