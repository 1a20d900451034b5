"""The whole table of holes of six cards in Omaha: its best and worst holes, and all deals.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has it; `make test` has no time to build it.
"""

import os
from math import comb
from pathlib import Path

import pytest

from pokerlake.pipelines.verify.checks import verify
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module")
def lake():
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if "omaha_hands6" not in read_manifest(path).tables:
        pytest.skip("POKERLAKE_TEST_LAKE names no lake with omaha_hands6")
    return Lake.open(path)


def test_nothing_is_wrong(lake):
    assert [check for check in verify(lake, ["omaha_hands6"]) if not check.ok] == []


def test_all_deals(lake):
    with connect(lake) as connection:
        sums = [f"sum(combos * {name}::hugeint)" for name in ("win", "tie", "lose")]
        (row,) = connection.sql(f"select {', '.join(sums)} from omaha_hands6").fetchall()
    assert [int(deals) for deals in row] == [
        61_019_132_930_293_882_812, 3_440_288_037_692_857_416, 61_019_132_930_293_882_812,
    ]  # fmt: skip
    assert sum(map(int, row)) == comb(52, 6) * comb(46, 6) * comb(40, 5)


def test_the_best_and_the_worst_holes(lake):
    """AATT99 in three suits is best against other aces, too, as Cardquant has it."""
    with connect(lake) as connection:
        ranked = "select hand, ranks, suits, equity from omaha6_equities order by rank"
        found = connection.sql(ranked).fetchall()
    assert [hand for hand, *_ in found[:3]] == ["AhAdThTc9d9c", "AhAdJhJcTdTc", "AhAdThTc8d8c"]
    assert found[0][1:] == ("AATT99", "ds+ss", pytest.approx(0.664524, abs=5e-7))
    assert found[-1] == ("7c3c2s2h2d2c", "732222", "ts", pytest.approx(0.126918, abs=5e-7))
