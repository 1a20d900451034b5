"""Equities of batches of situations in Omaha: known holes by a kernel, the others one by one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import SUIT_PATTERN, ParsedColumn
from pokerlake.engine.equity.omaha_exact import BOARD_SIZES, omaha_multiway
from pokerlake.engine.pot_shares import POT, pot_units
from pokerlake.tables.lake import Lake

from ..equity import Wanted, known_cards
from ..lookup.matchups import StoredEquity
from ..lookup.omaha import stored_equity
from ..ranges.omaha import OmahaReader
from ..ranges.reader import is_any
from ..situations import SHARES, Batches, Results, Rows, Seen, matches
from .equity import OmahaSituation

HALVES = ("high_equity", "low_equity")  # of a player, in a pot of two halves
_CARD = rf"(10|[2-9TJQKA]){SUIT_PATTERN}\s*"


class OmahaBatches(Batches[OmahaSituation]):
    """Goes through batches of a game of Omaha.

    Known holes are counted together, before and after the flop. Ranges are computed one by one. The
    lake is opened once, when a hole first meets a random one. ``rule`` is the game, and ``wanted``
    says how to compute ranges.
    """

    def __init__(
        self,
        lake: Callable[[], Lake | None],
        reader: OmahaReader,
        wanted: Wanted,
        *,
        rule: Game,
        impossible_is_null: bool = False,
        skip_bad: bool = False,
    ) -> None:
        super().__init__(wanted, impossible_is_null=impossible_is_null, skip_bad=skip_bad)
        self._lake = lake
        self._reader = reader
        self._rule, self._hole = rule, rule.hole
        self.names = (*SHARES, *HALVES) if self._rule.halves else SHARES

    def _is_known(self, texts: list[pa.Array], seen: Seen) -> npt.NDArray[np.bool_]:
        pattern = rf"(?i)^\s*({_CARD}){{{self._rule.hole}}}$"
        most = 52 - BOARD_SIZES[-1] - self._rule.hole * len(texts)
        if self._rule.up_to:
            return np.zeros(len(texts[0]), np.bool_)
        known = np.isin(seen.board.count, BOARD_SIZES) & (seen.dead.count <= most)
        for text in texts:
            known &= matches(text, pattern)
        return known

    def _known_hands(
        self, rows: Rows, parsed: list[ParsedColumn], seen: Seen, results: Results
    ) -> None:
        holes = np.stack([column.cards for column in parsed])
        for at, board, dead in seen.by_size(rows):
            self._count(holes[:, :, at], board, dead, rows[at], results)

    def _count(
        self,
        holes: npt.NDArray[np.uint8],
        board: npt.NDArray[np.uint8],
        dead: npt.NDArray[np.uint8],
        rows: Rows,
        results: Results,
    ) -> None:
        """Count rows whose boards, and dead cards, are of equal size."""
        dealt = np.concatenate([holes.reshape(-1, len(rows)), board, dead])
        apart = self._apart(dealt, rows, results)
        holes, rows = holes[:, :, apart], rows[apart]
        board, dead = board[:, apart], dead[:, apart]
        if not len(rows):
            return
        counts = omaha_multiway(holes, board, dead, halves=self._rule.halves, order=self._rule.high)
        results.put(rows, counts.sum(axis=3), "exact")
        if self._rule.halves:
            _put_halves(counts, rows, results)

    def _situation(self, hands: list[str], board: str, dead: str) -> OmahaSituation:
        known, dead_cards = known_cards(hands, board, dead, self._rule)
        ranges = [None if is_any(hand) else self._reader.read(hand) for hand in hands]
        return OmahaSituation.of(self._rule, hands, ranges, known, dead_cards)

    def _stored(self, situation: OmahaSituation) -> StoredEquity | None:
        """The equity of a hole against a random one before the flop, from the lake."""
        if len(situation.ranges) != 2 or len(situation.board) or len(situation.dead):
            return None
        return stored_equity(self._lake(), self._rule, *situation.ranges)


def _put_halves(counts: npt.NDArray[np.int64], rows: Rows, results: Results) -> None:
    """Shares of a pot of two halves, from counts ``(n, p, p + 1, p + 2)``."""
    players = counts.shape[1]
    deals = counts[:, 0].sum(axis=(1, 2))[:, None]
    results.shares["high_equity"][:, rows] = results.equity[:, rows]
    sharers = np.maximum(np.arange(players + 1), 1)
    lows = counts[:, :, :, :-1].sum(axis=2)
    some = np.maximum(deals - counts[:, 0, :, -1].sum(axis=1)[:, None], 1)
    results.shares["low_equity"][:, rows] = ((lows / sharers)[:, :, 1:].sum(axis=2) / some).T
    units = pot_units(players)
    won = (counts * units.astype(np.float64)).sum(axis=(2, 3))
    results.equity[:, rows] = (won / (2 * POT * deals)).T
    alone = (counts * (units == 2 * POT)).sum(axis=(2, 3))
    parts = (counts * ((units > 0) & (units < 2 * POT))).sum(axis=(2, 3))
    results.win[:, rows], results.tie[:, rows] = (alone / deals).T, (parts / deals).T
