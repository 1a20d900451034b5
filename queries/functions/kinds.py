"""Kinds of made hands, draws, and nut ranks of holes on boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import HOLDEM, Game
from pokerlake.engine.cards.text import CardError, ParsedColumn
from pokerlake.engine.kinds.evaluate import draw_bits, made_kinds, nut_ranks, on_streets
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.engine.showdowns.evaluate import BOARDS

from ..answers.kinds import (
    draws_named,
    kinds_named,
    made_names,
    names_of_draws,
    rule_of_hole,
)
from ..answers.orders import rule_of
from ..files.text import row_numbers
from .classes import deals_of, refuse_other
from .columns import column_of, even_cards, numbers
from .library import Library

_FEWEST = 2  # cards of a hole


def made(_: Library, holes: pa.Array, boards: pa.Array, games: pa.Array | None = None) -> pa.Array:
    """The kind of made hand of a hole on a board, 1 the best of the game.

    Two cards of a hole of four to six play; short deck has to be named. Null if hole and board
    share a card.
    """
    return _of_each(made_kinds, holes, boards, games)


def draws(_: Library, holes: pa.Array, boards: pa.Array, games: pa.Array | None = None) -> pa.Array:
    """The draws of a hole on a flop or turn, a bit for each; otherwise as :func:`made`."""
    return _of_each(draw_bits, holes, boards, games)


def nut_rank(
    _: Library, holes: pa.Array, boards: pa.Array, games: pa.Array | None = None
) -> pa.Array:
    """The rank of a hole among hands possible on a board, 1 for the nuts; as :func:`made`."""
    return _of_each(nut_ranks, holes, boards, games)


def made_name(_: Library, codes: pa.Array, games: pa.Array | None = None) -> pa.Array:
    """The name of a kind of made hand: ``top pair with good kicker``."""
    rule = _named(games) or HOLDEM
    kinds, nulls = numbers(codes, "kind", 1, len(kinds_of(rule.high)))
    return made_names(rule).take(pa.array(kinds, mask=nulls))


def is_made(
    _: Library, codes: pa.Array, names: pa.Array, games: pa.Array | None = None
) -> pa.Array:
    """Whether a kind is one of the named ones: ``set``, ``top pair+``, ``flush, straight``."""
    rule = _named(games) or HOLDEM
    most = len(kinds_of(rule.high))
    kinds, nulls = numbers(codes, "kind", 1, most)
    return _is(lambda text: np.isin(kinds, [*kinds_named(text, rule)]), names, nulls)


def draw_names(_: Library, bits: pa.Array) -> pa.Array:
    """The names of the draws of a hand, as a list."""
    sets, nulls = numbers(bits, "set of draws", 0, (1 << len(DRAWS)) - 1)
    names = names_of_draws(sets)
    return names if nulls is None else names.take(pa.array(np.arange(len(sets)), mask=nulls))


def is_draw(_: Library, bits: pa.Array, names: pa.Array) -> pa.Array:
    """Whether a hand has one of the named draws: ``flush draw``, ``gutshot, open-ended``."""
    sets, nulls = numbers(bits, "set of draws", 0, (1 << len(DRAWS)) - 1)
    return _is(lambda text: sets & draws_named(text) != 0, names, nulls)


def _is(work: Any, names: pa.Array, nulls: Any) -> pa.Array:
    """The result of ``work`` for each row, called once for each distinct text."""
    asked = names.cast(pa.string()).dictionary_encode()
    said = np.zeros(len(names), np.bool_)
    place = asked.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    for at, text in enumerate(asked.dictionary.to_pylist()):
        rows = place == at
        said[rows] = work(text)[rows]
    unknown = place < 0 if nulls is None else (place < 0) | nulls
    return column_of(said, unknown if unknown.any() else None)


def _named(games: pa.Array | None) -> Game | None:
    if games is None or not len(games) or not (name := games[0].as_py()):
        return None
    refuse_other(games, name)
    return rule_of(name)


def _of_each(work: Any, holes: pa.Array, boards: pa.Array, games: pa.Array | None) -> pa.Array:
    named = _named(games)
    hole, board = even_cards(holes), even_cards(boards)
    if hole is not None and board is not None and len(board) in BOARDS:
        rule = named or rule_of_hole(len(hole))
        if len(hole) == rule.hole:
            try:
                return pa.array(work(rule, hole, board), pa.int64())
            except CardError:
                pass  # a duplicate card: the code below finds the row
    return _of_any(work, named, holes, boards)


def _of_any(work: Any, named: Game | None, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The same for rows that may be null, have duplicate cards, or differ in size."""
    hole, board = deals_of(holes, boards, *((named.hole,) * 2 if named else (_FEWEST,)))
    there = (hole.count > 0) & (board.count > 0)
    values = np.zeros(len(there), np.int64)
    for size in np.unique(hole.count[there]).tolist():
        rule = named or rule_of_hole(size)
        rows = np.flatnonzero(there & (hole.count == size))
        some = [ParsedColumn(part.cards[:, rows], part.count[rows]) for part in (hole, board)]
        with row_numbers(rows):
            values[rows] = on_streets(work, np.int64, rule, *some)
    return column_of(values, None if there.all() else ~there)
