"""Canonical boards: one of each set of flops, turns or rivers that differ in suits only.

The canonical board is the smallest ascending tuple of cards over the 24 permutations of suits. Its
number is its rank among the canonical boards, and its weight is how many boards it stands for.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import permutations
from math import comb

import numpy as np

from ..signatures import I64, U8, frozen

# The ways to rename the four suits.
PERMUTATIONS = 24
# A board's key is board_id << WAY_BITS | way, way = 24 kind + permutation; there are up to 8 kinds.
WAY_BITS = 8

# Cards on the board: canonical boards (Burnside's lemma gives the same).
CANONICAL_BOARDS = {3: 1755, 4: 16_432, 5: 134_459}
# The same for holes of Omaha and starts of stud.
CANONICAL_HOLES = {3: 1755, 4: 16_432, 5: 134_459, 6: 962_988}


@dataclass(frozen=True)
class Boards:
    """Canonical boards in ascending order."""

    cards: U8  # (n, k): ascending within a board. Read-only.
    weight: U8  # (n,): 1 to 24; they add up to C(52, k). Read-only.


def canonical_boards(cards: int, dead: tuple[int, ...] = ()) -> Boards:
    """All canonical boards of 3, 4 or 5 cards, or holes of 4 to 6. Rivers take 35 ms, once.

    Parameters
    ----------
    cards : int
    dead : tuple of int, optional
        Cards that are not in the deck: whole ranks, such as 0..15 in short deck.

    Raises
    ------
    ValueError
        If ``cards`` is another number, or a rank is dead in part.
    """
    return _canonical_boards(cards) if not dead else _boards_without(cards, dead)


@functools.cache
def _boards_without(cards: int, dead: tuple[int, ...]) -> Boards:
    live, every = numbers_in_deck(cards, dead) >= 0, _canonical_boards(cards)
    boards = Boards(every.cards[live], every.weight[live])
    boards.cards.flags.writeable = boards.weight.flags.writeable = False
    return boards


@functools.cache
def numbers_in_deck(cards: int, dead: tuple[int, ...]) -> I64:
    """The rank of each canonical board among those without dead cards, ``(n,)``; -1 if it has one.

    Parameters and errors are those of :func:`canonical_boards`.
    """
    if any(suited not in dead for card in dead for suited in range(card & ~3, (card & ~3) + 4)):
        raise ValueError(f"dead cards {dead}: all four of a rank are, or none")
    live = ~np.isin(_canonical_boards(cards).cards, dead).any(axis=1)
    numbers: I64 = np.where(live, np.cumsum(live) - 1, -1)
    return frozen(numbers)


@functools.cache
def _canonical_boards(cards: int) -> Boards:
    from .boards_kernels import canonical_boards as fill

    known = CANONICAL_BOARDS | CANONICAL_HOLES
    if cards not in known:
        raise ValueError(f"a board has 3, 4 or 5 cards and a hole up to 6, not {cards}")
    n = known[cards]
    boards = Boards(np.empty((n, cards), np.uint8), np.empty(n, np.uint8))
    listed = fill(_images(), boards.cards, boards.weight)
    assert listed == n
    assert boards.weight.sum(dtype=np.int64) == comb(52, cards)
    boards.cards.flags.writeable = boards.weight.flags.writeable = False
    return boards


@functools.cache
def suit_images() -> U8:
    """Each card under each permutation of the suits, the first of which changes nothing.

    It is ``(24, 52)``, and read-only.
    """
    cards = np.arange(52)
    images = np.array([cards & ~3 | np.array(to)[cards & 3] for to in permutations(range(4))])
    images = images.astype(np.uint8)
    return frozen(images)


def _images() -> U8:
    """``(24, 16)``: the place of a permuted set of suits among the sets of its size."""
    sets = sorted(range(16), key=lambda suits: [suit for suit in range(4) if suits >> suit & 1])
    place = np.empty(16, np.uint8)
    place[sets] = np.arange(16)
    images = np.empty((24, 16), np.uint8)
    for row, to in zip(images, permutations(range(4)), strict=True):
        row[:] = [place[sum(1 << to[s] for s in range(4) if suits >> s & 1)] for suits in range(16)]
    return images
