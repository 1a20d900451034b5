"""Ranges in Python: read from what people have, joined and cut, and written.

Does not belong here: the notation (``engine/ranges/``), what each game's ranges are read by
(``queries/answers/ranges/``), and what is reckoned with ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game
from pokerlake.engine.cards.holes import hand_combos
from pokerlake.engine.cards.layout import one_hand
from pokerlake.engine.given import shown
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import hand_weights
from pokerlake.queries.answers.orders import rule_of
from pokerlake.queries.reading import file_of, reading
from pokerlake.queries.results import Frames
from pokerlake.queries.words import worded
from pokerlake.tables.errors import UsageError

from .given import number, place_of, text, whole

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.queries.answers.ranges.reader import Reader
    from pokerlake.queries.charts import Drawn

GivenRange = Any  # text, a Range, a mapping, a list of texts, or an array: as of Range
Weights = npt.NDArray[np.float64]

_GRID = (13, 13)
_ENDINGS = (".svg", ".html", ".png", ".txt")
_LONG = 60  # characters of a text that repr shows


class RangeOfGame(Frames):
    """A range of one game; another one is read from whatever is given."""

    __slots__ = ("_held", "_rule")
    __array_priority__ = 1000  # `0.5 * range` with numpy's numbers is a range, too
    __array_ufunc__ = None
    _usual = ""  # the game that repr does not name
    _rule: Game
    _held: Any  # TwoCards, or the engine's OmahaRange

    def _fill(
        self,
        rule: Game,
        given: GivenRange,
        dead: Any,
        lake: str | PathLike[str] | None,
        dialect: str = "pokerlake",
        by: str | None = None,
        players: int | None = None,
    ) -> None:
        """Read what is given; the errors are those of the classes."""
        from pokerlake.queries.answers.ranges.given import reader_of

        with reading("dead cards", dead):
            gone = one_hand(dead, "dead cards")
        how = _how(dialect, by, players)
        with reading("a range", given, RangeError):
            self._held = reader_of(rule, place_of(lake), gone, **how).any(given)
        self._rule = rule

    def _of(self, held: Any) -> Self:
        made = object.__new__(type(self))
        made._rule, made._held = self._rule, held
        return made

    @property
    def _by(self) -> Reader[Any]:
        from pokerlake.queries.answers.ranges.given import reader_of

        return reader_of(self._rule)

    # ------------------------------------------------------------ what is in it

    @property
    def game(self) -> str:
        """The game whose holes these are."""
        return self._rule.name

    @property
    def weights(self) -> Weights:
        """The weight of each hole, ``(n,)`` ``float64``, read-only: of two cards by ``hole_id``."""
        weights: Weights = self._held.weights
        return weights

    @property
    def combos(self) -> float:
        """The sum of the weights."""
        return float(self._held.combos)

    @property
    def percent(self) -> float:
        """The combos as a percentage of all holes: 1,326 of hold'em, 630 of short deck."""
        return float(self._held.percent)

    @property
    def hands(self) -> dict[str, float]:
        """The mean weight of each kind of holes in it, the best kinds first.

        Of two cards these are the 169 hands along the grid, ``{"AKs": 1.0, ...}``; of more cards
        holes of some ranks and suits, ``{"AAKK$ds": 1.0, ...}``.
        """
        return self._by.hands(self._held)

    @property
    def holes(self) -> dict[str, float]:
        """The weight of each hole that is in it, the best first: ``{"AsAh": 1.0, ...}``."""
        rows = self._by.holes(self._held).to_pydict()
        return dict(zip(rows["hole"], rows["range_weight"], strict=True))

    def to_arrow(self) -> pa.Table:
        """A row for each hole in it, the best first: ``hole``, and ``range_weight``.

        Of two cards also ``hole_id`` and ``hand``. Frames of polars take a range as it is; pandas
        takes it for a list of holes, and has these rows by :meth:`to_pandas`.
        """
        return self._by.holes(self._held)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def keys(self) -> list[str]:
        """The holes in it, the best first, so that ``dict(range)`` has the weight of each."""
        return list(self.holes)

    def __len__(self) -> int:
        """How many holes have a weight above 0."""
        return len(self._held)

    def __iter__(self) -> Iterator[str]:
        """The holes in it, the best first."""
        return iter(self.holes)

    def __contains__(self, what: GivenRange) -> bool:
        """Whether all of a hole, a hand or a range is in it, with any weight."""
        other = self._read(what)._held
        return bool(len(other) and (self._held.at(other)[other.weights > 0] > 0).all())

    def __getitem__(self, what: GivenRange) -> float:
        """The mean weight of a hole, a hand or another range: ``r["AKs"]``, ``r["AAxx"]``."""
        other = self._read(what)._held
        if not len(other):
            raise RangeError(f"{shown(what)} has no hole")
        return float((self._held.at(other) * other.weights).sum() / other.combos)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RangeOfGame):
            return NotImplemented
        if self._rule != other._rule or len(self.weights) != len(other.weights):
            return False
        one, two = self._held.holes, other._held.holes
        same_holes = one is two or np.array_equal(one, two)
        return same_holes and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash((self.game, self._held.holes.tobytes(), self.weights.tobytes()))

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The weights for numpy. With ``__array__`` pandas had them beside the number of holes."""
        return self.weights.__array_interface__

    # ------------------------------------------------------------ ranges of ranges

    def _read(self, given: GivenRange) -> Self:
        if isinstance(given, RangeOfGame):
            require_game(given, self.game)
            if isinstance(given, type(self)):
                return given
        made = object.__new__(type(self))
        made._fill(self._rule, given, "", None)
        return made

    def _merged(self, other: Self, how: Callable[[Weights, Weights], Weights]) -> Self:
        return self._of(self._held.merged(other._held, how))

    def __or__(self, other: GivenRange) -> Self:
        """What is in either, with the larger weight."""
        return self._merged(self._read(other), np.maximum)

    def __and__(self, other: GivenRange) -> Self:
        """What is in both, with the smaller weight."""
        return self._merged(self._read(other), np.minimum)

    def __sub__(self, other: GivenRange) -> Self:
        """The weights less those of the other, 0 at least."""
        return self._merged(self._read(other), _less)

    def __ror__(self, other: GivenRange) -> Self:
        return self._read(other) | self

    def __rand__(self, other: GivenRange) -> Self:
        return self._read(other) & self

    def __rsub__(self, other: GivenRange) -> Self:
        return self._read(other) - self

    def __mul__(self, factor: float) -> Self:
        """Each weight times a number; RangeError if one is above 1 then."""
        if not np.isscalar(factor):
            return NotImplemented
        by = number("factor", factor)
        return self._of(self._held.each(lambda weights: weights * by))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Self:
        """Each weight divided by a number."""
        if not np.isscalar(divisor):
            return NotImplemented
        by = number("divisor", divisor)
        if by == 0:
            raise RangeError("a range cannot be divided by 0")
        with np.errstate(over="ignore"):
            return self._of(self._held.each(lambda weights: weights / by))

    def __invert__(self) -> Self:
        """All that is not in it: 1 less each weight."""
        return self._of(self._held.inverse())

    def without(self, dead: Any) -> Self:
        """What is left when these cards are dead: ``r.without("Ah 7d")``."""
        with reading("dead cards", dead):
            gone = one_hand(dead, "dead cards")
        return self._of(self._held.without(map(int, gone)))

    # ------------------------------------------------------------ as text and pictures

    def to(self, dialect: str) -> str:
        """The text in a dialect: ``r.to("piosolver")``; RangeError if it cannot express it.

        Ranges of Omaha are written in ``propokertools`` alone.
        """
        return self._by.text(self._held, text("dialect", dialect))

    def __str__(self) -> str:
        """The text in pokerlake's own notation, which reads back as the same weights."""
        return self._by.text(self._held)

    def __repr__(self) -> str:
        whole = ""
        for piece in self._by.pieces(self._held):  # no more of them than are shown
            whole += f",{piece}" if whole else piece
            if len(whole) > _LONG:
                break
        cut = whole if len(whole) <= _LONG else f"{whole[: _LONG - 1]}…"
        more = "" if cut == whole else f" # {self.combos:.6g} combos, {self.percent:.4g} %"
        game = "" if self.game == self._usual else f", game={self.game!r}"
        return f"{type(self).__name__}({cut!r}{game}){more}"

    def grid(self) -> npt.NDArray[np.float64]:
        """The mean weight of each hand, ``(13, 13)``: ace to deuce, suited above the diagonal.

        UsageError for ranges of Omaha, whose hands have ranks and suits.
        """
        raise UsageError(f"a range of {self.game} has no grid; its hands have ranks and suits")

    def chart(self, title: str = "") -> Drawn:
        """The range as a picture: a grid of hands, 13 x 13 or 9 x 9 in short deck.

        In Omaha it is by ranks and suits; UsageError for five and six cards, and of stud and draw.
        """
        from .charts import chart

        if self._rule.hole > 4 or self._rule.draws:
            raise UsageError(f"a range of {self.game} has no chart; that has holes of four cards")
        return chart("omaha", range=self, title=title)

    def show(self) -> None:
        """Open the picture in a browser; where there is no screen or no browser it is printed."""
        self.chart().show()

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the range to a file: a picture for .svg, .html and .png, its text for .txt.

        Returns the path. UsageError for another ending, and where there is no picture; OutputError
        if it cannot be written.
        """
        file = file_of(path)
        ending = file.suffix.lower()
        if ending not in _ENDINGS:
            raise UsageError(f"{file} has none of the endings {', '.join(_ENDINGS)}; give it one")
        if ending == ".txt":
            from pokerlake.tables.store import write_text

            write_text(file, f"{self}\n")
        else:
            self.chart().save(file)
        return file


class Range(RangeOfGame):
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
    by : str, optional
        What ``top 15%`` goes by: ``equity`` against one random hand, if nothing is said, or
        ``income 6``, the income rate of six players.
    players : int, optional
        Short for ``by="income 6"``: 2 to 10.
    lake : str or Path, optional
        Where that ranking is looked up; ``$POKERLAKE_LAKE`` or ``./lake`` if not given. Without a
        lake equity is counted, once; income rates need one.
    game : str
        ``"short deck"`` leaves out what is not in its deck, and ``15%`` goes by its own ranking,
        of 630 holes. A range of hold'em is made one of short deck so, and the other way round.
        ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"`` (Big O),
        ``"omaha6 hi-lo"`` or ``"short deck omaha"`` gives an :class:`OmahaRange`, of which neither
        dialects nor other rankings are known; so do games of stud, ``"razz"``, and of draw,
        ``"badugi"``.

    Raises
    ------
    RangeError
        If the text cannot be read, with the character; if these are no weights; if ranges of two
        games are joined or compared hole by hole.
    CardError
        If something is no card.
    LakeError
        If a percentage needs a table that is not there.
    UsageError
        If there is no such ranking.

    Examples
    --------
    >>> Range("QQ+, AKs") | Range("AKo:0.5")
    Range('QQ+,AKs,AKo:0.5')
    >>> len(Range("QQ+, AKs")), Range("QQ+, AKs").percent
    (22, 1.6591251885369533)
    """

    __slots__ = ()
    _usual = "hold'em"

    @worded
    def __new__(
        cls,
        given: GivenRange = "",
        *,
        game: str = "hold'em",
        dialect: str = "pokerlake",
        by: str | None = None,
        players: int | None = None,
        **how: Any,
    ) -> Self:
        """A range of two cards, or an :class:`OmahaRange` if the game is one of more."""
        rule = _rule(game)
        if rule.hole == 2:
            return super().__new__(cls)
        from pokerlake.queries.answers.ranges.given import reader_of

        reader_of(rule, **_how(dialect, by, players))
        return OmahaRange(given, game=game, **how)  # type: ignore[return-value]

    @worded
    def __init__(
        self,
        given: GivenRange = "",
        *,
        dialect: str = "pokerlake",
        dead: Any = "",
        by: str | None = None,
        players: int | None = None,
        lake: str | PathLike[str] | None = None,
        game: str = "hold'em",
    ) -> None:
        self._fill(_rule(game), given, dead, lake, dialect, by, players)

    @classmethod
    @worded
    def top(
        cls,
        percent: float | str,
        *,
        by: str | None = None,
        players: int | None = None,
        dead: Any = "",
        lake: str | PathLike[str] | None = None,
        game: str = "hold'em",
    ) -> Self:
        """The best hands: ``Range.top(15)`` is the top 15 %. See :class:`Range` for the rest.

        RangeError if the percentage is not in 0..100.
        """
        how = {"by": by, "players": players, "dead": dead, "lake": lake, "game": game}
        return cls(_percent_text(percent), **how)

    def grid(self) -> npt.NDArray[np.float64]:
        """The mean weight of each hand, ``(13, 13)``: ace to deuce, suited above the diagonal."""
        return (hand_weights(self.weights) / hand_combos()).reshape(_GRID)

    def chart(self, title: str = "") -> Drawn:
        """The range as a picture of the grid: 13 x 13 hands, or 9 x 9 in short deck."""
        from .charts import chart

        return chart("range", self, title=title)

    def _repr_html_(self) -> str | None:
        if not self.combos:
            return None  # and notebooks show the text
        html: str = self.chart()._repr_html_()
        return html


