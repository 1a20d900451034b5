"""Equities against clusters of hands beside plain loops over opponents."""

from fractions import Fraction

import numpy as np
import pytest

from pokerlake.engine.abstraction.features import (
    HAND_CLUSTERS,
    cluster_equities,
    cluster_of_hole,
    find_hand_clusters,
    river_points,
    rounded,
)
from pokerlake.engine.cards.boards import Boards, canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands import class_ids
from pokerlake.engine.strength.transitions import river_outcomes

# A board that plays, a flush that is possible, a pair, a full house, four of a kind.
BOARDS = ["AsKsQsJsTs", "2c5c9cKdQh", "7d7c2s9hJd", "KhKdKs4c4d", "8c8d8h8s2c"]


@pytest.mark.whole
def test_the_clusters_are_those_that_are_found():
    assert find_hand_clusters() == HAND_CLUSTERS


def test_each_hand_is_in_one_cluster():
    assert sorted(hand for hands in HAND_CLUSTERS for hand in hands) == sorted(HANDS)
    for cluster, hands in enumerate(HAND_CLUSTERS):
        here = np.flatnonzero(cluster_of_hole() == cluster)
        assert {HANDS[hand] for hand in hand_of_hole()[here]} == set(hands)


@pytest.mark.parametrize("text", BOARDS)
def test_strengths_are_those_of_plain_loops(text):
    board = parse_hand(text)
    found = cluster_equities(np.array([board], np.uint8), layout="rows")
    rows = rounded(found)
    known = river_outcomes(np.array([board], np.uint8), layout="rows")
    assert np.array_equal(found.hole, known.hole)
    assert np.array_equal(found.orbit, known.orbit)
    classes = {}
    for hole, cards in enumerate(hole_cards().tolist()):
        if not set(cards) & set(board.tolist()):
            hand = np.array([[*cards, *board]], np.uint8)
            classes[hole] = int(class_ids(hand, layout="rows")[0]), set(cards)
    for place in range(0, len(found.hole), 60):
        mine, own = classes[int(found.hole[place])]
        strengths, opponents = [0] * 8, [0] * 8
        for hole, (theirs, cards) in classes.items():
            if not cards & own:
                cluster = cluster_of_hole()[hole]
                opponents[cluster] += 1
                strengths[cluster] += 2 * (theirs > mine) + (theirs == mine)
        assert found.strengths[place].tolist() == strengths
        assert found.opponents[place].tolist() == opponents
        assert sum(opponents) == 990
        equities = [Fraction(s, 2 * o) for s, o in zip(strengths, opponents, strict=True)]
        assert rows[place].tolist() == [int(16_383 * e + Fraction(1, 2)) for e in equities]


def test_points_are_all_holes_on_rivers():
    boards = canonical_boards(5)
    picked = np.linspace(0, len(boards.weight) - 1, 40).astype(int)
    # The same board again gives no new points.
    few = Boards(boards.cards[[*picked, 0]], boards.weight[[*picked, 0]])
    points = river_points(few, threads=2)
    found, known = (f(few.cards, layout="rows") for f in (cluster_equities, river_outcomes))
    assert np.array_equal(points.hole, found.hole)
    assert np.array_equal(points.equities[points.point], rounded(found))
    strength = 2 * known.win + known.tie
    assert np.array_equal(points.strength[points.point], strength)
    assert np.array_equal(found.strengths.sum(axis=1), strength)
    deals = few.weight[found.board].astype(int) * found.orbit
    assert points.deals.tolist() == np.bincount(points.point, deals).tolist()
    assert points.rows.tolist() == np.bincount(points.point).tolist()
    numbers, first = np.unique(points.point, return_index=True)
    assert np.array_equal(numbers, np.arange(len(points.deals)))
    assert np.array_equal(points.first, first)
    rows = np.column_stack([points.equities, points.strength])
    assert len(np.unique(rows, axis=0)) == len(rows) < len(found.hole)
    last = found.board == len(picked)
    assert np.array_equal(points.point[last], points.point[found.board == 0])
    alone = river_points(few, threads=1)
    for name, column in vars(points).items():
        assert np.array_equal(column, getattr(alone, name))


def test_progress_is_told():
    boards = canonical_boards(5)
    said = []
    river_points(Boards(boards.cards[:3], boards.weight[:3]), threads=1, progress=said.append)
    assert said == [1.0]
