"""How often each hole in Omaha wins against one random opponent, over all rivers, exactly.

Rivers are swept by their ranks, 6,175 lists; and if a suit can have three of these ranks or more,
by its ranks: 36,608 sweeps in all, for 134,459 rivers that differ in more than suits. Sums are by
kinds of cards (see ``class_tables``), and are combined for each hole here.

In Omaha hi-lo the outcomes of both halves of the pot are counted in the same way. The low depends
on ranks alone, so a flush changes the outcome of the high half and not that of the low half.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb
from typing import Self

import numpy as np

from ..signatures import I64, U8, frozen
from .class_tables import kind_tables, list_numbers, numbers_of_ranks, omaha_tables, rank_lists
from .evaluate import NO_LOW, low_of_sets

CARDS = 4
OUTCOMES = 4  # of the low half: win, tie, lose, and no low
_LOW_BIT = np.array([2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 1], np.uint8)  # of each rank


@dataclass(frozen=True)
class Outcomes:
    """Wins and ties over all boards of some ranks; outcomes of other boards can be added."""

    # (r,) int64, the number of boards, summed over all holes of each list of ranks
    whole: I64
    # (r,) int64, summed over all holes of each list of ranks, as if flushes did not count
    win: I64
    tie: I64
    # (h,) int64, what the flushes of one suit add, summed over all holes of each list of kinds
    flush_win: I64
    flush_tie: I64

    @classmethod
    def of(cls, sums: I64, cards: int) -> Self:
        """The outcomes of holes of so many cards, from their arrays one after the other."""
        r, h = comb(12 + cards, cards), comb(25 + cards, cards)
        return cls(*np.split(sums, np.cumsum([r, r, r, h])))

    @property
    def columns(self) -> tuple[I64, I64, I64, I64, I64]:
        """The five arrays."""
        return self.whole, self.win, self.tie, self.flush_win, self.flush_tie

    def counted(self, holes: I64) -> tuple[I64, I64, I64]:
        """The totals, wins and ties of each hole ``(n, k)``."""

        def shares(kinds: I64, cards: int, *sums: I64) -> list[I64]:
            at, size = list_numbers(kinds), holes_of_kinds(kinds, cards)
            return [each[at] // size.reshape(-1, *[1] * (each.ndim - 1)) for each in sums]

        whole, win, tie = shares(-np.sort(-(holes >> 2)), 4, self.whole, self.win, self.tie)
        for suit in range(4):
            kinds = -np.sort(-((holes >> 2) + 13 * (holes & 3 == suit)))
            flush_win, flush_tie = shares(kinds, 3, self.flush_win, self.flush_tie)
            win += flush_win
            tie += flush_tie
        return whole, win, tie


@functools.cache
def rank_boards() -> U8:
    """The ranks that a river can have, ascending, ``(6175, 5)``; read-only."""
    ranks = rank_lists(5).astype(np.uint8)
    boards: U8 = ranks[ranks[:, 0] != ranks[:, 4]]
    return frozen(boards)


def outcomes_on(boards: U8, cards: int) -> Outcomes:
    """Count wins and ties of all holes on all boards of some ranks.

    ``boards``: (n, 5) uint8, from :func:`rank_boards`. ``cards``: in a hole, 4, 5 or 6.
    """
    from .outcomes_kernels import add_outcomes

    lists = 3 * comb(12 + cards, cards) + 2 * comb(25 + cards, cards)
    outcomes = Outcomes.of(np.zeros(lists, np.int64), cards)
    numbers = numbers_of_ranks(boards.astype(np.intp)).astype(np.uint16)
    boards = np.ascontiguousarray(boards)
    add_outcomes(boards, numbers, cards, omaha_tables(5), kind_tables(cards), *outcomes.columns)
    return outcomes


def outcomes_of(outcomes: Outcomes, holes: U8) -> tuple[I64, I64, I64]:
    """The wins, ties and losses of holes, from the outcomes on boards.

    ``holes``: (n, k) uint8, in any order. ``outcomes``: of holes with k cards. Returns wins, ties
    and losses, (n,) int64 each, against all opponents, over these boards without those that have a
    card of the hole.
    """
    k = holes.shape[1]
    boards, win, tie = outcomes.counted(holes.astype(np.int64))
    return win, tie, boards * comb(47 - k, k) - win - tie


def holes_of_kinds(kinds: I64, cards: int) -> I64:
    """How many holes have these kinds ``(n, k)``, if each kind has ``cards`` cards of a rank."""
    holes = np.ones(len(kinds), np.int64)
    ways = np.array([comb(cards, times) for times in range(5)])
    for kind in range(13):
        holes *= ways[(kinds == kind).sum(axis=1)]
    return holes


def deals_of(cards: int) -> int:
    """How many deals a hole has: boards, times holes of the opponent."""
    return comb(52 - cards, 5) * comb(47 - cards, cards)


class HiLoOutcomes(Outcomes):
    """The same for holes of four cards, by the outcome of the low half; ``whole``: all opponents.

    All arrays have a column for each outcome of the low: win, tie, lose, and no low at all.
    """

    @classmethod
    def of(cls, sums: I64, cards: int = CARDS) -> Self:
        """The outcomes from their arrays, one below the other, ``(52962, 4)``, or flattened."""
        return super().of(sums.reshape(-1, OUTCOMES), cards)


def hilo_outcomes_on(boards: U8) -> HiLoOutcomes:
    """Count the opponents of all holes of four cards on all boards of some ranks.

    ``boards``: (n, 5) uint8, from :func:`rank_boards`.
    """
    from .outcomes_kernels import add_hilo_outcomes

    lists = 3 * comb(12 + CARDS, CARDS) + 2 * comb(25 + CARDS, CARDS)
    outcomes = HiLoOutcomes.of(np.zeros(lists * OUTCOMES, np.int64))
    numbers = numbers_of_ranks(boards.astype(np.intp)).astype(np.uint16)
    low_ranks = np.bitwise_or.reduce(_LOW_BIT[boards], axis=1)
    boards = np.ascontiguousarray(boards)
    levels = low_levels()[low_ranks]
    add_hilo_outcomes(
        boards, numbers, levels, omaha_tables(5), kind_tables(CARDS), *outcomes.columns
    )
    return outcomes


def hilo_outcomes_of(outcomes: HiLoOutcomes, holes: U8) -> I64:
    """The outcomes of both halves for holes, from the outcomes on boards.

    ``holes``: (n, 4) uint8, in any order. Returns (n, 3, 4) int64, numbers of opponents by the high
    half, win, tie and lose, and by the low half, win, tie, lose and no low; over these boards
    without those that have a card of the hole.
    """
    whole, win, tie = outcomes.counted(holes.astype(np.int64))
    return np.stack([win, tie, whole - win - tie], axis=1)


@functools.cache
def low_levels() -> U8:
    """The level of the low by the set of ranks on the board and in the hole, ``(256, 256)``.

    0 is no low, 1 the worst low that the board allows, and 10 the best; read-only. Sets have bit 0
    for the ace, and bit 7 for the eight.
    """
    levels = np.empty((256, 256), np.uint8)
    for board, classes in enumerate(low_of_sets().reshape(256, 256)):
        worst_first, places = np.unique(-classes.astype(np.int16), return_inverse=True)
        levels[board] = places + (worst_first[0] != -NO_LOW)
    return frozen(levels)
