"""Counterfactual regret minimisation: vanilla, CFR+ and sampled, on any small game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...dealing.deck import require_seed
from .flat import Tree

ALGORITHMS = ("cfr", "cfr+", "mccfr")

Floats = npt.NDArray[np.float64]


@dataclass
class Regrets:
    """A run that can be resumed: its arrays and ``done`` are its whole state."""

    tree: Tree
    algorithm: str
    regrets: Floats  # (c,): the sums of what each choice would have won more
    sums: Floats  # (c,): the sums of the strategies, whose mean is the result
    random: npt.NDArray[np.uint64]  # (1,): the state of the random numbers of ``mccfr``
    done: int = 0  # iterations, or games of ``mccfr``

    @classmethod
    def begin(cls, tree: Tree, algorithm: str, *, seed: int = 1) -> Regrets:
        """Begin a run; ValueError if the algorithm does not exist or the seed is out of range."""
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        require_seed(seed)
        regrets, sums = np.zeros((2, len(tree.choices)))
        return cls(tree, algorithm, regrets, sums, np.array([seed], np.uint64))

    def go_on(self, games: int) -> None:
        """Continue until ``games``, or iterations, are done in all."""
        from .cfr_kernels import minimise, minimise_sampled

        nodes, players = self.tree.nodes, self.tree.players
        strategy = np.empty(len(self.tree.choices))
        if self.algorithm == "mccfr":
            sampled = self.random, self.regrets, self.sums, strategy
            minimise_sampled(nodes, players, self.done, games, *sampled)
        else:
            walked = self.algorithm == "cfr+", self.regrets, self.sums, strategy
            minimise(nodes, players, self.done, games, *walked)
        self.done = max(self.done, games)

    def strategy(self) -> Floats:
        """The mean strategy, ``(c,)`` float64; uniform in states that were never reached."""
        return shares(self.tree, self.sums)


def shares(tree: Tree, counts: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Floats:
    """Each choice's share of the counts of its state, ``(c,)`` float64; uniform if all are 0."""
    sizes = np.diff(tree.first_choice)
    totals = np.repeat(np.add.reduceat(counts, tree.first_choice[:-1]), sizes)
    uniform = np.repeat(1 / sizes, sizes)
    return np.where(totals > 0, counts / np.maximum(totals, np.finfo(float).tiny), uniform)
