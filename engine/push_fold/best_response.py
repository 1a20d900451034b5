"""What each player gains by his best response to the others: the measure of a solution.

Nothing here is the solver's: it knows neither the solver's kernels nor how the shares were found.
Each player acts once, so what he does after one history changes nothing that he can win after
another: his best response is the better choice of each decision and hand.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..starting_hands.triples import hand_triples
from .payoffs import payoffs, weak_orders
from .spots import Floats, Spot

if TYPE_CHECKING:
    from .counts import Counts

_HANDS = len(HANDS)

# Who is first, in the middle and last in each weak order of three: four tensors hold all of them.
_STRICT, _ONE_ABOVE, _TWO_ABOVE, _ALL_TIE = range(4)
_ORDERS = (
    *((_STRICT, way) for way in permutations(range(3))),
    *((_ONE_ABOVE, way) for way in ((0, 1, 2), (1, 0, 2), (2, 0, 1))),
    *((_TWO_ABOVE, way) for way in ((0, 1, 2), (0, 2, 1), (1, 2, 0))),
    (_ALL_TIE, (0, 1, 2)),
)

# The axes of a tensor that hands which tie may change.
_SAME = (
    ((0, 1, 2),),
    ((0, 1, 2), (0, 2, 1)),
    ((0, 1, 2), (1, 0, 2)),
    tuple(permutations(range(3))),
)

Set = tuple[int, str]  # a player, and what those before him did
Tensors = tuple[Floats, Floats, Floats, Floats]


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
        Two or three players.
    shares : mapping of (int, str) to (169,) float64
        For each of ``spot.information_sets()``: how often each hand goes in, 0 .. 1.
    counts : Counts
        Of two hands, and of three where there are three players.

    Returns
    -------
    Response
        Exact but for rounding.

    Raises
    ------
    ValueError
        If the counts of three hands are needed and are not there.
    """
    ends = payoffs(spot)
    vectors = [_vectors(spot, shares, inside) for inside in ends]
    sums = _of_two if spot.players == 2 else _of_three
    mass, worth = sums(list(ends.items()), vectors, counts)
    return _assemble(spot, shares, list(ends), mass, worth)


def _history(inside: tuple[int, ...], player: int) -> str:
    """What the players before this one did where these go in."""
    return "".join("i" if before in inside else "f" for before in range(player))


def _vectors(spot: Spot, shares: Mapping[Set, Floats], inside: tuple[int, ...]) -> Floats:
    """How often each player does, with each hand, what leads to these being in: ``(n, 169)``."""
    vectors = np.ones((spot.players, _HANDS))
    for player in range(spot.players):
        share = shares.get((player, _history(inside, player)))
        if share is not None:  # the big blind has none where all before him folded
            vectors[player] = share if player in inside else 1.0 - share
    return vectors


Ends = list[tuple[tuple[int, ...], Floats]]


def _of_two(ends: Ends, vectors: list[Floats], counts: Counts) -> tuple[Floats, Floats]:
    """For each end, player and hand of his, ``(ends, n, 169)``: how often it is, and its worth.

    Summed over the hands of the others with their shares, but not multiplied by his own share.
    """
    weights = counts.two / counts.two.sum()
    pairs = weights.sum(axis=2)
    mass, worth = np.empty((2, len(ends), 2, _HANDS))
    for end, ((inside, paid), (first, second)) in enumerate(zip(ends, vectors, strict=True)):
        mass[end] = pairs @ second, first @ pairs
        if len(inside) < 2:
            worth[end] = mass[end] * paid[0][:, None]
        else:
            worth[end] = (weights @ paid[:, 0]) @ second, first @ (weights @ paid[:, 1])
    return mass, worth


