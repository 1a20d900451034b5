"""Opponents with ranges: exact for one opponent, approximate for several.

A range is ``(1326,)`` ``float64`` by ``hole_id``, 0 to 1 (see ``ranges``). The outcome of a pair of
holes is an integer; weights are multiplied and added last.

Definitions: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ..cards.holes import HOLES, dead_holes, hole_cards, run_outs_of_two
from ..cards.text import CardError, check_cards, not_in_deck
from ..hands.board_tables import HIGH, BoardOrder
from ..ranges.scanner import RangeError
from ..ranges.top_percent import Weights, as_range, live_weights
from ..signatures import I8, I64, U8, U16
from ..threads import over_tasks
from .ratios import (
    effective_hand_strength,
    equity,
    hand_strength,
    negative_potential,
    positive_potential,
)

BOARD_CARDS = (3, 4, 5)
_SHARE = 64  # heroes


@dataclass(frozen=True)
class AgainstEach:
    """One hole against each other live hole: integers, independent of the opponent's range."""

    # (m,): the opponent's hole, ascending: 1,081 on a flop, 1,035 on a turn, 990 on a river.
    hole: U16
    class_id: U16  # (m,): his class now
    now: I8  # (m,): whether the hero is now 0 ahead, 1 tied, 2 behind
    # (m, 3): next cards (45 on a flop, 44 on a turn) after which the hero is ahead, tied, behind.
    # On a river a 1 for what he is now.
    next_card: I64
    river: I64  # (m, 3): the same for run-outs to the river: 990, 44, 1


@dataclass(frozen=True)
class Strength:
    """One hole against a range: the weights of the holes it is ahead of, tied with, behind."""

    now: Weights  # (3,) float64, ahead, tied, behind
    next_card: Weights  # (3, 3) float64, ``[now, then]``: weights times next cards
    # (3, 3) float64, the same for run-outs. On a turn that is ``next_card``, on a river both are
    # ``now``
    river: Weights


@dataclass(frozen=True)
class BoardStrengths:
    """Every live hole of a board against one range.

    Attributes
    ----------
    hole : (m,) uint16
        The hero's hole, ascending: 1,176 on a flop, 1,128 on a turn, 1,081 on a river.
    now : (m, 3) float64
    next_card, river : (m, 3, 3) float64
        As in :class:`Strength`. All are 0 for a hole that shares a card with the whole range.
    """

    hole: U16
    now: Weights
    next_card: Weights
    river: Weights


def against_each(hole: int, board: U8, order: BoardOrder = HIGH) -> AgainstEach:
    """One hole against each other hole, now and over all run-outs: 1 ms on a flop.

    ``board``: (3,), (4,) or (5,). Raises CardError if hole and board cannot be dealt.
    """
    from .rivers_kernels import compare_rows

    seen = [*seen_cards(board, hole, order), *order.dead]
    others = np.flatnonzero(~dead_holes(seen))
    holes = hole_cards()[[hole, *others]]

    def outcomes(more: int) -> I64:
        rows = _class_rows(_later_boards(board, seen, more), holes, order)
        counts = np.empty((len(others), 3), np.int64)
        compare_rows(rows[0], rows[1:], run_outs_of_two(len(board), more, order.deck), counts)
        return counts

    classes = _class_rows(_later_boards(board, seen, 0), holes, order)[:, 0]
    now = np.sign(np.subtract(classes[0], classes[1:], dtype=np.int32)) + 1  # lower is better
    next_card = outcomes(min(1, 5 - len(board)))
    return AgainstEach(
        hole=others.astype(np.uint16),
        class_id=order.classes(classes[1:]),
        now=now.astype(np.int8),
        next_card=next_card,
        river=outcomes(2) if len(board) == 3 else next_card,
    )


def strength_against(
    hole: int, board: U8, range_weights: Weights, order: BoardOrder = HIGH
) -> Strength:
    """One hole against an opponent with a range. With all weights 1 the sums are exact counts.

    ``hole``: the hero's, 0..1325. ``board``: (3,), (4,) or (5,) uint8. ``range_weights``: (1326,)
    float64. ``order``: what beats what, and the deck. Raises CardError or RangeError.
    """
    weights = live_weights(range_weights, [*seen_cards(board, hole, order), *order.dead])
    return weighted(against_each(hole, board, order), weights)


def weighted(against: AgainstEach, range_weights: Weights) -> Strength:
    """The result of :func:`against_each` with weights, for one hole against many ranges.

    The weights, ``(1326,)``, are not checked, and need not be normalised.
    """
    weights = range_weights[against.hole]

    def by_now(counts: I64) -> Weights:
        # Added one after the other, as in board_strengths: the same sums to the last digit.
        columns = [np.bincount(against.now, weights * then, 3) for then in counts.T]
        return np.column_stack(columns)

    return Strength(
        now=np.bincount(against.now, weights, 3).astype(np.float64),
        next_card=by_now(against.next_card),
        river=by_now(against.river),
    )


