"""Any three starting hands: on some boards hole by hole, and how many deals there are."""

from itertools import permutations

import numpy as np
import pytest

from oracle import naive_triples as naive
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.starting_hands.triples import (
    ONE_ABOVE,
    ONE_BELOW,
    ORDERS,
    STRICT,
    hand_triples,
    order_counts,
    order_counts_of,
    triple_deals,
)

BOARDS = 1_370_754  # C(46, 5)

# Three dealt, then a royal flush on the board, quads, four and three of a suit, a straight, two
# pair, and deuces full.
SOME = np.concatenate(
    [
        deal(3, 5, seed=18).T,
        [[51, 47, 43, 39, 35], [0, 1, 2, 3, 51], [0, 4, 12, 20, 3], [0, 4, 12, 21, 6]],
        [[0, 5, 10, 15, 16], [0, 1, 4, 5, 51], [0, 1, 2, 4, 5]],
    ]
).astype(np.uint8)
WEIGHTS = np.array([24, 24, 4, 4, 4, 12, 12, 12, 6, 24], np.uint8)


@pytest.fixture(scope="module")
def found():
    return order_counts_of(SOME, WEIGHTS)


def row_of(*hands):
    wanted = sorted(HAND_INDEX[hand] for hand in hands)
    (row,) = np.flatnonzero((hand_triples() == wanted).all(axis=1))
    return int(row)


def test_triples_are_all_once():
    triples = hand_triples()
    assert triples.shape == (169 * 170 * 171 // 6, 3)
    assert (np.diff(triples.astype(int), axis=1) >= 0).all()
    assert len(np.unique(triples, axis=0)) == len(triples)
    assert (np.lexsort(triples.T[::-1]) == np.arange(len(triples))).all()
    assert not triples.flags.writeable


def test_orders_have_the_columns_that_are_said():
    """In the naive orders the place of each hand stands where that hand does."""
    places = [tuple(np.argsort(order)) for order in STRICT]
    places += [tuple(int(i != best) for i in range(3)) for best, _, __ in ONE_ABOVE]
    places += [tuple(int(i == worst) for i in range(3)) for _, __, worst in ONE_BELOW]
    assert [*places, (0, 0, 0)] == naive.ORDERS
    assert len(places) == ORDERS
    assert list(permutations(range(3))) == list(STRICT)


@pytest.mark.whole
@pytest.mark.parametrize(
    "hands",
    [
        ("AA", "KK", "QQ"), ("AA", "AA", "KK"), ("AKs", "AKo", "AA"), ("AKo", "AKo", "AKo"),
        ("22", "22", "22"), ("72o", "32o", "22"), ("JTs", "T9s", "98s"), ("JTs", "JTs", "JTs"),
        ("87o", "76o", "65o"), ("54s", "53s", "43s"), ("A2o", "A2s", "22"), ("KQo", "QJo", "KJo"),
        ("T9o", "T9o", "T9s"), ("AKo", "72o", "T5s"), ("66", "55", "54o"), ("A5s", "A4o", "55"),
    ],
)  # fmt: skip
def test_orders_on_some_boards_as_hole_by_hole(found, hands):
    row = row_of(*hands)
    in_order = [HANDS[hand] for hand in hand_triples()[row]]
    expected = naive.orders_on(SOME, WEIGHTS, in_order)
    assert found[row].tolist() == expected[:ORDERS]


@pytest.mark.whole
def test_many_boards_of_one_weight_fill_the_counters(found):
    """Rows of 16 bits are emptied in time: 80 times this board would go past them."""
    once = order_counts_of(SOME[:1], WEIGHTS[:1])
    often = order_counts_of(SOME[:1].repeat(80, 0), WEIGHTS[:1].repeat(80))
    assert once.max() > 0
    assert (often == 80 * once).all()


def test_sums_of_products_are_whole_numbers():
    """No product of a board is above 8,640, and single precision has all whole numbers to 2^24."""
    from pokerlake.engine.starting_hands.matchups_kernels import GATHERED, PRODUCTS

    assert 8640 * PRODUCTS < 1 << 24
    assert 432 * GATHERED < 1 << 15


@pytest.mark.large
@pytest.mark.whole
def test_boards_add_up(found):
    """However they are cut into shares, and whatever weights stand beside each other."""
    apart = [order_counts_of(SOME[some], WEIGHTS[some]) for some in (slice(3), slice(3, None))]
    assert (np.sum(apart, axis=0) == found).all()
    order = np.random.default_rng(1).permutation(len(SOME))
    assert (order_counts_of(SOME[order], WEIGHTS[order]) == found).all()


def test_shares_are_those_of_the_rivers(monkeypatch):
    from pokerlake.engine.starting_hands import triples

    taken = []
    monkeypatch.setattr(
        triples, "order_counts_of", lambda boards, weights, _: taken.append(weights)
    )
    for share in range(triples.SHARES):
        order_counts(share)
    assert sum(map(len, taken)) == 134_459
    assert sum(int(weights.sum(dtype=np.int64)) for weights in taken) == 2_598_960


# ---------------------------------------------------------------- how many deals there are


def test_deals_as_listed():
    deals = triple_deals()
    rows = np.random.default_rng(2).choice(len(deals), 60, replace=False).tolist()
    rows += [row_of("AA", "AA", "AA"), row_of("AA", "AA", "AKs"), row_of("AKs", "AKs", "AKs")]
    rows += [row_of("AKo", "AKo", "AKo"), row_of("AKo", "QJo", "T9o"), row_of("22", "22", "33")]
    for row in rows:
        holes = naive.disjoint_triples([HANDS[hand] for hand in hand_triples()[row]])
        assert deals[row] == len(holes) * BOARDS


def test_deals_are_all_there_are():
    first, second, third = hand_triples().T
    deals = triple_deals()
    orders = np.array([6, 3, 1])[(first == second).astype(int) + (second == third)]
    assert (deals // BOARDS) @ orders == 1326 * 1225 * 1128
    assert deals.sum() == 424_457_419_434_048
    # Of a rank three pairs cannot be dealt, nor two and another hand with a card of the rank.
    assert (deals == 0).sum() == 13 * 25


def test_holes_up_to_suits_as_published():
    """82,491,084 ordered triples of disjoint holes: as many as are left alone, on average."""
    left_alone = 0
    holes = [(a, b) for b in range(52) for a in range(b)]
    for suits in permutations(range(4)):
        image = [card // 4 * 4 + suits[card % 4] for card in range(52)]
        fixed = [hole for hole in holes if {image[card] for card in hole} == {*hole}]
        for a, b in fixed:
            free = [hole for hole in fixed if not {a, b} & {*hole}]
            with_card = np.bincount(np.array(free, int).ravel(), minlength=52)
            # Less those that share a card; a hole shares both of its cards with itself.
            left_alone += len(free) ** 2 - (int((with_card**2).sum()) - len(free))
    assert divmod(left_alone, 24) == (82_491_084, 0)
