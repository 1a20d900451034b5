"""Two and three players: exact payoffs, and strategies that the kernel finds for them."""

from __future__ import annotations

import functools
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..starting_hands.triples import hand_triples
from .payoffs import weak_orders
from .polynomials import Term, advantage_terms
from .spots import Floats, Spot

if TYPE_CHECKING:
    from .solve import Counts

_HANDS = len(HANDS)
_WAYS = np.array(list(permutations(range(3))))  # which of three hands each player has


class _Terms(NamedTuple):
    """The terms of all decisions as the kernel takes them."""

    at: npt.NDArray[np.int64]
    constants: Floats
    matrices: Floats
    tensors: npt.NDArray[np.float32]


def solve_few_players(spot: Spot, counts: Counts, enough: float, most: int) -> tuple[Floats, int]:
    """Find the shares of all decisions, ``(decisions, 169)``, and count the iterations."""
    from .few_kernels import solve_few

    players = np.array([player for player, _ in spot.information_sets()])
    terms = advantage_terms(spot)
    put = _of_two if spot.players == 2 else _of_three
    shares = np.empty((len(players), _HANDS))
    iterations = solve_few(players, *put(spot, terms, counts), enough, most, shares)
    return shares, iterations


def _of_two(_: Spot, terms: list[Term], counts: Counts) -> _Terms:
    weights = counts.two / counts.two.sum()
    constants = np.zeros((2, _HANDS))
    matrices, at = [], []
    for term in terms:
        worth = weights @ term.payoffs
        # The last dimension is the hand of who decides: the pusher is the first player.
        by_hand = worth.T if term.decision == 0 else worth
        if term.shares:
            matrices.append(by_hand)
            at.append((-1, *term.shares, term.decision))
        else:
            constants[term.decision] += by_hand.sum(axis=0)
    none = np.empty((0, _HANDS, _HANDS, _HANDS), np.float32)
    return _Terms(np.array(at), constants, np.stack(matrices), none)


def _of_three(spot: Spot, terms: list[Term], counts: Counts) -> _Terms:
    from .few_kernels import spread_three

    players = [player for player, _ in spot.information_sets()]
    terms = sorted(terms, key=lambda term: len(term.shares))
    axes = np.full((len(terms), 3), -1)
    for term, row in zip(terms, axes, strict=True):
        row[2 - len(term.shares) :] = [players[of] for of in (*term.shares, term.decision)]
    several = [term for term in terms if term.shares]
    matrices = sum(len(term.shares) == 1 for term in terms)
    slots = [term.decision for term in terms if not term.shares]
    slots += [*range(matrices), *range(len(several) - matrices)]
    found = _Terms(
        np.array([[*(-1, *term.shares)[-2:], term.decision] for term in several]),
        np.zeros((len(players), _HANDS)),
        np.zeros((matrices, _HANDS, _HANDS)),
        np.zeros((len(several) - matrices, _HANDS, _HANDS, _HANDS), np.float32),
    )
    payoffs = np.array([term.payoffs[orders_by_way()] for term in terms])
    hands, weights = hand_triples(), counts.weights_of_three
    spread_three(hands, weights, payoffs, axes, np.array(slots), _WAYS, *found[1:])
    return found


@functools.cache
def orders_by_way() -> npt.NDArray[np.intp]:
    """For each way to give three hands to players, the order of players in each order of hands."""
    places = weak_orders(3)
    given = places[:, _WAYS].transpose(1, 0, 2)  # ways, orders, players
    same = (given[:, :, None, :] == places).all(axis=3)
    found: npt.NDArray[np.intp] = same.argmax(axis=2)
    return found
