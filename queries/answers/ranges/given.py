"""Ranges as a user gives them, with percentages that go by rankings in the lake."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Number
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    HOLES,
    dead_holes,
    format_hole,
    hand_of_hole,
    hole_id,
)
from pokerlake.engine.cards.layout import is_one_hand
from pokerlake.engine.cards.text import CARDS, RANKS, parse_hand
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.ranges.notation import combine, dialect_of, read_parts
from pokerlake.engine.ranges.parts import Part, Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import Ranking, top_range
from pokerlake.engine.ranges.weights import as_range, income_weights
from pokerlake.tables.errors import InputError, UsageError
from pokerlake.tables.lake import Lake, lake_path

from ...files.formats.range_texts import HAND_KEYS
from ..lookup.rankings import EQUITY, lake_ranking, ranking_at, ranking_name
from .tables import parts_table

if TYPE_CHECKING:
    import pyarrow as pa


_SHAPE = re.compile(r"[2-9TJQKAtjqka]{2}[^\s,;]")
_OF_OMAHA = re.compile(r"(?:[2-9TJQKA][CDHSX]?|[X*]){4,6}(?:[$!:].*)?|.*\$.*", re.I)


_GRID = (13, 13)
# As there; "value" is what a chart draws.
_HAND_COLUMNS, _WEIGHT_COLUMNS = ("hole_id", "hole", "hand"), ("range_weight", "weight", "value")
_SHAPES = "give 1,326 weights, 169 or 13 x 13, holes as (n, 2) cards, or text"


@dataclass(frozen=True)
class RangeReader:
    """Reads ranges in one dialect, with one ranking and the same dead cards.

    The lake, which has the rankings, is only opened for a range that has a percentage. It is
    ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    """

    lake: Path | None = None
    ranking: str = EQUITY  # or "income 6", the income rate of six players
    dialect: str = "pokerlake"
    dead: tuple[int, ...] = ()  # cards 0..51
    order: Order = HIGH  # whose rankings percentages go by

    @classmethod
    def of(
        cls,
        lake: Path | None,
        by: str | None,
        players: int | None,
        dialect: str = "pokerlake",
        dead: str = "",
        order: Order = HIGH,
    ) -> RangeReader:
        """A reader from the options of a command.

        Raises
        ------
        UsageError
            If there is no such ranking.
        RangeError
            If there is no such dialect.
        CardError
            If the dead cards are not cards.
        """
        dialect_of(dialect)
        cards = tuple(int(card) for card in parse_hand(dead))
        if order.dead:
            cards = tuple(sorted({*cards, *order.dead}))
        return cls(lake, ranking_name(by, players), dialect, cards, order)

    def values(self) -> Ranking:
        """The ranking, out of the lake; without one equity is counted."""
        return ranking_at(self.lake, self.ranking, self.order)

    def weights(self, given: str) -> Weights:
        """The weights of a range: text, or ``@FILE``, or ``-`` for standard input.

        Returns
        -------
        (1326,) float64
            By ``hole_id``.

        Raises
        ------
        RangeError
            If the text is not a range.
        LakeError
            If a percentage needs a table that is not there.
        InputError
            If the file is not text.
        """
        return self.read(given_text(given))

    def read(self, text: str) -> Weights:
        """The weights of a text, which is no file's name; errors are those of :meth:`weights`."""
        weights, _ = combine(text, self._parts(text), self.dialect)
        return self.alive(weights)

    def alive(self, weights: Weights) -> Weights:
        """The weights without holes that have a dead card."""
        return np.where(dead_holes(self.dead), 0.0, weights)

    def live(self) -> int:
        """How many holes have no dead card."""
        return int((~dead_holes(self.dead)).sum())

    def ranks(self) -> int:
        """How many ranks the deck has."""
        return len({card >> 2 for card in range(len(CARDS)) if card not in self.order.dead})

    def top(self, percent: str) -> Weights:
        """The weights of the top ``15`` or ``5-15`` percent.

        Raises
        ------
        RangeError
            If that is no percentage.
        LakeError
            As :meth:`weights`.
        """
        first, _, second = percent.replace("%", "").partition("-")
        return self.alive(top_range(self.values(), first.strip(), second.strip() or 0))

    def explained(self, given: str) -> pa.Table:
        """How each part of a range was read, one row a part.

        Errors are those of :meth:`weights`.
        """
        text = given_text(given)
        parts = self._parts(text)
        _, deciding = combine(text, parts, self.dialect)
        return parts_table(parts, np.where(dead_holes(self.dead), -1, deciding))

    def _parts(self, text: str) -> list[Part]:
        with hinting(text):
            return read_parts(text, dialect=self.dialect, ranking=self.values)


@contextmanager
def hinting(text: str) -> Iterator[None]:
    """Reading this text; a RangeError says, too, what was meant, if that can be told."""
    try:
        yield
    except RangeError as error:
        meant = _meant(text, error.position or 0)
        if not meant:
            raise
        raise RangeError(f"{error.problem}; {meant}", error.position) from error


