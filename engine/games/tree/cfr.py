"""Counterfactual regret minimisation: vanilla, CFR+ and sampled, on any small game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .flat import Tree

ALGORITHMS = ("cfr", "cfr+", "mccfr")

Floats = npt.NDArray[np.float64]


@dataclass
class Regrets:
    """A run, which can be gone on with: arrays and numbers are all of its state.

    Attributes
    ----------
    tree : Tree
    algorithm : str
    regrets : (c,) float64
        Sums of what each choice would have won more.
    sums : (c,) float64
        Sums of strategies, of which the mean is the result.
    random : (1,) uint64
        Where the random numbers of ``mccfr`` are.
    done : int
        Iterations; of ``mccfr`` games.
    """

    tree: Tree
    algorithm: str
    regrets: Floats
    sums: Floats
    random: npt.NDArray[np.uint64]
    done: int = 0

    @classmethod
    def begin(cls, tree: Tree, algorithm: str, *, seed: int = 1) -> Regrets:
        """A run in which nothing is done yet.

        Raises
        ------
        ValueError
            If there is no such algorithm, or the seed is out of range.
        """
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        regrets, sums = np.zeros((2, len(tree.choices)))
        return cls(tree, algorithm, regrets, sums, np.array([checked_seed(seed)], np.uint64))

    def go_on(self, games: int) -> None:
        """Go on until ``games``, or iterations, are done in all."""
        from .cfr_kernels import minimise, minimise_sampled

        tree = self.tree
        game = (
            tree.turn, tree.first_child, tree.children, tree.chance, tree.state,
            tree.won, tree.first_choice, tree.players, self.done, games,
        )  # fmt: skip
        strategy = np.empty(len(tree.choices))
        if self.algorithm == "mccfr":
            minimise_sampled(*game, self.random, self.regrets, self.sums, strategy)
        else:
            minimise(*game, self.algorithm == "cfr+", self.regrets, self.sums, strategy)
        self.done = max(self.done, games)

    def strategy(self) -> Floats:
        """The mean strategy, ``(c,)``; all choices alike in states that were never come to."""
        return shares(self.tree, self.sums)


def checked_seed(seed: int) -> int:
    """The seed, if it is one of 64 bits; else ValueError."""
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
    return seed


def shares(tree: Tree, counts: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Floats:
    """Each choice's share of what the choices of its state count, ``(c,)``."""
    sizes = np.diff(tree.first_choice)
    totals = np.repeat(np.add.reduceat(counts, tree.first_choice[:-1]), sizes)
    uniform = np.repeat(1 / sizes, sizes)
    return np.where(totals > 0, counts / np.maximum(totals, np.finfo(float).tiny), uniform)
