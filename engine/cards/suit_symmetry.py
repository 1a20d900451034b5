"""Suits that are alike: raw boards and holes by their canonical ones, as tables to look them up in.

A permutation of the suits that takes a board to its canonical one takes the holes along. Among the
holes on that board those count as one which its own symmetries, the permutations that leave it as
it is, take to each other: the smallest stands for all. Boards have few kinds of symmetries, so
holes are looked up by kind and permutation, and only boards need a table of all raw ones.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .boards import PERMUTATIONS, WAY_BITS, canonical_boards, suit_images
from .holes import HOLES, hole_cards


@dataclass(frozen=True)
class Symmetries:
    """Tables of boards of k cards. All are read-only.

    Permutations are numbered as in :func:`~pokerlake.engine.cards.boards.suit_images`.

    Attributes
    ----------
    key : (C(52, k),) uint32
        By the colex rank of a raw board: which is its canonical board, its kind of symmetries, and
        a permutation that leads there (see ``WAY_BITS``).
    kind : (n,) uint8
        Of each canonical board.
    hole : (24 kinds, 1326) uint16
        The canonical hole of each raw one, by way: on a canonical board of that kind, after that
        permutation. The first way of a kind, ``24 kind``, changes nothing first.
    weight : (kinds, 1326) uint8
        How many raw deals a canonical hole on a board of that kind stands for: 1 to 24.
    images : (kinds, 1326) uint8
        Which row of ``permutations`` leads to these.
    permutations : (m, 24) uint8
        As many as the weight says, ascending: one for each raw deal, the first changes nothing.
    """

    key: npt.NDArray[np.uint32]
    kind: npt.NDArray[np.uint8]
    hole: npt.NDArray[np.uint16]
    weight: npt.NDArray[np.uint8]
    images: npt.NDArray[np.uint8]
    permutations: npt.NDArray[np.uint8]


@functools.cache
def symmetries(cards: int) -> Symmetries:
    """The tables of boards of 3, 4 or 5 cards: 10 MB for rivers, made in 60 ms, once.

    Raises
    ------
    ValueError
        If ``cards`` is none of these.
    """
    from .suit_symmetry_kernels import index_boards

    boards = canonical_boards(cards).cards
    key = np.empty(comb(52, cards), np.uint32)
    keeps = np.empty(len(boards), np.uint32)
    index_boards(boards, suit_images(), choose(), key, keeps)
    groups, kind = np.unique(keeps, return_inverse=True)

    product, inverse = _products()
    board, permutation = key >> WAY_BITS, key & (1 << WAY_BITS) - 1
    way = PERMUTATIONS * kind[board] + inverse[permutation]
    assert PERMUTATIONS * len(groups) <= 1 << WAY_BITS

    images = hole_images()
    smallest = np.stack([images[_members(group)].min(axis=0) for group in groups])
    # What leaves board and hole as they are: raw deals are its cosets.
    own = (images == np.arange(HOLES)).T @ (1 << np.arange(PERMUTATIONS))
    subgroups, row = np.unique(groups[:, None] & own, return_inverse=True)
    permutations = np.zeros((len(subgroups), PERMUTATIONS), np.uint8)
    counts = np.empty(len(subgroups), np.uint8)
    for i, group in enumerate(subgroups):
        firsts = np.unique(product[:, _members(group)].min(axis=1))
        permutations[i, : len(firsts)] = firsts
        counts[i] = len(firsts)
    row = row.reshape(len(groups), HOLES)
    tables = Symmetries(
        key=(board << WAY_BITS | way).astype(np.uint32),
        kind=kind.astype(np.uint8),
        hole=smallest[:, images].reshape(-1, HOLES),
        weight=counts[row],
        images=row.astype(np.uint8),
        permutations=permutations,
    )
    for table in vars(tables).values():
        table.flags.writeable = False
    return tables


def canonical_deal(hole: int, board: npt.NDArray[np.uint8]) -> tuple[int, npt.NDArray[np.uint8]]:
    """The canonical hole and board of one deal, without a kernel: 0.2 ms.

    Columns of deals are for :func:`pokerlake.engine.keys.canonical_rows.row_keys`.

    Parameters
    ----------
    hole : int
        0..1325.
    board : (k,) uint8
        In any order; none of the cards is the hole's.
    """
    boards = np.sort(suit_images()[:, board], axis=1)
    smallest = boards[np.lexsort(boards.T[::-1])[0]]
    alike = (boards == smallest).all(axis=1)
    return int(hole_images()[alike, hole].min()), smallest


class DealKeys(NamedTuple):
    """Deals on canonical boards, with the suits of the holes changed alike."""

    board_id: npt.NDArray[np.uint32]
    holes: npt.NDArray[np.uint16]


def canonical_deals(holes: npt.NDArray[np.uint16], boards: npt.NDArray[np.uint8]) -> DealKeys:
    """Several players' holes on canonical boards: 5 million a second for two.

    Parameters
    ----------
    holes : (n, p) uint16
    boards : (k, n) uint8
        Columns of 3, 4 or 5 different cards.

    Returns
    -------
    DealKeys
        ``(n,)`` canonical boards, and ``(n, p)`` holes as they are after one permutation of suits
        that leads there.
    """
    cards = np.sort(boards, axis=0)
    rank = choose()[np.arange(len(cards))[:, None], cards].sum(axis=0)
    key = symmetries(len(cards)).key[rank]
    permutation = (key & (1 << WAY_BITS) - 1) % PERMUTATIONS
    return DealKeys(key >> WAY_BITS, hole_images()[permutation[:, None], holes])


def _members(group: np.integer) -> npt.NDArray[np.int64]:
    """The permutations of a group, of which it has a bit each."""
    return np.flatnonzero(int(group) >> np.arange(PERMUTATIONS) & 1)


def _products() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """``product[p, q]``, the permutation that is ``q`` and then ``p``, and ``inverse[p]``."""
    suits = suit_images()[:, :4]
    number = {tuple(to): p for p, to in enumerate(suits.tolist())}
    product = np.array([[number[tuple(p[q].tolist())] for q in suits] for p in suits])
    return product, np.argmin(product, axis=1)


@functools.cache
def hole_images() -> npt.NDArray[np.uint16]:
    """Each hole under each permutation of the suits, numbered as in ``suit_images``.

    Returns
    -------
    (24, 1326) uint16
        Read-only.
    """
    low, high = np.sort(suit_images()[:, hole_cards()].astype(np.uint16), axis=2).T
    images = np.ascontiguousarray((high * (high - 1) // 2 + low).T)
    images.flags.writeable = False
    return images


@functools.cache
def choose() -> npt.NDArray[np.uint32]:
    """C(card, i + 1) at ``[i, card]``, which add up to the colex rank of an ascending board.

    Returns
    -------
    (5, 52) uint32
        Read-only.
    """
    table = np.array([[comb(card, i + 1) for card in range(52)] for i in range(5)], np.uint32)
    table.flags.writeable = False
    return table


@functools.cache
def hole_bits() -> npt.NDArray[np.uint64]:
    """The cards of each hole, a bit each.

    Returns
    -------
    (1326,) uint64
        Read-only.
    """
    bits: npt.NDArray[np.uint64] = (np.uint64(1) << hole_cards().astype(np.uint64)).sum(
        axis=1, dtype=np.uint64
    )
    bits.flags.writeable = False
    return bits
