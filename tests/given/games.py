"""Tiny games for tests, and strategies of the document's game."""

from fractions import Fraction

import numpy as np

from pokerlake.engine.games.toy_poker import akq, kuhn, leduc
from pokerlake.engine.games.tree.game import CHANCE, OVER

TOY_POKER = {game.name: game for game in (akq(), akq(check_first=True), kuhn(), leduc())}


class OddOneOut:
    """Players say 0 or 1, none hearing the others; who alone says his wins 2, the others lose 1."""

    name = "odd-one-out"

    def __init__(self, players=3):
        self.players = players

    def start(self):
        return ""

    def turn(self, state):
        return len(state) if len(state) < self.players else OVER

    def chances(self, state):
        raise AssertionError

    def choices(self, state):
        return ["0", "1"]

    def after(self, state, choice):
        return state + choice

    def seen(self, state):
        return "his turn"

    def paid(self, state):
        return 1

    def won(self, state):
        if 1 not in (state.count("0"), state.count("1")):
            return [0] * self.players
        return [2 if state.count(own) == 1 else -1 for own in state]


class Coin:
    """One player guesses a coin that falls on heads one time in three, and may look at a price."""

    name, players = "coin", 1

    def start(self):
        return ""

    def turn(self, state):
        if not state:
            return CHANCE
        return OVER if state[-1] in "ht" and len(state) > 1 else 0

    def chances(self, state):
        return [(Fraction(1, 3), "h"), (Fraction(2, 3), "t")]

    def choices(self, state):
        return ["h", "t", "look"] if len(state) == 1 else ["h", "t"]

    def after(self, state, choice):
        return state + ("l" if choice == "look" else choice)

    def seen(self, state):
        return "nothing" if len(state) == 1 else state[0]

    def paid(self, state):
        return state.count("l")

    def won(self, state):
        return [(3 if state[0] == state[-1] else -3) - state.count("l")]


def document_strategy():
    """What document 000 says is correct play of its game, off the path too, as in its text."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    first = {state: {"c": Fraction(1)} for state in "QKA"}
    first |= {"Qcr": {"f": 1}, "Kcr": {"c": 2 * third, "f": third}, "Acr": {"r": 1}}
    first |= {"Qrr": {"f": 1}, "Krr": {"c": 1}, "Arr": {"c": 1}}
    second = {"Qc": {"r": third, "c": 2 * third}, "Kc": {"c": 1}, "Ac": {"r": 1}}
    second |= {"Qr": {"f": 1}, "Kr": {"f": half, "c": half}, "Ar": {"r": 1}}
    second |= {"Qcrr": {"f": 1}, "Kcrr": {"c": 1}, "Acrr": {"c": 1}}
    return first | second


def chances_of(tree, strategy):
    """Of a strategy by names of states, which leaves out choices never made, a chance for each."""
    return [
        Fraction(strategy[tree.names[state]].get(choice, 0))
        for state in range(len(tree.names))
        for choice in tree.choices[tree.first_choice[state] : tree.first_choice[state + 1]]
    ]


def exact_strategy(chances):
    """Chances as fractions, in an array of objects."""
    return np.array([Fraction(chance) for chance in chances], object)
