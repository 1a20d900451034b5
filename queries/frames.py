"""Cards in polars: importing this module adds ``poker`` to expressions and series.

``pl.col("cards").poker.class_id()`` and its siblings are lazy, run in the streaming engine, and
say their type before they run. Cards are text (``AsKd``), a struct of ``UInt8`` columns, a card
each, which are read where they lie, or an array or list of ``UInt8``. Null gives null; what is no
hand is an error that names it. polars comes with ``pip install 'pokerlake[polars]'``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, HOLES, hand_of_hole
from pokerlake.engine.cards.text import CardError, ParsedColumn, counted, parse_column
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.hands.evaluate import SIZES, class_ids, class_ids_of_text
from pokerlake.engine.keys.canonical_rows import board_ids, hole_ids, row_keys
from pokerlake.lazy import extra
from pokerlake.tables.errors import InputError

from .answers.class_columns import categories, class_names, percentiles
from .files.text import text_column

with extra("polars"):
    import polars as pl

Of = TypeVar("Of", pl.Expr, pl.Series)
_KEY = pl.Struct({"board_id": pl.UInt32, "hole_id": pl.UInt16})
_TEXT = (pl.String, pl.Categorical, pl.Enum, pl.Null)
_SHARED_ROWS = 1 << 18  # the streaming engine has threads of its own for smaller pieces


class _Poker(ABC, Generic[Of]):
    """What is said of a hand, a hole, or a hole on a board."""

    _of: Of

    def __init__(self, of: Of) -> None:
        self._of = of

    def class_id(self) -> Of:
        """The class of five to seven cards: 1 for a royal flush .. 7462 (``UInt16``)."""
        return self._map(_class_id, pl.UInt16())

    def category(self) -> Of:
        """The category of five to seven cards: 1 straight flush .. 9 high card (``UInt8``)."""
        return self._map(_category, pl.UInt8())

    def category_name(self) -> Of:
        """The name of the category: ``full house``."""
        return self._map(_category_name, pl.String())

    def class_name(self) -> Of:
        """The name of the class: ``full house, aces over kings``."""
        return self._map(_class_name, pl.String())

    def percentile(self) -> Of:
        """The share x 100 of all hands of as many cards that are at least as strong."""
        return self._map(_percentile, pl.Float64())

    def hand(self) -> Of:
        """Which of the 169 a hole is, ``AKs``: of text, two ``UInt8``, or its number."""
        return self._map(_hand, pl.String())

    def hole_id(self) -> Of:
        """The number 0..1325 of a hole as it is (``UInt16``): of text, or two ``UInt8``."""
        return self._map(_hole_id, pl.UInt16())

    @abstractmethod
    def _map(self, function: Callable[[pl.Series], pl.Series], dtype: pl.DataType) -> Of: ...


@pl.api.register_expr_namespace("poker")
class PokerExpr(_Poker[pl.Expr]):
    """``pl.col("cards").poker``."""

    def canonical(self, board: pl.Expr | str | None = None) -> pl.Expr:
        """The row of the tables that stands for a hole on a board, as ``{board_id, hole_id}``.

        Of a hole, with the board as an expression or the name of a column; or of a struct of both
        as text, or of five to seven ``UInt8`` columns, the hole in front. ``hole_id`` is null where
        hole and board have a card in common.
        """
        both = self._of
        if board is not None:
            other = pl.col(board) if isinstance(board, str) else board
            both = pl.struct(hole=self._of, board=other)
        return PokerExpr(both)._map(_canonical, _KEY)

    def _map(self, function: Callable[[pl.Series], pl.Series], dtype: pl.DataType) -> pl.Expr:
        return self._of.map_batches(function, return_dtype=dtype, is_elementwise=True)


@pl.api.register_series_namespace("poker")
class PokerSeries(_Poker[pl.Series]):
    """``series.poker``."""

    def canonical(self, board: pl.Series | None = None) -> pl.Series:
        """As for expressions; the board is a series of text."""
        if board is None:
            return _canonical(self._of)
        both = pl.DataFrame([self._of.alias("hole"), board.alias("board")])
        return _canonical(both.to_struct(self._of.name))

    def _map(self, function: Callable[[pl.Series], pl.Series], _: pl.DataType) -> pl.Series:
        return function(self._of)


def _class_id(cards: pl.Series) -> pl.Series:
    ids, count = _evaluated(cards)
    return _series(cards, ids, count == 0)


def _category(cards: pl.Series) -> pl.Series:
    ids, count = _evaluated(cards)
    return _series(cards, categories()[ids], count == 0)


def _category_name(cards: pl.Series) -> pl.Series:
    names = pa.array([None, *CATEGORY_NAMES], pa.string())
    return _taken(cards, names, categories()[_evaluated(cards)[0]])


def _class_name(cards: pl.Series) -> pl.Series:
    return _taken(cards, class_names(), _evaluated(cards)[0])


def _percentile(cards: pl.Series) -> pl.Series:
    ids, count = _evaluated(cards)
    return _series(cards, percentiles(ids, count), count == 0)


def _hand(holes: pl.Series) -> pl.Series:
    if holes.dtype.is_integer():
        null = _nulls(holes)
        numbers = holes.fill_null(0).to_numpy()
        outside = np.flatnonzero((numbers < 0) | (numbers >= HOLES))
        if len(outside):
            raise CardError(f"hole {numbers[outside[0]]} is not in 0..{HOLES - 1}")
    else:
        numbers, null = _holes(holes)
    names = pa.array([*HANDS, None], pa.string())
    return _taken(holes, names, np.where(null, len(HANDS), hand_of_hole()[numbers]))


def _hole_id(holes: pl.Series) -> pl.Series:
    return _series(holes, *_holes(holes))


def _canonical(deals: pl.Series) -> pl.Series:
    hole, board = _deals(deals)
    n = len(deals)
    board_id, canonical = np.zeros(n, np.uint32), np.zeros(n, np.uint16)
    dealt = (hole.count > 0) & (board.count > 0)
    apart = dealt.copy()
    for size in (3, 4, 5):
        of_size = dealt & (board.count == size)
        if of_size.all():
            rows: Any = slice(None)
            held, cards = hole.cards, board.cards[:size]
        else:
            rows = np.flatnonzero(of_size)
            held, cards = hole.cards[:, rows], board.cards[:size, rows]
        if cards.shape[1]:
            board_id[rows], canonical[rows], apart[rows] = _keys(held, cards)
    return pl.DataFrame(
        [
            _series(deals, board_id, ~dealt).alias("board_id"),
            _series(deals, canonical, ~apart).alias("hole_id"),
        ]
    ).to_struct(deals.name)


def _keys(
    held: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16], npt.NDArray[np.bool_] | bool]:
    """Canonical boards and holes of ``(2, n)`` and ``(k, n)``, and which have no card in common."""
    threads = _threads(boards.shape[1])
    raw = hole_ids(held, layout="columns", threads=threads)
    try:
        return *row_keys(raw, boards, layout="columns", threads=threads), True
    except CardError:
        shared = (held[:, None] == boards[None]).any(axis=(0, 1))
    # Where they share a card there is a board, but no row of a hole on it.
    canonical = np.zeros(len(raw), np.uint16)
    canonical[~shared] = row_keys(raw[~shared], boards[:, ~shared], layout="columns").hole_id
    return board_ids(boards, layout="columns", threads=threads), canonical, ~shared


# ---------------------------------------------------------------- cards as polars has them


def _evaluated(cards: pl.Series) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Class and number of cards of each hand; both 0 where it is null."""
    n = len(cards)
    try:
        if cards.dtype in _TEXT:
            return class_ids_of_text(_text(cards), threads=_threads(n))
        ids, count = np.zeros(n, np.uint16), np.zeros(n, np.uint8)
        for rows, columns in _card_columns(cards, SIZES):
            if isinstance(rows, slice):
                class_ids(columns, layout="columns", out=ids, threads=_threads(n))
            else:
                ids[rows] = class_ids(columns, layout="columns", threads=_threads(n))
            count[rows] = len(columns)
    except CardError as error:
        raise CardError(error.problem) from None  # its index is that of a piece, which tells nobody
    return ids, count


