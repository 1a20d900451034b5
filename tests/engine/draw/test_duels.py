"""Duels of five-card draw: against dealing every draw, against other counts, and sampled."""

import random
import re
from fractions import Fraction
from itertools import combinations
from math import comb, perm

import numpy as np
import pytest

from oracle import naive
from oracle import recount_draw as recount
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.draw import duels
from pokerlake.engine.draw.duels import duel

PAIRS = "7c7d9hKsAc", "8c8d3h5sQh"


def hands(*texts):
    return np.stack([parse_hand(text) for text in texts])


def unknown(players, dead=()):
    """The cards that nobody is known to have."""
    known = {*np.ravel(players).tolist(), *dead}
    return [card for card in range(52) if card not in known]


def naive_duel(players, discards, dead):
    """Deals by player and sharers of the pot, and by player and category: all draws, one by one."""
    kept = [
        [card for place, card in enumerate(hand) if not discard >> place & 1]
        for hand, discard in zip(players, discards, strict=True)
    ]
    shared = np.zeros((len(players), len(players) + 1), int)
    categories = np.zeros((len(players), 10), int)
    known = {}

    def deal_next(deck, classes):
        if len(classes) == len(players):
            winners = [class_id == min(classes) for class_id in classes]
            for player, class_id in enumerate(classes):
                shared[player, sum(winners) * winners[player]] += 1
                categories[player, naive.category(class_id)] += 1
            return
        own = kept[len(classes)]
        for drawn in combinations(deck, 5 - len(own)):
            key = (len(classes), drawn)
            if key not in known:
                known[key] = naive.best_class([*own, *drawn])
            deal_next([card for card in deck if card not in drawn], [*classes, known[key]])

    deal_next(unknown(players, dead), [])
    return shared, categories


def small_duel(seed):
    """Players, discards, and dead cards of a duel with few ways to draw."""
    chance = random.Random(seed)
    players = chance.choice([2, 2, 3, 3, 4])
    cards = chance.sample(range(52), 52)
    left = chance.randint(5, 10)
    while True:
        discards = [chance.randrange(32) for _ in range(players)]
        if sum(discard.bit_count() for discard in discards) <= min(left, 6):
            break
    dealt = [cards[5 * player : 5 * player + 5] for player in range(players)]
    return dealt, discards, cards[5 * players + left :]


# ---------------------------------------------------------------- every draw


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(seed, marks=pytest.mark.large) for seed in range(8, 40))]
)
def test_small_duels_as_every_draw(seed):
    players, discards, dead = small_duel(seed)
    found = duel(np.array(players, np.uint8), discards, dead)
    shared, categories = naive_duel(players, discards, dead)
    assert found.method == "exact"
    assert found.shared.tolist() == shared.tolist()
    assert found.categories.tolist() == categories.tolist()
    assert found.deals == shared[0].sum()
    assert (found.standard_error == 0).all()
    assert found.seed is None


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("place", range(5))
def test_split_pots_as_every_draw(players, place):
    """The same four ranks are kept, and there are several cards of each rank to draw."""
    dealt = hands("2c3d5h7s9c", "2d3h5s7c9d", "2h3s5c7d9h")[:players].tolist()
    left = [card for card in unknown(dealt) if card // 4 in (0, 4, 8, 12)]
    dead = [card for card in unknown(dealt) if card not in left]
    discards = [1 << place] * players
    shared, categories = naive_duel(dealt, discards, dead)
    found = duel(np.array(dealt, np.uint8), discards, dead)
    assert found.shared.tolist() == shared.tolist()
    assert found.categories.tolist() == categories.tolist()
    assert (found.shared[:, 2:] > 0).all()


@pytest.mark.parametrize(
    ("cards", "discards", "expected"),
    [
        (("AsAhAdAcKs", "KhKdKcQsQh"), [0, 0], [[0, 1, 0], [1, 0, 0]]),
        (("2c3d5h7s9c", "2d3h5s7c9d"), [0, 0], [[0, 0, 1], [0, 0, 1]]),
        (("2c3d5h7s9c", "2d3h5s7c9d", "2h3s5c7d9h"), [0, 0, 0], [[0, 0, 0, 1]] * 3),
        (("2c3d5h7s9c", "2d3h5s7c9d", "2h3s5c7dTh"), [0, 0, 0],
         [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]]),
    ],
)  # fmt: skip
def test_nobody_draws(cards, discards, expected):
    found = duel(hands(*cards), discards)
    assert found.deals == 1
    assert found.shared.tolist() == expected


