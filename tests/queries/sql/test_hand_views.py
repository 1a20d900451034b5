"""The views of the starting hands: the grain of each, what comes of given rows, known facts."""

import pytest

from given.hands import (
    COMBO_MATCHUPS,
    INCOME_RATES,
    MATCHUPS,
    MATCHUPS3,
    STARTING_HANDS,
    given_lake,
)
from pokerlake.queries.answers.equity import Situation, Wanted, situation_equity

THREE = [100 * 12 / 22, 100.0, 100.0]


@pytest.fixture
def given(tmp_path):
    with given_lake(
        tmp_path,
        starting_hands=STARTING_HANDS,
        matchups=MATCHUPS,
        matchups3=MATCHUPS3,
        combo_matchups=COMBO_MATCHUPS,
        income_rates=INCOME_RATES,
    ) as connection:
        yield connection


@pytest.mark.parametrize(
    ("view", "key", "rows"),
    [
        ("hand_equities", "hand", 169),
        ("matchup_equities", "hero, villain", 169**2),
        ("matchup3_equities", "hero, villain_1, villain_2", 8**3 - 19),
        ("combo_equities", "hero_hole_id, villain_hole_id", 2 * 47_008),
        ("income_ranks", "hand, players", 169 * 9),
    ],
)
def test_grain_of_views(whole, view, key, rows):
    ((found, keys),) = whole.sql(f"select count(*), count(distinct ({key})) from {view}").fetchall()
    assert found == keys == rows


# ---------------------------------------------------------------- hand_equities


def test_hand_equities_of_given_rows(given):
    assert given.sql("from hand_equities order by equity desc, hand").fetchall() == [
        ("AKo", 12, 0.65, 60.0, 10.0, THREE[0]),
        ("22", 6, 0.5, 50.0, 0.0, 100.0),
        ("JTs", 4, 0.5, 45.0, 10.0, 100.0),
    ]


@pytest.mark.parametrize(
    ("hand", "equity", "top_percent"),
    [
        ("AA", (1_781_508_418 + 11_402_312 / 2) / 2_097_572_400, 100 * 6 / 1326),
        ("AKs", 0.670446, 3.46908),
        ("72o", (665_146_081 + 120_541_920 / 2) / 2_097_572_400, 100 * (1326 - 4 * 12) / 1326),
        ("32o", 0.323032, 100.0),
    ],
)
def test_hand_equities_as_known(whole, hand, equity, top_percent):
    rows = whole.execute(
        "select equity, top_percent from hand_equities where hand = $hand", {"hand": hand}
    ).fetchall()
    assert rows == [(pytest.approx(equity, abs=5e-7), pytest.approx(top_percent, abs=5e-6))]


def test_hand_equities_are_right_by_construction(whole):
    ((mean, ties, combos),) = whole.sql("""
        select sum(equity * combos) / 1326, sum(tie_percent * combos) / 1326, sum(combos)
        from hand_equities
    """).fetchall()
    assert mean == pytest.approx(0.5, abs=1e-15)
    assert ties == pytest.approx(100 * 113_130_263_816 / 2_781_381_002_400, rel=1e-14)
    assert combos == 1326


# ---------------------------------------------------------------- matchup_equities


def test_matchup_equities_of_given_rows(given):
    assert given.sql("from matchup_equities where hero <= villain order by all").fetchall() == [
        ("22", "22", 0.5, 1.0, 98.0, 100),
        ("22", "AKo", 0.53, 52.0, 2.0, 1000),
        ("22", "JTs", 0.46, 46.0, 0.0, 100),
        ("AKo", "AKo", 0.5, 3.0, 94.0, 100),
        ("AKo", "JTs", 0.59, 58.0, 2.0, 100),
        ("JTs", "JTs", 0.5, 5.0, 90.0, 100),
    ]


def test_matchup_equities_of_both_sides_make_one(whole):
    ((least, most),) = whole.sql("""
        select min(a.equity + b.equity), max(a.equity + b.equity)
        from matchup_equities as a
        inner join matchup_equities as b on a.hero = b.villain and a.villain = b.hero
    """).fetchall()
    assert least == pytest.approx(1, abs=1e-15)
    assert most == pytest.approx(1, abs=1e-15)


def test_averaged_by_deals_they_are_the_hand_equities(whole):
    ((hands, difference),) = whole.sql("""
        with averages as (
            select hero, sum(equity * deals) / sum(deals) as equity
            from matchup_equities group by hero
        )
        select count(*), max(abs(averages.equity - hand_equities.equity))
        from averages inner join hand_equities on hero = hand
    """).fetchall()
    assert hands == 169
    assert difference < 1e-14


def test_matchup_equities_as_published(whole):
    """The issue's: aces against kings."""
    rows = whole.sql("""
        select equity from matchup_equities where hero = 'AA' and villain = 'KK'
    """).fetchall()
    assert rows == [(pytest.approx(0.8194605, abs=5e-8),)]


# ---------------------------------------------------------------- matchup3_equities


