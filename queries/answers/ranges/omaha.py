"""Ranges of Omaha as a user gives them, with percentages that go by tables of the lake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.layout import is_one_hand
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.omaha.hole_range import OmahaRange
from pokerlake.engine.ranges.omaha.parser import OmahaPart, parse_omaha_range, read_omaha_parts
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

from ..lookup.omaha import Ranking, omaha_ranking
from .given import given_text, listed, of_frame


@dataclass(frozen=True)
class OmahaReader:
    """Reads ranges of one game of Omaha.

    The lake is only opened for a range that has a percentage. It is ``lake``, or that at ``path``,
    or ``$POKERLAKE_LAKE`` or ``./lake``.
    """

    rule: Game
    path: Path | None = None
    dead: tuple[int, ...] = ()  # cards 0..51
    lake: Lake | None = None

    def ranking(self) -> Ranking:
        """The ranking of the game's holes, out of the lake."""
        return omaha_ranking(self.rule, self.lake, self.path)

    def read(self, text: str) -> OmahaRange:
        """The range of a text, without holes that have a dead card.

        Raises
        ------
        RangeError
            If the text is not a range.
        LakeError
            If a percentage needs a table that is not there.
        """
        found = parse_omaha_range(text, self.rule.hole, self.ranking)
        return found.without(self.dead) if self.dead else found

    def given(self, given: str) -> OmahaRange:
        """The range of a text, of ``@FILE``, or of ``-`` for standard input; errors as of read."""
        return self.read(given_text(given))

    def parts(self, given: str) -> list[OmahaPart]:
        """The parts of such a text, and how each is read."""
        return read_omaha_parts(given_text(given), self.rule.hole, self.ranking)

    def top(self, percent: str) -> OmahaRange:
        """The top ``15`` or ``5-15`` percent; errors as of read."""
        first, _, second = (part.strip() for part in percent.replace("%", "").partition("-"))
        return self.read(f"{first}%-{second}%" if second else f"{first}%")

    def live(self) -> int:
        """How many holes have no dead card."""
        return comb(52 - len(set(self.dead)), self.rule.hole)

    def any(self, given: Any) -> OmahaRange:
        """The range of what people have, without holes that have a dead card.

        Parameters
        ----------
        given : str, mapping, sequence, array, frame or range
            Text; texts with their weights, ``{"AAxx": 0.5}``; a list or series of texts; holes as
            ``(n, k)`` cards 0..51, or one as k; a series of pandas by text, or a frame with a
            column ``hand`` or ``hole``.

        Raises
        ------
        RangeError, CardError
            If it is no range.
        LakeError
            If a percentage needs a table that is not there.
        """
        found = range_of(given, self.rule.hole, self.read)
        return found.without(self.dead) if self.dead else found


def range_of(given: Any, cards: int, read: Callable[[str], OmahaRange]) -> OmahaRange:
    """The range of what people have, as of :meth:`OmahaReader.any`; ``read`` reads a text."""
    if isinstance(getattr(given, "cards", None), np.ndarray):  # a range of Python's door
        given = OmahaRange.of(given.cards, given.weights)
    if isinstance(given, OmahaRange):
        if given.cards != cards:
            raise RangeError(f"a range of holes of {given.cards} cards; {cards} are needed")
        return given
    if isinstance(given, str):
        return read(given)
    named = given if isinstance(given, Mapping) else of_frame(given)
    if named is not None:
        return _of_mapping(named, cards, read)
    given = listed(given)
    if isinstance(given, list) and given and all(isinstance(part, str) for part in given):
        return read("".join(given) if is_one_hand(given) else ",".join(given))
    try:
        numbers = np.asarray(given)
    except ValueError as error:  # rows of different lengths
        raise _unknown(given, cards) from error
    if numbers.size == 0:
        return OmahaRange.of(np.empty((0, cards), np.uint8))
    if numbers.dtype.kind not in "iu" or numbers.shape[-1:] != (cards,) or numbers.ndim > 2:
        raise _unknown(given, cards)
    return OmahaRange.of(np.unique(np.sort(numbers.reshape(-1, cards), axis=1), axis=0))


def _of_mapping(
    given: Mapping[str, float], cards: int, read: Callable[[str], OmahaRange]
) -> OmahaRange:
    """Each text has its weight; a hole that two texts have must have the same in both."""
    found = OmahaRange.of(np.empty((0, cards), np.uint8))
    without: list[tuple[str, OmahaRange]] = []  # texts of weight 0
    for text, weight in given.items():
        try:
            share = float(weight)
        except (TypeError, ValueError):
            raise RangeError(f"the weight of {text} is {weight!r}; give a number 0 to 1") from None
        if not 0 <= share <= 1:
            raise RangeError(f"weight {weight} of {text!r} is not in 0..1")
        part = read(text)
        if share == 0:
            without.append((text, part))
            continue
        part = OmahaRange.of(part.holes, part.weights * share)
        before = found.weights_of(part.holes)
        _refuse_others(text, part, (before > 0) & (before != part.weights))
        found = found.merged(part, np.maximum)
    for text, part in without:
        _refuse_others(text, part, found.weights_of(part.holes) > 0)
    return found


def _refuse_others(text: str, part: OmahaRange, others: npt.NDArray[np.bool_]) -> None:
    """Raise RangeError where holes of a text, ``(n,)``, have another weight by another text."""
    twice = np.flatnonzero(others)
    if len(twice):
        hole = format_hand(part.holes[twice[0], ::-1])
        raise RangeError(f"{hole} is in {text!r} with another weight")


def _unknown(given: object, cards: int) -> RangeError:
    about = f"{type(given).__name__} {shown(given)}"
    if hasattr(given, "shape"):
        about = f"an array of shape {given.shape}"
    return RangeError(f"{about} is no range: give text, or holes as (n, {cards}) cards")


def refuse_how(rule: Game, dialect: str, by: str) -> None:
    """UsageError for what ranges of hold'em are read by, and those of Omaha are not."""
    if dialect not in ("pokerlake", "propokertools"):
        raise UsageError(
            f"no dialect {dialect!r} of {rule.name}; its ranges are in one notation, a subset of "
            "propokertools'"
        )
    if by != "equity":
        raise UsageError(f"no ranking {by!r} of {rule.name}; its holes are ranked by equity only")
