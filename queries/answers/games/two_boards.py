"""Two boards from one deck, as people ask for them: run it twice, and games of two boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.showdowns.two_boards import PairedShares, Table, paired
from pokerlake.tables.errors import UsageError
from pokerlake.tables.errors import counted as nouns

from ..equity import LONG, Showdown, Wanted, in_words

MOST_RUNS = 4

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """How much chance is left in what p players win if the board is run several times."""

    runs: int
    pairs: PairedShares  # of any two of the runs

    @property
    def standard_deviation(self) -> Floats:
        """Of the share of the pot over all runs, ``(p,)``, 0 to 1."""
        return self.pairs.deviation(self.runs)

    @property
    def standard_deviation_once(self) -> Floats:
        """The same if the board were run once."""
        return self.pairs.deviation(1)

    @property
    def deviation_error(self) -> Floats:
        """The standard error of the standard deviation over all runs, ``(p,)``; 0 where exact."""
        return self.pairs.deviation_error(self.runs)

    def shares(self) -> dict[str, Any]:
        """Columns for people: both deviations, and of two runs how often both are won or lost."""
        columns = {
            "standard_deviation": self.standard_deviation,
            "standard_deviation_once": self.standard_deviation_once,
        }
        if self.runs == 2:
            columns |= {"win_both": self.pairs.win, "lose_both": self.pairs.lose}
        return columns

    def counts(self) -> dict[str, Any]:
        """Columns for programs that come behind those: how the spread was had."""
        players = len(self.pairs.pairs)
        return {
            "deviation_error": self.deviation_error,
            "runs": pa.array([self.runs] * players, pa.uint8()),
            "run_pairs": pa.array([self.pairs.deals] * players, pa.int64()),
            "runs_method": [self.pairs.method] * players,
            "runs_seed": pa.array([self.pairs.seed] * players, pa.uint64()),
        }

    def summary(self) -> str:
        """How it was had, in a line."""
        seconds = f"{self.pairs.seconds:.2g} s"
        if self.pairs.seed is None:
            pairs = nouns(self.pairs.deals, "pair")
            return f"standard deviation: {pairs} of run-outs, {self.pairs.choice}, {seconds}"
        error = float(self.deviation_error.max())
        return (
            f"standard deviation: {self.pairs.choice}, seed {self.pairs.seed}, +- {error:.2g}, "
            f"{seconds}"
        )


def spread_of(
    situation: Showdown,
    runs: int,
    wanted: Wanted | None = None,
    *,
    threads: int = 0,
    on_long: Callable[[str], object] | None = None,
) -> Spread:
    """What it does to the spread of the pot shares to run the board so many times.

    ``on_long`` is told, in a line, what long counting will take.

    Raises
    ------
    UsageError
        If the board has five cards.
    CardError
        If too few cards are left for so many boards.
    RangeError
        If the players cannot be dealt together, or an exact result is out of reach.
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
