"""The result-table learner of the draw-poker blog: play, write down what came of it, play better.

For each state and choice the table has the games in which it was made and what was won after it. A
player takes the choice that has won most a game, but now and then one at random. The strategy that
is learned is not what has won most: it is how often each choice was made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.engine.dealing.stream import stream
from pokerlake.engine.threads import over_tasks

from .cfr import checked_seed, shares
from .flat import Tree
from .walk import Walk, walk_of

EXPLORE = 0.01
TABLES = 8
MOST_TABLES = 256

Counts = npt.NDArray[np.int64]


@dataclass
class ResultTable:
    """A run, which can be gone on with: arrays and numbers are all of its state.

    Several tables are learned side by side, each from a stream of random numbers of its own and by
    one thread at a time. They know nothing of each other: what they have come to is added up when
    it is asked for. So the result is the same for any number of threads, and wherever the run is
    stopped. With one table it is the document's algorithm to the letter.

    To add the tables up every so often, and have all go on from the sum, was tried: by the next
    time all have gone too far in the same direction. After 10^8 games of AKQ with a check first,
    eight tables that are left alone have a NashConv of 0.010; added up after every 2^14 games of
    each it was 0.03, and after every eighth of all games so far 0.11.

    A game is written into its table before the next is played. What a choice wins a game is a
    float64, the sum divided by the games, 0 where it was never made; of choices equal in that, the
    first is taken.

    Attributes
    ----------
    tree : Tree
    walk : Walk
    explore : float
        How often a choice is made at random, all of its state's choices alike often.
    games, won : (tables, c) int64
        Of each choice, the games in which it was made, and the chips then won after it: what the
        player had in the end less what he had when he chose.
    random : (tables,) uint64
        Where the random numbers of each table are.
    until_random : (tables,) int64
        How many choices each table makes before its next random one.
    done : int
        Games played, by all tables.
    """

    tree: Tree
    walk: Walk
    explore: float
    games: Counts
    won: Counts
    random: npt.NDArray[np.uint64]
    until_random: Counts
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
        """
        from .result_table_kernels import moves_until_random

        if not 0 <= explore <= 1:
            raise ValueError(f"explore is {explore}: give 0 .. 1")
        if not 1 <= tables <= MOST_TABLES:
            raise ValueError(f"tables is {tables}: give 1 .. {MOST_TABLES}")
        random = np.empty(tables, np.uint64)
        random[:] = np.random.SeedSequence(checked_seed(seed)).generate_state(tables, np.uint64)
        until_random = np.array(
            [moves_until_random(random[t : t + 1], _log_stay(explore)) for t in range(tables)]
        )
        games, won = np.zeros((2, tables, len(tree.choices)), np.int64)
        return cls(tree, walk_of(tree), explore, games, won, random, until_random)

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play on until ``games`` are done in all, as many by each table: a few more, maybe."""
        from .result_table_kernels import play

        tree, walk, tables = self.tree, self.walk, len(self.random)
        each = -(-games // tables) - self.done // tables
        if each <= 0:
            return

        def learn(table: int) -> None:
            random, until = stream(self.random[table]), stream(self.until_random[table])
            play(
                tree.turn, tree.parent, tree.choice, tree.paid, tree.won, tree.first_choice,
                walk.kind, walk.first, walk.draws, walk.keep, walk.line, walk.start,
                walk.first_line, walk.lines, walk.least, walk.longest,
                _log_stay(self.explore), each, random, until, self.games[table], self.won[table],
            )  # fmt: skip
            self.random[table], self.until_random[table] = random[0], until[0]

        over_tasks(learn, range(tables), threads)
        self.done += each * tables

    def strategy(self) -> npt.NDArray[np.float64]:
        """How often each choice was made in its state, in all tables, ``(c,)``."""
        return shares(self.tree, self.games.sum(axis=0))

    def expected(self) -> npt.NDArray[np.float64]:
        """What each choice has won a game, ``(c,)``; NaN where it was never made.

        Not what to play by: of two choices that both belong to an equilibrium one has always won a
        little more.
        """
        with np.errstate(invalid="ignore"):
            mean: npt.NDArray[np.float64] = self.won.sum(axis=0) / self.games.sum(axis=0)
        return mean


def _log_stay(explore: float) -> float:
    return math.log1p(-explore) if explore < 1 else -math.inf
