"""Ranges of Omaha as objects: read from anything, joined and cut, written as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.omaha.hole_range import OmahaRange as Holes
from pokerlake.engine.ranges.omaha.hole_range import all_holes
from pokerlake.engine.ranges.omaha.printer import format_omaha_range, parts_of
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.reading import file_of, reading
from pokerlake.tables.errors import UsageError

from ..given import place_of, text
from .algebra import GivenRange, RangeAlgebra, Weights, percent_text, require_game

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn

_LONG = 60  # characters of a text that repr shows


class OmahaRange(RangeAlgebra):
    """A range of Omaha: holes of four, five or six cards, each with a weight. It does not change.

    A range belongs to its game: those of Omaha and of hi-lo are not equal, and are not joined.

    Parameters
    ----------
    given : str, OmahaRange, mapping, sequence or array
        What is in it:

        - text, such as ``"AAxx$ds, KQJT$ss, JT98-7654@50, top 15%"``, see docs/omaha.md;
        - a mapping from text to weights: ``{"AAxx": 1, "KKxx$ds": 0.5}``;
        - a list or series of texts: ``["AAxx", "KQJT$ss"]``;
        - holes as an array ``(n, 4)`` of cards 0..51, or one hole as four;
        - a series of pandas by text, or a frame with a column ``hand`` and one ``weight``.
    game : str
        ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"`` (Big O) or
        ``"omaha6 hi-lo"``.
    dead : text or cards
        Holes with one of these cards are left out.
    lake : str or Path, optional
        Where the ranking of ``top 15%`` is looked up, the equity against a random hand;
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    RangeError
        If the text cannot be read, with the character; if these are no holes or weights.
    CardError
        If something is no card.
    LakeError
        If a percentage needs a table that is not there.
    UsageError
        If there is no such game.

    Examples
    --------
    >>> aces = OmahaRange("AAxx$ds")
    >>> aces.combos, round(aces.percent, 3), "AsAhKsQh" in aces
    (864.0, 0.319, True)
    >>> aces | "KQJT$ss@50"
    OmahaRange('AA$ds,KQJT$ss@50')
    """

    __slots__ = ("_found", "_rule")
    _found: Holes
    _rule: Game

    def __init__(
        self,
        given: GivenRange = "",
        *,
        game: str = "omaha",
        dead: Any = "",
        lake: str | PathLike[str] | None = None,
    ) -> None:
        from pokerlake.queries.answers.ranges.omaha import OmahaReader

        rule = rule_of(game)
        if not rule.used:
            raise UsageError(f"game is {shown(game)}; its ranges are pokerlake.Range")
        with reading("dead cards", dead):
            gone = one_hand(dead, "dead cards")
        if isinstance(given, OmahaRange):
            given = given._found
        with reading("a range", given, RangeError):
            found = OmahaReader(rule, place_of(lake), tuple(map(int, gone))).any(given)
        self._rule, self._found = rule, found

    @classmethod
    def top(
        cls,
        percent: float | str,
        *,
        game: str = "omaha",
        dead: Any = "",
        lake: str | PathLike[str] | None = None,
    ) -> OmahaRange:
        """The best holes: ``OmahaRange.top(15)`` is the top 15 %. See the class for the rest.

        RangeError if the percentage is not in 0..100.
        """
        return cls(percent_text(percent), game=game, dead=dead, lake=lake)

    @classmethod
    def _of(cls, rule: Game, found: Holes) -> OmahaRange:
        made = cls.__new__(cls)
        made._rule, made._found = rule, found
        return made

    # ------------------------------------------------------------ what is in it

    @property
    def game(self) -> str:
        """The game whose holes these are."""
        return self._rule.name

    @property
    def cards(self) -> npt.NDArray[np.uint8]:
        """The holes as cards 0..51: ``(n, k)`` ``uint8``, ascending in each row; read-only."""
        return self._found.holes

    @property
    def weights(self) -> Weights:
        """The weight of each of these holes: ``(n,)`` ``float64``, read-only."""
        return self._found.weights

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return self._found.combos

    @property
    def percent(self) -> float:
        """The combos as a percentage of all holes."""
        return self._found.percent

    @property
    def hands(self) -> dict[str, float]:
        """The mean weight of all holes of some ranks and suits: ``{"AAKK$ds": 1.0, ...}``."""
        from pokerlake.queries.answers.ranges.omaha_tables import kinds_table

        rows = kinds_table(self._found, as_text=True).to_pydict()
        return dict(zip(rows["text"], rows["range_weight"], strict=True))

    @property
    def holes(self) -> dict[str, float]:
        """The weight of each hole in it, the highest cards first: ``{"AsAhKsQh": 1.0, ...}``."""
        from pokerlake.queries.answers.ranges.omaha_tables import omaha_holes_table

        rows = omaha_holes_table(self._found).to_pydict()
        return dict(zip(rows["hole"], rows["range_weight"], strict=True))

    def __len__(self) -> int:
        """How many holes have a weight above 0."""
        return len(self._found)

    def __iter__(self) -> Iterator[str]:
        """The holes in it, highest cards first."""
        return iter(self.holes)

    def __contains__(self, what: GivenRange) -> bool:
        """Whether all of a hole or a range is in it, with any weight."""
        other = self._read(what)
        return bool(len(other) and (self._found.weights_of(other.cards) > 0).all())

    def __getitem__(self, what: GivenRange) -> float:
        """The mean weight of a hole or another range: ``r["AAxx"]``."""
        other = self._read(what)
        if not len(other):
            raise RangeError(f"{shown(what)} has no hole")
        return float(self._found.weights_of(other.cards) @ other.weights / other.combos)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OmahaRange):
            return NotImplemented
        return (
            self.game == other.game
            and np.array_equal(self.cards, other.cards)
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self.game, self.cards.tobytes(), self.weights.tobytes()))

    # ------------------------------------------------------------ ranges of ranges

    def _read(self, given: GivenRange) -> OmahaRange:
        if isinstance(given, OmahaRange) and given._rule == self._rule:
            return given
        if isinstance(given, RangeAlgebra):
            require_game(given, self.game)
        return OmahaRange(given, game=self.game)

    def _merged(self, other: OmahaRange, how: Callable[[Weights, Weights], Weights]) -> OmahaRange:
        return self._of(self._rule, self._found.merged(other._found, how))

    def _each(self, how: Callable[[Weights], Weights]) -> OmahaRange:
        return self._of(self._rule, Holes.of(self.cards, how(self.weights)))

    def __invert__(self) -> OmahaRange:
        """All that is not in it: 1 less each weight."""
        everything = Holes.of(all_holes(self._rule.hole))
        return self._of(self._rule, everything.merged(self._found, np.subtract))

    def without(self, dead: Any) -> OmahaRange:
        """What is left when these cards are dead: ``r.without("Ah 7d")``."""
        with reading("dead cards", dead):
            gone = one_hand(dead, "dead cards")
        return self._of(self._rule, self._found.without(map(int, gone)))

    # ------------------------------------------------------------ as text

    def __str__(self) -> str:
        """The text, which reads back as the same holes and weights."""
        return format_omaha_range(self._found)

    def __repr__(self) -> str:
        whole = ""
        for part in parts_of(self._found):  # no more of them than are shown
            whole += f",{part}" if whole else part
            if len(whole) > _LONG:
                break
        cut = whole if len(whole) <= _LONG else f"{whole[: _LONG - 1]}…"
        more = "" if cut == whole else f" # {self.combos:.6g} combos, {self.percent:.4g} %"
        game = "" if self.game == "omaha" else f", game={self.game!r}"
        return f"OmahaRange({cut!r}{game}){more}"

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """The weights."""
        return np.array(self.weights, dtype, copy=copy)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the range to a file: a picture for .svg, .html and .png, its text for .txt.

        Returns the path. UsageError for another ending, and for a picture of holes of five or six
        cards; OutputError if it cannot be written.
        """
        file = file_of(path)
        if file.suffix.lower() == ".txt":
            from pokerlake.tables.store import write_text

            write_text(file, f"{self}\n")
        else:
            self.chart().save(file)
        return file

    def to(self, dialect: str) -> str:
        """The text; RangeError for another dialect than ``propokertools``, whose part it is."""
        if text("dialect", dialect) != "propokertools":
            raise RangeError(f"a range of {self.game} is not written in {dialect}; str() writes it")
        return str(self)

    def grid(self) -> NoReturn:
        """UsageError: a grid of 13 x 13 has the hands of hold'em."""
        raise UsageError(f"a range of {self.game} has no grid; its hands have ranks and suits")

    def chart(self, title: str = "") -> Drawn:
        """The range as a picture, by ranks and suits; UsageError for five and six cards."""
        from ..charts import chart

        if self._rule.hole != 4:
            raise UsageError(f"a range of {self.game} has no chart; that has holes of four cards")
        return chart("omaha", range=self, title=title)
