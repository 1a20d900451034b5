"""Columns of deals for functions of PQL, each computed once for a chunk of deals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import EIGHT_OR_BETTER, Order
from pokerlake.engine.cards.text import CARDS, format_hand
from pokerlake.engine.equity.omaha_exact import omaha_multiway
from pokerlake.engine.equity.run_outs import run_out_shares
from pokerlake.engine.known_holes.several import multiway
from pokerlake.engine.orders.evaluate import board_order, order_ids
from pokerlake.engine.pot_shares import POT, pot_units, units_won
from pokerlake.engine.ranges.omaha_holes import all_holes
from pokerlake.engine.showdowns.evaluate import Showdown, high_ids, low_ids, next_classes
from pokerlake.engine.spots.spots import RIVER, Dealt, DealtSpot

from ..answers.class_columns import categories
from ..answers.situations import Batches
from ..files.text import text_of_columns

Cards = npt.NDArray[np.uint8]
Column = npt.NDArray[Any]
T = TypeVar("T")

_HANDS_AT_ONCE = 300_000  # evaluated together


class Columns:
    """The columns of a chunk of deals; a street is given as its number of board cards."""

    def __init__(
        self, spot: DealtSpot, dealt: Dealt, batches: Batches[Any], texts: tuple[str, ...]
    ) -> None:
        self.rule = spot.rule
        self.dealt = dealt
        self.dead = spot.dead  # including cards that are not in the deck
        self.batches = batches  # equities of hands and ranges
        self.texts = texts  # the ranges of the players
        self._kept: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.dealt)

    def _once(self, key: Any, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
        value: T = self._kept[key]
        return value

    def hole(self, player: int) -> Cards:
        """The cards of a player, ``(k, n)``."""
        cards: Cards = self.dealt.holes[player]
        return cards

    def board(self, street: int) -> Cards:
        """The cards of the board on a street, ``(b, n)``."""
        return self.dealt.board[:street]

    def high(self, player: int, street: int) -> Column:
        """The class of a player's hand on a street, ``(n,)``: lower is better."""
        return self._once(
            ("high", player, street),
            lambda: high_ids(self.rule, self.hole(player), self.board(street)),
        )

    def low(self, player: int, street: int) -> Column:
        """The class of a player's low, ``(n,)``: lower is better, 57 is none."""
        return self._once(
            ("low", player, street),
            lambda: low_ids(self.rule, self.hole(player), self.board(street)),
        )

    def best_high(self, street: int) -> Column:
        """The best class of all players, ``(n,)``."""
        highs = (self.high(player, street) for player in range(len(self.dealt.holes)))
        return self._once(("best high", street), lambda: np.minimum.reduce([*highs]))

    def best_low(self, street: int) -> Column:
        """The best low of all players, ``(n,)``."""
        lows = (self.low(player, street) for player in range(len(self.dealt.holes)))
        return self._once(("best low", street), lambda: np.minimum.reduce([*lows]))

    @property
    def showdown(self) -> Showdown:
        """Who wins on the river."""

        def made() -> Showdown:
            players = range(len(self.dealt.holes))
            high = np.stack([self.high(player, RIVER) for player in players])
            high_best = high == self.best_high(RIVER)
            if self.rule.low is None:
                return Showdown(high, None, high_best, None)
            low = np.stack([self.low(player, RIVER) for player in players])
            low_best = (low == self.best_low(RIVER)) & (low <= self.rule.low.qualifying)
            return Showdown(high, low, high_best, low_best)

        return self._once("showdown", made)

    @property
    def shares(self) -> Column:
        """The share of the pot of each player on the river, ``(p, n)``."""
        return self._once("shares", lambda: self.showdown.shares)

    def hand_types(self, classes: Column) -> Column:
        """The types of hands by class, 0 for a high card: higher is better."""
        types = self._once(
            "types", lambda: len(self.rule.high.category_names) - categories(self.rule.high)
        )
        return np.asarray(types.astype(np.int8)[classes])

    # ------------------------------------------------------------ the same in many deals

    def each(self, cards: Cards, make: Callable[[npt.NDArray[np.intp]], Column]) -> Column:
        """The column from ``make``, called once for equal rows of ``cards`` ``(c, n)``.

        Listed deals have equal rows side by side.
        """
        n = cards.shape[1]
        starts = np.flatnonzero(np.r_[True, (cards[:, 1:] != cards[:, :-1]).any(axis=0)][:n])
        if len(starts) * 2 < n:
            return np.repeat(make(starts), np.diff(np.r_[starts, n]))
        first, alike = _alike(cards)
        return np.asarray(make(first)[alike])

    def held(self, street: int) -> Cards:
        """All holes and the board on a street, ``(c, n)``."""
        holes = self.dealt.holes
        return np.concatenate([holes.reshape(-1, holes.shape[2]), self.board(street)])

    def own(self, player: int, street: int) -> Cards:
        """The hole of a player and the board on a street, ``(c, n)``."""
        return np.concatenate([self.hole(player), self.board(street)])

    # ------------------------------------------------------------ equities

    def equity(self, player: int, street: int) -> Column:
        """A player's equity on a street, over all run-outs, with all holes known."""
        if street == RIVER:
            return np.asarray(self.shares[player])

        def made() -> list[Column]:
            held = self.held(street)
            shared: list[Any] = []

            def first(rows: npt.NDArray[np.intp]) -> Column:
                shared.append(self._equities(rows, street))
                return np.arange(len(rows))

            which = self.each(held, first)
            return [shares[which] for shares in shared[0]]

        equities: Column = self._once(("equity", street), made)[player]
        return equities

    def _equities(self, rows: npt.NDArray[np.intp], street: int) -> Column:
        holes = np.ascontiguousarray(self.dealt.holes[:, :, rows])
        board = np.ascontiguousarray(self.board(street)[:, rows])
        if self.rule.used is not None and street:
            return self._omaha(holes, board)
        if not street:
            return self._before_the_flop(holes)
        return run_out_shares(holes, board, self.dead, board_order(self.rule.high))

    def _omaha(self, holes: Cards, board: Cards) -> Column:
        p, _, n = holes.shape
        dead = np.repeat(np.array(self.dead, np.uint8)[:, None], n, axis=1)
        counts = omaha_multiway(
            holes, board, dead, halves=self.rule.halves, order=self.rule.high, threads=1
        )
        units = pot_units(p) if self.rule.halves else 2 * units_won(p)[:, None]
        won = (counts * units).sum(axis=(2, 3)).T
        return np.asarray(won / (2 * POT * counts[:, 0].sum(axis=(1, 2))))

    def _before_the_flop(self, holes: Cards) -> Column:
        from ..answers.equity import Wanted
        from ..answers.players import equity

        p, k, n = holes.shape
        if k == 2:
            low, high = np.sort(holes, axis=1).astype(np.uint16).transpose(1, 2, 0)
            ids = (high * (high - 1) // 2 + low).astype(np.uint16)
            nothing, order = np.empty(0, np.uint8), board_order(self.rule.high)
            shared = multiway(ids, nothing, self.dead, order=order, categories=False).shared
            won = (shared * units_won(p)).sum(axis=2).T
            return np.asarray(won / (POT * shared[:, 0].sum(axis=1)))
        equities = np.empty((p, n))
        for row in range(n):
            hands = [format_hand(hole[:, row]) for hole in holes]
            wanted = Wanted(method="exact")
            equities[:, row] = equity(self.rule, hands, "", self._gone, wanted).equity
        return equities

    @property
    def _gone(self) -> str:
        """The dead cards, without those that are not in the deck."""
        return format_hand([card for card in self.dead if card not in self.rule.dead])

    def equity_against(self, player: int, street: int, ranges: tuple[str, ...]) -> Column:
        """A player's equity against ranges, whatever the others hold."""
        known = self.own(player, street)

        def made(rows: npt.NDArray[np.intp]) -> Column:
            hole, board = self.hole(player)[:, rows], self.board(street)[:, rows]
            n = len(rows)
            texts = [text_of_columns(np.ascontiguousarray(hole))]
            texts += [pa.array([text] * n) for text in ranges]
            shown = text_of_columns(np.ascontiguousarray(board)) if street else None
            dead = pa.array([self._gone] * n) if self._gone else None
            results = self.batches.equities(texts, shown, dead)
            return np.where(results.null, np.nan, results.equity[0])

        return self._once(("against", player, street, ranges), lambda: self.each(known, made))

    # ------------------------------------------------------------ possible hands

    def nut_classes(
        self, player: int, street: int, order: Order, hand_type: int | None = None
    ) -> Column:
        """The best class possible without the cards of a player's hole and the board, ``(n,)``.

        ``hand_type`` = -1 means the best class of the type of the player's hand.
        """
        known = self.own(player, street)
        types = self.hand_types(self.high(player, street)) if hand_type == -1 else None

        def made(rows: npt.NDArray[np.intp]) -> Column:
            among = None if types is None else types[rows]
            return self._nuts(known[:, rows], self.board(street)[:, rows], order, among)

        return self._once(
            ("nuts", player, street, order.name, hand_type), lambda: self.each(known, made)
        )

    def _nuts(self, known: Cards, board: Cards, order: Order, among: Column | None) -> Column:
        n = known.shape[1]
        left = _left(known, self.dead)
        pairs = all_holes(2, left.shape[1])
        used = 3 if self.rule.used is not None else len(board)
        best_of = np.empty(n, np.int64)
        hands = [list(combination) for combination in combinations(range(len(board)), used)]
        step = max(1, _HANDS_AT_ONCE // len(pairs))
        for start in range(0, n, step):
            rows = slice(start, start + step)
            two = left[rows][:, pairs].reshape(-1, 2).T
            best: Any = None
            for places in hands:
                three = np.repeat(board[places, rows], len(pairs), axis=1)
                classes = order_ids([*np.ascontiguousarray(two), *three], order, layout="columns")
                best = classes if best is None else np.minimum(best, classes)
            best = best.reshape(-1, len(pairs))
            if among is not None:
                of_type = self.hand_types(best) == among[rows, None]
                best = np.where(of_type, best, np.iinfo(np.uint16).max)
            best_of[rows] = best.min(axis=1)
        return best_of

    def next_types(self, player: int, street: int) -> Column:
        """The type of a player's hand after each next card, ``(n, 52)``; -1 if it cannot come."""

        def made(rows: npt.NDArray[np.intp]) -> Column:
            hole = np.ascontiguousarray(self.hole(player)[:, rows])
            board = np.ascontiguousarray(self.board(street)[:, rows])
            classes = next_classes(self.rule, hole, board, self.dead)
            types = np.where(classes > 0, self.hand_types(classes), -1)
            packed = np.empty(len(rows), object)
            packed[:] = list(types)
            return packed

        known = self.own(player, street)
        return self._once(
            ("next", player, street), lambda: np.stack([*self.each(known, made)]).astype(np.int8)
        )

    def nut_outs(self, player: int, street: int, order: Order) -> Column:
        """How many next cards give a player the nuts, ``(n,)``."""
        known = self.own(player, street)

        def made(rows: npt.NDArray[np.intp]) -> Column:
            hole, board = self.hole(player)[:, rows], self.board(street)[:, rows]
            left = _left(known[:, rows], self.dead)
            outs = np.zeros(len(rows), np.int64)
            ids = low_ids if order is EIGHT_OR_BETTER else high_ids
            for card in left.T:
                after = np.ascontiguousarray(np.concatenate([board, card[None]]))
                mine = ids(self.rule, np.ascontiguousarray(hole), after)
                best = self._nuts(np.concatenate([hole, after]), after, order, None)
                outs += (mine <= best) & (mine <= order.qualifying)
            return outs

        return self._once(("nut outs", player, street, order.name), lambda: self.each(known, made))


def _alike(cards: Cards) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The first of each group of equal rows of ``(c, n)``, and the group of each row."""
    rows = np.ascontiguousarray(cards.T)
    whole = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, alike = np.unique(whole, return_index=True, return_inverse=True)
    return first, alike


def _left(known: Cards, dead: tuple[int, ...]) -> Cards:
    """The cards in the deck without some ``(c, n)``, ascending, ``(n, m)``."""
    n = known.shape[1]
    live = np.ones((n, len(CARDS)), np.bool_)
    live[np.arange(n), known] = False
    live[:, list(dead)] = False
    return np.nonzero(live)[1].reshape(n, -1).astype(np.uint8)
