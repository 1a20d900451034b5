"""Side pots and prizes against the rules, one chip layer and one order of places at a time."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import naive_push_fold as naive
from pokerlake.engine.prizes import expected_prizes
from pokerlake.engine.push_fold.counts import payoffs, weak_orders
from pokerlake.engine.push_fold.prizes import values_by_race
from pokerlake.engine.push_fold.spots import PushFoldSpot

# Eighths, so that floats hold them; few, so that stacks are often the same, or the same as a post.
amounts = st.sampled_from([0.125, 0.375, 0.5, 0.75, 1.0, 1.125, 1.5, 2.0, 5.0, 7.5])
spots = st.builds(
    PushFoldSpot,
    st.lists(amounts, min_size=2, max_size=4).map(tuple),
    small_blind=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    ante=st.sampled_from([0.0, 0.125, 1.0]),
    bb_ante=st.sampled_from([0.0, 0.5, 1.0]),
)


def assert_as_by_the_rules(spot, orders=None):
    for inside, found in payoffs(spot).items():
        places = weak_orders(len(inside))
        for row in range(0, len(places), 1 if orders is None else 1 + len(places) // orders):
            of_those_in = dict(zip(inside, places[row].tolist(), strict=True))
            assert found[row] == pytest.approx([float(x) for x in naive.pays(spot, of_those_in)])


@given(spots)
@settings(max_examples=60)
def test_chips_as_peeled_off_layer_by_layer(spot):
    assert_as_by_the_rules(spot)
    assert all(np.abs(of.sum(axis=1)).max() < 1e-12 for of in payoffs(spot).values())


@given(
    spots,
    st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0, 5.0]), min_size=1, max_size=4),
    st.lists(amounts, max_size=2).map(tuple),
)
@settings(max_examples=15)
def test_prizes_as_of_every_order_of_places(spot, prizes, others):
    prizes = (*sorted(prizes, reverse=True)[: len(spot.stacks) + len(others)],)
    prizes = (prizes[0] + 1, *prizes[1:])
    spot = PushFoldSpot(spot.stacks, spot.small_blind, spot.ante, prizes, others, spot.bb_ante)
    assert_as_by_the_rules(spot, orders=4)


@pytest.mark.parametrize(
    "spot",
    [
        PushFoldSpot((3.0, 1.0, 5.0, 0.75, 3.0), ante=0.125),
        PushFoldSpot((3.0, 1.0, 8.0, 0.375, 2.0, 5.0), ante=0.125),
        PushFoldSpot((3.0, 1.0, 0.375, 3.0, 5.0), prizes=(5.0, 3.0, 2.0)),
    ],
)
def test_many_in_as_by_the_rules(spot):
    assert_as_by_the_rules(spot, orders=12)


def test_side_pots_written_out():
    """Three are in for 2, 5 and 9, the small blind has folded: the shortest wins, then the middle.

    The main pot is 4 * 0.5 and 3 * 1.5 more; the side pot 2 * 3; 4 go back.
    """
    paid = payoffs(PushFoldSpot((2.0, 5.0, 0.5, 9.0)))
    first_second_third = weak_orders(3).tolist().index([0, 1, 2])
    assert paid[0, 1, 3][first_second_third].tolist() == [4.5, 1.0, -0.5, -5.0]
    two_best_tie = weak_orders(3).tolist().index([0, 0, 1])
    assert paid[0, 1, 3][two_best_tie].tolist() == [1.25, 4.25, -0.5, -5.0]


def test_bust_in_the_same_hand_written_out():
    """Prizes 5, 3, 2: who had more before the hand is second, who had the same shares."""
    first = weak_orders(3).tolist().index([0, 1, 1])
    paid = payoffs(PushFoldSpot((6.0, 4.0, 3.0), prizes=(5.0, 3.0, 2.0)))
    assert paid[0, 1, 2][first].tolist() == [5.0, 3.0, 2.0]
    paid = payoffs(PushFoldSpot((6.0, 4.0, 4.0), prizes=(5.0, 3.0, 2.0)))
    assert paid[0, 1, 2][first].tolist() == [5.0, 2.5, 2.5]


@pytest.mark.parametrize(
    ("stacks", "prizes", "published", "digits"),
    [
        # Wikipedia, "Independent Chip Model": 45, 32 and 22, cut off, not rounded.
        ((50, 30, 20), (70, 30), (45.18, 32.25, 22.57), 2),
        # pailiku.com, ICM calculator, its example of a final table
        ((5000, 3000, 1500, 500), (500, 300, 200), (377.78, 312.89, 225.60, 83.73), 2),
        # poker-apprentice/icm-calculator, README
        (
            (150_000, 98_750, 45_500, 13_250),
            (425, 280, 130, 75),
            (323.2, 278.12, 195.79, 112.89),
            2,
        ),
    ],
)
def test_published_prizes(stacks, prizes, published, digits):
    assert expected_prizes(stacks, prizes).round(digits).tolist() == list(published)
    by_race = values_by_race(np.array(stacks, float), np.array(prizes, float))
    assert by_race.round(digits).tolist() == list(published)
    exact = naive.prizes_of(stacks, prizes, stacks)
    assert [round(float(x), digits) for x in exact] == list(published)


def test_many_stacks_as_of_every_order_of_places():
    stacks, prizes = (9, 1, 4, 4, 2, 30, 7), (50, 20, 10, 5)
    exact = [float(x) for x in naive.prizes_of(stacks, prizes, stacks)]
    assert expected_prizes(stacks, prizes) == pytest.approx(exact, rel=1e-12)
