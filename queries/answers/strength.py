"""The strength of one hole on one board, for all doors: counts, ratios, and pot odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, HOLDEM, TWO_CARD_GAMES, Game, Order
from pokerlake.engine.cards.holes import dead_holes, format_hole, hole_cards, parse_hole
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.cards.text import CARDS, CardError, counted, format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.orders.evaluate import not_in_deck
from pokerlake.engine.ranges.parser import Weights
from pokerlake.engine.strength import ratios
from pokerlake.tables.definitions.boards import count_columns
from pokerlake.tables.errors import UsageError
from pokerlake.tables.registry import table_or_view

from ..reading import in_field, reading
from ..results import Result, Rows
from .lookup.boards import counts_of, equity_squared, hole_counts, strength_ratios
from .lookup.stored import lake_at
from .ranges.given import villain_ranges

_STREETS = {3: "flop", 4: "turn", 5: "river"}

# Names of counts differ from shares of an equity; the names in tables are a contract.
_AT_THE_RIVER = {"win": "wins", "tie": "ties", "lose": "losses"}

_AFTER = ("hs", "ehs", "equity")  # the columns for each next card

Value = int | float | str | bool | None


@dataclass(frozen=True)
class HoleOnBoard:
    """A hole on a board."""

    hole: int  # 0..1325
    board: npt.NDArray[np.uint8]  # 3, 4 or 5 cards, none of them in the hole
    order: Order = HIGH  # what beats what, and the deck

    @classmethod
    def parse(cls, hole: str, board: str, order: Order = HIGH) -> HoleOnBoard:
        """From text: ``AhQh`` and ``3h4sJh``."""
        with in_field("board"):
            cards = parse_hand(board)
            if len(cards) not in _STREETS:
                raise CardError(f"board {board!r} has {counted(len(cards))}; 3, 4 or 5 are needed")
        with in_field("hole"):
            number = parse_hole(hole)
            hero_cards, known = hole_cards()[number].tolist(), cards.tolist()
            shared = sorted({*hero_cards} & {*known})
            if shared:
                both = f"hole {hole!r} and board {board!r}"
                raise CardError(f"{both} both have {format_hand(shared)}")
        for name, dealt in (("hole", hero_cards), ("board", known)) if order.dead else ():
            with in_field(name):
                if not {*dealt}.isdisjoint(order.dead):
                    raise CardError(not_in_deck(dealt, order))
        return cls(number, cards, order)

    @property
    def street(self) -> str:
        """``flop``, ``turn`` or ``river``."""
        return _STREETS[len(self.board)]

    @property
    def deck(self) -> Game:
        """The deck, and the names of its tables."""
        return TWO_CARD_GAMES[self.order]


MOST_OPPONENTS = 1000


@dataclass(frozen=True)
class Opponents:
    """The opponents of the hole."""

    count: int = 1
    ranges: tuple[Weights, ...] = ()  # one for all, or one each; none if they may hold anything
    use_field: bool = False  # give each opponent the mean of the ranges

    def __post_init__(self) -> None:
        """Refuse numbers that do not fit together, with a UsageError."""
        if self.count < 1:
            raise UsageError(f"{self.count} opponents: give 1 or more")
        if self.count > MOST_OPPONENTS:
            raise UsageError(f"{shown(self.count)} opponents: give {MOST_OPPONENTS:,} at most")
        if len(self.ranges) not in (0, 1, self.count):
            opponents = f"{self.count} opponent{'' if self.count == 1 else 's'}"
            raise UsageError(
                f"{len(self.ranges)} ranges for {opponents}: give one for all, or one for each"
            )
        if self.use_field and len(self.ranges) < 2:
            raise UsageError("a field is made of several ranges; give one for each opponent")

    def each(self) -> tuple[Weights, ...]:
        """The range of each opponent."""
        return self.ranges * (self.count if len(self.ranges) == 1 else 1)


@dataclass(frozen=True)
class Call:
    """A bet to call, in any unit. ``pot`` includes the opponent's bet."""

    pot: float
    bet: float
    later: float = 0.0

    @classmethod
    def of(cls, pot: float | None, bet: float | None, later: float = 0.0) -> Call | None:
        """A call, or None if there is none; UsageError for an incomplete call."""
        if pot is None and bet is None and not later:
            return None
        if pot is None or bet is None:
            raise UsageError("a call has a pot and a bet; give both")
        if 0 < pot < bet:
            raise UsageError(
                f"pot {pot:g} is less than bet {bet:g}: the pot has the chips in it now, "
                "the opponent's bet included"
            )
        return cls(pot, bet, later)


