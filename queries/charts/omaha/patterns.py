"""Holes of four cards by their ranks and suits: 1,820 patterns of ranks, and five of suits.

A value of a pattern is the mean over its holes, each of which counts as often as it is dealt.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import RANKS, CardError, parse_column
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.tables.errors import QueryError, UsageError
from pokerlake.tables.schema import sql_type

from ...files.text import text_column
from ..grids.hand_values import one_column, require_number

# By how many cards of a suit there are, the most first.
SUITS = {
    "ds": (2, 2, 0, 0),
    "ss": (2, 1, 1, 0),
    "rainbow": (1, 1, 1, 1),
    "ts": (3, 1, 0, 0),
    "ms": (4, 0, 0, 0),
}
ALL = "all"

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Holes:
    """The 16,432 holes up to suits, as ``omaha_hands`` has them. Arrays are read-only."""

    pattern: Ints  # (16432,): the row of ``places``
    suits: Ints  # (16432,): of SUITS
    combos: Ints  # (16432,)
    places: Ints  # (1820, 4): the ranks of each pattern from the highest on; 0 is the ace

    def name(self, pattern: int) -> str:
        """The ranks of a pattern: ``AAKQ``."""
        return "".join(RANKS[12 - place] for place in self.places[pattern])


@functools.cache
def holes() -> Holes:
    """All holes up to suits, listed in 20 ms, once."""
    listed = canonical_boards(4)
    cards = listed.cards.astype(np.int64)
    ranks = 12 - np.sort(cards >> 2, axis=1)[:, ::-1]
    places, pattern = np.unique(ranks, axis=0, return_inverse=True)
    of_suit = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1)
    of_suit = -np.sort(-of_suit, axis=1)
    kinds = np.array(list(SUITS.values()))
    suits = (of_suit[:, None] == kinds).all(axis=2).argmax(axis=1)
    found = Holes(pattern.ravel(), suits, listed.weight.astype(np.int64), places)
    for array in vars(found).values():
        array.flags.writeable = False
    return found


@dataclass(frozen=True)
class PatternValues:
    """Values of patterns, for one kind of suits or for all of them."""

    suits: str  # of SUITS, or ALL
    mean: Floats  # (1820,): NaN where no hole has a value
    lowest: Floats  # (1820,): of the holes of the pattern
    highest: Floats  # (1820,)
    combos: Ints  # (1820,): of the holes that have a value

    def of_top_ranks(self) -> Floats:
        """The mean over all holes with the same two highest ranks, ``(13, 13)``: row <= column."""
        return self._by(holes().places[:, 0] * 13 + holes().places[:, 1], 169).reshape(13, 13)

    def everywhere(self) -> float:
        """The mean over all holes; NaN where there is none."""
        return float(self._by(np.zeros(len(self.mean), np.int64), 1)[0])

    def _by(self, groups: Ints, size: int) -> Floats:
        sums = np.bincount(groups, np.nan_to_num(self.mean) * self.combos, size)
        return _quotients(sums, np.bincount(groups, self.combos, size))


def by_pattern(values: Floats, suits: str) -> PatternValues:
    """The values of patterns, of a value for each hole ``(16432,)``; NaN is none."""
    of = holes()
    chosen = ~np.isnan(values)
    if suits != ALL:
        chosen &= of.suits == list(SUITS).index(suits)
    size = len(of.places)
    pattern, combos, given = of.pattern[chosen], of.combos[chosen], values[chosen]
    there = np.bincount(pattern, combos, size)
    lowest, highest = np.full(size, np.nan), np.full(size, np.nan)
    np.fmin.at(lowest, pattern, given)
    np.fmax.at(highest, pattern, given)
    means = _quotients(np.bincount(pattern, combos * given, size), there)
    means = np.clip(means, lowest, highest)  # no rounding makes 99.9… of holes that have 100
    return PatternValues(suits, means, lowest, highest, there.astype(np.int64))


def _quotients(sums: npt.NDArray[np.number], counts: npt.NDArray[np.number]) -> Floats:
    found = np.full(len(sums), np.nan)
    np.divide(sums, counts, out=found, where=counts > 0)
    return found


def hole_values(rows: pa.RecordBatchReader, value: str = "value") -> Floats:
    """A value for each of the 16,432 holes, from rows with the columns ``hand`` and ``value``.

    A hand is four cards in any order and suits; holes that are not among the rows are NaN.

    Raises
    ------
    UsageError
        If a column is missing, is there twice or has a type that is no use.
    QueryError
        If there are no rows, a hand is none or is there twice, or a value is missing or not finite.
    """
    place = {name: one_column(rows.schema, name) for name in ("hand", value)}
    require_number(rows.schema.field(place[value]))
    hand = rows.schema.field(place["hand"])
    if not (pa.types.is_string(hand.type) or pa.types.is_large_string(hand.type)):
        raise UsageError(f"column 'hand' is {sql_type(hand.type)}; a hole is text: AsAhKsKh")
    table = rows.read_all()
    if not len(table):
        raise QueryError("the query gives no rows; a chart needs one for each hole it shows")
    texts = table.column(place["hand"]).cast(pa.string()).combine_chunks()
    hands = _numbers(texts)
    twice = np.flatnonzero(np.bincount(hands, minlength=len(holes().pattern)) > 1)
    if len(twice):
        rows_of = np.flatnonzero(hands == twice[0])[:2].tolist()
        one, other = (texts[row].as_py() for row in rows_of)
        raise QueryError(f"the query gives {one} and {other}, which are one hole up to suits")
    numbers = table.column(place[value]).cast(pa.float64(), safe=False).to_numpy()
    bad = np.flatnonzero(~np.isfinite(numbers))
    if len(bad):
        raise QueryError(
            f"the value of {texts[int(bad[0])].as_py()} is null, NaN or infinite; leave holes "
            "without a value out in SQL ('where isfinite(value)')"
        )
    values = np.full(len(holes().pattern), np.nan)
    values[hands] = numbers
    return values


def _numbers(texts: pa.Array) -> npt.NDArray[np.uint32]:
    """The number of each hole up to suits; QueryError for the first text that is none."""
    if texts.null_count:
        raise QueryError("null in column 'hand' is no hole; a hole is four cards: AsAhKsKh")
    try:
        parsed = parse_column(text_column(texts), fewest=4, most=4)
        return board_ids(parsed.cards, layout="columns")
    except CardError as error:
        raise QueryError(
            f"column 'hand': {error.problem}; a hole is four cards: AsAhKsKh"
        ) from None
