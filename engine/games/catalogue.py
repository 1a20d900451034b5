"""The games that can be learned by name, and the algorithms for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .protocol import Learned, Learner, Profit
from .toy_poker import GAMES as SMALL_GAMES
from .toy_poker import BettingGame

Parameters = Mapping[str, str | int | float]


@dataclass(frozen=True)
class Algorithm:
    """A way to learn a game.

    Attributes
    ----------
    name : str
    about : str
        A line.
    begin : callable
        ``begin(seed=..., **parameters)`` gives a learner; without seed where nothing is random.
    unit : int
        What is won is told in ``1 / unit`` chips.
    games : int
        How many to play, or iterations, where nobody says.
    once : bool
        Whether it is done at once: its games are 1.
    iterates : bool
        Whether its games are iterations, each of which walks all of the game.
    seeded : bool
        Whether it has random numbers.
    parameters : mapping
        What else it takes, with default values.
    profits : callable, optional
        ``profits(learned, games, seed=..., threads=...)``: how what was learned of so many games
        fares against others.
    """

    name: str
    about: str
    begin: Callable[..., Learner]
    games: int
    unit: int = 1
    once: bool = False
    iterates: bool = False
    seeded: bool = True
    parameters: Parameters = field(default_factory=dict)
    profits: Callable[..., Sequence[Profit]] | None = None


@dataclass(frozen=True)
class Learnable:
    """A game, and the algorithms for it; the first is what is taken where nobody says."""

    name: str
    about: str
    players: int
    algorithms: Mapping[str, Algorithm]


_RESULT_TABLE = "the choice that has won most so far, now and then another"
_TABLES = {"explore": 0.01, "tables": 8}


def _begin_small(game: BettingGame, algorithm: str, **parameters: Any) -> Learner:
    from pokerlake.engine.games.tree.flat import tree_of
    from pokerlake.engine.games.tree.learner import SmallGameLearner

    return SmallGameLearner.begin(tree_of(game), algorithm, **parameters)


def _small(name: str, about: str, *, iterations: int) -> Learnable:
    game = SMALL_GAMES[name]

    def algorithm(name: str, about: str, games: int, **others: Any) -> Algorithm:
        return Algorithm(name, about, partial(_begin_small, game, name), games, **others)

    algorithms = (
        algorithm(
            "result-table",
            _RESULT_TABLE,
            100_000_000,
            parameters=_TABLES,
        ),
        algorithm("cfr", "regret minimisation", iterations, iterates=True, seeded=False),
        algorithm("cfr+", "regret minimisation, faster", iterations, iterates=True, seeded=False),
        algorithm("mccfr", "regret minimisation by sampled games", 10_000_000),
        algorithm("exact", "linear programme", 1, once=True, iterates=True, seeded=False),
    )
    return Learnable(game.name, about, game.players, {each.name: each for each in algorithms})


def _begin_thresholds(**parameters: Any) -> Learner:
    from pokerlake.engine.games.draw_thresholds.learner import ThresholdLearner

    return ThresholdLearner.begin(**parameters)


def _begin_draw(**parameters: Any) -> Learner:
    from pokerlake.engine.games.draw_poker.learner import DrawPlayLearner

    return DrawPlayLearner.begin(**parameters)


def _draw_profits(learned: Learned, games: int, *, seed: int, threads: int) -> Sequence[Profit]:
    """In as many rounds as were learned from, but a million at most."""
    from pokerlake.engine.games.draw_poker.opponents import profits

    return profits(learned, min(games, 1_000_000), seed=seed, threads=threads)


_THRESHOLDS = Algorithm(
    "regret",
    "regret matching over pure strategies",
    _begin_thresholds,
    100_000_000,
    parameters={"nobody_opens": "play on", "missed_draw": "folds"},
)
_DRAW = Algorithm(
    "result-table",
    _RESULT_TABLE,
    _begin_draw,
    100_000_000,
    unit=60,
    parameters=_TABLES,
    profits=_draw_profits,
)
GAMES: dict[str, Learnable] = {
    game.name: game
    for game in (
        _small("akq", "ace, king or queen each; two bets of 1", iterations=100_000),
        _small("akq-check-first", "the same; player 1 must check", iterations=100_000),
        _small("kuhn", "one of three cards each; a bet of 1", iterations=100_000),
        _small("leduc", "one of six cards each, a public one; bets of 2, 4", iterations=10_000),
        Learnable(
            "draw-thresholds",
            "five-card draw; raise hands of a set, fold all else",
            5,
            {_THRESHOLDS.name: _THRESHOLDS},
        ),
        Learnable(
            "draw",
            "five-card draw by hand, bets and exchanges",
            5,
            {_DRAW.name: _DRAW},
        ),
    )
}
