"""The views of holes in Omaha: the grain, and what comes of given rows."""

import pytest

from given.hands import given_lake


def row(hand_id, hand, combos, win, tie, lose):
    names = "hand_id", "hand", "combos", "win", "tie", "lose"
    return dict(zip(names, (hand_id, hand, combos, win, tie, lose), strict=True))


# 60 holes in all; the second and the fourth are tied.
FOUR = [
    row(0, "AdAcKdKc", 6, 70, 10, 20), row(1, "AsKhQdJc", 24, 50, 0, 50),
    row(2, "9c8c7c6d", 12, 45, 0, 55), row(3, "9h8c7c6d", 12, 40, 20, 40),
    row(4, "2s2h2d2c", 1, 10, 0, 90), row(5, "Ac9c5c2c", 4, 30, 0, 70),
    row(6, "2h2d2c3c", 1, 20, 0, 80),
]  # fmt: skip
FIVE = [
    row(0, "AdAcKdKcQh", 20, 70, 10, 20), row(1, "AcAdAhKcKd", 20, 60, 0, 40),
    row(2, "AcAdAhKcQs", 20, 50, 0, 50), row(3, "9c8c7c6dAd", 20, 40, 0, 60),
    row(4, "9c8c7c6cAd", 10, 30, 0, 70), row(5, "9c8c7c6c2c", 5, 20, 0, 80),
    row(6, "AsKhQdJcTc", 4, 10, 0, 90), row(7, "AsAhAdAcTc", 1, 0, 0, 100),
]  # fmt: skip


@pytest.fixture
def given(tmp_path):
    with given_lake(tmp_path, omaha_hands=FOUR, omaha_hands5=FIVE) as connection:
        yield connection


@pytest.mark.parametrize(
    ("view", "rows"), [("omaha_equities", 16_432), ("omaha5_equities", 134_459)]
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
