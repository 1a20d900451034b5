"""The views of the starting hands and of short deck: the grain of each, and known facts."""

import duckdb
import pyarrow as pa
import pytest

import pokerlake as pk
from given import hands as given_hands
from helpers.queries import ask
from helpers.slices import EIGHT_HANDS
from pokerlake.queries.answers.equity import TwoCardSituation, Wanted, situation_equity
from pokerlake.queries.functions import register_functions
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.definitions.classes import SHORT_DECK
from pokerlake.tables.registry import VIEWS
from pokerlake.tables.view_sql import create_views

GIVEN = given_hands.ROWS

THREE = [100 * 12 / 22, 100.0, 100.0]


# ---------------------------------------------------------------- hand_equities


def test_hand_equities_of_given_rows(given):
    assert given.sql("from hand_equities order by equity desc, hand").fetchall() == [
        ("AKo", 12, 0.65, 60.0, 10.0, THREE[0]),
        ("22", 6, 0.5, 50.0, 0.0, 100.0),
        ("JTs", 4, 0.5, 45.0, 10.0, 100.0),
    ]


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


def test_matchup3_equities_are_those_of_counting(whole):
    situation = TwoCardSituation.parse(["QQ", "AKs", "JTs"])
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


# Three classes that are the whole game: the royal flush, sevens full, and the worst hand of all.
# Hands of seven cards always hold something better than the last.
CLASSES = pa.table(
    {
        "class_id": pa.array([1, 251, 7462], pa.uint16()),
        "category": pa.array([1, 3, 9], pa.uint8()),
        "name": ["royal flush", "full house, sevens over aces", "high card, seven-five"],
        "ranks": ["AKQJT", "777AA", "75432"],
        "suited": [True, False, False],
        "count5": [4, 24, 72],
        "count6": [10, 30, 60],
        "count7": [20, 180, 0],
    }
)


@pytest.fixture
def classes(tmp_path):
    """The views of the lake over the three classes."""
    import pyarrow.parquet as pq

    pq.write_table(CLASSES, tmp_path / "classes.parquet")
    with duckdb.connect() as connection:
        create_views(connection, {"classes": [str(tmp_path / "classes.parquet")]})
        register_functions(connection)
        yield connection


def test_names_of_categories_are_those_of_their_classes(whole):
    unlike = whole.sql("""
        select distinct c.name
        from classes as c
        inner join category_odds as o on c.category = o.category
        where not starts_with(c.name, o.category_name || ', ')
    """).fetchall()
    assert unlike == [("royal flush",)]


def test_class_percentiles_of_given_rows(classes):
    rows = classes.sql("from class_percentiles order by cards, class_id").fetchall()
    assert rows == [
        (5, 1, 4, 4, 4.0), (5, 251, 24, 28, 28.0), (5, 7462, 72, 100, 100.0), (6, 1, 10, 10, 10.0),
        (6, 251, 30, 40, 40.0), (6, 7462, 60, 100, 100.0), (7, 1, 20, 20, 10.0),
        (7, 251, 180, 200, 100.0), (7, 7462, 0, 200, 100.0),
    ]  # fmt: skip


def test_category_odds_of_given_rows(classes):
    rows = classes.sql("from category_odds where cards <> 6 order by cards, category").fetchall()
    assert rows == [
        (5, 1, "straight flush", 1, 4, 4.0, 24.0),
        (5, 3, "full house", 1, 24, 24.0, pytest.approx(76 / 24)),
        (5, 9, "high card", 1, 72, 72.0, pytest.approx(28 / 72)),
        (7, 1, "straight flush", 1, 20, 10.0, 9.0),
        (7, 3, "full house", 1, 180, 90.0, pytest.approx(1 / 9)),
        (7, 9, "high card", 0, 0, 0.0, pytest.approx(float("inf"))),
    ]


