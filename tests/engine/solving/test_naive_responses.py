"""Solutions against plain loops over all deals: values, best responses, and each hole's actions."""

import numpy as np
import pytest
from tests.helpers.spots import spot, strategy_of

from oracle.naive_responses import Game
from pokerlake.engine.cards.holes import format_hole
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.best_response import respond

RIVERS = [
    ("AsKd8d5s2s", "AhQd,QcQs:0.5,7h6h,AcKc", "AhKh:0.25,7c6c,KsKh,QhQd", {}),
    ("AsKd8d5s2s", "AhQd,QcQs:0.5,7h6h,AcKc", "AhKh:0.25,7c6c,KsKh,QhQd", {"rake": 0.05}),
    ("QsJs9s8s2d", "Ts3c,AsAd,KdKc", "KsTd,2s2c,AsTc:0.5", {"rake": 0.1, "rake_cap": 12.5}),
    ("2c3d4h5s9c", "6h7h,AdKd", "AhKh,9d9h:0.75,7d6d", {"most_raises": 2, "stack": 2000}),
]
TURNS = [
    ("QsJh2h8c", "AhAd,KhTh,9s7s", "QdQc:0.5,AsJs,6h5h", {"bets": "60/100", "raises": ""}),
    ("7c7d7h2s", "AsAd,2c2d", "KhKc,Ad3d:0.5", {"stack": 60, "rake": 0.05, "rake_cap": 6}),
]


def check(one):
    solution = solve(one, iterations=4)
    tree = solution.tree
    lines = [tree.line(node) for node in range(len(tree))]
    ranges = [{format_hole(h): row[h] for h in np.flatnonzero(row)} for row in one.ranges]
    street = {dealt: list(solution.decisions(dealt)) for dealt in boards(one)}
    strategies = {
        (format_hand(dealt), found.line): dict(
            zip(map(format_hole, found.holes.tolist()), found.shares.tolist(), strict=True)
        )
        for dealt, read in street.items()
        for found in read
    }
    board = format_hand(one.board)
    game = Game(board, ranges, one.pot, one.stack, lines, strategies, one.rake, one.rake_cap)
    values, best = zip(*map(game.values, range(2)), strict=True)
    scale = one.pot + 2 * one.stack
    assert solution.values == pytest.approx(values, abs=1e-6 * scale)
    gain = (sum(best) - sum(values)) / 2
    assert solution.exploitability == pytest.approx(gain, abs=1e-6 * scale)
    other = respond(one, strategy_of(solution))
    np.testing.assert_allclose(other.values, values, atol=1e-9 * scale, rtol=0)
    np.testing.assert_allclose(other.best, best, atol=1e-9 * scale, rtol=0)
    for player in range(2):
        lost = [
            chips for line, chips in other.lost.items() if tree.player[tree.node(line)] == player
        ]
        assert min(lost) >= 0
        assert sum(lost) == pytest.approx(best[player] - values[player], abs=1e-9 * scale)
    for dealt, read in street.items():
        for found in read:
            for row, hole in enumerate(found.holes):
                played = game.played[format_hand(dealt), found.line, format_hole(int(hole))]
                assert found.reach[row] == pytest.approx(played.reach, rel=1e-5, abs=1e-9)
                assert found.met[row] == pytest.approx(played.met, rel=1e-5, abs=1e-9)
                known = [v for v in found.values[row].tolist() if not np.isnan(v)]
                assert known == pytest.approx(played.values if known else [], abs=1e-5 * scale)
                assert known or played.met < 1e-3


def boards(one):
    """What can be dealt to a river, or to a turn."""
    free = [(card,) for card in range(52) if card not in one.board]
    return [()] if len(one.board) == 5 else [(), *free]


@pytest.mark.parametrize(("board", "oop", "ip", "more"), [*RIVERS, *TURNS])
def test_plain_loops_find_the_same(board, oop, ip, more):
    check(spot(board, oop, ip, **{"stack": 200, "most_raises": 1, "bets": "60,a", **more}))
