"""Charts of imported hands: winnings over time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from pokerlake.tables.definitions.opportunities import PLAYED
from pokerlake.tables.errors import UsageError, flag

from ..questions.fields import of_field
from ..statements.run import stream
from ..statistics.answer import why_nothing
from ..statistics.given import Condition, player_condition
from ..statistics.nodes import conditions_on, hands_of, rows_sql
from .drawing import figure as fig
from .drawing.colours import KINDS
from .lines import Series
from .registry import Argument, Option, chart

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

BLUE, RED, GREEN, _, _, ORANGE, _ = KINDS
UNITS = {"bb": "big blinds", "chips": "chips"}
BY = ("hands", "days")
LINES = ("results", "stakes")
_MOST_STAKES = 6  # lines; one more has all others
_COLUMNS = (
    "hand_id", "site", "played_for", "tournament", "small_blind", "big_blind", "played",
    "played_utc", "day", "showdown", "net", "luck", "net_bb", "luck_bb",
)  # fmt: skip

WhereOption = Annotated[
    list[str] | None,
    Option(
        "Which hands: big_blind=2, 'day>=2019-07-12', 'position=BTN,SB'.", "CONDITION", wide=True
    ),
]


def read_where(conditions: Sequence[Any] | None) -> tuple[Condition, ...]:
    """Conditions from a command, or from the mapping or text of a program."""
    with of_field("where"):
        return conditions_on(
            PLAYED, conditions[0] if conditions and len(conditions) == 1 else conditions
        )


@chart("winnings", place=140, example="Ann", terminal=True)
def winnings_chart(
    player: Annotated[str, Argument("The name of a player in imported hands.", "PLAYER")],
    unit: Annotated[str, Option("What is counted: bb, chips.", "UNIT")] = "bb",
    by: Annotated[str, Option("The horizontal axis: hands, days.", "WHAT")] = "hands",
    lines: Annotated[str, Option("A line for each of: results, stakes.", "WHAT")] = "results",
    where: WhereOption = None,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw what a player has won, by hands or days, and with his all-ins at their expected value.

    If the betting ended before the river and all holes are known, all-in EV counts his share of the
    pot by his equity then, instead of what he won. The gap between the lines is luck. The blue line
    has his hands with a showdown, the red line those without. Tournament hands are drawn only with
    a condition on tournament: 'tournament!='.
    """
    for name, value, known in (("unit", unit, UNITS), ("by", by, BY), ("lines", lines, LINES)):
        if value not in known:
            raise UsageError(f"{flag(name)} is {value!r}; give one of {', '.join(known)}")
    conditions = winnings_conditions(player, read_where(where))
    with hands_of(lake, conditions) as connection:
        title = title or f"Winnings of {player}"
        return winnings(connection, conditions, title, unit, by, lines).figure()


def winnings_conditions(player: str, where: Sequence[Condition]) -> tuple[Condition, ...]:
    """Conditions for hands of the player, in cash games unless one is on tournaments."""
    cash = Condition("tournament", '"tournament" is null', told="tournament=null")
    is_told = any(each.name in ("tournament", "played_for") for each in where)
    return (player_condition(player), *where, *(() if is_told else (cash,)))


