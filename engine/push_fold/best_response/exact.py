"""Two and three players, exactly."""

from __future__ import annotations

import functools
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ...cards.holes import HANDS
from ...starting_hands.triples import hand_triples
from ..counts import Counts
from ..payoffs import weak_orders
from ..spots import Floats
from .sums import Ends, Sums

_HANDS = len(HANDS)

# Who is first, in the middle and last in each weak order of three: four tensors hold all of them.
_STRICT, _ONE_ABOVE, _TWO_ABOVE, _ALL_TIE = range(4)
ORDERS = (
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

Tensors = tuple[Floats, Floats, Floats, Floats]


def of_two(ends: Ends, actions: Floats, counts: Counts) -> Sums:
    """What the ends come to, with each player's actions on the way: ``(ends, 2, 169)``."""
    weights = counts.two / counts.two.sum()
    pairs = weights.sum(axis=2)
    mass, worth = np.empty((2, len(ends), 2, _HANDS))
    for end, ((inside, paid), (first, second)) in enumerate(zip(ends, actions, strict=True)):
        mass[end] = pairs @ second, first @ pairs
        if len(inside) < 2:
            worth[end] = mass[end] * paid[0][:, None]
        else:
            worth[end] = (weights @ paid[:, 0]) @ second, first @ (weights @ paid[:, 1])
    return Sums.of_hands(mass, worth, actions)


@functools.lru_cache(maxsize=1)
def tensors_of(counts: Counts) -> Tensors:
    """How often three hands come in each order, ``(169, 169, 169)``: first, in the middle, last.

    All strict orders are one tensor, whose axes are the best hand, the second and the third. In the
    others, hands that tie stand next to each other, in any order. As shares of all deals.
    """
    if counts.three is None:
        raise ValueError("three players or more need the counts of three hands; give them")
    rows = hand_triples().T.astype(np.intp)
    tensors: Tensors = tuple(np.zeros((_HANDS,) * 3) for _ in range(4))  # type: ignore[assignment]
    for column, (kind, way) in zip(counts.three.T, ORDERS, strict=True):
        for same in _SAME[kind]:
            tensors[kind][tuple(rows[way[place]] for place in same)] = column
    total = sum(tensors[kind].sum() for kind, _ in ORDERS)
    for tensor in tensors:
        tensor /= total
    return tensors


def of_three(ends: Ends, actions: Floats, counts: Counts) -> Sums:
    """The same for three players: who of two wins depends on what the third has folded, too."""
    tensors = tensors_of(counts)
    distinct, which = np.unique(np.concatenate(actions), axis=0, return_inverse=True)
    firsts = [
        (distinct @ of.reshape(_HANDS, -1)).reshape(-1, _HANDS, _HANDS) for of in tensors
    ]  # summed over the first hand, with each vector
    lasts = [
        np.moveaxis((of.reshape(-1, _HANDS) @ distinct.T).reshape(_HANDS, _HANDS, -1), 2, 0)
        for of in tensors
    ]
    mass, worth = np.zeros((2, len(ends), 3, _HANDS))
    for end, (inside, paid) in enumerate(ends):
        by_order = paid[orders_of(inside)]
        place_of = which.reshape(len(ends), 3)[end]
        for (kind, (first, middle, last)), pays in zip(ORDERS, by_order, strict=True):
            without_last = lasts[kind][place_of[last]]
            without_first = firsts[kind][place_of[first]]
            among = {
                first: without_last @ actions[end][middle],
                middle: actions[end][first] @ without_last,
                last: actions[end][middle] @ without_first,
            }
            for player, sums in among.items():
                mass[end, player] += sums
                worth[end, player] += pays[player] * sums
    return Sums.of_hands(mass, worth, actions)


def orders_of(inside: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """For each weak order of three hands, which one of the hands of those who are in it is."""
    three = weak_orders(3)[:, list(inside)]
    alike = np.sign(three[:, :, None].astype(int) - three[:, None, :])
    among = weak_orders(len(inside)).astype(int)
    found = np.sign(among[:, :, None] - among[:, None, :])
    rows: npt.NDArray[np.intp] = (alike[:, None] == found).all(axis=(2, 3)).argmax(axis=1)
    return rows