def _meant(text: str, position: int) -> str:
    """What was meant by the part that is wrong: a hole of Omaha, or ``AKx`` near to a hand."""
    for part in re.finditer(r"[^\s,;]+", text):
        if part.start() < position <= part.end() and _OF_OMAHA.fullmatch(part[0]):
            return "holes of four cards and more need a game, such as omaha"
        if position == part.start() + 3 and _SHAPE.match(part[0]):
            low, high = sorted(part[0][:2].upper(), key=RANKS.index)
            if low == high:
                return f"did you mean '{high}{low}'?"
            return f"did you mean '{high}{low}s' or '{high}{low}o'?"
    return ""


def whole_weights(weights: Weights) -> Weights:
    """The range with each weight rounded: 1 from 0.5 on, and else 0."""
    return (weights >= 0.5).astype(np.float64)


def share_hint(percent: str) -> str:
    """What to say of a percentage that looks like a share: ``0.15``; else nothing."""
    numbers = [part.strip() for part in percent.split("-")]
    if "%" in percent or not 0 < max(map(float, numbers)) < 1:
        return ""
    meant = "-".join(f"{100 * float(number):g}" for number in numbers)
    return f"{percent} is a percentage, {percent} % of the combos; for {meant} % give {meant}"


def range_weights(given: str, lake: Path | None = None) -> Weights:
    """The weights of a range in pokerlake's own notation, with percentages by equity.

    What is given, what is returned and errors are those of :meth:`RangeReader.weights`.
    """
    return RangeReader(lake).weights(given)


def weights_of(given: Any, read: Callable[[str], Weights]) -> Weights:
    """The weights of a range in any form that people have.

    Parameters
    ----------
    given : str, mapping, sequence, array, frame or object with ``weights``
        Text; texts with their weights, ``{"AKs": 0.5}``; a list or series of texts; 1,326 weights
        by ``hole_id``, 169 along the grid, or 13 x 13; holes as ``(n, 2)`` cards, or one as two; a
        series of pandas by hand, or a frame as of :func:`of_frame`.
    read : callable
        Gives the weights of a text.

    Returns
    -------
    (1326,) float64

    Raises
    ------
    RangeError, CardError
        If it is no range.
    """
    if getattr(getattr(given, "weights", None), "shape", None) == (HOLES,):
        return as_range(given.weights)
    if isinstance(given, str):
        return read(given)
    if isinstance(given, Mapping):
        return _of_mapping(given, read)
    named = of_frame(given)
    if named is not None:
        return _of_mapping(named, read)
    given = listed(given)
    if isinstance(given, list) and given and all(isinstance(part, str) for part in given):
        return read("".join(given) if is_one_hand(given) else ",".join(given))
    try:
        numbers = np.asarray(given)
    except ValueError as error:  # rows of different lengths
        raise RangeError(_unknown(given)) from error
    if numbers.dtype.kind not in "iufb":
        raise RangeError(_unknown(given))
    if numbers.shape == (2,) or (numbers.ndim == 2 and numbers.shape[1] == 2):
        weights = np.zeros(HOLES)
        for hole in numbers.reshape(-1, 2).tolist():
            weights[hole_id(*hole)] = 1.0
        return weights
    if numbers.shape in (_GRID, (len(HANDS),)):
        grid = numbers.astype(np.float64).ravel()
        fine = (grid >= 0) & (grid <= 1)
        if not fine.all():
            wrong = int(np.argmin(fine))
            raise RangeError(f"weight {grid[wrong]:g} of {HANDS[wrong]} is not in 0..1")
        return np.asarray(grid[hand_of_hole()], np.float64)
    if numbers.shape == (HOLES,):
        return as_range(numbers)
    if numbers.ndim == 0:
        raise RangeError(_unknown(given))
    raise RangeError(f"an array of shape {numbers.shape} is no range: {_SHAPES}")


def listed(given: Any) -> Any:
    """A list of what can be gone through; arrays and series are only if they are of text."""
    if hasattr(given, "__array__"):
        array = np.asarray(given)
        return array.tolist() if array.ndim == 1 and array.dtype.kind in "OTU" else given
    return list(given) if isinstance(given, Iterable) else given


def of_frame(given: Any) -> Mapping[str, float] | None:
    """The weights of a series of pandas by its index, or of a frame with a column of hands.

    The holes are in ``hole_id``, ``hole`` or ``hand``, the weights in ``range_weight``, ``weight``
    or ``value``: of several columns the first of these. Without numbers all weights are 1.

    Raises
    ------
    RangeError
        If a hand is there twice with two weights, or which numbers are the weights cannot be told.
    """
    if hasattr(given, "to_dict") and np.ndim(given) == 1 and hasattr(given, "index"):
        found = list(given.index)
        return _by_hand(found, given) if all(isinstance(key, str) for key in found) else None
    columns = {str(name).lower(): name for name in getattr(given, "columns", ())}
    hand = next((name for name in _HAND_COLUMNS if name in columns), None)
    if hand is None:
        return None
    weight = next((name for name in _WEIGHT_COLUMNS if name in columns), None)
    if weight is None or (weight == "value" and "share" in columns):
        numbers = [
            str(name)
            for key, name in columns.items()
            if key not in HAND_KEYS and _is_numeric(given[name])
        ]
        if numbers:
            raise RangeError(
                f"which of the columns {', '.join(numbers)} is the weight? Name it weight, or give "
                f"the hands alone: frame[{columns[hand]!r}]"
            )
    hands = list(given[columns[hand]])
    if hand == "hole_id":
        hands = [_hole_named(number) for number in hands]
    return _by_hand(hands, [1.0] * len(hands) if weight is None else given[columns[weight]])


