"""The views of holes in Omaha: the grain, and what comes of given rows."""

import pytest

from given.hands import given_lake
from given.omaha import FIVE, FOUR, HI_LO, SIX


@pytest.fixture
def given(tmp_path):
    tables = {
        "omaha_hands": FOUR, "omaha_hands5": FIVE, "omaha_hands6": SIX, "omaha8_hands": HI_LO,
    }  # fmt: skip
    with given_lake(tmp_path, **tables) as connection:
        yield connection


@pytest.mark.parametrize(
    ("view", "rows"),
    [
        ("omaha_equities", 16_432),
        ("omaha5_equities", 134_459),
        ("omaha6_equities", 962_988),
        ("omaha8_equities", 16_432),
    ],
)
def test_grain_of_views(whole, view, rows):
    ((found, keys),) = whole.sql(f"select count(*), count(distinct hand_id) from {view}").fetchall()
    assert found == keys == rows


def test_omaha_equities_of_given_rows(given):
    found = given.sql("select * exclude (hand_id, top_percent) from omaha_equities").fetchall()
    assert found == [
        ("AdAcKdKc", "AAKK", "two pair", "ds", 6, 0.75, 70.0, 10.0, 1),
        ("AsKhQdJc", "AKQJ", "unpaired", "rainbow", 24, 0.5, 50.0, 0.0, 2),
        ("9h8c7c6d", "9876", "unpaired", "ss", 12, 0.5, 40.0, 20.0, 2),
        ("9c8c7c6d", "9876", "unpaired", "ts", 12, 0.45, 45.0, 0.0, 4),
        ("Ac9c5c2c", "A952", "unpaired", "ms", 4, 0.3, 30.0, 0.0, 5),
        ("2h2d2c3c", "2223", "trips", "ss", 1, 0.2, 20.0, 0.0, 6),
        ("2s2h2d2c", "2222", "quads", "rainbow", 1, 0.1, 10.0, 0.0, 7),
    ]
    top = [percent for (percent,) in given.sql("select top_percent from omaha_equities").fetchall()]
    assert top == [10.0, 70.0, 70.0, 90.0, 100 * 58 / 60, 100 * 59 / 60, 100.0]


def test_omaha5_equities_of_given_rows(given):
    found = given.sql("select ranks, pairing, suits, rank from omaha5_equities").fetchall()
    assert found == [
        ("AAKKQ", "two pair", "ds", 1), ("AAAKK", "full house", "ds", 2),
        ("AAAKQ", "trips", "ss", 3), ("9876A", "unpaired", "ts+ss", 4),
        ("9876A", "unpaired", "qs", 5), ("98762", "unpaired", "ms", 6),
        ("AKQJT", "unpaired", "ss", 7), ("AAAAT", "quads", "ss", 8),
    ]  # fmt: skip


def test_omaha6_equities_of_given_rows(given):
    found = given.sql("select ranks, pairing, suits, rank from omaha6_equities").fetchall()
    assert found == [
        ("AAKKQQ", "three pair", "ds+ss", 1), ("AAAKKK", "two trips", "ds", 2),
        ("AAAKKQ", "full house", "ts+ss", 3), ("AAKKQJ", "two pair", "ts+ts", 4),
        ("AAAKQJ", "trips", "ts", 5), ("AKQJJT", "paired", "qs+ss", 6),
        ("AKQJT9", "unpaired", "qs", 7), ("AAAAKK", "quads", "ds", 8),
        ("A98765", "unpaired", "5s", 9), ("987654", "unpaired", "ms", 10),
    ]  # fmt: skip


def test_omaha8_equities_of_given_rows(given):
    """The bits of a sum are the outcomes that it is of: 1 for high_win_low_win, ..."""
    one, other, last = given.sql("from omaha8_equities order by hand").fetchall()
    names = given.sql("from omaha8_equities").columns
    row = dict(zip(names, one, strict=True))
    deals = 4095
    scoop, three_quarters = 0b000000001001, 0b000000010010
    half, quarter, nothing = 0b000110100100, 0b001001000000, 0b110000000000
    assert scoop + three_quarters + half + quarter + nothing == deals
    assert row["ranks"] + row["pairing"] + row["suits"] == "2222quadsrainbow"
    assert row["scoop_percent"] == 100 * scoop / deals
    assert row["three_quarters_percent"] == 100 * three_quarters / deals
    assert row["half_percent"] == 100 * half / deals
    assert row["quarter_percent"] == 100 * quarter / deals
    assert row["nothing_percent"] == 100 * nothing / deals
    assert row["no_low_percent"] == 100 * 0b100010001000 / deals
    pot = 4 * scoop + 3 * three_quarters + 2 * half + quarter
    assert row["equity"] == pot / (4 * deals)
    assert row["high_equity"] == (0b1111 + 0b11110000 / 2) / deals
    assert row["low_equity"] == (0b000100010001 + 0b001000100010 / 2) / (deals - 0b100010001000)
    assert (row["rank"], row["top_percent"]) == (3, 100.0)
    assert one[names.index("hand")] == "2s2h2d2c"
    for tied in (other, last):
        row = dict(zip(names, tied, strict=True))
        assert (row["pairing"], row["suits"], row["combos"]) == ("paired", "ds", 12)
        assert (row["rank"], row["top_percent"]) == (1, 96.0)


def test_kinds_of_holes(whole):
    """As many holes of each suitedness as by counting: 16 rainbow ones of four ranks, ..."""
    found = whole.sql("select suits, sum(combos) from omaha_equities group by all").fetchall()
    assert dict(found) == {
        "rainbow": 13**4,
        "ss": 4 * 78 * 3 * 13 * 13,
        "ds": 6 * 78 * 78,
        "ts": 4 * 286 * 39,
        "ms": 4 * 715,
    }
    pairing = whole.sql("select pairing, sum(combos) from omaha_equities group by all").fetchall()
    assert dict(pairing) == {
        "unpaired": 715 * 4**4,
        "paired": 13 * 6 * 66 * 16,
        "two pair": 78 * 36,
        "trips": 13 * 4 * 48,
        "quads": 13,
    }


def test_the_best_hands(whole):
    found = whole.sql("select ranks || ' ' || suits from omaha_equities limit 4").fetchall()
    assert [text for (text,) in found] == ["AATT ds", "AAJJ ds", "AAQQ ds", "AA55 ds"]
