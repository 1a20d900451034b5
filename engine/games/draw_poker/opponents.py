"""How well a learned strategy of five-card draw does against players with fixed strategies."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...dealing.deck import require_seed
from ...threads import over_tasks
from ..protocol import Learned, Profit
from .hand_records import hand_records
from .states import (
    BETS,
    EXCHANGES,
    FINAL_HANDS,
    FIRST_EXCHANGE,
    FIRST_FINAL,
    FIRST_HANDS,
    MOST_BETS,
    USUAL_EXCHANGE,
    choice_numbers,
    fields,
)

# The strategies of the four opponents. All but the last exchange what is usual.
OPPONENTS = {
    "caller": "checks and calls with anything",
    "raiser": "bets and raises with anything",
    "AA+": "bets and raises a pair of aces or better, else checks and folds",
    "any pair": "bets and raises two pair or better, calls with any pair or draw, else folds",
    "learned": "the learned strategy itself: wins nothing but by chance",
}
FOLD, CALL, RAISE = range(3)
LOT = 1 << 15

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def profits(strategy: Learned, rounds: int, *, seed: int = 1, threads: int = 1) -> list[Profit]:
    """Play a learned strategy against each of ``OPPONENTS``, in each seat in turn.

    Each choice is drawn by its probability. In a state that was never met the strategy checks,
    folds to a bet and exchanges what is usual. A round is dealt from its number, so the result is
    the same for any number of ``threads``.

    Raises
    ------
    ValueError
        If the strategy's states are not those of five-card draw, or the rounds or the seed are out
        of range.
    """
    from .play_kernels import play_against

    if rounds < 1:
        raise ValueError(f"rounds is {rounds}: give 1 or more")
    require_seed(seed)
    learned = strategy_shares(strategy)
    found = []
    for row, opponent in enumerate(OPPONENTS):
        others = learned if opponent == "learned" else opponent_shares(opponent)
        shares = np.stack([_added_up(learned), _added_up(others)])

        def play(start: int, row: int = row, shares: Floats = shares) -> Numbers:
            totals = np.zeros(2, np.int64)
            stop = min(start + LOT, rounds)
            play_against(
                hand_records(), shares, np.uint64(seed), np.uint64(row), start, stop, totals
            )
            return totals

        totals = over_tasks(play, range(0, rounds, LOT), threads)
        won, squares = np.sum(totals, axis=0).tolist()
        found.append(Profit(opponent, rounds, won, squares))
    return found


def strategy_shares(strategy: Learned) -> Floats:
    """How often a learned strategy makes each choice of all states, ``(c,)`` float64.

    A state or choice that does not exist raises ValueError.
    """
    shares = _pure(CALL, FOLD)
    numbers = choice_numbers(strategy.state, strategy.choice)
    met = np.isin(fields().state, fields().state[numbers])
    shares[met] = 0.0
    shares[numbers] = strategy.probability
    return shares


def opponent_shares(opponent: str) -> Floats:
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


def _pure(unbet: Numbers | int, bet: Numbers | int) -> Floats:
    """The strategy of one choice without a bet to call, one with it, and the usual exchange.

    It calls where it would raise but may not.
    """
    found = fields()
    betting = np.where(found.call > 0, bet, unbet)
    betting = np.where((betting == RAISE) & (found.bets == MOST_BETS), CALL, betting)
    usual = np.array(USUAL_EXCHANGE)[np.where(found.betting == 0, found.hand, 0)]
    always = np.where(found.betting == 0, usual, betting)
    return np.asarray(found.choice == always, np.float64)


def _at_least(hand: str) -> Flags:
    """Which choices belong to states of betting with this hand or a better one."""
    found = fields()
    last = np.where(found.betting == 2, FINAL_HANDS.index(hand), FIRST_HANDS.index(hand))
    good: Flags = found.hand <= last
    return good


def _holds(hands: set[str]) -> Flags:
    """Which choices belong to states of the first betting with one of these hands."""
    found = fields()
    places = [FIRST_HANDS.index(hand) for hand in hands]
    return np.asarray((found.betting == 1) & np.isin(found.hand, places), np.bool_)


def _added_up(shares: Floats) -> Floats:
    """Cumulative shares within each state, which are exactly 1 from the last that is not 0 on."""
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
