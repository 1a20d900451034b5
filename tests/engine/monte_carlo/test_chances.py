"""Sampling: every deal comes up as often as it should, and errors are what they say."""

from itertools import combinations, permutations
from math import comb, prod

import numpy as np
import pytest

from helpers.dealing import dealt_cards
from oracle import naive
from pokerlake.engine.cards.holes import HOLES, hole_cards, parse_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.known_holes.several import BOARDS, heads_up
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import plan_deals
from pokerlake.engine.monte_carlo.sampling import PIECE, Sample, estimate, sample
from pokerlake.engine.ranges.notation import parse_range

LAST_CLASS = [0, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]  # of each category


def ranges_of(texts):
    return np.array([parse_range(text) for text in texts])


def chi_squared(counts, chances):
    """How many standard deviations chi squared is above its mean."""
    expected = counts.sum() * chances
    assert expected.min() > 5
    statistic = ((counts - expected) ** 2 / expected).sum()
    degrees = len(chances) - 1
    return (statistic - degrees) / np.sqrt(2 * degrees)


def all_deals(ranges, board, dead):
    """Every deal as sorted holes and a sorted rest of the board, with its chance."""
    live = [card for card in range(52) if card not in board and card not in dead]
    holes = [
        [(a, b, mine[b * (b - 1) // 2 + a]) for a, b in combinations(live, 2)] for mine in ranges
    ]
    found = {}

    def go_on(player, cards, weight):
        if player == len(ranges):
            left = [card for card in live if card not in cards]
            for rest in combinations(left, 5 - len(board)):
                found[cards + rest] = weight
            return
        for a, b, own in holes[player]:
            if own and a not in cards and b not in cards:
                go_on(player + 1, (*cards, a, b), weight * own)

    go_on(0, (), 1.0)
    total = sum(found.values())
    return {deal: weight / total for deal, weight in found.items()}


# Of each kind of player: lists, shared lists, at random, known; eight to ten live cards.
SMALL_DECKS = {
    "weighted and at random": (["AKs:0.25,AA,KK:0.5,QQ", "random"], "2c2d2h3c", "AKQJ"),
    "overlapping weights": (["AA:0.5,AK,QQ", "AA,AK:0.6,KQs:0.9"], "2c2d2h3c", "AKQ"),
    "shared list": (["AA,KK:0.5", "AA:0.25,KK", "KK:0.75,AA"], "2c2d2h3c", "AKQ"),
    "three lists": (["AA,AQ:0.5", "KK:0.25,AK", "QQ:0.75,KQ,QJ"], "2c2d2h3c", "AKQ"),
    "one is certain": (["AhKh", "AA:0.5,KQ", "KK,QQ:0.3"], "2c2d2h3c", "AKQJ"),
    "two cards to come": (["AA,KK:0.5", "AK,QQ:0.5"], "2c2d2h", "AKQ"),
}
WHOLE = ("weighted and at random", "shared list", "one is certain")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.whole if name in WHOLE else ()) for name in SMALL_DECKS],
)
def test_every_deal_of_a_small_deck_comes_up_as_often_as_it_should(name):
    texts, board, ranks = SMALL_DECKS[name]
    ranges, board = ranges_of(texts), parse_hand(board).tolist()
    live = [naive.parse_card(rank + suit) for rank in ranks for suit in "cdhs"]
    if len(ranks) == 4:  # ten cards
        live = live[:-6]
    dead = [card for card in range(52) if card not in board and card not in live]
    chances = all_deals(ranges, board, dead)
    deals = max(200_000, int(10 / min(chances.values())))
    cards = dealt_cards(ranges, board, dead, deals=deals, seed=12)
    players, come = len(ranges), 5 - len(board)
    holes = np.sort(cards[: 2 * players].reshape(players, 2, -1), axis=1).reshape(2 * players, -1)
    rest = np.sort(cards[-come:], axis=0)
    powers = 52 ** np.arange(2 * players + come)
    numbers = powers @ np.vstack([holes, rest]).astype(np.int64)
    expected = {int(powers @ np.array(deal)): chance for deal, chance in chances.items()}
    values, counts = np.unique(numbers, return_counts=True)
    assert set(values.tolist()) == set(expected)
    assert chi_squared(counts, np.array([expected[value] for value in values.tolist()])) < 4


def test_holes_of_overlapping_ranges_in_a_whole_deck():
    """Pairs of holes of two weighted ranges: their product, if no card is there twice."""
    ranges = ranges_of(["QQ+:0.5,AK,AQs:0.25", "JJ+,AKs:0.75,KQs"])
    cards = dealt_cards(ranges, deals=1 << 20, seed=4)
    low, high = np.sort(cards[:4].reshape(2, 2, -1), axis=1).transpose(1, 0, 2).astype(int)
    hero, villain = high * (high - 1) // 2 + low
    apart = (hole_cards()[:, None, :, None] != hole_cards()[None, :, None, :]).all(axis=(2, 3))
    chances = np.outer(*ranges) * apart
    counts = np.zeros((HOLES, HOLES))
    np.add.at(counts, (hero, villain), 1)
    assert not counts[chances == 0].any()
    assert chi_squared(counts[chances > 0], chances[chances > 0] / chances.sum()) < 4
    # The board has each other card as often: of 48, times what the holes leave.
    seen = np.bincount(cards[4:].ravel(), minlength=52)
    held = np.bincount(cards[:4].ravel(), minlength=52)
    assert chi_squared(seen, ((1 << 20) - held) / (48 * (1 << 20))) < 4


