"""How often each hole in Omaha wins against one random opponent, over all rivers, exactly.

A river is swept by its ranks, 6,175 of them; and where a suit can have three of these or more, by
the ranks that it has: 36,608 in all, for 134,459 rivers that differ in more than suits. Sums go by
kinds of cards (see ``kinds``), and are put together for each hole here.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from .class_tables import numbers_of_ranks, omaha_tables, rank_lists
from .kinds import Ints, kind_tables, list_numbers


@dataclass(frozen=True)
class Outcomes:
    """Wins and ties over all boards of some ranks; those of other ranks add up with them.

    Attributes
    ----------
    boards : (r,) int64
        How many there are for all holes of each list of ranks.
    win, tie : (r,) int64
        Of all holes of each list of ranks, as if no flush counted.
    flush_win, flush_tie : (h,) int64
        What the flushes of one suit add, for all holes of each list of kinds.
    """

    boards: Ints
    win: Ints
    tie: Ints
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

    Parameters
    ----------
    boards : (n, 5) uint8
        Of :func:`rank_boards`.
    cards : int
        In a hole: 4, 5 or 6.
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

    Parameters
    ----------
    found : Outcomes
        Of holes of as many cards.
    holes : (n, k) uint8
        In any order.

    Returns
    -------
    win, tie, lose : (n,) int64
        Against all opponents, over these boards but those that have a card of the hole.
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
