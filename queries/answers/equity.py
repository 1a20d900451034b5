"""Equity of hands and ranges as users write them, and its tables."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, HOLDEM, TWO_CARD_GAMES, Game, Order
from pokerlake.engine.cards.holes import (
    HANDS,
    HOLES,
    dead_holes,
    format_hole,
    hand_of_hole,
    hole_cards,
)
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.cards.text import CardError, counted, format_hand, not_in_deck, parse_hand
from pokerlake.engine.equity.calculate import equity, plan, situation_of
from pokerlake.engine.equity.situation import PLAYERS
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.monte_carlo.sampling import Sample
from pokerlake.engine.pot_shares import POT, Equity, HalvedShares, Method, PotShares
from pokerlake.engine.ranges.parser import Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.definitions.draw import CATEGORIES
from pokerlake.tables.errors import UsageError, by_door
from pokerlake.tables.errors import counted as nouns

from ..reading import in_field, reading
from .lookup.matchups import StoredEquity, stored_matchup
from .lookup.stored import lake_at
from .lookup.triples import stored_triple
from .ranges.given import RangeReader
from .ranges.reader import TwoCards

if TYPE_CHECKING:
    from pokerlake.engine.draw.duels import Duel

Cards = npt.NDArray[np.uint8]
Listener = Callable[[Sample], object]
OnCount = Callable[["TakesTime"], object]


class Showdown(ABC):
    """Players before a showdown, in some game: a frozen dataclass."""

    hands: tuple[str, ...]  # of each player, as the user wrote it
    board: Cards  # none to five known cards
    dead: Cards  # cards that nobody can have

    if TYPE_CHECKING:  # a field in some, a property in others

        @property
        def rule(self) -> Game:
            """The game that is played."""

    @property
    def cannot_come(self) -> tuple[int, ...]:
        """The cards that are not in the deck."""
        return self.rule.dead

    def with_card(self, card: int) -> Self:
        """The same players with another card on the board."""
        return self.on_board(np.append(self.board, np.uint8(card)), self.dead)

    def on_board(self, board: Cards, dead: Cards) -> Self:
        """The same players on another board, with other dead cards."""
        return replace(self, board=board, dead=dead)  # type: ignore[type-var]

    @abstractmethod
    def holdings(self) -> list[Holdings | None]:
        """The holes that each player may have, with their weights; None for any hole."""

    @abstractmethod
    def require_deals(self) -> None:
        """CardError or RangeError if the players cannot be dealt together."""

    @abstractmethod
    def equity(
        self, how: Wanted, threads: int, listener: Listener | None, on_count: OnCount | None
    ) -> Equity:
        """The equity of each player; errors are those of the engine's function."""

    @abstractmethod
    def ways(self, threads: int) -> Sequence[TakesTime]:
        """The exact ways, the quickest first."""

    @abstractmethod
    def stored(self, lake: Path | None) -> StoredEquity | None:
        """The equity from a table of the lake, before the flop; None if no table has it.

        LakeError if the named lake does not exist, or the table is damaged.
        """

    @abstractmethod
    def alone(self) -> Iterator[tuple[int, Self]]:
        """Each hole of the first player by itself, with its number."""

    @abstractmethod
    def named(self, rows: list[int]) -> dict[str, Any]:
        """Columns that name holes of the first player, by number."""


class TakesTime(Protocol):
    """A way to count an equity exactly."""

    @property
    def by(self) -> str:
        """What it loops over: ``holes`` or ``boards``."""

    @property
    def units(self) -> int:
        """How many there are."""

    @property
    def seconds(self) -> float:
        """An estimate of its time."""


class ReadsRanges(Protocol):
    """Turns text into the weights of a range, as :class:`RangeReader` does."""

    def weights(self, text: str, /) -> Weights:
        """The weights, ``(1326,)`` ``float64``."""


LONG = 5.0  # seconds: longer counting is announced
_FLOP = 3  # cards


def known_cards(
    hands: Sequence[Any], board: Any, dead: Any, rule: Game = HOLDEM
) -> tuple[Cards, Cards]:
    """The cards of the board and the dead cards, given in any form, in any game."""
    if len(hands) not in PLAYERS:
        raise UsageError(f"{nouns(len(hands), 'player')}; give 2 to 10 hands or ranges")
    known = _board(board, rule)
    with in_field("dead"):
        dead_cards = cards_given(dead, "dead cards", rule)
        shared = set(known.tolist()) & set(dead_cards.tolist())
        if shared:
            raise CardError(f"board and dead cards both have {format_hand(sorted(shared))}")
    return known, dead_cards


