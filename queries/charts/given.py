"""What charts are given: ranges, players, lakes, boards, and rows of hands with their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.holes import (
    HAND_INDEX,
    HANDS,
    HOLES,
    dead_holes,
    format_hole,
    hand_combos,
)
from pokerlake.engine.cards.text import CardError, counted, format_hand, parse_hand
from pokerlake.engine.given import shown
from pokerlake.engine.keys.canonical_rows import row_keys
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import Weights
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean
from pokerlake.tables.lake import Lake
from pokerlake.tables.schema import sql_type

from ..answers.equity import Situation, known_cards
from ..answers.lookup.boards import RATIOS, BoardStrengths
from ..answers.orders import game_of
from ..answers.ranges.given import reader_of
from ..connection import connect
from ..files.format import is_number
from ..files.hand_names import hand_named
from ..reading import reading
from ..selection import bind
from ..sql.named import given_parameters, named_query
from ..statements.run import stream
from .drawing.svg import clean

if TYPE_CHECKING:
    import pyarrow as pa

Floats = npt.NDArray[np.float64]

STREETS = {3: "flop", 4: "turn", 5: "river"}
BOARD_HELP = "A flop, turn or river: 3h4sJh."
OF_HELP = "ehs, hs, equity, equity_squared, ppot1, npot1, ppot2 or npot2."
# What a picture says of a column of the views.
MEASURES = {
    "ehs": "EHS",
    "hs": "HS",
    "equity": "equity",
    "equity_squared": "E[HS²]",
    "ppot1": "one-step PPot",
    "npot1": "one-step NPot",
    "ppot2": "two-step PPot",
    "npot2": "two-step NPot",
}
_SQUARE = (13, 13)
_TITLE_NAME = 40  # characters of a range in a title that has more than the range
_LONGEST_NAME = 120  # characters of a range that is written for an array
_SLACK = 0.005  # by which rounded shares may be more than 1 together
_ONE_ROW = "a chart needs one row for each hand, or a column 'label' of kinds"


@dataclass(frozen=True)
class NamedRange:
    """A range, and what a picture calls it."""

    name: str  # as given
    weights: Weights  # (1326,)
    game: Game = HOLDEM

    @property
    def short(self) -> str:
        """The name, or as many of its parts as a title has room for."""
        return shortened(self.name)


def shortened(name: str) -> str:
    """The name of a range, or as many of its parts as a title has room for.

    Examples
    --------
    >>> shortened("22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s")
    '22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,…'
    """
    if len(name) <= _TITLE_NAME:
        return name
    parts, comma, _ = name[: _TITLE_NAME - 1].rpartition(",")
    return f"{parts}{comma}…" if parts else f"{name[: _TITLE_NAME - 1]}…"


def named_range(given: Any, lake: Path | None = None, game: Game = HOLDEM) -> NamedRange:
    """A range from what people have: as :meth:`.ranges.reader.Reader.any` takes it.

    Percentages are looked up in the lake. The game is that of text and weights; a range as an
    object has its own. Raises RangeError, LakeError or InputError.
    """
    if isinstance(given, NamedRange):
        return given
    if hasattr(given, "weights") and isinstance(getattr(given, "game", None), str):
        game = game_of(given.game)
    reader = reader_of(game, lake)
    if isinstance(given, str):
        return NamedRange(given, reader.given(given).weights, game)
    with reading("a range", given, RangeError):
        weights = reader.any(given).weights
    name = format_range(weights)
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return NamedRange(short, weights, game)


def given_lake(given: Any) -> Path | None:
    """The folder of a lake: from a path, a text or a :class:`Lake`; UsageError for others."""
    if given is None or isinstance(given, Path):
        return given
    if isinstance(given, Lake):
        return given.path
    if isinstance(given, (str, PathLike)):
        return Path(given)
    raise UsageError(f"lake is {shown(given)}; give a path")


def players(hands: Iterable[Any], board: str, dead: str, lake: Path | None) -> Situation:
    """Players with hands or ranges, each as :func:`named_range` takes it."""
    named = [named_range(hand, lake) for hand in hands]
    names = tuple(one.name for one in named)
    known, gone = known_cards(names, board, dead)
    return Situation(names, np.stack([one.weights for one in named]), known, gone)


def is_range(given: Any) -> bool:
    """Whether this is a range and no values of hands: text, a range's object, or 1,326 weights."""
    if isinstance(given, str):
        return True
    if hasattr(given, "weights") and not hasattr(given, "columns"):
        return True
    if isinstance(given, np.ndarray):
        return bool(given.shape == (HOLES,))
    return isinstance(given, list | tuple) and len(given) == HOLES