def test_query_category_odds_of_given_rows(classes):
    assert [
        (row["category_name"], row["hands"], row["percent"])
        for row in ask(classes, "category_odds", cards="6")
    ] == [("straight flush", 10, 10.0), ("full house", 30, 30.0), ("high card", 60, 60.0)]


def test_query_class_percentiles_of_given_rows(classes):
    assert ask(classes, "class_percentiles") == [
        {"class_id": 1, "category": 1, "name": "royal flush", "hands": 20, "hands_at_least": 20,
         "top_percent": 10.0},
        {"class_id": 251, "category": 3, "name": "full house, sevens over aces", "hands": 180,
         "hands_at_least": 200, "top_percent": 100.0},
    ]  # fmt: skip
    found = ask(classes, "class_percentiles", cards="5")
    assert [row["class_id"] for row in found] == [1, 251, 7462]


def test_query_unreachable_classes_of_given_rows(classes):
    assert ask(classes, "unreachable_classes") == [
        {"class_id": 7462, "category": 9, "name": "high card, seven-five"}
    ]
    assert ask(classes, "unreachable_classes", cards="6") == []


def test_query_class_of_hand_of_given_rows(classes):
    hands = {"As Ks,Qs Js 10s": (1, 5, 4, 4.0), "7s7h7dAsAh2c": (251, 6, 40, 40.0)}
    for hand, (class_id, cards, at_least, top_percent) in hands.items():
        (row,) = ask(classes, "class_of_hand", hand=hand)
        assert (row["hand"], row["class_id"], row["cards"]) == (hand, class_id, cards)
        assert (row["hands_at_least"], row["top_percent"]) == (at_least, top_percent)


@pytest.mark.parametrize(
    ("hand", "other", "expected"),
    [
        ("AsKsQsJsTs", "7c5d4h3s2c", [1, 251, 7462]),
        ("7s7h7dAsAh", "7c5d4h3s2c", [251, 7462]),
        ("7c5d4h3s2c", "7s7h7dAsAh", [251, 7462]),
        ("AsKsQsJsTs", "AhKhQhJhTh", [1]),
    ],
)
def test_query_classes_between_of_given_rows(classes, hand, other, expected):
    rows = ask(classes, "classes_between", hand=hand, other=other, cards="5")
    assert [row["class_id"] for row in rows] == expected
    assert {row["class_id"]: row["hands"] for row in rows}.items() <= {
        1: 4,
        251: 24,
        7462: 72,
    }.items()


# ---------------------------------------------------------------- short deck


GRAINS = {
    "class_percentiles": ("cards, class_id", 3 * 1404),
    "category_odds": ("cards, category", 27),
    "hand_equities": ("hand", 81),
    "matchup_equities": ("hero, villain", 81**2),
    "matchup3_equities": ("hero, villain_1, villain_2", 8**3 - 19),
    "combo_equities": ("hero_hole_id, villain_hole_id", 2 * 10_215),
    "income_ranks": ("hand, players", 9 * 81),
    "flop_strength": ("board_id, hole_id", 186_696),
    "flop_by_hand": ("board_id, hand", 573 * 81),
}


@pytest.mark.parametrize("view", GRAINS)
def test_grain_of_views(whole, view):
    key, rows = GRAINS[view]
    sql = f"select count(*), count(distinct ({key})) from short_{view}"
    ((found, keys),) = whole.sql(sql).fetchall()
    if view == "flop_by_hand":  # of trips of a rank there is no pair, nor such with one of two
        assert found == keys < rows
    elif view == "combo_equities":
        assert found == rows >= keys  # a hole against itself in other suits
    else:
        assert found == keys == rows


def test_every_view_of_short_deck_is_like_one_of_holdem():
    twins = [name for name in VIEWS if name.startswith(SHORT_DECK.prefix)]
    assert len(twins) == 13
    for name in twins:
        view, of_holdem = VIEWS[name], VIEWS[name.removeprefix(SHORT_DECK.prefix)]
        assert [c.name for c in view.columns] == [c.name for c in of_holdem.columns]
        assert view.sql != of_holdem.sql
        assert "$" not in view.sql + of_holdem.sql
        assert all(needed.startswith("short_") for needed in view.needs if needed != "holes")


