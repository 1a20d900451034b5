"""Deals: uniform, and the same for a seed whatever the number of threads or pieces."""

import itertools
from itertools import permutations

import numpy as np
import pytest

from helpers.dealing import philox
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.dealing.deck import deal


@pytest.mark.parametrize(
    ("counter", "row", "seed", "expected"),
    [  # known answers of the generator's authors: Random123, kat_vectors, philox4x32 10
        (0, 0, 0, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        (2**64 - 1, 2**64 - 1, 2**64 - 1, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            0x85A308D3_243F6A88,
            0x03707344_13198A2E,
            0x299F31D0_A4093822,
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_known_answers(counter, row, seed, expected):
    words = philox(np.uint64(counter), np.uint64(row), np.uint64(seed))
    assert [int(word) for word in words] == expected


def shuffled(row, seed):
    """A whole deck by Fisher and Yates, with Lemire's numbers, in Python; and words rejected."""
    deck = list(range(52))
    words = (
        int(word)
        for counter in itertools.count()
        for word in reversed(philox(np.uint64(counter), np.uint64(row), np.uint64(seed)))
    )
    rejected = 0
    for c in range(52):
        product = next(words) * (52 - c)
        while product % 2**32 < 2**32 % (52 - c):
            rejected += 1
            product = next(words) * (52 - c)
        place = c + product // 2**32
        deck[c], deck[place] = deck[place], deck[c]
    return deck, rejected


def test_decks_are_what_plain_python_shuffles():
    decks = deal(300, 52, seed=1)
    for row in (0, 127, 128, 299):
        assert (decks[:, row].tolist(), 0) == shuffled(row, 1)


def test_a_deal_with_a_word_rejected():
    """One of the first thirty million rows of this seed has one."""
    row = 29_712_784
    decks = deal(200, 52, seed=1, first=row - 100)
    assert (decks[:, 100].tolist(), 1) == shuffled(row, 1)
    assert (decks[:, 101].tolist(), 0) == shuffled(row + 1, 1)
    assert (deal(200, 12, seed=1, first=row - 100) == decks[:12]).all()


def test_same_for_any_threads_and_any_pieces(monkeypatch):
    monkeypatch.setattr("pokerlake.engine.threads.SMALLEST_SHARE", 10)
    whole = deal(10_000, 10, seed=3)
    for threads in (0, 2, 3, 7):
        assert (deal(10_000, 10, seed=3, threads=threads) == whole).all()
    pieces = [deal(2500, 10, seed=3, first=first) for first in range(0, 10_000, 2500)]
    assert (np.concatenate(pieces, axis=1) == whole).all()
    # More cards of the same deals begin with the same cards.
    assert (deal(10_000, 52, seed=3)[:10] == whole).all()
    assert (deal(10_000, 10, seed=4) != whole).any()


def test_the_deals_of_a_seed_do_not_change():
    assert deal(3, 5, seed=1).T.tolist() == SEED_1


def test_every_deck_is_whole():
    decks = deal(5000, 52, seed=9)
    assert (np.sort(decks, axis=0) == np.arange(52)[:, None]).all()


def test_every_card_at_every_place_is_as_likely():
    # Chi-squared over 52 x 52 cells, 51 * 51 degrees of freedom: mean 2601, deviation 72.
    decks = deal(100_000, 52, seed=20)
    cells = np.stack([np.bincount(place, minlength=52) for place in decks])
    expected = 100_000 / 52
    statistic = ((cells - expected) ** 2 / expected).sum()
    assert abs(statistic - 2601) < 5 * 72


def test_every_order_of_a_small_deck_is_as_likely():
    # Four live cards: 24 orders of all four; chi-squared of 23 degrees: mean 23, deviation 6.8.
    live = parse_hand("2c3d4hAs").tolist()
    dead = [card for card in range(52) if card not in live]
    dealt = deal(240_000, 4, seed=2, dead=dead).T
    orders = [(dealt == order).all(axis=1).sum() for order in permutations(live)]
    assert sum(orders) == 240_000
    statistic = sum((count - 10_000) ** 2 / 10_000 for count in orders)
    assert statistic < 23 + 5 * 6.8


def test_neighbouring_deals_are_unlike():
    # How often two deals in a row share their first card: one in 52.
    first = deal(200_000, 1, seed=6)[0]
    shared = (first[1:] == first[:-1]).mean()
    assert abs(shared - 1 / 52) < 5 * np.sqrt(1 / 52 / 200_000)


def test_what_cannot_be_dealt():
    with pytest.raises(CardError, match=r"^53 cards cannot be dealt from a deck of 52$"):
        deal(1, 53, seed=0)
    with pytest.raises(CardError, match=r"^51 cards cannot be dealt from a deck of 50$"):
        deal(1, 51, seed=0, dead=[0, 1])
    with pytest.raises(CardError, match=r"^2c is dead twice$"):
        deal(1, 5, seed=0, dead=[0, 0])
    with pytest.raises(CardError, match=r"^card 52 is not in 0..51$"):
        deal(1, 5, seed=0, dead=[52])
    with pytest.raises(ValueError, match=r"^seed is -1: give 0 .. 2\*\*64 - 1$"):
        deal(1, 5, seed=-1)
    with pytest.raises(ValueError, match="none may be negative"):
        deal(-1, 5, seed=0)
    assert deal(0, 5, seed=0).shape == (5, 0)


SEED_1 = [[36, 30, 46, 2, 35], [22, 12, 14, 4, 20], [2, 13, 29, 47, 6]]
