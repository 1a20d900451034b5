"""Both players at a decision, who acts and who waits: their hands, equity and EV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, HOLES, hand_of_hole
from pokerlake.engine.solving.sizes import PLAYERS, STREETS
from pokerlake.engine.strength.ratios import equity
from pokerlake.engine.strength.weighted import board_strengths

if TYPE_CHECKING:
    from pokerlake.engine.solving import Decision, Spot

    from .lines import Way

Weights = npt.NDArray[np.float64]


def waiting_range(
    spot: Spot,
    way: Way,
    dealt: tuple[int, ...],
    at: Callable[[str, tuple[int, ...]], Decision],
) -> Weights:
    """The range of the player who waits while the other decides, ``(1326,)``.

    ``way`` ends at the decision; ``at`` returns the decision after a line and dealt cards.
    """
    waits = 1 - PLAYERS.index(way.steps[-1].player)
    his_steps = [step for step in way.steps if step.player == PLAYERS[waits]]
    if not his_steps:
        return np.array(spot.ranges[waits])
    last = his_steps[-1]
    decision = at(last.line, dealt[: STREETS.index(last.street) - spot.street])
    weights = np.zeros(HOLES)
    weights[decision.holes] = (
        decision.reach * decision.shares[:, decision.actions.index(last.taken)]
    )
    return weights


def waiting_hands(decision: Decision, weights: Weights, board: Sequence[int]) -> pa.Table:
    """A row for each of the 169 hands of the waiting player: ``combos``, and ``equity``.

    ``weights``, ``(1326,)``, is his range, and ``decision`` that of the other on this board. The
    equity is null for a hand that blocks all of the other's range.
    """
    acting = np.zeros(HOLES)
    acting[decision.holes] = decision.reach
    hands = hand_of_hole()
    live = np.zeros(HOLES, bool)
    shares, met = np.zeros(HOLES), np.zeros(HOLES)
    if acting.any():
        strengths = board_strengths(np.array(board, np.uint8), acting)
        live[strengths.hole] = True
        shares[strengths.hole] = equity(strengths.river)
        met[strengths.hole] = strengths.now.sum(axis=1)
    combos = np.bincount(hands, weights * live, len(HANDS))
    often = weights * met
    sums, parts = (np.bincount(hands, each, len(HANDS)) for each in (often * shares, often))
    there = np.flatnonzero(combos)
    means = np.divide(sums, parts, out=np.full(len(HANDS), np.nan), where=parts > 0)[there]
    return pa.table(
        {
            "hand": pa.array([HANDS[hand] for hand in there], pa.string()),
            "combos": combos[there],
            "equity": pa.array(means, mask=np.isnan(means)),
        }
    )


def both_players(spot: Spot, decision: Decision, waiting: pa.Table) -> list[dict[str, Any]]:
    """A row for each player, the acting one first: ``combos``, ``equity`` and ``value``.

    The EV of the waiting player is the rest of the pot; null with rake or prizes.
    """
    weight = decision.reach * decision.met
    known = ~np.isnan(decision.equities) & (weight > 0)
    total = float(weight[known].sum())
    won = np.nansum(decision.shares * decision.values, axis=1)
    share = float(weight[known] @ decision.equities[known]) / total if total else None
    value = float(weight[known] @ won[known]) / total if total else None
    plain = value is not None and not spot.rake and not spot.prizes
    combos = float(np.sum(waiting["combos"].to_numpy()))
    return [
        {
            "player": PLAYERS[decision.player], "combos": float(decision.reach.sum()),
            "equity": share, "value": value,
        },
        {
            "player": PLAYERS[1 - decision.player], "combos": combos,
            "equity": None if share is None else 1 - share,
            "value": decision.pot - value if plain and value is not None else None,
        },
    ]  # fmt: skip
