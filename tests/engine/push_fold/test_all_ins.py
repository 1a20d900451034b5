"""All-ins in prizes: against every run-out by itself, and where prizes are as chips."""

from itertools import permutations

import numpy as np
import pytest

from oracle.naive import best_class, parse_cards
from pokerlake.catalogue import game_named
from pokerlake.engine.equity.known import known_equities
from pokerlake.engine.push_fold.all_ins import Pot, all_in_prizes, prizes_of

LEFT, BEFORE = np.array([700.0, 0, 0, 2000]), np.array([2000.0, 500, 1100, 2200])
HANDS = {0: "AhKh", 1: "7c7s", 2: "QsQc"}
POTS = (Pot((0, 1, 2), 1700), Pot((0, 2), 1400))
PRIZES = [50, 30, 20, 0]


def cards(text):
    return np.array(parse_cards(text), np.uint8)


def naive_values(stacks, before, prizes):
    """Every order in which players may finish, by its chance; out are the last, the short first."""
    values = np.zeros(len(stacks))
    there = [player for player in range(len(stacks)) if stacks[player] > 0]
    for order in permutations(there):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order):
            values[player] += chance * prizes[place]
    out = sorted(set(range(len(stacks))) - set(there), key=lambda player: -before[player])
    for place, player in enumerate(out, len(there)):
        values[player] = prizes[place]
    return values


def naive_outcomes(board):
    """The stacks after each card that may come."""
    known = cards("".join(HANDS.values()) + board).tolist()
    for card in set(range(52)) - set(known):
        rank = {p: best_class([*cards(text + board), card]) for p, text in HANDS.items()}
        stacks = LEFT.copy()
        for pot in POTS:
            best = min(rank[player] for player in pot.players)
            winners = [player for player in pot.players if rank[player] == best]
            stacks[winners] += pot.chips / len(winners)
        yield stacks


@pytest.mark.parametrize("board", ["Qh7h2c3d", "AsKdQd7d", "KsQhJdTs"])
def test_each_run_out_by_itself(board):
    values = np.array([naive_values(after, BEFORE, PRIZES) for after in naive_outcomes(board)])
    holes = {player: cards(text) for player, text in HANDS.items()}
    rule = game_named("holdem")
    found = all_in_prizes(rule, LEFT, BEFORE, PRIZES, POTS, holes, cards(board))
    assert found.expected == pytest.approx(values.mean(axis=0))
    assert found.deviation == pytest.approx(values.std(axis=0), abs=1e-9)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ["AhKh", "QsQc"], ""),
        ("short deck", ["AhKh", "QsQc", "7c7d"], "Qh8h6c"),
        ("omaha", ["AhKhQdJd", "QsQc7c7d"], "Qh8h6c"),
        ("omaha hi-lo", ["AhKh2d3d", "QsQc4c5d", "Ad2c8s8d"], "Qh8h6c"),
    ],
)
def test_where_the_winner_takes_all_prizes_are_chips(game, hands, board):
    """The mean share of all chips is equity."""
    rule = game_named(game)
    holes = {player: cards(text) for player, text in enumerate(hands)}
    known = np.array(parse_cards(board) if board else [], np.uint8)
    left, prizes = np.array([300.0, 0, 0, 400])[-len(hands) - 1 :], [1, *[0] * len(hands)]
    pot = Pot(tuple(holes), 900.0)
    found = all_in_prizes(rule, left, left + 300, prizes, [pot], holes, known)
    together = np.stack([holes[player] for player in holes])[:, :, None]
    share = known_equities(rule, together, known[:, None], np.zeros(1, np.int64))[0]
    wanted = left + 900 * np.append(share, 0)
    assert found.expected == pytest.approx(wanted / wanted.sum())
    assert found.deviation[-1] == pytest.approx(0, abs=1e-12)


def test_who_goes_out():
    """Of those the larger stack before has the better place; of equal ones half of both."""
    values = prizes_of(np.array([0, 900.0, 0]), np.array([200, 300.0, 400]), [50, 30, 20])
    assert values.tolist() == [20, 50, 30]
    values = prizes_of(np.array([0, 900.0, 0]), np.array([300, 300.0, 300]), [50, 30, 20])
    assert values.tolist() == [25, 50, 25]