@dataclass(frozen=True, repr=False, eq=False)
class Strength(Result):
    """The strength of a hole on a board.

    Attributes
    ----------
    hole, board : str
    values : mapping
        Every count and ratio by its name, such as ``ahead``, ``river_behind_ahead``, ``ppot2``;
        and the pot odds, if a bet was given.
    """

    hole: str
    board: str
    values: Mapping[str, Any]
    _spot: HoleOnBoard
    _opponents: Opponents
    _lake: Path | None = None

    _rows_shown = 60  # all of them

    def __getstate__(self) -> dict[str, Any]:
        # A read-only mapping cannot be pickled.
        return {**vars(self), "values": dict(self.values)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state | {"values": MappingProxyType(state["values"])})

    def __getitem__(self, key: Any) -> Any:
        """A count or ratio by its name; the row by its number."""
        return self.values[key] if isinstance(key, str) else super().__getitem__(key)

    @property
    def hs(self) -> float:
        """Hand strength now: (ahead + tied / 2) to the power of the number of opponents; 0 to 1."""
        return float(self.values["hs"])

    @property
    def ehs(self) -> float:
        """Effective hand strength: with positive and negative potential; 0 to 1."""
        return float(self.values["ehs"])

    @property
    def equity(self) -> float:
        """The equity against one opponent, 0 to 1."""
        return float(self.values["equity"])

    @property
    def ppot(self) -> float | None:
        """Positive potential to the river; None on a river."""
        return self._potential("ppot")

    @property
    def npot(self) -> float | None:
        """Negative potential to the river; None on a river."""
        return self._potential("npot")

    def _potential(self, name: str) -> float | None:
        steps = 5 - self.board_cards
        return float(self.values[f"{name}{steps}"]) if steps else None

    @property
    def board_cards(self) -> int:
        """How many cards the board has: 3 to 5."""
        return len(self._spot.board)

    @property
    def verdict(self) -> str:
        """Call or fold by pot odds, in a line; empty if no bet was given."""
        return verdict(self.values) if "call" in self.values else ""

    def summary(self) -> str:
        """The verdict."""
        return self.verdict

    def next_cards(self) -> Rows:
        """The strength of the hole after each card that can come next, the best equity first.

        Returns
        -------
        Rows
            ``card``, and ``hs``, ``ehs`` and ``equity`` after it, 0 to 1; null if the card blocks
            the whole range of an opponent.

        Raises
        ------
        CardError
            On a river: no card comes after it.
        """
        spot = self._spot
        if self.board_cards == 5:
            with in_field("board"):
                raise CardError("a river has no next card")
        seen = {*spot.board.tolist(), *hole_cards()[spot.hole].tolist(), *spot.order.dead}
        rows = []
        for card in range(len(CARDS)):
            if card in seen:
                continue
            after = replace(spot, board=np.append(spot.board, np.uint8(card)))
            is_dead = dead_holes([*seen, card])
            met = all((weights[~is_dead] > 0).any() for weights in self._opponents.ranges)
            values = spot_strength(after, self._opponents, lake=self._lake) if met else {}
            rows.append({"card": CARDS[card], **{name: values.get(name) for name in _AFTER}})
        schema = pa.schema({"card": pa.string(), **dict.fromkeys(_AFTER, pa.float64())})
        table = pa.Table.from_pylist(rows, schema)
        return Rows(table.sort_by([("equity", "descending"), ("card", "ascending")]))

    def to_arrow(self) -> pa.Table:
        """One row with a column for each number."""
        return one_row(self.values)

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return measures(self.values, self._spot, self._opponents)


