"""Starting hands of short deck: totals, and two and three holes on some boards by another way."""

import numpy as np

from oracle import naive_triples
from oracle import plain_short_deck as plain
from pokerlake.catalogue import SHORT_DECK_HIGH
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_of_hole, hands_without, hole_cards
from pokerlake.engine.orders.evaluate import board_order
from pokerlake.engine.starting_hands.matchups import (
    SHARES,
    deals_for,
    matchup_deals,
    matchup_wins,
    observations_of,
    random_outcomes_of,
    river_share,
    sampled_shares,
)
from pokerlake.engine.starting_hands.triples import hand_triples, order_counts_of, triple_deals

ORDER = board_order(SHORT_DECK_HIGH)


def test_deals_of_81_hands():
    deals = matchup_deals(ORDER)
    hands = hands_without(SHORT_DECK_HIGH.dead)
    assert (len(hands), deals.sum()) == (81, 71_172_319_680)
    assert np.flatnonzero(deals.any(axis=0)).tolist() == hands.tolist()
    assert (observations_of(2, ORDER), observations_of(3, ORDER)) == (112_971_936, 19_826_574_768)
    assert deals_for(10, 0.003, ORDER) < deals_for(10, 0.003)


def test_shares_of_rivers_are_all_of_them():
    boards, weights = (np.concatenate(of) for of in zip(*_shares(), strict=True))
    whole = canonical_boards(5, SHORT_DECK_HIGH.dead)
    assert len(boards) == len(np.unique(boards, axis=0)) == len(whole.cards) == 19_998
    assert weights.sum(dtype=int) == 376_992


def _shares():
    return [river_share(share, SHARES, ORDER) for share in range(SHARES)]


def test_pairs_of_holes_on_some_boards():
    boards = canonical_boards(5, SHORT_DECK_HIGH.dead).cards[[3, 4_000, 9_000, 13_131, 19_997]]
    weights = np.arange(1, 6, dtype=np.uint8)
    cards = hole_cards().astype(int)
    expected = np.zeros((len(HANDS), 2), int)
    for board, weight in zip(boards.astype(int), weights.tolist(), strict=True):
        live = np.flatnonzero((cards >= 16).all(axis=1) & ~np.isin(cards, board).any(axis=1))
        own = cards[live]
        values = plain.values(np.vstack([own.T, np.repeat(board[:, None], len(live), axis=1)]))
        apart = (own[:, None, :, None] != own[None, :, None, :]).all(axis=(2, 3))
        for column, beats in enumerate((np.greater, np.equal)):
            won = (beats.outer(values, values) & apart).sum(axis=1)
            np.add.at(expected[:, column], hand_of_hole()[live], weight * won)
    assert (random_outcomes_of(boards, weights, ORDER)[:, :2] == expected).all()


def test_matchups_of_a_share_have_hands_of_the_deck_only():
    wins = matchup_wins(7, ORDER)
    hands = hands_without(SHORT_DECK_HIGH.dead)
    assert wins.sum() == wins[np.ix_(hands, hands)].sum() > 0


def test_dealt_seats_have_holes_of_the_deck():
    sums = sampled_shares(10, 0, 500, 1, ORDER)
    assert sums[:, 0].sum() == 5000
    assert sums[:, 1].sum() == 500 * 2520
    assert set(np.flatnonzero(sums[:, 0])) <= set(hands_without(SHORT_DECK_HIGH.dead).tolist())


# A straight flush, quads, trips, two pair, and four of a suit on the board, and two with nothing.
SOME = [
    [31, 35, 39, 43, 47], [16, 17, 18, 19, 51], [16, 20, 28, 36, 19], [16, 20, 28, 37, 22],
    [19, 27, 35, 47, 48], [17, 22, 31, 36, 49], [20, 26, 35, 41, 48],
]  # fmt: skip


def test_three_holes_on_some_boards():
    """All three holes of nine hands, by the values of the oracle; weights beside each other."""
    names = ["AA", "AKs", "AKo", "A6o", "KK", "T9s", "76s", "76o", "66"]
    hands = sorted(HAND_INDEX[name] for name in names)
    holes = np.flatnonzero(np.isin(hand_of_hole(), hands))
    weights = np.array([24, 24, 12, 12, 12, 6, 24], np.uint8)
    expected = np.zeros((9, 9, 9, 27), int)
    for board, weight in zip(np.array(SOME), weights.tolist(), strict=True):
        live = holes[~np.isin(hole_cards()[holes], board).any(axis=1)]
        own = hole_cards()[live].astype(int)
        values = plain.values(np.vstack([own.T, np.repeat(board[:, None], len(live), axis=1)]))
        apart = (own[:, None, :, None] != own[None, :, None, :]).all(axis=(2, 3))
        first, second, third = np.nonzero(apart[:, :, None] & apart[:, None, :] & apart)
        code = sum(
            times * (1 + np.sign(values[one] - values[other]))
            for times, one, other in ((9, first, second), (3, first, third), (1, second, third))
        )
        kind = np.searchsorted(hands, hand_of_hole()[live])
        np.add.at(expected, (kind[first], kind[second], kind[third], code), weight)
    found = order_counts_of(np.array(SOME, np.uint8), weights, ORDER)
    rows = np.flatnonzero(np.isin(hand_triples(ORDER), hands).all(axis=1))
    assert len(rows) == 165
    at = np.searchsorted(hands, hand_triples(ORDER)[rows]).T
    for order, (a, b, c) in enumerate(naive_triples.ORDERS[:12]):
        code = 9 * (1 + np.sign(b - a)) + 3 * (1 + np.sign(c - a)) + 1 + np.sign(c - b)
        assert found[rows, order].tolist() == expected[(*at, code)].tolist()


def test_deals_of_three_hands():
    deals, triples = triple_deals(ORDER), hand_triples(ORDER)
    assert len(deals) == len(triples) == 81 * 82 * 83 // 6
    assert np.unique(triples).tolist() == hands_without(SHORT_DECK_HIGH.dead).tolist()
    first, second, third = triples.T
    orders = np.array([6, 3, 1])[(first == second).astype(int) + (second == third)]
    assert deals @ orders == 142_506 * 630 * 561 * 496
    assert deals.max() == 12**3 * 142_506 < 1 << 32  # which a column holds
    assert (deals == 0).sum() == 9 * 17  # of a rank three pairs, or two and one of its other hands
