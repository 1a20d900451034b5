"""What the benchmark times of games that are learned, each beside plain Python."""

import numpy as np

from oracle import naive_draw_play, naive_games
from pokerlake.engine.games.draw_play import DrawPlayLearner
from pokerlake.engine.games.draw_thresholds import MIX, STRATEGIES, ThresholdGame
from pokerlake.engine.games.toy_poker import akq, leduc
from pokerlake.engine.games.tree.cfr import ResultTable
from pokerlake.engine.games.tree.flat import tree_of
from pokerlake.engine.games.tree.learner import SmallGameLearner

SEEDS = np.random.SeedSequence(1).generate_state(1, np.uint64)


def learning_works():
    """Games played, iterations made and rounds dealt by each learner."""
    tree = tree_of(akq())
    games = 100_000_000
    yield (
        "AKQ games learned by result tables",
        games,
        lambda threads: ResultTable.begin(tree, tables=8).go_on(games, threads=threads),
        (
            "the same in plain Python",
            5000,
            lambda: naive_games.ResultTable(akq(), SEEDS, 0.01).go_on(5000),
        ),
    )
    iterations = 500
    yield (
        "iterations of CFR+ on Leduc, against plain Python",
        iterations,
        lambda threads: SmallGameLearner.begin(tree_of(leduc()), "cfr+").go_on(  # noqa: ARG005
            iterations
        ),
        ("the same in plain Python", 1, lambda: naive_games.minimise(leduc(), 1, plus=True)),
    )
    rounds = 2_000_000
    yield (
        "five-card draw rounds learned by result tables",
        rounds,
        lambda threads: DrawPlayLearner.begin().go_on(rounds, threads=threads),
        ("the same in plain Python", 500, _draw_rounds),
    )
    mix = np.zeros(len(STRATEGIES), np.int64)
    mix[STRATEGIES.index("AA+")] = MIX
    yield (
        "five-card draw rounds of threshold strategies",
        rounds,
        lambda threads: ThresholdGame("play on", "folds").totals(
            mix, rounds, seed=1, threads=threads
        ),
        ("the rounds above in plain Python", 500, _draw_rounds),
    )


def _draw_rounds():
    """500 rounds by the referee of the tests, who throws away the lowest cards: less work."""
    table = {}
    words = naive_draw_play.words(1)
    for _ in range(500):
        choose = naive_draw_play.learner(table, 0.01)
        played = naive_draw_play.Round(words, choose, lambda hand, n: set(sorted(hand)[:n]))
        naive_draw_play.write_down(table, played)
