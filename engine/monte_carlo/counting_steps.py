"""Steps that compare the hands of a block of deals, and count who shares the pot: of any game."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, inlined
from ..arrays import empty
from ..signatures import I64, U8, U16, Array, Input
from .deals import BLOCK

# p = players

u8 = np.uint8
u16 = np.uint16
i64 = np.int64


class Compared(NamedTuple):
    """The hands of a block of deals; lower classes win."""

    classes: Array[U16, "p, BLOCK"]  # each player's
    best: Array[U16, "BLOCK"]  # the best of them
    winners: Array[U8, "BLOCK"]  # the number of players who have it
    won: Array[U8, "BLOCK"]  # scratch of one player: the winners where he is one, else 0


@inlined
def compared_room(players: int):
    """Return a new :class:`Compared`."""
    return Compared(
        empty((players, BLOCK), np.uint16), empty(BLOCK, np.uint16),
        empty(BLOCK, np.uint8), empty(BLOCK, np.uint8),
    )  # fmt: skip


@borrowing
def compare(compared: Compared) -> None:
    """Write the best class of each deal, and how many hands are of it."""
    classes, best, winners = compared.classes, compared.best, compared.winners
    for i in range(BLOCK):
        best[i] = u16(65535)
        winners[i] = u8(0)
    for p in range(len(classes)):
        mine = classes[p]
        for i in range(BLOCK):
            best[i] = min(best[i], mine[i])
    for p in range(len(classes)):
        mine = classes[p]
        for i in range(BLOCK):
            winners[i] = u8(winners[i] + u8(mine[i] == best[i]))


@borrowing
def count(
    compared: Compared,
    begin: int,
    end: int,
    last_class: Input[U16, "10"],  # the last class of each category
    shared: Array[I64, "p, p + 1"],  # added to
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Count what each player has of deals ``begin..end``: shares by winners, and categories."""
    classes = compared.classes
    best, winners = compared.best[begin:end], compared.winners[begin:end]
    won = compared.won[begin:end]
    for p in range(len(classes)):
        mine = classes[p][begin:end]
        for i in range(len(best)):
            won[i] = u8(winners[i] * u8(mine[i] == best[i]))
        for n in range(len(classes) + 1):
            number = u16(0)
            for i in range(len(best)):
                number = u16(number + u16(won[i] == u8(n)))
            shared[p, n] += number
        before = i64(0)
        for category in range(1, 10):
            number = u16(0)
            for i in range(len(best)):
                number = u16(number + u16(mine[i] <= last_class[category]))
            categories[p, category] += number - before
            before = i64(number)