def strength(
    hole: Any,
    board: Any,
    villains: Sequence[Any] = (),
    *,
    opponents: int | None = None,
    rule: Game = HOLDEM,
    pot: float | None = None,
    bet: float | None = None,
    later: float = 0.0,
    lake: Path | None = None,
    by: str | None = None,
    income: Sequence[str] = (),
    use_field: bool = False,
    files: bool = False,
) -> Strength:
    """The strength of a hole on a board, and whether it can call."""
    with reading("hole", hole), reading("board", board):
        spot = HoleOnBoard.parse(_text(hole), _text(board), rule.high)
    with in_field("villain"):
        ranges = villain_ranges(villains, income, opponents, by, lake, rule, files=files)
    facing = Opponents(opponents or max(len(ranges), 1), ranges, use_field)
    with in_field("bet"):
        call = Call.of(pot, bet, later)
    with in_field("villain"):
        numbers = spot_strength(spot, facing, call, lake)
    values = MappingProxyType(dict(numbers))
    return Strength(str(numbers["hole"]), str(numbers["board"]), values, spot, facing, lake)


def _text(cards: Any) -> str:
    return cards if isinstance(cards, str) else format_hand(one_hand(cards))


def spot_strength(
    spot: HoleOnBoard, opponents: Opponents, call: Call | None = None, lake: Path | None = None
) -> dict[str, Value]:
    """Counts by the names of their columns, and the ratios.

    On a river the counts are ``wins``, ``ties`` and, against ranges, ``losses``.

    Against opponents who may hold anything, the counts are from the lake's table if it has one, or
    computed with equal results. Against ranges, they are sums of weights. The lake is
    ``$POKERLAKE_LAKE`` or ``./lake`` if not given, if that exists.
    """
    numbers: dict[str, Value] = {
        "hole": format_hole(spot.hole),
        "board": format_hand(spot.board),
        "opponents": opponents.count,
    }
    if opponents.ranges:
        numbers |= _against_ranges(spot, opponents)
    else:
        numbers |= _against_anyone(spot, opponents.count, lake)
    return numbers | (_advice(numbers, call) if call is not None else {})


def _against_anyone(spot: HoleOnBoard, opponents: int, lake: Path | None) -> dict[str, Value]:
    """Counts against any hole, and their ratios."""
    cards = len(spot.board)
    source, counts = hole_counts(lake_at(lake), spot.hole, spot.board, spot.order)
    now, *steps = counts_of(counts, cards, spot.deck)
    named = {_AT_THE_RIVER.get(name, name): count for name, count in counts.items()}
    values = strength_ratios(now, *steps, hs=ratios.hand_strength(now, opponents))
    squared = equity_squared(values["equity"], counts, cards, spot.deck)
    return {"source": source, **named, **_floats(values), "equity_squared": float(squared)}


def _against_ranges(spot: HoleOnBoard, opponents: Opponents) -> dict[str, Value]:
    """Sums of weights against the field, and the strength against all opponents."""
    from pokerlake.engine.orders.evaluate import board_order
    from pokerlake.engine.strength.weighted import several_opponents

    result = several_opponents(
        spot.hole,
        spot.board,
        opponents.each(),
        use_field=opponents.use_field,
        order=board_order(spot.order),
    )
    sums, cards = result.against_field, len(spot.board)
    columns = (
        dict(zip(_AT_THE_RIVER.values(), sums.now, strict=True))
        if cards == 5
        else count_columns(cards, sums.now, sums.next_card, sums.river)
    )
    steps = (sums.next_card, sums.river)[: 5 - cards]
    made = strength_ratios(sums.now, *steps, hs=result.hs)
    return {"source": "computed", **_floats(columns), **_floats(made)}


def _floats(numbers: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(number) for name, number in numbers.items()}


# ---------------------------------------------------------------- the bet


def _advice(numbers: Mapping[str, Value], call: Call) -> dict[str, Value]:
    """Pot odds, and whether to call. Against several opponents, EHS stands in for the equity."""
    chance = numbers["equity"] if numbers["opponents"] == 1 else numbers["ehs"]
    assert isinstance(chance, float)
    try:
        needed = float(ratios.pot_odds(call.pot, call.bet))
        effective = float(ratios.pot_odds(call.pot, call.bet, call.later))
        largest = float(ratios.largest_call(chance, call.pot))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return {
        "pot": call.pot,
        "bet": call.bet,
        "later": call.later,
        "pot_odds": needed,
        "effective_odds": effective,
        "largest_call": largest if np.isfinite(largest) else None,
        "call": chance >= effective,
    }


