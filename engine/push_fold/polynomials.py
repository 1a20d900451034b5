"""What going in gains over folding, as polynomials of how often the others go in.

The chance of an end is a product: each other player goes in with his share there, or folds with the
rest. Multiplied out, the advantage of each hand at a decision is a sum of terms: a payoff times no
share, one, or two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .payoffs import payoffs, weak_orders
from .spots import Floats, Spot


class Term(NamedTuple):
    """A part of the advantage at one decision."""

    decision: int  # whose advantage it is part of; numbers of Spot.information_sets
    shares: tuple[int, ...]  # the decisions of others by whose shares it is multiplied
    payoffs: Floats  # (orders,), by the order of all players' hands


def advantage_terms(spot: Spot) -> list[Term]:
    """The terms of all decisions, for two or three players."""
    sets = spot.information_sets()
    ends = _payoffs_by_all_hands(spot)
    found: dict[tuple[int, tuple[int, ...]], Floats] = {}
    for decision, (player, before) in enumerate(sets):
        for inside, worth in ends.items():
            if "".join("i" if i in inside else "f" for i in range(player)) != before:
                continue
            sign = 1.0 if player in inside else -1.0
            for times, shares in _chance(sets, player, inside):
                at = decision, shares
                found[at] = found.get(at, 0.0) + sign * times * worth[:, player]
    return [Term(*at, sums) for at, sums in sorted(found.items()) if np.abs(sums).max() > 1e-12]


def _chance(
    sets: list[tuple[int, str]], player: int, inside: tuple[int, ...]
) -> list[tuple[float, tuple[int, ...]]]:
    """The chance that the others come to this end: products of shares, and what they count."""
    products: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    players = sets[-1][0] + 1
    for other in range(players):
        before = "".join("i" if i in inside else "f" for i in range(other))
        if other == player or (other, before) not in sets:
            continue
        share = sets.index((other, before))
        if other in inside:
            products = [(times, (*shares, share)) for times, shares in products]
        else:
            products += [(-times, (*shares, share)) for times, shares in products]
    return products


def _payoffs_by_all_hands(spot: Spot) -> dict[tuple[int, ...], Floats]:
    """As ``payoffs``, but by the order of all players' hands, also of those who folded."""
    of_all = weak_orders(spot.players).astype(np.intp)
    found = {}
    for inside, worth in payoffs(spot).items():
        places = of_all[:, list(inside)]
        # The places of a part of the hands, with no place left out.
        dense = (places[:, None, :] < places[:, :, None]).sum(axis=2)
        best = weak_orders(len(inside)).astype(np.intp)
        ranks = (best[:, None, :] < best[:, :, None]).sum(axis=2)
        same = (dense[:, None, :] == ranks[None, :, :]).all(axis=2)
        found[inside] = worth[same.argmax(axis=1)]
    return found
