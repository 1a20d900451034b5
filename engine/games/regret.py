"""Counterfactual regret minimisation: vanilla, CFR+ and sampled, on any small game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from .tree import Tree

Algorithm = Literal["cfr", "cfr+", "mccfr"]
ALGORITHMS: tuple[Algorithm, ...] = ("cfr", "cfr+", "mccfr")

Floats = npt.NDArray[np.float64]


@dataclass
class Regrets:
    """A run, which can be gone on with: arrays and numbers are all of its state.

    Attributes
    ----------
    algorithm : str
    done : int
        Iterations; of ``mccfr`` games.
    regrets : (c,) float64
        Sums of what each choice would have won more.
    sums : (c,) float64
        Sums of strategies, of which the mean is the result.
    random : (1,) uint64
        Where the random numbers of ``mccfr`` are.
    """

    algorithm: Algorithm
    done: int
    regrets: Floats
    sums: Floats
    random: npt.NDArray[np.uint64]

    @classmethod
    def begin(cls, tree: Tree, algorithm: Algorithm, seed: int = 1) -> Regrets:
        """A run in which nothing is done yet.

        Raises
        ------
        ValueError
            If there is no such algorithm, or the seed is out of range.
        """
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
        choices = len(tree.choices)
        random = np.array([seed], np.uint64)
        return cls(algorithm, 0, np.zeros(choices), np.zeros(choices), random)

    def go_on(self, tree: Tree, iterations: int) -> None:
        """Go on with so many iterations, or games."""
        from .regret_kernels import minimise, minimise_sampled

        game = (
            tree.turn, tree.first_child, tree.children, tree.chance, tree.state,
            tree.won, tree.first_choice, tree.players,
        )  # fmt: skip
        strategy = np.empty(len(tree.choices))
        if self.algorithm == "mccfr":
            minimise_sampled(*game, iterations, self.random, self.regrets, self.sums, strategy)
        else:
            plus = self.algorithm == "cfr+"
            minimise(*game, self.done, iterations, plus, self.regrets, self.sums, strategy)
        self.done += iterations

    def strategy(self, tree: Tree) -> Floats:
        """The mean strategy, ``(c,)``; all choices alike in states that were never come to."""
        return shares(tree, self.sums)


def shares(tree: Tree, counts: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Floats:
    """Each choice's share of what the choices of its state count, ``(c,)``."""
    sizes = np.diff(tree.first_choice)
    totals = np.repeat(np.add.reduceat(counts, tree.first_choice[:-1]), sizes)
    uniform = np.repeat(1 / sizes, sizes)
    return np.where(totals > 0, counts / np.maximum(totals, np.finfo(float).tiny), uniform)