def test_strength_on_flops_by_counts(whole):
    """The ratios by their formulas, of 465 opponents, 29 turns and 406 run-outs."""
    rows = whole.sql("""
        select h.*, s.* exclude (board_id, hole_id, hand, weight)
        from short_flop_strength as s join short_flop_hands as h using (board_id, hole_id)
        where board_id in (7, 300) and hole_id % 10 = 3
    """).to_arrow_table().to_pylist()  # fmt: skip
    assert len(rows) > 20
    for row in rows:
        hs = (row["ahead"] + row["tied"] / 2) / 465
        crossed = (
            row["river_behind_ahead"] + (row["river_behind_tied"] + row["river_tied_ahead"]) / 2
        )
        most = 406 * (row["behind"] + row["tied"] / 2)
        lost = row["turn_ahead_behind"] + (row["turn_ahead_tied"] + row["turn_tied_behind"]) / 2
        least = 29 * (row["ahead"] + row["tied"] / 2)
        win = sum(row[f"river_{now}_ahead"] for now in ("ahead", "tied", "behind"))
        tie = sum(row[f"river_{now}_tied"] for now in ("ahead", "tied", "behind"))
        assert row["hs"] == pytest.approx(hs, rel=1e-14)
        assert row["ppot2"] == pytest.approx(crossed / most if most else 0, rel=1e-14)
        assert row["npot1"] == pytest.approx(lost / least if least else 0, rel=1e-14)
        assert row["equity"] == pytest.approx((win + tie / 2) / (465 * 406), rel=1e-14)
        assert row["ehs"] == pytest.approx(row["equity"], rel=1e-12)
        squared = row["river_strength_squares"] / (465 * (2 * 406) ** 2)
        assert row["equity_squared"] == pytest.approx(squared, rel=1e-14)


def test_queries_have_twins(whole):
    twins = {name for name in named_queries() if name.startswith("short_")}
    assert twins == {
        "short_hand_ranking", "short_rank_by_players", "short_hand_match_ups", "short_suitedness",
        "short_class_percentiles", "short_category_odds", "short_best_third_hand",
        "short_third_player",
    }  # fmt: skip
    query = named_queries()["short_hand_ranking"]
    assert query.title.startswith("Short deck: percentile ranking of the starting hands")
    assert query.source.startswith("short_income_rates, exact for two and three players")
    assert "in short deck" not in query.sql
    best, *_, worst = ask(whole, "short_hand_ranking")
    assert (best["hand"], best["combos_at_least"]) == ("AA", 6)
    assert (worst["hand"], worst["combos_at_least"], worst["top_percent"]) == ("76o", 630, 100.0)
    against = ask(whole, "short_hand_match_ups", hero="AKs")
    assert (len(against), against[0]["villain"]) == (81, "K6o")
    thirds = ask(whole, "short_third_player", hero="KK", villain="AA")
    assert {row["third"] for row in thirds} == {*EIGHT_HANDS["short_matchups3"]}
    alone = pk.equity("KK", "AA", game="short deck", method="exact").equity[0]
    assert [row["heads_up_equity"] for row in thirds] == pytest.approx([alone] * 8, abs=1e-12)
    best = ask(whole, "short_best_third_hand", first="AA,22", second="KK")
    (suited,) = (row for row in best if row["third"] == "JTs")
    three = pk.equity("JTs", "AA", "KK", game="short deck", method="exact").equity
    found = [suited[name] for name in ("equity", "first_equity", "second_equity")]
    assert found == pytest.approx(three.tolist(), abs=1e-12)
    classes = ask(whole, "short_class_percentiles", cards="5")
    assert (len(classes), classes[-1]["hands_at_least"]) == (1404, 376_992)
