"""Games solved by linear programme: known values, and nobody can gain."""

from fractions import Fraction

import numpy as np
import pytest

from given.games import TOY_POKER, Coin, OddOneOut, exact_strategy
from pokerlake.engine.games.tree.flat import GameError, tree_of
from pokerlake.engine.games.tree.values import best_response, nash_conv, solve, values

# Kuhn's is his own, Leduc's widely published; errata.md has the document's game.
VALUES = {
    "akq": Fraction(-1, 36),
    "akq-check-first": Fraction(-2, 27),
    "kuhn": Fraction(-1, 18),
    "leduc": Fraction("-0.08560642"),
}


@pytest.mark.parametrize("name", TOY_POKER)
def test_values_are_the_known_ones(name):
    tree = tree_of(TOY_POKER[name])
    solution = solve(tree)
    assert solution.value == pytest.approx(float(VALUES[name]), abs=1e-8)
    assert values(tree, solution.strategy)[0] == solution.value
    assert abs(nash_conv(tree, solution.strategy)) < 1e-12


@pytest.mark.parametrize("name", ["akq", "akq-check-first", "kuhn"])
def test_solutions_in_fractions_cannot_be_gained_against(name):
    tree = tree_of(TOY_POKER[name])
    parts = [Fraction(chance).limit_denominator(360) for chance in solve(tree).strategy]
    exact = exact_strategy(parts)
    assert values(tree, exact)[0] == VALUES[name]
    assert nash_conv(tree, exact) == 0


def test_what_each_player_of_kuhn_has_to_do():
    """All equilibria have one strategy of the second player; the first bets KJ in the ratio 3:1."""
    tree = tree_of(TOY_POKER["kuhn"])
    solution = solve(tree).strategy
    chance = {
        (tree.names[state], tree.choices[c]): round(float(solution[c]), 9)
        for state in range(len(tree.names))
        for c in range(tree.first_choice[state], tree.first_choice[state + 1])
    }
    assert chance["Jc", "r"] == chance["Qr", "c"] == round(1 / 3, 9)
    assert chance["Qc", "r"] == chance["Jr", "c"] == chance["Q", "r"] == 0
    assert chance["Kc", "r"] == chance["Kr", "c"] == 1
    assert chance["K", "r"] == pytest.approx(3 * chance["J", "r"], abs=1e-8)


class Matching:
    """Each says h or t, the second not hearing the first, who wins where both say the same."""

    name, players = "matching", 2

    def start(self):
        return ""

    def turn(self, state):
        return len(state) if len(state) < 2 else -2

    def chances(self, state):
        raise AssertionError

    def choices(self, state):
        return ["h", "t"]

    def after(self, state, choice):
        return state + choice

    def seen(self, state):
        return "to say"

    def paid(self, state):
        return 0

    def won(self, state):
        chips = {"hh": 2, "tt": 1}.get(state, -1)
        return chips, -chips


def test_a_game_without_chance():
    tree = tree_of(Matching())
    solution = solve(tree)
    assert solution.value == pytest.approx(0.2, abs=1e-12)
    np.testing.assert_allclose(solution.strategy, [0.4, 0.6, 0.4, 0.6], atol=1e-12)
    assert best_response(tree, solution.strategy, 1).value == pytest.approx(-0.2, abs=1e-12)


@pytest.mark.parametrize("game", [OddOneOut(), Coin()], ids=["three players", "one player"])
def test_what_has_no_programme(game):
    message = (
        f"^{game.name} is not a game of two players in which one wins what the other loses: "
        "it has no linear programme$"
    )
    with pytest.raises(GameError, match=message):
        solve(tree_of(game))
