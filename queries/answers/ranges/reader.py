"""What ranges of all games are read by, and listed as tables of rows.

A game's own reader knows its notation, its rankings, and what kinds of holes it has: the 169 hands
of two cards (``given.py``), or ranks and suits (``omaha.py``).
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

ANY = ("random", "*")  # as people write that a player may have any hole

# As in files of ranges; "value" is what a chart draws.
_HAND_COLUMNS, _WEIGHT_COLUMNS = ("hole_id", "hole", "hand"), ("range_weight", "weight", "value")


@dataclass(frozen=True, eq=False)
class TwoCards:
    """A range of two cards: a weight for each of the 1,326 holes."""

    weights: Weights  # (1326,), read-only
    game: Game = HOLDEM

    @classmethod
    def of(cls, weights: npt.ArrayLike, game: Game = HOLDEM) -> TwoCards:
        """A range that keeps these weights; RangeError if they are none."""
        return cls.kept(as_range(weights), game)

    @classmethod
    def kept(cls, weights: Weights, game: Game) -> TwoCards:
        """A range of weights that are known to be some."""
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
        """Its weights of the holes of another: of all."""
        return self.weights

    def merged(self, other: TwoCards, how: Callable[[Weights, Weights], Weights]) -> TwoCards:
        """The range whose weights are made of those of two."""
        return self.kept(how(self.weights, other.weights), self.game)

    def each(self, how: Callable[[Weights], Weights]) -> TwoCards:
        """The range of other weights; RangeError if one is not in 0..1."""
        return self.of(how(self.weights), self.game)

    def inverse(self) -> TwoCards:
        """All of the deck that is not in it: 1 less each weight."""
        found = self.kept(1.0 - self.weights, self.game)
        return found.without(self.game.dead) if self.game.dead else found

    def without(self, dead: Iterable[int]) -> TwoCards:
        """The range without holes that have one of these cards."""
        return self.kept(np.where(dead_holes(dead), 0.0, self.weights), self.game)

    def whole(self) -> TwoCards:
        """The range with each weight rounded: 1 from 0.5 on, and else 0."""
        return self.kept((self.weights >= 0.5).astype(np.float64), self.game)


H = TypeVar("H", TwoCards, OmahaRange)


class Kinds(NamedTuple):
    """The kinds of holes that are in a range, the best first: of n holes, and k kinds."""

    holes: npt.NDArray[np.intp]  # (n,) the places of the range's holes that weigh more than 0
    kind: npt.NDArray[np.intp]  # (n,) the kind of each
    live: npt.NDArray[np.int64]  # (k,) how many holes of it have no dead card, at least 1
    names: Mapping[str, pa.Array]  # (k,) columns
    titles: Sequence[str]  # (k,) what one is called in a line
    order: npt.NDArray[np.intp]  # (n,) in which the holes are listed


class Reader(ABC, Generic[H]):
    """Reads ranges of one game, and lists them; holes with a dead card are left out.

    The lake, which has the rankings, is only opened for a range that has a percentage.
    """

    dead: tuple[int, ...]  # cards 0..51
    combos_digits = ",.10g"  # as combos are told
    combos_type = pa.int64()

    @property
    @abstractmethod
    def game(self) -> Game:
        """Whose holes are read."""

    # ------------------------------------------------------------ reading

    @abstractmethod
    def read(self, text: str) -> H:
        """The range of a text; no file is read for it.

        RangeError if the text is none, LakeError if a percentage needs a table that is not there.
        """

    @abstractmethod
    def top(self, percent: str) -> H:
        """The top ``15`` or ``5-15`` percent; errors as of :meth:`read`."""

    @abstractmethod
    def percents(self) -> npt.NDArray[np.float64]:
        """The share x 100 of all holes that the ranking has as good or better, by hole number."""

    @abstractmethod
    def explained(self, text: str) -> tuple[H, pa.Table]:
        """The range of a text, and how each part was read, one row a part; errors as of read."""

    def given(self, given: str) -> H:
        """The range of a text, of ``@FILE``, or of ``-`` for standard input.

        Errors as of :meth:`read`; InputError if the file is not text.
        """
        return self.read(given_text(given))

    def live(self, found: H) -> int:
        """How many holes, of as many cards as a range has, have no dead card."""
        return comb(len(CARDS) - len(set(self.dead)), found.holes.shape[1])

    def any(self, given: Any) -> H:
        """The range of what people have.

        Parameters
        ----------
        given : str, mapping, sequence, array, frame or range
            Text; texts with their weights, ``{"AKs": 0.5}``; a list or series of texts; holes as
            ``(n, k)`` cards 0..51, or one as k; of two cards also 1,326 weights by ``hole_id``, 169
            along the grid, or 13 x 13; a series of pandas by text, or a frame with a column
            ``hand`` or ``hole``, see :func:`of_frame`.
        """
        if type(given) is str:
            return self.read(given)
        found = self._any(given)
        return found.without(self.dead) if self.dead else found

    def _any(self, given: Any) -> H:
        self._refuse_other_game(given)
        held = self._held(given)
        if held is not None:
            return held
        if isinstance(given, str):  # of a kind of its own, as numpy's
            return self.read(given)
        named = given if isinstance(given, Mapping) else of_frame(given)
        if named is not None:
            return self._of_mapping(named)
        given = _listed(given)
        if isinstance(given, list) and given and all(isinstance(part, str) for part in given):
            return self.read("".join(given) if is_one_hand(given) else ",".join(given))
        try:
            numbers = np.asarray(given)
        except ValueError as error:  # rows of different lengths
            raise self._unknown(given) from error
        return self._of_numbers(numbers, given)

    def _refuse_other_game(self, given: Any) -> None:
        name = getattr(given, "game", None)
        own = game_named(name) if isinstance(name, str) else None
        if own is None:
            return
        wanted = self.game.name
        # Of a full deck one may be taken for a smaller one, of which it has all holes.
        if own.hole != self.game.hole or not set(self.game.deck) <= set(own.deck):
            how = f"read its text anew with game={wanted!r}"
            raise RangeError(f"a range of {own.name} is none of {wanted}; {how}")

    @abstractmethod
    def _held(self, given: Any) -> H | None:
        """What is held by an object that is a range; None for what is none."""

    @abstractmethod
    def _of_numbers(self, numbers: npt.NDArray[Any], given: Any) -> H:
        """The range of an array; RangeError if it is none, with what was given."""

    @abstractmethod
    def _unknown(self, given: Any) -> RangeError:
        """The error of what is no range."""

    def _of_mapping(self, given: Mapping[str, float]) -> H:
        """Each text has its weight; a hole that two texts have must have the same in both."""
        found: H | None = None
        nothing: list[tuple[str, H]] = []  # texts of weight 0
        for text, weight in given.items():
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
            if found is not None:
                _refuse_others(text, part, found.at(part), part.weights)
                part = found.merged(part, np.maximum)
            found = part
        if found is None:
            return self.read("")
        for text, part in nothing:
            _refuse_others(text, part, found.at(part), np.zeros(1))
        return found

    # ------------------------------------------------------------ writing

    @abstractmethod
    def pieces(self, found: H) -> Iterator[str]:
        """The text of a range, piece by piece, with commas between them."""

    @abstractmethod
    def text(self, found: H, dialect: str = "pokerlake") -> str:
        """A range as text; RangeError if the dialect cannot express it."""

    def summary(self, found: H) -> str:
        """How many combos a range has, and what share of all live ones that is."""
        live = self.live(found)
        share = 100 * found.combos / max(live, 1)
        return f"{found.combos:{self.combos_digits}} of {live:,} combos, {share:.4g} %"

    # ------------------------------------------------------------ as tables

    @abstractmethod
    def kinds(self, found: H) -> Kinds:
        """The kinds of holes that are in a range."""

    def shown(self, found: H, *, grid: bool = False) -> pa.Table:
        """The kinds in a range: the mean weight of the live holes, and the combos.

        As a grid the mean weights, 13 x 13; UsageError where the game has none.
        """
        if grid:
            return self.grid(found)
        of = self.kinds(found)
        combos = np.bincount(of.kind, found.weights[of.holes], minlength=len(of.live))
        combos = combos.astype(np.float64)  # of no holes numpy has whole numbers
        return pa.table({**of.names, "range_weight": combos / of.live, "combos": combos})

    @abstractmethod
    def grid(self, found: H) -> pa.Table:
        """The mean weights as a grid; UsageError where the game has none."""

    @abstractmethod
    def hands(self, found: H) -> dict[str, float]:
        """The mean weight of the holes of each kind, by a text that reads as them."""

    @abstractmethod
    def hole_texts(self, found: H) -> pa.Array:
        """The cards of all of a range's holes, the highest first."""

    def holes(self, found: H) -> pa.Table:
        """The holes in a range, one row each, the best kind first."""
        of = self.kinds(found)
        holes, kind = pa.array(of.holes[of.order]), pa.array(of.kind[of.order])
        names = {name: of.names[name].take(kind) for name in self.hole_names}
        return pa.table(
            {
                "hole": self.hole_texts(found).take(holes),
                **names,
                "range_weight": found.weights[of.holes[of.order]],
            }
        )

    hole_names: tuple[str, ...]  # columns of a kind's name

    def difference(self, first: H, second: H) -> pa.Table:
        """Where two ranges differ: a row for a kind where all its holes do alike, else for a hole.

        ``only`` is the range, 1 or 2, that alone has it; 0 where both have it with different
        weights.
        """
        either = first.merged(second, np.maximum)
        of = self.kinds(either)
        one, other = (found.at(either)[of.holes] for found in (first, second))
        whole = np.bincount(of.kind, minlength=len(of.live)) == of.live
        texts = self.hole_texts(either)
        names = {name: of.names[name].to_pylist() for name in self.hole_names}
        rows: list[dict[str, Any]] = []
        order = of.order[np.argsort(of.kind[of.order], kind="stable")]
        starts = np.flatnonzero(np.diff(of.kind[order], prepend=-1))
        for holes in np.split(order, starts[1:]) if len(order) else ():
            kind = int(of.kind[holes[0]])
            alike = (one[holes] == one[holes[0]]).all() and (other[holes] == other[holes[0]]).all()
            as_one = bool(alike and whole[kind])
            for hole in holes[:1] if as_one else holes:
                a, b = float(one[hole]), float(other[hole])
                if a != b:
                    title = of.titles[kind] if as_one else texts[int(of.holes[hole])].as_py()
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

    ``deciding``, ``(n,)``, is the part that each live hole has its weight from, -1 for none.
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


