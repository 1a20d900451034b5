"""Learners of small games: one protocol for all algorithms."""

import numpy as np
import pytest

from given.games import OddOneOut
from pokerlake.engine.games.toy_poker import akq, kuhn
from pokerlake.engine.games.tree.flat import GameError, tree_of
from pokerlake.engine.games.tree.learner import ALGORITHMS, SmallGameLearner

LEARNED = {
    "result-table": {"seed": 3, "explore": 0.02, "tables": 3},
    "mccfr": {"seed": 3},
    "cfr": {},
    "cfr+": {},
    "exact": {},
}


def same(one, other):
    one, other = one.arrays(), other.arrays()
    assert one.keys() == other.keys()
    for name in one:
        assert one[name].tobytes() == other[name].tobytes()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_stop_changes_nothing(algorithm):
    tree = tree_of(akq())
    whole, first, second = (
        SmallGameLearner.begin(tree, algorithm, **LEARNED[algorithm]) for _ in range(3)
    )
    whole.go_on(30_001)
    first.go_on(0)
    first.go_on(1)
    first.go_on(777)
    kept = first.arrays()
    first.go_on(5000)
    second.restore(kept)
    second.go_on(30_001)
    same(whole, second)
    assert second.done == whole.done
    before = second.done
    second.go_on(10)  # done long ago
    assert second.done == before


def test_any_number_of_threads_learns_the_same():
    tree = tree_of(akq())
    runs = [SmallGameLearner.begin(tree, "result-table") for _ in range(3)]
    for threads, run in enumerate(runs, 1):
        run.go_on(200_000, threads=threads)
        same(run, runs[0])
    other = SmallGameLearner.begin(tree, "result-table", seed=2)
    other.go_on(200_000)
    assert other.arrays()["won"].tolist() != runs[0].arrays()["won"].tolist()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_how_much_is_done(algorithm):
    run = SmallGameLearner.begin(tree_of(kuhn()), algorithm)
    assert run.done == 0
    run.go_on(1500)
    done = {"result-table": 1504, "exact": 1}
    assert run.done == done.get(algorithm, 1500)


def test_what_is_learned():
    run = SmallGameLearner.begin(tree_of(kuhn()), "exact")
    run.go_on(1)
    learned = run.learned()
    rows = list(zip(learned.player, learned.state, learned.choice, strict=True))
    assert rows[:4] == [(1, "J", "c"), (1, "J", "r"), (1, "Q", "c"), (1, "Q", "r")]
    assert rows[6:8] == [(2, "Qc", "c"), (2, "Qc", "r")]
    assert rows[-2:] == [(1, "Kcr", "f"), (1, "Kcr", "c")]
    assert learned.games is learned.won is None
    assert learned.value == pytest.approx(-1 / 18, abs=1e-12)
    assert learned.nash_conv == pytest.approx(0, abs=1e-12)
    assert learned.nash_conv_standard_error == 0
    gain = dict(zip(rows, learned.gain, strict=True))
    # Nobody gains; to fold a king to a bet, which comes of a jack or queen, costs 3 each time.
    assert max(learned.gain) == pytest.approx(0, abs=1e-12)
    assert gain[2, "Kr", "c"] == 0
    bets = [learned.probability[rows.index((1, card, "r"))] for card in "JQ"]
    assert gain[2, "Kr", "f"] == pytest.approx(-3 * sum(bets) / 6, abs=1e-12)
    assert learned.gain_standard_error.tolist() == [0] * 24


def test_a_table_is_learned_with_its_games():
    run = SmallGameLearner.begin(tree_of(akq()), "result-table", tables=1)
    run.go_on(10_000)
    learned = run.learned()
    of_first = [learned.games[c] for c, state in enumerate(learned.state) if state in "QKA"]
    assert sum(of_first) == run.done
    kept = learned.games.copy()
    run.go_on(20_000)
    assert learned.games.tolist() == kept.tolist()
    shares = learned.games[:2] / learned.games[:2].sum()
    assert learned.probability[:2].tolist() == shares.tolist()
    assert learned.nash_conv > 0.01


def test_three_players_learn():
    run = SmallGameLearner.begin(tree_of(OddOneOut()), "cfr+")
    run.go_on(1000)
    learned = run.learned()
    assert learned.player == [1, 1, 2, 2, 3, 3]
    assert learned.nash_conv == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("algorithm", "parameters", "message"),
    [
        (
            "cfr++",
            {},
            r"^no algorithm 'cfr\+\+'; there are result-table, cfr, cfr\+, mccfr, exact$",
        ),
        ("cfr", {"seed": 1}, "^cfr has no seed; it belongs to result-table and mccfr$"),
        ("mccfr", {"explore": 0.1}, "^mccfr has no explore; it belongs to result-table$"),
        ("exact", {"speed": 1}, "^exact has no speed; leave it out$"),
        ("mccfr", {"seed": -1}, r"^seed is -1: give 0 .. 2\*\*64 - 1$"),
    ],
)
def test_bad_parameters(algorithm, parameters, message):
    with pytest.raises(ValueError, match=message):
        SmallGameLearner.begin(tree_of(kuhn()), algorithm, **parameters)


def test_only_two_players_are_solved():
    with pytest.raises(GameError, match=r"^odd-one-out is not a game of two players in which one"):
        SmallGameLearner.begin(tree_of(OddOneOut()), "exact")


def test_arrays_of_another_run_are_not_taken():
    run = SmallGameLearner.begin(tree_of(kuhn()), "result-table")
    before = run.arrays()
    others = [
        (SmallGameLearner.begin(tree_of(akq()), "result-table"), "games"),
        (SmallGameLearner.begin(tree_of(kuhn()), "result-table", tables=2), "games"),
        (SmallGameLearner.begin(tree_of(kuhn()), "cfr"), "games"),
    ]
    for other, name in others:
        with pytest.raises(ValueError, match=f"^{name} does not fit a run of this kind on kuhn$"):
            run.restore(other.arrays())
    after = run.arrays()
    assert all(np.array_equal(before[name], after[name]) for name in before)
