"""Hands evaluated in a stream, from arguments or from a file of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import BADUGI, HIGH, Order
from pokerlake.engine.cards.text import CardError, ParsedColumn, parse_column
from pokerlake.engine.orders.evaluate import not_in_deck, order_ids, sizes_text
from pokerlake.tables.errors import InputError, UsageError
from pokerlake.tables.schema import sql_type

from ..files.source import ERROR, Source, open_source
from ..files.text import (
    BadRows,
    classes_of_text,
    error_column,
    is_text,
    joined_text,
    row_numbers,
    text_column,
    without_twice,
)
from .class_columns import categories, class_names, fives, percentiles

_ADDED = {
    "class_id": pa.uint16(),
    "category": pa.uint8(),
    "name": pa.string(),
    "percentile": pa.float64(),
}
_FIVE = {"best_five": pa.string()}

Listener = Callable[[int], None]
USUAL = "cards"  # the default column of hands
_LOOKED_AT = 20  # rows of a CSV that decide between card numbers and names


def added_columns(order: Order) -> pa.Schema:
    """The columns added for a hand: its class, and the five cards that play, if any."""
    return pa.schema({**_ADDED, **({} if order is BADUGI else _FIVE)})


def evaluate_hands(hands: Sequence[str], order: Order = HIGH) -> pa.RecordBatchReader:
    """The columns of :func:`added_columns` for hands given as text."""
    try:
        cards = pa.array(hands, pa.string())
        added = _of_text(cards, order)
    except CardError as error:
        hint = f"; quote one hand: '{' '.join(hands)}'" if max(map(len, hands)) < 4 else ""
        raise CardError(error.problem + hint) from error
    schema = pa.schema([pa.field("cards", pa.string()), *added_columns(order)])
    batch = pa.RecordBatch.from_arrays([cards, *added], schema=schema)
    return pa.RecordBatchReader.from_batches(schema, [batch])


@contextmanager
def evaluate_file(
    name: str,
    card_columns: Sequence[str],
    *,
    order: Order = HIGH,
    file_format: str | None = None,
    skip_bad: bool = False,
    listener: Listener = lambda _: None,
) -> Iterator[tuple[pa.RecordBatchReader, Source]]:
    """The rows of a file, with the columns of :func:`added_columns`.

    Rows are read, evaluated and passed on a batch at a time. Columns of a CSV stay text; those of
    other files keep their types. A null hand has nulls.
    """
    with open_source(name, file_format, skip_bad=skip_bad) as source:
        columns = _card_columns(source, card_columns, order)

        def made(batch: pa.RecordBatch) -> list[pa.Array]:
            cards = [batch.column(column) for column in columns]
            if not skip_bad:
                return _evaluated(cards, order)
            bad: BadRows = {}
            return [*_evaluated(cards, order, bad), error_column(bad, batch.num_rows)]

        added = added_columns(order)
        added = added.append(ERROR) if skip_bad else added
        yield source.with_columns(added, made, listener), source


def _card_columns(source: Source, names: Sequence[str], order: Order) -> list[int]:
    """The places of the columns of cards: all text or all numbers."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UsageError(f"column {twice[0]!r} is given twice")
    there = source.schema.names
    if names == [USUAL] and USUAL not in there and {"hole", "board"} <= set(there):
        raise source.lacking(
            f"no column {USUAL!r}", "for holes on boards write --cards hole --board-column board"
        )
    columns = [source.column(name, "--cards", is_usual=name == USUAL) for name in names]
    types = [source.schema.field(column).type for column in columns]
    numbers = [pa.types.is_integer(dtype) for dtype in types]
    for name, dtype, number in zip(names, types, numbers, strict=True):
        if not (number or is_text(dtype)) or number != numbers[0]:
            raise InputError(
                f"{source.name}: column {name!r} is {sql_type(dtype)}; give columns of text "
                f"such as AsKd, or {sizes_text(order)} columns of numbers 0 to 51, a card each"
            )
    if numbers[0] and len(columns) not in order.sizes:
        raise InputError(
            f"{source.name}: column {names[0]!r} is {sql_type(types[0])}; cards as numbers take "
            f"{sizes_text(order)} columns, a card each, and "
            f"{len(columns)} {'is' if len(columns) == 1 else 'are'} given"
        )
    return columns


