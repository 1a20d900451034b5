"""Learners of small games, and their exact solution, by one protocol."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.games.protocol import Arrays, Learned

from .cfr import Regrets
from .flat import Tree
from .result_table import ResultTable
from .sequence_form import check_zero_sum, solve
from .values import choice_gains, nash_conv, values

# The parameters of each algorithm.
ALGORITHMS: dict[str, tuple[str, ...]] = {
    "result-table": ("seed", "explore", "tables"),
    "cfr": (),
    "cfr+": (),
    "mccfr": ("seed",),
    "exact": (),
}


class Exact:
    """The exact solution of a two-player zero-sum game as a run that is done at once.

    Parameters
    ----------
    tree : Tree

    Raises
    ------
    GameError
        If the game is not of two players, or not zero-sum.
    """

    def __init__(self, tree: Tree) -> None:
        check_zero_sum(tree)
        self.tree = tree
        self.done = 0
        self.solution = tree.uniform()

    def go_on(self, games: int) -> None:
        """Solve the game, if anything is to be done and it is not solved yet."""
        if self.done < min(games, 1):
            self.solution = solve(self.tree).strategy
            self.done = 1

    def strategy(self) -> npt.NDArray[np.float64]:
        """An equilibrium, ``(c,)``; before it is solved all choices alike."""
        return self.solution


class SmallGameLearner:
    """A run of an algorithm on a small game; see :class:`~.learner.Learner`.

    What it has come to is told with its exact value, NashConv and gains. Its state is that of
    :class:`~.result_table.ResultTable`, :class:`~.regret.Regrets` or :class:`Exact`.

    Parameters
    ----------
    tree : Tree
    run : ResultTable, Regrets or Exact
    """

    def __init__(self, tree: Tree, run: ResultTable | Regrets | Exact) -> None:
        self.tree = tree
        self.run = run

    @classmethod
    def begin(cls, tree: Tree, algorithm: str, **parameters: Any) -> SmallGameLearner:
        """A run in which nothing is done yet.

        Parameters
        ----------
        tree : Tree
        algorithm : str
            ``result-table``, ``cfr``, ``cfr+``, ``mccfr`` or ``exact``.
        **parameters
            ``seed`` of ``result-table`` and ``mccfr``; ``explore`` and ``tables`` of
            ``result-table``.

        Raises
        ------
        ValueError
            If there is no such algorithm, it has no such parameter, or one is out of range.
        GameError
            If ``exact`` is to solve what is not a two-player zero-sum game.
        """
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        for name in parameters:
            if name not in ALGORITHMS[algorithm]:
                of = [other for other, known in ALGORITHMS.items() if name in known]
                raise ValueError(
                    f"{algorithm} has no {name}; "
                    + (f"it belongs to {' and '.join(of)}" if of else "leave it out")
                )
        if algorithm == "result-table":
            return cls(tree, ResultTable.begin(tree, **parameters))
        if algorithm == "exact":
            return cls(tree, Exact(tree))
        return cls(tree, Regrets.begin(tree, algorithm, **parameters))

    @property
    def done(self) -> int:
        """Games played, or iterations; 1 where the game is solved."""
        return self.run.done

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """See :class:`~.learner.Learner`; only the result table makes use of threads."""
        if isinstance(self.run, ResultTable):
            self.run.go_on(games, threads=threads)
        else:
            self.run.go_on(games)

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 what is exact takes no time
        """See :class:`~.learner.Learner`."""
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
        """See :class:`~.learner.Learner`."""
        return {name: np.array(getattr(self.run, name)) for name in self._names()}

    def restore(self, arrays: Arrays) -> None:
        """See :class:`~.learner.Learner`.

        Raises
        ------
        ValueError
            If they are not arrays of a run begun alike.
        """
        own = self.arrays()
        for name, array in own.items():
            if name not in arrays or np.shape(arrays[name]) != array.shape:
                raise ValueError(f"{name} is not that of a run begun alike on {self.tree.name}")
        for name, array in own.items():
            given = np.array(arrays[name], array.dtype)
            setattr(self.run, name, given if given.ndim else int(given))

    def _names(self) -> tuple[str, ...]:
        if isinstance(self.run, ResultTable):
            return "done", "games", "won", "random", "until_random"
        if isinstance(self.run, Regrets):
            return "done", "regrets", "sums", "random"
        return "done", "solution"
