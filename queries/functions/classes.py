"""Evaluation of hands: their class, and the name, category and percentile of a class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import EIGHT_OR_BETTER, HIGH, Order, order_named
from pokerlake.engine.cards.text import SUIT_PATTERN, CardError, ParsedColumn
from pokerlake.engine.omaha.evaluate import HOLE_SIZES, omaha_class_ids, omaha_low_ids
from pokerlake.engine.orders.evaluate import order_ids, order_ids_of_text, sizes_text
from pokerlake.engine.showdowns.evaluate import BOARDS, sharing
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.class_columns import categories, class_names, fives, percentiles, top_percents
from ..answers.evaluate import classes_of_numbers
from ..answers.orders import order_hint, order_of, rule_of
from ..files.text import is_text
from .columns import (
    Cards,
    Mask,
    are_apart,
    cards_of,
    column_of,
    either,
    even_cards,
    is_number,
    nulls_of,
    numbers,
    text_of,
)
from .library import Library

_FEWEST = 2  # cards of a hole
_CARD = re.compile(rf"\s*(10|[2-9TJQKA]){SUIT_PATTERN}", re.IGNORECASE)


def class_of(_: Library, *columns: pa.Array) -> pa.Array:
    """The class of hands of 5 to 7 cards: text, several columns of text, or card numbers.

    Several columns of text are one hand, such as a hole and a board; null if they share a card. The
    last column may name an order: ``'short deck'``.
    """
    order, columns = _without_order(columns)
    first = columns[0].type
    if len(columns) == 1:
        if pa.types.is_list(first):
            return _of_lists(columns[0], order)
        if is_number(first):
            raise _no_hand(columns, order)
        return _of_text(columns[0], order)
    if pa.types.is_uint8(first) and len(columns) in order.sizes:
        cards = _bytes(columns)
        if cards is not None:
            return pa.array(order_ids(cards, order, layout="columns"))
    types = [column.type for column in columns]
    if all(map(is_text, types)):
        return _of_texts(columns, order)
    if len(columns) in order.sizes and all(is_number(t) or pa.types.is_null(t) for t in types):
        whole = [column if is_number(column.type) else column.cast("uint8") for column in columns]
        ids, null = classes_of_numbers(whole, order=order)
        return column_of(ids, null if null.any() else None)
    raise _no_hand(columns, order)


def _without_order(columns: tuple[pa.Array, ...]) -> tuple[Order, tuple[pa.Array, ...]]:
    """The order that the last column names, if it is not cards, and the other columns."""
    *others, last = columns
    if not others or not len(last) or not is_text(last.type):
        return HIGH, columns
    text = last[0].as_py()
    order = order_named(text) if text else None
    if order is None:
        if text and not _CARD.match(text) and (hint := order_hint(text)).startswith("did"):
            raise UsageError(f"no order {text!r}: {hint}")
        return HIGH, columns
    refuse_other(last, text)
    return order, tuple(others)


def refuse_other(orders: pa.Array, text: str) -> None:
    """UsageError if a row has a different order than the first."""
    others = [other for other in orders.unique().to_pylist() if other != text]
    if others:
        raise UsageError(f"rows have the orders {text!r} and {others[0]!r}; give one for all")


def _no_hand(columns: Sequence[pa.Array], order: Order) -> UsageError:
    types = ", ".join(sql_type(column.type) for column in columns)
    sizes = sizes_text(order)
    return UsageError(
        f"class_of takes {sizes} cards: text, a list, or {sizes} columns of card numbers; "
        f"not ({types})"
    )


def _of_text(column: pa.Array, order: Order) -> pa.Array:
    ids, count = order_ids_of_text(text_of(column), order)
    return column_of(ids, count == 0 if column.null_count else None)


def _bytes(columns: Sequence[pa.Array]) -> Cards | None:
    """Columns of bytes without nulls as one array, ``(k, n)``; None for other columns."""
    cards = np.empty((len(columns), len(columns[0])), np.uint8)
    for row, column in zip(cards, columns, strict=True):
        if not pa.types.is_uint8(column.type) or column.null_count:
            return None
        row[:] = np.frombuffer(column.buffers()[1], np.uint8, len(column), column.offset)
    return cards


def _of_lists(column: pa.Array, order: Order) -> pa.Array:
    """Classes of lists of card numbers, which may differ in length."""
    nulls = nulls_of(column)
    ends = column.offsets.to_numpy()
    start, lengths = ends[:-1], np.diff(ends)
    values, nothing = numbers(column.values, "card", 0, 51)
    cards = values.astype(np.uint8)
    if nothing is not None:
        before = np.concatenate([np.zeros(1, np.int64), np.cumsum(nothing)])
        nulls = either(nulls, before[ends[1:]] > before[start])
    there = np.ones(len(column), np.bool_) if nulls is None else ~nulls
    wrong = lengths[there & ~np.isin(lengths, order.sizes)]
    if len(wrong):
        raise CardError(f"a list has {wrong[0]} cards; {sizes_text(order)} are needed")
    ids = np.zeros(len(column), np.uint16)
    for size in order.sizes:
        rows = np.flatnonzero(there & (lengths == size))
        if len(rows):
            places = start[rows] + np.arange(size)[:, None]
            hands = np.ascontiguousarray(cards[places])
            ids[rows] = order_ids(hands, order, layout="columns")
    return column_of(ids, nulls)


def _of_texts(columns: Sequence[pa.Array], order: Order) -> pa.Array:
    even = [even_cards(column) for column in columns]
    rows = [cards for cards in even if cards is not None]
    if len(rows) == len(columns):
        cards = np.concatenate(rows)
        if len(cards) in order.sizes:
            try:
                return pa.array(order_ids(cards, order, layout="columns"))
            except CardError:
                pass  # a duplicate card: the code below finds the row
    return _of_any_texts(columns, order)


def _of_any_texts(columns: Sequence[pa.Array], order: Order) -> pa.Array:
    parsed = [cards_of(column, 0, order.sizes[-1]) for column in columns]
    counts = np.stack([p.count for p in parsed]).astype(np.int64)
    nulls: Mask = np.zeros(len(columns[0]), np.bool_)
    for column in columns:
        nulls |= np.asarray(column.is_null())
    count = np.where(nulls, 0, counts.sum(axis=0))
    wrong = np.flatnonzero(~nulls & ~np.isin(count, order.sizes))
    if len(wrong):
        together = " and ".join(repr(column[int(wrong[0])].as_py()) for column in columns)
        raise CardError(
            f"{together} have {count[wrong[0]]} cards together; {sizes_text(order)} are needed"
        )
    ids = np.zeros(len(nulls), np.uint16)
    for sizes in np.unique(counts[:, ~nulls], axis=1).T:
        rows = np.flatnonzero((counts == sizes[:, None]).all(axis=0) & ~nulls)
        cards = np.concatenate([p.cards[:k, rows] for p, k in zip(parsed, sizes, strict=True)])
        apart = are_apart(cards)
        nulls[rows[~apart]] = True
        dealt = np.ascontiguousarray(cards[:, apart])
        ids[rows[apart]] = order_ids(dealt, order, layout="columns")
    return column_of(ids, nulls)


def omaha_class_of(_: Library, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The class of a hole of 4 to 6 cards, of which two play, on a board of 3 to 5, both text.

    Null if the hole and the board share a card.
    """
    return _on_boards(omaha_class_ids, holes, boards)


