"""Opponents with a range: each of their holes counts as much as its weight.

A range is ``(1326,)`` ``float64`` by ``hole_id``, 0 to 1 (see ``ranges``). One opponent is exact:
what comes of a pair of holes is an integer, and only the last step is to weigh and add. Several
opponents are an approximation, and say so.

Definitions: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HOLES, hole_cards
from pokerlake.engine.cards.text import CardError, check_cards, format_hand
from pokerlake.engine.hands.rank_graph import merged_graph
from pokerlake.engine.hands.rank_index import flush_of_set
from pokerlake.engine.ranges.notation import dead_holes, require_weights
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import Ranking, hole_places
from pokerlake.engine.threads import over_tasks

from .ratios import (
    effective_hand_strength,
    equity,
    hand_strength,
    negative_potential,
    positive_potential,
)

BOARD_CARDS = (3, 4, 5)
LEAST_WEIGHT = 0.01
_SHARE = 64  # heroes

Weights = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class AgainstEach:
    """One hole against each other one that is live: integers, whatever the opponent's range.

    Attributes
    ----------
    hole : (m,) uint16
        The opponent's, ascending: 1,081 on a flop, 1,035 on a turn, 990 on a river.
    class_id : (m,) uint16
        His class now.
    now : (m,) int8
        What the hero is now: 0 ahead, 1 tied, 2 behind.
    next_card : (m, 3) int64
        Next cards (45 on a flop, 44 on a turn) after which the hero is ahead, tied, behind. On a
        river what he is now, as one.
    river : (m, 3) int64
        The same for run-outs to the river: 990, 44, 1.
    """

    hole: npt.NDArray[np.uint16]
    class_id: npt.NDArray[np.uint16]
    now: npt.NDArray[np.int8]
    next_card: Counts
    river: Counts


@dataclass(frozen=True)
class Strength:
    """One hole against a range: the weights of the opponents by what the hero is.

    Attributes
    ----------
    now : (3,) float64
        Ahead, tied, behind.
    next_card : (3, 3) float64
        ``[now, then]``: weights times next cards.
    river : (3, 3) float64
        The same for run-outs. On a turn that is ``next_card``, on a river both are ``now``.
    """

    now: Weights
    next_card: Weights
    river: Weights


@dataclass(frozen=True)
class BoardStrengths:
    """Every live hole of a board against one range.

    Attributes
    ----------
    hole : (m,) uint16
        The hero's, ascending: 1,176 on a flop, 1,128 on a turn, 1,081 on a river.
    now : (m, 3) float64
    next_card, river : (m, 3, 3) float64
        As in :class:`Strength`. All are 0 for a hole that shares a card with the whole range.
    """

    hole: npt.NDArray[np.uint16]
    now: Weights
    next_card: Weights
    river: Weights


@dataclass(frozen=True)
class SeveralStrength:
    """One hole against several ranges: an approximation.

    No opponent blocks cards of another, and potentials are those against one.

    Attributes
    ----------
    against_field : Strength
        Against one opponent who has the field array, or the range that all have.
    hs : float
        The product of the hand strengths against each, or the power of that against the field.
    ppot1, npot1, ppot2, npot2 : float
        Potentials against one opponent who has the field array, after the next card and at the
        river. On a turn that is the same, on a river all are 0.
    ehs : float
        Of ``hs`` and the potentials at the river.
    equity : float
        Against one opponent who has the field array: with one range that is exact, and ``ehs``.
    """

    against_field: Strength
    hs: float
    ppot1: float
    npot1: float
    ppot2: float
    npot2: float
    ehs: float
    equity: float


def against_each(hole: int, board: Cards) -> AgainstEach:
    """One hole against each other one, now and over all run-outs: 1 ms on a flop.

    Parameters
    ----------
    hole : int
        The hero's, 0..1325.
    board : (3,), (4,) or (5,) uint8

    Raises
    ------
    CardError
        If these are no cards that can be dealt.
    """
    from .weighted_kernels import compare_rows

    seen = seen_cards(board, hole)
    others = np.flatnonzero(~dead_holes(seen))
    holes = hole_cards()[[hole, *others]]

    def outcomes(more: int) -> Counts:
        rows = _class_rows(_later_boards(board, seen, more), holes)
        counts = np.empty((len(others), 3), np.int64)
        compare_rows(rows[0], rows[1:], run_outs_of_two(len(board), more), counts)
        return counts

    classes = _class_rows(_later_boards(board, seen, 0), holes)[:, 0]
    now = np.sign(np.subtract(classes[0], classes[1:], dtype=np.int32)) + 1  # lower is better
    next_card = outcomes(min(1, 5 - len(board)))
    return AgainstEach(
        hole=others.astype(np.uint16),
        class_id=classes[1:],
        now=now.astype(np.int8),
        next_card=next_card,
        river=outcomes(2) if len(board) == 3 else next_card,
    )


def strength_against(hole: int, board: Cards, range_weights: Weights) -> Strength:
    """One hole against an opponent with a range. With all weights 1 the sums are exact counts.

    Parameters
    ----------
    hole : int
        The hero's, 0..1325.
    board : (3,), (4,) or (5,) uint8
    range_weights : (1326,) float64

    Raises
    ------
    CardError
        If hole and board are no cards that can be dealt.
    RangeError
        If these are not 1,326 weights from 0 to 1, or no hole of the range is live.
    """
    weights = _live_range(range_weights, seen_cards(board, hole))
    return weighted(against_each(hole, board), weights)


def weighted(against: AgainstEach, range_weights: Weights) -> Strength:
    """What :func:`against_each` found, weighed: the same hole against one range after another.

    Parameters
    ----------
    against : AgainstEach
    range_weights : (1326,) float64
        They are not checked, and need not be normalised.
    """
    weights = range_weights[against.hole]

    def by_now(counts: Counts) -> Weights:
        # One after the other, as in board_strengths: the same sums to the last digit.
        columns = [np.bincount(against.now, weights * then, 3) for then in counts.T]
        return np.column_stack(columns)

    return Strength(
        now=np.bincount(against.now, weights, 3).astype(np.float64),
        next_card=by_now(against.next_card),
        river=by_now(against.river),
    )


def board_strengths(board: Cards, range_weights: Weights, *, threads: int = 0) -> BoardStrengths:
    """Every live hole of a board against a range: 60 ms a flop on one thread, less if it is small.

    Parameters
    ----------
    board : (3,), (4,) or (5,) uint8
    range_weights : (1326,) float64
        The opponent's.
    threads : int
        0 for all cores. The result is always the same.

    Raises
    ------
    CardError
        If the board is none.
    RangeError
        If these are not 1,326 weights from 0 to 1, or no hole of the range is live.
    """
    from .weighted_kernels import weigh_rows

    seen = seen_cards(board)
    live = np.flatnonzero(~dead_holes(seen))
    weights = _live_range(range_weights, seen)[live]
    holes = hole_cards()[live]
    classes = _class_rows(_later_boards(board, seen, 0), holes).reshape(-1)
    m = len(live)

    def weighed(more: int) -> tuple[Weights, Weights]:
        rows = _class_rows(_later_boards(board, seen, more), holes)
        now, transitions = np.zeros((m, 3)), np.zeros((m, 3, 3))
        rest = holes, weights, classes, rows, run_outs_of_two(len(board), more)
        over_tasks(
            lambda start: weigh_rows(*rest, start, min(start + _SHARE, m), now, transitions),
            range(0, m, _SHARE),
            threads,
        )
        return now, transitions

    now, next_card = weighed(min(1, 5 - len(board)))
    river = weighed(2)[1] if len(board) == 3 else next_card
    return BoardStrengths(live.astype(np.uint16), now, next_card, river)


def field(ranges: Sequence[Weights], dead: Iterable[int]) -> Weights:
    """The field array: one opponent in place of several, the mean of their normalised weights.

    Parameters
    ----------
    ranges : sequence of (1326,) float64
    dead : iterable of int
        Cards 0..51 that nobody can hold: the hero's, and the board.

    Returns
    -------
    (1326,) float64
        Adds up to 1.

    Raises
    ------
    CardError
        If a dead card is not 0..51, or there twice.
    RangeError
        If there is no range, one is not 1,326 weights from 0 to 1, or has no live hole.
    """
    cards = list(dead)
    live = ~dead_holes(cards)
    if not ranges:
        raise RangeError("there is no range; give one for each opponent")
    given = [
        _live_range(weights, cards, f"range {number}")
        for number, weights in enumerate(ranges, start=1)
    ]
    held = np.stack(given) * live
    mean: Weights = (held / held.sum(axis=1, keepdims=True)).mean(axis=0)
    return mean


def several_opponents(
    hole: int, board: Cards, ranges: Sequence[Weights], *, use_field: bool = False
) -> SeveralStrength:
    """One hole against several opponents: an approximation, save against one; 1 ms on a flop.

    Parameters
    ----------
    hole : int
        The hero's, 0..1325.
    board : (3,), (4,) or (5,) uint8
    ranges : sequence of (1326,) float64
        One for each opponent.
    use_field : bool
        Take a power of the hand strength against the field array, and not the product of those
        against each range.

    Raises
    ------
    CardError
        If hole and board are no cards that can be dealt.
    RangeError
        If there is no range, one is not 1,326 weights from 0 to 1, or has no live hole.
    """
    mean = field(ranges, seen_cards(board, hole))
    held = [as_range(weights) for weights in ranges]
    alike = all(np.array_equal(weights, held[0]) for weights in held)
    against = against_each(hole, board)
    # To normalise costs the last digit, so that it is left out where nothing depends on it.
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


def income_weights(rates: Ranking, mean: float, deviation: float) -> Weights:
    """Papp's weights: what an opponent holds who plays the better hands, by their income rates.

    The 1,326 holes are ranked. A hole's weight rises with its place in the ranking, in a straight
    line from 0.01 at ``mean - deviation`` to 1 at ``mean + deviation``; below it is 0.01, above 1.
    At the mean itself it is 0.505, also where the deviation is 0 and the line a step.

    Parameters
    ----------
    rates : (169,) float64
        The income rate of each hand in the order of ``HANDS``.
    mean : float
        A share of the ranking, 0 (the worst hole) to 1 (the best). An opponent who plays the best
        30 % has 0.7.
    deviation : float
        A share of the ranking, 0 or more.

    Returns
    -------
    (1326,) float64

    Raises
    ------
    RangeError
        If the rates are not 169 numbers, or mean or deviation out of range.
    """
    if not 0 <= mean <= 1:
        raise RangeError(f"mean {mean} is not in 0..1: a share of the ranking, 1 for the best hole")
    if not 0 <= deviation < np.inf:
        raise RangeError(f"deviation {deviation} is not a share of the ranking, 0 or more")
    above = hole_places(rates) - mean
    if deviation > 0:
        risen = np.clip((above / deviation + 1) / 2, 0, 1)
    else:
        risen = (np.sign(above) + 1) / 2
    weights: Weights = LEAST_WEIGHT + (1 - LEAST_WEIGHT) * risen
    return weights


@functools.cache
def _tables() -> tuple[Any, Any, Any]:
    graph = merged_graph()
    return graph.next, graph.rank_class, flush_of_set()


def as_range(weights: npt.ArrayLike) -> Weights:
    """The weights of a range as kernels take them: contiguous ``float64``.

    Raises
    ------
    RangeError
        If these are not 1,326 weights from 0 to 1.
    """
    given = np.ascontiguousarray(weights, np.float64)
    require_weights(given)
    return given


def _live_range(weights: npt.ArrayLike, dead: Sequence[int], name: str = "the range") -> Weights:
    given = as_range(weights)
    if not given[~dead_holes(dead)].any():
        raise RangeError(f"{name} has no hole without a card of {format_hand(dead)}")
    return given


def seen_cards(board: Cards, hole: int | None = None) -> list[int]:
    """The cards of the board, and of the hero's hole.

    Raises
    ------
    CardError
        If these are no cards that can be dealt, or the board has not 3, 4 or 5.
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
    return [int(card) for card in cards]


def run_outs_of_two(board_cards: int, more: int) -> int:
    """How many times so many more cards can be dealt where two holes and a board are known."""
    return comb(48 - board_cards, more)


def deals_of(more: int) -> Cards:
    """All sets of so many cards, 0 to 2, of a whole deck: ``(C(52, more), more)``."""
    if more == 2:
        return hole_cards()
    return np.arange(52**more, dtype=np.uint8)[:, None][:, :more].copy()


def _later_boards(board: Cards, seen: Sequence[int], more: int) -> Cards:
    """The board with each so many of the cards that have not been seen."""
    deals = deals_of(more)
    deals = deals[~np.isin(deals, seen).any(axis=1)]
    return np.hstack([np.tile(board, (len(deals), 1)), deals])


def _class_rows(boards: Cards, holes: Cards) -> npt.NDArray[np.uint16]:
    """The class of each hole on each board, ``(holes, boards)``; 0 where it is dead."""
    from .weighted_kernels import class_rows

    rows = np.empty((len(holes), len(boards)), np.uint16)
    class_rows(boards, *_tables(), holes, rows)
    return rows
