"""Imported hands: who won what, and with how much luck."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question
from ..same import call

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

    from pokerlake.queries.sql.named import NamedQuery

_MOST_ROWS = 2000
_ANY_DAY = Field("any", max_length=10)


class HandsAsked(Asked):
    """Which imported hands."""

    player: str = Field("*", min_length=1, max_length=200)
    since: str = _ANY_DAY
    until: str = _ANY_DAY
    big_blind: float = Field(0, ge=0, le=1e12)


class PlayedAsked(HandsAsked):
    """One of the named queries of imported hands; fields without a parameter are ignored."""

    query: Literal[
        "all_in_luck", "decision_strengths", "final_table_luck", "hands_played",
    ]  # fmt: skip
    street: Literal["any", "preflop", "flop", "turn", "river"] = "any"


@question("played", PlayedAsked, seconds=30)
def played(asked: PlayedAsked, asking: Asking) -> Answer:
    """The rows of a named query over imported hands, the first 2,000 of them."""
    from pokerlake.queries.connection import connect
    from pokerlake.queries.sql.named import named_query

    query = named_query(asked.query)
    parameters = _parameters_of(asked, query)
    with connect(asking.lake) as connection:
        values = _bound(connection, query, parameters)
        asking.listen()
        table, cut = _first_rows(connection, query, values)
    same = Same(
        python=call("pk.query", query.name, **_numbered(parameters)),
        sql=query.written(parameters),
        command=" ".join(
            [
                f"pokerlake query {query.name}",
                *(f"-p {shlex.quote(f'{name}={value}')}" for name, value in parameters.items()),
            ]
        ),
    )
    return Answer({"cut": cut}, table, same, keep=True)


class WinningsAsked(Asked):
    """A player, which of his hands, and what is counted."""

    player: str = Field(min_length=1, max_length=200)
    where: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=20)
    unit: Literal["bb", "chips"] = "bb"
    by: Literal["hands", "days"] = "hands"
    lines: Literal["results", "stakes"] = "results"


@question("winnings", WinningsAsked, seconds=30)
def winnings(asked: WinningsAsked, asking: Asking) -> Answer:
    """A player's winnings over time, and with all-ins at their equity, as a picture."""
    return _drawn("winnings", "player", asked, asking)


class PictureAsked(Asked):
    """Which statistics, of what."""

    statistics: str = Field(min_length=1, max_length=4000)
    by: str = Field("", max_length=1000)
    where: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=20)
    player: str = Field("", max_length=200)
    beside: str = Field("", max_length=4000)


@question("stats_picture", PictureAsked, seconds=60)
def stats_picture(asked: PictureAsked, asking: Asking) -> Answer:
    """Statistics as a picture: lines over time, a grid of hands, or bars."""
    return _drawn("stats", "statistics", asked, asking)


def _drawn(chart: str, place: str, asked: Asked, asking: Asking) -> Answer:
    """A chart, with what draws it elsewhere; ``place`` names its positional field."""
    from pokerlake.queries.charts import chart_named

    fields = vars(asked)
    usual = {name: each.default for name, each in type(asked).model_fields.items()}
    changed = {
        name: fields[name] for name in usual if name != place and fields[name] != usual[name]
    }
    drawn = chart_named(chart).drawn(fields[place], **changed, lake=asking.lake)
    flags = [
        f"--{name} {shlex.quote(each)}"
        for name, value in changed.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    same = Same(
        python=call("pk.chart", chart, fields[place], **changed),
        # A name may begin like an option.
        command=" ".join([f"pokerlake chart {chart}", *flags, "--", shlex.quote(fields[place])]),
    )
    return Answer({"svg": drawn.svg()}, same=same, keep=True)


def _parameters_of(asked: HandsAsked, query: NamedQuery) -> dict[str, str]:
    """The query's parameters that differ from its defaults; errors name the field."""
    parameters = {}
    for parameter in query.parameters:
        if parameter.name in type(asked).model_fields:
            value = getattr(asked, parameter.name)
            text = f"{value:.17g}" if isinstance(value, float) else str(value)
            with field(parameter.name):
                read = parameter.value(text)
                if parameter.default is None or read != parameter.value(parameter.default):
                    parameters[parameter.name] = str(read) if isinstance(read, str) else text
    return parameters


def _bound(
    connection: DuckDBPyConnection, query: NamedQuery, parameters: Mapping[str, str]
) -> dict[str, Any]:
    """The values of all parameters; the error for an unknown player names his field."""
    from pokerlake.queries.selection import bind
    from pokerlake.tables.errors import UsageError

    try:
        return bind(connection, query, parameters)
    except UsageError:
        with field(
            "position" if "position" in parameters and "player" not in parameters else "player"
        ):
            raise


def _first_rows(
    connection: DuckDBPyConnection, query: NamedQuery, values: Mapping[str, Any]
) -> tuple[pa.Table, bool]:
    """As many rows as are shown, and whether there are more."""
    import pyarrow as pa

    from pokerlake.queries.statements.run import stream

    reader = stream(connection, query.sql, values)
    batches, rows = [], 0
    for batch in reader:
        batches.append(batch)
        rows += batch.num_rows
        if rows > _MOST_ROWS:
            break
    return pa.Table.from_batches(batches, reader.schema).slice(0, _MOST_ROWS), rows > _MOST_ROWS


def _numbered(parameters: Mapping[str, str]) -> dict[str, Any]:
    """The parameters with numbers as numbers, for a call in Python."""
    kinds = {"big_blind": float}
    return {name: kinds.get(name, str)(value) for name, value in parameters.items()}
