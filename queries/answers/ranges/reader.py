"""The reader of ranges, for all games: from text and other forms, and into tables.

The reader of a game knows its notation, its rankings, and its kinds of holes: the 169 hands of two
cards (``given.py``), or ranks and suits (``omaha.py``).
"""

from __future__ import annotations

import functools
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from numbers import Number
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HOLDEM, Game, game_named
from pokerlake.engine.cards.holes import HOLES, dead_holes, format_hole, hole_cards
from pokerlake.engine.cards.layout import is_one_hand
from pokerlake.engine.cards.text import CARDS, format_hand
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.ranges.omaha_parser import OmahaPart
from pokerlake.engine.ranges.parser import RangePart, Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import as_range
from pokerlake.tables.errors import InputError

from ...files.formats.range_texts import HAND_KEYS

Cards = npt.NDArray[np.uint8]

ANY = ("random", "*")  # words for any hole

# Columns in files of ranges; charts draw "value".
_HAND_COLUMNS, _WEIGHT_COLUMNS = ("hole_id", "hole", "hand"), ("range_weight", "weight", "value")


@dataclass(frozen=True, eq=False)
class TwoCards:
    """A range of two cards: a weight for each of the 1,326 holes."""

    weights: Weights  # (1326,), read-only
    game: Game = HOLDEM

    @classmethod
    def of(cls, weights: npt.ArrayLike, game: Game = HOLDEM) -> TwoCards:
        """A range of these weights; RangeError if they are invalid."""
        return cls.kept(as_range(weights), game)

    @classmethod
    def kept(cls, weights: Weights, game: Game) -> TwoCards:
        """A range of weights that are known to be valid."""
        weights.flags.writeable = False
        return cls(weights, game)

    @property
    def holes(self) -> Cards:
        """The cards of all holes, ``(1326, 2)``."""
        return hole_cards()

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())

    @property
    def percent(self) -> float:
        """The combos as a percentage of all holes of the deck."""
        return 100 * self.combos / self.game.holes

    def __len__(self) -> int:
        """How many holes have a weight above 0."""
        return int(np.count_nonzero(self.weights))

    def at(self, _: TwoCards) -> Weights:
        """The weights for the holes of another range: for all holes."""
        return self.weights

    def merged(self, other: TwoCards, how: Callable[[Weights, Weights], Weights]) -> TwoCards:
        """The range whose weights combine those of two ranges."""
        return self.kept(how(self.weights, other.weights), self.game)

    def each(self, how: Callable[[Weights], Weights]) -> TwoCards:
        """The range with changed weights; RangeError if one is not in 0..1."""
        return self.of(how(self.weights), self.game)

    def inverse(self) -> TwoCards:
        """The range of 1 minus each weight, without cards that are not in the deck."""
        hole_range = self.kept(1.0 - self.weights, self.game)
        return hole_range.without(self.game.dead) if self.game.dead else hole_range

    def without(self, dead: Iterable[int]) -> TwoCards:
        """The range without holes that have a dead card."""
        return self.kept(np.where(dead_holes(dead), 0.0, self.weights), self.game)

    def whole(self) -> TwoCards:
        """The range with each weight rounded: 1 from 0.5 on, else 0."""
        return self.kept((self.weights >= 0.5).astype(np.float64), self.game)


H = TypeVar("H", TwoCards, OmahaRange)


class Kinds(NamedTuple):
    """The kinds of the holes in a range, the best first: n holes, k kinds."""

    holes: npt.NDArray[np.intp]  # (n,) places in the range of holes with a weight above 0
    kind: npt.NDArray[np.intp]  # (n,) the kind of each
    live: npt.NDArray[np.int64]  # (k,) how many of its holes have no dead card, at least 1
    names: Mapping[str, pa.Array]  # (k,) columns
    titles: Sequence[str]  # (k,) names in one line
    order: npt.NDArray[np.intp]  # (n,) in which the holes are listed


