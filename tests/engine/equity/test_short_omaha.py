"""Short-deck Omaha: hands and equities against plain enumeration of small decks."""

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

from oracle import naive_orders
from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.equity.omaha import omaha_equity
from pokerlake.engine.equity.omaha_exact import omaha_multiway
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.showdowns.evaluate import high_ids

RULE = GAMES["short deck omaha"]


def key_of(hole, board):
    return min(
        naive_orders.short_deck_key([*two, *three])
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
    )


def test_hands_in_order():
    chance = random.Random(3)
    dealt = [chance.sample(RULE.deck, 9) for _ in range(150)]
    columns = np.array(dealt, np.uint8).T.copy()
    ids = high_ids(RULE, columns[:4], columns[4:])
    keys = [key_of(cards[:4], cards[4:]) for cards in dealt]
    for a, b in pairwise(np.argsort(ids, kind="stable")):
        assert keys[a] <= keys[b]
        assert (ids[a] == ids[b]) == (keys[a] == keys[b])


@pytest.mark.parametrize("seed", range(3))
def test_equity_as_every_board(seed):
    cards = random.Random(seed).sample(RULE.deck, 23)
    first, second, board, dead = cards[:4], cards[4:8], cards[8:11], cards[11:]
    shared = np.zeros((2, 3), int)
    for comes in combinations([card for card in RULE.deck if card not in cards], 2):
        keys = [key_of(hole, [*board, *comes]) for hole in (first, second)]
        for player, key in enumerate(keys):
            shared[player, keys.count(key) * (key == min(keys))] += 1
    holes = [np.sort(np.array(hole, np.uint8)) for hole in (first, second)]
    ranges = [OmahaRange.of(hole[None]) for hole in holes]
    found = omaha_equity(ranges, board, dead, rule=RULE)
    assert found.shared.tolist() == shared.tolist()
    assert found.equity.sum() == pytest.approx(1, abs=1e-12)
    column = [np.array(of, np.uint8)[:, None] for of in (board, dead)]
    counts = omaha_multiway(np.stack(holes)[:, :, None], *column, order=RULE.high)
    assert counts[0, ..., 0].tolist() == shared.tolist()


def test_categories_are_named_as_hold_ems():
    """A flush beats a full house here, and stays category 4."""
    holes = [parse_hand(text) for text in ("AsKs9c8d", "QcQdJhTh")]
    ranges = [OmahaRange.of(np.sort(hole)[None]) for hole in holes]
    board = parse_hand("7s8s9sQhQs"[:6])
    exact = omaha_equity(ranges, board, rule=RULE, method="exact")
    some = omaha_equity(ranges, board, rule=RULE, method="monte carlo", deals=20_000, seed=1)
    assert exact.categories[0].argmax() == 4
    shares = [found.categories / found.weight for found in (exact, some)]
    assert np.abs(shares[0] - shares[1]).max() < 0.02
