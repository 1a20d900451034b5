"""Best responses by hand: who has the nuts or nothing bets the pot into who beats nothing only."""

import numpy as np
import pytest
from tests.helpers.spots import spot

from pokerlake.engine.cards.holes import HOLES, parse_hole
from pokerlake.engine.solving.best_response import respond

NUTS, AIR, CATCHER = "AhAd", "7h6h", "KcQc"

# Bluffs of the air, calls; share of the pot that is raked, its cap; values; best responses.
KNOWN = [
    (0.5, 0.5, 0.0, 0.0, (75, 25), (75, 25)),  # the equilibrium
    (0.0, 0.5, 0.0, 0.0, (75, 25), (75, 50)),  # without bluffs: he folds
    (1.0, 0.5, 0.0, 0.0, (75, 25), (75, 50)),  # all bluffs: he calls
    (0.5, 1.0, 0.0, 0.0, (75, 25), (100, 25)),  # who always calls is not bluffed
    (0.5, 0.0, 0.0, 0.0, (75, 25), (100, 25)),  # who never calls is
    # A tenth, at most 12 chips: 10 of the pot that is folded or checked, 12 of the 300 called.
    # Nuts 0.5 x 188 + 0.5 x 90 = 139, air 0.5 x (0.5 x 90 - 0.5 x 100) = -2.5. The other wins
    # 0.5 x -100 against nuts, 0.5 x 0.5 x 188 + 0.5 x 90 against air; at best he folds.
    (0.5, 0.5, 0.1, 12.0, (68.25, 21), (69.5, 22.5)),
]


@pytest.mark.parametrize(("bluffs", "calls", "rake", "cap", "values", "best"), KNOWN)
def test_values_and_gains_are_those_by_hand(bluffs, calls, rake, cap, values, best):
    one = spot(
        "AsAc8d5s2s", f"{NUTS},{AIR}", CATCHER, stack=100, bets="100", raises="", ip_bets="",
        rake=rake, rake_cap=cap,
    )  # fmt: skip
    first = np.zeros((HOLES, 2))
    first[parse_hole(NUTS)] = 0, 1
    first[parse_hole(AIR)] = 1 - bluffs, bluffs
    shares = {"": first, "x": np.ones((HOLES, 1)), "b100": np.tile([1 - calls, calls], (HOLES, 1))}
    found = respond(one, lambda line, dealt: shares[line])
    assert found.values == pytest.approx(values)
    assert found.best == pytest.approx(best)
    assert found.exploitability == pytest.approx((sum(best) - sum(values)) / 2)


def test_who_bets_and_folds_where_the_board_plays():
    """All showdowns are ties. A bet of 50 is called, or raised by 50 more and folded, half each."""
    one = spot("AsKsQsJsTs", "2c2d", "3c3d", stack=100, bets="50", raises="a", ip_bets="")
    actions = {"": [0, 1], "x": [1], "b50": [0, 0.5, 0.5], "b50 r100": [1, 0]}
    found = respond(one, lambda line, dealt: np.tile(np.float64(actions[line]), (HOLES, 1)))
    assert found.values == pytest.approx((0, 100))  # -50 or 50, and 150 or 50
    assert found.best == pytest.approx((50, 150))  # who calls has half; who raises wins the bet
    # Who folds to the raise, half of the time, wins 100 less than who calls; so who calls the bet.
    assert found.lost == pytest.approx({"": 0, "x": 0, "b50": 50, "b50 r100": 50})