class Reader(ABC, Generic[H]):
    """Reads ranges of one game and lists them, without holes that have a dead card.

    The lake has the rankings and is only opened for a range with a percentage.
    """

    dead: tuple[int, ...]  # cards 0..51
    combos_digits = ",.10g"  # the format of combos
    combos_type = pa.int64()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game of the ranges."""

    # ------------------------------------------------------------ reading

    @abstractmethod
    def read(self, text: str) -> H:
        """The range of a text; files are not read.

        RangeError for an invalid range, LakeError if a percentage needs a table that is missing.
        """

    @abstractmethod
    def top(self, percent: str) -> H:
        """The top ``15`` or ``5-15`` percent; errors as in :meth:`read`."""

    @abstractmethod
    def percents(self) -> npt.NDArray[np.float64]:
        """The share x 100 of all holes that rank as high or higher, by hole number."""

    @abstractmethod
    def explained(self, text: str) -> tuple[H, pa.Table]:
        """The range of a text, and a row for how each part was read; errors as in :meth:`read`."""

    def given(self, text: str) -> H:
        """The range of a text, ``@FILE``, or ``-`` for standard input.

        Errors as in :meth:`read`; InputError if the file is not text.
        """
        return self.read(given_text(text))

    def live(self, hole_range: H) -> int:
        """How many holes of the range's number of cards have no dead card."""
        return comb(len(CARDS) - len(set(self.dead)), hole_range.holes.shape[1])

    def any(self, value: Any) -> H:
        """The range from any form.

        ``value`` is text; texts with their weights, ``{"AKs": 0.5}``; a list or series of texts;
        holes as ``(n, k)`` cards 0..51, or one hole as ``(k,)``; a pandas series by text, or a
        frame with a column ``hand`` or ``hole``, see :func:`of_frame`; or a range. For two cards,
        also 1,326 weights by ``hole_id``, 169 in the order of the grid, or 13 x 13.
        """
        if type(value) is str:
            return self.read(value)
        hole_range = self._any(value)
        return hole_range.without(self.dead) if self.dead else hole_range

    def _any(self, value: Any) -> H:
        self._refuse_other_game(value)
        held = self._held(value)
        if held is not None:
            return held
        if isinstance(value, str):  # a subclass, such as numpy's
            return self.read(value)
        named = value if isinstance(value, Mapping) else of_frame(value)
        if named is not None:
            return self._of_mapping(named)
        value = _listed(value)
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return self.read("".join(value) if is_one_hand(value) else ",".join(value))
        try:
            numbers = np.asarray(value)
        except ValueError as error:  # rows of different lengths
            raise self._unknown(value) from error
        return self._of_numbers(numbers, value)

    def _refuse_other_game(self, value: Any) -> None:
        name = getattr(value, "game", None)
        game = game_named(name) if isinstance(name, str) else None
        if game is None:
            return
        wanted = self.game.name
        # A range of a full deck has all holes of a smaller deck, so it may be used there.
        if game.hole != self.game.hole or not set(self.game.deck) <= set(game.deck):
            how = f"read its text anew with game={wanted!r}"
            raise RangeError(f"a range of {game.name} is none of {wanted}; {how}")

    @abstractmethod
    def _held(self, value: Any) -> H | None:
        """The range in an object that is one; None for other objects."""

    @abstractmethod
    def _of_numbers(self, numbers: npt.NDArray[Any], value: Any) -> H:
        """The range of an array; RangeError, which shows ``value``, if it is not a range."""

    @abstractmethod
    def _unknown(self, value: Any) -> RangeError:
        """The error for a value that is not a range."""

    def _of_mapping(self, weight_of: Mapping[str, float]) -> H:
        """The range of texts with weights; a hole in two texts must have one weight."""
        hole_range: H | None = None
        nothing: list[tuple[str, H]] = []  # texts of weight 0
        for text, weight in weight_of.items():
            try:
                share = float(weight)
            except (TypeError, ValueError):
                about = f"the weight of {text} is {weight!r}; give a number 0 to 1"
                raise RangeError(about) from None
            if not 0 <= share <= 1:
                raise RangeError(f"weight {weight} of {text!r} is not in 0..1")
            part = self.read(text)
            if share == 0:
                nothing.append((text, part))
                continue
            part = part.each(functools.partial(np.multiply, share))
            if hole_range is not None:
                _refuse_others(text, part, hole_range.at(part), part.weights)
                part = hole_range.merged(part, np.maximum)
            hole_range = part
        if hole_range is None:
            return self.read("")
        for text, part in nothing:
            _refuse_others(text, part, hole_range.at(part), np.zeros(1))
        return hole_range

    # ------------------------------------------------------------ writing

    @abstractmethod
    def pieces(self, hole_range: H) -> Iterator[str]:
        """The text of a range, piece by piece; commas belong between the pieces."""

    @abstractmethod
    def text(self, hole_range: H, dialect: str = "pokerlake") -> str:
        """A range as text; RangeError if the dialect cannot express it."""

    def summary(self, hole_range: H) -> str:
        """How many combos a range has, and their percentage of all live combos."""
        live = self.live(hole_range)
        share = 100 * hole_range.combos / max(live, 1)
        return f"{hole_range.combos:{self.combos_digits}} of {live:,} combos, {share:.4g} %"

    # ------------------------------------------------------------ as tables

    @abstractmethod
    def kinds(self, hole_range: H) -> Kinds:
        """The kinds of the holes in a range."""

    def shown(self, hole_range: H, *, grid: bool = False) -> pa.Table:
        """The kinds in a range: the mean weight of the live holes, and the combos.

        With ``grid``, the mean weights as 13 x 13; UsageError if the game has no grid.
        """
        if grid:
            return self.grid(hole_range)
        kinds = self.kinds(hole_range)
        combos = np.bincount(kinds.kind, hole_range.weights[kinds.holes], minlength=len(kinds.live))
        combos = combos.astype(np.float64)  # numpy gives integers if there are no holes
        return pa.table({**kinds.names, "range_weight": combos / kinds.live, "combos": combos})

    @abstractmethod
    def grid(self, hole_range: H) -> pa.Table:
        """The mean weights as a grid; UsageError if the game has no grid."""

    @abstractmethod
    def hands(self, hole_range: H) -> dict[str, float]:
        """The mean weight of the holes of each kind, by the text of the kind."""

    @abstractmethod
    def hole_texts(self, hole_range: H) -> pa.Array:
        """The cards of all holes of a range, the highest first."""

    def holes(self, hole_range: H) -> pa.Table:
        """The holes in a range, a row for each, the best kind first."""
        kinds = self.kinds(hole_range)
        holes, kind = pa.array(kinds.holes[kinds.order]), pa.array(kinds.kind[kinds.order])
        names = {name: kinds.names[name].take(kind) for name in self.hole_names}
        return pa.table(
            {
                "hole": self.hole_texts(hole_range).take(holes),
                **names,
                "range_weight": hole_range.weights[kinds.holes[kinds.order]],
            }
        )

    hole_names: tuple[str, ...]  # columns that name a kind

    def difference(self, first: H, second: H) -> pa.Table:
        """Where two ranges differ: a row for a kind if its holes all differ alike, else for a hole.

        ``only`` is the number of the range, 1 or 2, that has it; 0 if both have it, with different
        weights.
        """
        either = first.merged(second, np.maximum)
        kinds = self.kinds(either)
        before, after = (side.at(either)[kinds.holes] for side in (first, second))
        whole = np.bincount(kinds.kind, minlength=len(kinds.live)) == kinds.live
        texts = self.hole_texts(either)
        names = {name: kinds.names[name].to_pylist() for name in self.hole_names}
        rows: list[dict[str, Any]] = []
        order = kinds.order[np.argsort(kinds.kind[kinds.order], kind="stable")]
        starts = np.flatnonzero(np.diff(kinds.kind[order], prepend=-1))
        for holes in np.split(order, starts[1:]) if len(order) else ():
            kind = int(kinds.kind[holes[0]])
            alike = (before[holes] == before[holes[0]]).all() and (
                after[holes] == after[holes[0]]
            ).all()
            as_one = bool(alike and whole[kind])
            for hole in holes[:1] if as_one else holes:
                a, b = float(before[hole]), float(after[hole])
                if a != b:
                    title = kinds.titles[kind] if as_one else texts[int(kinds.holes[hole])].as_py()
                    rows.append(
                        {
                            "holes": title,
                            **{name: known[kind] for name, known in names.items()},
                            "combos": len(holes) if as_one else 1,
                            "first_weight": a,
                            "second_weight": b,
                            "difference": a - b,
                            "only": 1 if not b else 2 if not a else 0,
                        }
                    )
        rows.sort(key=lambda row: row["only"] or 3)  # kinds stay in their order
        text, number = pa.string(), pa.float64()
        schema = {"holes": text, **dict.fromkeys(names, text), "combos": self.combos_type}
        schema |= dict.fromkeys(("first_weight", "second_weight", "difference"), number)
        return pa.Table.from_pylist(rows, pa.schema({**schema, "only": pa.uint8()}))


