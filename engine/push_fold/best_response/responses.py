"""The best response of each player to the strategies of the others.

Each player acts once, so what he does after one history changes nothing that he can win after
another: his best response is the better choice of each decision and hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...cards.holes import HANDS
from ..counts import Counts
from ..payoffs import payoffs
from ..spots import Floats, Spot, history
from .exact import of_three, of_two
from .several import of_several
from .sums import Sums

_HANDS = len(HANDS)

Set = tuple[int, str]  # a player, and what those before him did


@dataclass(frozen=True)
class Response:
    """Values of strategies, and what each player's best response to them gains him.

    ``value_in``, ``value_fold`` and ``reach`` have a player and what those before him did as key,
    see ``Spot.information_sets``. With prizes, values are prizes; else big blinds won.
    """

    values: Floats  # (n,): of the strategies
    gains: Floats  # (n,): of the best response, which is never worse
    value_in: dict[Set, Floats]  # (169,): given the hand and what came before; NaN: it never does
    value_fold: dict[Set, Floats]
    reach: dict[Set, float]  # how often it comes to the decision


def respond(spot: Spot, shares: Mapping[Set, Floats], counts: Counts) -> Response:
    """Compute the values of strategies, and what each player gains by his best response.

    Parameters
    ----------
    spot : Spot
    shares : mapping of (int, str) to (169,) float64
        For each of ``spot.information_sets()``: how often each hand goes in, 0 .. 1.
    counts : Counts
        Of two hands, and of three where there are three players or more.

    Returns
    -------
    Response
        Of two and three players exact but for rounding; of more approximate, see ``several``.

    Raises
    ------
    ValueError
        If the counts of three hands are needed and are not there.
    """
    ends = payoffs(spot)
    actions = np.stack([actions_of(spot, shares, inside) for inside in ends])
    sums_of = {2: of_two, 3: of_three}.get(spot.players, of_several)
    return _assemble(spot, shares, list(ends), sums_of(list(ends.items()), actions, counts))


def actions_of(spot: Spot, shares: Mapping[Set, Floats], inside: tuple[int, ...]) -> Floats:
    """How often each player does, with each hand, what leads to these being in: ``(n, 169)``."""
    actions = np.ones((spot.players, _HANDS))
    for player in range(spot.players):
        share = shares.get((player, history(inside, player)))
        if share is not None:  # the big blind has none where all before him folded
            actions[player] = share if player in inside else 1.0 - share
    return actions


def _assemble(
    spot: Spot, shares: Mapping[Set, Floats], ends: list[tuple[int, ...]], sums: Sums
) -> Response:
    """Put the ends together by decision."""
    total = sums.total.sum()
    gains = np.zeros(spot.players)
    value_in: dict[Set, Floats] = {}
    value_fold: dict[Set, Floats] = {}
    reach: dict[Set, float] = {}
    for player, before in spot.information_sets():
        here = [history(inside, player) == before for inside in ends]
        goes_in = np.array([player in inside for inside in ends])
        mass, worth = (
            np.stack([of[here & side, player].sum(axis=0) for side in (goes_in, ~goes_in)])
            for of in (sums.mass, sums.worth)
        )
        with np.errstate(invalid="ignore"):
            of_in, of_folding = worth / mass
        at, share = (player, before), shares[player, before]
        value_in[at], value_fold[at] = of_in, of_folding
        # Whether he then goes in or folds does not change how often it comes to the decision.
        reach[at] = float(mass[0].sum() / total)
        better = np.maximum(of_in, of_folding) - share * of_in - (1.0 - share) * of_folding
        # Of a hand of which only one choice was sampled, nothing is known.
        gains[player] += (mass[0] * better)[np.isfinite(better)].sum() / total
    return Response(sums.paid.sum(axis=0) / total, gains, value_in, value_fold, reach)