class OmahaRange(RangeOfGame):
    """A range of more than two cards: of Omaha, stud or draw. It does not change.

    Of stud it has sets of as many cards as are known, of draw hands before any exchange.

    A range belongs to its game: those of Omaha and of hi-lo are not equal, and are not joined.

    Parameters
    ----------
    given : str, OmahaRange, mapping, sequence or array
        What is in it:

        - text, such as ``"AAxx$ds, KQJT$ss, JT98-7654@50, top 15%"``, see https://pokerlake.github.io/pokerlake/omaha/;
        - a mapping from text to weights: ``{"AAxx": 1, "KKxx$ds": 0.5}``;
        - a list or series of texts: ``["AAxx", "KQJT$ss"]``;
        - holes as an array ``(n, 4)`` of cards 0..51, or one hole as four;
        - a series of pandas by text, or a frame with a column ``hand`` and one ``weight``.
    game : str
        ``"omaha"``, ``"omaha5"``, ``"omaha6"``, ``"omaha hi-lo"``, ``"omaha5 hi-lo"`` (Big O),
        ``"omaha6 hi-lo"``, ``"short deck omaha"``, or one of stud or of draw: ``"razz"``,
        ``"badugi"``. Where the ace is low, lists and runs of ranks begin with it.
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
    >>> Range("(A2)/[3-5]", game="razz").combos, Range("A23x", game="badugi").combos
    (192.0, 2848.0)
    """

    __slots__ = ()
    _usual = "omaha"

    @worded
    def __init__(
        self,
        given: GivenRange = "",
        *,
        game: str = "omaha",
        dead: Any = "",
        lake: str | PathLike[str] | None = None,
    ) -> None:
        rule = _rule(game)
        if rule.hole == 2:
            raise UsageError(f"game is {shown(game)}; its ranges are pokerlake.Range")
        self._fill(rule, given, dead, lake)

    @classmethod
    @worded
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
        return cls(_percent_text(percent), game=game, dead=dead, lake=lake)

    @property
    def cards(self) -> npt.NDArray[np.uint8]:
        """The holes as cards 0..51: ``(n, k)`` ``uint8``, ascending in each row; read-only."""
        holes: npt.NDArray[np.uint8] = self._held.holes
        return holes


