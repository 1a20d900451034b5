"""The tables that equities in Omaha go by, and a hole's own tables of all boards."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...hands.classes import hand_classes
from ...omaha.class_tables import numbers_of_ranks, omaha_tables, rank_lists
from ...omaha.lows.tables import low_of_sets
from ...signatures import F64, I64, U8, U16, U32, U64, Input

RANK_SETS = 6188  # lists of five ranks: C(17, 5), five of a rank included
SUITED_ROWS = 2289  # rows of ``OmahaTables.of_suited``
_LISTS = (1, 13, 91, 455, 1820)  # of none to four ranks


class EquityTables(NamedTuple):
    """Read-only tables for rivers, which kernels take as one argument."""

    # Lists of up to four ranks are numbered one size after the other: the number with one more
    # rank. Lists of five are numbered from 0 again, as in ``OmahaTables.of_ranks``.
    after: Input[U16, "2380, 13"]
    # The ranks from ace to eight in a list of five: bit 0 for the ace, 7 for the eight.
    low_set: Input[U8, "6188"]
    of_ranks: Input[U16, "6188, 91"]  # as in ``OmahaTables``
    row_of_set: Input[U16, "8192"]
    of_suited: Input[U16, "2289, 91"]
    low_of_sets: Input[U8, "65536"]  # the low by ``256 * board + hole``, 57 for none
    category: Input[U8, "7463"]  # of each class, 1 to 9


class Ranges(NamedTuple):
    """The holes of two ranges, of unseen cards that are numbered from 0 on."""

    cards: Input[U8, "h, k"]  # ascending
    pairs: Input[U16, "h, k * (k - 1) / 2"]  # the number of each two of them
    masks: Input[U64, "h"]
    low_sets: Input[U8, "h"]  # their ranks from ace to eight
    weights: Input[F64, "h, 2"]  # in either range
    # ``[i, c]``: what card c adds to the number of a set in which i lower ones are before it. Sets
    # of fewer than k cards are numbered together, the smaller ones first, the empty one 0.
    steps: Input[I64, "k, 52"]


class Others(NamedTuple):
    """Other players' holes, and the tuples of them that can be dealt."""

    pairs: Input[U16, "o, k * (k - 1) / 2"]  # as in ``Ranges``, and so the next
    low_sets: Input[U8, "o"]
    tuples: Input[U32, "t, q"]
    masks: Input[U64, "t"]
    weights: Input[F64, "t"]


@functools.cache
def equity_tables() -> EquityTables:
    """The tables. Built in 60 ms, once."""
    rivers = omaha_tables(5)
    category = np.concatenate([[0], hand_classes().category]).astype(np.uint8)
    lows = (1 << (rank_lists(5) + 1) % 13).astype(np.int64)  # the ace is the lowest
    tables = EquityTables(
        _after(),
        (np.bitwise_or.reduce(lows, axis=1) & 255).astype(np.uint8),
        *rivers,
        low_of_sets(),
        category,
    )
    for table in tables:
        table.flags.writeable = False  # the type of a field, which kernels take only exactly
    return tables


def _after() -> npt.NDArray[np.uint16]:
    """``EquityTables.after``."""
    starts = [0, *np.cumsum(_LISTS[:-1]).tolist(), 0]
    after = np.empty((sum(_LISTS), 13), np.uint16)
    for size in range(5):
        ranks = rank_lists(size) if size else np.empty((1, 0), np.int64)
        for rank in range(13):
            longer = np.sort(np.column_stack([ranks, np.full(len(ranks), rank)]))
            rows = slice(starts[size], starts[size] + len(ranks))
            after[rows, rank] = starts[size + 1] + numbers_of_ranks(longer)
    return after


def low_sets(holes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The ranks from ace to eight of holes ``(n, k)`` as sets, as in ``EquityTables``: ``(n,)``."""
    ranks = 1 << ((holes >> 2).astype(np.int64) + 1) % 13
    found: npt.NDArray[np.uint8] = (np.bitwise_or.reduce(ranks, axis=1) & 255).astype(np.uint8)
    return found
