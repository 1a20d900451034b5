"""The kernels for pots of three, and of more on sampled deals, where four to six can be in."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty
from ..signatures import F32, F64, U8, U16, Array, Input

HANDS = 169
PARTS = 8


@kernel
def add_pot_of_three(
    parts: Input[F32, "8, 169, 169, 169"],  # of payoffs of x, y and t; see part_values
    shares: Input[F64, "3, 169"],  # how often each of those in goes in
    folded: Input[F64, "169, 169"],  # chance that all others fold, by two hands of those in
    by_one: Input[F64, "169"],  # 1 over the same chance, by one hand; or 0
    # How payoffs are made of parts, by whose hand is t: of parts with x and y, and with both
    # changed. Those of players who are in come first, then those of others where t is the first.
    factors: Input[F64, "p, 2, 8"],
    chances: Array[F64, "3, 169"],  # added to: the chance of the pot but for his own share
    sums: Array[F64, "3, 169"],  # added to: the same times what he gets
    of_others: Array[F64, "p"],  # added to: the chance of the pot, and what others get in it
) -> None:
    """Add what a pot of three players comes to, by the hand of each of them."""
    weights = empty(HANDS, np.float64)
    gets = empty(HANDS, np.float64)
    for t in range(3):
        one = 1 if t == 0 else 0
        two = 1 if t == 2 else 2
        for x in range(HANDS):
            if shares[one, x] == 0.0:
                continue
            for y in range(HANDS):
                times = shares[one, x] * shares[two, y] * folded[x, y] * by_one[x] * by_one[y]
                if times == 0.0:
                    continue
                for hand in range(HANDS):
                    weights[hand] = times * folded[x, hand] * folded[y, hand] * by_one[hand]
                    chances[t, hand] += weights[hand] * parts[0, x, y, hand]
                    gets[hand] = 0.0
                for part in range(PARTS):
                    factor = factors[t, 0, part]
                    if factor != 0.0:
                        for hand in range(HANDS):
                            gets[hand] += factor * parts[part, x, y, hand]
                    factor = factors[t, 1, part]
                    if factor != 0.0:
                        for hand in range(HANDS):
                            gets[hand] += factor * parts[part, y, x, hand]
                for hand in range(HANDS):
                    sums[t, hand] += weights[hand] * gets[hand]
                if t == 0 and len(of_others) > 3:
                    for part in range(PARTS):
                        so = changed = 0.0
                        for hand in range(HANDS):
                            weight = weights[hand] * shares[0, hand]
                            so += weight * parts[part, x, y, hand]
                            changed += weight * parts[part, y, x, hand]
                        if part == 0:
                            of_others[0] += so
                        for player in range(3, len(of_others)):
                            of_others[player] += so * factors[player, 0, part]
                            of_others[player] += changed * factors[player, 1, part]


@kernel
def add_sampled_pot(
    hands: Input[U8, "n, 6"],  # of each deal
    weights: Input[F64, "n"],
    orders: Input[U16, "n"],  # in which the first k hands of it come
    shares: Input[F64, "k, 169"],  # how often each of those in goes in
    folded: Input[F64, "169"],  # factors of the chance that all others fold, by hand
    payoffs: Input[F64, "o, p"],  # of those in, then of others, by order
    chances: Array[F64, "k, 169"],  # added to, as for three
    sums: Array[F64, "k, 169"],
    of_others: Array[F64, "p"],
) -> None:
    """Add what a pot of four or more comes to on these deals."""
    inside = len(shares)
    for deal in range(len(hands)):
        idle = 0  # players whose hand never goes in
        last = 0
        times = weights[deal]
        for player in range(inside):
            hand = hands[deal, player]
            times *= folded[hand]
            if shares[player, hand] == 0.0:
                idle += 1
                last = player
                if idle > 1:
                    break
            else:
                times *= shares[player, hand]
        if idle > 1 or times == 0.0:
            continue
        order = orders[deal]
        for player in range(inside):
            if idle == 1 and player != last:
                continue
            hand = hands[deal, player]
            weight = times if idle else times / shares[player, hand]
            chances[player, hand] += weight
            sums[player, hand] += weight * payoffs[order, player]
        if idle == 0:
            of_others[0] += times
            for player in range(inside, len(of_others)):
                of_others[player] += times * payoffs[order, player]
