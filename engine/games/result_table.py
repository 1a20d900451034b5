"""The result-table learner of the draw-poker blog: play, write down what came of it, play better.

For each state and choice the table has the games in which it was made and what was won after it. A
player takes the choice that has won most a game, but now and then one at random. The strategy that
is learned is not what has won most: it is how often each choice was made.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..parallel import over_tasks
from .regret import shares
from .tree import GameError, Tree

EXPLORE = 0.01
TABLES = 8
GAMES_A_MERGE = 1 << 20

Counts = npt.NDArray[np.int64]


@dataclass
class ResultTable:
    """A run, which can be gone on with: arrays and numbers are all of its state.

    Several tables are learned side by side, each by one thread, and added up after every
    ``GAMES_A_MERGE`` games of each; then all go on from the sum. So the result is the same for any
    number of threads.

    Attributes
    ----------
    explore : float
        How often a choice is made at random.
    games, won : (c,) int64
        Of each choice, the games in which it was made, and the chips then won after it: what the
        player had in the end less what he had when he chose.
    random : (tables,) uint64
        Where the random numbers of each table are.
    done : int
        Games played.
    """

    explore: float
    games: Counts
    won: Counts
    random: npt.NDArray[np.uint64]
    done: int = 0

    @classmethod
    def begin(
        cls, tree: Tree, *, seed: int = 1, explore: float = EXPLORE, tables: int = TABLES
    ) -> ResultTable:
        """An empty table.

        Raises
        ------
        ValueError
            If ``explore`` is not from 0 to 1, or the seed or ``tables`` is out of range.
        GameError
            If a game can have more than 64 moves.
        """
        from .result_table_kernels import MOST_MOVES

        if not 0 <= explore <= 1:
            raise ValueError(f"explore is {explore}: give 0 .. 1")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
        if not 1 <= tables <= 256:
            raise ValueError(f"tables is {tables}: give 1 .. 256")
        if len(tree.levels) - 1 > MOST_MOVES:
            raise GameError(f"{tree.name} can have more than {MOST_MOVES} moves")
        choices = len(tree.choices)
        # Streams far apart: a table's number is mixed into the seed as SplitMix64 mixes its states.
        random = np.random.SeedSequence(seed).generate_state(tables, np.uint64)
        return cls(explore, np.zeros(choices, np.int64), np.zeros(choices, np.int64), random)

    def go_on(self, tree: Tree, games: int, *, threads: int = 1) -> None:
        """Play on. Whole merges only: ``games`` is rounded up to one of each table."""
        from .result_table_kernels import play

        tables = len(self.random)
        explore = np.uint64(round(self.explore * 2**32))
        arrays = (
            tree.turn, tree.first_child, tree.children, tree.chance, tree.state, tree.paid,
            tree.won, tree.first_choice,
        )  # fmt: skip
        for _ in range(-(-games // (tables * GAMES_A_MERGE))):

            def learn(table: int) -> tuple[Counts, Counts]:
                counts, won = self.games.copy(), self.won.copy()
                random = self.random[table : table + 1]
                play(*arrays, explore, GAMES_A_MERGE, random, counts, won)
                return counts - self.games, won - self.won

            learned = over_tasks(learn, range(tables), threads)
            for counts, won in learned:
                self.games += counts
                self.won += won
            self.done += tables * GAMES_A_MERGE

    def strategy(self, tree: Tree) -> npt.NDArray[np.float64]:
        """How often each choice was made in its state, ``(c,)``."""
        return shares(tree, self.games)

    def expected(self) -> npt.NDArray[np.float64]:
        """What each choice has won a game, ``(c,)``; NaN where it was never made.

        Not what to play by: of two choices that both belong to an equilibrium one has always won a
        little more.
        """
        with np.errstate(invalid="ignore"):
            return self.won / self.games