def parts_table(
    parts: Sequence[RangePart | OmahaPart], deciding: npt.NDArray[np.int64]
) -> pa.Table:
    """The parts of a text and how they were read, one row each.

    ``deciding``, ``(n,)``, is the part that decides the weight of each live hole, -1 for none.
    """
    left = np.bincount(deciding[deciding >= 0], minlength=len(parts))
    combos = [float(np.broadcast_to(part.weights, len(part.holes)).sum()) for part in parts]
    return pa.table(
        {
            "part": pa.array([part.text for part in parts], pa.string()),
            "character": pa.array([part.start + 1 for part in parts], pa.int64()),
            "reading": pa.array([part.reading for part in parts], pa.string()),
            "holes": pa.array([len(part.holes) for part in parts], pa.int64()),
            "combos": pa.array(combos, pa.float64()),
            "deciding": pa.array(left.tolist(), pa.int64()),
        }
    )


def given_text(text: str) -> str:
    """The text of a range: that of ``@FILE``, of standard input for ``-``, or the text itself.

    No range begins with ``@`` or is ``-``.
    """
    if text != "-" and not text.startswith("@"):
        return text
    name = "standard input" if text == "-" else text[1:]
    if text == "-" and sys.stdin is None:
        raise InputError("standard input is closed")
    try:
        data = sys.stdin.buffer.read() if text == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not text in UTF-8 (byte {error.start + 1})") from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error


