"""The texture of boards: what their suits and ranks have in common."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from ..signatures import I64, U8, Bool
from .boards import CANONICAL_BOARDS
from .layout import Cards, Layout, as_rows
from .text import RANKS

# How many cards each suit has, the most first, and how many each rank has.
_SUITS = {
    "111": "rainbow", "1111": "rainbow",
    "21": "two-tone", "211": "two-tone", "2111": "two-tone",
    "22": "double two-tone", "221": "double two-tone",
    "31": "three-flush", "311": "three-flush", "32": "three-flush",
    "41": "four-flush",
    "3": "monotone", "4": "monotone", "5": "monotone",
}  # fmt: skip
_PAIRINGS = {
    "111": "unpaired", "1111": "unpaired", "11111": "unpaired",
    "21": "paired", "211": "paired", "2111": "paired",
    "22": "two pair", "221": "two pair",
    "3": "trips", "31": "trips", "311": "trips",
    "32": "full house",
    "4": "quads", "41": "quads",
}  # fmt: skip
# A straight is a run of five, the highest in front; the ace also stands below the deuce.
STRAIGHTS = [*(tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)), (3, 2, 1, 0, 12)]
STRAIGHT_SETS = [sum(1 << rank for rank in ranks) for ranks in STRAIGHTS]


@dataclass(frozen=True)
class Textures:
    """The texture of boards."""

    # (n,) str, by how many cards each suit has: ``rainbow`` (none has two), ``two-tone`` (one has
    # two), ``double two-tone`` (two have two), ``three-flush``, ``four-flush``; ``monotone`` (all).
    suits: npt.NDArray[np.str_]
    # (n,) str, ``unpaired``, ``paired``, ``two pair``, ``trips``, ``full house``, ``quads``
    pairing: npt.NDArray[np.str_]
    high: npt.NDArray[np.str_]  # (n,) str, the highest rank; the ace is high
    # (n,) uint8, the most of its ranks that one straight can hold, 1 to 5; the ace also counts
    # below the lowest rank.
    connected: U8
    # (n,) uint8, how many of the 91 pairs of ranks (45 in short deck) make a straight together with
    # the board; all if it is a straight.
    straights: U8
    flush_possible: Bool  # (n,) bool, whether three of its cards are of one suit


def textures(
    boards: Cards, *, dead: tuple[int, ...] = (), layout: Layout | None = None
) -> Textures:
    """The texture of each board: 1 microsecond a board.

    Parameters
    ----------
    boards : (n, k) or (k, n) uint8, or a list of arrays
        Boards of 3, 4 or 5 different cards, in any order.
    dead : tuple of int, optional
        Cards that are not in the deck: whole ranks.
    layout : "columns" or "rows", optional
        How ``boards`` lie. Needed only if both sides are 3, 4 or 5 long.

    Raises
    ------
    CardError
        If the shape or type of the boards is wrong, or a board has a card twice.
    """
    rows = as_rows(boards, layout, tuple(CANONICAL_BOARDS), "boards")
    ranks, suits = rows >> 2, rows & 3
    rank_counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    suit_counts = (suits[:, :, None] == np.arange(4)).sum(axis=1)
    sets = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    connected, straights = _of_rank_sets(tuple({card >> 2: 0 for card in dead}))
    return Textures(
        suits=_named(suit_counts, _SUITS),
        pairing=_named(rank_counts, _PAIRINGS),
        high=np.array(list(RANKS))[ranks.max(axis=1)],
        connected=connected[sets],
        straights=straights[sets],
        flush_possible=suit_counts.max(axis=1) >= 3,
    )


def _named(counts: I64, names: dict[str, str]) -> npt.NDArray[np.str_]:
    """The name of each row of counts, by its counts above zero, the largest first."""
    patterns = np.sort(counts, axis=1)[:, ::-1]
    digits = patterns @ 10 ** np.arange(counts.shape[1])[::-1]
    kinds, which = np.unique(digits, return_inverse=True)
    named = [names[str(kind).replace("0", "")] for kind in kinds]
    return np.array(named)[which]


@functools.cache
def _of_rank_sets(dead: tuple[int, ...]) -> tuple[U8, U8]:
    """``connected`` and ``straights`` of each set of ranks, ``(8192,)``, without dead ranks."""
    ranks = [rank for rank in range(13) if rank not in dead]
    around = [ranks[-1], *ranks]
    runs = [sum(1 << rank for rank in around[low : low + 5]) for low in range(len(around) - 4)]
    sets = np.arange(1 << 13)
    held = np.array([np.bitwise_count(sets & straight) for straight in runs])
    made = np.zeros(len(sets), np.uint8)
    for low, high in combinations_with_replacement(ranks, 2):
        with_pair = sets | 1 << low | 1 << high
        made += np.any([with_pair & straight == straight for straight in runs], axis=0)
    return held.max(axis=0).astype(np.uint8), made