def test_holes_and_boards_at_random():
    cards = dealt_cards(ranges_of(["random"] * 3), deals=1 << 20, seed=15)
    low, high = np.sort(cards[:6].reshape(3, 2, -1), axis=1).transpose(1, 0, 2).astype(int)
    for holes in high * (high - 1) // 2 + low:
        assert chi_squared(np.bincount(holes, minlength=HOLES), np.full(HOLES, 1 / HOLES)) < 4
    highest, second = np.sort(cards[6:], axis=0)[:2:-1].astype(int)
    counts = np.bincount(second + highest * (highest - 1) // 2, minlength=HOLES)
    chances = np.array([comb(low, 3) for high in range(52) for low in range(high)]) / comb(52, 5)
    enough = chances * (1 << 20) > 5
    assert chi_squared(counts[enough], chances[enough] / chances[enough].sum()) < 4


def test_neighbouring_deals_are_unlike():
    """How often the first player has a card that he had in the deal before, and a block before."""
    cards = dealt_cards(ranges_of(["random"] * 2), deals=1 << 19, seed=3)[0]
    for apart in (1, BLOCK):
        shared = (cards[apart:] == cards[:-apart]).mean()
        assert abs(shared - 1 / 52) < 5 * np.sqrt(1 / 52 / len(cards))


def test_hands_against_their_exact_equities():
    rng = np.random.default_rng(16)
    cards = np.sort(np.argsort(rng.random((60, 52)), axis=1)[:, :4].reshape(60, 2, 2), axis=2)
    low, high = cards.transpose(2, 1, 0)
    heroes, villains = high * (high - 1) // 2 + low
    win, tie, _ = heads_up(heroes, villains).T
    z = []
    for row, exact in enumerate((win + tie / 2) / BOARDS):
        ranges = np.zeros((2, HOLES))
        ranges[[0, 1], [heroes[row], villains[row]]] = 1
        found = sample(ranges, deals=1 << 18, seed=row)
        z.append((found.equity[0] - exact) / found.standard_error[0])
    assert np.abs(z).max() < 4
    assert 0.7 < np.std(z) < 1.3


@pytest.mark.parametrize(
    ("texts", "exact"),
    [
        (["AhKh", "QsQc", "7d7c"], [0.38983630, 0.42599669, 0.18416701]),
        (["22+,A2s+,KTo+", "TT+,AQ+"], [0.37408280, 0.62591720]),
        (["AA,KK", "22+,AK"], [0.78323266, 0.21676734]),
        (["AhAs", "random"], [0.85203713, 0.14796287]),
        (["random", "random", "random", "random"], [0.25] * 4),
    ],
)
def test_published_equities(texts, exact):
    found = estimate(ranges_of(texts), deals=1 << 21, seed=17, threads=2)
    assert (np.abs(found.equity - exact) < 4 * found.standard_error).all()


def exact_shares(ranges, board, dead):
    """Equities and categories over all deals, by numpy: a board has few cards to come."""
    live = [card for card in range(52) if card not in board and card not in dead]
    come = 5 - len(board)
    rest = np.array(list(combinations(live, come)), np.uint8).reshape(comb(len(live), come), come)
    boards = np.vstack([np.repeat(np.array(board, np.uint8)[:, None], len(rest), axis=1), rest.T])
    used = (np.uint64(1) << rest.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    holes = [np.flatnonzero(mine) for mine in ranges]
    masks = (np.uint64(1) << hole_cards().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    gone = sum(1 << card for card in (*board, *dead))
    classes = {}
    for hole in set(np.concatenate(holes).tolist()):
        if not int(masks[hole]) & gone:
            hands = np.vstack([np.repeat(hole_cards()[hole][:, None], len(rest), axis=1), boards])
            open_ = used & masks[hole] == 0
            classes[hole] = np.full(len(rest), 9999, np.int64)
            classes[hole][open_] = class_ids(np.ascontiguousarray(hands[:, open_]))
    equity, total = np.zeros(len(ranges)), 0.0
    categories = np.zeros((len(ranges), 10))
    grids = np.meshgrid(*holes, indexing="ij")
    for tuple_ in zip(*(grid.ravel().tolist() for grid in grids), strict=True):
        together = [int(masks[hole]) for hole in tuple_]
        if any(hole not in classes for hole in tuple_):
            continue
        if sum(together).bit_count() < 2 * len(ranges) or any(
            a & b for a, b in combinations(together, 2)
        ):
            continue
        weight = prod(mine[hole] for mine, hole in zip(ranges, tuple_, strict=True))
        mine = np.array([classes[hole] for hole in tuple_])
        mine = mine[:, (mine < 9999).all(axis=0)]
        won = mine == mine.min(axis=0)
        equity += weight * (won / won.sum(axis=0)).sum(axis=1)
        total += weight * mine.shape[1]
        for p, of in enumerate(mine):
            categories[p] += weight * np.bincount(np.searchsorted(LAST_CLASS, of), minlength=10)
    return equity / total, categories / total


@pytest.mark.parametrize(
    ("texts", "board", "dead"),
    [
        (["AKs,QQ:0.5", "JJ+", "87s,AQs:0.25"], "Qh2h3d", "As"),
        (["AhKh", "22,33,QJs"], "Qh2h3d", ""),
        (["TT+:0.1,T9s", "AKs,KQs:0.9", "JTs", "99,88"], "Th9h2c8d", "2d3d"),
        (["AJ:0.5,KK", "AJ,99+:0.25"], "KhKs9d9c2s", ""),
    ],
)
def test_ranges_against_enumeration(texts, board, dead):
    ranges, board, dead = ranges_of(texts), parse_hand(board).tolist(), parse_hand(dead).tolist()
    equity, categories = exact_shares(ranges, board, dead)
    found = estimate(ranges, board, dead, deals=1 << 20, seed=18, threads=2)
    assert (np.abs(found.equity - equity) < 4 * found.standard_error + 1e-12).all()
    error = np.sqrt(categories * (1 - categories) / found.deals)
    assert (np.abs(found.categories / found.deals - categories) <= 4.5 * error).all()


COVERED = {
    "two hands": (["AhKh", "QsQc"], [0.46214457, 0.53785543]),
    "two ranges": (["22+,A2s+,KTo+", "TT+,AQ+"], [0.37408280, 0.62591720]),
    "three hands": (["AhKh", "QsQc", "7d7c"], [0.38983630, 0.42599669, 0.18416701]),
}


def check_coverage(estimates, exact):
    """Bounds are four standard deviations of how many of independent runs are within."""
    z = np.array([(found.equity - exact) / found.standard_error for found in estimates])
    n = len(z)
    for within, expected in ((1, 0.6827), (1.96, 0.95), (2.576, 0.99)):
        share = (np.abs(z) < within).mean(axis=0)
        assert (np.abs(share - expected) < 4 * np.sqrt(expected * (1 - expected) / n)).all()
    assert (np.abs(z.mean(axis=0)) < 4 / np.sqrt(n)).all()
    assert (np.abs(z.std(axis=0) - 1) < 4 / np.sqrt(2 * n)).all()


@pytest.mark.parametrize("name", COVERED)
def test_the_error_is_what_it_says_in_1000_runs(name):
    texts, exact = COVERED[name]
    plan = plan_deals(ranges_of(texts), [], [])
    check_coverage((Sample.of(1000, *plan.deal(0, 1000, seed)) for seed in range(1000)), exact)


@pytest.mark.whole
@pytest.mark.large
def test_the_error_is_what_it_says_where_it_decided_when_to_stop():
    texts, exact = COVERED["two hands"]
    ranges = ranges_of(texts)
    found = [estimate(ranges, standard_error=0.0016, seed=seed) for seed in range(1000)]
    assert {of.deals for of in found} == {2 * PIECE}
    check_coverage(found, exact)


def test_ties_of_two_as_often_as_exactly():
    ((win, tie, lose),) = heads_up([parse_hole("AhKd")], [parse_hole("AsKc")])
    found = sample(ranges_of(["AhKd", "AsKc"]), deals=1 << 20, seed=1)
    expected = np.array([lose, win, tie]) / BOARDS
    error = np.sqrt(expected * (1 - expected) / found.deals)
    assert (np.abs(found.shared[0] / found.deals - expected) < 4 * error).all()
    assert (found.shared[0] == found.shared[1][[1, 0, 2]]).all()


def test_categories_of_seven_cards_at_random():
    """Frequencies of the nine categories among the 133,784,560 hands of seven cards."""
    hands = [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020]
    hands += [6_461_620, 31_433_400, 58_627_800, 23_294_460]
    chances = np.array(hands) / comb(52, 7)
    found = sample(ranges_of(["random", "random"]), deals=1 << 20, seed=21)
    for counts in found.categories:
        assert counts[0] == 0
        assert chi_squared(counts[1:], chances) < 4


def test_the_order_of_players_is_nothing():
    """Players change places, and so do their results, within the errors of independent samples."""
    texts = ["AA,KK:0.5", "random", "7h7d"]
    for seed, order in enumerate(permutations(range(3))):
        found = sample(ranges_of([texts[i] for i in order]), deals=1 << 18, seed=seed)
        equity, error = found.equity[np.argsort(order)], found.standard_error[np.argsort(order)]
        if seed == 0:
            first = equity
        assert (np.abs(equity - first) < 4 * np.sqrt(2) * error).all()
