"""Reading ranges in pokerlake's notation: what each form stands for, written out."""

import numpy as np
import pytest

from pokerlake.engine.cards.holes import HANDS, HOLES, dead_holes, hand_of_hole, parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.ranges.notation import (
    RangeError,
    combine,
    format_range,
    parse_range,
    read_parts,
)
from pokerlake.engine.ranges.top_percent import hand_weights

# The grid, row by row, as if it were the order of strength: AA, AKs, AQs ... 22.
BY_GRID = np.linspace(1, 0, 169)

PAIRS = "AA KK QQ JJ TT 99 88 77 66 55 44 33 22"

# What a text stands for: hands, which are whole, or holes.
SAME = [
    ("22+", PAIRS),
    ("TT+", "AA KK QQ JJ TT"),
    ("AA+", "AA"),
    ("TT-77", "TT 99 88 77"),
    ("77-TT", "TT 99 88 77"),
    ("77-77", "77"),
    ("A2s+", "AKs AQs AJs ATs A9s A8s A7s A6s A5s A4s A3s A2s"),
    ("KTo+", "KQo KJo KTo"),
    ("AK", "AKs AKo"),
    ("AK+", "AKs AKo"),
    ("AQ+", "AKs AQs AKo AQo"),
    ("AKs", "AKs"),
    ("AKo", "AKo"),
    ("KAs", "AKs"),
    ("T9s+", "T9s"),
    ("86s+", "87s 86s"),
    ("A5s-A2s", "A5s A4s A3s A2s"),
    ("A2s-A5s", "A5s A4s A3s A2s"),
    ("K5-K3", "K5s K4s K3s K5o K4o K3o"),
    ("T9s-76s", "T9s 98s 87s 76s"),
    ("76s-T9s", "T9s 98s 87s 76s"),
    ("AQo-86o", "AQo KJo QTo J9o T8o 97o 86o"),
    ("AhKh", "AhKh"),
    ("KhAh", "AhKh"),
    ("2c2d", "2d2c"),
    ("Ah Kh", "AhKh"),
    ("AhTh+", "AhKh AhQh AhJh AhTh"),
    ("8h8s+", "AsAh KsKh QsQh JsJh TsTh 9s9h 8s8h"),
    ("AhAs-QsQh", "AsAh KsKh QsQh"),
    ("9d8d-6d5d", "9d8d 8d7d 7d6d 6d5d"),
    ("10h9h", "Th9h"),
    ("1010", "TT"),
    ("A10s", "ATs"),
    ("1010+", "AA KK QQ JJ TT"),
    ("aKS, ahKH,qq", "AKs AhKh QQ"),
    ("AA,", "AA"),
    (" AA \n\n KK,\nQQ\n", "AA KK QQ"),
    ("AA\nKK", "AA KK"),
    ("AA\r\n , KK", "AA KK"),
    ("TT - 77", "TT 99 88 77"),
    ("TT +", "AA KK QQ JJ TT"),
    ("", ""),
    (" \n", ""),
    ("random", " ".join(HANDS)),
    ("RANDOM", " ".join(HANDS)),
    *((word, " ".join(HANDS)) for word in ("any", "Any", "*", "**", "??", "any:1")),
    ("any,!*,AA", "AA"),
    ("TT\u201377", "TT 99 88 77"),
    ("TT \u2014 77", "TT 99 88 77"),
    ("A5s\u2011A2s", "A5s A4s A3s A2s"),
    ("TT \u2212\u00a077,\u00a0AKs", "TT 99 88 77 AKs"),
    ("A♥K♥, Q♠\ufe0fQ♣", "AhKh QsQc"),
    ("A♠\u00a0K♠", "AsKs"),
    ("22+,!77", "AA KK QQ JJ TT 99 88 66 55 44 33 22"),
    ("22+,!77-22", "AA KK QQ JJ TT 99 88"),
    ("22+,!(QQ+,22-99)", "JJ TT"),
    ("22+,! 77", "AA KK QQ JJ TT 99 88 66 55 44 33 22"),
    ("AKs,!AhKh", "AsKs AdKd AcKc"),
    ("AKs,!AhKh,AhKh", "AKs"),
    ("AA,!random", ""),
    ("AA,KK,!KK", "AA"),
    ("(AA,KK)", "AA KK"),
    ("((AA),KK)", "AA KK"),
    ("1(AA)", "AA"),
    ("100%(AA)", "AA"),
    ("AA:1", "AA"),
    ("AA@100%", "AA"),
    ("AA:0,KK", "KK"),
]


def holes_of(words):
    """The holes that words for single hands and holes stand for."""
    weights = np.zeros(HOLES)
    for word in words.split():
        if word in HANDS:
            weights[hand_of_hole() == HANDS.index(word)] = 1
        else:
            weights[parse_hole(word)] = 1
    return weights


