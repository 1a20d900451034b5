"""Both players at a decision: who decides, and who waits; how many hands, what they win."""

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
    """The range of the player who waits where another decides, ``(1326,)``.

    ``way`` ends there; ``at`` takes a line and the cards dealt by then, and has the decision.
    """
    waits = 1 - PLAYERS.index(way.steps[-1].player)
    own = [step for step in way.steps if step.player == PLAYERS[waits]]
    if not own:
        return np.array(spot.ranges[waits])
    last = own[-1]
    one = at(last.line, dealt[: STREETS.index(last.street) - spot.street])
    weights = np.zeros(HOLES)
    weights[one.holes] = one.reach * one.shares[:, one.actions.index(last.taken)]
    return weights


def waiting_hands(one: Decision, weights: Weights, board: Sequence[int]) -> pa.Table:
    """A row for each of the 169 hands of the player who waits: ``combos``, and ``equity``.

    ``weights``, ``(1326,)``, are his range, and ``one`` what the other decides on this board. The
    equity is the share of the pot that a hand wins if nobody bets; null where it meets no hole.
    """
    acting = np.zeros(HOLES)
    acting[one.holes] = one.reach
    hands = hand_of_hole()
    live = np.zeros(HOLES, bool)
    shares, met = np.zeros(HOLES), np.zeros(HOLES)
    if acting.any():
        found = board_strengths(np.array(board, np.uint8), acting)
        live[found.hole] = True
        shares[found.hole] = equity(found.river)
        met[found.hole] = found.now.sum(axis=1)
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


def both_players(spot: Spot, one: Decision, waiting: pa.Table) -> list[dict[str, Any]]:
    """A row for each player, who decides in front: ``combos``, ``equity`` and ``value``.

    What the other wins is the rest of the pot; null where the house, or prizes, take part.
    """
    weight = one.reach * one.met
    known = ~np.isnan(one.equities) & (weight > 0)
    total = float(weight[known].sum())
    won = np.nansum(one.shares * one.values, axis=1)
    share = float(weight[known] @ one.equities[known]) / total if total else None
    value = float(weight[known] @ won[known]) / total if total else None
    plain = value is not None and not spot.rake and not spot.prizes
    combos = float(np.sum(waiting["combos"].to_numpy()))
    return [
        {
            "player": PLAYERS[one.player], "combos": float(one.reach.sum()), "equity": share,
            "value": value,
        },
        {
            "player": PLAYERS[1 - one.player], "combos": combos,
            "equity": None if share is None else 1 - share,
            "value": one.pot - value if plain and value is not None else None,
        },
    ]  # fmt: skip