def given_rows(given: Any) -> pa.RecordBatchReader:
    """Rows of hands from what people have; UsageError if it is none of these.

    Values of hands, ``{"AKs": 0.5}``; their shares of kinds, ``{"AKs": {"raise": 0.6}}``; a mapping
    of columns, one of which is ``hand``; a frame of polars, pandas or Arrow; a relation of DuckDB;
    a list of rows that are mappings; or an array ``(13, 13)``, NaN where there is no value.
    """
    import pyarrow as pa

    if hasattr(given, "collect") and not hasattr(given, "__arrow_c_stream__"):
        with reading("values of hands", given):
            given = given.collect()  # of polars, lazy
    if getattr(given, "ndim", None) == 1 and hasattr(given, "to_dict"):
        given = given.to_dict()  # a series of pandas, by hand
    if getattr(given, "shape", None) == _SQUARE and hasattr(given, "to_numpy"):
        given = given.to_numpy()
    if isinstance(given, pa.RecordBatchReader):
        return given
    if not isinstance(given, Mapping | list | tuple | np.ndarray):
        with reading("values of hands", given):
            if hasattr(given, "__arrow_c_stream__"):
                return pa.RecordBatchReader.from_stream(given)
            if hasattr(given, "to_arrow_reader"):
                return given.to_arrow_reader()
        raise UsageError(
            f"{type(given).__name__} is no values of hands; give a mapping, a frame with columns "
            "'hand' and 'value', or a 13 x 13 array"
        )
    try:
        if isinstance(given, Mapping):
            return _mapping_table(given).to_reader()
        if len(given) and all(isinstance(row, Mapping) for row in given):
            return pa.Table.from_pylist(list(given)).to_reader()
        values = np.asarray(given, np.float64)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"the values of hands cannot be read: {error}") from None
    if values.shape != _SQUARE:
        raise UsageError(f"values of shape {values.shape}; give 13 x 13, suited above the diagonal")
    flat = values.reshape(-1)
    there = np.flatnonzero(~np.isnan(flat))
    return pa.table({"hand": [HANDS[at] for at in there], "value": flat[there]}).to_reader()


def _mapping_table(given: Mapping[Any, Any]) -> pa.Table:
    import pyarrow as pa

    if "hand" in given:
        return pa.table(dict(given))
    if not any(isinstance(value, Mapping | str) for value in given.values()):
        return pa.table({"hand": list(given), "value": list(given.values())})
    rows = [
        {"hand": hand, "label": label, "value": share}
        for hand, shares in given.items()
        for label, share in (shares if isinstance(shares, Mapping) else {str(shares): 1.0}).items()
    ]
    return pa.Table.from_pylist(rows)


class AskedRows:
    """Rows of SQL or of a named query. What is wrong with its parameters needs no lake."""

    def __init__(self, sql: str | None, query: str | None, param: Any) -> None:
        """The parameters are ``NAME=VALUE`` of the command line, or a program's mapping."""
        self.sql, self.title = sql or "", ""
        self._query = None if query is None else named_query(query)
        self._parameters: Mapping[str, Any] = {}
        if self._query is not None:
            given = param or []
            is_mapping = len(given) == 1 and isinstance(given[0], Mapping)
            self._parameters = given[0] if is_mapping else given_parameters(given)
            self._query.bind(self._parameters)
            self.sql, self.title = self._query.sql, self._query.title

    @contextmanager
    def rows(self, lake: Path | None) -> Iterator[pa.RecordBatchReader]:
        """The rows, as long as the lake is open."""
        with connect(lake) as connection:
            query = self._query
            bound = {} if query is None else bind(connection, query, self._parameters)
            yield stream(connection, self.sql, bound)


# ---------------------------------------------------------------- boards


@dataclass(frozen=True)
class BoardHoles:
    """The holes that are live on a board."""

    board: str  # as given, in the usual notation
    holes: npt.NDArray[np.uint16]  # (n,), raw hole ids: 1,176, 1,128 or 1,081 by the street
    alike: npt.NDArray[np.uint16]  # (n,), equal where two are the same up to the board's suits
    measures: Mapping[str, Floats]  # (n,), 0 to 1, by the columns of the view


def require_measure(name: str, cards: int) -> str:
    """What to call a measure of holes on boards of so many cards."""
    if name not in MEASURES:
        raise UsageError(f"no measure {name!r}; {did_you_mean(name, MEASURES)}")
    steps = int(name[-1]) if "pot" in name else 0
    if steps > 5 - cards:
        has = "no card" if cards == 5 else "one card"
        raise UsageError(f"a {STREETS[cards]} has no {name}: {has} is to come")
    return MEASURES[name]