@functools.lru_cache(maxsize=1)
def _tensors(counts: Counts) -> Tensors:
    """How often three hands come in each order, ``(169, 169, 169)``: first, in the middle, last.

    All strict orders are one tensor, whose axes are the best hand, the second and the third. In the
    others, hands that tie stand next to each other, in any order. As shares of all deals.
    """
    if counts.three is None:
        raise ValueError("three players or more need the counts of three hands; give them")
    rows = hand_triples().T.astype(np.intp)
    tensors: Tensors = tuple(np.zeros((_HANDS,) * 3) for _ in range(4))  # type: ignore[assignment]
    for column, (kind, way) in zip(counts.three.T, _ORDERS, strict=True):
        for same in _SAME[kind]:
            tensors[kind][tuple(rows[way[place]] for place in same)] = column
    total = sum(tensors[kind].sum() for kind, _ in _ORDERS)
    for tensor in tensors:
        tensor /= total
    return tensors


def _of_three(ends: Ends, vectors: list[Floats], counts: Counts) -> tuple[Floats, Floats]:
    """The same as :func:`_of_two`; also who of two wins depends on what the third has folded."""
    tensors = _tensors(counts)
    distinct, which = np.unique(np.concatenate(vectors), axis=0, return_inverse=True)
    firsts = [
        (distinct @ of.reshape(_HANDS, -1)).reshape(-1, _HANDS, _HANDS) for of in tensors
    ]  # summed over the first hand, with each vector
    lasts = [
        np.moveaxis((of.reshape(-1, _HANDS) @ distinct.T).reshape(_HANDS, _HANDS, -1), 2, 0)
        for of in tensors
    ]
    mass, worth = np.zeros((2, len(ends), 3, _HANDS))
    for end, (inside, paid) in enumerate(ends):
        by_order = paid[_orders_of(inside)]
        place_of = which.reshape(len(ends), 3)[end]
        for (kind, (first, middle, last)), pays in zip(_ORDERS, by_order, strict=True):
            without_last = lasts[kind][place_of[last]]
            without_first = firsts[kind][place_of[first]]
            among = {
                first: without_last @ vectors[end][middle],
                middle: vectors[end][first] @ without_last,
                last: vectors[end][middle] @ without_first,
            }
            for player, sums in among.items():
                mass[end, player] += sums
                worth[end, player] += pays[player] * sums
    return mass, worth


def _orders_of(inside: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """For each weak order of three hands, which one of the hands of those who are in it is."""
    three = weak_orders(3)[:, list(inside)]
    alike = np.sign(three[:, :, None].astype(int) - three[:, None, :])
    among = weak_orders(len(inside)).astype(int)
    found = np.sign(among[:, :, None] - among[:, None, :])
    rows: npt.NDArray[np.intp] = (alike[:, None] == found).all(axis=(2, 3)).argmax(axis=1)
    return rows


def _assemble(
    spot: Spot,
    shares: Mapping[Set, Floats],
    ends: list[tuple[int, ...]],
    mass: Floats,
    worth: Floats,
) -> Response:
    """Put the ends together by decision."""
    values, gains = np.zeros((2, spot.players))
    value_in: dict[Set, Floats] = {}
    value_fold: dict[Set, Floats] = {}
    reach: dict[Set, float] = {}
    for player in range(spot.players):
        total = 0.0
        for before in sorted({_history(inside, player) for inside in ends}):
            sides = [
                [
                    end
                    for end, inside in enumerate(ends)
                    if (player in inside) == goes_in and _history(inside, player) == before
                ]
                for goes_in in (True, False)
            ]
            masses, worths = (
                np.array([of[side, player].sum(axis=0) for side in sides]) for of in (mass, worth)
            )
            # The big blind has no choice, and the one side, where all before him folded.
            share = shares.get((player, before), np.ones(_HANDS))
            does = np.array([share, 1.0 - share])
            values[player] += (does * worths).sum()
            comes = (does * masses).sum(axis=0)
            total += comes.sum()
            if (player, before) in shares:
                with np.errstate(invalid="ignore"):
                    goes_in, folds = worths / masses
                value_in[player, before], value_fold[player, before] = goes_in, folds
                reach[player, before] = float(comes.sum())
                better = np.maximum(goes_in, folds) - share * goes_in - (1.0 - share) * folds
                gains[player] += (comes * better)[comes > 0].sum()
        values[player] /= total
        gains[player] /= total
        for at in reach:
            if at[0] == player:
                reach[at] /= total
    return Response(values, gains, value_in, value_fold, reach)
