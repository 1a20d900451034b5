"""Weighted opponents: plain enumeration, the unweighted counts, and the rules for several."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine.cards.holes import HAND_INDEX, hand_of_hole, hole_cards, parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import income_weights
from pokerlake.engine.strength.ratios import hand_strength, negative_potential, positive_potential
from pokerlake.engine.strength.transitions import strengths
from pokerlake.engine.strength.weighted import (
    against_each,
    board_strengths,
    field,
    several_opponents,
    strength_against,
)

ALL = np.ones(1326)
RANDOM = np.random.default_rng(5).random(1326) * (np.random.default_rng(6).random(1326) < 0.7)

FLOPS = [
    ("2c7d9h", "AsKs"),
    ("2c2d2h", "2s7c"),
    ("5c6c7c", "8c9c"),
    ("AcKcQd", "JhTh"),
    ("3h4sJh", "3d3c"),
]
TURNS = [
    ("2c7d9hKs", "AsKh"),
    ("2c2d9c9d", "AcKd"),
    ("5c6c7c8c", "4h9d"),
    ("AcKdQhJs", "Tc9c"),
]
RIVERS = [("2c7d9hKs3d", "AsKh"), ("5c6c7c8c9c", "4h9d"), ("AcKcQc2d2h", "JcTh")]


def holes_without(cards):
    """The holes, ascending, that have none of these cards."""
    return np.flatnonzero(~np.isin(hole_cards(), cards).any(axis=1))


@cache
def plain_relations(board, hole, more):
    """How often the hero is ahead, tied, behind of each hole: all boards evaluated one by one."""
    board, hero = parse_hand(board).tolist(), parse_hand(hole).tolist()
    counts = np.zeros((1326, 3), np.int64)
    unseen = [card for card in range(52) if card not in (*board, *hero)]
    for cards in combinations(unseen, more):
        on = [*board, *cards]
        opponents = holes_without([*on, *hero])
        hands = np.vstack([[hero], hole_cards()[opponents]])
        hands = np.hstack([np.tile(on, (len(hands), 1)), hands]).astype(np.uint8)
        own, *theirs = class_ids(hands, layout="rows").astype(int)
        counts[opponents, np.sign(own - np.array(theirs)) + 1] += 1  # lower is better
    return counts


def plain_counts(board, hole):
    """Now, after the next card and at the river."""
    steps = {3: (0, 1, 2), 4: (0, 1, 1), 5: (0, 0, 0)}[len(parse_hand(board))]
    return [plain_relations(board, hole, more) for more in steps]


def plain_sums(board, hole, weights):
    """The weights summed up hole by hole."""
    now, *later = plain_counts(board, hole)
    sums = np.zeros(3), np.zeros((3, 3)), np.zeros((3, 3))
    for opponent in np.flatnonzero(now.any(axis=1)):
        relation = int(np.argmax(now[opponent]))
        sums[0][relation] += weights[opponent]
        for total, counts in zip(sums[1:], later, strict=True):
            total[relation] += weights[opponent] * counts[opponent]
    return sums


@pytest.mark.parametrize(("board", "hole"), FLOPS + TURNS + RIVERS)
def test_against_each_as_one_by_one(board, hole):
    found = against_each(parse_hole(hole), parse_hand(board))
    now, next_card, river = plain_counts(board, hole)
    opponents = holes_without([*parse_hand(board), *parse_hand(hole)])
    assert found.hole.tolist() == opponents.tolist()
    assert len(opponents) == {3: 1081, 4: 1035, 5: 990}[len(parse_hand(board))]
    assert (found.now == np.argmax(now[opponents], axis=1)).all()
    assert (found.next_card == next_card[opponents]).all()
    assert (found.river == river[opponents]).all()
    hands = np.hstack([np.tile(parse_hand(board), (len(opponents), 1)), hole_cards()[opponents]])
    assert (found.class_id == class_ids(hands, layout="rows")).all()


@pytest.mark.parametrize(("board", "hole"), FLOPS + TURNS + RIVERS)
@pytest.mark.parametrize("weights", [RANDOM, parse_range("TT+,AQ+,KQs:0.3,7c7d")])
def test_strength_against_a_range_as_one_by_one(board, hole, weights):
    found = strength_against(parse_hole(hole), parse_hand(board), weights)
    for sums, plain in zip(
        (found.now, found.next_card, found.river), plain_sums(board, hole, weights), strict=True
    ):
        np.testing.assert_allclose(sums, plain, rtol=1e-13)


def test_documents():
    """AhQh of the Loki-style document as corrected, AdQc of Papp's thesis, against any hole."""
    found = strength_against(parse_hole("AhQh"), parse_hand("3h4sJh"), ALL)
    assert found.now.tolist() == [628, 9, 444]
    assert positive_potential(found.next_card) == 0.30112721417069244
    assert negative_potential(found.next_card) == 0.0993939393939394
    assert positive_potential(found.river) == 0.50417891287456507
    assert negative_potential(found.river) == 0.14514153391623746
    found = strength_against(parse_hole("AdQc"), parse_hand("3h4cJh"), ALL)
    assert positive_potential(found.river) == 0.20832404310665181
    assert negative_potential(found.river) == 0.27369265780332974


