"""Checks of holes in Omaha: nothing is wrong with those that are built, and each check can fail."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.text import parse_hand
from pokerlake.pipelines.verify.checks import verify
from pokerlake.pipelines.verify.starting_hands import omaha
from pokerlake.tables.definitions.omaha import OMAHA_HANDS
from pokerlake.tables.lake import Lake


@pytest.fixture
def changed(whole_lake, monkeypatch):
    """A function that finds the checks that fail with other columns."""
    lake = Lake.open(whole_lake)
    table = pq.read_table(lake.files("omaha_hands"))

    def failed(**columns):
        there = table
        for name, values in columns.items():
            there = there.set_column(there.column_names.index(name), name, pa.array(values))
        monkeypatch.setattr(omaha.pq, "read_table", lambda *_, **__: there)
        checks = list(omaha.omaha(lake, OMAHA_HANDS, 4))
        assert len(checks) == 3
        return [check.check for check in checks if not check.ok]

    failed.table = table
    return failed


def test_nothing_is_wrong(whole_lake):
    checks = verify(Lake.open(whole_lake), ["omaha_hands"])
    assert [check for check in checks if not check.ok] == []
    assert "deals won over all holes, as many as lost" in [check.check for check in checks]


def test_deals_that_are_wrong_are_seen(changed):
    win, lose = (changed.table[name].to_numpy().copy() for name in ("win", "lose"))
    assert changed() == []
    win[77] += 1
    assert changed(win=win) == [
        "rows that do not add up to the deals", "deals won over all holes, as many as lost",
    ]  # fmt: skip
    lose[77] -= 1
    assert changed(win=win, lose=lose) == ["deals won over all holes, as many as lost"]


def test_holes_that_stand_for_others_are_seen(changed):
    """The counts of all holes in the order of the combos are those of other holes."""
    order = np.argsort(changed.table["combos"].to_numpy(), kind="stable")
    hands = changed.table["hand"].take(order[::-1])
    assert changed(hand=hands.to_pylist()) == ["6 random rows, each dealt 200,000 times"]


def test_random_deals_of_a_hole():
    """70.678 % for AAKK double-suited, and a percent more is many errors off."""
    hole = parse_hand("AsAhKsKh")
    for seed in range(3):
        assert abs(omaha.errors_off(hole, 0.70678, seed)) < 4.5
        assert omaha.errors_off(hole, 0.72, seed) > omaha.MOST_ERRORS


def test_a_damaged_table_is_told(whole_lake, monkeypatch):
    def damaged(*_, **__):
        raise OSError("cut short\nand more")

    monkeypatch.setattr(omaha.pq, "read_table", damaged)
    found = verify(Lake.open(whole_lake), ["omaha_hands"])[-1]
    assert (found.check, found.found) == ("holes in Omaha", "cut short")
