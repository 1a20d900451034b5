"""The 1,326 holes and the 169 hands that they are."""

import pytest

from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    format_hole,
    hand_combos,
    hand_of_hole,
    hole_cards,
    hole_id,
    parse_hole,
)
from pokerlake.engine.cards.text import CARDS, CardError


def test_the_grid():
    assert len(set(HANDS)) == 169
    assert HANDS[:3] == ("AA", "AKs", "AQs")
    assert HANDS[13:16] == ("AKo", "KK", "KQs")
    assert HANDS[-13:] == (
        "A2o", "K2o", "Q2o", "J2o", "T2o", "92o", "82o", "72o", "62o", "52o", "42o", "32o", "22",
    )  # fmt: skip


def test_every_hole_is_the_hand_one_would_say():
    for hole, (a, b) in enumerate(hole_cards().tolist()):
        assert a < b
        assert hole_id(a, b) == hole_id(b, a) == hole == parse_hole(CARDS[a] + CARDS[b])
        high, low = CARDS[b], CARDS[a]
        suffix = "" if high[0] == low[0] else "s" if high[1] == low[1] else "o"
        assert HANDS[hand_of_hole()[hole]] == high[0] + low[0] + suffix
        assert format_hole(hole) == high + low


def test_combos():
    assert hand_combos().sum() == 1326
    assert {hand: hand_combos()[HAND_INDEX[hand]] for hand in ("22", "AKs", "72o")} == {
        "22": 6,
        "AKs": 4,
        "72o": 12,
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("As", "'As' has 1 card; a hole has 2"),
        ("AsAs", "'AsAs' has As twice"),
        ("AsKdQc", "'AsKdQc' has 3 cards; a hole has 2"),
    ],
)
def test_what_is_no_hole(text, problem):
    with pytest.raises(CardError) as raised:
        parse_hole(text)
    assert str(raised.value) == problem
