"""The decisions of players at a node: the rows that conditions choose, with what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, relation
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path

from ..connection import connect, parts_of
from ..questions.fields import of_field
from .answer import one_condition, refuse_unknown
from .compose import person_of, where_sql
from .given import Condition, conditions_of, player_condition

if TYPE_CHECKING:
    import duckdb

    from pokerlake.catalogue import Game


def conditions_on(rows: str, where: Any) -> tuple[Condition, ...]:
    """The conditions that people give; UsageError for one on what rows of a kind do not have."""
    conditions = conditions_of(where)
    for each in conditions:
        fact = FACTS.get(each.name)
        if fact is None or not (fact.of_decision if rows == DECISIONS else fact.of_hand):
            raise UsageError(f"where has {each.name}, which {rows} do not have")
    return conditions


def conditions_at(where: Any, player: Any, game: Game | None = None) -> tuple[Condition, ...]:
    """The conditions that people give, with those of a player and a game.

    UsageError for what is no condition, or is one on a column that decisions do not have.
    """
    with of_field("where"):
        conditions = conditions_on(DECISIONS, where)
    if player is not None and player != "":
        with of_field("player"):
            conditions = one_condition(conditions, player_condition(player))
    if game is not None:
        conditions = (
            *conditions,
            Condition("game", "game_rule(game) = ?", (game.name,), "game", f"game {game.name!r}"),
        )
    return conditions


def decided_sql(
    connection: duckdb.DuckDBPyConnection, names: Sequence[str], conditions: Sequence[Condition]
) -> tuple[str, dict[str, Any]]:
    """The statement, and its values by name, of decisions with these columns, and a ``person``."""
    person = person_of(connection)
    rows, values = rows_sql(connection, DECISIONS, (*names, person), conditions)
    return f"select *{'' if person == 'person' else f', {person} as person'} from ({rows})", values  # noqa: S608


def rows_sql(
    connection: duckdb.DuckDBPyConnection,
    rows: str,
    names: Sequence[str],
    conditions: Sequence[Condition],
) -> tuple[str, dict[str, Any]]:
    """The statement, and its values by name, of rows of a kind with these columns of the view."""
    asked = [*dict.fromkeys((*names, *(condition.name for condition in conditions)))]
    where, values = where_sql(conditions)
    source = relation(rows, asked, parts_of(connection))
    of_rows = f" where {' and '.join(where)}" if where else ""
    return f"select * from ({source}){of_rows}", values  # noqa: S608 of declarations


@contextmanager
def hands_of(
    lake: Path | None, conditions: Sequence[Condition]
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to a lake with hands; UsageError for a condition with a name that none has."""
    there = Lake.open(lake_path(lake))
    for table in ("hands", "seats", "actions"):
        there.files(table)
    with connect(there) as connection:
        refuse_unknown(connection, conditions)
        yield connection
