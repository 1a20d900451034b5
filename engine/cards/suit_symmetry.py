"""Suits that are alike: tables that map raw boards and holes to canonical ones.

A permutation of the suits that takes a board to its canonical board takes the holes along. The
symmetries of a board are the permutations that leave it as it is. Holes that they take to each
other count as one, and the smallest stands for all. Boards have few kinds of symmetries: holes are
looked up by kind and permutation, and only boards need a table of all raw ones. Pairs of holes have
canonical pairs too, which are the keys of the table of all match-ups.
"""

from __future__ import annotations

import functools
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..signatures import I64, U8, U16, U32, Bool, Input, frozen
from .boards import PERMUTATIONS, WAY_BITS, canonical_boards, suit_images
from .holes import HOLES, hole_cards


class Symmetries(NamedTuple):
    """Read-only tables of boards of k cards.

    Permutations are numbered as in :func:`~pokerlake.engine.cards.boards.suit_images`.
    """

    # By the colex rank of a raw board: its canonical board, the kind of that board's symmetries,
    # and a permutation that leads there (see ``WAY_BITS``).
    key: Input[U32, "C(52, k)"]
    # The canonical hole of each raw one, by way: on a canonical board of that kind, after that
    # permutation.
    hole: Input[U16, "24 kinds, 1326"]


@functools.cache
def symmetries(cards: int) -> Symmetries:
    """The tables of boards of 3, 4 or 5 cards: 10 MB for rivers, made in 60 ms, once.

    Other numbers of cards raise ValueError.
    """
    from .boards_kernels import index_boards

    boards = canonical_boards(cards).cards
    key = np.empty(comb(52, cards), np.uint32)
    keeps = np.empty(len(boards), np.uint32)
    index_boards(boards, suit_images(), choose(), key, keeps, WAY_BITS)
    groups, kind = np.unique(keeps, return_inverse=True)
    board, permutation = key >> WAY_BITS, key & (1 << WAY_BITS) - 1
    way = PERMUTATIONS * kind[board] + _inverse()[permutation]
    assert PERMUTATIONS * len(groups) <= 1 << WAY_BITS
    images = hole_images()
    # A group of permutations has a bit for each.
    members = (groups[:, None] >> np.arange(PERMUTATIONS) & 1).astype(np.bool_)
    smallest = np.stack([images[group].min(axis=0) for group in members])
    return frozen(
        Symmetries(
            (board << WAY_BITS | way).astype(np.uint32), smallest[:, images].reshape(-1, HOLES)
        )
    )


class AlikeHoles(NamedTuple):
    """Holes that are alike on a board, by which suits the board treats alike.

    All tables are read-only. Their rows are numbered by the step ``alike_suits``.
    """

    # The smallest of the holes that are alike, which stands for all of them.
    smallest: Input[U16, "24, 1326"]
    # The number of holes that each stands for, 1 to 24; 0 for those that are not the smallest.
    orbit: Input[U8, "24, 1326"]
    card_orbit: Input[U8, "24, 52"]  # the same of single cards


@functools.cache
def alike_holes() -> AlikeHoles:
    """The tables for boards of any number of cards; made in 2 ms, once."""
    suits = suit_images()[:, :4]
    like = [(0, code // 12, code // 4 % 3, code % 4) for code in range(24)]
    groups = [np.flatnonzero((np.array(to)[suits] == to).all(axis=1)) for to in like]

    def orbits(images: npt.NDArray[Any]) -> tuple[list[Any], list[Any]]:
        smallest = [images[group].min(axis=0) for group in groups]
        itself = np.arange(images.shape[1])
        return smallest, [
            np.where(least == itself, len(group) // (images[group] == itself).sum(axis=0), 0)
            for group, least in zip(groups, smallest, strict=True)
        ]

    smallest, orbit = orbits(hole_images())
    return frozen(
        AlikeHoles(
            np.array(smallest, np.uint16),
            np.array(orbit, np.uint8),
            np.array(orbits(suit_images())[1], np.uint8),
        )
    )


def canonical_deal(hole: int, board: U8) -> tuple[int, U8]:
    """The canonical hole and board of one deal, without a kernel: 0.2 ms.

    The board, ``(k,)``, is in any order, and shares no card with the hole. For columns of deals see
    :func:`pokerlake.engine.keys.canonical_rows.row_keys`.
    """
    boards = np.sort(suit_images()[:, board], axis=1)
    smallest = boards[np.lexsort(boards.T[::-1])[0]]
    alike = (boards == smallest).all(axis=1)
    return int(hole_images()[alike, hole].min()), smallest


def _inverse() -> npt.NDArray[np.intp]:
    """The inverse of each permutation, ``(24,)``."""
    suits = suit_images()[:, :4]
    number = {tuple(to): p for p, to in enumerate(suits.tolist())}
    return np.array([number[tuple(np.argsort(to).tolist())] for to in suits])


_PAIRS = 2048  # in a batch, which stays in a cache of the processor


class PairKeys(NamedTuple):
    """The match-ups that stand for pairs of holes, ``(n,)`` each.

    Where ``swapped``, the first hole of the pair is the villain: wins and losses change places.
    """

    hero: I64
    villain: I64
    swapped: Bool


def pair_keys(first: npt.ArrayLike, second: npt.ArrayLike) -> PairKeys:
    """Which of the 47,008 match-ups each pair of disjoint holes is: 8 million a second.

    The hero has the higher ranks. Over all permutations of the suits, and both orders if the ranks
    are the same, the pair with the smallest numbers stands for all. The holes, ``(n,)`` each, must
    have no common card, which is not checked.
    """
    one, other = np.asarray(first, np.int64), np.asarray(second, np.int64)
    nothing = HOLES * HOLES
    best = np.empty((2, len(one)), np.int64)
    ranks, images = _ranks_and_images()
    for start in range(0, len(one), _PAIRS):
        here = slice(start, start + _PAIRS)
        a, b = (images.take(holes[here], axis=1) for holes in (one, other))
        best[0, here] = (a * np.int32(HOLES) + b).min(axis=0)
        best[1, here] = (b * np.int32(HOLES) + a).min(axis=0)
    best[0, ranks[one] < ranks[other]] = nothing
    best[1, ranks[other] < ranks[one]] = nothing
    swapped = best[1] < best[0]
    hero, villain = np.divmod(best.min(axis=0), HOLES)
    return PairKeys(hero, villain, swapped)


@functools.cache
def _ranks_and_images() -> tuple[I64, npt.NDArray[np.int32]]:
    """The ranks of each hole as a number, higher card first, and ``hole_images`` as ``int32``."""
    ranks = (hole_cards().astype(np.int64) >> 2) @ np.array([1, 13])
    return frozen(ranks), frozen(hole_images().astype(np.int32))


@functools.cache
def hole_images() -> U16:
    """Each hole under each permutation of ``suit_images``, ``(24, 1326)``; read-only."""
    low, high = np.sort(suit_images()[:, hole_cards()].astype(np.uint16), axis=2).T
    return frozen(np.ascontiguousarray((high * (high - 1) // 2 + low).T))


@functools.cache
def choose() -> U32:
    """C(card, i + 1) at ``[i, card]``, ``(5, 52)``, read-only.

    These add up to the colex rank of ascending cards.
    """
    return frozen(
        np.array([[comb(card, i + 1) for card in range(52)] for i in range(5)], np.uint32)
    )