def parse_board(text: str) -> npt.NDArray[np.uint8]:
    """The cards of a flop, turn or river, in the order written."""
    cards = parse_hand(text)
    if len(cards) not in STREETS:
        raise CardError(f"{text!r} has {counted(len(cards))}; a board has 3, 4 or 5")
    return cards


def board_holes(board: str) -> BoardHoles:
    """The holes that are live on a board, with what the SQL function ``strength`` says of them.

    They are computed: that takes 16 milliseconds, less than to read them, and needs no lake.
    """
    cards = parse_board(board)
    board = format_hand(cards)
    live = np.flatnonzero(~dead_holes(cards.tolist())).astype(np.uint16)
    board_id, alike = row_keys(live, np.tile(cards, (len(live), 1)), layout="rows")
    found = BoardStrengths(None).of(len(cards), board_id, alike)
    ratios = dict(zip(RATIOS, found, strict=True))
    measures = {name: ratios[name] for name in MEASURES if not np.isnan(ratios[name]).all()}
    return BoardHoles(board, live, alike, measures)


def board_title(what: str, board: str | None, against: str = "a random hand") -> str:
    """What stands above a picture of a board, or of all flops where none is given."""
    where = "over all flops" if board is None else f"on {format_hand(parse_board(board))}"
    return f"{what[0].upper()}{what[1:]} {where}, against {against}"


