"""Counterfactual regret minimisation: vanilla, CFR+ and sampled, on any small game.

The result-table learner of the draw-poker blog is here too: play, record the result, play better.

For each choice in each state the table has the number of games in which it was made and the
winnings after it. A player takes the choice with the highest mean winnings, and now and then a
random one. The learned strategy is not the choice with the highest mean: it is how often each
choice was made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...dealing.deck import require_seed
from ...signatures import F64, I64, U64
from ...threads import over_tasks
from ..protocol import EXPLORE, TABLES, table_streams
from .flat import Tree, Walk, walk_of

ALGORITHMS = ("cfr", "cfr+", "mccfr")


@dataclass
class Regrets:
    """A run that can be resumed: its arrays and ``done`` are its whole state."""

    tree: Tree
    algorithm: str
    regrets: F64  # (c,): the sums of the regrets of each choice
    sums: F64  # (c,): the sums of the strategies, whose mean is the result
    random: U64  # (1,): the random state of ``mccfr``
    done: int = 0  # iterations, or games of ``mccfr``

    @classmethod
    def begin(cls, tree: Tree, algorithm: str, *, seed: int = 1) -> Regrets:
        """Begin a run; ValueError if there is no such algorithm or the seed is out of range."""
        if algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
        require_seed(seed)
        regrets, sums = np.zeros((2, len(tree.choices)))
        return cls(tree, algorithm, regrets, sums, np.array([seed], np.uint64))

    def go_on(self, games: int) -> None:
        """Continue until ``games`` games or iterations are done in all."""
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

    def strategy(self) -> F64:
        """The mean strategy, ``(c,)`` float64; uniform in states that were never reached."""
        return shares(self.tree, self.sums)


def shares(tree: Tree, counts: F64 | I64) -> F64:
    """Each choice's share of the counts of its state, ``(c,)`` float64; uniform if all are 0."""
    sizes = np.diff(tree.first_choice)
    totals = np.repeat(np.add.reduceat(counts, tree.first_choice[:-1]), sizes)
    uniform = np.repeat(1 / sizes, sizes)
    return np.where(totals > 0, counts / np.maximum(totals, np.finfo(float).tiny), uniform)


@dataclass
class ResultTable:
    """A run that can be resumed: its arrays and ``done`` are its whole state.

    Several tables are learned side by side. Each has its own stream of random numbers and one
    thread at a time, and they are independent: the results are only added up when they are asked
    for. So the result is the same for any number of threads, and wherever the run is stopped. With
    one table it is exactly the document's algorithm.

    We also tried adding the tables up regularly and letting all continue from the sum: until the
    next time all went too far in the same direction. After 10^8 games of AKQ with a check first,
    eight separate tables have a NashConv of 0.010. Added up after every 2^14 games of each it was
    0.03, and after every eighth of all games so far 0.11.

    A game is recorded in its table before the next is played. The mean winnings of a choice are a
    float64: the sum divided by the games, or 0 if it was never made. Of equal choices the first is
    taken.
    """

    tree: Tree
    walk: Walk
    explore: float  # the share of choices made at random, each of a state equally often
    # (tables, c): the games in which each choice was made, and the chips won after it: the player's
    # final chips less his chips when he chose.
    games: I64
    won: I64
    random: U64  # (tables,): the random state of each table
    # (tables,): how many choices each table makes before its next random one.
    until_random: I64
    done: int = 0  # games played by all tables

    @classmethod
    def begin(
        cls, tree: Tree, *, seed: int = 1, explore: float = EXPLORE, tables: int = TABLES
    ) -> ResultTable:
        """An empty table; ValueError for arguments out of range."""
        from .cfr_kernels import moves_until_random

        random = table_streams(seed, explore, tables)
        until_random = np.array(
            [moves_until_random(random[t : t + 1], _log_stay(explore)) for t in range(tables)]
        )
        games, won = np.zeros((2, tables, len(tree.choices)), np.int64)
        return cls(tree, walk_of(tree), explore, games, won, random, until_random)

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play until at least ``games`` are done in all, the same number by each table."""
        from ...dealing.deck_kernels import stream
        from .cfr_kernels import play

        tables = len(self.random)
        each = -(-games // tables) - self.done // tables
        if each <= 0:
            return

        def learn(table: int) -> None:
            random, until = stream(self.random[table]), stream(self.until_random[table])
            counts = self.games[table], self.won[table]
            play(self.walk, _log_stay(self.explore), each, random, until, *counts)
            self.random[table], self.until_random[table] = random[0], until[0]

        over_tasks(learn, range(tables), threads)
        self.done += each * tables

    def strategy(self) -> F64:
        """How often each choice was made in its state, in all tables, ``(c,)`` float64."""
        return shares(self.tree, self.games.sum(axis=0))

    def expected(self) -> F64:
        """The mean winnings of each choice, ``(c,)`` float64; NaN if it was never made.

        This is not a strategy: of two choices that both belong to an equilibrium, one has always
        won a little more.
        """
        with np.errstate(invalid="ignore"):
            mean: F64 = self.won.sum(axis=0) / self.games.sum(axis=0)
        return mean


def _log_stay(explore: float) -> float:
    return math.log1p(-explore) if explore < 1 else -math.inf