def _board(cards: Any, rule: Game) -> Cards:
    """The known cards of the board; UsageError for two boards."""
    with in_field("board"):
        if _is_pair(cards) and all(len(one_hand(part, "board")) >= _FLOP for part in cards):
            raise UsageError(
                f"board is two boards, and {rule.name} has one; give game="
                f"{f'double board {rule.name}'!r}"
            )
        known = cards_given(cards, "board", rule)
        if len(known) > 5:
            has = f"board {format_hand(known)!r} has {counted(len(known))}"
            raise CardError(f"{has}; it has 5 at most")
        return known


def _is_pair(value: Any) -> bool:
    """Whether these are two texts."""
    is_list = isinstance(value, (list, tuple)) and len(value) == 2
    return is_list and all(isinstance(part, str) for part in value)


def cards_given(value: Any, what: str, rule: Game) -> Cards:
    """Cards of the deck in any form; CardError or UsageError if they are invalid."""
    if isinstance(value, str) and not rule.dead:
        return parse_hand(value)
    if isinstance(value, np.ndarray) and not value.ndim:
        value = value.item()
    first = value[0] if isinstance(value, (list, tuple, np.ndarray)) and len(value) else None
    if isinstance(first, (list, tuple, np.ndarray)):
        raise UsageError(f"{what} has rows; equity takes one situation, equities of columns")
    with reading(what, value):
        cards = one_hand(value, what)
    if rule.dead and set(cards) & set(rule.dead):
        raise CardError(not_in_deck(cards, rule.dead))
    return np.array(cards, np.uint8)


@dataclass(frozen=True)
class TwoCardSituation(Showdown):
    """Players with two cards each before a showdown."""

    hands: tuple[str, ...]  # as written, one for each player
    ranges: Weights  # (p, 1326) float64
    board: Cards  # none to five known cards
    dead: Cards  # cards that nobody can have
    order: Order = HIGH  # what beats what, and the deck

    @classmethod
    def parse(
        cls,
        hands: Sequence[str],
        board: str = "",
        dead: str = "",
        by: ReadsRanges | None = None,
        order: Order = HIGH,
    ) -> TwoCardSituation:
        """From text: hands such as ``AhKh`` or ranges, a board, and dead cards."""
        known, dead_cards = known_cards(hands, board, dead, TWO_CARD_GAMES[order])
        reader: ReadsRanges = by or RangeReader()
        ranges = np.stack([reader.weights(hand) for hand in hands])
        return cls(tuple(hands), ranges, known, dead_cards, order)

    @classmethod
    def of(
        cls,
        rule: Game,
        hands: Sequence[str],
        ranges: Sequence[TwoCards | None],
        board: Cards,
        dead: Cards,
    ) -> TwoCardSituation:
        """From ranges of the game; None is any hole of its deck."""
        weights = [
            np.where(dead_holes(rule.dead), 0.0, 1.0) if hole_range is None else hole_range.weights
            for hole_range in ranges
        ]
        return cls(tuple(hands), np.array(weights), board, dead, rule.high)

    @property
    def rule(self) -> Game:
        """The game that is played."""
        return TWO_CARD_GAMES[self.order]

    def holdings(self) -> list[Holdings | None]:
        """The holes that each player may have, with their weights."""
        return [
            Holdings(hole_cards()[weights > 0], weights[weights > 0]) for weights in self.ranges
        ]

    def require_deals(self) -> None:
        """CardError or RangeError if the players cannot be dealt together."""
        situation_of(self.ranges, self.board, self.dead, self.order)

    def equity(
        self, how: Wanted, threads: int, listener: Listener | None, on_count: OnCount | None
    ) -> Equity:
        """The equity of each player; errors are those of the engine's ``equity``."""
        return equity(
            self.ranges,
            self.board,
            self.dead,
            order=self.order,
            threads=threads,
            listener=listener,
            on_count=on_count,
            **how.to_engine(),
        )

    def ways(self, threads: int) -> Sequence[TakesTime]:
        """The exact ways, the quickest first."""
        return plan(self.ranges, self.board, self.dead, order=self.order, threads=threads)

    def stored(self, lake: Path | None) -> StoredEquity | None:
        """The equity of two or three players before the flop from a table; None without one."""
        players = len(self.hands)
        if players not in (2, 3) or len(self.board) or len(self.dead):
            return None
        if players == 3:
            return stored_triple(lake_at(lake), self.ranges, self.order)
        hero, villain = self.ranges
        return stored_matchup(lake_at(lake), hero, villain, self.order)

    def alone(self) -> Iterator[tuple[int, TwoCardSituation]]:
        """Each hole of the first player by itself, with its number."""
        for hole in np.flatnonzero(self.ranges[0]).tolist():
            first = np.zeros((1, HOLES))
            first[0, hole] = 1
            yield hole, replace(self, ranges=np.concatenate([first, self.ranges[1:]]))

    def named(self, rows: list[int]) -> dict[str, Any]:
        """Columns that name holes of the first player."""
        return {
            "hole": [format_hole(hole) for hole in rows],
            "hand": [HANDS[hand_of_hole()[hole]] for hole in rows],
            "range_weight": self.ranges[0][rows],
        }