@pytest.mark.parametrize("board", [board for board, _ in FLOPS + TURNS])
def test_a_board_with_all_weights_one_is_the_integers(board):
    cards = np.sort(parse_hand(board))
    found, counts = board_strengths(cards, ALL), strengths(cards[None])
    rows = np.searchsorted(found.hole, counts.hole)
    assert (found.hole[rows] == counts.hole).all()
    assert (found.now[rows] == counts.now).all()
    assert (found.next_card[rows] == counts.next_card).all()
    assert (found.river[rows] == counts.river).all()
    # Holes that are the same up to suits have the same counts, so that these are all rows there.
    for all_rows, few in ((found.now, counts.now), (found.river, counts.river)):
        sums = (few.T * counts.orbit).T.sum(axis=0)
        assert (all_rows.sum(axis=0) == sums).all()
        assert {row.tobytes() for row in all_rows} == {row.astype(float).tobytes() for row in few}


@pytest.mark.parametrize(("board", "hole"), FLOPS[::2] + TURNS[::2] + RIVERS)
@pytest.mark.parametrize("weights", [RANDOM, parse_range("TT+,AQ+,KQs:0.3,7c7d")])
def test_a_board_against_a_range_is_each_of_its_holes(board, hole, weights):
    cards = parse_hand(board)
    found = board_strengths(cards, weights)
    assert found.hole.tolist() == holes_without(cards).tolist()
    row = found.hole.tolist().index(parse_hole(hole))
    for sums, plain in zip(
        (found.now, found.next_card, found.river), plain_sums(board, hole, weights), strict=True
    ):
        np.testing.assert_allclose(sums[row], plain, rtol=1e-13)
    for row in range(0, len(found.hole), 173):
        single = strength_against(int(found.hole[row]), cards, weights)
        assert found.now[row].tolist() == single.now.tolist()
        assert found.next_card[row].tolist() == single.next_card.tolist()
        assert found.river[row].tolist() == single.river.tolist()


def test_a_board_on_any_number_of_threads():
    cards = parse_hand("3h4sJh")
    one, three = (board_strengths(cards, RANDOM, threads=threads) for threads in (1, 3))
    assert one.now.tobytes() == three.now.tobytes()
    assert one.next_card.tobytes() == three.next_card.tobytes()
    assert one.river.tobytes() == three.river.tobytes()


def test_a_hole_that_shares_a_card_with_the_whole_range():
    found = board_strengths(parse_hand("3h4sJh"), parse_range("AhKh,AhQs,Ah2d"))
    blocked = np.isin(hole_cards()[found.hole], parse_hand("Ah")).any(axis=1)
    assert (found.river[blocked] == 0).all()
    assert (found.river[~blocked].sum(axis=(1, 2)) >= 990).all()


def test_the_field_is_the_mean_of_the_normalised_weights():
    ranges = [parse_range("AA,KK"), parse_range("KK:0.5,QQ:0.5")]
    found = field(ranges, parse_hand("AhAs2c3d4h").tolist())  # one hole is left of AA
    expected = np.zeros(1326)
    expected[hand_of_hole() == HAND_INDEX["KK"]] = (1 / 7 + 1 / 12) / 2
    expected[hand_of_hole() == HAND_INDEX["QQ"]] = 1 / 24
    expected[parse_hole("AcAd")] = 1 / 14
    np.testing.assert_allclose(found, expected, rtol=1e-15)
    assert abs(found.sum() - 1) < 1e-15


def test_one_opponent_is_exact():
    hole, board = parse_hole("AhQh"), parse_hand("3h4sJh")
    for use_field in (False, True):
        found = several_opponents(hole, board, [ALL], use_field=use_field)
        assert found.hs == 0.5851063829787234
        assert (found.ppot1, found.npot1) == (0.30112721417069244, 0.0993939393939394)
        assert (found.ppot2, found.npot2) == (0.50417891287456507, 0.14514153391623746)
        assert abs(found.ehs - 0.70936375783739) < 1e-14
        assert abs(found.equity - found.ehs) < 1e-14


def test_five_opponents_of_the_document():
    hole, board = parse_hole("AhQh"), parse_hand("3h4sJh")
    for use_field in (False, True):
        found = several_opponents(hole, board, [ALL] * 5, use_field=use_field)
        assert found.hs == 0.06857632055948792
        assert abs(found.ehs - 0.5282272263) < 1e-10


