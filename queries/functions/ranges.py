"""Ranges as text: their holes and weights, and the best hands as a range."""

from __future__ import annotations

import functools
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HOLDEM, OMAHA6, PINEAPPLE
from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.ranges.parser import Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import top_range as weights_of_top
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.orders import game_of
from ..answers.ranges.given import RangeReader
from ..answers.ranges.reader import TwoCards
from .columns import (
    cards_of,
    column_of,
    different_texts,
    either,
    holes_of,
    is_real,
    lists_of,
    nulls_of,
    texts_of,
)
from .library import Library

_HAND = pa.schema({"hand": pa.string(), "range_weight": pa.float64(), "combos": pa.float64()})
_HOLE = pa.schema(
    [
        ("hole_id", pa.uint16()),
        ("hole", pa.string()),
        ("hand", pa.string()),
        ("range_weight", pa.float64()),
    ]
)


def in_range(library: Library, holes: pa.Array, ranges: pa.Array) -> pa.Array:
    """Whether a hole has a weight above 0 in a range."""
    weights, null = _weights(library, holes, ranges)
    return column_of(weights > 0, null)


def range_weight(library: Library, holes: pa.Array, ranges: pa.Array) -> pa.Array:
    """The weight of a hole in a range, 0 to 1."""
    return column_of(*_weights(library, holes, ranges))


def _weights(
    library: Library, holes: pa.Array, ranges: pa.Array
) -> tuple[Weights, npt.NDArray[np.bool_] | None]:
    ids, nulls = holes_of(holes)
    texts, which = different_texts(ranges)
    weights = np.zeros(len(ids))
    for place, text in enumerate(texts):
        if text is not None:
            rows = slice(None) if which is None else np.flatnonzero(which == place)
            weights[rows] = library.weights(text)[ids[rows]]
    return weights, either(nulls, nulls_of(ranges))


def in_omaha_range(library: Library, holes: pa.Array, ranges: pa.Array) -> pa.Array:
    """Whether a hole of 3 to 6 cards as text, of pineapple or Omaha, is in a range."""
    weights, null = _omaha_weights(library, holes, ranges)
    return column_of(weights > 0, null)


def omaha_range_weight(library: Library, holes: pa.Array, ranges: pa.Array) -> pa.Array:
    """The weight of a hole of 3 to 6 cards as text, of pineapple or Omaha, in a range, 0 to 1."""
    return column_of(*_omaha_weights(library, holes, ranges))


def _omaha_weights(
    library: Library, holes: pa.Array, ranges: pa.Array
) -> tuple[Weights, npt.NDArray[np.bool_] | None]:
    parsed = cards_of(holes, PINEAPPLE.hole, OMAHA6.hole)
    texts, which = different_texts(ranges)
    weights = np.zeros(len(holes))
    for size in np.unique(parsed.count[parsed.count > 0]).tolist():
        for place, text in enumerate(texts):
            wanted = parsed.count == size if which is None else which == place
            rows = np.flatnonzero(wanted & (parsed.count == size))
            if text is not None and len(rows):
                cards = np.sort(parsed.cards[:size, rows].T, axis=1)
                weights[rows] = library.omaha_range(text, size).weights_of(cards)
    return weights, either(nulls_of(holes), nulls_of(ranges))


# ---------------------------------------------------------------- lists


def range_hands(library: Library, ranges: pa.Array, games: pa.Array | None = None) -> pa.Array:
    """The list of the hands in a range, each ``{hand, range_weight, combos}``.

    They have the mean and the sum of the weights of their holes. In a game such as short deck, the
    list has the hands of its deck, and percentages go by its ranking.
    """

    def hands(text: str, game: str = HOLDEM.name) -> pa.Table:
        rule = game_of(game)
        weights = library.of_order(rule.high).weights(text)
        hole_range = TwoCards.of(weights, rule).without(rule.dead)
        return RangeReader(order=rule.high, dead=rule.dead).shown(hole_range)

    return lists_of([ranges] if games is None else [ranges, games], hands, _HAND)


def range_holes(library: Library, ranges: pa.Array, dead: pa.Array | None = None) -> pa.Array:
    """The list of the holes in a range, each ``{hole_id, hole, hand, range_weight}``.

    Holes with a dead card are left out.
    """

    def holes(text: str, dead_text: str = "") -> pa.Table:
        hole_range = TwoCards.of(library.weights(text)).without(parse_hand(dead_text).tolist())
        return RangeReader().holes(hole_range)

    return lists_of([ranges] if dead is None else [ranges, dead], holes, _HOLE)


# ---------------------------------------------------------------- the best hands


def top_range(library: Library, first: pa.Array, *others: pa.Array) -> pa.Array:
    """The best hands as the text of a range.

    ``top_range(0.15, 'income 6')`` is the best 15 % by a ranking of the lake, by default the equity
    against a random hand. ``top_range(hands, values, 15)`` ranks by the values of all 169 hands;
    higher is better.
    """
    if pa.types.is_list(first.type) and len(others) == 2:
        return _top_by_values(first, *others)
    if len(others) == 2:
        raise UsageError(
            "top_range takes a share and a ranking, as in top_range(0.15, 'income 6'), or lists "
            "of 169 hands and their values and a percentage"
        )
    shares = _shares(first)
    rankings = texts_of(others[0]) if others else ["equity"] * len(shares)

    @functools.cache
    def top(share: Fraction | None, ranking: str | None) -> str | None:
        if share is None or ranking is None:
            return None
        return format_range(weights_of_top(library.ranking(ranking), 100 * share))

    return pa.array(map(top, shares, rankings), pa.string())


def _shares(column: pa.Array) -> list[Fraction | None]:
    """Shares 0 to 1, exactly as they are written: 0.15 is 3/20."""
    if not (is_real(column.type) or pa.types.is_null(column.type)):
        raise UsageError(f"the share of top_range is a number 0 to 1, not {sql_type(column.type)}")
    shares = []
    for value in column.to_pylist():
        if value is not None and not 0 <= value <= 1:
            hint = f"; {value:g} % is {value / 100:g}" if 1 < value <= 100 else ""
            raise UsageError(f"the share of top_range is 0 to 1, not {value:g}{hint}")
        shares.append(None if value is None else Fraction(str(value)))
    return shares


def _top_by_values(hands: pa.Array, values: pa.Array, percents: pa.Array) -> pa.Array:
    rows = zip(hands.to_pylist(), values.to_pylist(), percents.to_pylist(), strict=True)
    return pa.array(
        [
            None
            if names is None or ranked_by is None or percent is None
            else format_range(weights_of_top(_ranking(names, ranked_by), percent))
            for names, ranked_by, percent in rows
        ],
        pa.string(),
    )


def _ranking(hands: list[str | None], values: list[float | None]) -> npt.NDArray[np.float64]:
    """The values in the order of ``HANDS``."""
    if len(hands) != len(values):
        raise RangeError(f"top_range has {len(hands)} hands and {len(values)} values")
    by_hand = dict(zip(hands, values, strict=True))
    if len(by_hand) < len(hands):
        raise RangeError("top_range has a hand twice")
    for hand in HANDS:
        if by_hand.get(hand) is None:
            raise RangeError(f"top_range needs a value for each of the 169 hands; {hand} has none")
    if len(by_hand) > len(HANDS):
        wrong = next(hand for hand in hands if hand not in HANDS)
        raise RangeError(f"top_range has {wrong!r}, which is no hand")
    return np.array([by_hand[hand] for hand in HANDS], np.float64)
