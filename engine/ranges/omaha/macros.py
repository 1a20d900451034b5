"""Words that begin with ``$``: ranks such as ``$B``, and conditions such as ``$ds``."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .hole_lists import Mask, hole_lists
from .hole_range import Cards

RANK_WORDS = {
    "r": "AKQJT",
    "b": "AKQJ",
    "f": "KQJ",
    "n": "KQJT9",
    "m": "T987",
    "z": "65432",
    "l": "A8765432",
    "w": "A5432",
}


@dataclass(frozen=True)
class _Word:
    about: str
    suits: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a suit has, twos on
    ranks: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a rank has, twos on
    gaps: int | None = None


WORDS = {
    "ds": _Word("double-suited", suits=lambda counts: counts == (2, 2)),
    "ss": _Word("single-suited", suits=lambda counts: counts == (2,)),
    "ts": _Word("three of one suit", suits=lambda counts: counts == (3,)),
    "rb": _Word("rainbow", suits=lambda counts: not counts),
    "np": _Word("no pair", ranks=lambda counts: not counts),
    "op": _Word("one pair", ranks=lambda counts: counts == (2,)),
    "tp": _Word("two pair", ranks=lambda counts: counts == (2, 2)),
    "nt": _Word("no three of a rank", ranks=lambda counts: max(counts, default=0) < 3),
    "0g": _Word("ranks in a row", gaps=0),
    "1g": _Word("ranks in a row but for one", gaps=1),
    "2g": _Word("ranks in a row but for two", gaps=2),
    "ms": _Word("all of one suit"),
}
WORD = re.compile(rf"\$({'|'.join((*WORDS, *RANK_WORDS))})", re.IGNORECASE | re.ASCII)


@functools.cache
def lists_of(word: str, cards: int) -> tuple[Mask | None, Mask | None]:
    """The lists of ranks and of suits that a word of ``WORDS`` means; None for all lists."""
    lists, meant = hole_lists(cards), WORDS[word]
    if meant.suits:
        return None, np.array([meant.suits(_counts(row)) for row in lists.suits])
    if meant.ranks:
        return np.array([meant.ranks(_counts(row)) for row in lists.ranks]), None
    if meant.gaps is not None:
        return _in_a_row(lists.ranks, cards + meant.gaps), None
    return None, lists.suits[:, 0] == lists.suits[:, -1]


def suitedness_of(suits: Sequence[int]) -> str:
    """How a hole of these suits is suited, as a condition: ``$ds``, or ``:xxxyy``."""
    counts = sorted((suits.count(suit) for suit in set(suits)), reverse=True)
    if len(counts) == 1:
        return "$ms"
    twos = tuple(count for count in counts if count > 1)
    known = (name for name, word in WORDS.items() if word.suits and word.suits(twos))
    letters = "".join(letter * count for letter, count in zip("xyzw", counts, strict=False))
    return next((f"${name}" for name in known), f":{letters}")


def _counts(row: Cards) -> tuple[int, ...]:
    """How many there are of each that is there twice or more, the most first."""
    values = row.tolist()
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return tuple(count for count in counts if count > 1)


def _in_a_row(ranks: Cards, width: int) -> Mask:
    """Whether ranks, all of them different, are within so many and no fewer; the ace is low too."""
    high = ranks.astype(np.int64)
    low = np.sort(np.where(high == 12, -1, high), axis=1)
    different = (np.diff(high, axis=1) > 0).all(axis=1)
    spans = [found[:, -1] - found[:, 0] + 1 == width for found in (high, low)]
    found: Mask = different & (spans[0] | spans[1])
    return found
