"""Hand strength and potential: every hole on a flop or a turn against every opponent, exactly.

For each hole, the opponents that it is ahead of, tied with and behind now are counted. Each of
these three groups is then counted in the same way after the next card, and at the river.
Definitions: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cards.holes import opponents_of_one, run_outs_of_two
from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import alike_holes
from ..cards.text import CardError, not_in_deck
from ..hands.board_tables import HIGH, BoardOrder
from ..keys.canonical_rows import canonical_hole_counts
from ..signatures import I64, U8, U16


@dataclass(frozen=True)
class CanonicalHoles:
    """The canonical holes of some boards: one of each set of holes that are alike on a board."""

    # (r,) int64, the index of the board; rows are in the order of the boards, then of the holes
    board: I64
    hole: U16  # (r,) uint16, the smallest of the holes that are alike
    orbit: U8  # (r,) uint8, the number of holes that are alike


@dataclass(frozen=True)
class ClassedHoles(CanonicalHoles):
    """The canonical holes of some boards, and their classes."""

    class_id: U16  # (r,) uint16, the class now, by the order


@dataclass(frozen=True)
class Strengths(ClassedHoles):
    """The canonical holes of flops or turns, with counts of opponents now and later."""

    now: I64  # (r, 3) int64, opponents that the hole is ahead of, tied with, behind
    # (r, 3, 3) int64, ``[row, now, then]``, ahead, tied and behind both times: opponents and next
    # cards
    next_card: I64
    # (r, 3, 3) int64, the same for opponents and run-outs. On a turn that is ``next_card``
    river: I64
    # (r,) int64, the sum over the hole's run-outs (with 52 cards 1,081 on a flop, 46 on a turn) of
    # (2 win + tie) squared, over all opponents (990).
    river_strength_squares: I64


def strengths(
    boards: Cards, *, order: BoardOrder = HIGH, layout: Layout | None = None
) -> Strengths:
    """Strength and potential of all holes on each board: 7 ms a flop, 0.7 ms a turn, one thread.

    In short deck a flop takes 1 ms.

    ``boards``: (n, 3) or (n, 4) uint8, the same as columns, or a list of arrays: flops or turns.
    ``order``: what beats what, and the deck. Raises CardError if the array is neither, or for the
    first board that cannot be dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (3, 4), "boards"), order)
    k = boards.shape[1]
    from .transitions_kernels import add_strengths

    sums = np.zeros((3, len(holes.hole), 7), np.int64)
    class_id = np.empty_like(holes.hole)
    columns = holes.hole, holes.orbit, class_id
    add_strengths(boards, order.tables(), alike_holes(), *columns, sums)
    weaker, up_to = sums[0, :, 2], sums[0, :, 5]
    opponents, next_cards = opponents_of_one(k, order.deck), run_outs_of_two(k, 1, order.deck)
    now = np.column_stack([weaker, up_to - weaker, opponents - up_to])
    next_card = _transitions(sums[1], now * next_cards)
    later = sums[2] if k == 3 else sums[1]
    return Strengths(
        **vars(holes),
        class_id=order.classes(class_id),
        now=now,
        next_card=next_card,
        river=_transitions(later, now * run_outs_of_two(k, 2, order.deck)) if k == 3 else next_card,
        river_strength_squares=later[:, 6],
    )


def rows_of(boards: U8, order: BoardOrder = HIGH) -> tuple[U8, CanonicalHoles]:
    """The boards, ``(n, k)``, in the form that kernels take, and rows with only ``board`` filled.

    Raises CardError for the first board with a card that is not in the deck.
    """
    boards = np.ascontiguousarray(boards)
    if order.dead:
        wrong = np.isin(boards, order.dead).any(axis=1)
        if wrong.any():
            index = int(np.argmax(wrong))
            raise CardError(not_in_deck(boards[index].tolist(), order.dead), index)
    counts = canonical_hole_counts(boards, dead=order.dead)
    board = np.repeat(np.arange(len(boards)), counts)
    rows = len(board)
    return boards, CanonicalHoles(board, np.empty(rows, np.uint16), np.empty(rows, np.uint8))


def _transitions(sums: I64, totals: I64) -> I64:
    """``(r, 3, 3)`` from counts of opponents that are weaker then, and weaker or equal then."""
    # The counts are cumulative over opponents that are weaker, weaker or equal, and any now.
    beaten = np.diff(sums[:, :3], axis=1, prepend=0)
    not_ahead = np.diff(sums[:, 3:6], axis=1, prepend=0)
    return np.stack([beaten, not_ahead - beaten, totals - not_ahead], axis=2)


@dataclass(frozen=True)
class Rivers(ClassedHoles):
    """The canonical holes of some rivers, with counts of opponents."""

    # (r,) uint16, how many of the opponent's holes (with 52 cards 990) lose to this hole, and how
    # many tie with it.
    win: U16
    tie: U16


def river_outcomes(
    boards: Cards, *, order: BoardOrder = HIGH, layout: Layout | None = None
) -> Rivers:
    """Showdowns of all holes on each board: 6 microseconds a board, one thread.

    ``boards``: (n, 5) or (5, n) uint8, or a list of arrays. ``order``: what beats what, and the
    deck. Raises CardError if the array is none of these, or for the first board that cannot be
    dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (5,), "boards"), order)
    from .rivers_kernels import fill_outcomes

    class_id, win, tie = np.empty((3, len(holes.hole)), np.uint16)
    rivers = Rivers(**vars(holes), class_id=class_id, win=win, tie=tie)
    columns = rivers.hole, rivers.orbit, rivers.class_id, rivers.win, rivers.tie
    fill_outcomes(boards, order.tables(), alike_holes(), *columns)
    class_id[:] = order.classes(class_id)
    return rivers
