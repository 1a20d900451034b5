"""Inputs of charts: ranges, players, lakes, boards, and rows of hands with values."""

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

from ..answers.equity import TwoCardSituation, known_cards
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
# Names of columns of the views, in pictures.
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
_TITLE_NAME = 40  # characters of a range in a longer title
_LONGEST_NAME = 120  # characters of the text of a range that was given as an array
_SLACK = 0.005  # by which the sum of rounded shares may exceed 1
_ONE_ROW = "a chart needs one row for each hand, or a column 'label' of kinds"


@dataclass(frozen=True)
class NamedRange:
    """A range and its name in a picture."""

    name: str  # as written
    weights: Weights  # (1326,)
    game: Game = HOLDEM

    @property
    def short(self) -> str:
        """The name, or as many of its parts as fit into a title."""
        return shortened(self.name)


def shortened(name: str) -> str:
    """The name of a range, or as many of its parts as fit into a title.

    Examples
    --------
    >>> shortened("22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s")
    '22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,…'
    """
    if len(name) <= _TITLE_NAME:
        return name
    parts, comma, _ = name[: _TITLE_NAME - 1].rpartition(",")
    return f"{parts}{comma}…" if parts else f"{name[: _TITLE_NAME - 1]}…"


def named_range(value: Any, lake: Path | None = None, game: Game = HOLDEM) -> NamedRange:
    """A range from any form that :meth:`.ranges.reader.Reader.any` takes.

    Percentages are looked up in the lake. ``game`` is for text and weights; a range object has its
    own. Raises RangeError, LakeError or InputError.
    """
    if isinstance(value, NamedRange):
        return value
    if hasattr(value, "weights") and isinstance(getattr(value, "game", None), str):
        game = game_of(value.game)
    reader = reader_of(game, lake)
    if isinstance(value, str):
        return NamedRange(value, reader.given(value).weights, game)
    with reading("a range", value, RangeError):
        weights = reader.any(value).weights
    name = format_range(weights)
    short = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
    return NamedRange(short, weights, game)


def given_lake(value: Any) -> Path | None:
    """The folder of a lake: from a path, a text or a :class:`Lake`; UsageError for others."""
    if value is None or isinstance(value, Path):
        return value
    if isinstance(value, Lake):
        return value.path
    if isinstance(value, (str, PathLike)):
        return Path(value)
    raise UsageError(f"lake is {shown(value)}; give a path")


def players(hands: Iterable[Any], board: str, dead: str, lake: Path | None) -> TwoCardSituation:
    """Players with hands or ranges, each as :func:`named_range` takes it."""
    named = [named_range(hand, lake) for hand in hands]
    names = tuple(entry.name for entry in named)
    known, dead_cards = known_cards(names, board, dead)
    return TwoCardSituation(names, np.stack([entry.weights for entry in named]), known, dead_cards)


def is_range(value: Any) -> bool:
    """Whether a value is a range (text, a range object, 1,326 weights), not values of hands."""
    if isinstance(value, str):
        return True
    if hasattr(value, "weights") and not hasattr(value, "columns"):
        return True
    if isinstance(value, np.ndarray):
        return bool(value.shape == (HOLES,))
    return isinstance(value, list | tuple) and len(value) == HOLES


def given_rows(value: Any) -> pa.RecordBatchReader:
    """Rows of hands from any of these forms; UsageError for others.

    Values of hands, ``{"AKs": 0.5}``; shares of kinds, ``{"AKs": {"raise": 0.6}}``; a mapping of
    columns, one of which is ``hand``; a frame of polars, pandas or Arrow; a relation of DuckDB; a
    list of rows that are mappings; or an array ``(13, 13)``, NaN for no value.
    """
    import pyarrow as pa

    if hasattr(value, "collect") and not hasattr(value, "__arrow_c_stream__"):
        with reading("values of hands", value):
            value = value.collect()  # a lazy frame of polars
    if getattr(value, "ndim", None) == 1 and hasattr(value, "to_dict"):
        value = value.to_dict()  # a pandas series, by hand
    if getattr(value, "shape", None) == _SQUARE and hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if isinstance(value, pa.RecordBatchReader):
        return value
    if not isinstance(value, Mapping | list | tuple | np.ndarray):
        with reading("values of hands", value):
            if hasattr(value, "__arrow_c_stream__"):
                return pa.RecordBatchReader.from_stream(value)
            if hasattr(value, "to_arrow_reader"):
                return value.to_arrow_reader()
        raise UsageError(
            f"{type(value).__name__} is no values of hands; give a mapping, a frame with columns "
            "'hand' and 'value', or a 13 x 13 array"
        )
    try:
        if isinstance(value, Mapping):
            return _mapping_table(value).to_reader()
        if len(value) and all(isinstance(row, Mapping) for row in value):
            return pa.Table.from_pylist(list(value)).to_reader()
        values = np.asarray(value, np.float64)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"the values of hands cannot be read: {error}") from None
    if values.shape != _SQUARE:
        raise UsageError(f"values of shape {values.shape}; give 13 x 13, suited above the diagonal")
    flat = values.reshape(-1)
    there = np.flatnonzero(~np.isnan(flat))
    return pa.table({"hand": [HANDS[at] for at in there], "value": flat[there]}).to_reader()


