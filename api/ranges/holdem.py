"""Ranges as objects: read from anything, joined and cut, written in any dialect."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.holes import (
    HANDS,
    dead_holes,
    format_hole,
    hand_combos,
    hand_of_hole,
)
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.notation import format_range, parse_range
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.weights import as_range, hand_weights
from pokerlake.queries.answers.orders import order_of_game, rule_of
from pokerlake.queries.reading import file_of, reading

from ..given import place_of, text
from .algebra import GivenRange, RangeAlgebra, percent_text, require_game

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn

_GRID = (13, 13)
_LONG = 60  # characters of a text that repr shows


class Range(RangeAlgebra):
    """A range: a weight 0 to 1 for each of the 1,326 holes. It does not change.

    A range belongs to its game: those of two games are not equal, and are not joined.

    Parameters
    ----------
    given : str, Range, mapping, sequence or array
        What is in it:

        - text, such as ``"22+, A2s+, KTo+, AhKh, QJs:0.5, top 15%"``;
        - a mapping from text to weights: ``{"AKs": 1, "QQ": 0.5}``;
        - a list or series of texts: ``["QQ+", "AKs"]``;
        - a series of pandas by hand, or a frame with a column ``hole_id``, ``hole`` or ``hand``,
          the first of these, and one ``range_weight``, ``weight`` or ``value``; without numbers
          all weights are 1;
        - 1,326 weights by ``hole_id``, 169 along the grid, or a 13 x 13 of them: ace to deuce,
          suited above the diagonal;
        - holes as an array ``(n, 2)`` of cards 0..51, or one hole as two.
    dialect : str
        That of text: ``pokerlake``, ``equilab``, ``piosolver``, ``flopzilla`` (that of GTO+,
        too) or ``propokertools``.
    dead : text or cards
        Holes with one of these cards get weight 0.
    by : str
        What ``top 15%`` goes by: ``equity`` against one random hand, or ``income 6``, the income
        rate of six players.
    lake : str or Path, optional
        Where that ranking is looked up; ``$POKERLAKE_LAKE`` or ``./lake`` if not given. Without a
        lake equity is counted, once; income rates need one.
    game : str
        ``"short deck"`` leaves out what is not in its deck, and ``15%`` goes by its own ranking,
        of 630 holes. A range of hold'em is made one of short deck so, and the other way round.
        ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"`` (Big O) or
        ``"omaha6 hi-lo"`` gives an :class:`OmahaRange`, of which neither dialects
        nor other rankings are known.

    Raises
    ------
    RangeError
        If the text cannot be read, with the character; if these are no weights; if ranges of two
        games are joined or compared hole by hole.
    CardError
        If something is no card.
    LakeError
        If a percentage needs a table that is not there.

    Examples
    --------
    >>> Range("QQ+, AKs") | Range("AKo:0.5")
    Range('QQ+,AKs,AKo:0.5')
    >>> len(Range("QQ+, AKs")), Range("QQ+, AKs").percent
    (22, 1.6591251885369533)
    """

    __slots__ = ("_rule", "_weights")
    _rule: Game
    _weights: Weights

    def __new__(
        cls,
        given: GivenRange = "",
        *,
        game: str = "hold'em",
        dialect: str = "pokerlake",
        by: str = "equity",
        **how: Any,
    ) -> Self:
        """A range of two cards, or an :class:`OmahaRange` if the game is one of Omaha."""
        rule = rule_of(game)
        if rule.used:
            from pokerlake.queries.answers.ranges.omaha import refuse_how

            from .omaha import OmahaRange

            refuse_how(rule, text("dialect", dialect), text("by", by))
            return OmahaRange(given, game=game, **how)  # type: ignore[return-value]
        return super().__new__(cls)

    def __init__(
        self,
        given: GivenRange = "",
        *,
        dialect: str = "pokerlake",
        dead: Any = "",
        by: str = "equity",
        lake: str | PathLike[str] | None = None,
        game: str = "hold'em",
    ) -> None:
        @functools.cache  # a text may have many percentages
        def ranking() -> Weights:
            from pokerlake.queries.answers.lookup.rankings import ranking_at

            return ranking_at(place_of(lake), by, order)

        def read(text: str) -> Weights:
            with hinting(text):
                return parse_range(text, dialect=dialect, ranking=ranking)

        from pokerlake.queries.answers.ranges.given import hinting, weights_of

        dialect, by = text("dialect", dialect), text("by", by)
        self._rule = rule_of(game)
        order = order_of_game(self._rule)
        if isinstance(given, RangeAlgebra) and not isinstance(given, Range):
            require_game(given, self.game)
        with reading("a range", given, RangeError):
            weights = weights_of(given, read).copy()
        with reading("dead cards", dead):
            weights[dead_holes(one_hand(dead, "dead cards"))] = 0.0
        weights[dead_holes(order.dead)] = 0.0
        weights.flags.writeable = False
        self._weights = weights

    @classmethod
    def top(
        cls,
        percent: float | str,
        *,
        by: str = "equity",
        dead: Any = "",
        lake: str | PathLike[str] | None = None,
        game: str = "hold'em",
    ) -> Self:
        """The best hands: ``Range.top(15)`` is the top 15 %. See :class:`Range` for the rest.

        RangeError if the percentage is not in 0..100.
        """
        return cls(percent_text(percent), by=by, dead=dead, lake=lake, game=game)

    @classmethod
    def _of(cls, rule: Game, weights: Weights) -> Self:
        made = cls.__new__(cls)
        weights.flags.writeable = False
        made._rule, made._weights = rule, weights
        return made

    # ------------------------------------------------------------ what is in it

    @property
    def game(self) -> str:
        """The game whose holes these are: ``hold'em`` or ``short deck``."""
        return self._rule.name

    @property
    def weights(self) -> Weights:
        """The weight of each hole by ``hole_id``: ``(1326,)`` ``float64``, read-only."""
        return self._weights

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self._weights.sum())

    @property
    def percent(self) -> float:
        """The combos as a percentage of all 1,326, or of the 630 of short deck."""
        return 100 * self.combos / self._rule.holes

    @property
    def hands(self) -> dict[str, float]:
        """The mean weight of each of the 169 hands that are in it, along the grid."""
        means = self.grid().ravel()
        return {HANDS[hand]: float(means[hand]) for hand in np.flatnonzero(means)}

    @property
    def holes(self) -> dict[str, float]:
        """The weight of each hole that is in it, along the grid: ``{"AsAh": 1.0, ...}``."""
        found = np.flatnonzero(self._weights)
        found = found[np.lexsort((-found, hand_of_hole()[found]))]
        return {format_hole(int(hole)): float(self._weights[hole]) for hole in found}

    def grid(self) -> npt.NDArray[np.float64]:
        """The mean weight of each hand, ``(13, 13)``: ace to deuce, suited above the diagonal."""
        return (hand_weights(self._weights) / hand_combos()).reshape(_GRID)

    def __len__(self) -> int:
        """How many holes have a weight above 0."""
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[str]:
        """The holes in it, along the grid."""
        return iter(self.holes)

    def __contains__(self, what: GivenRange) -> bool:
        """Whether all of a hole, a hand or a range is in it, with any weight."""
        other = self._read(what)._weights > 0
        return bool(other.any() and (self._weights[other] > 0).all())

    def __getitem__(self, what: GivenRange) -> float:
        """The mean weight of a hole, a hand or another range: ``r["AKs"]``."""
        other = self._read(what)
        if not len(other):
            raise RangeError(f"{shown(what)} has no hole")
        return float((self._weights * other._weights).sum() / other.combos)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return self._rule == other._rule and bool((self._weights == other._weights).all())

    def __hash__(self) -> int:
        return hash((self.game, self._weights.tobytes()))

    # ------------------------------------------------------------ ranges of ranges

    def _read(self, given: GivenRange) -> Self:
        if isinstance(given, RangeAlgebra):
            require_game(given, self.game)
        return type(self)(given, game=self.game)

    def _merged(self, other: Self, how: Callable[[Weights, Weights], Weights]) -> Self:
        return self._of(self._rule, how(self._weights, other._weights))

    def _each(self, how: Callable[[Weights], Weights]) -> Self:
        return self._of(self._rule, as_range(how(self._weights)))

    def __invert__(self) -> Self:
        """All that is not in it: 1 less each weight."""
        left = 1.0 - self._weights
        left[dead_holes(self._rule.dead)] = 0.0
        return self._of(self._rule, left)

    def without(self, dead: Any) -> Self:
        """What is left when these cards are dead: ``r.without("Ah 7d")``."""
        return type(self)(self, dead=dead, game=self.game)

    # ------------------------------------------------------------ as text and pictures

    def to(self, dialect: str) -> str:
        """The text in a dialect: ``r.to("piosolver")``; RangeError if it cannot express it."""
        return format_range(self._weights, dialect=text("dialect", dialect))

    def __str__(self) -> str:
        """The text in pokerlake's own notation, which reads back as the same weights."""
        return format_range(self._weights)

    def __repr__(self) -> str:
        whole = str(self)
        cut = whole if len(whole) <= _LONG else f"{whole[: _LONG - 1]}…"
        more = "" if cut == whole else f" # {self.combos:.6g} combos, {self.percent:.4g} %"
        game = f", game={self.game!r}" if self._rule.dead else ""
        return f"Range({cut!r}{game}){more}"

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """The weights."""
        return np.array(self._weights, dtype, copy=copy)

    def chart(self, title: str = "") -> Drawn:
        """The range as a picture of the grid: 13 x 13 hands, or 9 x 9 in short deck."""
        from ..charts import chart

        return chart("range", self, title=title)

    def _repr_html_(self) -> str | None:
        if not self.combos:
            return None  # and notebooks show the text
        html: str = self.chart()._repr_html_()
        return html

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the range to a file: a picture for .svg, .html and .png, its text for .txt.

        Returns the path. UsageError for another ending; OutputError if it cannot be written.
        """
        file = file_of(path)
        if file.suffix.lower() == ".txt":
            from pokerlake.tables.store import write_text

            write_text(file, f"{self}\n")
        else:
            self.chart().save(file)
        return file
