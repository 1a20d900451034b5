"""Hand strength and potential of a hole on a board, as the views of the boards have them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Order
from pokerlake.engine.cards.boards import numbers_in_deck
from pokerlake.engine.cards.holes import dead_holes
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.strength.ratios import effective_hand_strength
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..answers.lookup.boards import RATIOS, Ratios, strength_ratios
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

HS, PPOT_1, NPOT_1, PPOT_2, NPOT_2, EHS, EQUITY, EQUITY_SQUARED, PERCENTILE = range(len(RATIOS))

_MANY = 12  # holes on one board that are sooner compared with a range all at once


def strength(library: Library, holes: pa.Array, *others: pa.Array) -> pa.Array:
    """Strength, potential and equity of a hole on a board, 0, 3, 4 or 5 cards.

    Against one opponent, or as many as a third column says, or one who has the range that it is.
    Null where the hole has a card of the board, or of the range no hole is left.
    """
    boards = others[0] if others else pa.array([""] * len(holes))
    keys = keys_of(holes, boards, fewest=0)
    if library.order.dead:
        keys = replace(keys, null=either(keys.null, ~_in_deck(keys, library.order.dead)))
    nulls: Mask | None
    if len(others) == 2 and is_text(others[1].type) and not pa.types.is_null(others[1].type):
        found, nulls = _against_ranges(library, holes, boards, keys, others[1])
    else:
        found, nulls = _against_anyone(library, keys), keys.null
        if len(others) == 2:
            opponents, more = _opponents(others[1])
            nulls = either(nulls, more)
            _raise_to(found, opponents)
    columns = [pa.array(ratio, mask=np.isnan(ratio)) for ratio in found]
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
    """The ratios of the views against one opponent, ``(9, n)``; nan where there is none."""
    found = np.full((len(RATIOS), len(keys.cards)), np.nan)
    for cards in (0, 3, 4, 5):
        is_one = keys.cards == cards
        if keys.null is not None:
            is_one &= ~keys.null
        rows = np.flatnonzero(is_one)
        if not len(rows):
            continue
        if cards == 0:
            holes = keys.hole_id[rows]
            found[[HS, EHS, EQUITY], rows[:, None]] = library.preflop.equity[holes][:, None]
            found[PERCENTILE, rows] = library.preflop.percentile[holes]
            continue
        strengths = library.board_strengths
        found[:, rows] = strengths.of(cards, keys.board_id[rows], keys.hole_id[rows])
    return found


# ---------------------------------------------------------------- several opponents


def _opponents(column: pa.Array) -> tuple[Ratios, Mask | None]:
    """How many opponents each row has; 1 where it is null, and where that is."""
    dtype = column.type
    nulls = nulls_of(column)
    if pa.types.is_null(dtype):
        return np.ones(len(column)), nulls
    if not is_real(dtype):
        raise UsageError(f"opponents are a number, or a range as text, not {sql_type(dtype)}")
    given = column.cast(pa.float64()).fill_null(1.0).to_numpy()
    fine = (given >= 1) & (given % 1 == 0)
    if not fine.all():
        raise UsageError(f"opponents {given[~fine][0]:g}: give a whole number, 1 or more")
    return given, nulls


def _raise_to(found: Ratios, opponents: Ratios) -> None:
    """Hand strength to the power, by SQL's ``pow``: numpy's has another last digit; and EHS."""
    if (opponents == 1).all():
        return
    power = np.frompyfunc(math.pow, 2, 1)
    found[HS] = power(found[HS], opponents).astype(np.float64)
    up, down = (
        np.where(np.isnan(found[two]), found[one], found[two])
        for one, two in ((PPOT_1, PPOT_2), (NPOT_1, NPOT_2))
    )
    ehs = effective_hand_strength(found[HS], up, down)
    found[EHS] = np.where(np.isnan(up), found[HS], ehs)


# ---------------------------------------------------------------- opponents with ranges


def _against_ranges(
    library: Library, holes: pa.Array, boards: pa.Array, keys: Keys, ranges: pa.Array
) -> tuple[Ratios, Mask]:
    """One opponent with a range; raw holes and boards, as the range has suits."""
    found = np.full((len(RATIOS), len(holes)), np.nan)
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
    different, of = np.unique(situations, axis=0, return_inverse=True)
    for number, (text, *cards) in enumerate(different.tolist()):
        of_one = rows[of == number]
        board = np.array([card for card in cards if card < 52], np.uint8)
        weights = library.weights(texts[text] or "")
        found[:, of_one] = _of_situation(raw[of_one], board, weights, library.order)
    nulls |= np.isnan(found[HS])
    return found, nulls


def _of_situation(
    holes: npt.NDArray[np.uint16], board: npt.NDArray[np.uint8], weights: Ratios, order: Order
) -> Ratios:
    """Several holes on one board against one range; nan where no hole of it is left."""
    from pokerlake.engine.orders.boards import board_order
    from pokerlake.engine.strength.weighted import board_strengths

    found = np.full((len(RATIOS), len(holes)), np.nan)
    different, of = np.unique(holes, return_inverse=True)
    if len(different) >= _MANY:
        try:
            every = board_strengths(board, weights, order=board_order(order))
        except RangeError:
            return found
        rows = np.searchsorted(every.hole, different)
        sums: Sequence[Ratios] = every.now[rows], every.next_card[rows], every.river[rows]
    else:
        each = [_one(int(hole), board, weights, order) for hole in different]
        sums = [np.stack(part) for part in zip(*each, strict=True)]
    now, next_card, river = sums
    some = now.sum(axis=1) > 0
    result = np.full((len(RATIOS), len(different)), np.nan)
    steps = (next_card[some], river[some])[: 5 - len(board)]
    for name, values in strength_ratios(now[some], *steps).items():
        result[RATIOS.index(name), some] = values
    return result[:, of]


def _one(
    hole: int, board: npt.NDArray[np.uint8], weights: Ratios, order: Order
) -> tuple[Ratios, Ratios, Ratios]:
    from pokerlake.engine.orders.boards import board_order
    from pokerlake.engine.strength.weighted import strength_against

    try:
        found = strength_against(hole, board, weights, board_order(order))
    except RangeError:  # of the range no hole is left
        return np.zeros(3), np.zeros((3, 3)), np.zeros((3, 3))
    return found.now, found.next_card, found.river