def _mapping_table(mapping: Mapping[Any, Any]) -> pa.Table:
    import pyarrow as pa

    if "hand" in mapping:
        return pa.table(dict(mapping))
    if not any(isinstance(value, Mapping | str) for value in mapping.values()):
        return pa.table({"hand": list(mapping), "value": list(mapping.values())})
    rows = [
        {"hand": hand, "label": label, "value": share}
        for hand, shares in mapping.items()
        for label, share in (shares if isinstance(shares, Mapping) else {str(shares): 1.0}).items()
    ]
    return pa.Table.from_pylist(rows)


class AskedRows:
    """Rows of SQL or of a named query. Its parameters are checked before a lake is opened."""

    def __init__(self, sql: str | None, query: str | None, param: Any) -> None:
        """Parameters are ``NAME=VALUE`` from the command line, or a mapping from a program."""
        self.sql, self.title = sql or "", ""
        self._query = None if query is None else named_query(query)
        self._parameters: Mapping[str, Any] = {}
        if self._query is not None:
            items = param or []
            is_mapping = len(items) == 1 and isinstance(items[0], Mapping)
            self._parameters = items[0] if is_mapping else given_parameters(items)
            self._query.bind(self._parameters)
            self.sql, self.title = self._query.sql, self._query.title

    @contextmanager
    def rows(self, lake: Path | None) -> Iterator[pa.RecordBatchReader]:
        """The rows, while the lake is open."""
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
    alike: npt.NDArray[np.uint16]  # (n,), equal for holes that are the same up to suits
    measures: Mapping[str, Floats]  # (n,), 0 to 1, by the columns of the view


def require_measure(name: str, cards: int) -> str:
    """The name of a measure for boards of that many cards; UsageError if they lack it."""
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
    """The holes that are live on a board, with the measures of the SQL function ``strength``.

    They are computed: that takes 16 milliseconds, less than reading them, and needs no lake.
    """
    cards = parse_board(board)
    board = format_hand(cards)
    live = np.flatnonzero(~dead_holes(cards.tolist())).astype(np.uint16)
    board_id, alike = row_keys(live, np.tile(cards, (len(live), 1)), layout="rows")
    values = BoardStrengths(None).of(len(cards), board_id, alike)
    ratios = dict(zip(RATIOS, values, strict=True))
    measures = {name: ratios[name] for name in MEASURES if not np.isnan(ratios[name]).all()}
    return BoardHoles(board, live, alike, measures)


def board_title(what: str, board: str | None, against: str = "a random hand") -> str:
    """The title of a picture of a board, or of all flops if ``board`` is None."""
    where = "over all flops" if board is None else f"on {format_hand(parse_board(board))}"
    return f"{what[0].upper()}{what[1:]} {where}, against {against}"


def means_of(
    groups: npt.NDArray[np.integer],
    values: Floats,
    weights: npt.NDArray[np.number],
    size: int,
) -> tuple[Floats, Floats, Floats, Floats]:
    """The mean, the lowest and the highest value of each group, and its sum of weights.

    For a group without values, the first three are NaN.
    """
    there = np.bincount(groups, weights, size).astype(np.float64)
    means, lowest, highest = np.full((3, size), np.nan)
    np.divide(np.bincount(groups, weights * values, size), there, out=means, where=there > 0)
    np.fmin.at(lowest, groups, values)
    np.fmax.at(highest, groups, values)
    # Rounding must not give 99.9… for values that are all 100.
    return np.clip(means, lowest, highest), lowest, highest, there


