"""Lists of holes to draw from: of one player, or of several who share one.

For others than those at random a hole is drawn from each range, and all of them again if a card is
there twice. Where that happens too often, several players share one list of the holes that they can
have together.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.text import CARDS
from ..ranges.scanner import RangeError
from .deals import BLOCK, Lists

# Lists are merged where fewer choices than this share can be dealt, and if the merged one is not
# larger than this: a small one costs 1 ms, a large one 0.3 s and the cache.
_MERGED = ((0.75, 1 << 13), (0.125, 1 << 15), (0.002, 1 << 20))
_BLOCKS = 4  # of choices, to learn that share
_LAST_BLOCKS = 1 << 12

Floats = npt.NDArray[np.float64]
Cards = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint64]


class HoleList(NamedTuple):
    """Holes that one or several players can have together, and how often they come up."""

    players: tuple[int, ...]
    cards: Cards  # (t, players, k)
    masks: Masks  # (t,) their cards, a bit each
    weights: Floats
    keep: npt.NDArray[np.uint32]  # (t,) Vose's tables
    alias: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, players: tuple[int, ...], cards: Cards, masks: Masks, weights: Floats) -> HoleList:
        """A list with its tables."""
        from .sampling_kernels import alias_table

        weights = weights / weights.max()
        keep = np.full(len(cards), 0xFFFFFFFF, np.uint32)
        alias = np.arange(len(cards), dtype=np.uint32)
        if np.ptp(weights) > 0:
            alias_table(weights, keep, alias)
        return cls(players, cards, masks, weights, keep, alias)

    def card_chances(self) -> Floats:
        """How often each card is among these holes."""
        cards = self.cards.reshape(len(self.cards), -1)
        chances = np.bincount(cards.ravel(), np.repeat(self.weights, cards.shape[1]), len(CARDS))
        mean: Floats = chances / self.weights.sum()
        return mean


def masks_of(holes: Cards) -> Masks:
    """Holes ``(n, k)`` as sets of cards, a bit each: ``(n,)``."""
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << holes.astype(np.uint64), axis=1)
    return masks


def concatenated(lists: list[HoleList], number: npt.NDArray[np.int64]) -> Lists:
    """All lists one after another; ``number`` ``(52,)`` is what the cards that are left count."""
    held = [_in_twos(number[of.cards]).ravel() for of in lists]
    none = np.empty(0, np.uint32)
    return Lists(
        np.cumsum([0, *(len(of.cards) for of in lists)]),
        np.array([np.ptp(of.weights) > 0 for of in lists], np.int64),
        np.concatenate([*(of.keep for of in lists), none]),
        np.concatenate([*(of.alias for of in lists), none]),
        np.concatenate([*(of.masks for of in lists), np.empty(0, np.uint64)]),
        np.cumsum([0, *map(len, held)]),
        np.concatenate([*held, np.empty(0, np.uint16)]),
    )


def _in_twos(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.uint16]:
    """Cards ``(t, players, k)``, two in a number: ``(t, players, (k + 1) // 2)``."""
    twos = cards[..., ::2].astype(np.uint16)
    second = cards[..., 1::2].astype(np.uint16)
    twos[..., : second.shape[-1]] |= second << np.uint16(8)
    return twos


def without_hopeless_tries(lists: list[HoleList]) -> tuple[list[HoleList], float]:
    """Lists whose choices can be dealt often enough; how many it takes for a deal."""
    from .sampling_kernels import dealable

    def found(blocks: int) -> int:
        return dealable(concatenated(lists, np.arange(len(CARDS))), blocks)

    while True:
        lists.sort(key=lambda of: len(of.cards))  # the large ones for the fewest tries
        share = found(_BLOCKS) / (_BLOCKS * BLOCK) if len(lists) > 1 else 1.0
        limit = max((size for enough, size in _MERGED if share < enough), default=0)
        chances = [of.card_chances() for of in lists]
        pairs = [
            (round(float(chances[i] @ chances[j]), 9), i, j)  # as rounded, equal on all machines
            for i, j in combinations(range(len(lists)), 2)
            if len(lists[i].cards) * len(lists[j].cards) <= limit
        ]
        if not pairs:
            break
        _, i, j = max(pairs)
        merged = _merged(lists[i], lists[j])
        lists = [of for k, of in enumerate(lists) if k not in (i, j)] + [merged]
    if share == 0:
        share = found(_LAST_BLOCKS) / (_LAST_BLOCKS * BLOCK)
        if share == 0:
            raise RangeError(
                f"these ranges can hardly be dealt, if at all: of {_LAST_BLOCKS * BLOCK:,} choices"
                " of holes each has a card twice"
            )
    return lists, 1 / share


def _merged(first: HoleList, second: HoleList) -> HoleList:
    """The holes of both that have no card in common."""
    weights = np.outer(first.weights, second.weights)
    i, j = np.nonzero((first.masks[:, None] & second.masks == 0) & (weights > 0))
    if not len(i):
        players = sorted(player + 1 for player in first.players + second.players)
        raise RangeError(
            "these ranges cannot be dealt: players"
            f" {', '.join(map(str, players[:-1]))} and {players[-1]} cannot all have a hole"
        )
    return HoleList.of(
        first.players + second.players,
        np.concatenate([first.cards[i], second.cards[j]], axis=1),
        first.masks[i] | second.masks[j],
        weights[i, j],
    )