def winnings(
    connection: duckdb.DuckDBPyConnection,
    conditions: Sequence[Condition],
    title: str,
    unit: str = "bb",
    by: str = "hands",
    lines: str = "results",
) -> Series:
    """The winnings in hands of these conditions, summed in the order of play."""
    rows, values = rows_sql(connection, PLAYED, _COLUMNS, conditions)
    first = "day asc nulls last, " if by == "days" else ""
    order = f"{first}coalesce(played_utc, played) asc nulls last, hand_id"
    played = stream(connection, f"select * from ({rows}) order by {order}", values).read_all()  # noqa: S608
    if not played.num_rows:
        reason = why_nothing(connection, conditions, PLAYED)
        raise UsageError(f"{reason}; leave one out, or draw tournaments: 'tournament!='")
    up = UNITS["bb"] if unit == "bb" else _one_money(played)
    ending = "_bb" if unit == "bb" else ""
    net, luck = (_numbers(played, f"{name}{ending}") for name in ("net", "luck"))
    colours: Sequence[str] = KINDS
    if lines == "stakes":
        of_rows, stakes = _stakes(played)
        each = [(name, np.where(of_rows == at, net, 0)) for at, name in enumerate(stakes)]
    else:
        shown = played["showdown"].to_numpy(zero_copy_only=False).astype(bool)
        colours = (GREEN, ORANGE, BLUE, RED)
        each = [
            ("won", net), ("all-in EV", net - luck), ("with showdown", np.where(shown, net, 0)),
            ("without showdown", np.where(shown, 0, net)),
        ]  # fmt: skip
    x, ends, along = np.arange(played.num_rows + 1.0), None, "hands"
    if by == "days":
        x, ends = _days(played)
        along = "days"
    added = [(name, np.append(0.0, np.cumsum(values))) for name, values in each]
    drawn = tuple((name, heights if ends is None else heights[ends]) for name, heights in added)
    if by == "days":
        axis = fig.Axis.days(x[0], x[-1], along)
        return Series(x, drawn, along, up, title, colours, axis, _day)
    return Series(x, drawn, along, up, title, colours)


def _numbers(played: pa.Table, name: str) -> fig.Column:
    column: fig.Column = played[name].cast("double").fill_null(0.0).to_numpy()
    return column


def _one_money(played: pa.Table) -> str:
    """The one money of all hands; UsageError if different chips would be summed."""
    kinds = played.select(["played_for", "tournament", "site"])
    rows = kinds.group_by(kinds.column_names).aggregate([]).to_pylist()
    moneys = sorted({row["played_for"] for row in rows})
    tournaments = {row["tournament"] for row in rows}
    sites = sorted({row["site"] for row in rows})
    several = ""
    if tournaments != {None} and len(tournaments) > 1:
        several = f"{len(tournaments)} tournaments"
    elif len(moneys) > 1:
        several = " and ".join(moneys)
    elif len(sites) > 1 and moneys[0] in ("play money", "tournament chips"):
        several = f"{moneys[0]} of {' and '.join(sites)}"  # different chips
    if several:
        raise UsageError(f"the hands are for {several}; count bb, or choose some of them")
    return str(moneys[0])


def _stakes(played: pa.Table) -> tuple[fig.Column, list[str]]:
    """The stakes of each hand, and their names; stakes with few hands are grouped."""
    names = ("small_blind", "big_blind", "played_for")
    parts = [played[name].combine_chunks().dictionary_encode() for name in names]
    sizes = [len(part.dictionary) for part in parts]
    places = np.ravel_multi_index([part.indices.to_numpy() for part in parts], sizes)
    each, of_rows, count = np.unique(places, return_inverse=True, return_counts=True)
    stakes = [
        [part.dictionary[int(at)].as_py() for part, at in zip(parts, where, strict=True)]
        for where in zip(*np.unravel_index(each, sizes), strict=True)
    ]
    most = np.argsort(-count, kind="stable")[:_MOST_STAKES].tolist()
    most.sort(key=lambda at: (stakes[at][1], stakes[at]))
    lines = np.full(len(stakes), len(most))
    lines[most] = np.arange(len(most))
    labels = [
        f"{small.normalize():f}/{big.normalize():f} {money}"
        for small, big, money in (stakes[at] for at in most)
    ]
    return lines[of_rows], [*labels, *(["others"] if len(stakes) > len(most) else [])]


def _days(played: pa.Table) -> tuple[fig.Column, Any]:
    """The days, from the day before the first, and the number of hands up to the end of each."""
    if played["day"].null_count:
        raise UsageError(f"{played['day'].null_count} hands have no day; draw by hands")
    days = played["day"].cast("int32").to_numpy() + dt.date(1970, 1, 1).toordinal()
    last = np.flatnonzero(np.diff(days, append=days[-1] + 1))
    return np.append(days[0] - 1.0, days[last]), np.append(0, last + 1)


def _day(ordinal: float) -> str:
    return dt.date.fromordinal(int(ordinal)).isoformat()
