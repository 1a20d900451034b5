"""Five-card draw for five players, learned by the result-table learner of the draw-poker blog.

All players pay an ante of one chip and are dealt five cards. In turn, from the first seat, each may
fold to a bet, check or call, and bet or raise by one chip up to four bets, until all who are in
have paid the same. Then they exchange up to five cards in turn, bet a second time, and the best
hand takes the pot; equal hands share it. The last player left takes it without a showdown. A player
chooses the number of cards that he exchanges; :func:`.hand_records.hand_records` says which.

All seats learn one table. It tells places apart only by what is in :mod:`.states`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...threads import over_tasks
from ..protocol import (
    EXPLORE,
    TABLES,
    Arrays,
    Learnable,
    Learned,
    Profit,
    kept_arrays,
    result_table,
    table_streams,
    take_over,
)
from .hand_records import hand_records
from .states import CHOICES, STATES, allowed, choice_names, fields, state_names

FEWEST_ROUNDS, MOST_ROUNDS = 1 << 7, 1 << 17
_STATE = "games", "won", "random", "done"

Counts = npt.NDArray[np.int64]


@dataclass
class DrawPlayLearner:
    """A run: the rounds in which each choice was made, and what was won after it.

    A player takes the choice that has won most a round, the first of equals, or with probability
    ``explore`` a random one, and writes down what he wins. A choice that was never made is made
    first: when it counted as 0, which is what folding wins, even straights were folded for a
    hundred million rounds in rare states.

    Several tables are learned side by side, each by one thread. After a lot of rounds of each they
    are added up, and all continue from the sum. A lot is an eighth of the rounds of a table so far,
    but at least 128 and at most 2^17. So the result is the same for any number of threads.
    """

    explore: float  # the share of choices made at random
    random: npt.NDArray[np.uint64]  # (tables,): the state of the random numbers of each table
    # (c,): the rounds in which each choice was made, and what was won after it in 1/60 chips: what
    # the player had in the end less what he had when he chose. Choices are numbered as in
    # :mod:`.states`.
    games: Counts
    won: Counts
    done: int = 0  # rounds played

    @classmethod
    def begin(
        cls, seed: int = 1, explore: float = EXPLORE, tables: int = TABLES
    ) -> DrawPlayLearner:
        """Begin with an empty table; ValueError for arguments that are out of range."""
        random = table_streams(seed, explore, tables)
        return cls(explore, random, np.zeros(CHOICES, np.int64), np.zeros(CHOICES, np.int64))

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play whole lots until at least ``games`` rounds are done in all."""
        from ...dealing.stream import stream
        from .play_kernels import learn

        tables = len(self.random)
        explore = np.uint64(round(self.explore * 2**32))
        while self.done < games:
            rounds = min(max(self.done // tables // 8, FEWEST_ROUNDS), MOST_ROUNDS)

            def learn_lot(table: int, rounds: int = rounds) -> tuple[Counts, Counts]:
                games, won = self.games.copy(), self.won.copy()
                random = stream(self.random[table])
                learn(hand_records(), explore, rounds, random, games, won)
                self.random[table] = random[0]
                games -= self.games
                won -= self.won
                return games, won

            for lot_games, lot_won in over_tasks(learn_lot, range(tables), threads):
                self.games += lot_games
                self.won += lot_won
            self.done += tables * rounds

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 the protocol's
        """The states met so far: each choice's share of its state's games, and its results."""
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
        """The state to keep."""
        return kept_arrays(self, _STATE)

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a learner that was begun with the same parameters."""
        take_over(self, _STATE, arrays)


def _profits(learned: Learned, games: int, *, seed: int, threads: int) -> Sequence[Profit]:
    """Play as many rounds as were learned from, but a million at most."""
    from .opponents import profits

    return profits(learned, min(games, 1_000_000), seed=seed, threads=threads)


LEARNABLES = (
    Learnable(
        "draw",
        "five-card draw by hand, bets and exchanges",
        5,
        (result_table(DrawPlayLearner.begin, unit=60, profits=_profits),),
    ),
)
