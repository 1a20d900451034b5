"""The learner of threshold strategies: what it comes to, and that it can be stopped and gone on."""

import numpy as np
import pytest

from pokerlake.engine.games.catalogue import GAMES
from pokerlake.engine.games.draw_thresholds import (
    MIX,
    STRATEGIES,
    ThresholdGame,
    ThresholdLearner,
    rounded_mix,
)
from pokerlake.engine.games.tree.flat import GameError


def test_as_by_hand_for_three_batches():
    game = ThresholdGame("play on", "folds")
    learner = ThresholdLearner.begin(seed=5, nobody_opens="play on", missed_draw="folds")
    regrets, sums = [0] * 25, np.zeros(25)
    for done in (0, 1024, 2048):
        mix = rounded_mix(np.maximum(regrets, 0))
        totals = game.totals(mix, 1024, seed=5, first=done).tolist()
        mixed = sum(share * total for share, total in zip(mix.tolist(), totals, strict=True))
        regrets = [r + MIX * total - mixed for r, total in zip(regrets, totals, strict=True)]
        sums += mix * (1024 / MIX) * (done + 1024.0) ** 2
        learner.go_on(done + 1024)
        assert learner.done == done + 1024
        assert learner.regrets.tolist() == regrets
        np.testing.assert_array_equal(learner.sums, sums)
    assert learner.mix.tolist() == rounded_mix(sums).tolist()


def test_batches_grow_with_what_is_done():
    learner = ThresholdLearner.begin()
    ends = []
    for games in (1, 10_000, 16_384, 16_385, 100_000):
        learner.go_on(games)
        ends.append(learner.done)
    assert ends == [1024, 10240, 16384, 18432, 106496]


def test_same_bits_for_any_threads_and_stops():
    at_once = ThresholdLearner.begin(seed=3, nobody_opens="showdown", missed_draw="folds")
    at_once.go_on(60_000)
    first = ThresholdLearner.begin(seed=3, nobody_opens="showdown", missed_draw="folds")
    first.go_on(20_000, threads=2)
    kept = first.arrays()
    first.go_on(30_000)
    second = ThresholdLearner.begin(seed=3, nobody_opens="showdown", missed_draw="folds")
    second.restore(kept)
    second.go_on(60_000, threads=2)
    for name, array in at_once.arrays().items():
        np.testing.assert_array_equal(second.arrays()[name], array)
    other = ThresholdLearner.begin(seed=4, nobody_opens="showdown", missed_draw="folds")
    other.go_on(60_000)
    assert (other.regrets != at_once.regrets).any()


def test_what_is_learned():
    learner = ThresholdLearner.begin(seed=1, nobody_opens="antes back", missed_draw="raises")
    learner.go_on(200_000, threads=2)
    learned = learner.learned(threads=2)
    assert (learned.player, learned.choice) == ([0] * 25, STRATEGIES)
    assert set(learned.state) == {"before the deal"}
    assert learned.probability.sum() == 1
    assert learned.nash_conv == pytest.approx(5 * learned.gain.max())
    best = int(learned.gain.argmax())
    assert learned.nash_conv_standard_error == pytest.approx(5 * learned.gain_standard_error[best])
    # Where the antes go back QQ+ is an equilibrium, and any other strategy loses by 0.007 or more.
    assert STRATEGIES[int(learned.probability.argmax())] == "QQ+"


def test_the_command_line_and_the_library_learn_the_same_game():
    [algorithm] = GAMES["draw-thresholds"].algorithms
    assert algorithm.parameters == {"nobody_opens": "play on", "missed_draw": "folds"}
    assert ThresholdLearner.begin().game == algorithm.begin(**algorithm.parameters).game


def test_no_such_run():
    with pytest.raises(GameError, match=r"^missed_draw is 'fold': give raises, folds$"):
        ThresholdLearner.begin(missed_draw="fold")
    with pytest.raises(ValueError, match=r"^seed is -1: give 0 .. 2\*\*64 - 1$"):
        ThresholdLearner.begin(seed=-1)