def _evaluated(columns: list[pa.Array], order: Order, bad: BadRows | None = None) -> list[pa.Array]:
    if is_text(columns[0].type):
        if len(columns) not in order.sizes or not all(_begins_with_numbers(c) for c in columns):
            return _of_text(joined_text(columns), order, bad)
        columns = [_as_numbers(column, bad) for column in columns]
    ids, null = classes_of_numbers(columns, bad, order)
    cards = np.stack([pc.if_else(pa.array(null), 0, column) for column in columns])
    count = np.where(null, 0, len(columns)).astype(np.uint8)
    return _described(ids, ParsedColumn(cards.astype(np.uint8), count), order)


def _of_text(column: pa.Array, order: Order, bad: BadRows | None = None) -> list[pa.Array]:
    """The added columns for a column of text."""
    ids, count = classes_of_text(column, bad, order)
    if bad:
        column = pc.if_else(pa.array(count > 0), column, None)
    hands = parse_column(
        text_column(column), fewest=order.sizes[0], most=order.sizes[-1], threads=0
    )
    return _described(ids, hands, order)


def classes_of_numbers(
    columns: Sequence[pa.Array], bad: BadRows | None = None, order: Order = HIGH
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
    """Classes of 5 to 7 columns of integers, a card each, and which rows have a null.

    If ``bad`` is given, invalid hands are null too, and ``bad`` gets their rows and problems.
    """
    null = np.any([column.is_null().to_numpy(zero_copy_only=False) for column in columns], axis=0)
    rows = np.flatnonzero(~null)
    numbers = np.stack([np.asarray(column.fill_null(0))[rows] for column in columns])
    is_outside = ((numbers < 0) | (numbers > 51)).any(axis=0)
    for outside in np.flatnonzero(is_outside).tolist():
        wrong = next(n for n in numbers[:, outside] if not 0 <= n <= 51)
        problem = f"card {wrong} is not in 0..51"
        if bad is None:
            raise CardError(problem, int(rows[outside]))
        bad[int(rows[outside])] = problem
    if bad is not None:
        rows, numbers = rows[~is_outside], numbers[:, ~is_outside]
        apart = without_twice(numbers.astype(np.uint8), rows, bad)
        rows, numbers = rows[apart], numbers[:, apart]
        null[list(bad)] = True
    ids = np.zeros(len(null), np.uint16)
    hands = numbers.astype(np.uint8)
    with row_numbers(rows):
        ids[rows] = order_ids(hands, order, layout="columns", strict=bad is None, threads=0)
    if bad is not None:
        for at in np.flatnonzero(ids[rows] == 0).tolist():
            bad[int(rows[at])] = not_in_deck(hands[:, at].tolist(), order)
        null[list(bad)] = True
    return ids, null


def _begins_with_numbers(column: pa.Array) -> bool:
    """Whether the first values have a number; cards as text are never numbers."""
    first = column.drop_null()[:_LOOKED_AT].to_pylist()
    return not first or any(text.strip().isdecimal() for text in first)


def _as_numbers(column: pa.Array, bad: BadRows | None) -> pa.Array:
    """Card numbers of a CSV, whose columns are all text; null for rows noted in ``bad``."""
    fine = pc.match_substring_regex(column, r"^\s*[0-9]{1,9}\s*$").fill_null(True)
    for wrong in np.flatnonzero(~np.asarray(fine)).tolist():
        problem = f"{column[wrong].as_py()!r} is not a card number 0..51"
        if bad is None:
            raise CardError(problem, wrong)
        bad.setdefault(wrong, problem)
    column = pc.if_else(fine, column, None)
    return pc.utf8_trim_whitespace(column).cast(pa.int64())


def _described(ids: npt.NDArray[np.uint16], hands: ParsedColumn, order: Order) -> list[pa.Array]:
    """The columns of :func:`added_columns` for hands of these classes; null for an empty hand."""
    null = hands.count == 0
    columns = [
        pa.array(ids, mask=null),
        pa.array(categories(order)[ids], mask=null),
        class_names(order).take(pa.array(ids)),
        pa.array(percentiles(ids, hands.count, order), mask=null),
    ]
    if order is not BADUGI:
        columns.append(fives([hands], order, np.zeros(len(ids), np.bool_), threads=0))
    return columns