def test_a_pair_against_a_higher_pair():
    """The document multiplies 28.7 % by 71.3 %: 20.47 %, as if nobody else could improve."""
    found = duel(hands(*PAIRS), [0b11100, 0b11100])
    assert found.deals == comb(42, 3) * comb(39, 3)
    assert found.shared.sum(axis=1).tolist() == [found.deals] * 2
    assert found.equity[0] == pytest.approx(0.2412, abs=5e-5)
    assert abs(found.equity[0] - (1 - 11_559 / 16_215) * 11_559 / 16_215) > 0.03


def test_five_new_cards_for_both():
    """850,668 draws each: nobody is favoured but by the cards thrown away, here none."""
    found = duel(hands("2c7d9hJsAc", "2d7c9sJhAd"), [31, 31])
    assert found.deals == comb(42, 5) * comb(37, 5)
    assert found.shared[0].tolist() == found.shared[1].tolist()
    assert found.equity.tolist() == [0.5, 0.5]


# ---------------------------------------------------------------- several roads


@pytest.mark.parametrize("discards", [(0b00011, 0b10001), (0b00111, 0b01000), (0, 0b11100)])
def test_two_players_by_the_kernel_for_more(discards):
    """Two are swept, more are enumerated; both count all of these."""
    drawing = duels._checked(hands(*PAIRS), discards, ())
    found = duels._two_players(drawing)
    assert found.tolist() == duels._enumerated(drawing, threads=2).tolist()
    assert found.sum(axis=1).tolist() == [drawing.deals] * 2


def test_categories_are_those_of_the_cards_left():
    found = duel(hands(*PAIRS), [0b11100, 0b11100])
    keys = recount.card_keys()
    known = np.concatenate(hands(*PAIRS))
    deck = np.delete(keys, known)
    for player, kept in enumerate((known[:2], known[5:7])):
        drawn = [keys[kept].sum() + sum(cards) for cards in combinations(deck.tolist(), 3)]
        classes = recount.classes_of(np.array(drawn))
        counts = np.bincount(recount.categories()[classes], minlength=10)
        assert found.categories[player].tolist() == (counts * comb(39, 3)).tolist()


@pytest.mark.large
@pytest.mark.parametrize(
    ("cards", "discards", "dead"),
    [
        (PAIRS, [0b11100, 0b11100], ()),
        (PAIRS, [0b11111, 0b00100], (0, 51)),
        ((*PAIRS, "AhAdKdQdJd"), [0b11100, 0b00100, 0b00001], ()),
        ((*PAIRS, "AhAdKdQdJd"), [0b00100, 0b11100, 0b11100], (1,)),
    ],
)
def test_sampled_as_exact(cards, discards, dead):
    exact = duel(hands(*cards), discards, dead, threads=2)
    sampled = duel(hands(*cards), discards, dead, method="monte carlo", deals=400_000, threads=2)
    assert (exact.method, sampled.method) == ("exact", "monte carlo")
    assert (np.abs(sampled.equity - exact.equity) < 4 * sampled.standard_error).all()
    for name in ("shared", "categories"):
        share = getattr(exact, name) / exact.deals
        error = np.sqrt(share * (1 - share) / sampled.deals)
        assert (np.abs(getattr(sampled, name) / sampled.deals - share) <= 5 * error).all()


def test_pots_are_shared_whole():
    """Whether counted or sampled, winners' shares add up to as many pots as deals."""
    three = hands(*PAIRS, "AhAdKdQdJd")
    for method in ("exact", "monte carlo"):
        found = duel(three, [0b00100, 0b00100, 0b00001], method=method, deals=5000)
        shares = sum(Fraction(int(found.shared[:, n].sum()), n) for n in range(1, 4))
        assert shares == found.deals
        assert found.equity.sum() == pytest.approx(1, abs=1e-12)
        assert (found.shared.sum(axis=1) == found.deals).all()
        assert (found.categories.sum(axis=1) == found.deals).all()


# ---------------------------------------------------------------- sampling


@pytest.mark.large
def test_any_number_of_threads_gives_the_same():
    """More deals than a block, and a part of one."""
    deals = duels._BLOCK + 1234
    arguments = hands(*PAIRS, "AhAdKdQdJd"), [31, 31, 31]
    options = {"method": "monte carlo", "deals": deals, "seed": 5}
    first, *others = (duel(*arguments, **options, threads=threads) for threads in (1, 2, 0))
    assert first.deals == deals
    assert first.seed == 5
    for other in others:
        assert other.shared.tolist() == first.shared.tolist()
        assert other.categories.tolist() == first.categories.tolist()
        assert other.standard_error.tolist() == first.standard_error.tolist()
    again = duel(*arguments, **{**options, "seed": 6})
    assert again.shared.tolist() != first.shared.tolist()