def board_strengths(
    board: U8, range_weights: Weights, *, order: BoardOrder = HIGH, threads: int = 0
) -> BoardStrengths:
    """Every live hole of a board against a range: 60 ms a flop on one thread, less if it is small.

    ``board``: (3,), (4,) or (5,) uint8. ``range_weights``: (1326,) float64, the opponent's.
    ``order``: what beats what, and the deck. Raises CardError or RangeError.
    """
    from .rivers_kernels import weigh_rows

    seen = [*seen_cards(board, order=order), *order.dead]
    live = np.flatnonzero(~dead_holes(seen))
    weights = live_weights(range_weights, seen)[live]
    holes = hole_cards()[live]
    classes = _class_rows(_later_boards(board, seen, 0), holes, order).reshape(-1)
    m = len(live)

    def weighed(more: int) -> tuple[Weights, Weights]:
        rows = _class_rows(_later_boards(board, seen, more), holes, order)
        now, transitions = np.zeros((m, 3)), np.zeros((m, 3, 3))
        rest = holes, weights, classes, rows, run_outs_of_two(len(board), more, order.deck)
        over_tasks(
            lambda start: weigh_rows(*rest, start, min(start + _SHARE, m), now, transitions),
            range(0, m, _SHARE),
            threads,
        )
        return now, transitions

    now, next_card = weighed(min(1, 5 - len(board)))
    river = weighed(2)[1] if len(board) == 3 else next_card
    return BoardStrengths(live.astype(np.uint16), now, next_card, river)


def seen_cards(board: U8, hole: int | None = None, order: BoardOrder = HIGH) -> list[int]:
    """The cards of the board, and of the hero's hole.

    Raises CardError if they cannot be dealt, or the board does not have 3, 4 or 5 cards.
    """
    if board.ndim != 1 or len(board) not in BOARD_CARDS or board.dtype != np.uint8:
        raise CardError(
            f"a board is {board.dtype} {board.shape}; uint8 (3,), (4,) or (5,) is needed"
        )
    if hole is not None and not 0 <= hole < HOLES:
        raise CardError(f"hole {hole} is not in 0..{HOLES - 1}")
    cards = board if hole is None else np.concatenate([board, hole_cards()[hole]])
    try:
        check_cards(cards[:, None])
    except CardError as error:
        raise CardError(error.problem) from None  # one board has no index
    if np.isin(cards, order.dead).any():
        raise CardError(not_in_deck(cards.tolist(), order.dead))
    return [int(card) for card in cards]


def _later_boards(board: U8, seen: Sequence[int], more: int) -> U8:
    """The board with every set of ``more`` unseen cards added, ``(n, k + more)`` uint8."""
    deck = np.arange(52, dtype=np.uint8)[: 52**more, None]
    deals = hole_cards() if more == 2 else deck[:, :more]
    deals = deals[~np.isin(deals, seen).any(axis=1)]
    return np.hstack([np.tile(board, (len(deals), 1)), deals])


def _class_rows(boards: U8, holes: U8, order: BoardOrder) -> U16:
    """The class of each hole on each board, ``(holes, boards)``; 0 if it is dead."""
    from .rivers_kernels import class_rows

    rows = np.empty((len(holes), len(boards)), np.uint16)
    class_rows(boards, order.tables(), holes, rows)
    return rows


@dataclass(frozen=True)
class SeveralStrength:
    """One hole against several ranges: an approximation.

    It has no card removal between opponents, and potentials are those against one opponent.
    """

    # Against one opponent with the field array, or with the range that all have
    against_field: Strength
    # The product of the hand strengths against each, or a power of the one against the field
    hs: float
    # Potentials against one opponent with the field array, after the next card and at the river.
    # On a turn both are the same, on a river all are 0.
    ppot1: float
    npot1: float
    ppot2: float
    npot2: float
    ehs: float  # of ``hs`` and the potentials at the river
    # Against one opponent with the field array: exact with a single range, and equal to ``ehs``
    equity: float


def field(ranges: Sequence[Weights], dead: Iterable[int]) -> Weights:
    """The field array: one opponent in place of several, the mean of their normalised weights.

    It is ``(1326,)``, and adds up to 1. Dead cards are those that nobody can hold: the hero's, and
    the board. Raises CardError for a card that is not 0..51 or is there twice; RangeError if there
    is no range, or a range is not 1,326 weights from 0 to 1 or has no live hole.
    """
    cards = list(dead)
    live = ~dead_holes(cards)
    if not ranges:
        raise RangeError("there is no range; give one for each opponent")
    checked = [
        live_weights(weights, cards, f"range {number}")
        for number, weights in enumerate(ranges, start=1)
    ]
    held = np.stack(checked) * live
    mean: Weights = (held / held.sum(axis=1, keepdims=True)).mean(axis=0)
    return mean


def several_opponents(
    hole: int,
    board: U8,
    ranges: Sequence[Weights],
    *,
    use_field: bool = False,
    order: BoardOrder = HIGH,
) -> SeveralStrength:
    """One hole against several opponents, an approximation except for one: 1 ms on a flop.

    ``hole``: the hero's, 0..1325. ``board``: (3,), (4,) or (5,) uint8. ``ranges``: sequence of
    (1326,) float64, one for each opponent. ``use_field``: take a power of the hand strength against
    the field array, instead of the product of those against each range. Raises CardError or
    RangeError.
    """
    mean = field(ranges, [*seen_cards(board, hole, order), *order.dead])
    held = [as_range(weights) for weights in ranges]
    alike = all(np.array_equal(weights, held[0]) for weights in held)
    against = against_each(hole, board, order)
    # Normalising costs the last digit, so it is left out if nothing depends on it.
    average = weighted(against, held[0] if alike else mean)
    if use_field or alike:
        hs = float(hand_strength(average.now, len(ranges)))
    else:
        hs = prod(float(hand_strength(weighted(against, weights).now)) for weights in held)
    ppot2, npot2 = positive_potential(average.river), negative_potential(average.river)
    return SeveralStrength(
        against_field=average,
        hs=hs,
        ppot1=float(positive_potential(average.next_card)),
        npot1=float(negative_potential(average.next_card)),
        ppot2=float(ppot2),
        npot2=float(npot2),
        ehs=float(effective_hand_strength(hs, ppot2, npot2)),
        equity=float(equity(average.river)),
    )
