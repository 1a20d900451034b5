"""Equity of hands and ranges as people give them, and as tables show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, HOLES, format_hole, hand_of_hole
from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
from pokerlake.engine.equity.calculate import PLAYERS, Equity, Method, equity, plan, situation_of
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.monte_carlo.sampling import Sample
from pokerlake.engine.orders.catalogue import HIGH, Order
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.definitions.draw import CATEGORIES
from pokerlake.tables.errors import UsageError

from .lookup.matchups import StoredEquity, stored_matchup
from .lookup.stored import lake_at
from .lookup.triples import stored_triple
from .ranges.given import RangeReader

if TYPE_CHECKING:
    from pokerlake.engine.draw.duels import Duel

Listener = Callable[[Sample], object]


class ReadsRanges(Protocol):
    """Turns text into the weights of a range, as :class:`RangeReader` does."""

    def weights(self, given: str, /) -> Weights:
        """The weights, ``(1326,)`` ``float64``."""


_LONG = 5.0  # seconds of counting that are announced


@dataclass(frozen=True)
class Situation:
    """Players at a showdown to come."""

    hands: tuple[str, ...]  # as given, one for each player
    ranges: Weights  # (p, 1326) float64
    board: npt.NDArray[np.uint8]  # none to five known cards
    dead: npt.NDArray[np.uint8]  # cards that nobody can have
    order: Order = HIGH  # what beats what, and the deck

    @classmethod
    def parse(
        cls,
        hands: Sequence[str],
        board: str = "",
        dead: str = "",
        by: ReadsRanges | None = None,
        order: Order = HIGH,
    ) -> Situation:
        """From text: hands such as ``AhKh`` or ranges, a board and dead cards.

        Raises
        ------
        UsageError
            If there are fewer than two players, or more than ten.
        CardError, RangeError
            If something is no card, no board or no range, or a card is there twice.
        """
        if len(hands) not in PLAYERS:
            raise UsageError(f"{len(hands)} players; give 2 to 10 hands or ranges")
        reader: ReadsRanges = by or RangeReader()
        known, gone = parse_hand(board), parse_hand(dead)
        if len(known) > 5:
            raise CardError(f"board {board!r} has {counted(len(known))}; it has 5 at most")
        shared = np.intersect1d(known, gone)
        if len(shared):
            raise CardError(f"board and dead cards both have {format_hand(shared)}")
        ranges = np.stack([reader.weights(hand) for hand in hands])
        return cls(tuple(hands), ranges, known, gone, order)

    def with_card(self, card: int) -> Situation:
        """The same once another card of the board is known."""
        return replace(self, board=np.append(self.board, np.uint8(card)))


@dataclass(frozen=True)
class Wanted:
    """How the equity is to be had: see :func:`pokerlake.engine.equity.calculate.equity`."""

    method: Method | None = None
    standard_error: float | None = None
    deals: int | None = None
    max_seconds: float | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        """Refuse what goes against itself, with a UsageError."""
        if self.method == "exact" and (self.standard_error is not None or self.deals is not None):
            raise UsageError("--exact counts, and --se and --deals are for sampling; give one")
        if self.standard_error is not None and self.deals is not None:
            raise UsageError("--se and --deals both say when sampling ends; give one")
        if self.standard_error is not None and not 1e-6 <= self.standard_error <= 0.1:
            raise UsageError(f"standard error {self.standard_error:g}; give 0.000001 to 0.1")
        if self.max_seconds is not None and not 0 < self.max_seconds < 1e9:
            raise UsageError(f"--max-seconds {self.max_seconds:g}; give a number above 0")

    @property
    def chosen_method(self) -> Method | None:
        """The method; sampling where only its end is given."""
        is_sampled = self.standard_error is not None or self.deals is not None
        return "monte carlo" if self.method is None and is_sampled else self.method


def situation_equity(
    situation: Situation,
    wanted: Wanted | None = None,
    *,
    threads: int = 0,
    listener: Listener | None = None,
) -> Equity:
    """The equity of each player.

    Raises
    ------
    RangeError
        If the players cannot be dealt together, or an exact result is out of reach.
    CardError
        If too few cards are left.
    """
    how = wanted or Wanted()
    return equity(
        situation.ranges,
        situation.board,
        situation.dead,
        order=situation.order,
        method=how.chosen_method,
        standard_error=how.standard_error,
        deals=how.deals,
        max_seconds=how.max_seconds,
        seed=how.seed,
        threads=threads,
        listener=listener,
    )


# ---------------------------------------------------------------- from the lake


def stored_equity(situation: Situation, lake: Path | None) -> StoredEquity | None:
    """What a table has of two or three players before the flop; None if no table has them.

    Raises
    ------
    LakeError
        If the lake that is named is not there, or the table is damaged.
    """
    players = len(situation.hands)
    if players not in (2, 3) or len(situation.board) or len(situation.dead):
        return None
    if players == 3:
        if situation.order is not HIGH:
            return None
        return stored_triple(lake_at(lake), situation.ranges)
    hero, villain = situation.ranges
    return stored_matchup(lake_at(lake), hero, villain, situation.order)


# ---------------------------------------------------------------- card by card, hole by hole


def next_card_equities(situation: Situation, wanted: Wanted | None = None) -> pa.Table:
    """The equity of each player for each card that can come next: ``card``, ``equity_1``, ...

    Raises
    ------
    UsageError
        If the board has five cards already.
    CardError, RangeError
        As :func:`situation_equity`.
    """
    if len(situation.board) == 5:
        raise UsageError("the board has five cards; no other comes")
    situation_of(situation.ranges, situation.board, situation.dead, situation.order)
    rows = []
    seen = {*situation.board.tolist(), *situation.dead.tolist(), *situation.order.dead}
    for card in range(52):
        if card in seen:
            continue
        shares = _shares(situation.with_card(card), wanted)
        if shares:
            rows.append((format_hand([card]), *shares))
    names = ["card", *(f"equity_{player}" for player in range(1, len(situation.hands) + 1))]
    return pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))


def _shares(situation: Situation, wanted: Wanted | None) -> list[float]:
    """The equity of each player; none where they cannot be dealt together."""
    try:
        situation_of(situation.ranges, situation.board, situation.dead, situation.order)
    except RangeError:
        return []
    return situation_equity(situation, wanted).equity.tolist()  # type: ignore[no-any-return]


def hole_equities(situation: Situation, wanted: Wanted | None = None) -> pa.Table:
    """The equity of each hole of the first player's range against the others, the best first."""
    rows = []
    for hole in np.flatnonzero(situation.ranges[0]).tolist():
        alone = np.zeros((1, HOLES))
        alone[0, hole] = 1
        ranges = np.concatenate([alone, situation.ranges[1:]])
        shares = _shares(replace(situation, ranges=ranges), wanted)
        if shares:
            rows.append((hole, shares[0]))
    if not rows:
        raise UsageError(f"no hole of {situation.hands[0]!r} can be dealt with the others")
    rows.sort(key=lambda row: (-row[1], -row[0]))
    holes = [hole for hole, _ in rows]
    return pa.table(
        {
            "hole": [format_hole(hole) for hole in holes],
            "hand": [HANDS[hand_of_hole()[hole]] for hole in holes],
            "range_weight": situation.ranges[0][holes],
            "equity": [value for _, value in rows],
        }
    )