def means_of(
    groups: npt.NDArray[np.integer],
    values: Floats,
    weights: npt.NDArray[np.number],
    size: int,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Of each group the mean of its values, the lowest, the highest, and the sum of their weights.

    A group without values has NaN three times.
    """
    there = np.bincount(groups, weights, size).astype(np.float64)
    means, lowest, highest = np.full((3, size), np.nan)
    np.divide(np.bincount(groups, weights * values, size), there, out=means, where=there > 0)
    np.fmin.at(lowest, groups, values)
    np.fmax.at(highest, groups, values)
    # No rounding makes 99.9… of values that are all 100.
    return np.clip(means, lowest, highest), lowest, highest, there


def names_of(holes: Sequence[int] | npt.NDArray[np.integer]) -> str:
    """Holes as text with commas, those of high cards first."""
    return ", ".join(format_hole(int(hole)) for hole in sorted(holes, reverse=True))


# ---------------------------------------------------------------- values of hands


@dataclass(frozen=True)
class HandValues:
    """A value for each starting hand."""

    values: Floats  # (169,) in the order of HANDS; NaN where there is none
    labels: tuple[str | None, ...] = (None,) * len(HANDS)  # written in place of the values

    @property
    def given(self) -> Floats:
        """The values that are there."""
        return self.values[~np.isnan(self.values)]

    def top_percent(self) -> Floats:
        """The % of all 1,326 holes whose value is at least as high; NaN where a hand has none."""
        holes = (self.values >= self.values[:, None]) @ hand_combos()
        return np.where(np.isnan(self.values), np.nan, holes * 100 / HOLES)


def require_hands(names: Sequence[str]) -> list[int]:
    """The indices of some of the 169 hands, by their names; ``KAs`` is ``AKs``."""
    try:
        hands = [hand_named(name) for name in names]
    except ValueError as error:
        raise UsageError(str(error)) from error
    for hand in hands:
        if hands.count(hand) > 1:
            raise UsageError(f"{hand} is given twice")
    return [HAND_INDEX[hand] for hand in hands]


def hand_values(rows: pa.RecordBatchReader, value: str = "value") -> HandValues:
    """The values of hands from rows with the columns ``hand``, ``value`` and maybe ``text``.

    A hand that is not among the rows has no value. ``value`` is the name of its column.
    """
    values = np.full(len(HANDS), np.nan)
    labels: list[str | None] = [None] * len(HANDS)
    texts = [name for name in ("text",) if name in rows.schema.names]
    for hand, number, *text in _read(rows, ["hand", value, *texts], value):
        at = _hand_index(hand)
        if not np.isnan(values[at]):
            raise QueryError(f"the query gives {hand} twice; {_ONE_ROW}")
        values[at] = _finite(hand, number)
        labels[at] = clean(str(text[0])) if text and text[0] is not None else None
    if np.isnan(values).all():
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    return HandValues(values, tuple(labels))


def _read(
    rows: pa.RecordBatchReader, names: Sequence[str], value: str | None
) -> Iterator[tuple[Any, ...]]:
    """The rows, of some columns; that of values has numbers."""
    import pyarrow as pa

    places = [(name, one_column(rows.schema, name)) for name in names]
    for name, at in places:
        if name == value:
            require_number(rows.schema.field(at))
    for batch in rows:
        columns = ((name, batch.column(at)) for name, at in places)
        read = (
            column.cast(pa.float64(), safe=False) if name == value else column
            for name, column in columns
        )
        yield from zip(*(column.to_pylist() for column in read), strict=True)


def one_column(schema: pa.Schema, name: str) -> int:
    """The place of a column that a chart needs; UsageError if it is missing, or there twice."""
    found: Sequence[int] = schema.get_all_field_indices(name)
    if not found:
        hint = did_you_mean(name, schema.names)
        raise UsageError(
            f"the query gives no column {name!r}, which the chart needs "
            f"(name one with 'as {name}'); {hint}"
        )
    if len(found) > 1:
        raise UsageError(f"the query gives {len(found)} columns {name!r}; rename all but one")
    return found[0]


def require_number(field: pa.Field) -> None:
    """Refuse a column that has no numbers, with a UsageError."""
    if not is_number(field.type):
        raise UsageError(
            f"column {field.name!r} is {sql_type(field.type)}, not a number; "
            "cast it to double in SQL"
        )


def _hand_index(hand: object) -> int:
    if not isinstance(hand, str):
        raise QueryError(f"{'null' if hand is None else repr(hand)} in column 'hand' is no hand")
    try:
        return HAND_INDEX[hand_named(hand)]
    except ValueError as error:
        raise QueryError(str(error)) from error


def _finite(hand: str, number: float | None) -> float:
    if number is None or not np.isfinite(number):
        found = "null" if number is None else "NaN" if np.isnan(number) else "infinite"
        raise QueryError(
            f"the value of {hand} is {found}; leave hands without a value out in SQL "
            "('where isfinite(value)')"
        )
    return number


# ---------------------------------------------------------------- kinds


@dataclass(frozen=True)
class HandKinds:
    """The shares of kinds, such as raise, call and fold, of each starting hand."""

    kinds: tuple[str, ...]  # in the order in which they first come
    shares: Floats  # (kinds, 169), 0 to 1; the sums over kinds are 1 at most
    values: Floats | None = None  # (169,), where they are not shares: written

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which hands have a kind."""
        return np.asarray(np.any(self.shares > 0, axis=0), np.bool_)


def hand_kinds(rows: pa.RecordBatchReader, value: str = "value") -> HandKinds:
    """The kinds of hands from rows with the columns ``hand``, ``label`` and maybe ``value``.

    The value is the share of the kind, 0 to 1: several rows of a hand divide it. Without values
    each row is the whole hand. Where no hand has two rows and a value is no share, each row is the
    whole hand too, and values are what is written.
    """
    has_values = value in rows.schema.names or value != "value"
    names = ["hand", "label", *([value] if has_values else [])]
    found: dict[int, dict[str, float]] = {}
    for hand, label, *number in _read(rows, names, value):
        of_hand = found.setdefault(_hand_index(hand), {})
        kind = _kind(hand, label)
        if kind in of_hand:
            raise QueryError(f"the query gives {hand} {kind!r} twice; add them up in SQL")
        of_hand[kind] = _finite(hand, number[0] if number else 1.0)
    if not found:
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    kinds = tuple(dict.fromkeys(kind for of_hand in found.values() for kind in of_hand))
    shares = np.zeros((len(kinds), len(HANDS)))
    for at, of_hand in found.items():
        for kind, share in of_hand.items():
            shares[kinds.index(kind), at] = share
    alone = all(len(of_hand) == 1 for of_hand in found.values())
    if alone and not ((shares >= 0) & (shares <= 1)).all():
        values = np.full(len(HANDS), np.nan)
        values[list(found)] = shares.sum(axis=0)[list(found)]
        for at, of_hand in found.items():
            shares[kinds.index(next(iter(of_hand))), at] = 1
        return HandKinds(kinds, shares, values)
    _require_shares(kinds, shares)
    return HandKinds(kinds, np.minimum(shares, 1))


def _kind(hand: object, label: object) -> str:
    if label is None:
        raise QueryError(f"the label of {hand} is null; leave such rows out in SQL")
    return clean(str(label)).strip() or "(empty)"


def _require_shares(kinds: Sequence[str], shares: Floats) -> None:
    """Refuse shares that are none, with the hand: rounding may add up to a little over 1."""
    kind, at = divmod(int(np.argmin(shares)), len(HANDS))
    if shares[kind, at] < 0:
        raise QueryError(
            f"the share of {kinds[kind]!r} of {HANDS[at]} is {shares[kind, at]:g}; give 0 to 1"
        )
    sums = shares.sum(axis=0)
    at = int(np.argmax(sums))
    if sums[at] > 1 + _SLACK:
        percent = " (of percentages, divide by 100)" if abs(sums[at] - 100) < 1 else ""
        raise QueryError(
            f"the shares of {HANDS[at]} add up to {sums[at]:.6g}; they are 1 at most{percent}"
        )
