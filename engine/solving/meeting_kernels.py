"""Kernels of what hands can meet: odds of players all in early, and hands that share no card."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..signatures import F64, I16, I32, I64, U8, U16, Array, Input


@kernel
def add_river(
    strength: Input[U16, "h"],
    start: Input[I64, "2"],  # of one river
    hands: Input[I64, "2"],
    up: Input[I32, "u"],
    up_start: Input[I64, "i, 2"],  # of its images
    first: Array[U16, "n"],  # room: by hand of the turn
    second: Array[U16, "m"],
    odds: Array[I16, "n, m"],  # added to: won less lost of the first player's hand
) -> None:
    """Count a river, and those that are the same."""
    for image in range(len(up_start)):
        for h in range(len(first)):
            first[h] = 0
        for h in range(len(second)):
            second[h] = 0
        for h in range(hands[0]):
            first[up[up_start[image, 0] + h]] = strength[start[0] + h]
        for h in range(hands[1]):
            second[up[up_start[image, 1] + h]] = strength[start[1] + h]
        for one in range(len(first)):
            own = first[one]
            if own == 0:
                continue
            row = odds[one]
            for two in range(len(second)):
                won = (own > second[two]) & (second[two] != 0)
                row[two] += won - (own < second[two])


@kernel
def add_turn(
    counted: Input[I16, "n, m"],
    up: Input[I32, "u"],
    up_start: Input[I64, "i, 2"],
    odds: Array[I16, "n, m"],  # added to
) -> None:
    """Add the counts of a turn, and of those that are the same, to those of its flop."""
    for image in range(len(up_start)):
        for one in range(len(counted)):
            row = odds[up[up_start[image, 0] + one]]
            for two in range(counted.shape[1]):
                row[up[up_start[image, 1] + two]] += counted[one, two]


@kernel
def drop_shared(
    first: Input[U8, "n, 2"],
    second: Input[U8, "m, 2"],
    odds: Array[I16, "n, m"],
) -> None:
    """Set the counts of two hands that share a card to zero."""
    for one in range(len(first)):
        for two in range(len(second)):
            shared = (
                (first[one, 0] == second[two, 0])
                | (first[one, 0] == second[two, 1])
                | (first[one, 1] == second[two, 0])
                | (first[one, 1] == second[two, 1])
            )
            if shared:
                odds[one, two] = 0


@kernel
def meet_rows(
    cards: Input[U8, "n, 2"],
    strength: Input[U16, "n"],  # ascending, on a river
    same: Input[I32, "n"],  # the place of the same hole among the other's, -1 for none
    others: Input[U8, "m, 2"],
    other_strength: Input[U16, "m"],
    reach: Array[F64, "d, m"],
    totals: Array[F64, "d"],  # of reach
    rounding: float,  # sums below that share of all are nothing
    is_river: bool,
    met: Array[F64, "d, n"],  # set, from zeros
    beaten: Array[F64, "d, n"],  # set on a river, from zeros
) -> None:
    """Set what hands meet, and what they beat with half of what they tie with, row by row."""
    by_card = np.zeros(256)
    for d in range(len(reach)):
        row = reach[d]
        for card in range(len(by_card)):
            by_card[card] = 0.0
        for h in range(len(row)):
            by_card[others[h, 0]] += row[h]
            by_card[others[h, 1]] += row[h]
        for h in range(len(cards)):
            found = totals[d] - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
            if same[h] >= 0:
                found += row[same[h]]
            met[d, h] = 0.0 if found < rounding * totals[d] else found
        if not is_river:
            continue
        for ties in range(2):  # what is weaker; then what is weaker or ties
            for card in range(len(by_card)):
                by_card[card] = 0.0
            below = 0.0
            upto = 0
            for h in range(len(cards)):
                while upto < len(row) and (
                    other_strength[upto] < strength[h]
                    or (ties == 1 and other_strength[upto] == strength[h])
                ):
                    below += row[upto]
                    by_card[others[upto, 0]] += row[upto]
                    by_card[others[upto, 1]] += row[upto]
                    upto += 1
                beaten[d, h] += below - (by_card[cards[h, 0]] + by_card[cards[h, 1]])
        for h in range(len(cards)):
            if same[h] >= 0:
                beaten[d, h] += row[same[h]]
            beaten[d, h] /= 2