# ---------------------------------------------------------------- as tables


def shares_table(situation: Situation, found: Equity | StoredEquity) -> pa.Table:
    """For people, from 0 to 1: wins, ties, equity; and chop, the share of deals that are split."""
    columns = {"hand": list(situation.hands), **_shares_of(found)}
    if found.seed is not None:
        columns["standard_error"] = found.standard_error
    return pa.table(columns)


def _shares_of(found: Equity | StoredEquity) -> dict[str, Any]:
    return {
        "win": found.win,
        "tie": found.tie,
        "equity": found.equity,
        "chop": np.full(len(found.win), found.chop),
    }


def players_table(situation: Situation, found: Equity, *, nested: bool) -> pa.Table:
    """For programs: shares and counts of each player, as :func:`counts_table` has them."""
    shares = {"hand": list(situation.hands), **_shares_of(found)}
    return counts_table(shares, found, nested=nested, weight=found.weight)


def counts_table(
    players: dict[str, Any], found: Equity | Duel, *, nested: bool, weight: float | None = None
) -> pa.Table:
    """For programs: every count of each player, in one row behind who he is and his shares.

    Counts are ``wins``, ``ties`` and ``losses``, as ``win`` and ``tie`` are shares. Ties by how
    many share them, and categories, are nested in a column each; else they are ``ties_2``,
    ``straight_flush`` and so on. The weight of the deals has a column if it is given.
    """
    number, sharers = found.shared.shape
    ties = {str(n): found.shared[:, n] for n in range(2, sharers)}
    categories = dict(zip(CATEGORIES, found.categories[:, 1:].T, strict=True))
    return pa.table(
        {
            **players,
            "standard_error": found.standard_error,
            "wins": found.shared[:, 1],
            **({"ties": _struct(ties)} if nested else {f"ties_{n}": c for n, c in ties.items()}),
            "losses": found.shared[:, 0],
            **({"categories": _struct(categories)} if nested else categories),
            "deals": pa.array([found.deals] * number, pa.int64()),
            **({} if weight is None else {"weight": [weight] * number}),
            "method": [found.method] * number,
            "seed": pa.array([found.seed] * number, pa.uint64()),
            "seconds": [found.seconds] * number,
        }
    )


