"""Ranges as text: their hands, how they are read, differences, and other dialects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from pokerlake.tables.lake import lake_path

from ..results import Result, Rows
from .fields import Field, Setting, dead_field, game_field, of_field, plain_field, whole_field
from .question import Column, Door, View, question

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.catalogue import Game

    from ..answers.ranges.reader import Reader

DIALECTS = ("pokerlake", "piosolver", "equilab", "flopzilla", "propokertools")
_LISTED = f"{', '.join(DIALECTS[:-1])} or {DIALECTS[-1]}"

# ---------------------------------------------------------------- fields


def _text_field(name: str = "text", metavar: str = "RANGE") -> Field:
    return Field(
        name, "Text such as '22+,A2s+,AQo:0.5', in Omaha 'AAxx$ds'.", metavar, _read_text,
        needed=True, longest=16_384, of_file=True, blank=True,
    )  # fmt: skip


def _read_text(given: Any, _: Setting) -> str:
    """The text unchanged: errors name the character."""
    from pokerlake.engine.given import shown
    from pokerlake.tables.errors import UsageError

    if not isinstance(given, str):
        raise UsageError(f"{shown(given)} is no text; give such as '22+,A2s+'")
    return given


def _dialect_field(
    name: str = "dialect", about: str = "The dialect of the text", **more: Any
) -> Field:
    def read(given: Any, by: Setting) -> str:
        from ..answers.ranges.given import reader_of

        reader_of(by.game, dialect=given)
        return str(given)

    words = f"{about}: {_LISTED}." if name == "dialect" else f"{about}."
    return Field(
        name, words, "DIALECT", read, DIALECTS[0], longest=40, names=lambda: DIALECTS, **more
    )


def _read_ranking(given: Any, by: Setting) -> str | None:
    from ..answers.ranges.given import reader_of

    if given is not None:
        reader_of(by.game, by=given)
    return None if given is None else str(given)


_RANKING = Field(
    "by", "The ranking for 15%: equity against a random hand, or 'income N'.", "RANKING",
    _read_ranking, None, told="equity",
)  # fmt: skip
_HOW = (
    dead_field("Cards that no hole can have: AsKd."),
    _RANKING,
    replace(
        whole_field(
            "players", "Short for 'income N': the income rate of 2 to 10 players.", least=2, most=10
        ),
        kind=int, least=2, most=10,
    ),
    game_field(least=0, draws=True),
)  # fmt: skip
_WHOLE = plain_field(
    "whole", "Round weights to whole holes: 0.5 and more to 1, less to 0.", kind=bool,
    default=False, only_commands=True,
)  # fmt: skip


def _reader(
    dialect: str,
    dead: Any,
    by: str | None,
    players: int | None,
    game: Game,
    lake: PathLike[str] | str | None,
) -> Reader[Any]:
    from ..answers.ranges.given import reader_of

    place = None if lake is None else lake_path(lake)
    return reader_of(game, place, dead.tolist(), dialect=dialect, by=by, players=players)


def _reader_at(door: Door, **how: Any) -> Reader[Any]:
    return _reader(**how, lake=door.lake)


def _read(reader: Reader[Any], text: str, name: str = "text") -> Any:
    with of_field(name):
        return reader.read(text)


# ---------------------------------------------------------------- what is in a range


def _grid(text: str, **asked: Any) -> Rows:
    reader = _reader_at(**asked)
    found = _read(reader, text)
    return Rows(reader.grid(found), reader.summary(found))


_WEIGHT = Column("range_weight", "DOUBLE", "the mean weight of its live holes, 0 to 1")


@question(
    _text_field(),
    _dialect_field(),
    *_HOW,
    columns=[
        Column("hand", "VARCHAR", "the hand; with more than two cards, ranks and suits"),
        _WEIGHT,
        Column("combos", "DOUBLE", "the sum of the weights"),
    ],
    examples=[
        {"text": "QQ+,AKs@50,AhKd"},
        {"text": "[50]AKo[/50],22+", "dialect": "flopzilla", "dead": "AsKd"},
        {"text": "22+,AJo+", "game": "short deck"},
        {"text": "AAxx$ds", "game": "omaha"},
        {"text": "(A2)/[3-5]", "game": "razz"},
        {"text": "A23x", "game": "badugi", "dead": "Ac"},
    ],
    command="range show",
    in_python="pk.Range({}).hands",
    views=[
        View(
            "--grid",
            "Show the weights as the grid of hands, suited above the diagonal.",
            _grid,
        )
    ],
    in_rows=False,
)
def range_hands(text: str, **asked: Any) -> Rows:
    """Show the hands of a range with their weights and combos.

    In Omaha a hand means ranks and suits of holes, in stud those of the known cards, in draw those
    of whole hands.
    """
    reader = _reader_at(**asked)
    found = _read(reader, text)
    return Rows(reader.shown(found), reader.summary(found))


@question(
    _text_field(),
    _dialect_field(),
    *_HOW,
    columns=[
        Column("hole", "VARCHAR", "the hole"),
        replace(_WEIGHT, meaning="its weight, 0 to 1"),
    ],
    examples=[
        {"text": "AKs@50,2d2c"},
        {"text": "AKs,KK:0.5", "dead": "KsKh"},
        {"text": "KQJT$ms", "game": "omaha"},
    ],
    command="range expand",
    in_python="pk.Range({}).holes",
    in_rows=False,
)
def range_holes(text: str, **asked: Any) -> Rows:
    """List the holes of a range, one row each."""
    reader = _reader_at(**asked)
    return Rows(reader.holes(_read(reader, text)))


@question(
    _text_field("first", "FIRST"),
    _text_field("second", "SECOND"),
    _dialect_field(),
    *_HOW,
    columns=[
        Column("holes", "VARCHAR", "a hand, or a hole if those of the hand differ"),
        Column("combos", "BIGINT", "how many holes"),
        Column("first_weight", "DOUBLE", "their weight in the first range"),
        Column("second_weight", "DOUBLE", "in the second"),
        Column("difference", "DOUBLE", "the first less the second"),
        Column("only", "BIGINT", "1 or 2 if only that range has the holes, else 0"),
    ],
    examples=[
        {"first": "22+,AKs", "second": "33+,AKs:0.5,AhQh"},
        {"first": "AAxx$ds", "second": "AAxx$ds,KKxx$ds@50", "game": "omaha"},
    ],
    command="range diff",
    in_rows=False,
    is_python=True,
)
def range_difference(
    first: Any,
    second: Any,
    *,
    dialect: str = "pokerlake",
    dead: Any = "",
    by: str | None = None,
    players: int | None = None,
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,
) -> Rows:
    """List where two ranges differ.

    The column only is 1 or 2 if just that range has the holes, and 0 if both have them with
    different weights.

    Parameters
    ----------
    first, second : str
        The ranges.
    dialect, dead, by, players, game, lake
        As in :func:`range_parts`.

    Returns
    -------
    Rows
        A row for each hand whose holes all differ in the same way, else for each hole.

    Raises
    ------
    CardError, RangeError, UsageError, LakeError
        As in :func:`range_parts`.

    Examples
    --------
    >>> [(row["holes"], row["difference"]) for row in range_difference("22+,AKs", "33+,AKs:0.5")]
    [('22', 1.0), ('AKs', 0.5)]
    """
    reader = _reader(dialect, dead, by, players, game, lake)
    return Rows(reader.difference(_read(reader, first, "first"), _read(reader, second, "second")))


# ---------------------------------------------------------------- ranges that are written


def _written(reader: Reader[Any], found: Any, dialect: str, whole: bool) -> tuple[str, str]:
    """A range as text, and a note if only whole holes can be written."""
    from pokerlake.engine.ranges.scanner import RangeError

    said = ""
    if whole:
        before, found = found.combos, found.whole()
        if before != found.combos:
            said = f"{before:.6g} combos made whole: {found.combos:.6g}"
    try:
        return reader.text(found, dialect), said
    except RangeError as error:
        if "no weights" not in error.problem:
            raise
        raise RangeError(f"{error.problem}; --whole rounds them to 0 or 1") from error


def _one_text(text: str, said: str) -> Rows:
    import pyarrow as pa

    return Rows(pa.table({"range": [text]}), said)


_TEXT = Column("range", "VARCHAR", "the text of the range")


@question(
    plain_field("percent", "A percentage: 15, or 5-15.", needed=True, longest=40),
    _dialect_field(),
    _WHOLE,
    *_HOW,
    columns=[_TEXT],
    examples=[
        {"percent": "15"},
        {"percent": "5-15", "dialect": "flopzilla"},
        {"percent": "1", "game": "short deck"},
    ],
    command="range top",
    in_python="pk.Range.top({}).to({dialect})",
    in_rows=False,
    is_text=True,
)
def top_range(percent: str, *, dialect: str, whole: bool, **asked: Any) -> Rows:
    """Write the best hands as a range, up to a percentage of all combos.

    Whole hands are taken in the order of the ranking; the next one gets the weight that is left.
    """
    from ..answers.ranges.reader import share_hint

    reader = _reader_at(dialect=dialect, **asked)
    with of_field("percent"):
        found = reader.top(percent)
    text, said = _written(reader, found, dialect, whole)
    return _one_text(text, "\n".join(filter(None, [said, share_hint(percent)])))


@question(
    _text_field(),
    _dialect_field(option="--from"),
    _dialect_field("to", "The dialect to write"),
    _WHOLE,
    *_HOW,
    columns=[_TEXT],
    examples=[
        {"text": "22+,A2s+,AKo:0.5", "to": "flopzilla"},
        {"text": "[50]AKo[/50],22+", "dialect": "flopzilla", "to": "propokertools"},
        {"text": "AxAyxy", "game": "omaha"},
    ],
    command="range convert",
    in_python="pk.Range({}).to({to})",
    in_rows=False,
    is_text=True,
)
def range_text(text: str, *, to: str, whole: bool, **asked: Any) -> Rows:
    """Write a range in another dialect, or in the shortest form.

    It is an error if the dialect cannot express the range; only --whole may leave something out.
    """
    reader = _reader_at(**asked)
    return _one_text(*_written(reader, _read(reader, text), to, whole))


# ---------------------------------------------------------------- how a range was read


@dataclass(frozen=True, repr=False, eq=False)
class RangeParts(Result):
    """How n parts of the text of a range were read.

    Attributes
    ----------
    combos : float
        The sum of the weights of the range.
    percent : float
        The same as a percentage of all holes of the deck.
    """

    _parts: pa.Table
    _found: Any
    _reader: Reader[Any]

    @property
    def combos(self) -> float:
        """The sum of the weights of the range."""
        return float(self._found.combos)

    @property
    def percent(self) -> float:
        """The same as a percentage of all holes of the deck."""
        return float(self._found.percent)

    def to_arrow(self) -> pa.Table:
        """A row for each part."""
        return self._parts

    def hands(self) -> dict[str, float]:
        """The mean weight of each kind of holes in the range, the best kinds first."""
        return self._reader.hands(self._found)

    def uneven(self) -> dict[str, str]:
        """The text of each of the 169 hands whose holes have different weights."""
        import numpy as np

        from pokerlake.engine.cards.holes import HANDS, hand_combos, hand_of_hole
        from pokerlake.engine.ranges.notation import format_range
        from pokerlake.engine.ranges.top_percent import hand_weights

        weights, of = self._found.weights, hand_of_hole()
        mean = (hand_weights(weights) / hand_combos())[of]
        hands = np.unique(of[np.abs(weights - mean) > 1e-9])
        return {HANDS[hand]: format_range(np.where(of == hand, weights, 0.0)) for hand in hands}

    def text(self, dialect: str = DIALECTS[0]) -> str:
        """The range as text; RangeError if the dialect cannot express it."""
        return self._reader.text(self._found, dialect)


@question(
    _text_field(),
    _dialect_field(),
    *_HOW,
    columns=[
        Column("part", "VARCHAR", "a part of the text"),
        Column("character", "BIGINT", "where it begins, from 1"),
        Column("reading", "VARCHAR", "how it was read"),
        Column("holes", "BIGINT", "how many holes it has"),
        Column("combos", "DOUBLE", "the sum of the weights of this part alone"),
        Column(
            "deciding", "BIGINT", "the number of live holes whose final weight comes from this part"
        ),
    ],
    examples=[
        {"text": "22+, QQ@50, T9s+, !AhAd"},
        {"text": "98s+", "dialect": "piosolver"},
        {"text": "22+, QQ@50", "dead": "9s"},
        {"text": "22+, A9s+", "game": "short deck"},
        {"text": "AAxx$ds, JT98+@50", "game": "omaha"},
        {"text": "(A2)/3, A24@50", "game": "razz"},
    ],
    command="range explain",
    in_rows=False,
    is_python=True,
)
def range_parts(
    text: Any,
    *,
    dialect: str = "pokerlake",
    dead: Any = "",
    by: str | None = None,
    players: int | None = None,
    game: Any = "hold'em",
    lake: PathLike[str] | str | None = None,
) -> RangeParts:
    """Explain how each part of a range is read.

    The column combos is the sum of the weights of this part alone. deciding is the number of live
    holes whose final weight comes from it.

    Parameters
    ----------
    text : str
        The range.
    dialect : str
        The dialect of the text: ``pokerlake``, ``equilab``, ``piosolver``, ``flopzilla`` or
        ``propokertools``.
    dead : text or numbers
        Cards that are out of play.
    by : str, optional
        The ranking for ``top 15%``: ``equity`` against one random hand, or ``income 6``.
    players : int, optional
        Short for ``by="income N"``.
    game : str
        The game of the holes.
    lake : str or Path, optional
        The lake with the ranking.

    Returns
    -------
    RangeParts
        A row for each part, with the ``combos`` and ``percent`` of the whole range.

    Raises
    ------
    CardError, RangeError, UsageError
        If a field is wrong. The message begins with its name.
    LakeError
        If a percentage needs a missing table.

    Examples
    --------
    >>> found = range_parts("22+, QQ@50")
    >>> found["deciding"], found.combos
    (array([72,  6]), 75.0)
    """
    reader = _reader(dialect, dead, by, players, game, lake)
    with of_field("text"):
        found, parts = reader.explained(text)
    return RangeParts(parts, found, reader)