_ERROR, _DEALS = by_door("--se", "standard_error="), by_door("--deals", "deals=")


@dataclass(frozen=True)
class Wanted:
    """How to compute an equity: see :func:`pokerlake.engine.equity.calculate.equity`."""

    method: Method | None = None
    standard_error: float | None = None
    deals: int | None = None
    max_seconds: float | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        """Refuse contradictory options with a UsageError."""
        if self.method == "exact" and (self.standard_error is not None or self.deals is not None):
            exact = by_door("--exact", 'method="exact"')
            raise UsageError(
                f"{exact} counts, and {_ERROR} and {_DEALS} are for sampling; give one"
            )
        if self.standard_error is not None and self.deals is not None:
            raise UsageError(f"{_ERROR} and {_DEALS} both say when sampling ends; give one")
        if self.standard_error is not None and not 1e-6 <= self.standard_error <= 0.1:
            raise UsageError(f"standard error {self.standard_error:g}; give 0.000001 to 0.1")
        if self.max_seconds is not None and not 0 < self.max_seconds < 1e9:
            option = by_door("--max-seconds ", "max_seconds=") + f"{self.max_seconds:g}"
            raise UsageError(f"{option}; give a number above 0 and below 1e+09")

    def to_engine(self) -> dict[str, Any]:
        """The arguments of the engine's functions."""
        return {
            "method": self.chosen_method,
            "standard_error": self.standard_error,
            "deals": self.deals,
            "max_seconds": self.max_seconds,
            "seed": self.seed,
        }

    @property
    def chosen_method(self) -> Method | None:
        """The method; sampling if only a limit of sampling is given."""
        is_sampled = self.standard_error is not None or self.deals is not None
        return "monte carlo" if self.method is None and is_sampled else self.method


def situation_equity(
    situation: Showdown,
    wanted: Wanted | None = None,
    *,
    threads: int = 0,
    listener: Listener | None = None,
    on_long: Callable[[str], object] | None = None,
) -> Equity:
    """The equity of each player; ``on_long`` gets a line on how long a long count will take."""

    def on_count(way: TakesTime) -> None:
        if on_long is not None and way.seconds >= LONG:
            on_long(_counting(way))

    return situation.equity(wanted or Wanted(), threads, listener, on_count)


# ---------------------------------------------------------------- card by card, hole by hole


def next_card_equities(situation: Showdown, wanted: Wanted | None = None) -> pa.Table:
    """The equity of each player for each card that can come next: ``card``, ``equity_1``, ..."""
    if len(situation.board) == 5:
        raise UsageError("the board has five cards; no other comes")
    situation.require_deals()
    rows = []
    seen = {*situation.board.tolist(), *situation.dead.tolist(), *situation.cannot_come}
    for card in range(52):
        if card in seen:
            continue
        shares = _shares(situation.with_card(card), wanted)
        if shares:
            rows.append((format_hand([card]), *shares))
    names = ["card", *(f"equity_{player}" for player in range(1, len(situation.hands) + 1))]
    return pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))


def _shares(situation: Showdown, wanted: Wanted | None) -> list[float]:
    """The equity of each player; empty if they cannot be dealt together."""
    try:
        situation.require_deals()
    except RangeError:
        return []
    return situation_equity(situation, wanted).equity.tolist()  # type: ignore[no-any-return]


def hole_equities(situation: Showdown, wanted: Wanted | None = None) -> pa.Table:
    """The equity of each hole of the first player's range against the others, the best first."""
    rows = []
    for hole, alone in situation.alone():
        shares = _shares(alone, wanted)
        if shares:
            rows.append((hole, shares[0]))
    if not rows:
        raise UsageError(f"no hole of {situation.hands[0]!r} can be dealt with the others")
    rows.sort(key=lambda row: (-row[1], -row[0]))
    named = situation.named([hole for hole, _ in rows])
    return pa.table({**named, "equity": [value for _, value in rows]})


# ---------------------------------------------------------------- as tables


def halves_columns(shares: PotShares) -> dict[str, Any]:
    """For a pot of two halves: the equity in each half, and how often each part is won, 0 to 1."""
    if not isinstance(shares, HalvedShares):
        return {}
    names = ("high_equity", "low_equity", "three_quarters", "half", "quarter")
    no_low = np.full(len(shares.win), shares.no_low)
    return {**{name: getattr(shares, name) for name in names}, "no_low": no_low}


