"""Hand strength and potential of a hole on a board, as in the views of boards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.boards import numbers_in_deck
from pokerlake.engine.cards.holes import dead_holes
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.lookup.boards import (
    EHS,
    EQUITY,
    HS,
    PERCENTILE,
    RATIOS,
    Ratios,
    against_range,
    against_several,
)
from ..files.text import is_text
from .columns import (
    Keys,
    Mask,
    cards_of,
    different_texts,
    either,
    holes_of,
    is_real,
    keys_of,
    nulls_of,
    struct_of,
)
from .library import Library


def strength(library: Library, holes: pa.Array, *others: pa.Array) -> pa.Array:
    """Strength, potential and equity of a hole on a board, 0, 3, 4 or 5 cards.

    A third column is the number of opponents, by default one, or the range of one opponent. Null if
    hole and board share a card, or block the whole range.
    """
    boards = others[0] if others else pa.array([""] * len(holes))
    keys = keys_of(holes, boards, fewest=0)
    if library.order.dead:
        keys = replace(keys, null=either(keys.null, ~_in_deck(keys, library.order.dead)))
    nulls: Mask | None
    if len(others) == 2 and is_text(others[1].type) and not pa.types.is_null(others[1].type):
        ratios, nulls = _against_ranges(library, holes, boards, keys, others[1])
    else:
        ratios, nulls = _against_anyone(library, keys), keys.null
        if len(others) == 2:
            opponents, more = _opponents(others[1])
            nulls = either(nulls, more)
            against_several(ratios, opponents)
    columns = [pa.array(ratio, mask=np.isnan(ratio)) for ratio in ratios]
    return struct_of(dict(zip(RATIOS, columns, strict=True)), nulls)


def _in_deck(keys: Keys, dead: tuple[int, ...]) -> Mask:
    """Which rows have no card that is not in the deck."""
    there = ~dead_holes(dead)[keys.hole_id]
    for cards in (3, 4, 5):
        rows = np.flatnonzero(keys.cards == cards)
        if len(rows):
            there[rows] &= numbers_in_deck(cards, dead)[keys.board_id[rows]] >= 0
    return there


def _against_anyone(library: Library, keys: Keys) -> Ratios:
    """The ratios of the views against one opponent, ``(9, n)``; nan for missing ones."""
    ratios = np.full((len(RATIOS), len(keys.cards)), np.nan)
    for cards in (0, 3, 4, 5):
        is_one = keys.cards == cards
        if keys.null is not None:
            is_one &= ~keys.null
        rows = np.flatnonzero(is_one)
        if not len(rows):
            continue
        if cards == 0:
            holes = keys.hole_id[rows]
            ratios[[HS, EHS, EQUITY], rows[:, None]] = library.preflop.equity[holes][:, None]
            ratios[PERCENTILE, rows] = library.preflop.percentile[holes]
            continue
        strengths = library.board_strengths
        ratios[:, rows] = strengths.of(cards, keys.board_id[rows], keys.hole_id[rows])
    return ratios


# ---------------------------------------------------------------- several opponents


def _opponents(column: pa.Array) -> tuple[Ratios, Mask | None]:
    """The number of opponents of each row, 1 for null, and which rows are null."""
    dtype = column.type
    nulls = nulls_of(column)
    if pa.types.is_null(dtype):
        return np.ones(len(column)), nulls
    if not is_real(dtype):
        raise UsageError(f"opponents are a number, or a range as text, not {sql_type(dtype)}")
    counts = column.cast(pa.float64()).fill_null(1.0).to_numpy()
    fine = (counts >= 1) & (counts % 1 == 0)
    if not fine.all():
        raise UsageError(f"opponents {counts[~fine][0]:g}: give a whole number, 1 or more")
    return counts, nulls


# ---------------------------------------------------------------- opponents with ranges


def _against_ranges(
    library: Library, holes: pa.Array, boards: pa.Array, keys: Keys, ranges: pa.Array
) -> tuple[Ratios, Mask]:
    """The ratios against one opponent with a range, for raw holes and boards: ranges have suits."""
    ratios = np.full((len(RATIOS), len(holes)), np.nan)
    texts, which = different_texts(ranges)
    place = np.zeros(len(holes), np.intp) if which is None else which
    nulls = np.zeros(len(holes), np.bool_) if keys.null is None else keys.null.copy()
    nulls |= np.array([text is None for text in texts], np.bool_)[place]
    raw, _ = holes_of(holes)
    parsed = cards_of(boards, 0, 5)
    if (~nulls & (keys.cards == 0)).any():
        raise UsageError("against a range a board of 3 to 5 cards is needed; equity has none too")
    rows = np.flatnonzero(~nulls)
    situations = np.concatenate([place[rows][None], parsed.cards[:, rows]]).T
    different, which_situation = np.unique(situations, axis=0, return_inverse=True)
    for number, (text, *cards) in enumerate(different.tolist()):
        of_one = rows[which_situation == number]
        board = np.array([card for card in cards if card < 52], np.uint8)
        weights = library.weights(texts[text] or "")
        ratios[:, of_one] = against_range(raw[of_one], board, weights, library.order)
    nulls |= np.isnan(ratios[HS])
    return ratios, nulls
