"""Five-card draw for five players, learned by the result-table learner of the draw-poker blog.

Each player posts an ante of one chip and is dealt five cards. In turn, from the first seat, a
player may fold to a bet, check or call, and bet or raise by one chip up to four bets, until all who
are still in have paid the same. Then they exchange up to five cards in turn and bet a second time.
The best hand takes the pot, and equal hands share it. The last player left takes it without a
showdown. A player chooses how many cards to exchange; :func:`.draw_states.hand_records` says which.

All seats learn one table. Seats differ only by the position in a state, see :mod:`.draw_states`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..dealing.deck import require_seed
from ..signatures import F64, I64, U64, Bool
from ..threads import over_tasks
from .draw_states import (
    BETS,
    CHOICES,
    EXCHANGES,
    FINAL_HANDS,
    FIRST_EXCHANGE,
    FIRST_FINAL,
    FIRST_HANDS,
    MOST_BETS,
    STATES,
    USUAL_EXCHANGE,
    allowed,
    choice_names,
    choice_numbers,
    fields,
    hand_records,
    state_names,
)
from .protocol import (
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

FEWEST_ROUNDS, MOST_ROUNDS = 1 << 7, 1 << 17
_STATE = "games", "won", "random", "done"

# The strategies of the four opponents. All but the last make the usual exchange.
OPPONENTS = {
    "caller": "checks and calls with anything",
    "raiser": "bets and raises with anything",
    "AA+": "bets and raises a pair of aces or better, else checks and folds",
    "any pair": "bets and raises two pair or better, calls with any pair or draw, else folds",
    "learned": "the learned strategy itself: wins nothing on average",
}
FOLD, CALL, RAISE = range(3)
LOT = 1 << 15


@dataclass
class DrawPlayLearner:
    """A run: the rounds in which each choice was made, and its winnings.

    A player takes the choice with the highest mean winnings, the first of equals, or with
    probability ``explore`` a random one, and records what he wins. A choice that was never made is
    tried first: when it counted as 0, the value of a fold, even straights were folded in rare
    states for a hundred million rounds.

    Several tables are learned side by side, each by one thread. After a batch of rounds of each
    they are added up, and all continue from the sum. A batch is an eighth of the rounds of a table
    so far, but at least 128 and at most 2^17. So the result is the same for any number of threads.
    """

    explore: float  # the share of choices made at random
    random: U64  # (tables,): the random state of each table
    # (c,): the rounds in which each choice was made, and the winnings after it in 1/60 chips: the
    # player's final chips less his chips when he chose. Choices are numbered as in
    # :mod:`.draw_states`.
    games: I64
    won: I64
    done: int = 0  # rounds played

    @classmethod
    def begin(
        cls, seed: int = 1, explore: float = EXPLORE, tables: int = TABLES
    ) -> DrawPlayLearner:
        """Begin with an empty table; raise ValueError for arguments out of range."""
        random = table_streams(seed, explore, tables)
        return cls(explore, random, np.zeros(CHOICES, np.int64), np.zeros(CHOICES, np.int64))

    def go_on(self, games: int, *, threads: int = 1) -> None:
        """Play whole batches until at least ``games`` rounds are done in all."""
        from ..dealing.deck_kernels import stream
        from .draw_play_kernels import learn

        tables = len(self.random)
        explore = np.uint64(round(self.explore * 2**32))
        while self.done < games:
            rounds = min(max(self.done // tables // 8, FEWEST_ROUNDS), MOST_ROUNDS)

            def learn_lot(table: int, rounds: int = rounds) -> tuple[I64, I64]:
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
        """The states visited so far: each choice's share of its state's games, and its results."""
        state_fields = fields()
        met = np.bincount(state_fields.state, self.games, STATES)
        rows = np.flatnonzero(allowed() & (met[state_fields.state] > 0))
        states = state_fields.state[rows]
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
        """The state to store."""
        return kept_arrays(self, _STATE)

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a learner created with the same parameters."""
        take_over(self, _STATE, arrays)


def _profits(learned: Learned, games: int, *, seed: int, threads: int) -> Sequence[Profit]:
    """Play as many rounds as were learned from, but at most a million."""
    return profits(learned, min(games, 1_000_000), seed=seed, threads=threads)


LEARNABLES = (
    Learnable(
        "draw",
        "five-card draw by hand, bets and exchanges",
        5,
        (result_table(DrawPlayLearner.begin, unit=60, profits=_profits),),
    ),
)


