"""Checks of holes in Omaha: nothing is wrong with those that are built, and each check can fail."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.catalogue import OMAHA, OMAHA_HI_LO
from pokerlake.engine.cards.text import parse_hand
from pokerlake.pipelines.verify import built as omaha
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES, OMAHA_HANDS
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
        monkeypatch.setattr(omaha, "read_table", lambda *_, **__: there)
        checks = list(omaha.omaha(lake, OMAHA_HANDS, OMAHA))
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
        assert abs(omaha.errors_off(hole, 0.70678, seed, OMAHA)) < 4.5
        assert omaha.errors_off(hole, 0.72, seed, OMAHA) > omaha.MOST_ERRORS


@pytest.fixture
def changed8(whole_lake, monkeypatch):
    """As ``changed`` for hi-lo, of a table that says that there never is a low."""
    lake = Lake.open(whole_lake)
    high = pq.read_table(lake.files("omaha_hands"))
    never = np.zeros(len(high), np.int64)
    columns = {name: high[name].to_numpy() for name in ("hand_id", "hand", "combos")}
    columns |= dict.fromkeys(HI_LO_OUTCOMES, never)
    columns |= {f"high_{name}_no_low": high[name].to_numpy() for name in ("win", "tie", "lose")}
    read = {"omaha8_hands": None, "omaha_hands": high}
    paths = {name: lake.files(name) for name in read}
    monkeypatch.setattr(
        omaha, "read_table", lambda files, **_: next(read[n] for n in read if paths[n] == files)
    )
    monkeypatch.setattr(omaha, "errors_off", lambda *_: 0.0)

    def failed(changes):
        """Add some deals of the hole of each number to each of some outcomes."""
        these = {name: column.copy() for name, column in columns.items()}
        for name, (row, deals) in changes.items():
            these[name][row] += deals
        read["omaha8_hands"] = pa.table(these)
        checks = list(omaha.omaha8(lake))
        assert len(checks) == 4
        return {check.check: check.found for check in checks if not check.ok}

    return failed


MIRRORED = "deals of each outcome over all holes, as many as of its opposite"
HIGH = "rows whose high half is not that of omaha_hands"


def test_what_is_wrong_with_hi_lo_is_seen(changed8):
    assert changed8({}) == {}
    assert changed8({"high_tie_low_tie": (77, 1)}) == {
        "rows that do not add up to the deals": "1", HIGH: "1",
    }  # fmt: skip
    assert changed8({"high_win_low_win": (77, 5), "high_win_no_low": (77, -5)}) == {
        MIRRORED: "high_win_low_win, high_win_no_low, high_lose_low_lose, high_lose_no_low"
    }
    assert changed8({"high_tie_low_tie": (77, 5), "high_tie_no_low": (77, -5)}) == {}
    assert changed8({"high_tie_low_tie": (77, 5), "high_win_no_low": (77, -5)}) == {
        MIRRORED: "high_win_no_low, high_lose_no_low", HIGH: "1",
    }  # fmt: skip


def test_random_deals_of_a_hole_in_hi_lo():
    """72.603 % for AA32 double-suited: as counted, and more than it has in Omaha."""
    hole = parse_hand("AsAh3s2h")
    for seed in range(2):
        assert abs(omaha.errors_off(hole, 0.726033, seed, OMAHA_HI_LO)) < 4.5
        assert omaha.errors_off(hole, 0.671607, seed, OMAHA_HI_LO) < -omaha.MOST_ERRORS
        assert abs(omaha.errors_off(hole, 0.671607, seed, OMAHA)) < 4.5


def test_a_damaged_table_is_told(whole_lake, monkeypatch):
    def damaged(*_, **__):
        raise OSError("cut short\nand more")

    monkeypatch.setattr(omaha, "read_table", damaged)
    found = verify(Lake.open(whole_lake), ["omaha_hands"])[-1]
    assert (found.check, found.found) == ("holes in Omaha", "cut short")