def categories_table(situation: Situation, found: Equity) -> pa.Table:
    """How often each player ends with a hand of each category, from 0 to 1: a column a player.

    The columns have the names of the hands as given, and a number behind one that came before.
    """
    columns: dict[str, Any] = {
        "category": pa.array(range(1, len(CATEGORIES) + 1), pa.uint8()),
        "name": list(CATEGORY_NAMES),
    }
    for hand, counts in zip(situation.hands, found.categories, strict=True):
        name, number = hand, 1
        while name in columns:
            number += 1
            name = f"{hand} ({number})"
        columns[name] = counts[1:] / found.weight
    return pa.table(columns)


def _struct(columns: dict[str, npt.NDArray[Any]]) -> pa.StructArray:
    return pa.StructArray.from_arrays([pa.array(c) for c in columns.values()], list(columns))


def summary(found: Equity | StoredEquity) -> str:
    """How the equity was had, in a line."""
    if isinstance(found, StoredEquity):
        return f"{found.deals:,} deals, exact, from {found.table}"
    seconds = f"{found.seconds:.2g} s"
    if found.seed is None:
        return f"{found.deals:,} deals, {found.choice}, {seconds}"
    error = float(found.standard_error.max())
    return f"{found.choice}, seed {found.seed}, +- {error:.2g}, {seconds}"


def forecast(situation: Situation, wanted: Wanted, *, threads: int = 0) -> str:
    """What counting is going to take, in a line, where that is long; else nothing."""
    if wanted.method != "exact":
        return ""
    way = plan(
        situation.ranges, situation.board, situation.dead, order=situation.order, threads=threads
    )[0]
    if way.seconds < _LONG:
        return ""
    what = "kinds of holes" if way.by == "holes" else "boards with holes"
    return f"counting {way.units:,} {what}: about {_in_words(way.seconds)}"


def _in_words(seconds: float) -> str:
    for unit, name in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds"


def live(situation: Situation, sample: Sample) -> str:
    """A sample so far, in a line."""
    error = float(sample.standard_error.max())
    shares = ", ".join(
        f"{hand} {value:.4f}"
        for hand, value in zip(situation.hands, sample.equity.tolist(), strict=True)
    )
    return f"{sample.deals:,} deals: {shares} +- {error:.2g}"
