"""Ranges of more than two cards as users write them: in Omaha, stud and draw.

Percentages go by tables of the lake; in draw, by the hands before the exchange.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS, RANKS
from pokerlake.engine.given import shown
from pokerlake.engine.orders.evaluate import order_ids
from pokerlake.engine.ranges.omaha_holes import OmahaRange, hand_of_number, hole_lists, hole_numbers
from pokerlake.engine.ranges.omaha_parser import OmahaPart, range_of_parts, read_omaha_parts
from pokerlake.engine.ranges.omaha_patterns import format_omaha_range, parts_of, suitedness_of
from pokerlake.engine.ranges.parser import match_percentage
from pokerlake.engine.ranges.scanner import RangeError, Scanner
from pokerlake.engine.ranges.top_percent import at_least_percents
from pokerlake.engine.stud.known_text import range_of_ways, stud_parts
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

from ..lookup.omaha import START, Ranking, omaha_ranking
from ..lookup.rankings import EQUITY
from .reader import Cards, Kinds, Reader, parts_table

_DIALECTS = ("pokerlake", "propokertools")  # the notation here is a subset of these


@dataclass(frozen=True)
class OmahaReader(Reader[OmahaRange]):
    """Reads ranges of one game of more than two cards.

    In stud, the text says how many cards of a hand are known. The lake is only opened for a range
    with a percentage. It is ``lake``, or that at ``path``, else ``$POKERLAKE_LAKE`` or ``./lake``.
    """

    rule: Game
    path: Path | None = None
    dead: tuple[int, ...] = ()  # cards 0..51
    lake: Lake | None = None

    hole_names = ("ranks", "suits")

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
        """A reader; UsageError for a dialect or ranking that only hold'em has."""
        by = f"income {players}" if players is not None else by or EQUITY
        if by != EQUITY:
            raise UsageError(
                f"no ranking {by!r} of {game.name}; its holes are ranked by equity only"
            )
        if dialect not in _DIALECTS:
            raise UsageError(
                f"no dialect {dialect!r} of {game.name}; its ranges are in one notation, a "
                "subset of propokertools'"
            )
        if game.dead:
            dead = tuple(sorted({*dead, *game.dead}))
        return cls(game, lake, dead)

    @property
    def game(self) -> Game:
        """The game of the ranges."""
        return self.rule

    def ranking(self) -> Ranking:
        """The ranking of the game's holes from the lake; in draw, the order of hands."""
        if self.rule.draws:
            hands = canonical_boards(self.rule.hole).cards
            return -order_ids(hands, self.rule.high).astype(np.float64)
        return omaha_ranking(self.rule, self.lake, self.path)

    def read(self, text: str) -> OmahaRange:
        """The range of a text; files are not read."""
        hole_range = self._read(text)[1]
        return hole_range.without(self.dead) if self.dead else hole_range

    def _read(self, text: str) -> tuple[list[OmahaPart], OmahaRange]:
        """The parts of a text, and their range."""
        ace_low = self.rule.high.ace_low
        if not self.rule.is_stud or is_top(text):
            cards = START if self.rule.is_stud else self.rule.hole
            parts = read_omaha_parts(text, cards, self.ranking, ace_low=ace_low)
            return parts, range_of_parts(parts, cards)
        laid = stud_parts(text, self.rule.hole, ace_low=ace_low)
        if not laid:
            raise RangeError(f"no card is known in {shown(text)}; give such as (A23), or xx/A")
        alone = [range_of_ways([part]) for part in laid]
        parts = [
            replace(part.part, holes=hole_range.holes, weights=hole_range.weights)
            for part, hole_range in zip(laid, alone, strict=True)
        ]
        return parts, range_of_ways(laid) if len(laid) > 1 else alone[0]

    def top(self, percent: str) -> OmahaRange:
        """The top ``15`` or ``5-15`` percent."""
        first, _, second = (part.strip() for part in percent.replace("%", "").partition("-"))
        return self.read(f"{first}%-{second}%" if second else f"{first}%")

    def percents(self) -> npt.NDArray[np.float64]:
        """The share x 100 of all holes that rank as high or higher, by hole number."""
        return at_least_percents(self.ranking(), hand_of_number(self.rule.hole))

    def explained(self, text: str) -> tuple[OmahaRange, pa.Table]:
        """The range of a text, and how each part was read, a row for each part.

        A hole has its weight from the first of the parts that give it the largest weight.
        """
        parts, hole_range = self._read(text)
        hole_range = hole_range.without(self.dead)
        if len(parts) < 2:
            return hole_range, parts_table(parts, np.zeros(len(hole_range), np.int64))
        numbers = np.concatenate([hole_numbers(part.holes) for part in parts])
        weights = np.concatenate([part.weights for part in parts])
        which = np.repeat(np.arange(len(parts)), [len(part.holes) for part in parts])
        order = np.lexsort((which, -weights, numbers))
        first = order[np.flatnonzero(np.diff(numbers[order], prepend=-1))]
        live = np.isin(numbers[first], hole_range.numbers)
        return hole_range, parts_table(parts, which[first[live]])

    def _held(self, value: Any) -> OmahaRange | None:
        if isinstance(getattr(value, "cards", None), np.ndarray):  # a range of the Python API
            value = OmahaRange.of(value.cards, value.weights)
        if not isinstance(value, OmahaRange):
            return None
        if value.cards != self.rule.hole and not self.rule.is_stud:
            raise RangeError(
                f"a range of holes of {value.cards} cards; {self.rule.hole} are needed"
            )
        return value

    def _of_numbers(self, numbers: npt.NDArray[Any], value: Any) -> OmahaRange:
        cards = self.rule.hole
        if self.rule.is_stud and 0 < numbers.shape[-1:][0] <= cards:
            cards = numbers.shape[-1]
        if numbers.size == 0:
            return OmahaRange.of(np.empty((0, cards), np.uint8))
        if numbers.dtype.kind not in "iu" or numbers.shape[-1:] != (cards,) or numbers.ndim > 2:
            raise self._unknown(value)
        return OmahaRange.of(np.unique(np.sort(numbers.reshape(-1, cards), axis=1), axis=0))

    def _unknown(self, value: Any) -> RangeError:
        about = f"{type(value).__name__} {shown(value)}"
        if hasattr(value, "shape"):
            about = f"an array of shape {value.shape}"
        cards = self.rule.hole
        return RangeError(f"{about} is no range: give text, or holes as (n, {cards}) cards")

    # ------------------------------------------------------------ writing

    def pieces(self, hole_range: OmahaRange) -> Iterator[str]:
        """The parts of the text."""
        return map(self._written, parts_of(hole_range))

    def _written(self, text: str) -> str:
        """A part of a text; if the ace is low, no list runs from the king to the ace."""
        return text.replace("[A-", "[A,K-") if self.rule.high.ace_low else text

    def text(self, hole_range: OmahaRange, dialect: str = "pokerlake") -> str:
        """A range as text; RangeError for a dialect that cannot express it."""
        if dialect not in _DIALECTS:
            raise RangeError(
                f"a range of {self.rule.name} is not written in {dialect}; str() writes it"
            )
        return self._written(format_omaha_range(hole_range))

    def kinds(self, hole_range: OmahaRange) -> Kinds:
        """The ranks and suits in a range, the highest ranks first."""
        kinds, kind = _kinds(hole_range.holes)
        names = {part: _names(kinds, part, hole_range.cards) for part in self.hole_names}
        pairs = zip(names["ranks"].to_pylist(), names["suits"].to_pylist(), strict=True)
        titles = [f"{ranks} {suits}" for ranks, suits in pairs]
        order = np.lexsort(hole_range.holes.T)[::-1]
        live = _live(kinds, hole_range.cards, self.dead)
        return Kinds(np.arange(len(hole_range)), kind, live, names, titles, order)

    def grid(self, _: OmahaRange) -> NoReturn:
        """UsageError: a grid of 13 x 13 has the hands of hold'em."""
        raise UsageError(f"--grid is for hold'em; holes of {self.rule.name} have ranks and suits")

    def hands(self, hole_range: OmahaRange) -> dict[str, float]:
        """The mean weight of the holes of each ranks and suits: ``{"AAKK$ds": 1.0, ...}``."""
        rows = OmahaReader(self.rule).shown(hole_range).to_pydict()
        signs = suitedness_signs(hole_range.cards)
        names = zip(rows["ranks"], rows["suits"], strict=True)
        texts = (f"{ranks}{signs[suits]}" for ranks, suits in names)
        return dict(zip(texts, rows["range_weight"], strict=True))

    def hole_texts(self, hole_range: OmahaRange) -> pa.Array:
        """The cards of all holes of a range, the highest first."""
        return hole_texts(hole_range.holes)


