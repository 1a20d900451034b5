"""Functions of columns of holes on boards, by the rule of a game.

They are like those in ``hands``: Arrow arrays in and out, null for null, and for impossible deals
unless ``strict``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import GAMES, OMAHA_HI_LO, Game, Order
from pokerlake.engine.cards.text import CardError, ParsedColumn
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds, nut_ranks, on_streets
from pokerlake.engine.showdowns.evaluate import BOARDS, deal_ids, not_dealt, sharing
from pokerlake.tables.errors import UsageError

from ..answers.class_columns import categories, class_names, fives
from ..answers.kinds import made_names, names_of_draws
from ..answers.orders import order_of_game, rule_of
from . import hands
from .cards import parsed, threads_for, tried

Classes = npt.NDArray[np.uint16]


def class_id(
    cards: pa.Array, boards: pa.Array | None = None, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The class of a hole on a board, or of both in one column: 1 is best, ``uint16``.

    UsageError if there is no such game, or the board is missing in Omaha.
    """
    ids = _ids(cards, boards, strict, rule_of(game))
    return pa.array(ids, mask=ids == 0)


def category(
    cards: pa.Array, boards: pa.Array | None = None, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The category, 1 is best: ``uint8``."""
    rule = rule_of(game)
    ids = _ids(cards, boards, strict, rule)
    return pa.array(categories(order_of_game(rule))[ids], mask=ids == 0)


def category_name(
    cards: pa.Array, boards: pa.Array | None = None, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The name of the category: ``full house``."""
    order = order_of_game(rule_of(game))
    names = pa.array([None, *order.category_names], pa.string())
    return names.take(pa.array(categories(order)[_ids(cards, boards, strict, rule_of(game))]))


def class_name(
    cards: pa.Array, boards: pa.Array | None = None, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The name of the class: ``full house, aces over kings``."""
    rule = rule_of(game)
    return class_names(order_of_game(rule)).take(pa.array(_ids(cards, boards, strict, rule)))


def low_class_id(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = OMAHA_HI_LO.name
) -> pa.Array:
    """The class of the low in hi-lo, 1 for five-four-three-deuce-ace .. 57 for none.

    UsageError if the game has no low half.
    """
    low, _ = _lows(holes, boards, strict, game)
    return pa.array(low, mask=low == 0)


def low_name(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = OMAHA_HI_LO.name
) -> pa.Array:
    """The name of the low: ``low, seven-five-four-deuce-ace``."""
    low, order = _lows(holes, boards, strict, game)
    return class_names(order).take(pa.array(low))


def best_five(
    cards: pa.Array, boards: pa.Array | None = None, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The five cards that play, the most important first, as text: ``AsKsQsJsTs``."""
    rule = rule_of(game)
    if boards is None and not rule.any_five:
        raise UsageError(f"a hand of {rule.name} needs a hole and a board; give the board")
    sizes = order_of_game(rule).sizes
    parts: Sequence[ParsedColumn] = (
        [_read(cards, sizes, strict, "cards")]
        if boards is None
        else _parts(cards, boards, strict, rule)
    )
    apart = np.full(len(cards), not rule.any_five)
    return fives(parts, order_of_game(rule), apart, threads_for(len(cards)))


def low_five(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = OMAHA_HI_LO.name
) -> pa.Array:
    """The five cards of the low in hi-lo, ``5h4d3s2sAs``; null for no low."""
    rule = rule_of(game)
    apart = np.full(len(holes), not rule.any_five)
    parts = _parts(holes, boards, strict, rule)
    return fives(parts, _low_of(rule), apart, threads_for(len(holes)))


def made(holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = "hold'em") -> pa.Array:
    """The kind of made hand, 1 the best of the game: ``uint8``."""
    kinds, nulls = _kinds(made_kinds, "u1", holes, boards, strict, rule_of(game))
    return pa.array(kinds, mask=nulls)


def made_name(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The name of that kind: ``top pair with good kicker``."""
    rule = rule_of(game)
    kinds, _ = _kinds(made_kinds, "u1", holes, boards, strict, rule)
    return made_names(rule).take(pa.array(kinds))


def draws(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The draws of a hole, a bit for each: ``uint32``."""
    bits, nulls = _kinds(draw_bits, "u4", holes, boards, strict, rule_of(game))
    return pa.array(bits, mask=nulls)


def draw_names(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The names of these draws, a list."""
    bits, nulls = _kinds(draw_bits, "u4", holes, boards, strict, rule_of(game))
    return names_of_draws(bits).take(pa.array(np.arange(len(bits)), mask=nulls))


def nut_rank(
    holes: pa.Array, boards: pa.Array, strict: bool = True, game: str = "hold'em"
) -> pa.Array:
    """The rank of the hand among those possible on the board, 1 for the nuts: ``uint16``."""
    ranks, nulls = _kinds(nut_ranks, "u2", holes, boards, strict, rule_of(game))
    return pa.array(ranks, mask=nulls)


def _kinds(
    work: Any, dtype: str, holes: pa.Array, boards: pa.Array, strict: bool, rule: Game
) -> tuple[Any, npt.NDArray[np.bool_]]:
    """The result of ``work`` for each row, and which rows are null."""
    hole, board = _parts(holes, boards, strict, rule)
    values = on_streets(work, dtype, rule, hole, board, threads=threads_for(len(holes)))
    return values, (hole.count == 0) | (board.count == 0)


def _lows(holes: pa.Array, boards: pa.Array, strict: bool, game: str) -> tuple[Classes, Order]:
    rule = rule_of(game)
    order = _low_of(rule)
    _, low = _both(holes, boards, strict, rule)
    assert low is not None
    return low, order


def _low_of(rule: Game) -> Order:
    """The order of a game's low half; UsageError if it has none."""
    if rule.low is None:
        halved = ", ".join(name for name, each in GAMES.items() if each.halves)
        raise UsageError(f"{rule.name} has no low half; games that have one: {halved}")
    return rule.low


def _ids(cards: pa.Array, boards: pa.Array | None, strict: bool, rule: Game) -> Classes:
    """The class of each row, 0 for null."""
    if boards is not None:
        return _both(cards, boards, strict, rule)[0]
    if not rule.any_five:
        raise UsageError(f"a hand of {rule.name} needs a hole and a board; give the board")
    ids = hands.class_id(cards, strict, order_of_game(rule)).fill_null(0)
    return np.asarray(ids.to_numpy(zero_copy_only=False), np.uint16)


def _both(
    holes: pa.Array, boards: pa.Array, strict: bool, rule: Game
) -> tuple[Classes, Classes | None]:
    """The class of each high hand, and of each low; 0 for null."""
    hole, board = _parts(holes, boards, strict, rule)
    return deal_ids(rule, hole, board, threads=threads_for(len(holes)))


def _parts(
    holes: pa.Array, boards: pa.Array, strict: bool, rule: Game
) -> tuple[ParsedColumn, ParsedColumn]:
    """Hole and board of each row; a count of 0 if one is null, or they cannot be dealt."""
    hole = _read(holes, (rule.hole,), strict, "holes")
    board = _read(boards, BOARDS, strict, "boards")
    if not strict:
        wrong = sharing(hole, board) | not_dealt(rule, hole) | not_dealt(rule, board)
        hole = ParsedColumn(hole.cards, np.where(wrong, 0, hole.count).astype(np.uint8))
    return hole, board


def _read(column: pa.Array, sizes: Sequence[int], strict: bool, what: str) -> ParsedColumn:
    read = functools.partial(parsed, sizes=sizes, what=what)
    try:
        return tried(read, column, sizes, strict)
    except CardError as error:
        raise CardError(f"{what}: {error.problem}", error.index) from None