def _how(dialect: str, by: str | None, players: int | None) -> dict[str, Any]:
    """What text is read by; UsageError for another thing than a name, or a number."""
    return {
        "dialect": text("dialect", dialect),
        "by": None if by is None else text("by", by),
        "players": None if players is None else whole("players", players, 2, 10),
    }


def _rule(game: str) -> Game:
    return rule_of(game, least=0, draws=True)


def require_game(given: RangeOfGame, game: str) -> None:
    """RangeError unless a range is of this game."""
    own, wanted = _rule(given.game), _rule(game)
    if own != wanted:
        how = f"read its text anew with game={game!r}"
        if (own.hole, own.deck) == (wanted.hole, wanted.deck):
            how = f"make it one by Range(it, game={game!r})"
        raise RangeError(f"a range of {own.name} is none of {wanted.name}; {how}")


def require_games(given: Iterable[GivenRange], game: str) -> None:
    """RangeError if one of what is given is a range of another game."""
    for one in given:
        if isinstance(one, RangeOfGame):
            require_game(one, game)


def _less(one: Weights, other: Weights) -> Weights:
    return np.maximum(one - other, 0.0)


def _percent_text(percent: object) -> str:
    """The text ``top 15%`` of what is given as a percentage; RangeError if it is none."""
    if not isinstance(percent, (str, int, float, np.number)):
        raise RangeError(f"{shown(percent)} is no percentage; give 0 to 100")
    if not isinstance(percent, str):
        share = number("percent", percent)
        if not 0 <= share <= 100:
            raise RangeError(f"{share:g} percent is not in 0..100")
        if 0 < share < 1:
            raise RangeError(
                f"{share:g} percent is less than a hand in a hundred: give {100 * share:g} for "
                f"{100 * share:g} %, or the text '{share:g}%'"
            )
        percent = repr(share)
    return f"top {percent.strip().removesuffix('%')}%"
