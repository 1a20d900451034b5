"""Holes of four cards on flops: rows against all suits tried, counts against all that is dealt."""

from collections import Counter
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from oracle import naive, naive_omaha
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.omaha.flops import (
    FLOP_DEALS,
    HOLES,
    flop_outcomes,
    flop_row_keys,
    hands_of_holes,
)
from pokerlake.engine.ranges.omaha_holes import all_holes

# One flop of each kind: monotone, two-tone, rainbow; unpaired, paired, trips.
FLOPS = ["AsKsQs", "9c5c4d", "2c3d4h", "Ts8sTc", "KcKd3h", "2c2d2h"]


def cards(text):
    return np.array(naive.parse_cards(text), np.uint8)


@cache
def outcomes(text):
    return flop_outcomes(np.sort(cards(text)))


def images(flop, hole):
    """A flop and a hole in all suits, each ascending."""
    return [
        [tuple(sorted(card & ~3 | to[card & 3] for card in part)) for part in (flop, hole)]
        for to in permutations(range(4))
    ]


def number(hole):
    return sum(comb(card, place + 1) for place, card in enumerate(sorted(hole)))


def test_rows_of_raw_deals_are_the_smallest_of_all_suits():
    canonical = [tuple(flop) for flop in canonical_boards(3).cards.tolist()]
    dealt = np.random.default_rng(4).permuted(
        np.tile(np.arange(52, dtype=np.uint8), (300, 1)), axis=1
    )
    dealt[:100] = dealt[:100] // 8 * 8 + dealt[:100] % 4  # many pairs: suits that are alike
    dealt = dealt[[len({*row[:7].tolist()}) == 7 for row in dealt]]
    keys = flop_row_keys(dealt[:, 3:7], dealt[:, :3])
    columns = flop_row_keys(dealt[:, 3:7].T, dealt[:, :3].T, layout="columns", threads=2)
    assert all((one == other).all() for one, other in zip(keys, columns, strict=True))
    for row, board_id, hole_id in zip(dealt.tolist(), *map(np.ndarray.tolist, keys), strict=True):
        smallest = min(flop for flop, _ in images(row[:3], row[3:7]))
        holes = [hole for flop, hole in images(row[:3], row[3:7]) if flop == smallest]
        assert (canonical[board_id], hole_id) == (smallest, min(map(number, holes)))


@pytest.mark.parametrize("text", ["9c5c4d", "KcKd3h", "2c2d2h"])
def test_each_hole_of_a_flop_is_in_one_row(text):
    flop = np.sort(cards(text))
    holes = all_holes(4)[~np.isin(all_holes(4), flop).any(axis=1)]
    found = outcomes(text)
    assert len(holes) == HOLES == 211_876
    canonical = canonical_boards(3).cards[flop_row_keys(holes[:1], flop).board_id[0]]
    rows = flop_outcomes(canonical)
    ids, combos = np.unique(flop_row_keys(holes, flop).hole_id, return_counts=True)
    assert (ids == rows.hole_id).all()
    assert (combos == rows.orbit).all()
    # In the suits of another flop the same counts, of as many holes.
    one, other = (np.sort(list(vars(of).values())[1:], axis=1) for of in (found, rows))
    assert (one == other).all()


@pytest.mark.parametrize("text", FLOPS)
def test_what_one_wins_on_a_flop_another_loses(text):
    found = outcomes(text)
    orbit, win, tie = (of.astype(np.int64) for of in (found.orbit, found.win, found.tie))
    assert orbit @ win == orbit @ (FLOP_DEALS - win - tie)
    assert (win + tie).max() <= FLOP_DEALS == comb(45, 2) * comb(43, 4) == 122_175_900
    assert (np.diff(found.hole_id.astype(int)) > 0).all()


def run_outs(flop, hole):
    """Of turns and rivers that differ in suits only, which neither flop nor hole has, one each."""
    here = tuple(sorted(flop)), tuple(sorted(hole))
    own = [
        to
        for to, image in zip(permutations(range(4)), images(flop, hole), strict=True)
        if tuple(image) == here
    ]
    live = [card for card in range(52) if card not in (*flop, *hole)]
    return Counter(
        min(tuple(sorted(card & ~3 | to[card & 3] for card in two)) for to in own)
        for two in combinations(live, 2)
    )


