"""Checks of holes in Omaha on flops: nothing is wrong with those built, and each check can fail."""

from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from helpers.slices import SLICES
from oracle import naive
from pokerlake.catalogue import OMAHA
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.flops import flop_row_keys
from pokerlake.pipelines.verify import built as verifying
from pokerlake.pipelines.verify.built import checks_of_sums, errors_off, row_groups_apart, sums_of
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES

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
def changed(flops, tmp_path, monkeypatch):
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


def test_nothing_is_wrong(whole_lake):
    known = {"rows", "sum of weight", "values"}  # of a slice
    checks = verify(Lake.open(whole_lake), [NAME])
    assert {check.check for check in checks if not check.ok} == known
    assert checks[0].table == NAME
    assert {MORE, WEIGHTS, GAINS, DEALT} <= {check.check for check in checks}
    assert SLICES[NAME].rows == sum(row.rows for row in [Lake.open(whole_lake).entry(NAME)])


def test_counts_that_are_wrong_are_seen(changed, flops, monkeypatch):
    monkeypatch.setattr(verifying, "errors_off", lambda *_: 0.0)
    win, weight = (flops[name].to_numpy().copy() for name in ("win", "weight"))
    win[77] += 1
    assert changed("win", win) == [GAINS]
    win[77] = DEALS + 1
    assert changed("win", win) == [MORE, GAINS]
    weight[500_000] += 1
    assert changed("weight", weight) == [WEIGHTS, GAINS]


def test_holes_that_stand_for_others_are_seen(changed, flops):
    """The counts of all holes of a flop, the other way round: sums are as they were."""
    rainbow = flops.filter(flops["board_id"].to_numpy() == 444)
    assert len(rainbow) == 211_876
    turned = rainbow.set_column(5, "tie", pa.array(rainbow["tie"].to_numpy()[::-1]))
    assert changed("win", rainbow["win"].to_numpy()[::-1], turned) == [DEALT]


def test_random_deals_of_a_row():
    """Aces double-suited on 2c3d4h: 59.336 %, by all deals, and a percent more is seen."""
    flop, hole = naive.parse_cards("2c3d4h"), naive.parse_cards("AcAdKcKd")
    flop, hole = np.array(flop, np.uint8), np.array(hole, np.uint8)
    equity = (72_300_503 + 384_367 / 2) / DEALS
    for seed in range(3):
        assert abs(errors_off(hole, equity, seed, OMAHA, flop)) < 4.5
        assert errors_off(hole, equity + 0.01, seed, OMAHA, flop) > verifying.MOST_ERRORS
    royal = np.array(naive.parse_cards("AsKsQs"), np.uint8)
    straight_flush = np.array(naive.parse_cards("JsTs2c2d"), np.uint8)
    assert errors_off(straight_flush, 1.0, 1, OMAHA, royal) == 0
    assert errors_off(straight_flush, 0.9999, 1, OMAHA, royal) < -verifying.MOST_ERRORS


def test_all_flops_are_held_against_all_rivers():
    """Of a lake of one hand: each row of a hole and a flop has a tenth of its rivers' deals."""
    rows = np.zeros(16_432)
    rows[7] = 10 * 6 * 500.0
    table = pa.table({"combos": [6] * 16_432, "win": [500 * (i == 7) for i in range(16_432)],
                      "tie": [0] * 16_432})  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verifying, "read_table", lambda *_, **__: table)
        lake = SimpleNamespace(files=lambda _: [])
        assert verifying._by_rivers(lake, rows, np.zeros(16_432)).ok
        rows[7] += 1
        assert verifying._by_rivers(lake, rows, np.zeros(16_432)).found == "1"


def test_a_damaged_table_is_told(whole_lake, monkeypatch):
    def damaged(*_, **__):
        raise OSError("cut short\nand more")

    monkeypatch.setattr(verifying, "hands_of_holes", damaged)
    found = verify(Lake.open(whole_lake), [NAME])[-1]
    assert (found.check, found.found) == ("holes in Omaha on flops", "cut short")


def test_the_flop_of_the_documents():
    key = flop_row_keys(np.array([naive.parse_cards("AhKhQdJd")], np.uint8),
                        np.array(naive.parse_cards("3h4sJh"), np.uint8))  # fmt: skip
    assert key.board_id.tolist() == [442]
    assert canonical_boards(3).cards[442].tolist() == naive.parse_cards("3c4dJc")
    assert TABLES[NAME].key == ("board_id", "hole_id")
