"""The kernels for pots of three, and of more on sampled deals, where four to six can be in."""
# mypy: ignore-errors

from __future__ import annotations

from ..accelerate import kernel
from ..signatures import F32, F64, I32, U8, U16, Array, Input

HANDS = 169
ORDERS = 13


@kernel
def add_pot_of_three(
    weights: Input[F32, "818805, 13"],  # of three ascending hands, by order
    starts: Input[I32, "169, 169"],  # the row of two hands and the lowest third, less that hand
    shares: Input[F64, "3, 169"],  # how often each of those in goes in
    folded: Input[F64, "169, 169"],  # chance that all others fold, by two hands of those in
    by_one: Input[F64, "169"],  # 1 over the same chance, by one hand; or 0
    payoffs: Input[F64, "p, 6, 13"],  # of those in, then of others: by who has which hand, by order
    chances: Array[F64, "3, 169"],  # added to: the chance of the pot but for his own share
    sums: Array[F64, "3, 169"],  # added to: the same times what he gets
    of_others: Array[F64, "p"],  # added to: the chance of the pot, and what others get in it
) -> None:
    """Add what a pot of three players comes to, by the hand of each of them."""
    for target in range(3):
        one = 1 if target == 0 else 0
        two = 1 if target == 2 else 2
        for x in range(HANDS):
            if shares[one, x] == 0.0:
                continue
            for y in range(HANDS):
                times = shares[one, x] * shares[two, y] * folded[x, y] * by_one[x] * by_one[y]
                if times == 0.0:
                    continue
                low = min(x, y)
                high = max(x, y)
                for hand in range(HANDS):
                    # Which of the three ascending hands each player has.
                    if hand <= low:
                        row = starts[hand, low] + high
                        own = 0
                    elif hand <= high:
                        row = starts[low, hand] + high
                        own = 1
                    else:
                        row = starts[low, high] + hand
                        own = 2
                    lower = 1 if own == 0 else 0
                    upper = 1 if own == 2 else 2
                    first = lower if x <= y else upper
                    second = upper if x <= y else lower
                    held = (own, first, second)
                    if target == 1:
                        held = (first, own, second)
                    elif target == 2:
                        held = (first, second, own)
                    way = 2 * held[0] + (1 if held[1] > held[2] else 0)
                    weight = times * folded[x, hand] * folded[y, hand] * by_one[hand]
                    if weight == 0.0:
                        continue
                    chance = gets = 0.0
                    for order in range(ORDERS):
                        chance += weights[row, order]
                        gets += weights[row, order] * payoffs[target, way, order]
                    chances[target, hand] += weight * chance
                    sums[target, hand] += weight * gets
                    if target == 0 and len(of_others) > 3 and shares[0, hand] != 0.0:
                        of_others[0] += shares[0, hand] * weight * chance
                        for player in range(3, len(of_others)):
                            gets = 0.0
                            for order in range(ORDERS):
                                gets += weights[row, order] * payoffs[player, way, order]
                            of_others[player] += shares[0, hand] * weight * gets


@kernel
def add_sampled_pot(
    hands: Input[U8, "n, 6"],  # of each deal
    orders: Input[U16, "n"],  # in which the first k hands of it come
    shares: Input[F64, "k, 169"],  # how often each of those in goes in
    folded: Input[F64, "169"],  # factors of the chance that all others fold, by hand
    payoffs: Input[F64, "o, p"],  # of those in, then of others, by order
    chances: Array[F64, "k, 169"],  # added to, as for three
    sums: Array[F64, "k, 169"],
    of_others: Array[F64, "p"],
) -> None:
    """Add what a pot of four or more comes to on these deals, each of the same weight."""
    inside = len(shares)
    for deal in range(len(hands)):
        idle = 0  # players whose hand never goes in
        last = 0
        times = 1.0
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
