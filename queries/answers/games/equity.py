"""Players of Omaha before a showdown, as ``answers/equity.py`` wants them of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.equity.exact import Way
from pokerlake.engine.equity.omaha import OMAHA_WAYS, omaha_equity, plan
from pokerlake.engine.equity.omaha_situation import situation_of
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.pot_shares import Equity
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.spots.equity import PINEAPPLE_WAYS
from pokerlake.tables.errors import UsageError

from ..equity import Cards, Listener, OnCount, Showdown, Wanted
from ..lookup.matchups import StoredEquity
from ..lookup.omaha import stored_equity
from ..lookup.stored import lake_at

MOST_BY_HOLE = 2000


@dataclass(frozen=True)
class OmahaSituation(Showdown):
    """Players of a game of Omaha before a showdown."""

    hands: tuple[str, ...]  # as written, one for each player
    ranges: tuple[OmahaRange | None, ...]  # None for any hole
    board: Cards  # none to five known cards
    dead: Cards  # cards that nobody can have
    rule: Game

    @classmethod
    def of(
        cls,
        rule: Game,
        hands: Sequence[str],
        ranges: Sequence[OmahaRange | None],
        board: Cards,
        dead: Cards,
    ) -> OmahaSituation:
        """From ranges of the game; None is any hole."""
        return cls(tuple(hands), tuple(ranges), board, dead, rule)

    def holdings(self) -> list[Holdings | None]:
        """The holes that each player may have, with their weights; None for any hole."""
        return [
            hole_range if hole_range is None else Holdings(hole_range.holes, hole_range.weights)
            for hole_range in self.ranges
        ]

    def require_deals(self) -> None:
        """CardError or RangeError if the players cannot be dealt together."""
        situation_of(self.rule, self.ranges, self.board, self.dead)

    def equity(
        self, how: Wanted, threads: int, listener: Listener | None, on_count: OnCount | None
    ) -> Equity:
        """The equity of each player; errors are those of ``omaha_equity``."""
        return omaha_equity(
            self.ranges,
            self.board,
            self.dead,
            rule=self.rule,
            strategy=PINEAPPLE_WAYS if self.rule.up_to else OMAHA_WAYS,
            threads=threads,
            listener=listener,
            on_count=on_count,
            **how.to_engine(),
        )

    def ways(self, threads: int) -> list[Way]:
        """The exact ways, the quickest first."""
        return plan(self.ranges, self.board, self.dead, rule=self.rule, threads=threads)

    def stored(self, lake: Path | None) -> StoredEquity | None:
        """The equity of a known hole against a random one before the flop from a table, or None."""
        if len(self.ranges) != 2 or len(self.board) or len(self.dead):
            return None
        return stored_equity(lake_at(lake), self.rule, *self.ranges)

    def alone(self) -> Iterator[tuple[int, OmahaSituation]]:
        """Each hole of the first player by itself; UsageError if there are too many."""
        first = self.ranges[0]
        if first is None or len(first) > MOST_BY_HOLE:
            many = "any hole" if first is None else f"{len(first):,} holes"
            raise UsageError(
                f"{self.hands[0]!r} is {many}; give a range of {MOST_BY_HOLE:,} at most"
            )
        for row in range(len(first)):
            hole = OmahaRange.sorted(first.holes[row : row + 1], np.ones(1))
            yield row, replace(self, ranges=(hole, *self.ranges[1:]))

    def named(self, rows: list[int]) -> dict[str, Any]:
        """Columns that name holes of the first player."""
        first = self.ranges[0]
        assert first is not None  # ``alone`` refuses it
        return {
            "hole": [format_hand(hole[::-1]) for hole in first.holes[rows]],
            "range_weight": first.weights[rows],
        }
