"""Small steps on masks of ranks, sixteen bits each.

Ranks are bits, the deuce the lowest. In *rows* every rank is a bit higher, and the ace is also
below the lowest rank of the deck. A run of five is identified by its lowest bit.

numba widens every result to 64 bits, so each is narrowed to sixteen again: a vector holds 32 hands.
There are no branches: masks of all bits or none make all choices.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, inlined, popcount

u8 = np.uint8
u16 = np.uint16

NONE = u16(0)
ONE = u16(1)
ACE = u16(12)
RUN = u16(31)


@inlined
def mask(condition: bool):
    """Return all bits or none."""
    return u16(NONE - u16(condition))


@borrowing
def when(condition: bool, x: u16):
    """Return a number if a condition holds, otherwise 0."""
    return u16(x & mask(condition))


@borrowing
def pick(condition: bool, x: u16, y: u16):
    """Return the first of two numbers if a condition holds, otherwise the second."""
    return u16(y ^ u16(u16(x ^ y) & mask(condition)))


@borrowing
def rank_bit(card: u8):
    """Return the rank of a card as a mask."""
    return u16(ONE << u16(u16(card >> u8(2)) & u16(15)))


@borrowing
def suit_of(card: u8):
    """Return the suit of a card, 0 to 3."""
    return u16(card & u8(3))


@borrowing
def how_many(x: u16):
    """Return how many ranks a mask has."""
    return u16(popcount(np.uint64(x)))


@borrowing
def up_to_three(x: u16):
    """Return how many ranks a mask has, at most three."""
    many = how_many(x)
    return pick(many < u16(3), many, u16(3))


@borrowing
def highest(x: u16):
    """Return the highest rank of a mask."""
    x = u16(x | u16(x >> u16(1)))
    x = u16(x | u16(x >> u16(2)))
    x = u16(x | u16(x >> u16(4)))
    x = u16(x | u16(x >> u16(8)))
    return u16(x ^ u16(x >> u16(1)))


@borrowing
def lowest(x: u16):
    """Return the lowest rank of a mask."""
    return u16(x & u16(NONE - x))


@borrowing
def but_lowest(x: u16):
    """Return a mask without its lowest rank."""
    return u16(x & u16(x - ONE))


@borrowing
def over(rank: u16):
    """Return all bits above a rank, or above the lowest of several; none above none."""
    return u16(NONE - u16(lowest(rank) << u16(1)))


@borrowing
def row_of(ranks: u16, bottom: u16):
    """Return ranks as a row; ``bottom`` is the number of the deck's lowest rank."""
    return u16(u16(ranks << u16(1)) | u16(u16(u16(ranks >> ACE) & ONE) << u16(bottom & u16(15))))


@borrowing
def all_ranks(bottom: u16):
    """Return the ranks of a deck."""
    return u16(u16(u16(0x1FFF) >> u16(bottom & u16(15))) << u16(bottom & u16(15)))


@borrowing
def all_runs(bottom: u16):
    """Return the lowest bits of all runs of five."""
    return u16(u16(u16(0x3FF) >> u16(bottom & u16(15))) << u16(bottom & u16(15)))


@borrowing
def runs(row: u16):
    """Return the lowest bits of the runs of five."""
    two = u16(row & u16(row >> u16(1)))
    return u16(u16(two & u16(two >> u16(2))) & u16(row >> u16(4)))


@borrowing
def runs_of_three(row: u16, bottom: u16):
    """Return the lowest bits of runs of five with at least three ranks there."""
    a, b, c, d = row, u16(row >> u16(1)), u16(row >> u16(2)), u16(row >> u16(3))
    e = u16(row >> u16(4))
    two = u16(a & b)
    one = u16(a | b)
    three = u16(two & c)
    two = u16(two | u16(one & c))
    one = u16(one | c)
    three = u16(three | u16(two & d))
    two = u16(two | u16(one & d))
    return u16(u16(three | u16(two & e)) & all_runs(bottom))


@borrowing
def runs_with(row: u16):
    """Return the lowest bits of the runs of five that have any of some ranks."""
    two = u16(row | u16(row >> ONE))
    return u16(u16(two | u16(two >> u16(2))) | u16(row >> u16(4)))