@pytest.mark.whole
@pytest.mark.parametrize(
    ("flop", "hole", "by_suits"),
    [
        # A flush there is, ways to a better one and full houses; all other suits are alike.
        ("KcQc3c", "AcKdKhKs", 6),
        # Flushes in a suit by one card and by two, on flops whose other suits are alike.
        ("9c9d4c", "AcJc8d7d", 2),
    ],
)
def test_a_hole_as_run_out_by_run_out_and_opponent_by_opponent(flop, hole, by_suits):
    flop, hole = cards(flop), cards(hole)
    alike = run_outs(flop.tolist(), hole.tolist())
    assert sum(alike.values()) == 990
    assert max(alike.values()) == by_suits
    expected = np.zeros(3, np.int64)
    for two, times in alike.items():
        expected += times * np.array(naive_omaha.outcomes(hole.tolist(), [(*flop.tolist(), *two)]))
    key = flop_row_keys(hole[None], flop)
    rows = flop_outcomes(canonical_boards(3).cards[key.board_id[0]])
    (row,) = np.flatnonzero(rows.hole_id == key.hole_id[0])
    found = int(rows.win[row]), int(rows.tie[row])
    assert [*found, FLOP_DEALS - sum(found)] == expected.tolist()


@pytest.mark.parametrize("text", ["AsKsQs", "Ts8sTc", "2c3d4h"])
def test_classes_on_the_flop(text):
    flop = np.sort(cards(text))
    found = outcomes(text)
    some = np.random.default_rng(1).choice(len(found.hole_id), 40)
    for hole, class_id in zip(
        all_holes(4)[found.hole_id[some]].tolist(), found.class_id[some].tolist(), strict=True
    ):
        assert class_id == naive_omaha.class_of(hole, flop.tolist())


def test_the_best_and_the_worst_hole():
    """With the royal flush one wins all deals; with aces up on 2c2d2h not all."""
    found = outcomes("AsKsQs")
    best = found.class_id == 1
    assert (found.win[best] == FLOP_DEALS).all()
    assert (found.win[~best] < FLOP_DEALS).all()
    assert found.orbit[best].sum() == comb(47, 2)


def test_hands_before_the_flop():
    """The hole of the smallest suits, as ``omaha_hands`` numbers it."""
    canonical = canonical_boards(4)
    hands = hands_of_holes()
    assert (np.bincount(hands) == canonical.weight).all()
    numbers = [number(hole) for hole in canonical.cards[::997].tolist()]
    assert hands[numbers].tolist() == list(range(0, 16_432, 997))


@pytest.mark.parametrize(
    ("holes", "flops", "message"),
    [
        ([[0, 1, 2, 3]], [0, 5, 6], "at index 0: '2c2d2h2s2c3d3h' has 2c twice"),
        ([[0, 1, 2, 2]], [4, 5, 6], "at index 0: '2c2d2h2h3c3d3h' has 2h twice"),
        ([[0, 1, 2, 60]], [4, 5, 6], "card 60 is not in 0..51"),
        ([[0, 1, 2, 3]], [4, 5, 200], "card 200 is not in 0..51"),
        ([[0, 1, 2]], [4, 5, 6], "holes of shape (1, 3) are columns of 1 cards, not of 4"),
        ([[0, 1, 2, 3]], [[4, 5, 6], [4, 5, 6]], "there are 1 holes and 2 flops"),
    ],
)
def test_what_cannot_be_dealt(holes, flops, message):
    with pytest.raises(CardError) as caught:
        flop_row_keys(np.array(holes, np.uint8), np.array(flops, np.uint8))
    assert message in str(caught.value)


def test_the_first_deal_that_cannot_be_is_told():
    holes = np.array([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 9, 10]], np.uint8)
    with pytest.raises(CardError) as caught:
        flop_row_keys(holes, cards("AsKsQs"))
    assert caught.value.index == 2


@pytest.mark.parametrize(
    ("flop", "message"),
    [
        ([0, 1], "flop of shape (2, 1) are columns of 2 cards, not of 3"),
        ([0, 1, 1], "'2c2d2d' has 2d twice"),
        ([0, 1, 52], "card 52 is not in 0..51"),
        ([[0, 1, 2]], "flop has shape (1, 3); (3,) is needed"),
    ],
)
def test_what_is_no_flop(flop, message):
    with pytest.raises(CardError) as caught:
        flop_outcomes(np.array(flop, np.uint8))
    assert message in str(caught.value)