Cards = npt.NDArray[np.uint8] | list[npt.NDArray[np.uint8]]
Groups = list[tuple[Any, Cards]]


def _card_columns(cards: pl.Series, sizes: tuple[int, ...]) -> Groups:
    """Rows that have equally many cards, and those as arrays: where they lie, if none is null."""
    dtype = cards.dtype
    if isinstance(dtype, pl.Struct):
        fields = cards.struct.unnest().get_columns()
        if len(fields) in sizes and all(field.dtype == pl.UInt8 for field in fields):
            if not any(column.null_count() for column in (cards, *fields)):
                return [(slice(None), [field.to_numpy() for field in fields])]
            null = np.logical_or.reduce([_nulls(cards), *map(_nulls, fields)])
            live = pl.Series(~null)
            return [(np.flatnonzero(~null), [field.filter(live).to_numpy() for field in fields])]
    elif isinstance(dtype, pl.Array | pl.List) and dtype.inner == pl.UInt8:
        length = cards.arr.len() if isinstance(dtype, pl.Array) else cards.list.len()
        given = length.fill_null(0).to_numpy()
        wrong = np.flatnonzero(~np.isin(given, sizes) & ~_nulls(cards))
        if len(wrong):
            raise CardError(
                f"{cards[int(wrong[0])].to_list()} has {counted(int(given[wrong[0]]))}; "
                f"{sizes[0]} to {sizes[-1]} are needed"
            )
        return [_group(cards, size, given == size) for size in sizes if (given == size).any()]
    raise InputError(
        f"cards are read from text such as AsKd, or {_counts(sizes)} UInt8, not from {dtype}"
    )


