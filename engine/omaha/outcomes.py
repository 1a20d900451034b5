"""How often each hole in Omaha wins against one random opponent, over all rivers, exactly.

A river is swept by its ranks, 6,175 of them; and where a suit can have three of these or more, by
the ranks that it has: 36,608 in all, for 134,459 rivers that differ in more than suits. Sums go by
kinds of cards (see ``kinds``), and are put together for each hole here.

How often each hole in Omaha hi-lo wins each half of the pot from a random one, exactly.

Rivers and holes go by ranks and by kinds of cards as in ``outcomes``. The low goes by ranks alone,
so a flush moves opponents from one outcome of the high half to another, and none of the low half.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from .class_tables import (
    Ints,
    kind_tables,
    list_numbers,
    numbers_of_ranks,
    omaha_tables,
    rank_lists,
)
from .lows import NO_LOW, low_of_sets

CARDS = 4
OUTCOMES = 4  # of the low half: win, tie, lose, and no low
_LISTS = comb(12 + CARDS, CARDS)  # of ranks
_KIND_LISTS = comb(25 + CARDS, CARDS)
_LOW_BIT = np.array([2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1], np.uint8)  # of each rank


@dataclass(frozen=True)
class Outcomes:
    """Wins and ties over all boards of some ranks; those of other ranks add up with them."""

    boards: Ints  # (r,) int64, how many there are for all holes of each list of ranks
    # (r,) int64, of all holes of each list of ranks, as if no flush counted
    win: Ints
    tie: Ints
    # (h,) int64, what the flushes of one suit add, for all holes of each list of kinds
    flush_win: Ints
    flush_tie: Ints

    @classmethod
    def of(cls, sums: Ints, cards: int) -> Outcomes:
        """The outcomes of holes of so many cards whose arrays stand one after the other."""
        r, h = comb(12 + cards, cards), comb(25 + cards, cards)
        return cls(*np.split(sums, np.cumsum([r, r, r, h])))

    @property
    def columns(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """The five arrays."""
        return self.boards, self.win, self.tie, self.flush_win, self.flush_tie


@functools.cache
def rank_boards() -> npt.NDArray[np.uint8]:
    """The ranks that a river can have, ascending, ``(6175, 5)``; read-only."""
    ranks = rank_lists(5).astype(np.uint8)
    boards: npt.NDArray[np.uint8] = ranks[ranks[:, 0] != ranks[:, 4]]
    boards.flags.writeable = False
    return boards


def outcomes_on(boards: npt.NDArray[np.uint8], cards: int) -> Outcomes:
    """Count wins and ties of all holes on all boards of some ranks.

    ``boards``: (n, 5) uint8, of :func:`rank_boards`; ``cards``: in a hole: 4, 5 or 6.
    """
    from .outcomes_kernels import add_outcomes

    lists = 3 * comb(12 + cards, cards) + 2 * comb(25 + cards, cards)
    found = Outcomes.of(np.zeros(lists, np.int64), cards)
    numbers = numbers_of_ranks(boards.astype(np.intp)).astype(np.uint16)
    boards = np.ascontiguousarray(boards)
    add_outcomes(boards, numbers, cards, omaha_tables(5), kind_tables(cards), *found.columns)
    return found


def outcomes_of(found: Outcomes, holes: npt.NDArray[np.uint8]) -> tuple[Ints, Ints, Ints]:
    """The wins, ties and losses of holes, of the outcomes on boards.

    ``holes``: (n, k) uint8, in any order; ``found``: of holes of as many cards. Returns wins, ties
    and losses, (n,) int64 each: against all opponents, over these boards but those that have a card
    of the hole.
    """
    cards = holes.astype(np.int64)
    k = cards.shape[1]
    ranks = -np.sort(-(cards >> 2))
    at, size = list_numbers(ranks), holes_of_kinds(ranks, 4)
    boards, win, tie = (of[at] // size for of in (found.boards, found.win, found.tie))
    for suit in range(4):
        kinds = -np.sort(-((cards >> 2) + 13 * (cards & 3 == suit)))
        at, size = list_numbers(kinds), holes_of_kinds(kinds, 3)
        win += found.flush_win[at] // size
        tie += found.flush_tie[at] // size
    return win, tie, boards * comb(47 - k, k) - win - tie


def holes_of_kinds(kinds: Ints, cards: int) -> Ints:
    """How many holes have these kinds ``(n, k)``, of each of which a rank has so many cards."""
    holes = np.ones(len(kinds), np.int64)
    ways = np.array([comb(cards, times) for times in range(5)])
    for kind in range(13):
        holes *= ways[(kinds == kind).sum(axis=1)]
    return holes


def deals_of(cards: int) -> int:
    """How many deals a hole has: boards, and opponents."""
    return comb(52 - cards, 5) * comb(47 - cards, cards)


@dataclass(frozen=True)
class HiLoOutcomes:
    """Opponents over all boards of some ranks; those of other ranks add up with them.

    All arrays have a column for each outcome of the low half: win, tie, lose, and none without
    any low.
    """

    whole: Ints  # (1820, 4) int64, all opponents of all holes of each list of ranks
    # (1820, 4) int64, those with a weaker high hand, and with as strong a one, as if no flush
    # counted
    win: Ints
    tie: Ints
    # (23751, 4) int64, what the flushes of one suit add, for all holes of each list of kinds
    flush_win: Ints
    flush_tie: Ints

    @classmethod
    def of(cls, sums: Ints) -> HiLoOutcomes:
        """The outcomes whose arrays stand one below the other, ``(52962, 4)``, or one after it."""
        rows = sums.reshape(-1, OUTCOMES)
        return cls(*np.split(rows, np.cumsum([_LISTS] * 3 + [_KIND_LISTS])))

    @property
    def columns(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """The five arrays."""
        return self.whole, self.win, self.tie, self.flush_win, self.flush_tie


def hilo_outcomes_on(boards: npt.NDArray[np.uint8]) -> HiLoOutcomes:
    """Count the opponents of all holes of four cards on all boards of some ranks.

    ``boards``: (n, 5) uint8, of :func:`rank_boards`.
    """
    from .outcomes_kernels import add_hilo_outcomes

    found = HiLoOutcomes.of(np.zeros((3 * _LISTS + 2 * _KIND_LISTS, OUTCOMES), np.int64))
    numbers = numbers_of_ranks(boards.astype(np.intp)).astype(np.uint16)
    low_ranks = np.bitwise_or.reduce(_LOW_BIT[boards], axis=1)
    boards = np.ascontiguousarray(boards)
    levels = low_levels()[low_ranks]
    add_hilo_outcomes(boards, numbers, levels, omaha_tables(5), kind_tables(CARDS), *found.columns)
    return found


def hilo_outcomes_of(found: HiLoOutcomes, holes: npt.NDArray[np.uint8]) -> Ints:
    """The outcomes of both halves for holes, of those on boards.

    ``holes``: (n, 4) uint8, in any order. Returns (n, 3, 4) int64: by the high half, win, tie and
    lose, and by the low half, win, tie, lose and no low: how many opponents there are, over these
    boards but those that have a card of the hole.
    """
    cards = holes.astype(np.int64)
    ranks = -np.sort(-(cards >> 2))
    at, size = list_numbers(ranks), holes_of_kinds(ranks, 4)[:, None]
    whole, win, tie = (of[at] // size for of in (found.whole, found.win, found.tie))
    for suit in range(4):
        kinds = -np.sort(-((cards >> 2) + 13 * (cards & 3 == suit)))
        at, size = list_numbers(kinds), holes_of_kinds(kinds, 3)[:, None]
        win += found.flush_win[at] // size
        tie += found.flush_tie[at] // size
    return np.stack([win, tie, whole - win - tie], axis=1)


@functools.cache
def low_levels() -> npt.NDArray[np.uint8]:
    """How good the low is of each set of ranks of a hole on each of a board, ``(256, 256)``.

    0 is no low, 1 the worst that the board allows, and 10 the best; read-only. Sets have bit 0 for
    the ace, and bit 7 for the eight.
    """
    levels = np.empty((256, 256), np.uint8)
    for board, classes in enumerate(low_of_sets().reshape(256, 256)):
        worst_first, places = np.unique(-classes.astype(np.int16), return_inverse=True)
        levels[board] = places + (worst_first[0] != -NO_LOW)
    levels.flags.writeable = False
    return levels