def verdict(numbers: Mapping[str, Any]) -> str:
    """Call or fold by pot odds, in a line."""
    alone = numbers["opponents"] == 1
    has = f"{100 * numbers['equity']:.1f} %" if alone else f"about {100 * numbers['ehs']:.1f} %"
    needs = f"{100 * numbers['effective_odds']:.1f} %"
    word = "call" if numbers["call"] else "fold"
    later = f", and {numbers['later']:g} later," if numbers["later"] else ""
    bet = f"{numbers['bet']:g} into {numbers['pot']:g}{later}"
    return f"{word}: {bet} needs {needs}; the hand has {has}"


# ---------------------------------------------------------------- as tables

_MEANINGS = {
    "hole": "the hero's",
    "board": "as given",
    "opponents": "how many; several are an approximation, as if their cards were apart",
    "source": "the table of the lake that the counts are from, or computed",
    "wins": "of {} holes an opponent may have, those that lose to this one",
    "ties": "those that split the pot with it",
    "pot": "the chips in it now, with the opponent's bet",
    "bet": "what a call costs",
    "later": "what both will pay later",
    "pot_odds": "the equity that a call needs: bet / (pot + bet)",
    "effective_odds": "pot odds with what is paid later: (bet + later) / (pot + bet + 2 later)",
    "largest_call": "the bet whose pot odds equal the hand's equity",
    "call": "whether the equity reaches the effective odds",
}


def one_row(numbers: Mapping[str, Value]) -> pa.Table:
    """One row, a column for each number: for programs."""
    return pa.Table.from_pylist([dict(numbers)])


def measures(numbers: Mapping[str, Value], spot: HoleOnBoard, opponents: Opponents) -> pa.Table:
    """A row for each number and its meaning: for people."""
    street = f"{spot.deck.prefix}{spot.street}"
    described = [*table_or_view(f"{street}_hands").columns]
    described += table_or_view(f"{street}_strength").columns
    meanings = {**{column.name: column.meaning for column in described}, **_MEANINGS}
    meanings["wins"] = meanings["wins"].format(spot.deck.opponents(5))
    if opponents.ranges:
        meanings |= _range_meanings(numbers, meanings, opponents)
    return pa.table(
        {
            "measure": list(numbers),
            "value": [f"{v:z.6g}" if isinstance(v, float) else str(v) for v in numbers.values()],
            "meaning": [meanings[name] for name in numbers],
        }
    )


def _range_meanings(
    numbers: Mapping[str, Any], meanings: Mapping[str, str], opponents: Opponents
) -> dict[str, str]:
    """The meanings of sums of weights: over the holes in the ranges, not over all holes."""
    than = {"ahead": "weaker than", "tied": "as strong as", "behind": "stronger than"}
    if "wins" in numbers:
        than = {"wins": "weaker than", "ties": "as strong as", "losses": "stronger than"}
    ranges = opponents.each()
    apart = not all(np.array_equal(weights, ranges[0]) for weights in ranges)
    is_whole = not apart and all(float(weight) in (0, 1) for weight in np.unique(ranges[0]))
    if apart:
        those = "of the mean of the ranges, the share of holes"
    else:
        total = sum(numbers[name] for name in than)
        those = f"of {total:.6g} holes in the range{'' if is_whole else ', by weight'}, those"
    meaning = {name: f"{those} {how} this one" for name, how in than.items()}
    if not is_whole:
        who = "share" if apart else "weight"
        steps = (name for name in numbers if name.startswith(("turn_", "river_")))
        meaning |= {name: f"{who} of {meanings[name]}" for name in steps}
    if apart and not opponents.use_field:
        meaning["hs"] = "hand strength: the product of ahead + tied / 2, of all, for each range"
    if apart:
        meaning["equity"] = "win + tie / 2 at the river, against one opponent with the mean range"
    return meaning
