"""Views and queries of short deck: the SQL of hold'em's, with what its deck gives."""

import pytest

import pokerlake as pk
from helpers.queries import ask
from helpers.slices import EIGHT_HANDS
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.definitions.classes import HOLDEM, SHORT_DECK
from pokerlake.tables.registry import VIEWS

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


def test_all_holes_of_a_board_have_half_of_it(whole):
    ((flop, turn, river),) = whole.sql("""
        select
            (select max(abs(mean - 0.5)) from (
                select sum(weight * equity) / sum(weight) as mean
                from short_flop_strength group by board_id)),
            (select max(abs(mean - 0.5)) from (
                select sum(weight * equity) / sum(weight) as mean
                from short_turn_strength group by board_id)),
            (select max(abs(mean - 0.5)) from (
                select sum(weight * equity) / sum(weight) as mean
                from short_river_by_hand where board_id < 900 group by board_id))
    """).fetchall()  # fmt: skip
    assert max(flop, turn, river) < 1e-12


def test_several_opponents(whole):
    one, three = (
        whole.sql(f"select hs from {view} where board_id = 9 order by hole_id").fetchall()
        for view in ("short_flop_strength", "short_flop_strength(3)")
    )
    assert [hs for (hs,) in three] == pytest.approx([hs**3 for (hs,) in one])


def test_odds_have_the_flush_above_the_full_house(whole):
    found = whole.sql("select category_name, hands from short_category_odds where cards = 5")
    assert dict(found.fetchall()) == {
        "straight flush": 24, "four of a kind": 288, "flush": 480, "full house": 1728,
        "straight": 6120, "three of a kind": 16_128, "two pair": 36_288, "one pair": 193_536,
        "high card": 122_400,
    }  # fmt: skip
    names = whole.sql("select category_name from category_odds where cards = 5 and category < 5")
    assert names.fetchall()[2:] == [("full house",), ("flush",)]
    assert HOLDEM.high.category_names[2:4] == SHORT_DECK.high.category_names[2:4][::-1]


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
