"""The learners of small games and their exact solution, with one protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...signatures import F64
from ..protocol import Algorithm, Arrays, Learnable, Learned, kept_arrays, result_table, take_over
from .cfr import Regrets, ResultTable
from .flat import Tree, tree_of
from .game import Game
from .values import check_zero_sum, choice_gains, nash_conv, solve, values

# The parameters of each algorithm.
ALGORITHMS: dict[str, tuple[str, ...]] = {
    "result-table": ("seed", "explore", "tables"),
    "cfr": (),
    "cfr+": (),
    "mccfr": ("seed",),
    "exact": (),
}


class Exact:
    """The exact solution of a two-player zero-sum game, as a run that finishes at once.

    Any other game raises GameError.
    """

    def __init__(self, tree: Tree) -> None:
        check_zero_sum(tree)
        self.tree = tree
        self.done = 0
        self.solution = tree.uniform()

    def go_on(self, games: int) -> None:
        """Solve the game, unless it is already solved or ``games`` is 0."""
        if self.done < min(games, 1):
            self.solution = solve(self.tree).strategy
            self.done = 1

    def strategy(self) -> F64:
        """An equilibrium, ``(c,)``; the uniform strategy before the game is solved."""
        return self.solution


@dataclass(eq=False)
class SmallGameLearner:
    """A run of an algorithm on a small game: a :class:`~..protocol.Learner`.

    Its strategies come with exact values, NashConv and gains.
    """

    tree: Tree
    run: ResultTable | Regrets | Exact

    @classmethod
    def begin(cls, tree: Tree, algorithm: str, **parameters: Any) -> SmallGameLearner:
        """Begin a run of one of ``ALGORITHMS``, with any of its parameters.

        Raises
        ------
        ValueError
            If there is no such algorithm, it has no such parameter, or one is out of range.
        GameError
            If the game of ``exact`` is not a two-player zero-sum game.
        """
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        for name in parameters:
            if name not in ALGORITHMS[algorithm]:
                algorithms = [other for other, known in ALGORITHMS.items() if name in known]
                raise ValueError(
                    f"{algorithm} has no {name}; "
                    + (
                        f"it belongs to {' and '.join(algorithms)}"
                        if algorithms
                        else "leave it out"
                    )
                )
        if algorithm == "result-table":
            return cls(tree, ResultTable.begin(tree, **parameters))
        if algorithm == "exact":
            return cls(tree, Exact(tree))
        return cls(tree, Regrets.begin(tree, algorithm, **parameters))

    @property
    def done(self) -> int:
        """Games played, or iterations; 1 once the game is solved."""
        return self.run.done

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """See :class:`~..protocol.Learner`; only the result table uses threads."""
        if isinstance(self.run, ResultTable):
            self.run.go_on(games, threads=threads)
        else:
            self.run.go_on(games)

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 the protocol's
        """See :class:`~..protocol.Learner`."""
        tree, run, strategy = self.tree, self.run, self.run.strategy()
        state_of = np.repeat(np.arange(len(tree.names)), np.diff(tree.first_choice))
        table = run if isinstance(run, ResultTable) else None
        return Learned(
            player=(1 + tree.state_turn[state_of]).tolist(),
            state=[tree.names[state] for state in state_of],
            choice=tree.choices,
            probability=strategy,
            games=table.games.sum(axis=0) if table else None,
            won=table.won.sum(axis=0) if table else None,
            gain=choice_gains(tree, strategy),
            gain_standard_error=np.zeros(len(tree.choices)),
            value=float(values(tree, strategy)[0]),
            nash_conv=float(nash_conv(tree, strategy)),
            nash_conv_standard_error=0.0,
        )

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """See :class:`~..protocol.Learner`."""
        return kept_arrays(self.run, self._names())

    def restore(self, arrays: Arrays) -> None:
        """See :class:`~..protocol.Learner`; arrays of other parameters raise ValueError."""
        own_arrays = self.arrays()
        for name, array in own_arrays.items():
            if name not in arrays or np.shape(arrays[name]) != array.shape:
                raise ValueError(f"{name} does not fit a run of this kind on {self.tree.name}")
        take_over(self.run, own_arrays, arrays)

    def _names(self) -> tuple[str, ...]:
        if isinstance(self.run, ResultTable):
            return "done", "games", "won", "random", "until_random"
        if isinstance(self.run, Regrets):
            return "done", "regrets", "sums", "random"
        return "done", "solution"


def small_game(game: Game[Any], about: str, *, iterations: int) -> Learnable:
    """Declare that a small game can be learned, by every algorithm.

    ``iterations`` is the default of the algorithms that walk the whole game repeatedly.
    """

    def begin(algorithm: str) -> Callable[..., SmallGameLearner]:
        return lambda **parameters: SmallGameLearner.begin(tree_of(game), algorithm, **parameters)

    def walking(name: str, about: str, games: int, *, once: bool = False) -> Algorithm:
        return Algorithm(name, about, begin(name), games, once=once, iterates=True, seeded=False)

    sampled = "regret minimisation by sampled games"
    algorithms = (
        result_table(begin("result-table"), apart=True),
        walking("cfr", "regret minimisation", iterations),
        walking("cfr+", "regret minimisation, faster", iterations),
        Algorithm("mccfr", sampled, begin("mccfr"), 10_000_000),
        walking("exact", "linear programme", 1, once=True),
    )
    return Learnable(game.name, about, game.players, algorithms, game)
