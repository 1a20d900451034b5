"""The kernel that shares out pots."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty, zeros
from ..pot_shares import POT
from ..signatures import I64, U8, U16, Array, Input

# n = deals, s = seats, h = 169 starting hands


u8 = np.uint8
u16 = np.uint16


@kernel
def add_pot_shares(
    holes: Input[U8, "2 s, n"],  # the cards of each seat
    classes: Input[U16, "s, n"],  # the class of each seat's hand
    hand_of_hole: Input[U8, "1326"],
    # Added to. Columns 0 to 2: seats, their shares in units of 1/2520, the squares of these.
    # Columns 3 to 5 are over pairs of seats that hold the same hand in one deal, which are not
    # independent of each other: two for each pair, the shares of both, twice their product.
    sums: Array[I64, "h, 6"],
) -> None:
    """Share out the pots of all deals, and add up the shares by starting hand.

    A pass over all deals for each step and seat makes vectors of all but the last.
    """
    seats, n = classes.shape
    best = np.full(n, u16(65535))
    winners = zeros(n, np.uint8)
    hands = empty((seats, n), np.uint8)
    for seat in range(seats):
        mine = classes[seat]
        for i in range(n):
            best[i] = min(best[i], mine[i])
    for seat in range(seats):
        mine = classes[seat]
        for i in range(n):
            winners[i] += u8(mine[i] == best[i])
    for seat in range(seats):
        first = holes[2 * seat]
        second = holes[2 * seat + 1]
        hand = hands[seat]
        for i in range(n):
            a = u16(min(first[i], second[i]))
            b = u16(max(first[i], second[i]))
            hand[i] = hand_of_hole[u16(u16(u16(b * u16(b - u16(1))) >> u16(1)) + a)]
    holder = np.full(256, -1)  # the last seat that held each hand, and in which deal
    for i in range(n):
        share = POT // np.int64(winners[i])
        for seat in range(seats):
            hand = np.int64(hands[seat, i])
            won = share * (classes[seat, i] == best[i])
            sums[hand, 0] += 1
            sums[hand, 1] += won
            sums[hand, 2] += won * won
            if holder[hand] == i:
                for other in range(seat):
                    if hands[other, i] == hand:
                        theirs = share * (classes[other, i] == best[i])
                        sums[hand, 3] += 2
                        sums[hand, 4] += won + theirs
                        sums[hand, 5] += 2 * won * theirs
            holder[hand] = i
