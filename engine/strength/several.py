"""Several opponents with ranges: an approximation, which says so.

Definitions: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ..cards.holes import dead_holes
from ..hands.board_tables import HIGH, BoardOrder
from ..ranges.scanner import RangeError
from ..ranges.weights import Weights, as_range, live_weights
from .ratios import (
    effective_hand_strength,
    equity,
    hand_strength,
    negative_potential,
    positive_potential,
)
from .weighted import Cards, Strength, against_each, seen_cards, weighted


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


def field(ranges: Sequence[Weights], dead: Iterable[int]) -> Weights:
    """The field array: one opponent in place of several, the mean of their normalised weights.

    It is ``(1326,)``, and adds up to 1. Dead cards are those that nobody can hold: the hero's, and
    the board. One that is not 0..51, or is there twice, raises CardError. RangeError is raised if
    there is no range, one is not 1,326 weights from 0 to 1, or has no live hole.
    """
    cards = list(dead)
    live = ~dead_holes(cards)
    if not ranges:
        raise RangeError("there is no range; give one for each opponent")
    given = [
        live_weights(weights, cards, f"range {number}")
        for number, weights in enumerate(ranges, start=1)
    ]
    held = np.stack(given) * live
    mean: Weights = (held / held.sum(axis=1, keepdims=True)).mean(axis=0)
    return mean


def several_opponents(
    hole: int,
    board: Cards,
    ranges: Sequence[Weights],
    *,
    use_field: bool = False,
    order: BoardOrder = HIGH,
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
    order : BoardOrder
        What beats what, and the deck.

    Raises
    ------
    CardError
        If hole and board are no cards that can be dealt.
    RangeError
        If there is no range, one is not 1,326 weights from 0 to 1, or has no live hole.
    """
    mean = field(ranges, [*seen_cards(board, hole, order), *order.dead])
    held = [as_range(weights) for weights in ranges]
    alike = all(np.array_equal(weights, held[0]) for weights in held)
    against = against_each(hole, board, order)
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
