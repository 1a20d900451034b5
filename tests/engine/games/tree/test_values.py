"""Values, best responses, NashConv and gains against plain recursion, exactly."""

import random
from fractions import Fraction

import numpy as np
import pytest

from given.games import TOY_POKER, Coin, OddOneOut, chances_of, document_strategy, exact_strategy
from oracle import naive_games
from pokerlake.engine.games.toy_poker import akq, kuhn, leduc
from pokerlake.engine.games.tree.flat import GameError, tree_of
from pokerlake.engine.games.tree.values import (
    best_response,
    choice_gains,
    nash_conv,
    values,
)

SMALL = [akq(), akq(check_first=True), kuhn(), OddOneOut(), Coin()]


def some_strategy(tree, seed):
    """Chances in twelfths or so, some of them 0."""
    draw = random.Random(seed)
    found = []
    for count in np.diff(tree.first_choice):
        parts = [draw.randrange(4) for _ in range(count - 1)] + [1 + draw.randrange(3)]
        draw.shuffle(parts)
        found += [Fraction(part, sum(parts)) for part in parts]
    return exact_strategy(found)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [1, 2])
def test_all_against_plain_recursion(game, seed):
    tree = tree_of(game)
    strategy = some_strategy(tree, seed)
    plain = naive_games.as_strategy(game, strategy)
    assert list(naive_games.states_of(game)) == [
        (int(turn), name) for turn, name in zip(tree.state_turn, tree.names, strict=True)
    ]
    assert values(tree, strategy).tolist() == naive_games.values(game, plain)
    best = [best_response(tree, strategy, p).value for p in range(game.players)]
    assert best == [naive_games.best_value(game, plain, p) for p in range(game.players)]
    assert nash_conv(tree, strategy) == naive_games.nash_conv(game, plain)
    assert choice_gains(tree, strategy).tolist() == naive_games.gains(game, plain)

    floats = strategy.astype(float)
    assert values(tree, floats) == pytest.approx(values(tree, strategy).astype(float), abs=1e-14)
    assert nash_conv(tree, floats) == pytest.approx(float(nash_conv(tree, strategy)), abs=1e-14)


@pytest.mark.parametrize("player", [0, 1])
def test_a_best_response_wins_its_value(player):
    tree = tree_of(leduc())
    strategy = some_strategy(tree, 5)
    best = best_response(tree, strategy, player)
    own = best.choice[best.choice >= 0]
    for state in np.flatnonzero(best.choice >= 0):
        strategy[tree.first_choice[state] : tree.first_choice[state + 1]] = Fraction(0)
    strategy[own] = Fraction(1)
    assert values(tree, strategy)[player] == best.value
    assert set(tree.state_turn[best.choice >= 0]) == {player}
    assert choice_gains(tree, strategy)[own].tolist() == [0] * len(own)


def test_leduc_against_plain_recursion():
    tree = tree_of(leduc())
    strategy = some_strategy(tree, 3)
    plain = naive_games.as_strategy(leduc(), strategy)
    assert values(tree, strategy).tolist() == naive_games.values(leduc(), plain)


def test_the_documents_strategy():
    """Source: document 000; errata.md has what it is worth."""
    full, variant = tree_of(akq()), tree_of(akq(check_first=True))
    of_full = exact_strategy(chances_of(full, document_strategy()))
    of_variant = exact_strategy(chances_of(variant, document_strategy()))
    assert nash_conv(full, of_full) == Fraction(7, 54)
    assert nash_conv(variant, of_variant) == 0
    assert values(full, of_full).tolist() == [Fraction(-2, 27), Fraction(2, 27)]
    assert values(variant, of_variant).tolist() == [Fraction(-2, 27), Fraction(2, 27)]


def test_always_betting_against_the_documents_second_player():
    """He folds a king to a raise, which is an ace; there is nothing better."""
    strategy = document_strategy() | {card: {"r": 1} for card in "QKA"} | {"Krr": {"f": 1}}
    tree = tree_of(akq())
    found = exact_strategy(chances_of(tree, strategy))
    assert values(tree, found)[0] == Fraction(1, 18)
    assert best_response(tree, found, 0).value == Fraction(1, 18)


def test_the_true_strategy_of_the_first_player():
    """Source: errata.md."""
    quarter = Fraction(1, 4)
    strategy = document_strategy() | {
        "Q": {"r": quarter, "c": 3 * quarter},
        "K": {"r": quarter, "c": 3 * quarter},
        "A": {"r": 1},
        "Kcr": {"c": 1},
        "Qrr": {"f": 1},
        "Krr": {"f": 1},
        "Arr": {"c": 1},
    }
    tree = tree_of(akq())
    found = exact_strategy(chances_of(tree, strategy))
    assert best_response(tree, found, 1).value == Fraction(1, 36)


@pytest.mark.parametrize("players", [3, 10])
def test_many_players_by_hand(players):
    tree = tree_of(OddOneOut(players))
    all_say_0 = np.array([1.0, 0.0] * players)
    assert values(tree, all_say_0).tolist() == [0] * players
    assert nash_conv(tree, all_say_0) == 2 * players  # whoever says 1 instead wins 2
    assert choice_gains(tree, all_say_0).tolist() == [0, 2] * players
    assert nash_conv(tree, tree.uniform()) == pytest.approx(0, abs=1e-12)


def test_one_player_by_hand():
    tree = tree_of(Coin())
    assert tree.names == ["nothing", "h", "t"]
    # He guesses heads and wins 3 or loses 3; if he looks, he wins 3 for 1.
    heads = exact_strategy([1, 0, 0, 1, 0, 0, 1])
    assert values(tree, heads).tolist() == [-1]
    assert nash_conv(tree, heads) == 3
    assert choice_gains(tree, heads).tolist() == [0, 2, 3, 0, -2, -4, 0]


@pytest.mark.parametrize(
    ("chances", "message"),
    [
        ([0.5] * 23, r"^a strategy of kuhn has 24 chances, not \(23,\)$"),
        ([0.5] * 23 + [0.6], "^the chances in state 'Kcr' are not chances that add up to 1$"),
        ([1.5, -0.5] + [0.5] * 22, "^the chances in state 'J' are not chances that add up to 1$"),
        ([np.nan] * 24, "^the chances in state 'J' are not chances that add up to 1$"),
    ],
    ids=["too few", "more than 1", "negative", "no number"],
)
def test_what_is_no_strategy(chances, message):
    with pytest.raises(GameError, match=message):
        values(tree_of(TOY_POKER["kuhn"]), np.array(chances))
