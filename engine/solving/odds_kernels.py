"""The kernels that count showdowns of two hands over all run-outs: of players all in early."""
# mypy: ignore-errors

from __future__ import annotations

from ..accelerate import kernel
from ..signatures import I16, I32, I64, U8, U16, Array, Input


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
