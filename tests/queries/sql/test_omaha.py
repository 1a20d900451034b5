"""Holes in Omaha: views and queries of given rows, known facts, and every hole on flops."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from given import omaha
from given.hands import given_lake
from helpers.board_rows import read
from helpers.queries import ask, values
from helpers.sql_answers import error
from oracle import naive, naive_omaha
from pokerlake.engine.omaha.flops import flop_row_keys
from pokerlake.queries.sql.named import named_query
from pokerlake.tables.errors import UsageError

GIVEN = omaha.ROWS


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


# ---------------------------------------------------------------- queries


def test_omaha_ranking_of_given_rows(given):
    assert ask(given, "omaha_ranking", hand="KhAhKsAs") == [
        {
            "rank": 1, "hand": "AdAcKdKc", "pairing": "two pair", "suits": "ds", "combos": 6,
            "equity": 0.75, "win_percent": 70.0, "tie_percent": 10.0, "top_percent": 10.0,
        }
    ]  # fmt: skip
    columns = "rank", "hand"
    unpaired = values(given, "omaha_ranking", *columns, pairing="unpaired", count="3")
    assert unpaired == [(2, "9h8c7c6d"), (2, "AsKhQdJc"), (4, "9c8c7c6d")]
    of_nine = values(given, "omaha_ranking", *columns, ranks="6xx9", suits="ts")
    assert of_nine == [(4, "9c8c7c6d")]
    assert values(given, "omaha_ranking", "hand", ranks="22xx") == [("2h2d2c3c",), ("2s2h2d2c",)]
    assert values(given, "omaha_ranking", "hand", ranks="2222") == [("2s2h2d2c",)]
    assert ask(given, "omaha_ranking", ranks="A9", suits="ds") == []


def test_rankings_of_five_and_six_cards_of_given_rows(given):
    columns = "rank", "hand", "pairing", "suits", "top_percent"
    assert values(given, "omaha5_ranking", *columns, count="3") == [
        (1, "AdAcKdKcQh", "two pair", "ds", 20.0), (2, "AcAdAhKcKd", "full house", "ds", 40.0),
        (3, "AcAdAhKcQs", "trips", "ss", 60.0),
    ]  # fmt: skip
    assert values(given, "omaha5_ranking", "rank", ranks="9876x", suits="ts+ss") == [(4,)]
    assert values(given, "omaha6_ranking", "hand", ranks="AAKKQQ") == [("AdAcKdKhQcQh",)]
    assert values(given, "omaha6_ranking", "rank", pairing="two trips") == [(2,)]
    assert values(given, "omaha6_ranking", "rank", suits="qs+ss") == [(6,)]
    found = values(given, "omaha5_suitedness", "suits", "combos", "best_top_percent", ranks="AAAxx")
    assert found == [("ds", 20, 40.0), ("ss", 21, 60.0)]
    assert values(given, "omaha6_suitedness", "pairing", by_pairing="yes", ranks="AKKKxx") == [
        ("two trips",)
    ]
    assert values(given, "omaha8_suitedness", "suits", "combos") == [("ds", 24), ("rainbow", 1)]


@pytest.mark.parametrize(
    ("name", "game", "line"),
    [
        ("omaha_ranking", "PLO5", "for omaha5 ask omaha5_ranking"),
        ("omaha5_suitedness", "omaha8", "for omaha hi-lo ask omaha8_suitedness"),
        ("omaha6_ranking", "PLO", "for omaha ask omaha_ranking"),
        ("omaha_ranking", "omaha", "leave it out for omaha"),
        ("hand_ranking", "6+", "for short deck ask short_hand_ranking"),
        ("best_flops", "omaha", "there is none for 'omaha'"),
        ("omaha_ranking", "badugi", "for badugi ask badugi_ranking"),
        ("omaha_ranking", "6+ PLO", "there is none for 'short deck omaha'"),
    ],
)
def test_a_game_is_in_the_name_of_a_query(name, game, line):
    with pytest.raises(UsageError, match=f"^query {name} has no parameter 'game'; {line}$"):
        named_query(name).bind({"game": game})


def test_omaha_suitedness_of_given_rows(given):
    """24 rainbow holes have 0.5, and one has 0.1."""
    found = ask(given, "omaha_suitedness")
    assert [row["suits"] for row in found] == ["ds", "rainbow", "ss", "ts", "ms"]
    assert found[1] == {
        "pairing": "all", "suits": "rainbow", "combos": 25, "equity": (24 * 0.5 + 0.1) / 25,
        "lowest_equity": 0.1, "highest_equity": 0.5, "best_top_percent": 70.0,
    }  # fmt: skip
    columns = "pairing", "suits", "combos"
    assert values(given, "omaha_suitedness", *columns, by_pairing="yes", ranks="2xxx") == [
        ("unpaired", "ms", 4), ("trips", "ss", 1), ("quads", "rainbow", 1),
    ]  # fmt: skip


# ---------------------------------------------------------------- on flops


DEALS = 122_175_900


def number(cards):
    return sum(comb(card, place + 1) for place, card in enumerate(sorted(cards)))


# ---------------------------------------------------------------- the views


def test_all_holes_of_four_cards(whole):
    """In the order of their numbers; of each rank pattern and suitedness as many as by counting."""
    rows = whole.sql("select hole_id, hole, ranks from omaha_holes order by hole_id").fetchall()
    assert [row[0] for row in rows] == list(range(270_725))
    held = sorted(combinations(range(52), 4), key=lambda cards: cards[::-1])
    assert [row[1] for row in rows] == [naive.format_cards(cards[::-1]) for cards in held]
    assert all(ranks == hole[::2] for _, hole, ranks in rows)


def test_equities_of_given_rows(tmp_path):
    hands = [
        {"board_id": 7, "hole_id": number(naive.parse_cards(hole)), "weight": weight,
         "class_id": class_id, "win": win, "tie": tie}
        for hole, weight, class_id, win, tie in [
            ("3c2s2h2d", 12, 200, DEALS, 0), ("AhKhQdJd", 24, 300, DEALS // 4, DEALS // 2),
        ]
    ]  # fmt: skip
    flops = [
        {"board_id": 7, "board": "2c3d4h", "weight": 24, "suits": "", "pairing": "", "high": "4",
         "connected": 3, "straights": 2, "flush_possible": False}
    ]  # fmt: skip
    with given_lake(tmp_path, omaha_flop_hands=hands, flops=flops) as connection:
        found = connection.sql("select * exclude hole_id from omaha_flop_equities order by hole")
        assert found.fetchall() == [
            (7, "2c3d4h", "3c2s2h2d", "3222", "trips", "rainbow", 12, 200, 1.0, 100.0, 0.0),
            (7, "2c3d4h", "AhKhQdJd", "AKQJ", "unpaired", "ds", 24, 300, 0.5, 25.0, 50.0),
        ]


# ---------------------------------------------------------------- the queries


@pytest.fixture(scope="module")
def on_flop(whole):
    """Of each hole of 3h4sJh: twice its equity as a whole number, its row, and its number."""
    rows = read(whole, "select * from omaha_flop_hands where board_id = 442 order by hole_id")
    flop = naive.parse_cards("3h4sJh")
    live = [card for card in range(52) if card not in flop]
    held = np.array([*combinations(live, 4)], np.uint8)
    keys = flop_row_keys(held, np.array(flop, np.uint8))
    assert (keys.board_id == 442).all()
    of_row = np.searchsorted(rows["hole_id"], keys.hole_id)
    gains = (2 * rows["win"] + rows["tie"])[of_row]
    return {
        naive.format_cards(hole[::-1]): (gain, row, number(hole))
        for hole, gain, row in zip(held.tolist(), gains.tolist(), of_row.tolist(), strict=True)
    }


@pytest.mark.whole
@pytest.mark.parametrize("percent", ["0", "2"])
def test_ranking_of_a_flop(whole, on_flop, percent):
    found = ask(whole, "omaha_flop_ranking", flop="jh3h4s", percent=percent)
    gains = np.sort([gain for gain, _, _ in on_flop.values()])
    rows = {}
    for hole, (gain, row, hole_id) in on_flop.items():
        rows.setdefault(row, []).append((hole_id, hole, gain))
    expected = []
    for holes in rows.values():
        _, hole, gain = max(holes)
        better = len(gains) - np.searchsorted(gains, gain, "right").item()
        if 100 * better < float(percent) * len(gains):
            as_good = len(gains) - np.searchsorted(gains, gain, "left").item()
            expected.append((better + 1, hole, len(holes), gain, as_good))
    assert [(row["rank"], row["hole"], row["combos"]) for row in found] == [
        row[:3] for row in sorted(expected)
    ]
    for row, (_, _, _, gain, as_good) in zip(found, sorted(expected), strict=True):
        assert row["equity"] == pytest.approx(gain / 2 / DEALS, rel=1e-14)
        assert row["equity"] == pytest.approx((row["win_percent"] + row["tie_percent"] / 2) / 100)
        assert row["hole_percentile"] == pytest.approx(100 * as_good / 211_876, rel=1e-14)
    assert bool(found) == (percent != "0")


@pytest.mark.parametrize(
    ("hole", "name"),
    [
        ("AhKhQdJd", "one pair, jacks, ace-four-three kickers"),
        ("2c2d2s7h", "one pair, deuces, jack-four-three kickers"),
        ("AhJsJd5h", "three of a kind, jacks, four-three kickers"),
    ],
)
def test_a_hole_on_a_flop(whole, on_flop, hole, name):
    (row,) = ask(whole, "omaha_flop_hole", hole=hole, flop="3h4sJh")
    gain, _, _ = on_flop[naive.format_cards(sorted(naive.parse_cards(hole), reverse=True))]
    gains = np.array([gain for gain, _, _ in on_flop.values()])
    assert 2 * row["win"] + row["tie"] == gain
    assert row["win"] + row["tie"] + row["lose"] == DEALS
    assert row["equity"] == gain / 2 / DEALS
    assert row["rank"] == 1 + (gains > gain).sum()
    assert row["hole_percentile"] == pytest.approx(100 * (gains >= gain).mean(), rel=1e-14)
    class_id = naive_omaha.class_of(naive.parse_cards(hole), naive.parse_cards("3h4sJh"))
    assert row["class_id"] == class_id
    assert row["class_name"] == name


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("omaha_flop_ranking", {"flop": "3h4s"}, "parameter flop: '3h4s' has 2 cards, not 3"),
        ("omaha_flop_ranking", {"flop": "3h4sJh", "percent": "101"},
         "parameter percent is '101'; give a number 0..100"),
        ("omaha_flop_hole", {"flop": "3h4sJh", "hole": "AhKh"},
         "parameter hole: 'AhKh' has 2 cards; a hole in Omaha has 4"),
        ("omaha_flop_hole", {"flop": "3h4sJh", "hole": "AhKhJh2c"},
         "parameters hole and flop both have Jh"),
    ],
)  # fmt: skip
def test_what_queries_refuse(name, parameters, message):
    with pytest.raises(UsageError) as caught:
        named_query(name).bind(parameters)
    assert str(caught.value) == message


def test_a_hole_as_the_tables_write_it():
    bound = named_query("omaha_flop_hole").bind({"hole": "jd kh,AH qD", "flop": "jh 4s 3h"})
    assert bound == {"hole": "AhKhQdJd", "flop": "3h4sJh"}


# ---------------------------------------------------------------- the function


def test_numbers_of_holes(whole):
    wrong = whole.sql("""
        select count(*) from omaha_holes
        where omaha_hole_id(hole) <> hole_id or omaha_hole_id(hole_id) <> hole_id
    """).fetchall()
    assert wrong == [(0,)]


def test_numbers_of_canonical_holes(whole, on_flop):
    """Of text and of numbers, in any order of cards; null on a flop that has one of them."""
    found = whole.sql("""
        select
            hole,
            omaha_hole_id(hole, '3h4sJh'),
            omaha_hole_id(hole_id, ' Jh 4s 3h'),
            omaha_hole_id(hole[7:] || hole[:6], 'Jh3h4s')
        from omaha_holes where hole_id % 7 = 0
    """).fetchall()
    ids = read(whole, "select hole_id from omaha_flop_hands where board_id = 442")["hole_id"]
    assert len(found) == 270_725 // 7
    for hole, *numbers in found:
        expected = ids[on_flop[hole][1]] if hole in on_flop else None
        assert numbers == [expected] * 3


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("omaha_hole_id(null)", None),
        ("omaha_hole_id(null, '3h4sJh')", None),
        ("omaha_hole_id('AhKhQdJd', null)", None),
        ("omaha_hole_id('5h2s2d2c')", 1002),
        ("omaha_hole_id(x) from (select unnest(['AsAhAdAc', null]) as x)", 270_724),
    ],
)
def test_nulls_and_numbers(whole, expression, expected):
    assert whole.sql(f"select {expression}").fetchall()[0] == (expected,)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("omaha_hole_id('AhKh')", "'AhKh' has 2 cards; 4 are needed"),
        ("omaha_hole_id('AhKhQdAh')", "'AhKhQdAh' has Ah twice"),
        ("omaha_hole_id(270725)", "hole of four cards 270725 is not in 0..270724"),
        ("omaha_hole_id('AhKhQdJd', '3h4s')", "'3h4s' has 2 cards; 3 are needed"),
        ("omaha_hole_id(1.5)", "a hole of four cards is text such as 'AhKhQdJd', or its number"),
        ("omaha_hole_id(['Ah'])", "a hole of four cards is text such as 'AhKhQdJd', or its number"),
    ],
)
def test_what_the_function_refuses(whole, expression, message):
    assert message in error(whole, expression)


def test_an_answer_is_printed(whole):
    """DuckDB's box of a relation waited forever for a query that joined the flop's rows twice."""
    query = named_query("omaha_flop_hole")
    parameters = query.bind({"hole": "AhKhQdJd", "flop": "Jh4s3h"})
    assert "AhKhQdJd" in str(whole.sql(query.sql, params=parameters))
