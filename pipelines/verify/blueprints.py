"""Blueprints against themselves: shares, regrets, and the betting as it is grown again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.tables.check import Check
from pokerlake.tables.definitions.blueprints import BLUEPRINT

from ..blueprints.asked import Asked
from ..blueprints.rows import node_rows
from ..cells import of_rows

if TYPE_CHECKING:
    import duckdb

    from pokerlake.tables.lake import Lake

# The table, what is counted, and the rows that are wrong: there are none of them.
_WRONG = (
    (
        "blueprint_nodes", "decisions that are not numbered from 1 on",
        "select run from blueprint_nodes join blueprints using (run) group by run, decisions "
        "having max(node) <> decisions or count(*) <> decisions",
    ),
    (
        "blueprint_strategies", "decisions of other runs or numbers",
        "from blueprint_strategies anti join blueprint_nodes using (run, node)",
    ),
    (
        "blueprint_strategies", "actions that are none of the decision",
        "from blueprint_strategies join blueprint_nodes using (run, node) "
        "where not list_contains(string_split(actions, ','), action)",
    ),
    (
        "blueprint_strategies", "buckets whose shares do not add up, or that lack an action",
        "from (select run, node, bucket, sum(share) as whole, count(*) as rows "
        "from blueprint_strategies group by all) join blueprint_nodes using (run, node) "
        "where whole <> 10000 or rows <> len(string_split(actions, ','))",
    ),
    (
        "blueprint_strategies", "decisions without some of their street's buckets",
        "from (select run, node, count(distinct bucket) as found from blueprint_strategies "
        "group by all) join blueprint_nodes using (run, node) join blueprints using (run) "
        "where found <> cast(string_split(buckets, '/')[list_position("
        "['preflop', 'flop', 'turn', 'river'], street)] as bigint)",
    ),
    (
        "blueprints", "regrets that are not those of its strategies",
        "from (select run, player, sum(most) as sum from (select run, node, bucket, "
        "max(cast(regret as double)) as most from blueprint_strategies group by all) "
        "join blueprint_nodes using (run, node) group by all) join blueprints using (run) "
        "where abs(sum / greatest(iterations, 1) - "
        "if(player = 'oop', regret_oop, regret_ip) / 1000 "
        # pairs of holes on a board, and the chips of a big blind
        "* 1081 * 990 * if(game = 'limit', 2, 100)) > 1e-6 * sum",
    ),
)  # fmt: skip


def blueprints(_: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of the three tables, views of the connection, against each other."""
    checks = list(of_rows(connection, BLUEPRINT, _WRONG))
    yield from checks
    if not all(check.ok for check in checks):
        return
    for row in connection.sql("from blueprints order by run").to_arrow_table().to_pylist():
        same = _is_as_grown(row, connection)
        yield Check("blueprint_nodes", f"the betting of run {row['run']}", "True", str(same))


def asked_of(row: dict[str, Any]) -> Asked:
    """What a row of ``blueprints`` was asked for."""
    given: dict[str, Any] = {
        name: row[name] for name in Asked.__dataclass_fields__ if row[name] is not None
    }
    for name in ("runs", "buckets"):
        given[name] = tuple(map(int, row[name].split("/")))
    return Asked(**given)


def _is_as_grown(row: dict[str, Any], connection: duckdb.DuckDBPyConnection) -> bool:
    asked = asked_of(row)
    expected = node_rows(row["run"], asked.lines)
    found = connection.sql(
        "from blueprint_nodes where run = $run order by node", params={"run": row["run"]}
    )
    rows = found.to_arrow_table().cast(expected.schema)
    same: bool = asked.given == {name: row[name] for name in asked.given} and rows.equals(expected)
    return same
