"""Hand strength and potential of a hole on a board, as the views of the boards have them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.files.text import is_text
from pokerlake.tables.definitions.boards import NEXT_CARDS, OPPONENTS, OWN_RUN_OUTS, RUN_OUTS
from pokerlake.tables.errors import UsageError

from .board_counts import AT_LEAST, GAIN_1, GAIN_2, LOSS_1, LOSS_2, NOW, RIVER, SQUARES
from .columns import (
    Keys,
    Mask,
    cards_of,
    different_texts,
    either,
    holes_of,
    keys_of,
    nulls_of,
    sql_type,
)
from .library import Library

RATIOS = (
    "hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "equity", "equity_squared", "percentile",
)  # fmt: skip
HS, PPOT_1, NPOT_1, PPOT_2, NPOT_2, EHS, EQUITY, EQUITY_SQUARED, PERCENTILE = range(len(RATIOS))

_LIVE = {3: 1176, 4: 1128, 5: 1081}  # raw holes on a board
_MANY = 12  # holes on one board that are sooner compared with a range all at once

Ratios = npt.NDArray[np.float64]


def strength(library: Library, holes: pa.Array, *others: pa.Array) -> pa.Array:
    """Strength, potential and equity of a hole on a board, 0, 3, 4 or 5 cards.

    Against one opponent, or as many as a third column says, or one who has the range that it is.
    Null where the hole has a card of the board, or of the range no hole is left.
    """
    boards = others[0] if others else pa.array([""] * len(holes))
    keys = keys_of(holes, boards, fewest=0)
    nulls: Mask | None
    if len(others) == 2 and is_text(others[1].type) and not pa.types.is_null(others[1].type):
        found, nulls = _against_ranges(library, holes, boards, keys, others[1])
    else:
        found, nulls = _against_anyone(library, keys), keys.null
        if len(others) == 2:
            opponents, more = _opponents(others[1])
            nulls = either(nulls, more)
            _raise_to(found, opponents)
    strength = found[HS]
    up, down = (
        np.where(np.isnan(found[two]), found[one], found[two])
        for one, two in ((PPOT_1, PPOT_2), (NPOT_1, NPOT_2))
    )
    later = strength + (1 - strength) * up - strength * down
    found[EHS] = np.where(np.isnan(up), strength, later)
    columns = [pa.array(ratio, mask=np.isnan(ratio)) for ratio in found]
    mask = None if nulls is None else pa.array(nulls)
    return pa.StructArray.from_arrays(columns, list(RATIOS), mask=mask)


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
            found[[HS, EQUITY], rows[:, None]] = library.preflop.equity[holes][:, None]
            found[PERCENTILE, rows] = library.preflop.percentile[holes]
            continue
        counts = library.board_counts.of(cards, keys.board_id[rows], keys.hole_id[rows])
        found[:, rows] = _ratios(cards, counts.astype(np.float64))
    return found


def _ratios(cards: int, counts: Ratios) -> Ratios:
    """As the views reckon them, to the last digit: counts are twice the numerators there."""
    found = np.full((len(RATIOS), counts.shape[1]), np.nan)
    opponents = OPPONENTS[cards]
    found[HS] = counts[NOW] / 2 / opponents
    behind = 2 * opponents - counts[NOW]
    if cards < 5:
        steps = [(PPOT_1, GAIN_1, LOSS_1, NEXT_CARDS[cards])]
        if cards == 3:
            steps.append((PPOT_2, GAIN_2, LOSS_2, RUN_OUTS[3]))
        for place, gain, loss, later in steps:
            found[place] = _ratio(counts[gain] / 2, later * (behind / 2))
            found[place + 1] = _ratio(counts[loss] / 2, later * (counts[NOW] / 2))
        run_outs = OWN_RUN_OUTS[cards] * 1980.0 * 1980.0
        found[EQUITY] = counts[RIVER] / 2 / (opponents * RUN_OUTS[cards])
        found[EQUITY_SQUARED] = counts[SQUARES] / run_outs
    else:
        found[EQUITY] = found[HS]
        found[EQUITY_SQUARED] = found[HS] * found[HS]
    found[PERCENTILE] = 100.0 * counts[AT_LEAST] / _LIVE[cards]
    return found


def _ratio(part: Ratios, whole: Ratios) -> Ratios:
    empty = whole == 0
    return np.where(empty, 0.0, part / np.where(empty, 1.0, whole))


# ---------------------------------------------------------------- several opponents


def _opponents(column: pa.Array) -> tuple[Ratios, Mask | None]:
    """How many opponents each row has; 1 where it is null, and where that is."""
    dtype = column.type
    nulls = nulls_of(column)
    if pa.types.is_null(dtype):
        return np.ones(len(column)), nulls
    if not (
        pa.types.is_integer(dtype) or pa.types.is_floating(dtype) or pa.types.is_decimal(dtype)
    ):
        raise UsageError(f"opponents are a number, or a range as text, not {sql_type(dtype)}")
    given = column.cast(pa.float64()).fill_null(1.0).to_numpy()
    fine = (given >= 1) & (given % 1 == 0)
    if not fine.all():
        raise UsageError(f"opponents {given[~fine][0]:g}: give a whole number, 1 or more")
    return given, nulls


def _raise_to(found: Ratios, opponents: Ratios) -> None:
    """The power of the strength, as SQL's ``pow`` and not numpy's, whose last digit differs."""
    if (opponents != 1).any():
        power = np.frompyfunc(math.pow, 2, 1)
        found[HS] = power(found[HS], opponents).astype(np.float64)


# ---------------------------------------------------------------- opponents with ranges


def _against_ranges(
    library: Library, holes: pa.Array, boards: pa.Array, keys: Keys, ranges: pa.Array
) -> tuple[Ratios, Mask]:
    """One opponent with a range; raw holes and boards, as the range has suits."""
    found = np.full((len(RATIOS), len(holes)), np.nan)
    texts, which = different_texts(ranges)
    place = np.zeros(len(holes), np.intp) if which is None else which
    nulls = np.zeros(len(holes), np.bool_) if keys.null is None else keys.null.copy()
    nulls |= np.array([text is None for text in texts])[place]
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
        found[:, of_one] = _of_situation(raw[of_one], board, weights)
    nulls |= np.isnan(found[HS])
    return found, nulls


def _of_situation(
    holes: npt.NDArray[np.uint16], board: npt.NDArray[np.uint8], weights: Ratios
) -> Ratios:
    """Several holes on one board against one range; nan where no hole of it is left."""
    from pokerlake.engine.strength import ratios
    from pokerlake.engine.strength.weighted import board_strengths

    found = np.full((len(RATIOS), len(holes)), np.nan)
    different, of = np.unique(holes, return_inverse=True)
    if len(different) >= _MANY:
        try:
            every = board_strengths(board, weights)
        except RangeError:
            return found
        rows = np.searchsorted(every.hole, different)
        sums: Sequence[Ratios] = every.now[rows], every.next_card[rows], every.river[rows]
    else:
        each = [_one(int(hole), board, weights) for hole in different]
        sums = [np.stack(part) for part in zip(*each, strict=True)]
    now, next_card, river = sums
    some = now.sum(axis=1) > 0
    result = np.full((len(RATIOS), len(different)), np.nan)
    result[HS, some] = ratios.hand_strength(now[some])
    result[EQUITY, some] = ratios.equity(river[some]) if len(board) < 5 else result[HS, some]
    steps = [(PPOT_1, next_card), (PPOT_2, river)][: 5 - len(board)]
    for place, counts in steps:
        result[place, some] = ratios.positive_potential(counts[some])
        result[place + 1, some] = ratios.negative_potential(counts[some])
    return result[:, of]


def _one(hole: int, board: npt.NDArray[np.uint8], weights: Ratios) -> tuple[Ratios, Ratios, Ratios]:
    from pokerlake.engine.strength.weighted import strength_against

    try:
        found = strength_against(hole, board, weights)
    except RangeError:  # of the range no hole is left
        return np.zeros(3), np.zeros((3, 3)), np.zeros((3, 3))
    return found.now, found.next_card, found.river
