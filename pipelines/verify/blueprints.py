"""Checks blueprints against themselves: shares, regrets, and the rebuilt betting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerlake.tables.check import Check
from pokerlake.tables.definitions.blueprints import BLUEPRINT, MEASURES

from ..blueprints.asked import asked_of
from ..blueprints.rows import information_sets, node_rows
from ..cells import of_rows

if TYPE_CHECKING:
    import duckdb

    from pokerlake.tables.lake import Lake

# The table, what is counted, and a select of invalid rows: there should be none.
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
        "blueprint_strategies", "actions that the decision does not have",
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
        "where found is distinct from try_cast(string_split(buckets, '/')[list_position("
        "['preflop', 'flop', 'turn', 'river'], street)] as bigint)",
    ),
    (
        "blueprints", "regrets that are not those of its strategies",
        "from (select run, player, sum(most) as sum from (select run, node, bucket, "
        "greatest(max(cast(regret as double)), 0) as most from blueprint_strategies group by all) "
        "join blueprint_nodes using (run, node) group by all) join blueprints using (run) "
        # board t of a training has weight t
        "where abs(sum / greatest("
        "iterations * (if(restart = 0, iterations, restart) + 1) / 2, 1) - "
        "if(player = 'oop', regret_oop, regret_ip) / 1000 "
        # pairs of holes on a board, and the chips of a big blind
        "* 1081 * 990 * if(game = 'limit', 2, 100)) > 1e-6 * sum / iterations",
    ),
)  # fmt: skip

_WRONG_RESPONSES = (
    (
        "blueprint_responses", "exploitabilities that are not the mean of both players'",
        "from blueprint_responses where abs(least - (oop_least + ip_least) / 2) > 1e-6 "
        "or abs(most - (oop_most + ip_most) / 2) > 1e-6",
    ),
    (
        "blueprint_responses", "measures of no blueprint",
        "from blueprint_responses anti join blueprints using (run)",
    ),
    (
        "blueprint_responses", "errors of all flops, or none of some",
        "from blueprint_responses where (flops = 22100) <> (seed is null) "
        "or (flops = 22100) <> (least_error = 0 and most_error = 0 and value_error = 0)",
    ),
    (
        "blueprint_gains", "measures whose gains do not add up to what responses win more",
        "from blueprint_responses full join (select measure, "
        "sum(least) filter (player = 'oop') as oop_lowest, "
        "sum(most) filter (player = 'oop') as oop_highest, "
        "sum(least) filter (player = 'ip') as ip_lowest, "
        "sum(most) filter (player = 'ip') as ip_highest from blueprint_gains "
        "where street <> 'all' and line <> 'all' group by all) "
        "using (measure) where greatest(abs(oop_least + value - oop_lowest), "
        "abs(oop_most + value - oop_highest), abs(ip_least - value - ip_lowest), "
        "abs(ip_most - value - ip_highest)) < 0.01 is not true",  # both values are summed apart
    ),
    (
        "blueprint_gains", "lines that end no betting before a flop where somebody can act",
        "from blueprint_gains join blueprint_responses using (measure) where line not in ('', "
        "'all') and (run, line) not in (select (run, line) from blueprint_nodes "
        "where street = 'flop')",
    ),
    (
        "blueprint_gains", "gains of all streets or lines that are not their sums",
        "with parts as (from blueprint_gains where street not in ('preflop', 'all') "
        "and line <> 'all'), sums as (select measure, player, street, 'all' as line, sum(least) "
        "as whole from parts group by all union all select measure, player, 'all', line, "
        "sum(least) from parts group by all) from sums full join (from blueprint_gains "
        "where 'all' in (street, line)) using (measure, player, street, line) "
        "where abs(whole - least) < 1e-6 is not true",
    ),
    (
        "blueprint_gains", "lines before the flop, or errors of what is chosen on each flop alone",
        "from blueprint_gains where (street = 'preflop') <> (line = '') "
        "or street <> 'preflop' and (least <> most or least_error <> most_error)",
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


def responses(_: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of exploitabilities of blueprints, a view of the connection."""
    yield from of_rows(connection, MEASURES, _WRONG_RESPONSES)


def _is_as_grown(row: dict[str, Any], connection: duckdb.DuckDBPyConnection) -> bool:
    asked = asked_of(row)
    try:
        expected = node_rows(row["run"], asked.lines)
    except ValueError:  # not a valid betting
        return False
    nodes = connection.sql(
        "from blueprint_nodes where run = $run order by node", params={"run": row["run"]}
    )
    rows = nodes.to_arrow_table().cast(expected.schema)
    expected_columns = {**asked.columns, "information_sets": information_sets(asked)}
    same: bool = expected_columns == {name: row[name] for name in expected_columns} and rows.equals(
        expected
    )
    return same
