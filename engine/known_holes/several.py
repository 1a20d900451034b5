"""Two to ten known holes on all boards: exactly who shares the pot, and with which hands.

Whole columns of match-ups of two on all 1,712,304 boards have kernels of their own.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES, dead_holes, format_hole, hole_cards
from ..cards.suit_symmetry import pair_keys
from ..cards.text import CARDS, CardError, card_number, counted
from ..hands.board_tables import HIGH, BoardOrder
from ..signatures import I64, U8, U16
from ..threads import over_tasks
from .rank_tables import known_hole_tables

BOARDS = comb(48, 5)
_PAIRS = 512


@dataclass(frozen=True)
class SuitedMatchups:
    """The unordered match-ups of two holes that differ in more than their suits.

    The hero has the higher ranks. Over all permutations of the suits, and both orders if the ranks
    are the same, the pair with the smallest numbers stands for all.
    """

    # (47008,): holes, ascending by hero, then villain.
    hero: U16
    villain: U16
    weight: I64  # (47008,): how many unordered pairs of holes each stands for: 812,175 in all

    def without(self, dead: tuple[int, ...]) -> SuitedMatchups:
        """The match-ups without cards of some ranks: 10,215 in short deck."""
        blocked = dead_holes(dead)
        live = ~(blocked[self.hero] | blocked[self.villain])
        return SuitedMatchups(self.hero[live], self.villain[live], self.weight[live])


def heads_up(hero: npt.ArrayLike, villain: npt.ArrayLike, *, threads: int = 1) -> I64:
    """Exact results of match-ups, each over every board of the 48 cards left.

    ``hero``, ``villain``: (n,) integer, holes 0..1325. ``threads``: 0 for all cores. Returns (n, 3)
    int64: wins, ties and losses of the hero, of 1,712,304. Raises ValueError for numbers that are
    not holes, for unequal columns, and for the first match-up whose holes share a card.

    Examples
    --------
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> heads_up(np.array([parse_hole("AhKh")]), np.array([parse_hole("QsQc")]))
    array([[787966,   6732, 917606]])
    """
    from .two_kernels import add_heads_up

    hero, villain = np.asarray(hero, np.int64), np.asarray(villain, np.int64)
    if hero.shape != villain.shape:
        raise ValueError(f"{len(hero)} heroes and {len(villain)} villains: give as many of both")
    for holes in (hero, villain):
        if len(holes) and not (holes.min() >= 0 and holes.max() < HOLES):
            raise ValueError(f"holes {holes.min()} to {holes.max()}: a hole is a number 0..1325")
    heroes, villains = hole_cards()[hero], hole_cards()[villain]
    shared = (heroes[:, :, None] == villains[:, None, :]).any(axis=(1, 2))
    if shared.any():
        row = int(np.argmax(shared))
        raise ValueError(f"holes {hero[row]} and {villain[row]} at index {row} share a card")
    n = len(hero)
    holes = np.column_stack([hero, villain]).astype(np.uint16)
    outcomes = np.empty((n, 2), np.int64)
    by_rank, tables = _rank_outcomes(), known_hole_tables()

    def count(start: int) -> None:
        share = slice(start, start + _PAIRS)
        add_heads_up(holes[share], hole_cards(), by_rank, tables, outcomes[share])

    over_tasks(count, range(0, n, _PAIRS), threads)
    return np.column_stack([outcomes, BOARDS - outcomes.sum(axis=1)])


@functools.cache
def suited_matchups() -> SuitedMatchups:
    """All match-ups that differ in more than their suits. Listed in 0.3 s, once."""
    first, second = np.triu_indices(HOLES, 1)
    cards = hole_cards()
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    keys = pair_keys(first[apart], second[apart])
    numbers, weight = np.unique(keys.hero * HOLES + keys.villain, return_counts=True)
    hero, villain = np.divmod(numbers, HOLES)
    return SuitedMatchups(hero.astype(np.uint16), villain.astype(np.uint16), weight)


@functools.cache
def _rank_outcomes() -> I64:
    """Wins and ties by rank alone, ``(91, 91, 2)``. Counted in 0.05 s, once."""
    from .two_kernels import rank_outcomes

    outcomes = np.zeros((91, 91, 2), np.int64)
    rank_outcomes(known_hole_tables().ranks, outcomes)
    return outcomes


MOST_PLAYERS = 10
CATEGORIES = 10  # with 0, which is unused
_SHARE = 128
# From this many pairs of holes on, the kernels and tables of ``heads_up`` pay, which cost 2 s if
# they have to be compiled, and 0.03 s if not; and how many pairs there have been.
_WORTH_TABLES = 1000
_pairs_so_far = 0


@dataclass(frozen=True)
class Multiway:
    """The results of tuples of ``p`` holes, each over all completions of one board."""

    # (n, p, p + 1) int64, ``[tuple, player, s]``: boards on which the player is one of ``s``
    # winners: with 1 he wins alone, with more he ties. At 0 he loses. Each row adds up to all
    # boards.
    shared: I64
    # (n, p, 10) int64 or None, ``[tuple, player, c]``: boards on which his hand is of category 1
    # straight flush .. 9 high card; 0 is unused.
    categories: I64 | None


def multiway(
    holes: U16,
    board: U8,
    dead: Sequence[int] | U8 = (),
    *,
    also_dead: I64 | None = None,
    order: BoardOrder = HIGH,
    categories: bool = True,
    threads: int = 1,
) -> Multiway:
    """Exact results of known holes against each other, over all completions of a board.

    Before the flop three to ten players take 55 to 85 microseconds. Two take 40, or without
    categories and dead cards 14 (see ``heads_up``), once a process has had a thousand pairs. Before
    that they take 48 and 32, without the kernels and tables of ``heads_up``. On a flop it takes 3,
    on a turn 1.

    ``holes``: (n, p) uint16, 2 to 10 players each. ``board``: (k,) uint8, its known cards, up to
    five. ``dead``: sequence of int, cards that nobody has and that do not come. ``also_dead``: (n,)
    int64, more dead cards for each tuple, a bit each. ``order``: what beats what; with a shorter
    deck the cards that are not in it must be dead. ``categories``: whether to count categories too.
    ``threads``: 0 for all cores. The result is always the same.

    Raises CardError if the board is not a board, if cards are there twice or too few are left, and
    for the first tuple with a number that is not a hole, or with a card that is there twice, on the
    board or dead. That error has the index of the tuple.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> holes = np.array([[parse_hole("AhKh"), parse_hole("QsQc")]], np.uint16)
    >>> multiway(holes, parse_hand("Qh2h3dAs")).shared.tolist()
    [[[36, 8, 0], [8, 36, 0]]]
    """
    from .several_kernels import add_multiway, first_bad_tuple

    holes = np.ascontiguousarray(holes)
    board = np.array(board)  # a contiguous copy for the kernel
    if holes.dtype != np.uint16 or holes.ndim != 2 or not 2 <= holes.shape[1] <= MOST_PLAYERS:
        raise CardError(
            f"holes are {holes.dtype} of shape {holes.shape}: uint16 of shape (n, p) is needed, "
            f"for 2 to {MOST_PLAYERS} players"
        )
    n, p = holes.shape
    blocked = np.full(n, _blocked_cards(board, dead))
    if also_dead is not None:
        twice = blocked & also_dead
        if twice.any():
            row = int(np.argmax(twice != 0))
            card = CARDS[int(twice[row]).bit_length() - 1]
            raise CardError(f"{card} is twice on the board or dead", row)
        blocked |= also_dead
    most = int(np.bitwise_count(blocked).max(initial=0))
    if 52 - most - 2 * p < 5 - len(board):
        raise CardError(f"{counted(most)} on the board or dead: too few are left for {p} players")
    bad = int(first_bad_tuple(holes, hole_cards(), blocked))
    if bad >= 0:
        raise _bad_tuple(holes[bad].tolist(), int(blocked[bad]), bad)
    shared = np.zeros((n, p, p + 1), np.int64)
    by_category = np.zeros((n if categories else 0, p, CATEGORIES), np.int64)
    by_tables = p == 2 and not blocked.any() and order is HIGH and _are_many(n)
    if by_tables:
        results = heads_up(holes[:, 0], holes[:, 1], threads=threads)
        shared[:, 0, 1], shared[:, 0, 2], shared[:, 0, 0] = results.T
        shared[:, 1, 0], shared[:, 1, 2], shared[:, 1, 1] = results.T
    if not by_tables or categories:
        not_counted_yet = shared[:0] if by_tables else shared
        tables = known_hole_tables(order)

        def count(start: int) -> None:
            share = slice(start, start + _SHARE)
            results = not_counted_yet[share], by_category[share]
            add_multiway(holes[share], hole_cards(), board, blocked[share], tables, *results)

        over_tasks(count, range(0, n, _SHARE), threads)
    return Multiway(shared, by_category if categories else None)


def pair_outcomes(
    hero: U16, villain: U16, dead: Sequence[int] = (), *, order: BoardOrder = HIGH, threads: int = 1
) -> I64:
    """Wins, ties and losses of heroes ``(n,)`` against villains before the flop, ``(n, 3)``.

    Parameters and errors are those of :func:`multiway`, or in hold'em those of :func:`heads_up`.
    """
    if order is HIGH:
        return heads_up(hero, villain, threads=threads)
    holes, no_board = np.column_stack([hero, villain]).astype(np.uint16), np.empty(0, np.uint8)
    results = multiway(holes, no_board, dead, order=order, categories=False, threads=threads)
    return results.shared[:, 0, [1, 2, 0]]


def _are_many(pairs: int) -> bool:
    """Whether the pairs so far make the tables pay; the results are the same either way."""
    global _pairs_so_far
    _pairs_so_far += pairs
    return _pairs_so_far >= _WORTH_TABLES


def _blocked_cards(board: U8, dead: Sequence[int] | U8) -> int:
    """The cards that are on the board or dead, a bit each."""
    if board.dtype != np.uint8 or board.ndim != 1 or len(board) > 5:
        raise CardError(
            f"the board is {board.dtype} of shape {board.shape}: up to five uint8 are needed"
        )
    blocked = 0
    others = dead.tolist() if isinstance(dead, np.ndarray) else dead
    for card in map(card_number, (*board.tolist(), *others)):
        if blocked >> card & 1:
            raise CardError(f"{CARDS[card]} is twice on the board or dead")
        blocked |= 1 << card
    return blocked


def _bad_tuple(holes: list[int], blocked: int, index: int) -> CardError:
    """The error of a tuple that cannot be dealt."""
    for hole in holes:
        if hole >= HOLES:
            return CardError(f"{hole} is no hole: a hole is a number 0..{HOLES - 1}", index)
    for i, hole in enumerate(holes):
        for card in hole_cards()[hole].tolist():
            if blocked >> card & 1:
                problem = f"{format_hole(hole)}: {CARDS[card]} is on the board or dead"
                return CardError(problem, index)
            for other in holes[:i]:
                if card in hole_cards()[other]:
                    problem = f"{format_hole(other)} and {format_hole(hole)} share {CARDS[card]}"
                    return CardError(problem, index)
    raise AssertionError(holes)
