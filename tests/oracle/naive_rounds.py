"""Rounds of five-card draw dealt in plain Python, from the random words that the kernel takes."""

import numpy as np

from helpers.dealing import philox
from pokerlake.engine.draw.hands import draw_hands


def words(row, seed):
    block = 0
    while True:
        four = philox(np.uint64(block), np.uint64(row), np.uint64(seed))
        yield from (int(word) for word in reversed(four))
        block += 1


def shuffled(row, seed):
    """The deck of a round, and how many random words were of no use."""
    deck, random, rejected = list(range(52)), words(row, seed), 0
    for first in range(0, 51, 3):
        ways = (52 - first) * (51 - first) * (50 - first)
        while True:
            word = next(random)
            # The three places are the digits of a uniform number below their product.
            number, rest = divmod(word * ways, 1 << 32)
            if rest >= (1 << 32) % ways:
                break
            rejected += 1
        places = [
            number // ((51 - first) * (50 - first)), number // (50 - first) % (51 - first),
            number % (50 - first),
        ]  # fmt: skip
        for c, place in zip(range(first, first + 3), places, strict=True):
            deck[c], deck[c + place] = deck[c + place], deck[c]
    return deck, rejected


def round_cards(rounds, *, seed, first=0):
    """Ascending cards ``(rounds, 10, 5)`` of five seats, before and after the exchange."""
    cards = np.empty((rounds, 10, 5), np.uint8)
    for i in range(rounds):
        deck, _ = shuffled(first + i, seed)
        cards[i, :5] = np.sort(np.reshape(deck[:25], (5, 5)), axis=1)
        stub = iter(deck[25:])
        thrown = draw_hands(cards[i, :5], layout="rows").usual_discard.tolist()
        for seat, (hand, discard) in enumerate(zip(cards[i, :5].tolist(), thrown, strict=True)):
            cards[i, 5 + seat] = sorted(
                next(stub) if discard >> place & 1 else card for place, card in enumerate(hand)
            )
    return cards
