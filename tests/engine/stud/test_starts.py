"""Starts of stud, stud hi-lo and razz: small decks by plain loops and pokerkit's evaluators."""

from itertools import combinations

import numpy as np
import pokerkit
import pytest

from pokerlake.catalogue import STUD, STUD_HI_LO
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.orders.evaluate import order_ids
from pokerlake.engine.stud import starts as module
from pokerlake.engine.stud.starts import masks_of, meet_piece, numbered, numbers_of, rank_starts


def places(values):
    """By values of hands, the greatest the best, how they stand: 0 the best; None is the last."""
    there = sorted({value for value in values if value is not None}, reverse=True)
    place = {value: at for at, value in enumerate(there)}
    return np.array([place.get(value, len(there)) for value in values])


def enumerated(start, sets, high, low, nothing):
    """What a start wins, ties and loses, by both halves, of all deals of a small deck."""
    masks = (1 << sets.astype(np.int64)).sum(axis=1)
    own = sum(1 << at for at in start)
    found = np.zeros((3, 4), np.int64)
    for hand in np.flatnonzero(masks & own == own):
        others = np.flatnonzero(masks & masks[hand] == 0)
        part = 1 + np.sign(low[hand] - low[others])
        part[(low[hand] == nothing) & (low[others] == nothing)] = 3
        np.add.at(found, (1 + np.sign(high[hand] - high[others]), part), 1)
    return found


def test_razz_on_a_deck_of_fifteen_cards():
    left = [0, 1, 4, 8, 9, 10, 16, 20, 24, 25, 40, 44, 48, 49, 50]  # deuces, ..., three aces
    sets = np.array(list(combinations(range(15), 7)), np.uint8)
    cards = np.array(left, np.uint8)[sets]
    kept = {}

    def value(hand):
        ranks = tuple(sorted(hand >> 2))
        if ranks not in kept:
            kept[ranks] = pokerkit.RegularLowHand.from_game(format_hand(hand))
        return kept[ranks]

    high = places([value(hand) for hand in cards])
    low = np.zeros(len(high), np.int64)
    dead = [card for card in range(52) if card not in left]
    found = rank_starts(dead=dead, threads=2)
    assert found.combos.sum() == 455
    for start in ((0, 2, 12), (0, 1, 3), (12, 13, 14), (4, 10, 11)):
        wanted = enumerated(start, sets, high, low, 0).sum(axis=1).tolist()
        ranks = np.bincount([left[at] >> 2 for at in start], minlength=13)
        (row,) = np.flatnonzero((found.ranks == ranks).all(axis=1))
        assert [found.win[row], found.tie[row], found.lose[row]] == wanted


@pytest.mark.parametrize(
    ("rule", "ranks"), [(STUD, 0b1111 << 9), (STUD_HI_LO, 0b1000000001111)], ids=["high", "hi-lo"]
)
def test_stud_on_decks_of_four_and_five_ranks(rule, ranks, monkeypatch):
    monkeypatch.setattr(module, "_AT_ONCE", 100)
    left = [card for card in range(52) if ranks >> (card >> 2) & 1]
    sets = np.array(list(combinations(range(len(left)), 7)), np.uint8)
    cards = np.array(left, np.uint8)[sets]
    high = order_ids(cards, rule.high, layout="rows").astype(np.int64)
    low = np.full(len(high), 57)
    if rule.low:
        low = order_ids(cards, rule.low, layout="rows").astype(np.int64)
    else:  # of a few pokerkit says that they stand so
        some = slice(0, None, 97)
        hands = [pokerkit.StandardHighHand.from_game(format_hand(hand)) for hand in cards[some]]
        assert (places(hands) == np.unique(high[some], return_inverse=True)[1]).all()
    total = sum(meet_piece(rule, piece, 3, ranks) for piece in range(3))
    numbers = numbers_of(ranks)
    for start in ((0, 1, 2), (0, 5, 9), (3, 7, len(left) - 1)):
        wanted = enumerated(start, sets, high, low, 57)
        own = np.array([[left[at] for at in start]], np.uint8)
        (number,) = numbered(masks_of(own), numbers) - numbers.starts[3]
        same = {
            tuple(sorted(4 * (card >> 2) + suits[card & 3] for card in own[0].tolist()))
            for suits in np.array(np.meshgrid(*[range(4)] * 4)).reshape(4, -1).T.tolist()
            if len(set(suits)) == 4
        }
        assert (total[number] == len(same) * wanted[:2]).all()


def test_how_many_hands_a_whole_deck_has_up_to_suits():
    numbers = numbers_of()
    assert numbers.before[3, -1].tolist() == [1, 13, 169, 1755, 16_432, 134_459, 962_988, 6_009_159]
    assert numbers.starts[-1] == 1_115_817