def names_of(holes: Sequence[int] | npt.NDArray[np.integer]) -> str:
    """Holes as text with commas, high cards first."""
    return ", ".join(format_hole(int(hole)) for hole in sorted(holes, reverse=True))


# ---------------------------------------------------------------- values of hands


@dataclass(frozen=True)
class HandValues:
    """A value for each starting hand."""

    values: Floats  # (169,) in the order of HANDS; NaN for none
    labels: tuple[str | None, ...] = (None,) * len(HANDS)  # written instead of the values

    @property
    def given(self) -> Floats:
        """The values that are not NaN."""
        return self.values[~np.isnan(self.values)]

    def top_percent(self) -> Floats:
        """The % of all 1,326 holes whose value is at least as high; NaN without a value."""
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
    """The values of hands from rows with columns ``hand``, ``value`` and maybe ``text``.

    A hand without a row has no value. ``value`` is the name of its column.
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
    """The rows of some columns; the column of values must have numbers."""
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
    """The place of a column that a chart needs; UsageError if it is missing or duplicate."""
    places: Sequence[int] = schema.get_all_field_indices(name)
    if not places:
        hint = did_you_mean(name, schema.names)
        raise UsageError(
            f"the query gives no column {name!r}, which the chart needs "
            f"(name one with 'as {name}'); {hint}"
        )
    if len(places) > 1:
        raise UsageError(f"the query gives {len(places)} columns {name!r}; rename all but one")
    return places[0]


def require_number(field: pa.Field) -> None:
    """UsageError for a column without numbers."""
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
        problem = "null" if number is None else "NaN" if np.isnan(number) else "infinite"
        raise QueryError(
            f"the value of {hand} is {problem}; leave hands without a value out in SQL "
            "('where isfinite(value)')"
        )
    return number


# ---------------------------------------------------------------- kinds


@dataclass(frozen=True)
class HandKinds:
    """The shares of kinds, such as raise, call and fold, of each starting hand."""

    kinds: tuple[str, ...]  # in the order of first occurrence
    shares: Floats  # (kinds, 169), 0 to 1; sums over kinds are 1 at most
    values: Floats | None = None  # (169,), to be written, if they are not shares

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which hands have a kind."""
        return np.asarray(np.any(self.shares > 0, axis=0), np.bool_)


def hand_kinds(rows: pa.RecordBatchReader, value: str = "value") -> HandKinds:
    """The kinds of hands from rows with columns ``hand``, ``label`` and maybe ``value``.

    The value is the share of the kind, 0 to 1: several rows of a hand divide it. Without values,
    each row is the whole hand. If no hand has two rows and a value is not a share, each row is the
    whole hand too, and values are written into the cells.
    """
    has_values = value in rows.schema.names or value != "value"
    names = ["hand", "label", *([value] if has_values else [])]
    by_hand: dict[int, dict[str, float]] = {}
    for hand, label, *number in _read(rows, names, value):
        of_hand = by_hand.setdefault(_hand_index(hand), {})
        kind = _kind(hand, label)
        if kind in of_hand:
            raise QueryError(f"the query gives {hand} {kind!r} twice; add them up in SQL")
        of_hand[kind] = _finite(hand, number[0] if number else 1.0)
    if not by_hand:
        raise QueryError("the query gives no rows; a chart needs one for each hand it shows")
    kinds = tuple(dict.fromkeys(kind for of_hand in by_hand.values() for kind in of_hand))
    shares = np.zeros((len(kinds), len(HANDS)))
    for at, of_hand in by_hand.items():
        for kind, share in of_hand.items():
            shares[kinds.index(kind), at] = share
    alone = all(len(of_hand) == 1 for of_hand in by_hand.values())
    if alone and not ((shares >= 0) & (shares <= 1)).all():
        values = np.full(len(HANDS), np.nan)
        values[list(by_hand)] = shares.sum(axis=0)[list(by_hand)]
        for at, of_hand in by_hand.items():
            shares[kinds.index(next(iter(of_hand))), at] = 1
        return HandKinds(kinds, shares, values)
    _require_shares(kinds, shares)
    return HandKinds(kinds, np.minimum(shares, 1))


def _kind(hand: object, label: object) -> str:
    if label is None:
        raise QueryError(f"the label of {hand} is null; leave such rows out in SQL")
    return clean(str(label)).strip() or "(empty)"


def _require_shares(kinds: Sequence[str], shares: Floats) -> None:
    """Refuse invalid shares and name the hand; rounded sums may be slightly above 1."""
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
