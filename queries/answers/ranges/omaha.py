"""Ranges of more than two cards as a user gives them: of Omaha, of stud and of draw.

Percentages go by tables of the lake, in draw by the hands before any exchange.
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

_DIALECTS = ("pokerlake", "propokertools")  # of which its notation is a part


@dataclass(frozen=True)
class OmahaReader(Reader[OmahaRange]):
    """Reads ranges of one game of more than two cards.

    Those of stud are sets of as many cards as are known, which the text says. The lake is only
    opened for a range that has a percentage. It is ``lake``, or that at ``path``, or
    ``$POKERLAKE_LAKE`` or ``./lake``.
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
        """A reader; UsageError for what ranges of hold'em are read by, and those here are not."""
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
        """Whose holes are read."""
        return self.rule

    def ranking(self) -> Ranking:
        """The ranking of the game's holes, out of the lake; of draw that of hands."""
        if self.rule.draws:
            hands = canonical_boards(self.rule.hole).cards
            return -order_ids(hands, self.rule.high).astype(np.float64)
        return omaha_ranking(self.rule, self.lake, self.path)

    def read(self, text: str) -> OmahaRange:
        """The range of a text; no file is read for it."""
        found = self._read(text)[1]
        return found.without(self.dead) if self.dead else found

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
            replace(part.part, holes=of.holes, weights=of.weights)
            for part, of in zip(laid, alone, strict=True)
        ]
        return parts, range_of_ways(laid) if len(laid) > 1 else alone[0]

    def top(self, percent: str) -> OmahaRange:
        """The top ``15`` or ``5-15`` percent."""
        first, _, second = (part.strip() for part in percent.replace("%", "").partition("-"))
        return self.read(f"{first}%-{second}%" if second else f"{first}%")

    def percents(self) -> npt.NDArray[np.float64]:
        """By number, of all holes of so many cards."""
        return at_least_percents(self.ranking(), hand_of_number(self.rule.hole))

    def explained(self, text: str) -> tuple[OmahaRange, pa.Table]:
        """The range of a text, and how each part was read, one row a part.

        A hole has its weight from the first of the parts that give it the largest one.
        """
        parts, found = self._read(text)
        found = found.without(self.dead)
        if len(parts) < 2:
            return found, parts_table(parts, np.zeros(len(found), np.int64))
        numbers = np.concatenate([hole_numbers(part.holes) for part in parts])
        weights = np.concatenate([part.weights for part in parts])
        which = np.repeat(np.arange(len(parts)), [len(part.holes) for part in parts])
        order = np.lexsort((which, -weights, numbers))
        first = order[np.flatnonzero(np.diff(numbers[order], prepend=-1))]
        live = np.isin(numbers[first], found.numbers)
        return found, parts_table(parts, which[first[live]])

    def _held(self, given: Any) -> OmahaRange | None:
        if isinstance(getattr(given, "cards", None), np.ndarray):  # a range of Python's door
            given = OmahaRange.of(given.cards, given.weights)
        if not isinstance(given, OmahaRange):
            return None
        if given.cards != self.rule.hole and not self.rule.is_stud:
            raise RangeError(
                f"a range of holes of {given.cards} cards; {self.rule.hole} are needed"
            )
        return given

    def _of_numbers(self, numbers: npt.NDArray[Any], given: Any) -> OmahaRange:
        cards = self.rule.hole
        if self.rule.is_stud and 0 < numbers.shape[-1:][0] <= cards:
            cards = numbers.shape[-1]
        if numbers.size == 0:
            return OmahaRange.of(np.empty((0, cards), np.uint8))
        if numbers.dtype.kind not in "iu" or numbers.shape[-1:] != (cards,) or numbers.ndim > 2:
            raise self._unknown(given)
        return OmahaRange.of(np.unique(np.sort(numbers.reshape(-1, cards), axis=1), axis=0))

    def _unknown(self, given: Any) -> RangeError:
        about = f"{type(given).__name__} {shown(given)}"
        if hasattr(given, "shape"):
            about = f"an array of shape {given.shape}"
        cards = self.rule.hole
        return RangeError(f"{about} is no range: give text, or holes as (n, {cards}) cards")

    # ------------------------------------------------------------ writing

    def pieces(self, found: OmahaRange) -> Iterator[str]:
        """The parts of the text."""
        return map(self._written, parts_of(found))

    def _written(self, text: str) -> str:
        """A part of a text: where the ace is low, no list goes from the king on to it."""
        return text.replace("[A-", "[A,K-") if self.rule.high.ace_low else text

    def text(self, found: OmahaRange, dialect: str = "pokerlake") -> str:
        """A range as text; RangeError for another dialect than those whose part it is."""
        if dialect not in _DIALECTS:
            raise RangeError(
                f"a range of {self.rule.name} is not written in {dialect}; str() writes it"
            )
        return self._written(format_omaha_range(found))

    def kinds(self, found: OmahaRange) -> Kinds:
        """The ranks and suits in a range, the highest ranks first."""
        kinds, kind = _kinds(found.holes)
        names = {part: _names(kinds, part, found.cards) for part in self.hole_names}
        pairs = zip(names["ranks"].to_pylist(), names["suits"].to_pylist(), strict=True)
        titles = [f"{ranks} {suits}" for ranks, suits in pairs]
        order = np.lexsort(found.holes.T)[::-1]
        live = _live(kinds, found.cards, self.dead)
        return Kinds(np.arange(len(found)), kind, live, names, titles, order)

    def grid(self, _: OmahaRange) -> NoReturn:
        """UsageError: a grid of 13 x 13 has the hands of hold'em."""
        raise UsageError(f"--grid is for hold'em; holes of {self.rule.name} have ranks and suits")

    def hands(self, found: OmahaRange) -> dict[str, float]:
        """The mean weight of all holes of some ranks and suits: ``{"AAKK$ds": 1.0, ...}``."""
        rows = OmahaReader(self.rule).shown(found).to_pydict()
        signs = suitedness_signs(found.cards)
        names = zip(rows["ranks"], rows["suits"], strict=True)
        texts = (f"{ranks}{signs[suits]}" for ranks, suits in names)
        return dict(zip(texts, rows["range_weight"], strict=True))

    def hole_texts(self, found: OmahaRange) -> pa.Array:
        """The cards of all of a range's holes, the highest first."""
        return hole_texts(found.holes)


