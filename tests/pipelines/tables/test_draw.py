"""The tables of five-card draw, openings and change: pieces as in the lake, every judged count."""

import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.registry import TABLES

DRAW_TABLES = "draw_hands", "draw_exchanges", "openings", "change"


@pytest.fixture(scope="module")
def tables(lake):
    """The tables as they lie in the lake."""
    return {name: pq.read_table(lake / f"{name}.parquet") for name in DRAW_TABLES}


# ---------------------------------------------------------------- as built


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "place"),
    [(name, place) for name in DRAW_TABLES for place in (0, -1)],
)
def test_pieces_as_in_the_lake(tables, name, place):
    """The first and the last."""
    build, schema = all_builds()[name], TABLES[name].arrow_schema()
    found = build.compute(range(build.partitions)[place], {})
    assert set(found.column_names) == set(schema.names)
    rows = tables[name]
    assert rows.schema.equals(schema)
    rows = rows.slice(0 if place == 0 else len(rows) - len(found), len(found))
    assert found.select(schema.names).cast(schema).equals(rows)


def test_they_are_in_the_standard_lake():
    assert not any(all_builds()[name].on_request for name in DRAW_TABLES)
    for name in DRAW_TABLES:
        assert all_builds()[name].cost.seconds <= 60


# ---------------------------------------------------------------- openings, change


def test_openings_of_three_players(tables):
    rows = [row for row in tables["openings"].to_pylist() if row["players"] == 3]
    columns = "line", "player", "action", "top_percent", "class_id"
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("", 1, "bet", 29, 4771), ("b", 2, "raise", 12, 3621), ("bf", 3, "raise", 14, 3756),
        ("br", 3, "raise", 4, 2670), ("c", 2, "bet", 40, 5516), ("cb", 3, "raise", 19, 4094),
        ("cc", 3, "bet", 53, 6264),
    ]  # fmt: skip