@pytest.mark.parametrize(("text", "words"), SAME)
def test_what_a_text_stands_for(text, words):
    np.testing.assert_array_equal(parse_range(text), holes_of(words))


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("AKs:0.5", {"AKs": 0.5}),
        ("AKs:.5", {"AKs": 0.5}),
        ("AKs: 1.", {"AKs": 1.0}),
        ("AKs :1e-05", {"AKs": 1e-05}),
        ("QQ@50", {"QQ": 0.5}),
        ("QQ@33.3", {"QQ": 0.333}),
        ("QQ @ 7 %", {"QQ": 0.07}),  # 7 / 100 is 0.07 only if rounded once
        ("0.5(AKs,QQ)", {"AKs": 0.5, "QQ": 0.5}),
        ("40%(AKs,QQ)", {"AKs": 0.4, "QQ": 0.4}),
        ("(AKs,QQ):0.25", {"AKs": 0.25, "QQ": 0.25}),
        ("(AKs,QQ)@25", {"AKs": 0.25, "QQ": 0.25}),
        ("0.5(AKs:0.5,QQ)", {"AKs": 0.25, "QQ": 0.5}),
        ("0.5(AKs,0.5(QQ,JJ))", {"AKs": 0.5, "QQ": 0.25, "JJ": 0.25}),
        ("KK+,QQ:0.75", {"AA": 1.0, "KK": 1.0, "QQ": 0.75}),
        ("AK:0.5", {"AKs": 0.5, "AKo": 0.5}),
        ("QQ+,QQ@50", {"AA": 1.0, "KK": 1.0, "QQ": 0.5}),  # a later part overrides
        ("QQ@50,QQ+", {"AA": 1.0, "KK": 1.0, "QQ": 1.0}),
        ("random:0.5,!AA", {hand: 0.5 for hand in HANDS if hand != "AA"}),
        ("0.5(QQ+,!KK)", {"AA": 0.5, "QQ": 0.5}),
    ],
)
def test_weights(text, weights):
    expected = np.zeros(HOLES)
    for hand, weight in weights.items():
        expected[hand_of_hole() == HANDS.index(hand)] = weight
    np.testing.assert_array_equal(parse_range(text), expected)


def test_percentages():
    # AA 6, AKs and AQs 4 each; 1 % of 1,326 is 13.26
    one = parse_range("top 1%", ranking=BY_GRID)
    assert format_range(one) == "AA,AKs,AQs:0.815"
    assert one.sum() == pytest.approx(13.26)
    for text in ("1%", "TOP1 %", "top 1 %"):
        np.testing.assert_array_equal(parse_range(text, ranking=BY_GRID), one)

    between = parse_range("1%-2%", ranking=BY_GRID)
    assert between.sum() == pytest.approx(13.26)
    for text in ("2%-1%", "1-2%", "1 - 2 %"):
        np.testing.assert_array_equal(parse_range(text, ranking=BY_GRID), between)
    np.testing.assert_allclose(one + between, parse_range("2%", ranking=BY_GRID), atol=1e-15)

    np.testing.assert_array_equal(parse_range("100%", ranking=BY_GRID), np.ones(HOLES))
    assert parse_range("0%", ranking=BY_GRID).sum() == 0
    assert parse_range("2%,!AA", ranking=BY_GRID).sum() == pytest.approx(20.52)
    half = parse_range("2%:0.5", ranking=BY_GRID)
    np.testing.assert_array_equal(half, parse_range("2%", ranking=BY_GRID) / 2)


def test_the_ranking_is_only_asked_for_where_it_is_needed():
    asked = []

    def ranking():
        asked.append(1)
        return BY_GRID

    parse_range("22+,AKs@50%,50%(AA)", ranking=ranking)
    assert asked == []
    parse_range("22+,15%", ranking=ranking)
    assert asked == [1]


def test_dead_cards():
    dead = parse_hand("AsKd")
    weights = parse_range("AA,AKs,QQ", dead=dead)
    assert hand_weights(weights)[[0, 1, 28]].tolist() == [3, 2, 6]
    assert (weights[dead_holes(dead)] == 0).all()
    assert dead_holes(()).sum() == 0
    assert dead_holes(dead).sum() == 1326 - 1225
    with pytest.raises(CardError, match=r"^dead card As is there twice$"):
        dead_holes([51, 51])
    with pytest.raises(CardError, match=r"^card 52 is not in 0..51$"):
        dead_holes([52])


def test_parts():
    text = "22+, 0.5(QQ, !AhAd)\nT9s+"
    parts = read_parts(text)
    assert [(part.text, part.start, part.reading) for part in parts] == [
        ("22+", 0, PAIRS),
        ("QQ", 9, "QQ, in a group of weight 0.5"),
        ("!AhAd", 13, "without AhAd, in a group of weight 0.5"),
        ("T9s+", 20, "T9s: no better kicker"),
    ]
    assert all(text[part.start :].startswith(part.text) for part in parts)
    weights, deciding = combine(text, parts, "pokerlake")
    assert [int((deciding == index).sum()) for index in range(4)] == [71, 6, 1, 4]
    assert (deciding == -1).sum() == 1326 - 82
    np.testing.assert_array_equal(weights, parse_range(text))


def test_reading_changes_no_table_of_holes():
    for part in read_parts("AK,22+,random"):
        with pytest.raises(ValueError, match="read-only"):
            part.holes[0] = 5


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        (np.zeros(169), "a range is 1326 weights; an array of shape (169,) is not"),
        (np.full(1326, np.nan), "weight nan of 2d2c is not in 0..1"),
        (np.full(1326, -0.1), "weight -0.1 of 2d2c is not in 0..1"),
        (np.arange(1326) / 1324, f"weight {1325 / 1324} of AsAh is not in 0..1"),
    ],
)
def test_what_is_no_range(weights, problem):
    with pytest.raises(RangeError) as raised:
        format_range(weights)
    assert (str(raised.value), raised.value.position) == (problem, None)


def test_narrow_floats_are_weights_too():
    assert format_range(np.full(1326, 0.5, np.float32)) == "random:0.5"
