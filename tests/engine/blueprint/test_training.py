"""Training on games that are known, on decks small enough to list every deal, and by threads."""

from itertools import combinations, permutations

import numpy as np
import pytest

from helpers.small_games import meetings_of_deals
from pokerlake.engine.blueprint import Deal, Limit, Training, lines_of
from pokerlake.engine.blueprint.first_kernels import Meetings
from pokerlake.engine.blueprint.lines import HOLDEM
from pokerlake.engine.blueprint.walk_kernels import Weights
from pokerlake.engine.signatures import frozen

VANILLA, PLUS = np.float32(-3e38), np.float32(0)


def trained(training, deals, rounds, least=PLUS):
    """Train on all deals, again and again; later strategies count for more."""
    for t in range(rounds):
        for deal in deals:
            training.improve(deal, Weights(np.float32(1), np.float32(t + 1), least))
    return training


def test_kuhn_poker_ends_in_its_equilibrium():
    lines = lines_of(Limit((1,), (1,), (1, 1)))
    cards = np.array([[0, 3], [1, 4], [2, 5]], np.uint8)  # who holds one has both: nobody else has
    deal = Deal(cards, np.array([1, 2, 3], np.uint16), np.array([[0, 1, 2]]))
    training = trained(Training(lines, [3], meetings_of_deals([deal], 3), 3), [deal], 4000)
    shares = {
        lines.line(node): training.strategy(node)
        for node in range(len(lines))
        if lines.kind[node] == 0
    }
    bluff = shares[""][0, 1]
    assert 0 <= bluff <= 1 / 3
    assert shares[""][:, 1] == pytest.approx([bluff, 0, 3 * bluff], abs=0.02)
    assert shares["x"][:, 1] == pytest.approx([1 / 3, 0, 1], abs=0.02)
    assert shares["x b1"][:, 1] == pytest.approx([0, bluff + 1 / 3, 1], abs=0.02)
    assert shares["b1"][:, 1] == pytest.approx([0, 1 / 3, 1], abs=0.02)


def leduc():
    """Leduc poker: six cards, two of each rank, one of them dealt to the board."""
    deals = []
    for board in range(6):
        held = [card for card in range(6) if card != board]
        ranks = np.array([card // 2 for card in held])
        pairs = ranks == board // 2
        deals.append(
            Deal(
                np.array([(card, card + 6) for card in held], np.uint8),
                (1 + ranks + 3 * pairs).astype(np.uint16),
                np.array([ranks, 3 * (board // 2) + ranks]),
            )
        )
    return lines_of(Limit((2, 4), (2, 2), (1, 1))), deals


def test_leduc_is_worth_what_is_known():
    lines, deals = leduc()
    training = trained(Training(lines, [3, 9], meetings_of_deals(deals, 3), 5), deals, 1500)
    # What both win by mean strategies, deal by deal.
    found = value_of(lines, deals, training.strategy)
    assert found == pytest.approx(-0.0856, abs=2e-3)


def value_of(lines, deals, strategy):
    """What the player out of position wins by a strategy, in plain loops."""

    def walk(node, deal, held):
        if lines.kind[node] == 0:
            bucket = deal.buckets[lines.street[node]][held[lines.player[node]]]
            shares = strategy(node)[bucket]
            below = (walk(child, deal, held) for child in lines.children[node])
            return sum(share * worth for share, worth in zip(shares, below, strict=True))
        if lines.kind[node] == 1:
            return walk(lines.children[node][0], deal, held)
        stake = lines.put_in[node].min()
        if lines.kind[node] == 2:
            return stake if lines.player[node] == 1 else -stake
        one, other = (int(deal.strength[hole]) for hole in held)
        return stake * ((one > other) - (one < other))

    worth = [
        walk(0, deal, held)
        for deal in deals
        for held in permutations(range(len(deal.cards)), 2)
        if not set(deal.cards[held[0]]) & set(deal.cards[held[1]])
    ]
    return np.mean(worth)


def random_deal(rng, buckets):
    """Holes of a random board of 52 cards, of random strength, in random buckets."""
    board = rng.choice(52, 5, replace=False)
    cards = [pair for pair in combinations(range(52), 2) if not set(pair) & set(board)]
    strength = rng.integers(1, 200, len(cards)).astype(np.uint16)
    return Deal(
        np.array(cards, np.uint8), strength,
        np.array([rng.integers(0, some, len(cards)) for some in buckets]),
    )  # fmt: skip


def test_threads_change_no_bit():
    buckets = [5, 7, 11, 13]
    rng = np.random.default_rng(1)
    deals = [random_deal(rng, buckets) for _ in range(3)]
    meetings = frozen(Meetings(*rng.random((2, 5, 5)).astype(np.float32)))
    one, two = (
        trained(Training(lines_of(HOLDEM), buckets, meetings, threads=threads), deals, 1, VANILLA)
        for threads in (1, 2)
    )
    for tables in ("regrets", "sums"):
        for first, second in zip(getattr(one, tables), getattr(two, tables), strict=True):
            assert first.any()
            assert first.tobytes() == second.tobytes()


def test_limit_holdem_has_the_decisions_that_are_known():
    lines = lines_of(HOLDEM)
    assert np.count_nonzero(lines.kind == 0) == 6378
    assert [len(roots) for roots in lines.roots] == [1, 7, 63, 567]


@pytest.mark.parametrize(
    ("buckets", "problem"),
    [
        ([[0, 1, 3]], "there is a bucket 3: give 0 to 2"),
        ([[0, -1, 2]], "there is a bucket -1: give 0 to 2"),
        ([[0, 1, 2]] * 2, r"buckets are of \(2, 3\), streets and holes: give \(1, 3\)"),
    ],
)
def test_buckets_that_are_none_are_refused(buckets, problem):
    cards = np.array([[0, 3], [1, 4], [2, 5]], np.uint8)
    good, deal = (
        Deal(cards, np.array([1, 2, 3], np.uint16), np.array(of)) for of in ([[0, 1, 2]], buckets)
    )
    lines = lines_of(Limit((1,), (1,), (1, 1)))
    training = Training(lines, [3], meetings_of_deals([good], 3), 3)
    with pytest.raises(ValueError, match=problem):
        training.improve(deal, Weights(np.float32(1), np.float32(1), PLUS))
