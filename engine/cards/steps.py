"""Small steps on cards that kernels of every room inline."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing
from ..signatures import U8, Array, Input

u64 = np.uint64


@borrowing
def card_bits(cards: Input[U8, "k"]):
    """Return a set of cards as ``uint64``: bit ``c`` for card ``c``."""
    bits = u64(0)
    for card in cards:
        bits |= u64(1) << u64(card)
    return bits


@borrowing
def sorted2(a: np.uint8, b: np.uint8):
    """Return two numbers in ascending order: one comparator of a sorting network."""
    return (a, b) if a < b else (b, a)


@borrowing
def sorted5(a: np.uint8, b: np.uint8, c: np.uint8, d: np.uint8, e: np.uint8):
    """Return five numbers in ascending order."""
    a, d = sorted2(a, d)
    b, e = sorted2(b, e)
    a, c = sorted2(a, c)
    b, d = sorted2(b, d)
    a, b = sorted2(a, b)
    c, e = sorted2(c, e)
    b, c = sorted2(b, c)
    d, e = sorted2(d, e)
    c, d = sorted2(c, d)
    return a, b, c, d, e


@borrowing
def alike_suits(board: Input[U8, "k"]):
    """Return which suits a board treats alike, as a row of ``alike_holes``: 0 to 23.

    Two suits are alike if the board has the same ranks of both. Diamonds, hearts and spades each
    have a digit: the first suit that they are like, themselves included.
    """
    ranks = u64(0)  # 16 bits a suit
    for card in board:
        ranks |= u64(1) << u64(16 * (card & 3) + (card >> 2))
    clubs = ranks & u64(0xFFFF)
    diamonds = ranks >> u64(16) & u64(0xFFFF)
    hearts = ranks >> u64(32) & u64(0xFFFF)
    spades = ranks >> u64(48)
    second = 0 if diamonds == clubs else 1
    third = 0 if hearts == clubs else 1 if hearts == diamonds else 2
    fourth = 0 if spades == clubs else 1 if spades == diamonds else 2 if spades == hearts else 3
    return 12 * second + 4 * third + fourth


@borrowing
def transpose_hands(
    rows: Input[U8, "k * m"],  # the cards of the first hand, then those of the second
    # Cards in a hand. A constant: with a stride that it knows, the compiler shuffles vectors, and a
    # hand takes 0.4 nanoseconds instead of 1.4.
    k: int,
    m: int,  # hands
    columns: Array[U8, "k, n"],  # written from column ``to`` on
    to: int,
) -> None:
    """Write ``m`` hands that lie one after the other into columns."""
    for c in range(k):
        column = columns[c, to : to + m]
        for i in range(m):
            column[i] = rows[k * i + c]