def test_matchup3_equities_of_given_rows(given):
    found = given.sql("from matchup3_equities where hero = 'AKo' order by all").fetchall()
    of_three = (90 + 15 / 2 + 1) / 300, (120 + 21 / 2 + 1) / 300, (60 + 18 / 2 + 1) / 300
    assert [row[:3] for row in found] == [
        ("AKo", one, other) for one in ("22", "AKo", "JTs") for other in ("22", "AKo", "JTs")
    ]
    assert found[2] == (
        "AKo", "22", "JTs", *(pytest.approx(of_three[i], abs=1e-15) for i in (1, 0, 2)), 40.0, 8.0,
        300,
    )  # fmt: skip
    assert found[6][2:6] == (
        "22", *(pytest.approx(of_three[i], abs=1e-15) for i in (1, 2, 0))
    )  # fmt: skip
    pair_of_deuces = pytest.approx(5 / 100 + 0.23 + 0.04 / 3, abs=1e-15)
    assert found[0][3:] == (
        pytest.approx(0.4 + 0.04 / 3), pair_of_deuces, pair_of_deuces, 40.0, 4.0, 100
    )  # fmt: skip
    assert found[4][3:] == (*[pytest.approx(1 / 3, abs=1e-15)] * 3, 2.0, 93.0, 100)


def test_matchup3_equities_have_every_order_once(given):
    ((rows, keys, most),) = given.sql("""
        select count(*), count(distinct (hero, villain_1, villain_2)),
            max(abs(equity + villain_1_equity + villain_2_equity - 1))
        from matchup3_equities
    """).fetchall()
    assert rows == keys == 27 - 1  # three times 22 cannot be dealt
    assert most < 1e-15


def test_matchup3_equities_are_those_of_counting(whole):
    situation = Situation.parse(["QQ", "AKs", "JTs"])
    found = whole.sql("""
        select equity, villain_1_equity, villain_2_equity, win_percent, tie_percent, deals
        from matchup3_equities where hero = 'QQ' and villain_1 = 'AKs' and villain_2 = 'JTs'
    """).fetchall()
    counted = situation_equity(situation, Wanted("exact"))
    win, tie = 100 * counted.win[0], 100 * counted.tie[0]
    expected = [*counted.equity.tolist(), win, tie, counted.deals]
    assert found == [tuple(pytest.approx(value, rel=1e-14) for value in expected)]


# ---------------------------------------------------------------- combo_equities


def test_combo_equities_of_given_rows(given):
    ace_king, queens, other_ace_king, aces, kings = 1172, 902, 1221, 1224, 1034
    assert given.sql("from combo_equities order by hero, villain").fetchall() == [
        ("AcKc", "AdKd", ace_king, other_ace_king, 6, 70, 860, 70, 0.5),
        ("AcKc", "QhQd", ace_king, queens, 12, 400, 20, 580, 0.41),
        ("AdAc", "KdKc", aces, kings, 6, 800, 10, 190, 0.805),
        ("AdKd", "AcKc", other_ace_king, ace_king, 6, 70, 860, 70, 0.5),
        ("KdKc", "AdAc", kings, aces, 6, 190, 10, 800, 0.195),
        ("QhQd", "AcKc", queens, ace_king, 12, 580, 20, 400, 0.59),
    ]


def test_combo_equities_are_each_way_once(whole):
    ((weight, win, lose),) = whole.sql("""
        select sum(weight), sum(win::hugeint * weight), sum(lose::hugeint * weight)
        from combo_equities
    """).fetchall()
    assert weight == 2 * 812_175
    assert win == lose


def test_combo_equities_add_up_to_those_of_hands(whole):
    rows = whole.sql("""
        select sum(weight * equity) / sum(weight)
        from combo_equities
        where hero[1] = 'A' and hero[3] = 'A' and villain[1] = 'K' and villain[3] = 'K'
    """).fetchall()
    assert rows == [(pytest.approx(0.8194605, abs=5e-8),)]


# ---------------------------------------------------------------- income_ranks


def test_income_ranks_of_given_rows(given):
    rows = given.sql("from income_ranks where players in (2, 7) order by players, rank, hand")
    assert rows.fetchall() == [
        ("AKo", 2, 12, 0.3, None, 1, THREE[0]),
        ("22", 2, 6, 0.0, None, 2, 100.0),
        ("JTs", 2, 4, 0.0, None, 2, 100.0),
        ("JTs", 7, 4, 0.3125, 0.001, 1, 100 * 4 / 22),
        ("AKo", 7, 12, 0.3, 0.001, 2, 100 * 16 / 22),
        ("22", 7, 6, 0.15625, 0.001, 3, 100.0),
    ]


def test_income_ranks_of_two_players_are_those_of_equity(whole):
    ((hands, difference, wrong),) = whole.sql("""
        select
            count(*),
            max(abs(income_rate - (2 * equity - 1))),
            count(*) filter (where r.top_percent <> e.top_percent)
        from income_ranks as r inner join hand_equities as e on r.hand = e.hand
        where players = 2
    """).fetchall()
    assert (hands, wrong) == (169, 0)
    assert difference < 1e-15


def test_income_is_nobodys_in_all(whole):
    """What all hands win together is what they lose; exactly, where nothing is sampled."""
    rows = whole.sql("""
        select players, sum(income_rate * combos) / 1326, min(rank), max(top_percent)
        from income_ranks group by players order by players
    """).fetchall()
    assert [row[0] for row in rows] == list(range(2, 11))
    for players, mean, first, last in rows:
        assert mean == pytest.approx(0, abs=1e-14 if players < 4 else 0.01)
        assert (first, last) == (1, 100.0)