def profits(strategy: Learned, rounds: int, *, seed: int = 1, threads: int = 1) -> list[Profit]:
    """Play a learned strategy against each of ``OPPONENTS``, in each seat in turn.

    Choices are drawn by their probabilities. In a state that was never visited the strategy checks,
    folds to a bet and makes the usual exchange. A round is dealt from its number, so the result is
    the same for any number of ``threads``.

    Raises ValueError if the states are not those of five-card draw, or the rounds or the seed are
    out of range.
    """
    from .draw_play_kernels import play_against

    if rounds < 1:
        raise ValueError(f"rounds is {rounds}: give 1 or more")
    require_seed(seed)
    learned = strategy_shares(strategy)
    profits = []
    for row, opponent in enumerate(OPPONENTS):
        others = learned if opponent == "learned" else opponent_shares(opponent)
        shares = np.stack([_added_up(learned), _added_up(others)])

        def play(start: int, row: int = row, shares: F64 = shares) -> I64:
            totals = np.zeros(2, np.int64)
            stop = min(start + LOT, rounds)
            play_against(
                hand_records(), shares, np.uint64(seed), np.uint64(row), start, stop, totals
            )
            return totals

        totals = over_tasks(play, range(0, rounds, LOT), threads)
        won, squares = np.sum(totals, axis=0).tolist()
        profits.append(Profit(opponent, rounds, won, squares))
    return profits


def strategy_shares(strategy: Learned) -> F64:
    """How often a learned strategy makes each choice of all states, ``(c,)`` float64.

    A state or choice that does not exist raises ValueError.
    """
    shares = _pure(CALL, FOLD)
    numbers = choice_numbers(strategy.state, strategy.choice)
    met = np.isin(fields().state, fields().state[numbers])
    shares[met] = 0.0
    shares[numbers] = strategy.probability
    return shares


def opponent_shares(opponent: str) -> F64:
    """How often a fixed opponent makes each choice of all states, ``(c,)``: 0 or 1."""
    if opponent == "caller":
        return _pure(CALL, CALL)
    if opponent == "raiser":
        return _pure(RAISE, RAISE)
    if opponent == "AA+":
        good = _at_least("AA")
        return _pure(np.where(good, RAISE, CALL), np.where(good, RAISE, FOLD))
    good = _at_least("two-pair-low")
    worth = _at_least("22") | _holds({"four-flush", "open-ended"})
    return _pure(np.where(good, RAISE, CALL), np.where(good, RAISE, np.where(worth, CALL, FOLD)))


def _pure(unbet: I64 | int, bet: I64 | int) -> F64:
    """A strategy of one choice without a bet to call, one with it, and the usual exchange.

    It calls if it may not raise.
    """
    state_fields = fields()
    betting = np.where(state_fields.call > 0, bet, unbet)
    betting = np.where((betting == RAISE) & (state_fields.bets == MOST_BETS), CALL, betting)
    usual = np.array(USUAL_EXCHANGE)[np.where(state_fields.betting == 0, state_fields.hand, 0)]
    always = np.where(state_fields.betting == 0, usual, betting)
    return np.asarray(state_fields.choice == always, np.float64)


def _at_least(hand: str) -> Bool:
    """Which choices belong to betting states with this hand or a better one."""
    state_fields = fields()
    last = np.where(state_fields.betting == 2, FINAL_HANDS.index(hand), FIRST_HANDS.index(hand))
    good: Bool = state_fields.hand <= last
    return good


def _holds(hands: set[str]) -> Bool:
    """Which choices belong to states of the first betting round with one of these hands."""
    state_fields = fields()
    places = [FIRST_HANDS.index(hand) for hand in hands]
    return np.asarray((state_fields.betting == 1) & np.isin(state_fields.hand, places), np.bool_)


def _added_up(shares: F64) -> F64:
    """Cumulative shares within each state, exactly 1 from the last nonzero share on."""
    parts = []
    for start, stop, size in (
        (0, FIRST_EXCHANGE, len(BETS)),
        (FIRST_EXCHANGE, FIRST_FINAL, len(EXCHANGES)),
        (FIRST_FINAL, len(shares), len(BETS)),
    ):
        part = shares[start:stop].reshape(-1, size)
        left = part[:, ::-1].cumsum(axis=1)[:, ::-1] - part
        parts.append(np.where(left > 0, part.cumsum(axis=1), 1.0).ravel())
    return np.concatenate(parts)
