"""Checks of Omaha and short deck: nothing is wrong with what is built, and each check can fail."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.slices import SLICES
from oracle import naive
from pokerlake.catalogue import OMAHA, OMAHA_HI_LO
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import parse_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.omaha.flops import flop_row_keys
from pokerlake.pipelines.verify import built as omaha
from pokerlake.pipelines.verify import built as short_deck
from pokerlake.pipelines.verify.built import checks_of_sums, errors_off, row_groups_apart, sums_of
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.definitions.starting_hands import HI_LO_OUTCOMES, OMAHA_HANDS
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES


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


@pytest.mark.parametrize(
    ("table", "reader", "check"),
    [
        ("omaha_hands", "read_table", "holes in Omaha"),
        ("omaha_flop_hands", "hands_of_holes", "holes in Omaha on flops"),
    ],
)
def test_a_damaged_table_is_told(whole_lake, monkeypatch, table, reader, check):
    def damaged(*_, **__):
        raise OSError("cut short\nand more")

    monkeypatch.setattr(omaha, reader, damaged)
    found = verify(Lake.open(whole_lake), [table])[-1]
    assert (found.check, found.found) == (check, "cut short")


# ---------------------------------------------------------------- Omaha on flops


NAME = "omaha_flop_hands"
DEALS = 122_175_900
MORE, WEIGHTS, GAINS, DEALT = (
    "rows with more than all deals", "flops without all their holes",
    "flops with not as many deals won as lost", "6 random rows, each dealt 200,000 times",
)  # fmt: skip


@pytest.fixture(scope="module")
def flops(whole_lake):
    """The rows of ten flops."""
    (path,) = Lake.open(whole_lake).files(NAME)
    return pq.read_table(path)


@pytest.fixture
def changed_on_flops(flops, tmp_path, monkeypatch):
    """A function that finds the checks that fail with other columns."""

    def failed(name, values, of=flops):
        path = tmp_path / f"{NAME}.parquet"
        place = of.column_names.index(name)
        pq.write_table(
            of.set_column(place, name, pa.array(values, of.schema.field(name).type)), path
        )
        there = SimpleNamespace(files=lambda _: [path], manifest=SimpleNamespace(tables={}))
        sums = [sums_of(there, groups) for groups in row_groups_apart(there)]
        checks = list(checks_of_sums(there, sums))
        assert [check.check for check in checks] == [MORE, WEIGHTS, GAINS, DEALT]
        return [check.check for check in checks if not check.ok]

    return failed


def test_nothing_is_wrong_on_flops(whole_lake):
    known = {"rows", "sum of weight", "values"}  # of a slice
    checks = verify(Lake.open(whole_lake), [NAME])
    assert {check.check for check in checks if not check.ok} == known
    assert checks[0].table == NAME
    assert {MORE, WEIGHTS, GAINS, DEALT} <= {check.check for check in checks}
    assert SLICES[NAME].rows == sum(row.rows for row in [Lake.open(whole_lake).entry(NAME)])


def test_counts_that_are_wrong_are_seen(changed_on_flops, flops, monkeypatch):
    monkeypatch.setattr(omaha, "errors_off", lambda *_: 0.0)
    win, weight = (flops[name].to_numpy().copy() for name in ("win", "weight"))
    win[77] += 1
    assert changed_on_flops("win", win) == [GAINS]
    win[77] = DEALS + 1
    assert changed_on_flops("win", win) == [MORE, GAINS]
    weight[500_000] += 1
    assert changed_on_flops("weight", weight) == [WEIGHTS, GAINS]


def test_holes_on_flops_that_stand_for_others_are_seen(changed_on_flops, flops):
    """The counts of all holes of a flop, the other way round: sums are as they were."""
    rainbow = flops.filter(flops["board_id"].to_numpy() == 444)
    assert len(rainbow) == 211_876
    turned = rainbow.set_column(5, "tie", pa.array(rainbow["tie"].to_numpy()[::-1]))
    assert changed_on_flops("win", rainbow["win"].to_numpy()[::-1], turned) == [DEALT]


def test_random_deals_of_a_row():
    """Aces double-suited on 2c3d4h: 59.336 %, by all deals, and a percent more is seen."""
    flop, hole = naive.parse_cards("2c3d4h"), naive.parse_cards("AcAdKcKd")
    flop, hole = np.array(flop, np.uint8), np.array(hole, np.uint8)
    equity = (72_300_503 + 384_367 / 2) / DEALS
    for seed in range(3):
        assert abs(errors_off(hole, equity, seed, OMAHA, flop)) < 4.5
        assert errors_off(hole, equity + 0.01, seed, OMAHA, flop) > omaha.MOST_ERRORS
    royal = np.array(naive.parse_cards("AsKsQs"), np.uint8)
    straight_flush = np.array(naive.parse_cards("JsTs2c2d"), np.uint8)
    assert errors_off(straight_flush, 1.0, 1, OMAHA, royal) == 0
    assert errors_off(straight_flush, 0.9999, 1, OMAHA, royal) < -omaha.MOST_ERRORS


def test_all_flops_are_held_against_all_rivers():
    """Of a lake of one hand: each row of a hole and a flop has a tenth of its rivers' deals."""
    rows = np.zeros(16_432)
    rows[7] = 10 * 6 * 500.0
    table = pa.table({"combos": [6] * 16_432, "win": [500 * (i == 7) for i in range(16_432)],
                      "tie": [0] * 16_432})  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(omaha, "read_table", lambda *_, **__: table)
        lake = SimpleNamespace(files=lambda _: [])
        assert omaha._by_rivers(lake, rows, np.zeros(16_432)).ok
        rows[7] += 1
        assert omaha._by_rivers(lake, rows, np.zeros(16_432)).found == "1"


