"""In how many ways several opponents have holes of a list without a common card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..signatures import U8

MOST_STATES = 1 << 18  # of a table: a few seconds
_FIRST_PLACES = 1 << 10
_HEAVIEST = 1 << 26  # weight of a hole: times a number of cards, it fits in 32 bits
_WORD = 32


def disjoint_sets(holes: U8, weights: Sequence[Fraction], most: int) -> list[Fraction] | None:
    """The total weight of all sets of 0 to ``most`` holes without a common card, for each size.

    The weight of a set is the product of the weights of its holes. With weights of 1 the totals are
    numbers of sets.

    Card after card is given to nobody or, with another card, to an opponent. States that have used
    the same number of cards of each kind are merged. Cards are of the same kind if they have the
    same weights with every other card.

    ``holes``: ``(2, m)``, each once, two cards below 52. The sums are exact, in as many words as
    they need. None if there are more states than ``MOST_STATES``, or if weights have denominators
    of more than 26 bits.
    """
    from .disjoint_kernels import FREE, give_card

    if not holes.shape[1]:
        return [Fraction(1), *[Fraction(0)] * most]
    unit = math.lcm(*(weight.denominator for weight in weights))
    pair = np.zeros((52, 52), object)
    for (a, b), weight in zip(holes.T.tolist(), weights, strict=True):
        pair[a, b] = pair[b, a] = int(weight * unit)
    kinds = _kinds(pair)
    between = [[pair[a[0], b[-1]] for b in kinds] for a in kinds]
    order = _order(between)
    kinds = [kinds[at] for at in order]
    between = [[between[a][b] for b in order] for a in order]

    heaviest = max(map(max, between))
    if heaviest >= _HEAVIEST:
        return None
    most_sets = max(math.comb(52, 2 * k) * _pairings(k) * heaviest**k for k in range(most + 1))
    words = -(-most_sets.bit_length() // _WORD)
    times = np.array(between, np.uint64)
    size = np.array([len(kind) for kind in kinds], np.int64)
    bits = np.array([len(kind).bit_length() for kind in kinds])
    shift = np.concatenate([[0], np.cumsum(bits)[:-1]]).astype(np.int64)

    def table(places: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        sums = np.empty((places, most + 1, words), np.uint64)
        return np.full(places, FREE, np.uint64), sums

    now = table(_FIRST_PLACES)
    now[0][0] = 0
    now[1][0] = 0
    now[1][0, 0, 0] = 1
    for at in range(len(kinds)):
        later = np.array([b for b in range(at, len(kinds)) if between[at][b]], np.int64)
        for _ in range(len(kinds[at])):
            places, states = len(now[0]), -1
            while states < 0:
                following = table(places)
                states = give_card(at, shift, size, later, times[at], places // 2, *now, *following)
                places *= 2
                if states < 0 and places > 2 * MOST_STATES:
                    return None
            now = following
        taken = now[0] != FREE  # all cards of this kind are used, so their count is dropped
        now[0][taken] -= np.uint64(len(kinds[at]) << int(shift[at]))
    totals = now[1][np.flatnonzero(now[0] == 0)[0]]
    return [Fraction(_number(row.tolist()), unit**k) for k, row in enumerate(totals)]


def _kinds(pair: npt.NDArray[np.object_]) -> list[list[int]]:
    """The cards of the holes, grouped if they have the same weights with every other card."""
    kinds: list[list[int]] = []
    for card in np.flatnonzero(pair.any(axis=1)).tolist():
        for kind in kinds:
            others = np.ones(len(pair), bool)
            others[[card, kind[0]]] = False
            if (pair[card, others] == pair[kind[0], others]).all():
                kind.append(card)
                break
        else:
            kinds.append([card])
    return kinds


def _order(between: list[list[int]]) -> list[int]:
    """An order of the kinds that keeps few kinds open, which share a hole with earlier ones."""
    near = [{b for b, weight in enumerate(row) if weight} for row in between]
    left, waiting = set(range(len(between))), set[int]()
    order: list[int] = []
    while left:
        following = min(left, key=lambda at: (len((waiting | near[at]) & left - {at}), at))
        order.append(following)
        left.remove(following)
        waiting = (waiting | near[following]) & left
    return order


def _pairings(k: int) -> int:
    """In how many ways 2 k cards make k holes."""
    return math.prod(range(1, 2 * k, 2))


def _number(words: Sequence[int]) -> int:
    """The number of words of 32 bits, the low one first."""
    return sum(word << _WORD * at for at, word in enumerate(words))
