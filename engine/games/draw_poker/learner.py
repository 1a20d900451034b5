"""Five-card draw for five players, learned by the result-table learner of the draw-poker blog.

Everyone pays an ante of one chip and is dealt five cards. In turn, from the first seat, each may
fold where there is a bet, check or call, and bet or raise by one chip up to four bets, until all
who are in have paid the same. Those in exchange up to five cards in turn, a second round of betting
follows, and the best hand takes the pot; equals share it. Who is left alone takes it unshown. A
player chooses how many cards he exchanges; which is told by :func:`.draw_records.hand_records`.

All seats learn one table, and tell places apart only by what :mod:`.draw_states` says of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.dealing.stream import stream
from pokerlake.engine.games.protocol import Arrays, Learned
from pokerlake.engine.threads import over_tasks

from .hand_records import hand_records
from .states import CHOICES, STATES, allowed, choice_names, fields, state_names

EXPLORE = 0.01
TABLES = 8
FEWEST_ROUNDS, MOST_ROUNDS = 1 << 7, 1 << 17

Counts = npt.NDArray[np.int64]


@dataclass
class DrawPlayLearner:
    """A run of it: per state and choice the rounds in which it was made, and what was won after it.

    A player takes the choice that has won most a round, of equals the first, but with chance
    ``explore`` one of all at random, and writes down what came of each. A choice never made is made
    first: where it counted as 0, which is what folding wins, in states seldom met even straights
    were folded for a hundred million rounds.

    Several tables are learned side by side, each by one thread, and added up after a lot of rounds
    of each; then all go on from the sum. A lot is an eighth of the rounds of a table so far, but
    128 at the least and 2^17 at the most. So the result is the same for any number of threads.

    Attributes
    ----------
    explore : float
        How often a choice is made at random.
    random : (tables,) uint64
        Where the random numbers of each table are.
    games, won : (c,) int64
        Of each choice, numbered as in :mod:`.draw_states`: rounds in which it was made, and what
        was then won in 1/60 chips: what the player had in the end less what he had when he chose.
    done : int
        Rounds played.
    """

    explore: float
    random: npt.NDArray[np.uint64]
    games: Counts
    won: Counts
    done: int = 0

    @classmethod
    def begin(
        cls, seed: int = 1, explore: float = EXPLORE, tables: int = TABLES
    ) -> DrawPlayLearner:
        """An empty table.

        Raises
        ------
        ValueError
            If ``explore`` is not from 0 to 1, or the seed or ``tables`` is out of range.
        """
        if not 0 <= explore <= 1:
            raise ValueError(f"explore is {explore}: give 0 .. 1")
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
        if not 1 <= tables <= 256:
            raise ValueError(f"tables is {tables}: give 1 .. 256")
        random = np.random.SeedSequence(seed).generate_state(tables, np.uint64).astype(np.uint64)
        return cls(explore, random, np.zeros(CHOICES, np.int64), np.zeros(CHOICES, np.int64))

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play on in whole lots, at least until ``games`` rounds are done in all."""
        from .play_kernels import learn

        tables = len(self.random)
        explore = np.uint64(round(self.explore * 2**32))
        while self.done < games:
            rounds = min(max(self.done // tables // 8, FEWEST_ROUNDS), MOST_ROUNDS)

            def learn_lot(table: int, rounds: int = rounds) -> tuple[Counts, Counts]:
                games, won = self.games.copy(), self.won.copy()
                random = stream(self.random[table])
                learn(*hand_records(), explore, rounds, random, games, won)
                self.random[table] = random[0]
                games -= self.games
                won -= self.won
                return games, won

            for lot_games, lot_won in over_tasks(learn_lot, range(tables), threads):
                self.games += lot_games
                self.won += lot_won
            self.done += tables * rounds

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 the protocol's
        """The states met by now: of each choice the share of its state's games, and its results."""
        found = fields()
        met = np.bincount(found.state, self.games, STATES)
        rows = np.flatnonzero(allowed() & (met[found.state] > 0))
        states = found.state[rows]
        names = state_names()
        return Learned(
            player=[0] * len(rows),
            state=[names[state] for state in states.tolist()],
            choice=choice_names(rows),
            probability=self.games[rows] / met[states],
            games=self.games[rows],
            won=self.won[rows],
        )

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Its state, to be kept."""
        return {
            "games": self.games.copy(),
            "won": self.won.copy(),
            "random": self.random.copy(),
            "done": np.array(self.done),
        }

    def restore(self, arrays: Arrays) -> None:
        """Become what a learner, begun alike, was when it gave these arrays."""
        self.games = arrays["games"].copy()
        self.won = arrays["won"].copy()
        self.random = arrays["random"].copy()
        self.done = int(arrays["done"])