@pytest.mark.parametrize(("board", "hole"), [FLOPS[0], TURNS[0], RIVERS[0]])
def test_several_opponents_by_their_definition(board, hole):
    ranges = [RANDOM, parse_range("TT+,AQ+,22:0.5"), parse_range("A2s+,KTs+")]
    seen = [*parse_hand(board).tolist(), *parse_hand(hole).tolist()]
    now, next_card, river = plain_sums(board, hole, field(ranges, seen))
    each = [hand_strength(plain_sums(board, hole, weights)[0]) for weights in ranges]
    for use_field, hs in ((False, np.prod(each)), (True, hand_strength(now) ** 3)):
        found = several_opponents(parse_hole(hole), parse_hand(board), ranges, use_field=use_field)
        up, down = positive_potential(river), negative_potential(river)
        expected = [
            (found.hs, hs),
            (found.ppot1, positive_potential(next_card)),
            (found.npot1, negative_potential(next_card)),
            (found.ppot2, up),
            (found.npot2, down),
            (found.ehs, hs + (1 - hs) * up - hs * down),
            (found.equity, hand_strength(river.sum(axis=0))),
        ]
        for value, plain in expected:
            assert abs(value - plain) < 1e-13
    if len(parse_hand(board)) == 5:
        assert (found.ppot1, found.npot1, found.ppot2, found.npot2) == (0, 0, 0, 0)
        assert found.ehs == found.hs


def test_income_weights_rise_in_a_line():
    """Hands in the order of the grid: AA are the best six holes, 1,320 to 1,326 of the ranking."""
    rates = np.linspace(1, -1, 169)
    weights = income_weights(rates, mean=0.5, deviation=0.25)
    rising = weights[np.argsort(rates[hand_of_hole()], kind="stable")]
    assert (np.diff(rising) >= 0).all()
    assert rising[0] == 0.01
    assert rising[-1] == 1.0
    place = 1 - 3 / 1326  # the middle of the six
    aces = parse_hole("AhAs")
    expected = 0.01 + 0.99 * (place - 0.8) / 0.4
    assert abs(income_weights(rates, mean=1, deviation=0.2)[aces] - expected) < 1e-15
    for hand, above in (("AKs", 6), ("AQs", 10)):  # AA, then AA and AKs
        place = 1 - (above + 2) / 1326
        weight = income_weights(rates, mean=1, deviation=0.5)[hand_of_hole() == HAND_INDEX[hand]]
        assert abs(weight - (0.01 + 0.99 * (place - 0.5))).max() < 1e-15


def test_income_weights_of_a_step():
    rates = np.zeros(169)
    rates[[HAND_INDEX["AA"], HAND_INDEX["72o"]]] = 1, -1
    by_hand = {"AA": 1.0, "72o": 0.01}
    for mean, others in ((0.4, 1.0), (0.6, 0.01), ((12 + 1308 / 2) / 1326, 0.505)):
        weights = income_weights(rates, mean=mean, deviation=0)
        expected = [by_hand.get(hand, others) for hand in HAND_INDEX]
        np.testing.assert_array_equal(weights, np.array(expected)[hand_of_hole()])


@pytest.mark.parametrize(
    ("call", "error", "problem"),
    [
        (lambda: against_each(0, parse_hand("2c3d4h")), CardError, "'2c3d4h2c2d' has 2c twice"),
        (
            lambda: against_each(1326, parse_hand("2c3d4h")),
            CardError,
            "hole 1326 is not in 0..1325",
        ),
        (
            lambda: against_each(9, parse_hand("2c3d")),
            CardError,
            "a board is uint8 (2,); uint8 (3,), (4,) or (5,) is needed",
        ),
        (
            lambda: board_strengths(np.array([0, 1, 52], np.uint8), ALL),
            CardError,
            "card 52 is not in 0..51",
        ),
        (
            lambda: strength_against(parse_hole("AhQh"), parse_hand("3h4sJh"), ALL[:169]),
            RangeError,
            "a range is 1326 weights; an array of shape (169,) is not",
        ),
        (
            lambda: board_strengths(parse_hand("3h4sJh"), 2 * ALL),
            RangeError,
            "weight 2.0 of 2d2c is not in 0..1",
        ),
        (
            lambda: strength_against(
                parse_hole("AhQh"), parse_hand("3h4sJh"), parse_range("AhKh,JhTh")
            ),
            RangeError,
            "the range has no hole without a card of 3h4sJhQhAh",
        ),
        (
            lambda: board_strengths(parse_hand("3h4sJh"), parse_range("3h2h")),
            RangeError,
            "the range has no hole without a card of 3h4sJh",
        ),
        (
            lambda: several_opponents(
                parse_hole("AhQh"), parse_hand("3h4sJh"), [ALL, parse_range("AhKh")]
            ),
            RangeError,
            "range 2 has no hole without a card of 3h4sJhQhAh",
        ),
        (lambda: field([], [0]), RangeError, "there is no range; give one for each opponent"),
        (lambda: field([ALL], [0, 0]), CardError, "dead card 2c is there twice"),
        (
            lambda: income_weights(np.zeros(169), mean=70, deviation=0.1),
            RangeError,
            "mean 70 is not in 0..1: a share of the ranking, 1 for the best hole",
        ),
        (
            lambda: income_weights(np.zeros(169), mean=0.7, deviation=-0.1),
            RangeError,
            "deviation -0.1 is not a share of the ranking, 0 or more",
        ),
        (
            lambda: income_weights(np.zeros(170), mean=0.7, deviation=0.1),
            RangeError,
            "a ranking is 169 finite numbers; this has (170,)",
        ),
    ],
)
def test_what_is_no_argument(call, error, problem):
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == problem