def _by_hand(hands: Sequence[str], weights: Iterable[Any]) -> dict[str, float]:
    """The weight of each text; RangeError if one has two."""
    found: dict[str, float] = {}
    for hand, weight in zip(hands, weights, strict=True):
        if found.setdefault(hand, weight) != weight:
            raise RangeError(f"{hand} is there twice, with the weights {found[hand]} and {weight}")
    return found


def _is_numeric(column: Any) -> bool:
    values = [value for value in column if value is not None]
    return bool(values) and all(
        isinstance(value, Number) and not isinstance(value, bool) for value in values
    )


def _hole_named(number: object) -> str:
    if not is_whole(number) or not 0 <= number < HOLES:
        raise RangeError(f"hole_id {shown(number)} is not in 0..{HOLES - 1}")
    return format_hole(int(number))


def _of_mapping(given: Mapping[str, float], read: Callable[[str], Weights]) -> Weights:
    """Each text has its weight; a hole that two texts have must have the same in both."""
    weights = np.full(HOLES, -1.0)
    for text, weight in given.items():
        try:
            share = float(weight)
        except (TypeError, ValueError):
            raise RangeError(f"the weight of {text} is {weight!r}; give a number 0 to 1") from None
        if not 0 <= share <= 1:
            raise RangeError(f"weight {weight} of {text!r} is not in 0..1")
        part = (
            read(text)
            if text not in HAND_INDEX
            else np.where(hand_of_hole() == HAND_INDEX[text], 1.0, 0.0)
        )
        holes = np.flatnonzero(part)
        twice = holes[(weights[holes] >= 0) & (weights[holes] != part[holes] * share)]
        if len(twice):
            raise RangeError(f"{format_hole(int(twice[0]))} is in {text!r} with another weight")
        weights[holes] = part[holes] * share
    return np.asarray(np.maximum(weights, 0.0), np.float64)


def _unknown(given: object) -> str:
    if given is None:
        return f"None is no range: {_SHAPES}"
    if is_whole(given) or isinstance(given, float):
        return f"{given} is no range: give text, such as '15%' for the best 15 % of the hands"
    return f"{type(given).__name__} {shown(given)} is no range: {_SHAPES}"


def given_text(given: str) -> str:
    """The text of a range as given: itself, that of ``@FILE``, or standard input for ``-``.

    No range begins with ``@`` or is ``-``.

    Raises
    ------
    InputError
        If the file cannot be read, or what is read is not text in UTF-8.
    """
    if given != "-" and not given.startswith("@"):
        return given
    name = "standard input" if given == "-" else given[1:]
    if given == "-" and sys.stdin is None:
        raise InputError("standard input is closed")
    try:
        data = sys.stdin.buffer.read() if given == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not text in UTF-8 (byte {error.start + 1})") from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error


def villain_ranges(
    ranges: Sequence[str],
    income: Sequence[str],
    opponents: int | None,
    by: str | None,
    lake: Path | None,
    order: Order = HIGH,
) -> tuple[Weights, ...]:
    """The weights of each opponent: first those of ranges, as given, then those by income rate.

    Each of ``income`` is ``MEAN,DEVIATION``: shares of the ranking by income rate. Percentages and
    ``income`` go by the ranking ``by``. Without it, ``income`` goes by the income rate of all
    players: one more than the opponents, who are as many as are given here unless ``opponents``
    says another number.

    Raises
    ------
    UsageError
        If a mean or deviation is no number, or the ranking is none of income.
    RangeError, LakeError, InputError
        As :meth:`RangeReader.weights`.
    """
    reader = RangeReader.of(lake, by, None, order=order)
    weights = [reader.weights(text) for text in ranges]
    if income:
        players = 1 + (opponents or len(ranges) + len(income))
        name = ranking_name(by or f"income {players}", None)
        if not name.startswith("income"):
            raise UsageError(f"--income-weights go by an income rate, not by {name!r}")
        rates = lake_ranking(Lake.open(lake_path(lake)), name, order)
        weights += [income_weights(rates, *_mean_and_deviation(text)) for text in income]
    return tuple(weights)


def _mean_and_deviation(text: str) -> tuple[float, float]:
    mean, comma, deviation = text.partition(",")
    try:
        if comma:
            return float(mean), float(deviation)
    except ValueError:
        pass
    raise UsageError(f"--income-weights {text!r}: give MEAN,DEVIATION such as 0.7,0.2")