def test_the_flop_of_the_documents():
    key = flop_row_keys(np.array([naive.parse_cards("AhKhQdJd")], np.uint8),
                        np.array(naive.parse_cards("3h4sJh"), np.uint8))  # fmt: skip
    assert key.board_id.tolist() == [442]
    assert canonical_boards(3).cards[442].tolist() == naive.parse_cards("3c4dJc")
    assert TABLES[NAME].key == ("board_id", "hole_id")


# ---------------------------------------------------------------- short deck


UNLIKE = "hands unlike short_starting_hands"
SLICED = {("short_turn_hands", UNLIKE), ("short_river_hands", UNLIKE)}  # in the tests' lake


@pytest.fixture
def failed(whole_lake, monkeypatch):
    """A function that finds the checks that fail with another column of one of the tables."""
    lake, read = Lake.open(whole_lake), short_deck.rows_of

    def find(name="", column="", change=None):
        def changed(_, table):
            rows = read(lake, table)
            if table != name:
                return rows
            values = rows[column].to_numpy().copy()
            change(values)
            return rows.set_column(rows.column_names.index(column), column, pa.array(values))

        monkeypatch.setattr(short_deck, "rows_of", changed)
        checks = list(short_deck.short_deck(lake))
        assert len(checks) == 8
        return {(check.table, check.check) for check in checks if not check.ok} - SLICED

    return find


@pytest.mark.whole
def test_nothing_is_wrong_in_short_deck(whole_lake, failed):
    assert failed() == set()
    names = ["short_starting_hands", "short_matchups", "short_flop_hands", "short_classes"]
    checks = verify(Lake.open(whole_lake), names)
    assert {(check.table, check.check) for check in checks if not check.ok} == SLICED


@pytest.mark.whole
def test_a_hand_that_wins_once_more_is_seen(failed):
    def more(values):
        values[5] += 1

    every = {"short_matchups", "short_combo_matchups", "short_income_rates", "short_flop_hands"}
    assert failed("short_starting_hands", "win", more) == {
        ("short_starting_hands", "rows that do not add up to the deals"),
        *((table, UNLIKE) for table in every),
    }
    assert failed("short_income_rates", "share_sum", more) == {("short_income_rates", UNLIKE)}
    assert failed("short_flop_hands", "river_tied_behind", more) == {("short_flop_hands", UNLIKE)}


def test_match_ups_that_change_places_are_seen(failed):
    def turned(values):
        values[:] = values[::-1]

    found = failed("short_combo_matchups", "win", turned)
    assert ("short_combo_matchups", UNLIKE) in found
    assert ("short_combo_matchups", "6 random rows, each dealt on all boards") in found


def test_showdowns_of_two_holes():
    hero, villain = parse_hole("AhKh"), parse_hole("QsQc")
    assert short_deck.showdowns(hero, villain) == [108_298, 2_007, 91_071]
    assert short_deck.showdowns(villain, hero) == [91_071, 2_007, 108_298]