def _group(cards: pl.Series, size: int, rows: npt.NDArray[np.bool_]) -> tuple[Any, Cards]:
    own = cards.filter(pl.Series(rows)).cast(pl.List(pl.UInt8)).explode()
    if own.null_count():
        raise CardError("a list of cards has a null in it")
    return np.flatnonzero(rows), list(own.to_numpy().reshape(-1, size).T)


def _counts(sizes: tuple[int, ...]) -> str:
    return "2" if sizes == (2,) else f"{sizes[0]} to {sizes[-1]}"


def _holes(holes: pl.Series) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
    """The number of each hole, and whether it is null."""
    n = len(holes)
    ids, null = np.zeros(n, np.uint16), np.ones(n, np.bool_)
    try:
        if holes.dtype in _TEXT:
            parsed = parse_column(_text(holes), fewest=2, most=2, threads=_threads(n))
            rows = np.flatnonzero(parsed.count) if holes.null_count() else slice(None)
            groups: Groups = [(rows, parsed.cards[:, rows])]
        else:
            groups = _card_columns(holes, (2,))
        for rows, columns in groups:
            ids[rows] = hole_ids(columns, layout="columns", threads=_threads(n))
            null[rows] = False
    except CardError as error:
        raise CardError(error.problem) from None
    return ids, null


def _deals(deals: pl.Series) -> tuple[ParsedColumn, ParsedColumn]:
    """Hole and board of each row as cards; a count of 0 where one is null."""
    n = len(deals)
    fields = deals.struct.unnest().get_columns() if isinstance(deals.dtype, pl.Struct) else []
    if [field.dtype in _TEXT for field in fields] == [True, True]:
        try:
            hole = parse_column(_text(fields[0]), fewest=2, most=2, threads=_threads(n))
            board = parse_column(_text(fields[1]), fewest=3, most=5, threads=_threads(n))
        except CardError as error:
            raise CardError(error.problem) from None
        return hole, board
    cards = np.zeros((7, n), np.uint8)
    count = np.zeros(n, np.uint8)
    for rows, columns in _card_columns(deals, SIZES):
        for card, column in enumerate(columns):
            cards[card, rows] = column
        count[rows] = len(columns)
    return ParsedColumn(cards[:2], count), ParsedColumn(cards[2:], np.maximum(count, 2) - 2)


def _text(series: pl.Series) -> Any:
    return text_column(series.cast(pl.String).to_arrow())


def _nulls(series: pl.Series) -> npt.NDArray[np.bool_]:
    return series.is_null().to_numpy()


def _threads(rows: int) -> int:
    return 0 if rows >= _SHARED_ROWS else 1


def _series(like: pl.Series, values: npt.NDArray[Any], null: npt.NDArray[np.bool_]) -> pl.Series:
    return pl.Series(like.name, pa.array(values, mask=null) if null.any() else values)


def _taken(like: pl.Series, names: pa.Array, rows: npt.NDArray[Any]) -> pl.Series:
    return pl.Series(like.name, names.take(pa.array(rows)))
