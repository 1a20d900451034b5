"""Shares that have given frequencies, and what one solution's strategy wins in another."""

import numpy as np
import pytest
from tests.helpers.spots import random_spot, spot, strategy_of

from pokerlake.engine.cards.suit_symmetry import hole_images
from pokerlake.engine.solving import solve
from pokerlake.engine.solving.best_response import respond
from pokerlake.engine.solving.locking import alike_by_suits, modelled_shares


def odds(shares, one, other):
    with np.errstate(divide="ignore", invalid="ignore"):
        return shares[:, one] / shares[:, other]


def test_shares_have_the_frequencies_and_the_form_of_the_nearest():
    """Relative odds to the model without habits are the same for all hands: a bias an action."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        holes, actions = int(rng.integers(1, 300)), int(rng.integers(2, 6))
        shares = rng.dirichlet(np.full(actions, 0.2), holes)
        values = rng.normal(size=(holes, actions)) * 10 ** rng.uniform(-2, 4)
        weights = rng.random(holes) ** rng.integers(1, 8)
        parts = np.sort(rng.permutation([0, 1, *rng.integers(0, 2, actions - 2)]))
        wanted = rng.dirichlet([0.3, 0.3])
        found = modelled_shares(shares, values, weights, parts, wanted, 100.0)
        assert found.sum(axis=1) == pytest.approx(1)
        taken = np.bincount(parts, weights @ found / weights.sum(), 2)
        assert taken == pytest.approx(wanted, abs=1e-6)
        loss = (values.max(axis=1, keepdims=True) - values) / 2
        with np.errstate(under="ignore"):
            chosen = np.exp(-loss) / np.exp(-loss).sum(axis=1, keepdims=True)
        before = 0.99 * shares + 0.01 * chosen
        moved = odds(found, 0, -1) / odds(before, 0, -1)
        sure = (found[:, [0, -1]] > 1e-9).all(axis=1) & (before[:, [0, -1]] > 1e-12).all(axis=1)
        assert moved[sure] == pytest.approx(np.repeat(moved[sure][:1], sure.sum()), rel=1e-4)


def test_equilibrium_frequencies_give_the_equilibrium_nearly():
    shares = np.array([[1, 0], [0.5, 0.5], [0, 1.0]])
    values = np.array([[10, 0], [0, 0], [0, 10.0]])
    found = modelled_shares(shares, values, np.ones(3), [0, 1], [0.5, 0.5], 100.0)
    assert found == pytest.approx(shares, abs=0.01)


def test_whom_it_costs_least_folds_first_and_never_is_none():
    shares = np.tile([0.0, 1.0], (5, 1))
    values = np.stack([np.zeros(5), [80, 60, 40, 20, np.nan]], axis=1)
    weights = np.array([1, 1, 1, 1, 0])
    for folds in (0.25, 0.5, 0.75):
        found = modelled_shares(shares, values, weights, [0, 1], [folds, 1 - folds], 100.0)
        assert found[:4, 0] == pytest.approx(1.0 * (np.arange(4) >= 4 - 4 * folds), abs=0.02)
    for folds in (0, 1):
        found = modelled_shares(shares, values, weights, [0, 1], [folds, 1 - folds], 100.0)
        assert (found[:, 0] == folds).all()


@pytest.mark.parametrize(
    ("weights", "wanted", "problem"),
    [
        ([1.0], [0.5, 0.4], "add up to 1"),
        ([1.0], [-0.5, 1.5], "add up to 1"),
        ([0.0], [0.5, 0.5], "no hole comes"),
    ],
)
def test_what_cannot_be_had(weights, wanted, problem):
    with pytest.raises(ValueError, match=problem):
        modelled_shares(np.ones((1, 2)) / 2, np.zeros((1, 2)), np.array(weights), [0, 1], wanted, 9)


def test_holes_that_suits_make_the_same_have_the_same_shares():
    one = spot("QsJh2h", "AK,QQ", "KK,AhKs,AsKh")
    shares = np.random.default_rng(1).dirichlet([1, 1], 1326)
    found = alike_by_suits(one, shares)
    assert found.mean(axis=0) == pytest.approx(shares.mean(axis=0))
    swapped = [
        image for image in hole_images() if (one.ranges[:, image] == one.ranges).all()
        and (np.sort(image) == np.arange(1326)).all() and (found[image] == found).all()
    ]  # fmt: skip
    assert len(swapped) == 2  # clubs for diamonds, and nothing


@pytest.mark.parametrize("compress", [False, True])
def test_a_strategy_of_another_solution_wins_what_plain_numpy_says(compress):
    """On a turn, against a player who folds to a bet whatever he has."""
    one = random_spot(np.random.default_rng(2), 4, 20, bets="60", raises="")
    free = solve(one, to=0.002, compress=compress)
    folds = np.zeros((1326, 2))
    folds[:, 0] = 1
    other = random_spot(
        np.random.default_rng(2), 4, 20, bets="60", raises="", locks={"b60": folds}
    )  # fmt: skip
    locked = solve(other, to=0.002, compress=compress)
    mine, theirs = strategy_of(free), strategy_of(locked)
    tree = one.tree()

    def mixed(line, dealt):
        return (theirs if tree.player[tree.node(line)] == 1 else mine)(line, dealt)

    found = locked.value_with(free, 0)
    assert found == pytest.approx(respond(other, mixed).values[0], abs=1e-3)
    best = respond(other, theirs).best[0]
    assert found < locked.values[0] <= best + 1e-3
    assert locked.values[0] == pytest.approx(best, abs=0.004 * one.pot)
    with pytest.raises(ValueError, match="of another spot"):
        locked.value_with(solve(random_spot(np.random.default_rng(3), 5, 9), to=1), 0)
