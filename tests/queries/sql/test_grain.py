"""How many rows the queries and views of the lake's tables have, and that no two have one key."""

import pytest

from helpers.queries import has_grain


@pytest.mark.parametrize(
    ("name", "parameters", "key", "rows"),
    [
        ("flop_ranking", {"flop": "3h4sJh"}, "hole", 1176),
        ("turn_ranking", {"turn": "9cJh3h4s"}, "hole", 1128),
        ("river_ranking", {"river": "AsAhAdAcKs", "opponents": "2"}, "hole", 1081),
        ("best_flops", {"hand": "AKs", "count": "1755"}, "board", 1755),
        ("best_flops", {"hand": "AA", "count": "877"}, "board", 1754),
        ("range_textures", {"range": "TT+,AQs+"}, "texture kind", 27),
        ("flop_strong_hands", {"range": "AA"}, "board", 1754),
        ("flop_distribution", {"hand": "72o", "bins": "1000"}, "at_least", 1000),
        ("pot_odds", {"hole": "AhQh", "flop": "3h4sJh", "pot": "10", "bet": "5"}, "hole", 1),
        ("hand_ranking", {}, "hand", 169),
        ("rank_by_players", {}, "hand", 169),
        ("rank_by_players", {"hands": "22+,AKs"}, "hand", 14),
        ("top_hands", {}, "", 1),
        ("suitedness", {}, "suited", 78),
        ("best_against", {"range": "AhAd"}, "hero", 169),
        ("best_third_hand", {"first": "AA", "second": "KK"}, "third", 8),
        ("third_player", {"hero": "AA", "villain": "AA"}, "third", 5),
        ("non_transitive", {"rows": "1000000"}, "a b c", 7108),
        ("match_up", {"hero": "AhKh", "villain": "QsQc"}, "hero villain", 1),
        ("hand_match_up", {"hero": "AKs", "villain": "QQ"}, "hero villain", 1),
        ("hand_match_ups", {"hero": "AKs"}, "villain", 169),
        ("omaha_ranking", {"count": "16432"}, "hand", 16_432),
        ("omaha_ranking", {"hand": "2c 2d 2h 2s"}, "hand", 1),
        ("omaha8_ranking", {"suits": "ms", "count": "1000"}, "hand", 715),
        ("omaha5_ranking", {"pairing": "full house", "count": "9999"}, "hand", 312),
        ("omaha6_ranking", {"suits": "ms", "count": "9999"}, "hand", 1716),
        ("omaha_suitedness", {}, "suits", 5),
        ("omaha5_suitedness", {}, "suits", 6),
        ("omaha6_suitedness", {}, "suits", 9),
        ("omaha8_suitedness", {}, "suits", 5),
        ("omaha_suitedness", {"by_pairing": "yes"}, "pairing suits", 15),
        ("draw_discards", {"hand": "7c7d9hKsAc"}, "thrown", 32),
        ("draw_to_category", {"hand": "7c7d9hKsAc", "category": "flush"}, "thrown", 32),
        ("dealt_draws", {}, "draw", 6),
        ("draw_outcomes", {}, "draw category", 49),
        ("unusual_discards", {}, "draw", 9),
        ("exchange_tells", {}, "exchanged category", 54),
        ("deuce_ranking", {}, "name", 16),
        ("badugi_ranking", {"count": "1092"}, "class_id", 1092),
        ("badugi_ranking", {"cards": "1"}, "class_id", 13),
    ],
)
def test_grain_of_queries(whole, name, parameters, key, rows):
    assert has_grain(whole, name, key, rows, **parameters)


@pytest.mark.parametrize(
    ("view", "key", "rows"),
    [
        ("hand_equities", "hand", 169),
        ("matchup_equities", "hero, villain", 169**2),
        ("matchup3_equities", "hero, villain_1, villain_2", 8**3 - 19),
        ("combo_equities", "hero_hole_id, villain_hole_id", 2 * 47_008),
        ("income_ranks", "hand, players", 169 * 9),
        ("class_percentiles", "cards, class_id", 3 * 7462),
        ("category_odds", "cards, category", 27),
        ("omaha_equities", "hand_id", 16_432),
        ("omaha5_equities", "hand_id", 134_459),
        ("omaha6_equities", "hand_id", 962_988),
        ("omaha8_equities", "hand_id", 16_432),
    ],
)
def test_grain_of_views(whole, view, key, rows):
    ((found, keys),) = whole.sql(f"select count(*), count(distinct ({key})) from {view}").fetchall()
    assert found == keys == rows
