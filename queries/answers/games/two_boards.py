"""Two boards from one deck: run it twice, and games of two boards.

The mean share on two boards is the mean of the shares on each board, with the known cards of the
other board dead. How often the whole pot is won, and the spread, cannot be had that way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import CardError, counted, format_hand
from pokerlake.engine.pot_shares import Method
from pokerlake.engine.showdowns.two_boards import PairedShares, Table, paired
from pokerlake.tables.errors import UsageError
from pokerlake.tables.errors import counted as nouns

from ..equity import LONG, Showdown, Wanted, in_words, plus_minus, situation_equity

MOST_RUNS = 4

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """The spread of the pot shares of p players if the board is run several times."""

    runs: int
    pairs: PairedShares  # of any two runs

    @property
    def standard_deviation(self) -> Floats:
        """Of the share of the pot over all runs, ``(p,)``, 0 to 1."""
        return self.pairs.deviation(self.runs)

    @property
    def standard_deviation_once(self) -> Floats:
        """The same for a board that is run once."""
        return self.pairs.deviation(1)

    @property
    def deviation_error(self) -> Floats:
        """The standard error of the standard deviation over all runs, ``(p,)``; 0 where exact."""
        return self.pairs.deviation_error(self.runs)

    def shares(self) -> dict[str, Any]:
        """Columns for people: both deviations, and for two runs how often both are won or lost."""
        columns = {
            "standard_deviation": self.standard_deviation,
            "standard_deviation_once": self.standard_deviation_once,
        }
        if self.runs == 2:
            columns |= {"win_both": self.pairs.win, "lose_both": self.pairs.lose}
        return columns

    def counts(self) -> dict[str, Any]:
        """More columns for programs: how the spread was computed."""
        players = len(self.pairs.pairs)
        return {
            "deviation_error": self.deviation_error,
            "runs": pa.array([self.runs] * players, pa.uint8()),
            "run_pairs": pa.array([self.pairs.deals] * players, pa.int64()),
            "runs_method": [self.pairs.method] * players,
            "runs_seed": pa.array([self.pairs.seed] * players, pa.uint64()),
        }

    def summary(self) -> str:
        """The method and its counts, in a line."""
        seconds = f"{self.pairs.seconds:.2g} s"
        if self.pairs.seed is None:
            pairs = nouns(self.pairs.deals, "pair")
            return f"standard deviation: {pairs} of run-outs, {self.pairs.choice}, {seconds}"
        error = float(self.deviation_error.max())
        return (
            f"standard deviation: {self.pairs.choice}, seed {self.pairs.seed}, "
            f"{plus_minus(error)}, {seconds}"
        )


def spread_of(
    situation: Showdown,
    runs: int,
    wanted: Wanted | None = None,
    *,
    threads: int = 0,
    on_long: Callable[[str], object] | None = None,
) -> Spread:
    """The spread of the pot shares if the board is run that many times.

    ``on_long`` gets a line on how long a long count will take.
    """
    if len(situation.board) == 5:
        raise UsageError(
            "the board has five cards, and no card is left to run twice; give a board of up to four"
        )
    situation.require_deals()
    dead = np.array([*situation.dead.tolist(), *situation.cannot_come], np.uint8)
    table = Table.run_twice(situation.rule, situation.holdings(), situation.board, dead)
    table.require_cards(runs - 2)
    return Spread(runs, _paired(table, wanted or Wanted(), threads, on_long))


# ---------------------------------------------------------------- games of two boards


@dataclass(frozen=True)
class DoubleBoard:
    """Players of a game that is played on two boards."""

    rule: Game
    boards: tuple[Showdown, Showdown]  # on each, the known cards of the other are dead
    dead: npt.NDArray[np.uint8]  # the other dead cards

    @classmethod
    def of(cls, rule: Game, situation: Showdown, boards: Sequence[npt.NDArray[np.uint8]]) -> Self:
        """From players without a board, and two boards."""
        first, second = boards
        dead = situation.dead
        for number, board in enumerate(boards, 1):
            if len(board) > 5:
                has = f"board {number}, {format_hand(board)}, has {counted(len(board))}"
                raise CardError(f"{has}; it has 5 at most")
            shared = np.intersect1d(board, dead)
            if len(shared):
                raise CardError(f"board {number} and dead cards both have {format_hand(shared)}")
        shared = np.intersect1d(first, second)
        if len(shared):
            raise CardError(f"both boards have {format_hand(shared)}; they are dealt from one deck")
        of_boards = (
            situation.on_board(first, np.concatenate([dead, second])),
            situation.on_board(second, np.concatenate([dead, first])),
        )
        double = cls(rule, of_boards, dead)
        for each in double.boards:
            each.require_deals()
        double.table.require_cards()
        return double

    @property
    def hands(self) -> tuple[str, ...]:
        """The hand of each player, as written."""
        return self.boards[0].hands

    @property
    def table(self) -> Table:
        """The argument of the engine."""
        first, second = self.boards
        dead = np.array([*self.dead.tolist(), *first.cannot_come], np.uint8)
        return Table(first.rule, first.holdings(), (first.board, second.board), dead)


@dataclass(frozen=True, kw_only=True)
class DoubleEquity:
    """The shares of p players on two boards.

    Attributes
    ----------
    pairs : PairedShares
        The shares won on both boards: counted, or sampled.
    by_board : (2, p) float64
        The equity in the half of each board, 0 to 1.
    standard_error : (p,) float64
        Of the equity; 0 if it is exact.
    method : str
        Of the equity: ``exact`` or ``monte carlo``.
    choice : str
        The method, and what it counted or sampled.
    seconds : float
        Of all computations.
    """

    pairs: PairedShares
    by_board: Floats
    standard_error: Floats
    method: Method
    choice: str
    seconds: float

    @property
    def equity(self) -> Floats:
        """The mean share of the pot, ``(p,)``, 0 to 1."""
        return np.asarray(self.by_board.mean(axis=0))

    @property
    def win(self) -> Floats:
        """How often each player scoops: wins the whole pot alone, ``(p,)``, 0 to 1."""
        return self.pairs.win

    @property
    def tie(self) -> Floats:
        """How often each player wins a part of the pot, ``(p,)``, 0 to 1."""
        return self.pairs.tie

    @property
    def chop(self) -> float:
        """How often the pot is split by any players, 0 to 1."""
        return self.pairs.chop

    @property
    def deals(self) -> int:
        """How many pairs of boards, with all holes, were counted or sampled."""
        return self.pairs.deals

    @property
    def weight(self) -> float:
        """The weight of these deals."""
        return self.pairs.weight

    @property
    def seed(self) -> int | None:
        """The seed of the sample; None if all was counted."""
        return self.pairs.seed

    def parts(self) -> dict[str, Floats]:
        """More columns: equity by board, how often each part of the pot is won, and the spread."""
        quarter = self.pairs.whole // 4
        shares = {"three_quarters": 3, "half": 2, "quarter": 1}
        return {
            "equity_board_1": self.by_board[0],
            "equity_board_2": self.by_board[1],
            **{
                name: self.pairs.parts(partial(np.equal, n * quarter)) for name, n in shares.items()
            },
            "standard_deviation": self.pairs.deviation(2),
        }

    def counts(self, hands: Sequence[str]) -> pa.Table:
        """A row for each player, for programs: shares from 0 to 1, and how they were computed."""
        players = len(hands)
        return pa.table(
            {
                "hand": list(hands),
                "win": self.win,
                "tie": self.tie,
                "equity": self.equity,
                "chop": np.full(players, self.chop),
                **self.parts(),
                "standard_error": self.standard_error,
                "deviation_error": self.pairs.deviation_error(2),
                "deals": pa.array([self.deals] * players, pa.int64()),
                "weight": [self.weight] * players,
                "method": [self.method] * players,
                "boards_method": [self.pairs.method] * players,
                "seed": pa.array([self.seed] * players, pa.uint64()),
                "seconds": [self.seconds] * players,
            }
        )

    def summary(self) -> str:
        """The method and its counts, in a line."""
        pairs, seconds = self.pairs, f"{self.seconds:.2g} s"
        if pairs.seed is None:
            return f"{nouns(pairs.deals, 'pair')} of boards, {pairs.choice}, {seconds}"
        error = float(pairs.standard_error.max())
        line = f"{pairs.choice}, seed {pairs.seed}, {plus_minus(error)}, {seconds}"
        return f"{line}; equity {self.choice}" if self.method == "exact" else line


def double_equity(
    situation: DoubleBoard,
    wanted: Wanted | None = None,
    *,
    threads: int = 0,
    on_long: Callable[[str], object] | None = None,
) -> DoubleEquity:
    """The equity of each player on two boards, exact if that is quick.

    If pairs of boards must be sampled, the mean is still exact if each single board can be counted
    quickly.
    """
    wanted = wanted or Wanted()
    pairs = _paired(situation.table, wanted, threads, on_long)
    by_board, choice = pairs.by_board, pairs.choice
    method, error, seconds = pairs.method, pairs.standard_error, pairs.seconds
    most = LONG if wanted.max_seconds is None else wanted.max_seconds
    if method != "exact" and wanted.chosen_method is None:
        first, second = situation.boards
        each = [first] if not len(first.board) and not len(second.board) else [first, second]
        if all(board.ways(threads)[0].seconds <= most for board in each):
            sums = [situation_equity(board, Wanted("exact"), threads=threads) for board in each]
            by_board = np.stack([sums[0].equity, sums[-1].equity])
            method, choice, error = "exact", sums[0].choice, np.zeros(len(error))
            seconds += sum(of_board.seconds for of_board in sums)
    return DoubleEquity(
        pairs=pairs,
        by_board=by_board,
        standard_error=error,
        method=method,
        choice=choice,
        seconds=seconds,
    )


def _paired(
    table: Table, wanted: Wanted, threads: int, on_long: Callable[[str], object] | None
) -> PairedShares:
    def on_count(seconds: float) -> None:
        if on_long is not None and seconds >= LONG:
            on_long(f"counting pairs of boards: about {in_words(seconds)}")

    return paired(
        table,
        method=wanted.chosen_method,
        standard_error=wanted.standard_error,
        deals=wanted.deals,
        max_seconds=wanted.max_seconds,
        seed=wanted.seed,
        threads=threads,
        on_count=on_count,
    )