def hole_texts(holes: Cards) -> pa.Array:
    """Holes ``(n, k)`` of ascending cards as text, the highest card first."""
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[holes[:, ::-1]]
    ends = 2 * holes.shape[1] * np.arange(len(holes) + 1, dtype=np.int32)
    data = pa.py_buffer(np.ascontiguousarray(letters).tobytes())
    return pa.StringArray.from_buffers(len(holes), pa.py_buffer(ends), data)


# ---------------------------------------------------------------- ranks and suits

# Of how many cards of the same suit, the most first: as in the view omaha_equities.
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
    """The kinds there are of ranks and suits, the highest ranks first, and that of each hole."""
    lists = hole_lists(holes.shape[1])
    suits = _suitedness(holes.shape[1])[1]
    ranks = lists.numbers_of_ranks(holes >> np.uint8(2))
    suit = suits[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    # Ranks descend from the highest card on, where lists are numbered from the lowest card on.
    order = np.lexsort(lists.ranks.T)[::-1]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    kinds, which = np.unique(place[ranks] * 16 + suit, return_inverse=True)
    return order[kinds // 16] * 16 + kinds % 16, which


def _suitedness(cards: int) -> tuple[list[str], npt.NDArray[np.intp]]:
    """The names of suitedness, and which each list of suits has."""
    rows = hole_lists(cards).suits.tolist()
    names = []
    for row in rows:
        counts = sorted((row.count(suit) for suit in set(row)), reverse=True)
        twos = tuple(count for count in counts if count > 1)
        names.append("ms" if len(counts) == 1 else _SUITEDNESS[twos])
    known = [name for name in (*_SUITEDNESS.values(), "ms") if name in names]
    return known, np.array([known.index(name) for name in names])


def suitedness_signs(cards: int) -> dict[str, str]:
    """What stands after ranks for each suitedness: ``$ds``, ``:xxxyy``."""
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
    """How many holes of each kind have no dead card."""
    lists = hole_lists(cards)
    ranks = np.zeros(len(lists.ranks), np.bool_)
    ranks[kinds // 16] = True
    counts = np.zeros((len(ranks), 16), np.int64)
    suits = _suitedness(cards)[1]
    gone = np.zeros(52, np.bool_)
    gone[list(dead)] = True
    for block in lists.blocks(ranks, np.ones(len(lists.suits), np.bool_)):
        live = ~gone[block.holes].any(axis=1)
        np.add.at(counts, (block.rank_list[live], suits[block.suit_list[live]]), 1)
    return np.maximum(counts.ravel()[kinds], 1)


def is_top(text: str) -> bool:
    """Whether a text begins with a percentage: of starts of stud the best, as in other games."""
    return match_percentage(Scanner(text.strip())) is not None
