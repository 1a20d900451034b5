"""Cards, holes and boards as numbers and as text, and their canonical rows in tables."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CARDS, CardError, parse_column
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..files.text import is_text
from .columns import (
    Cards,
    Holes,
    Mask,
    cards_of,
    column_of,
    either,
    even_cards,
    hole_of_two,
    holes_of,
    is_number,
    keys_of,
    nulls_of,
    numbers,
    struct_of,
    text_of,
)
from .library import Library


def cards(_: Library, texts: pa.Array) -> pa.Array:
    """The cards of a text, in order, as a list of numbers 0..51 of any length."""
    text = text_of(texts)
    longest = int(np.diff(text.offsets).max(initial=0))
    parsed = parse_column(text, most=min(max(longest // 2, 1), len(CARDS)))
    there = np.arange(len(parsed.cards)) < parsed.count[:, None]
    ends = np.concatenate([np.zeros(1, np.int32), np.cumsum(parsed.count, dtype=np.int32)])
    nulls = nulls_of(texts)
    mask = None if nulls is None else pa.array(nulls)
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(parsed.cards.T[there]), mask=mask)


def card_text(_: Library, card_numbers: pa.Array) -> pa.Array:
    """The text of a list of card numbers, or of one."""
    if is_number(card_numbers.type):
        card, nulls = numbers(card_numbers, "card", 0, len(CARDS) - 1)
        return column_of(np.array(CARDS, object)[card], nulls).cast(pa.string())
    if pa.types.is_null(card_numbers.type):
        return pa.nulls(len(card_numbers), pa.string())
    if not pa.types.is_list(card_numbers.type):
        raise UsageError(
            f"card_text takes a list of card numbers, or one, not {sql_type(card_numbers.type)}"
        )
    lengths = np.asarray(pc.list_value_length(card_numbers).fill_null(0)).astype(np.int64)
    card, nothing = numbers(card_numbers.flatten(), "card", 0, len(CARDS) - 1)
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[card]
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    offsets = pa.py_buffer((2 * ends).astype(np.int32))
    text = pa.StringArray.from_buffers(len(card_numbers), offsets, pa.py_buffer(letters.tobytes()))
    null = np.asarray(card_numbers.is_null())
    if nothing is not None:
        null[np.repeat(np.arange(len(card_numbers)), lengths)[nothing]] = True
    return pc.if_else(pa.array(null), None, text)


# ---------------------------------------------------------------- holes and boards


def hand_of(_: Library, *columns: pa.Array) -> pa.Array:
    """The hand, of the 169, of a hole given as text, as its number, or as two card numbers."""
    return _hand_names().take(column_of(*_raw_holes(columns)))


@functools.cache
def _hand_names() -> pa.Array:
    return pa.array([HANDS[hand] for hand in hand_of_hole()])


def hole_id(_: Library, *columns: pa.Array) -> pa.Array:
    """The number of a hole, 0..1325; with a board, of the canonical hole on the canonical board.

    Two columns of numbers are two cards. With a board, holes that share a card with it are null.
    """
    if len(columns) == 2 and not is_number(columns[1].type):
        keys = keys_of(*columns)
        return column_of(keys.hole_id, keys.null)
    return column_of(*_raw_holes(columns))


def _raw_holes(columns: Sequence[pa.Array]) -> tuple[Holes, Mask | None]:
    return holes_of(columns[0]) if len(columns) == 1 else hole_of_two(*columns)


def omaha_hand(_: Library, holes: pa.Array) -> pa.Array:
    """A hole of Omaha, of 4 to 6 cards, with the lowest suits, as in the tables."""
    from pokerlake.engine.ranges.omaha_holes import canonical_holes

    from ..answers.ranges.omaha import hole_texts

    parsed = cards_of(holes, 4, 6)
    sizes = np.unique(parsed.count[parsed.count > 0]).tolist()
    texts = np.full(len(holes), None, object)
    for size in sizes:
        rows = np.flatnonzero(parsed.count == size)
        canonical_texts = hole_texts(canonical_holes(np.sort(parsed.cards[:size, rows].T, axis=1)))
        if len(rows) == len(holes):
            return canonical_texts
        texts[rows] = canonical_texts.to_numpy(zero_copy_only=False)
    return pa.array(texts, pa.string())


def board_id(_: Library, boards: pa.Array) -> pa.Array:
    """The number of the canonical board of three to five cards."""
    from pokerlake.engine.keys.canonical_rows import board_ids

    even = even_cards(boards)
    if even is not None and len(even) in (3, 4, 5):
        try:
            return pa.array(board_ids(even, layout="columns"))
        except CardError:
            pass  # a duplicate card: the code below finds the row
    parsed = cards_of(boards, 3, 5)
    ids = np.zeros(len(boards), np.uint32)
    for size in (3, 4, 5):
        rows = np.flatnonzero(parsed.count == size)
        if len(rows):
            cards = np.ascontiguousarray(parsed.cards[:size, rows])
            ids[rows] = board_ids(cards, layout="columns")
    return column_of(ids, nulls_of(boards))


def canonical(_: Library, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The key of the canonical row of a hole on a board: ``{board_id, hole_id}``."""
    keys = keys_of(holes, boards)
    return struct_of({"board_id": keys.board_id, "hole_id": keys.hole_id}, keys.null)


# ---------------------------------------------------------------- holes of four cards


def omaha_hole_id(_: Library, holes: pa.Array, flops: pa.Array | None = None) -> pa.Array:
    """The number of a hole of four cards, 0..270724; with a flop, of the canonical hole there.

    Holes that share a card with the flop are null.
    """
    from pokerlake.engine.omaha.flops import flop_row_keys
    from pokerlake.engine.ranges.omaha_holes import hole_numbers

    held, nulls = _holes_of_four(holes)
    if flops is None:
        return column_of(hole_numbers(np.sort(held, axis=0).T), nulls)
    flop = cards_of(flops, 3, 3).cards
    nulls = either(nulls, nulls_of(flops))
    shared = (held[:, None] == flop[None]).any(axis=(0, 1))
    nulls = either(nulls, shared if shared.any() else None)
    if nulls is None:
        return pa.array(flop_row_keys(held, flop, layout="columns").hole_id)
    ids = np.zeros(len(nulls), np.uint32)
    live = [np.ascontiguousarray(cards[:, ~nulls]) for cards in (held, flop)]
    ids[~nulls] = flop_row_keys(live[0], live[1], layout="columns").hole_id
    return column_of(ids, nulls)


def _holes_of_four(column: pa.Array) -> tuple[Cards, Mask | None]:
    """The cards of holes given as text or numbers, ``(4, n)``, and which rows are null."""
    if is_number(column.type):
        numbers_given, nulls = numbers(column, "hole of four cards", 0, len(_all_of_four()) - 1)
        return _all_of_four()[numbers_given].T, nulls
    if not is_text(column.type):
        raise UsageError(
            "a hole of four cards is text such as 'AhKhQdJd', or its number 0 to 270724, not "
            f"{sql_type(column.type)}"
        )
    parsed = cards_of(column, 4, 4)
    null = parsed.count == 0
    first: Cards = np.arange(4, dtype=np.uint8)[:, None]
    return np.where(null, first, parsed.cards), null if null.any() else None


@functools.cache
def _all_of_four() -> Cards:
    """The cards of each hole of four by its number, ``(270725, 4)``: 1 MB."""
    from pokerlake.engine.ranges.omaha_holes import all_holes

    return all_holes(4)