def is_any(value: object) -> bool:
    """Whether a text means any hole, which is not listed."""
    return isinstance(value, str) and value.strip().lower() in ANY


def share_hint(percent: str) -> str:
    """A hint for a percentage that looks like a share, ``0.15``; empty for others."""
    numbers = [part.strip() for part in percent.split("-")]
    if "%" in percent or not 0 < max(map(float, numbers)) < 1:
        return ""
    meant = "-".join(f"{100 * float(number):g}" for number in numbers)
    return f"{percent} is a percentage, {percent} % of the combos; for {meant} % give {meant}"


def of_frame(frame: Any) -> Mapping[str, float] | None:
    """The weights of a pandas series by its index, or of a frame with a column of hands.

    The holes are in ``hole_id``, ``hole`` or ``hand``, the weights in ``range_weight``, ``weight``
    or ``value``: the first of these that exists. Without a column of numbers, all weights are 1.
    """
    if hasattr(frame, "to_dict") and np.ndim(frame) == 1 and hasattr(frame, "index"):
        index = list(frame.index)
        return _by_hand(index, frame) if all(isinstance(key, str) for key in index) else None
    columns = {str(name).lower(): name for name in getattr(frame, "columns", ())}
    hand = next((name for name in _HAND_COLUMNS if name in columns), None)
    if hand is None:
        return None
    weight = next((name for name in _WEIGHT_COLUMNS if name in columns), None)
    if weight is None or (weight == "value" and "share" in columns):
        numbers = [
            str(name)
            for key, name in columns.items()
            if key not in HAND_KEYS and _is_numeric(frame[name])
        ]
        if numbers:
            raise RangeError(
                f"which of the columns {', '.join(numbers)} is the weight? Name it weight, or give "
                f"the hands alone: frame[{columns[hand]!r}]"
            )
    hands = list(frame[columns[hand]])
    if hand == "hole_id":
        hands = [_hole_named(number) for number in hands]
    return _by_hand(hands, [1.0] * len(hands) if weight is None else frame[columns[weight]])


def _by_hand(hands: Sequence[str], weights: Iterable[Any]) -> dict[str, float]:
    """The weight of each text; RangeError if one has two weights."""
    weight_of: dict[str, float] = {}
    for hand, weight in zip(hands, weights, strict=True):
        if weight_of.setdefault(hand, weight) != weight:
            raise RangeError(
                f"{hand} is there twice, with the weights {weight_of[hand]} and {weight}"
            )
    return weight_of


def _is_numeric(column: Any) -> bool:
    values = [value for value in column if value is not None]
    return bool(values) and all(
        isinstance(value, Number) and not isinstance(value, bool) for value in values
    )


def _hole_named(number: object) -> str:
    if not is_whole(number) or not 0 <= number < HOLES:
        raise RangeError(f"hole_id {shown(number)} is not in 0..{HOLES - 1}")
    return format_hole(int(number))


def _listed(value: Any) -> Any:
    """An iterable as a list; an array or series only if it has text."""
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        return array.tolist() if array.ndim == 1 and array.dtype.kind in "OTU" else value
    return list(value) if isinstance(value, Iterable) else value


def _refuse_others(
    text: str, part: TwoCards | OmahaRange, before: Weights, weights: Weights
) -> None:
    """Raise RangeError if a hole of a text has another weight in an earlier text."""
    twice = np.flatnonzero((part.weights > 0) & (before > 0) & (before != weights))
    if len(twice):
        hole = format_hand(np.sort(part.holes[twice[0]])[::-1])
        raise RangeError(f"{hole} is in {text!r} with another weight")
