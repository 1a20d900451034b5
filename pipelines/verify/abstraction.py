"""Holds the tables of abstractions against each other, and against the boards of the street."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pokerlake.tables.check import Check
from pokerlake.tables.definitions.abstraction import ABSTRACTION
from pokerlake.tables.definitions.boards import OPPONENTS, RELATIONS, RUN_OUTS
from pokerlake.tables.lake import Lake

from ..abstraction.asked import CARDS
from .cells import of_cells

if TYPE_CHECKING:
    import duckdb


# The table, what is counted, and the rows that are wrong: there are none of them.
_WRONG = (
    (
        "buckets", "buckets of a run that is none",
        "from buckets anti join abstractions using (run)",
    ),
    (
        "abstractions", "runs that are there twice",
        "select run from abstractions "
        "qualify count(*) over (partition by street, kind, next_run, k, seed, restarts) "
        "> 1",
    ),
    (
        "abstractions", "runs whose rows or deals are not those of their buckets",
        "from abstractions as a left join (select run, sum(rows) as found, sum(deals) as dealt, "
        "count(*) as here, max(bucket) + 1 as ends from buckets group by run) using (run) "
        "where found is distinct from a.rows or dealt is distinct from a.deals "
        "or here <> buckets or ends <> buckets or buckets > k "
        "or kind in ('distribution', 'potential') and here <> k",
    ),
    (
        "abstractions", "runs whose next run is no run of turns before them",
        "from abstractions as a left join abstractions as n on n.run = a.next_run "
        "where a.next_run is not null and not coalesce(n.street = 'turn' and n.run < a.run, false)",
    ),
    (
        "abstractions", "runs with other deals than those of their street",
        "from abstractions where deals <> case street when 'preflop' then 1326 "
        "when 'flop' then 25_989_600 "
        "when 'turn' then 305_377_800 else 2_809_475_760 end",
    ),
    (
        "abstractions", "runs whose mean distance is not that of their buckets",
        "from abstractions as a join (select run, sum(mean_distance * deals) / sum(deals) as mean "
        "from buckets group by run) using (run) where abs(mean - a.mean_distance) > 1e-9",
    ),
    (
        "buckets", "buckets out of the order of their equities",
        "from buckets join abstractions using (run) where street <> 'preflop' "
        "qualify mean_equity < lag(mean_equity) over (partition by run order by bucket) - 1e-12",
    ),
    (
        "flop_buckets", "buckets whose rows are others",
        "from buckets as b join abstractions as a using (run) left join (select run, bucket, "
        "count(*) as found from flop_buckets group by all) using (run, bucket) "
        "where street = 'flop' and found is distinct from b.rows",
    ),
    (
        "turn_buckets", "buckets whose rows are others",
        "from buckets as b join abstractions as a using (run) left join (select run, bucket, "
        "count(*) as found from turn_buckets group by all) using (run, bucket) "
        "where street = 'turn' and found is distinct from b.rows",
    ),
    (
        "river_buckets", "buckets whose deals or equities are others",
        "from buckets as b join abstractions as a using (run) left join (select run, bucket, "
        "sum(deals) as found, sum(deals * strength) / sum(deals) / 1980 as mean "
        "from river_buckets group by all) using (run, bucket) where street = 'river' and "
        "(found is distinct from b.deals or abs(mean - mean_equity) > 1e-9)",
    ),
)  # fmt: skip


def abstraction(lake: Lake, connection: duckdb.DuckDBPyConnection) -> Iterator[Check]:
    """The checks of these tables, views of the connection.

    Deals and mean equities of the buckets of flops and turns are those of ``flop_hands`` and
    ``turn_hands``, where the lake has these: other code counts them.
    """
    found = connection.sql("select run from abstractions").fetchall()
    in_order = [number for (number,) in found] == list(range(1, len(found) + 1))
    yield Check("abstractions", "runs 1, 2, 3, ...", "True", str(in_order))
    for table in ABSTRACTION:
        yield from of_cells(connection, table.name)
    for name, what, wrong in _WRONG:
        yield Check(name, what, "0", f"{len(connection.sql(wrong)):,}")
    for street in ("flop", "turn"):
        if f"{street}_hands" in lake.manifest.tables:
            yield _by_hands(lake, connection, street)


def _by_hands(lake: Lake, connection: duckdb.DuckDBPyConnection, street: str) -> Check:
    """Deals and mean equities of all buckets of a street, by the table of its hands."""
    hands = connection.read_parquet([str(path) for path in lake.files(f"{street}_hands")])
    won = " + ".join(
        f"{2 - after} * river_{now}_{then}"
        for now in RELATIONS
        for after, then in enumerate(RELATIONS[:2])
    )
    whole = 2 * OPPONENTS[CARDS[street]] * RUN_OUTS[CARDS[street]]
    hands.create_view("hands_of_street")
    wrong = connection.sql(
        f"from (from {street}_buckets join hands_of_street using (board_id, hole_id) "
        "select run, bucket, sum(weight) as dealt, "
        f"sum(weight::bigint * ({won})) / sum(weight) / {whole} as mean group by all) "
        "join buckets as b using (run, bucket) "
        "where dealt <> b.deals or abs(mean - b.mean_equity) > 1e-9"
    )
    found = f"{len(wrong):,}"
    connection.execute("drop view hands_of_street")
    return Check(f"{street}_buckets", f"buckets that {street}_hands has otherwise", "0", found)