def given_text(given: str) -> str:
    """The text of a range as given: itself, that of ``@FILE``, or standard input for ``-``.

    No range begins with ``@`` or is ``-``.
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


def is_any(given: object) -> bool:
    """Whether this says that a player may have any hole, so that none has to be listed."""
    return isinstance(given, str) and given.strip().lower() in ANY


def share_hint(percent: str) -> str:
    """What to say of a percentage that looks like a share: ``0.15``; else nothing."""
    numbers = [part.strip() for part in percent.split("-")]
    if "%" in percent or not 0 < max(map(float, numbers)) < 1:
        return ""
    meant = "-".join(f"{100 * float(number):g}" for number in numbers)
    return f"{percent} is a percentage, {percent} % of the combos; for {meant} % give {meant}"


def of_frame(given: Any) -> Mapping[str, float] | None:
    """The weights of a series of pandas by its index, or of a frame with a column of hands.

    The holes are in ``hole_id``, ``hole`` or ``hand``, the weights in ``range_weight``, ``weight``
    or ``value``: of several columns the first of these. Without numbers all weights are 1.
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


def _listed(given: Any) -> Any:
    """A list of what can be gone through; arrays and series are only if they are of text."""
    if hasattr(given, "__array__"):
        array = np.asarray(given)
        return array.tolist() if array.ndim == 1 and array.dtype.kind in "OTU" else given
    return list(given) if isinstance(given, Iterable) else given


def _refuse_others(
    text: str, part: TwoCards | OmahaRange, before: Weights, weights: Weights
) -> None:
    """Raise RangeError where holes of a text have another weight by another text."""
    twice = np.flatnonzero((part.weights > 0) & (before > 0) & (before != weights))
    if len(twice):
        hole = format_hand(np.sort(part.holes[twice[0]])[::-1])
        raise RangeError(f"{hole} is in {text!r} with another weight")