def hole_texts(holes: Cards) -> pa.Array:
    """Holes ``(n, k)`` of ascending cards as text, the highest card first."""
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[holes[:, ::-1]]
    ends = 2 * holes.shape[1] * np.arange(len(holes) + 1, dtype=np.int32)
    data = pa.py_buffer(np.ascontiguousarray(letters).tobytes())
    return pa.StringArray.from_buffers(len(holes), pa.py_buffer(ends), data)


# ---------------------------------------------------------------- ranks and suits

# Names by the numbers of cards of one suit, the largest first, as in the view omaha_equities.
_SUITEDNESS = {
    (): "rainbow",
    (2,): "ss",
    (2, 2): "ds",
    (2, 2, 2): "ds+ss",
    (3,): "ts",
    (3, 2): "ts+ss",
    (3, 2, 2): "ts+ds",
    (3, 3): "ts+ts",
    (4,): "qs",
    (4, 2): "qs+ss",
    (4, 3): "qs+ts",
    (5,): "5s",
    (5, 2): "5s+ss",
    (6,): "6s",
}


def _kinds(holes: Cards) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.intp]]:
    """The kinds of ranks and suits in holes, the highest ranks first, and the kind of each hole."""
    lists = hole_lists(holes.shape[1])
    suits = _suitedness(holes.shape[1])[1]
    ranks = lists.numbers_of_ranks(holes >> np.uint8(2))
    suit = suits[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    # Sort by the highest card first; lists are numbered by the lowest card first.
    order = np.lexsort(lists.ranks.T)[::-1]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    kinds, which = np.unique(place[ranks] * 16 + suit, return_inverse=True)
    return order[kinds // 16] * 16 + kinds % 16, which


def _suitedness(cards: int) -> tuple[list[str], npt.NDArray[np.intp]]:
    """The names of suitedness, and the place of the name of each list of suits."""
    rows = hole_lists(cards).suits.tolist()
    names = []
    for row in rows:
        counts = sorted((row.count(suit) for suit in set(row)), reverse=True)
        twos = tuple(count for count in counts if count > 1)
        names.append("ms" if len(counts) == 1 else _SUITEDNESS[twos])
    known = [name for name in (*_SUITEDNESS.values(), "ms") if name in names]
    return known, np.array([known.index(name) for name in names])


def suitedness_signs(cards: int) -> dict[str, str]:
    """The suffix after ranks for each suitedness: ``$ds``, ``:xxxyy``."""
    known, which = _suitedness(cards)
    signs = map(suitedness_of, hole_lists(cards).suits.tolist())
    return {known[number]: sign for number, sign in zip(which.tolist(), signs, strict=True)}


def _names(kinds: npt.NDArray[np.int64], what: str, cards: int) -> pa.Array:
    if what == "suits":
        known = _suitedness(cards)[0]
        return pa.array([known[kind] for kind in (kinds % 16).tolist()], pa.string())
    ranks = hole_lists(cards).ranks[:, ::-1][kinds // 16].tolist()
    return pa.array(["".join(RANKS[rank] for rank in row) for row in ranks], pa.string())


def _live(kinds: npt.NDArray[np.int64], cards: int, dead: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """How many holes of each kind have no dead card; at least 1."""
    lists = hole_lists(cards)
    ranks = np.zeros(len(lists.ranks), np.bool_)
    ranks[kinds // 16] = True
    counts = np.zeros((len(ranks), 16), np.int64)
    suits = _suitedness(cards)[1]
    is_dead = np.zeros(52, np.bool_)
    is_dead[list(dead)] = True
    for block in lists.blocks(ranks, np.ones(len(lists.suits), np.bool_)):
        live = ~is_dead[block.holes].any(axis=1)
        np.add.at(counts, (block.rank_list[live], suits[block.suit_list[live]]), 1)
    return np.maximum(counts.ravel()[kinds], 1)


def is_top(text: str) -> bool:
    """Whether a text begins with a percentage, and so means the best holes."""
    return match_percentage(Scanner(text.strip())) is not None
