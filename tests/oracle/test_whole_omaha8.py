"""The whole table of Omaha hi-lo: its best hands, and what all deals come to.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has it; `make test` has no time to build it.
"""

import os
from pathlib import Path

import pytest

from helpers.queries import ask
from pokerlake.queries.connection import connect
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module")
def connection():
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if not read_manifest(path).tables.keys() >= {"omaha_hands", "omaha8_hands"}:
        pytest.skip("POKERLAKE_TEST_LAKE names no lake with omaha_hands and omaha8_hands")
    with connect(Lake.open(path)) as connection:
        yield connection


def test_the_best_and_the_worst_hands(connection):
    ranking = ask(connection, "omaha8_ranking", count="16432")
    assert [row["hand"] for row in ranking[:4]] == ["AdAc3d2c", "AdAc4d2c", "AdAc4d3c", "AdAc5d2c"]
    assert ranking[0]["equity"] == pytest.approx(0.726033, abs=5e-7)
    assert ranking[-1]["hand"] == "2s2h2d2c"


def test_all_deals(connection):
    sums = ", ".join(f"sum(combos * {name}::hugeint)" for name in HI_LO_OUTCOMES)
    (row,) = connection.sql(f"select {sums} from omaha8_hands").fetchall()
    assert dict(zip(HI_LO_OUTCOMES, map(int, row), strict=True)) == {
        "high_win_low_win": 6_054_383_025_660_728,
        "high_win_low_tie": 425_743_873_911_712,
        "high_win_low_lose": 7_528_196_865_760_968,
        "high_win_no_low": 14_190_649_818_605_732,
        "high_tie_low_win": 140_714_550_858_240,
        "high_tie_low_tie": 108_594_748_710_080,
        "high_tie_low_lose": 140_714_550_858_240,
        "high_tie_no_low": 420_400_566_059_160,
        "high_lose_low_win": 7_528_196_865_760_968,
        "high_lose_low_tie": 425_743_873_911_712,
        "high_lose_low_lose": 6_054_383_025_660_728,
        "high_lose_no_low": 14_190_649_818_605_732,
    }


def test_the_high_half_is_omaha(connection):
    ((unlike,),) = connection.sql("""
        select count(*)
        from omaha8_equities as eight
        inner join omaha_equities as high on eight.hand_id = high.hand_id
        where eight.high_equity <> high.equity or eight.suits <> high.suits
    """).fetchall()
    assert unlike == 0
