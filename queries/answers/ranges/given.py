"""Ranges of two cards as users write them, with percentages by rankings in the lake."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, HOLDEM, TWO_CARD_GAMES, Game, Order
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    HOLES,
    dead_holes,
    hand_of_hole,
    hole_id,
)
from pokerlake.engine.cards.text import CARDS, RANKS
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.ranges.notation import combine, dialect_of, format_range, read_parts
from pokerlake.engine.ranges.parser import RangePart, Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.engine.ranges.top_percent import (
    Ranking,
    at_least_percents,
    hand_weights,
    income_weights,
    top_range,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path

from ...reading import reading
from ..lookup.rankings import EQUITY, lake_ranking, ranking_at, ranking_name
from .reader import Kinds, Reader, TwoCards, parts_table

_SHAPE = re.compile(r"[2-9TJQKAtjqka]{2}[^\s,;]")
_OF_OMAHA = re.compile(r"(?:[2-9TJQKA][CDHSX]?|[X*]){4,6}(?:[$!:].*)?|.*\$.*", re.I)

_GRID = (13, 13)
_SHAPES = "give 1,326 weights, 169 or 13 x 13, holes as (n, 2) cards, or text"


@functools.cache
def _holes_by_text() -> dict[str, int]:
    """The number of each hole by its text, ``AhKh``, in either order."""
    pairs = itertools.permutations(range(len(CARDS)), 2)
    return {CARDS[first] + CARDS[second]: hole_id(first, second) for first, second in pairs}


@dataclass(frozen=True)
class RangeReader(Reader[TwoCards]):
    """Reads ranges in one dialect, with one ranking and one set of dead cards.

    The lake has the rankings and is only opened for a range with a percentage. It is
    ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    """

    lake: Path | None = None
    ranking: str = EQUITY  # or "income 6", the income rate of six players
    dialect: str = "pokerlake"
    dead: tuple[int, ...] = ()  # cards 0..51
    order: Order = HIGH  # percentages go by its rankings

    combos_digits = ".6g"
    combos_type = pa.uint8()
    hole_names = ("hand",)

    @classmethod
    def for_game(
        cls,
        game: Game,
        lake: Path | None,
        dead: tuple[int, ...],
        dialect: str,
        by: str | None,
        players: int | None,
    ) -> Self:
        """A reader of the ranges of a game; cards that are not in its deck are dead too."""
        if dialect != "pokerlake":
            dialect_of(dialect)
        if game.dead:
            dead = tuple(sorted({*dead, *game.dead}))
        ranking = EQUITY if by is None and players is None else ranking_name(by, players)
        return cls(lake, ranking, dialect, dead, game.high)

    @property
    def game(self) -> Game:
        """Hold'em or short deck."""
        return TWO_CARD_GAMES[self.order]

    def values(self) -> Ranking:
        """The ranking from the lake; without a lake, equity is computed."""
        return ranking_at(self.lake, self.ranking, self.order)

    def weights(self, text: str) -> Weights:
        """The weights of a range, ``(1326,)``: of text, ``@FILE``, or ``-`` for standard input."""
        return self.given(text).weights

    def read(self, text: str) -> TwoCards:
        """The range of a text; files are not read."""
        hand, hole = HAND_INDEX.get(text), _holes_by_text().get(text)
        if hand is not None:  # in all dialects
            weights = (hand_of_hole() == hand).astype(np.float64)
        elif hole is not None:  # in all dialects
            weights = np.zeros(HOLES)
            weights[hole] = 1.0
        else:
            weights, _ = combine(text, self._parts(text), self.dialect)
        return self._alive(weights)

    def _alive(self, weights: Weights) -> TwoCards:
        if self.dead:
            weights[dead_holes(self.dead)] = 0.0
        return TwoCards.kept(weights, self.game)

    def top(self, percent: str) -> TwoCards:
        """The top ``15`` or ``5-15`` percent."""
        first, _, second = percent.replace("%", "").partition("-")
        return self._alive(top_range(self.values(), first.strip(), second.strip() or 0))

    def percents(self) -> npt.NDArray[np.float64]:
        """The share x 100 of all holes that rank as high or higher, by ``hole_id``, ``(1326,)``."""
        return at_least_percents(self.values(), hand_of_hole())

    def explained(self, text: str) -> tuple[TwoCards, pa.Table]:
        """The range of a text, and how each part was read, a row for each part."""
        parts = self._parts(text)
        weights, deciding = combine(text, parts, self.dialect)
        table = parts_table(parts, np.where(dead_holes(self.dead), -1, deciding))
        return self._alive(weights), table

    def _parts(self, text: str) -> list[RangePart]:
        with _hinting(text):
            return read_parts(text, dialect=self.dialect, ranking=functools.cache(self.values))

    def _held(self, value: Any) -> TwoCards | None:
        weights = getattr(value, "weights", None)
        if getattr(weights, "shape", None) != (HOLES,):
            return None
        return TwoCards.of(np.array(weights, np.float64), self.game)

    def _of_numbers(self, numbers: npt.NDArray[Any], value: Any) -> TwoCards:
        if numbers.dtype.kind not in "iufb" or numbers.ndim == 0:
            raise self._unknown(value)
        if numbers.shape == (2,) or (numbers.ndim == 2 and numbers.shape[1] == 2):
            weights = np.zeros(HOLES)
            for hole in numbers.reshape(-1, 2).tolist():
                weights[hole_id(*hole)] = 1.0
        elif numbers.shape in (_GRID, (len(HANDS),)):
            grid = numbers.astype(np.float64).ravel()
            fine = (grid >= 0) & (grid <= 1)
            if not fine.all():
                wrong = int(np.argmin(fine))
                raise RangeError(f"weight {grid[wrong]:g} of {HANDS[wrong]} is not in 0..1")
            weights = grid[hand_of_hole()]
        elif numbers.shape == (HOLES,):
            weights = numbers.astype(np.float64)
        else:
            raise RangeError(f"an array of shape {numbers.shape} is no range: {_SHAPES}")
        return TwoCards.of(weights, self.game)

    def _unknown(self, value: Any) -> RangeError:
        if value is None:
            return RangeError(f"None is no range: {_SHAPES}")
        if is_whole(value) or isinstance(value, float):
            return RangeError(
                f"{value} is no range: give text, such as '15%' for the best 15 % of the hands"
            )
        return RangeError(f"{type(value).__name__} {shown(value)} is no range: {_SHAPES}")

    # ------------------------------------------------------------ writing

    def pieces(self, hole_range: TwoCards) -> Iterator[str]:
        """The text, in one piece."""
        yield self.text(hole_range)

    def text(self, hole_range: TwoCards, dialect: str = "pokerlake") -> str:
        """A range as text; RangeError if the dialect cannot express it."""
        return format_range(hole_range.weights, dialect=dialect)

    def kinds(self, hole_range: TwoCards) -> Kinds:
        """The hands in a range, in the order of the grid."""
        holes = np.flatnonzero(hole_range.weights)
        hands, kind = np.unique(hand_of_hole()[holes], return_inverse=True)
        live = hand_weights((~dead_holes(self.dead)).astype(np.float64)).astype(np.int64)
        titles = [HANDS[hand] for hand in hands]
        names = {
            "hand": pa.array(titles, pa.string()),
            "row": pa.array(hands // len(RANKS), pa.uint8()),
            "col": pa.array(hands % len(RANKS), pa.uint8()),
        }
        at_least_one = np.maximum(live[hands], 1)  # four dead aces leave no AA
        return Kinds(holes, kind, at_least_one, names, titles, np.lexsort((-holes, kind)))

    def grid(self, hole_range: TwoCards) -> pa.Table:
        """The mean weights, suited hands above the diagonal; null for 0.

        The grid is 13 x 13, in short deck 9 x 9.
        """
        ranks = len(self.game.ranks)
        live = hand_weights((~dead_holes(self.dead)).astype(np.float64))
        means = (hand_weights(hole_range.weights) / np.maximum(live, 1)).reshape(_GRID)[
            :ranks, :ranks
        ]
        names = RANKS[::-1][:ranks]
        columns = {
            rank: pa.array(column, pa.float64(), mask=column == 0)
            for rank, column in zip(names, means.T, strict=True)
        }
        return pa.table({"rank": list(names), **columns})

    def hands(self, hole_range: TwoCards) -> dict[str, float]:
        """The mean weight of each hand in the range, in the order of the grid."""
        rows = RangeReader(order=self.order).shown(hole_range).to_pydict()
        return dict(zip(rows["hand"], rows["range_weight"], strict=True))

    def hole_texts(self, _: TwoCards) -> pa.Array:
        """The texts of all holes by ``hole_id``."""
        return pa.array(hole_names())

    def holes(self, hole_range: TwoCards) -> pa.Table:
        """The holes in a range, a row for each, in the order of the grid, with their numbers."""
        kinds = self.kinds(hole_range)
        numbers = pa.array(kinds.holes[kinds.order], pa.uint16())
        return super().holes(hole_range).add_column(0, "hole_id", numbers)


def reader_of(
    game: Game,
    lake: Path | None = None,
    dead: Iterable[int] = (),
    *,
    dialect: str = "pokerlake",
    by: str | None = None,
    players: int | None = None,
) -> Reader[Any]:
    """The reader for ranges of a game, of two cards or of more.

    UsageError or RangeError for a dialect or a ranking that the game does not have.
    """
    from .omaha import OmahaReader

    kind: type[RangeReader | OmahaReader] = RangeReader if game.hole == 2 else OmahaReader
    return kind.for_game(game, lake, tuple(map(int, dead)), dialect, by, players)


@contextmanager
def _hinting(text: str) -> Iterator[None]:
    """Add to a RangeError what was probably meant, if there is a guess."""
    try:
        yield
    except RangeError as error:
        meant = _meant(text, error.position or 0)
        if not meant:
            raise
        raise RangeError(f"{error.problem}; {meant}", error.position) from error


def _meant(text: str, position: int) -> str:
    """A guess for the wrong part: a hole of Omaha, or a hand close to ``AKx``."""
    for part in re.finditer(r"[^\s,;]+", text):
        if part.start() < position <= part.end() and _OF_OMAHA.fullmatch(part[0]):
            return "holes of four cards and more need a game, such as omaha"
        if position == part.start() + 3 and _SHAPE.match(part[0]):
            low, high = sorted(part[0][:2].upper(), key=RANKS.index)
            if low == high:
                return f"did you mean '{high}{low}'?"
            return f"did you mean '{high}{low}s' or '{high}{low}o'?"
    return ""


def villain_ranges(
    ranges: Sequence[Any],
    income: Sequence[str],
    opponents: int | None,
    by: str | None,
    lake: Path | None,
    game: Game = HOLDEM,
    *,
    files: bool = False,
) -> tuple[Weights, ...]:
    """The weights of each opponent: first of ``ranges``, then by income rate.

    Each of ``income`` is ``MEAN,DEVIATION``: shares of the ranking by income rate. Percentages and
    ``income`` go by the ranking ``by``. Without it, ``income`` goes by the income rate for all
    players: the opponents and one more. ``opponents`` is their number, by default how many are
    given here. With ``files``, ``@FILE`` and ``-`` stand for the text of a range.
    """
    reader = RangeReader.for_game(game, lake, (), "pokerlake", by, None)
    weights = []
    for villain in ranges:
        with reading("a range", villain, RangeError):
            is_text = files and isinstance(villain, str)
            weights.append((reader.given(villain) if is_text else reader.any(villain)).weights)
    if income:
        players = 1 + (opponents or len(ranges) + len(income))
        name = ranking_name(by or f"income {players}", None)
        if not name.startswith("income"):
            raise UsageError(f"--income-weights go by an income rate, not by {name!r}")
        rates = lake_ranking(Lake.open(lake_path(lake)), name, game.high)
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
