"""Regret minimisation against plain recursion, and how near it comes."""

import numpy as np
import pytest

from given.games import TOY_POKER, Coin, OddOneOut
from oracle import naive_games
from pokerlake.engine.games.toy_poker import akq, kuhn, leduc
from pokerlake.engine.games.tree.cfr import Regrets
from pokerlake.engine.games.tree.flat import tree_of
from pokerlake.engine.games.tree.values import nash_conv, values


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+"])
@pytest.mark.parametrize(
    ("game", "iterations"),
    [(akq(), 30), (kuhn(), 60), (leduc(), 3), (OddOneOut(), 50), (Coin(), 50)],
    ids=["akq", "kuhn", "leduc", "odd-one-out", "coin"],
)
def test_iterations_against_plain_recursion(game, iterations, algorithm):
    run = Regrets.begin(tree_of(game), algorithm)
    run.go_on(iterations)
    regrets, sums = naive_games.minimise(game, iterations, plus=algorithm == "cfr+")
    np.testing.assert_allclose(run.regrets, regrets, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run.sums, sums, rtol=1e-12, atol=1e-9)


@pytest.mark.parametrize(
    ("game", "games"),
    [(akq(), 900), (kuhn(), 1000), (leduc(), 60), (OddOneOut(), 500), (Coin(), 300)],
    ids=["akq", "kuhn", "leduc", "odd-one-out", "coin"],
)
def test_sampled_games_against_plain_recursion(game, games):
    run = Regrets.begin(tree_of(game), "mccfr", seed=2**64 - 5)
    run.go_on(games)
    regrets, sums = naive_games.minimise_sampled(game, games, 2**64 - 5)
    np.testing.assert_allclose(run.regrets, regrets, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run.sums, sums, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "algorithm", "games", "least", "most"),
    [
        ("akq", "cfr", 20_000, 1e-5, 4e-4),
        ("akq", "cfr+", 30_000, 0, 1e-6),
        ("kuhn", "cfr+", 30_000, 0, 2e-5),
        ("leduc", "cfr+", 5_000, 0, 1e-4),
        ("akq", "mccfr", 1_000_000, 1e-5, 5e-3),
        ("leduc", "mccfr", 400_000, 1e-3, 0.08),
    ],
)
def test_how_near_it_comes(name, algorithm, games, least, most):
    tree = tree_of(TOY_POKER[name])
    run = Regrets.begin(tree, algorithm)
    run.go_on(games)
    assert least <= nash_conv(tree, run.strategy()) <= most


def test_the_value_of_leduc():
    tree = tree_of(TOY_POKER["leduc"])
    run = Regrets.begin(tree, "cfr+")
    run.go_on(10_000)
    assert values(tree, run.strategy())[0] == pytest.approx(-0.0856064, abs=1e-6)


def test_states_that_are_never_come_to_are_played_evenly():
    run = Regrets.begin(tree_of(Coin()), "cfr")
    assert run.strategy().tolist() == [1 / 3, 1 / 3, 1 / 3, 0.5, 0.5, 0.5, 0.5]


def test_no_such_algorithm():
    with pytest.raises(ValueError, match=r"^no algorithm 'cfr-'; there are cfr, cfr\+, mccfr$"):
        Regrets.begin(tree_of(kuhn()), "cfr-")