def omaha_low_of(_: Library, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The class of the low of such a hand, eight or better; 57 for no low."""
    return _on_boards(omaha_low_ids, holes, boards)


def _on_boards(work: Any, holes: pa.Array, boards: pa.Array) -> pa.Array:
    hole, board = deals_of(holes, boards, HOLE_SIZES[0])
    dealt = (hole.count > 0) & (board.count > 0)
    sizes = 8 * hole.count + board.count
    ids = np.zeros(len(dealt), np.uint16)
    for size in np.unique(sizes[dealt]).tolist():
        rows = np.flatnonzero(dealt & (sizes == size))
        parts = hole.cards[: size >> 3, rows], board.cards[: size & 7, rows]
        ids[rows] = work(*map(np.ascontiguousarray, parts), layout="columns")
    return column_of(ids, None if dealt.all() else ~dealt)


def best_five(
    _: Library,
    cards: pa.Array,
    boards: pa.Array | None = None,
    games: pa.Array | None = None,
) -> pa.Array:
    """The five cards that play, of a hand or of a hole on a board, as text.

    Two cards of a hole of four to six play, up to two of a hole of three; short deck has to be
    named. Null if hole and board share a card.
    """
    order = HIGH
    if games is not None and len(games) and (name := games[0].as_py()):
        refuse_other(games, name)
        order = rule_of(name).high
    if boards is None:
        hands = cards_of(cards, order.sizes[0], order.sizes[-1])
        return fives([hands], order, apart=np.zeros(len(cards), np.bool_))
    hole, board = deals_of(cards, boards, _FEWEST)
    return fives([hole, board], order, apart=hole.count > _FEWEST)


def low_five(_: Library, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The five cards of the low, eight or better; null for no low."""
    hole, board = deals_of(holes, boards, HOLE_SIZES[0])
    return fives([hole, board], EIGHT_OR_BETTER, apart=np.ones(len(holes), np.bool_))


def deals_of(
    holes: pa.Array, boards: pa.Array, fewest: int, most: int | None = None
) -> tuple[ParsedColumn, ParsedColumn]:
    """Hole and board of each row; no hole if one is null, or if they share a card."""
    hole, board = (
        cards_of(holes, fewest, most or HOLE_SIZES[-1]),
        cards_of(boards, BOARDS[0], BOARDS[-1]),
    )
    return ParsedColumn(hole.cards, np.where(sharing(hole, board), 0, hole.count)), board


def class_name(_: Library, classes: pa.Array, orders: pa.Array | None = None) -> pa.Array:
    """The name of a class: ``full house, aces over kings``; by another order if named."""
    order, ids, nulls = _classes_of_order(classes, orders)
    return class_names(order).take(pa.array(ids, mask=nulls))


def category(_: Library, classes: pa.Array, orders: pa.Array | None = None) -> pa.Array:
    """The category of a class, 1 the best; by another order if named."""
    order, ids, nulls = _classes_of_order(classes, orders)
    return column_of(categories(order)[ids], nulls)


def name_of_category(_: Library, numbered: pa.Array, orders: pa.Array | None = None) -> pa.Array:
    """The name of a category, 1 the best: ``full house``; by another order if named."""
    order, unknown = _order_of(orders)
    ids, nulls = numbers(numbered, "category", 1, len(order.category_names))
    names = pa.array([None, *order.category_names], pa.string())
    return names.take(pa.array(ids, mask=either(nulls, unknown)))


def percentile(
    _: Library, classes: pa.Array, cards: pa.Array | None = None, orders: pa.Array | None = None
) -> pa.Array:
    """The share x 100 of all hands of that many cards, by default 7, that are at least as strong.

    It is the ``top_percent`` of ``class_percentiles``, which ``pokerlake evaluate`` shows. For
    another order, if named, the default is the largest number of cards of its hands.
    """
    order, ids, nulls = _classes_of_order(classes, orders)
    if cards is None:
        return column_of(top_percents(order.sizes[-1], order)[ids], nulls)
    sizes, more = numbers(cards, "number of cards", order.sizes[0], order.sizes[-1])
    return column_of(percentiles(ids, sizes, order), either(nulls, more))


def _classes_of_order(
    classes: pa.Array, orders: pa.Array | None
) -> tuple[Order, npt.NDArray[np.integer], Mask | None]:
    """The named order, the classes, and which are null: also if their order is."""
    order, unknown = _order_of(orders)
    ids, nulls = numbers(classes, "class", 1, order.classes)
    return order, ids, either(nulls, unknown)


def _order_of(orders: pa.Array | None) -> tuple[Order, Mask | None]:
    """The order that a column names, by default that of high hands, and which rows are null."""
    if orders is None:
        return HIGH, None
    unknown = nulls_of(orders)
    if unknown is not None and unknown.all():
        return HIGH, unknown
    text = orders.drop_null()[0].as_py()
    refuse_other(orders.drop_null(), text)
    return order_of(text), unknown