def test_deals_go_on_where_they_stopped():
    arguments = hands(*PAIRS), [31, 31]
    few, more = (
        duel(*arguments, method="monte carlo", deals=deals).shared for deals in (1000, 1001)
    )
    assert (more >= few).all()
    assert (more - few).sum() == 2


@pytest.mark.large
def test_it_goes_on_to_the_error_asked_for():
    heard = []
    found = duel(
        hands(*PAIRS),
        [0b11100, 0b11100],
        method="monte carlo",
        standard_error=0.0006,
        listener=heard.append,
    )
    assert heard == [duels._BLOCK, 2 * duels._BLOCK]
    assert found.deals == heard[-1]
    equity = found.equity
    ties = found.shared[:, 2] / found.deals
    expected = np.sqrt((equity - ties / 4 - equity**2) / found.deals)
    assert found.standard_error == pytest.approx(expected, rel=1e-9)
    assert (found.standard_error <= 0.0006).all()


@pytest.mark.large
def test_errors_are_what_they_say():
    exact = duel(hands(*PAIRS), [0b11100, 0b11100]).equity[0]
    off = [
        (found.equity[0] - exact) / found.standard_error[0]
        for found in (
            duel(hands(*PAIRS), [0b11100, 0b11100], method="monte carlo", deals=4000, seed=seed)
            for seed in range(200)
        )
    ]
    assert abs(np.mean(off)) < 0.25
    assert 0.85 < np.std(off) < 1.15


def test_what_takes_too_long_is_sampled():
    six = hands("2c2d7h9sJc", "3c3d8hTsQc", "4c4d8sThQd", "5c5d6hJsKc", "6c6d7s9hKd", "AcAd2h3h4h")
    found = duel(six, [0b11100] * 6, deals=10_000)
    assert (found.method, found.deals) == ("monte carlo", 10_000)
    with pytest.raises(ValueError, match=r"^an exact count takes about \d+ seconds or more; Monte"):
        duel(six, [0b11100] * 6, method="exact")
    within_reach = duel(six, [0, 0, 0, 0b00001, 0b00001, 0b00001])
    assert (within_reach.method, within_reach.deals) == ("exact", perm(22, 3))


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("cards", "discards", "dead", "message"),
    [
        (("7c7d9hKsAc",), [0], (), "1 hand; a duel has 2 to 10 players"),
        (PAIRS, [0], (), "2 hands and 1 discards; give one for each"),
        (PAIRS, [0, 32], (), "32 is no set of 5 places: give 0..31"),
        (PAIRS, [-1, 0], (), "-1 is no set of 5 places: give 0..31"),
        (("7c7d9hKsAc", "7c8d3h5sQh"), [0, 0], (), "7c is there twice"),
        (PAIRS, [0, 0], (21, 0, 0), "7d is there twice"),
        (PAIRS, [0, 0], (0, 1, 0), "2c is there twice"),
        (PAIRS, [0, 0], (52,), "card 52 is not in 0..51"),
        (PAIRS, [0, 0], (-1,), "card -1 is not in 0..51"),
        (
            PAIRS,
            [31, 31],
            unknown(hands(*PAIRS))[:33],
            "10 cards are drawn and 9 are left; nobody's discards come back",
        ),
    ],
)
def test_what_cannot_be_dealt(cards, discards, dead, message):
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        duel(hands(*cards), discards, dead)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 4), np.uint8), "hands of shape (2, 4) are rows of 4 cards, not of 5"),
        (np.zeros((2, 5)), "hands are float64; uint8 is needed"),
    ],
)
def test_other_arrays(array, message):
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        duel(array, [0, 0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "guess"}, "method is 'guess': give 'exact' or 'monte carlo'"),
        ({"deals": 0}, "deals is 0: give 1 or more"),
        ({"standard_error": 0}, "standard_error is 0: give a number above 0"),
        ({"standard_error": float("nan")}, "standard_error is nan: give a number above 0"),
        ({"standard_error": float("inf")}, "standard_error is inf: give a number above 0"),
        ({"seed": -1}, "seed is -1: give 0 .. 2**64 - 1"),
        ({"seed": 1 << 64}, "seed is 18446744073709551616: give 0 .. 2**64 - 1"),
        (
            {"threads": -1},
            "threads is -1: give 0 (all cores) or more",
        ),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        duel(hands(*PAIRS), [0, 0], **options)
