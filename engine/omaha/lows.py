"""The table by which the ranks of a hole and of a board give a low.

A low depends on which of the eight ranks from ace to eight there are, and not on how often: that is
a set of eight bits, with bit 0 for the ace and bit 7 for the eight.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.layout import Cards, Layout
from .evaluate import Classes, Columns, classes_on_boards

LOW_RANKS = 8
NO_LOW = 57


@functools.cache
def low_of_sets() -> npt.NDArray[np.uint8]:
    """The best low of two ranks of one set and three of another, ``(65536,)``; read-only.

    At index ``256 * board + hole`` stands the class of the order "eight or better": 1 .. 56, and 57
    where there is no low. Built in 10 ms, once.
    """
    sets = np.arange(1 << LOW_RANKS)
    size = np.bitwise_count(sets)
    board, hole = sets[:, None], sets[None, :]
    exact = (size[:, None] == 3) & (size[None, :] == 2)  # five different ranks, or no low
    found: npt.NDArray[np.uint8] = np.where(exact, _class_of_set()[board | hole], NO_LOW).astype(
        np.uint8
    )
    for bit in range(LOW_RANKS):  # of more ranks, what they have without one of them
        there = sets[sets >> bit & 1 == 1]
        without = there ^ 1 << bit
        found[there] = np.minimum(found[there], found[without])
        found[:, there] = np.minimum(found[:, there], found[:, without])
    found = found.reshape(-1)
    found.flags.writeable = False
    return found


def _class_of_set() -> npt.NDArray[np.uint8]:
    """The class of five ranks by their set, ``(256,)``; no low for others.

    The highest rank decides first: the sets of five are in the order of their numbers.
    """
    found = np.full(1 << LOW_RANKS, NO_LOW, np.uint8)
    lows = np.flatnonzero(np.bitwise_count(np.arange(1 << LOW_RANKS)) == 5)
    found[lows] = 1 + np.arange(len(lows))
    return found


def omaha_low_ids(
    holes: Cards,
    boards: Cards,
    *,
    layout: Layout | None = None,
    out: Classes | None = None,
    threads: int = 1,
) -> Classes:
    """The class of the best low of two cards of each hole and three of its board, eight or better.

    Parameters
    ----------
    holes, boards, layout, out, threads
        As of :func:`~pokerlake.engine.omaha.evaluate.omaha_class_ids`.

    Returns
    -------
    (n,) uint16
        The classes of the order "eight or better": 1 for five high, 5-4-3-2-A, .. 56, and 57 where
        there is no low; lower is better.

    Raises
    ------
    CardError, ValueError
        As ``omaha_class_ids``.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> omaha_low_ids(parse_hand("As2sKhKd")[None], parse_hand("3c4d5hQsJs"))
    array([1], dtype=uint16)
    """
    from .evaluate_kernels import low_holes

    def walk(columns: Columns, shared: Columns, start: int, stop: int, out: Classes) -> int:
        return low_holes(columns, shared, low_of_sets(), start, stop, out)

    return classes_on_boards(walk, holes, boards, layout, out, threads)