def counts_table(
    players: dict[str, Any],
    result: Equity | Duel,
    *,
    nested: bool,
    weight: float | None = None,
    names: Sequence[str] = CATEGORIES,
) -> pa.Table:
    """For programs: a row for each player with all counts, after the columns of ``players``.

    In a game of two halves, wins are of the whole pot and ties of a part of it. Columns ``high_1``,
    ``low_1`` and so on say how many players share the half.

    Counts are ``wins``, ``ties`` and ``losses``; ``win`` and ``tie`` are shares. Ties by the number
    of sharers, and categories, are nested in a column each, or else are ``ties_2``,
    ``straight_flush`` and so on. The weight of the deals has a column if it is given.
    """
    number = len(result.shared)
    categories = dict(zip(names, result.categories[:, 1:].T, strict=False))
    return pa.table(
        {
            **players,
            "standard_error": result.standard_error,
            **_counts(result, nested=nested),
            **({"categories": _struct(categories)} if nested else categories),
            "deals": pa.array([result.deals] * number, pa.int64()),
            **({} if weight is None else {"weight": [weight] * number}),
            "method": [result.method] * number,
            "seed": pa.array([result.seed] * number, pa.uint64()),
            "seconds": [result.seconds] * number,
        }
    )


def _counts(result: PotShares, *, nested: bool) -> dict[str, Any]:
    """Wins, ties and losses, and how many share a pot."""
    if not isinstance(result, HalvedShares):
        return {
            "wins": result.shared[:, 1],
            **_sharers("ties", result.shared[:, 2:], 2, nested=nested),
            "losses": result.shared[:, 0],
        }
    wins, losses = (result.amounts(partial(np.equal, units)) for units in (2 * POT, 0))
    lows = result.halves.sum(axis=1)
    return {
        "wins": wins,
        "ties": result.shared.sum(axis=1) - wins - losses,
        "losses": losses,
        **_sharers("high", result.shared[:, 1:], 1, nested=nested),
        **_sharers("low", lows[:, 1:-1], 1, nested=nested),
        "without_low": lows[:, -1],
    }


def _sharers(name: str, counts: npt.NDArray[Any], first: int, *, nested: bool) -> dict[str, Any]:
    """Counts by the number of sharers, from ``first`` on: a column of structs, or a column each."""
    columns = {str(first + i): column for i, column in enumerate(counts.T)}
    return {name: _struct(columns)} if nested else {f"{name}_{n}": c for n, c in columns.items()}


def categories_table(
    hands: Sequence[str], shares: npt.NDArray[np.float64], names: Sequence[str] = CATEGORY_NAMES
) -> pa.Table:
    """How often each player ends with each category, from ``(p, 9)``: a column for each player.

    Columns are named after the hands as written; a repeated name gets a number.
    """
    columns: dict[str, Any] = {
        "category": pa.array(range(1, len(names) + 1), pa.uint8()),
        "name": list(names),
    }
    for hand, of_player in zip(hands, shares[:, : len(names)], strict=True):
        name, number = hand, 1
        while name in columns:
            number += 1
            name = f"{hand} ({number})"
        columns[name] = of_player
    return pa.table(columns)


def _struct(columns: dict[str, npt.NDArray[Any]]) -> pa.StructArray:
    return pa.StructArray.from_arrays([pa.array(c) for c in columns.values()], list(columns))


def summary(result: Equity | StoredEquity) -> str:
    """How the equity was computed, in a line."""
    if isinstance(result, StoredEquity):
        return f"{nouns(result.deals, 'deal')}, exact, from {result.table}"
    seconds = f"{result.seconds:.2g} s"
    if result.seed is None:
        return f"{nouns(result.deals, 'deal')}, {result.choice}, {seconds}"
    error = float(result.standard_error.max())
    line = f"{result.choice}, seed {result.seed}, {plus_minus(error)}, {seconds}"
    if result.asked is None or not error > result.asked:
        return line
    return f"{line}; +- {result.asked:.2g} was not reached in that time: give it more"


def plus_minus(error: float) -> str:
    """A standard error as text; one deal has none."""
    return "of unknown error" if math.isnan(error) else f"+- {error:.2g}"


_GONE_THROUGH = {
    "holes": "kinds of holes", "boards": "boards with holes", "sets": "deals",
    "ranks": "pairs of hands by rank",
}  # fmt: skip


def _counting(way: TakesTime) -> str:
    what = _GONE_THROUGH[way.by]
    return f"counting {way.units:,} {what}: about {in_words(way.seconds)}"


def in_words(seconds: float) -> str:
    """Seconds as people say them: ``2 hours``."""
    for unit, name in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:.0f} seconds"


def live(hands: Sequence[str], sample: Sample) -> str:
    """A sample so far, in the words of a bar that counts its deals."""
    error = float(sample.standard_error.max())
    shares = ", ".join(
        f"{hand} {value:.4f}" for hand, value in zip(hands, sample.equity.tolist(), strict=True)
    )
    return f"{shares} {plus_minus(error)}; deals"
