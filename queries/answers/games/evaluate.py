"""Holes on boards evaluated in a stream, from arguments or from a file of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import CardError, ParsedColumn, check_cards, parse_column
from pokerlake.engine.orders.evaluate import not_in_deck
from pokerlake.engine.showdowns.evaluate import BOARDS, deal_ids, not_dealt, sharing
from pokerlake.tables.errors import InputError, UsageError
from pokerlake.tables.schema import sql_type

from ...files.source import ERROR, Source, open_source
from ...files.text import (
    BadRows,
    error_column,
    is_text,
    joined_text,
    text_column,
    without_bad_rows,
)
from ..class_columns import categories, class_names, fives, percentiles

Listener = Callable[[int], None]

_HIGH = {"class_id": pa.uint16(), "category": pa.uint8(), "name": pa.string()}
_PERCENTILE = {"percentile": pa.float64()}
_LOW = {"low_class_id": pa.uint16(), "low": pa.string()}
_FIVES = {"best_five": pa.string(), "low_five": pa.string()}


def added_columns(rule: Game) -> pa.Schema:
    """The columns added for a hand: its class, and its percentile or low if the game has one.

    The last are the five cards that play. A percentile is a share of all hands of that many cards,
    in games where any five of the cards make a hand.
    """
    percentile = _PERCENTILE if rule.any_five else {}
    if rule.halves:
        return pa.schema({**_HIGH, **percentile, **_LOW, **_FIVES})
    return pa.schema({**_HIGH, **percentile, "best_five": pa.string()})


def evaluate_holes(holes: Sequence[str], board: str, rule: Game) -> pa.RecordBatchReader:
    """Class, category and name of holes on one board, and of their lows in a game of two halves."""
    hole_texts = pa.array(holes, pa.string())
    boards = pa.array([board] * len(holes), pa.string())
    try:
        described = _described(hole_texts, boards, rule)
    except CardError as error:
        raise CardError(error.problem) from error
    schema = pa.schema([("hole", pa.string()), ("board", pa.string()), *added_columns(rule)])
    batch = pa.RecordBatch.from_arrays([hole_texts, boards, *described], schema=schema)
    return pa.RecordBatchReader.from_batches(schema, [batch])


@contextmanager
def evaluate_holes_file(
    name: str,
    hole_columns: Sequence[str],
    rule: Game,
    *,
    board_column: str | None = None,
    board: str | None = None,
    file_format: str | None = None,
    skip_bad: bool = False,
    listener: Listener = lambda _: None,
) -> Iterator[tuple[pa.RecordBatchReader, Source]]:
    """The rows of a file, with the columns of :func:`added_columns`."""
    with open_source(name, file_format, skip_bad=skip_bad) as source:
        column_names = [*hole_columns, *([board_column] if board_column else [])]
        options = ["--cards"] * len(hole_columns) + ["--board-column"]
        columns = [
            _text_column_of(source, column, column_names, option)
            for column, option in zip(column_names, options, strict=False)
        ]

        def made(batch: pa.RecordBatch) -> list[pa.Array]:
            parts = [batch.column(column) for column in columns]
            boards = parts.pop() if board_column else pa.repeat(board or "", batch.num_rows)
            holes, bad = joined_text(parts), BadRows()
            if skip_bad:
                described = _described(holes, boards, rule, bad)
                return [*described, error_column(bad, batch.num_rows)]
            try:
                return _described(holes, boards, rule)
            except (
                CardError
            ):  # columns and board sizes are checked in turn: an earlier row may be bad
                _described(holes, boards, rule, bad)
                row = min(bad)
                raise CardError(bad[row], row) from None

        added = added_columns(rule)
        added = added.append(ERROR) if skip_bad else added
        yield source.with_columns(added, made, listener), source


def _text_column_of(source: Source, name: str, names: Sequence[str], option: str) -> int:
    """The place of a column of text."""
    if names.count(name) > 1:
        raise UsageError(f"column {name!r} is given twice")
    column = source.column(name, option, is_usual=name in ("hole", "board"))
    dtype = source.schema.field(column).type
    if not is_text(dtype):
        raise InputError(
            f"{source.name}: column {name!r} is {sql_type(dtype)}; holes and boards are columns "
            "of text such as AsKd"
        )
    return column


def _described(
    holes: pa.Array, boards: pa.Array, rule: Game, bad: BadRows | None = None
) -> list[pa.Array]:
    """The columns of :func:`added_columns`, null where hole or board is; ``bad`` gets bad rows."""
    board = _parsed(boards, BOARDS, bad)
    hole = _parsed(holes, (rule.hole,), bad)
    if bad is not None:
        _tell_of_bad(rule, hole, board, bad)
        hole.count[list(bad)] = 0
    high, low = deal_ids(rule, hole, board, threads=0)
    null = high == 0
    order = rule.high
    columns = [
        pa.array(high, mask=null),
        pa.array(categories(order)[high], mask=null),
        class_names(order).take(pa.array(high)),
    ]
    if rule.any_five:
        cards = np.where(null, 0, hole.count + board.count)
        columns.append(pa.array(percentiles(high, cards, order), mask=null))
    if low is not None and rule.low is not None:
        names = class_names(rule.low)
        columns += [pa.array(low, mask=null), names.take(pa.array(low))]
    hole.count[null] = 0
    apart = np.full(len(null), not rule.any_five)
    for by in filter(None, (rule.high, rule.low)):
        columns.append(fives([hole, board], by, apart, threads=0))
    return columns


def _parsed(column: pa.Array, sizes: Sequence[int], bad: BadRows | None) -> ParsedColumn:
    text, fewest, most = text_column(column), sizes[0], sizes[-1]
    if bad is not None:
        text = without_bad_rows(text, bad, fewest=fewest, most=most)
    return parse_column(text, fewest=fewest, most=most, threads=0)


def _tell_of_bad(rule: Game, hole: ParsedColumn, board: ParsedColumn, bad: BadRows) -> None:
    """Note in ``bad`` the rows whose hole and board are valid but cannot be dealt together."""
    outside = not_dealt(rule, hole) | not_dealt(rule, board)
    there = (hole.count > 0) & (board.count > 0)
    for row in np.flatnonzero(there & (sharing(hole, board) | outside)).tolist():
        cards = np.concatenate([_of_row(hole, row), _of_row(board, row)])
        try:
            check_cards(cards[:, None])
            bad[row] = not_in_deck(cards.tolist(), rule.high)
        except CardError as error:
            bad[row] = error.problem


def _of_row(cards: ParsedColumn, row: int) -> npt.NDArray[np.uint8]:
    return cards.cards[: cards.count[row], row]
