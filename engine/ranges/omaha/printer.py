"""Writing a range of Omaha: ranks where all their holes are in it, and what is left hole by hole.

The order is fixed. Weights from the largest to the smallest; of one weight whole ranks (``AA``,
``KKQ[Q-2]``), ranks of one suitedness (``AAKK$ds``), suits of some ranks (``AxKxQyJy``), and single
holes; each along the ranks, the ace first.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from decimal import Decimal
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...cards.boards import suit_images
from ...cards.text import RANKS, format_hand
from ..dialects import plain
from .hole_lists import Mask, hole_lists
from .hole_range import Cards, OmahaRange, hole_numbers
from .patterns import suitedness_of

_VARIABLES = "xyzw"


def format_omaha_range(range_: OmahaRange) -> str:
    """A range as text, the same for the same weights; of the empty range the empty text.

    Reading the text gives the same holes and weights, bit by bit.

    Examples
    --------
    >>> from .parser import parse_omaha_range
    >>> format_omaha_range(parse_omaha_range("AxAyxy, AxKxQyJy@50, KK!A"))
    'KK[K-2][K-2],AA$ds,AxKxQyJy@50'
    """
    return ",".join(parts_of(range_))


def parts_of(range_: OmahaRange) -> Iterator[str]:
    """The parts of that text."""
    for weight in np.unique(range_.weights)[::-1].tolist():
        texts = _texts(range_.holes[range_.weights == weight])
        if weight == 1:
            yield from texts
        else:
            parts = list(texts)
            mark = f"@{plain(Decimal(repr(weight)).scaleb(2))}"
            yield parts[0] + mark if len(parts) == 1 else f"({','.join(parts)}){mark}"


def _texts(holes: Cards) -> Iterator[str]:
    """The parts that mean these holes."""
    cards = holes.shape[1]
    if len(holes) == comb(52, cards):
        yield "*"
        return
    lists, totals = hole_lists(cards), _totals(cards)
    found = lists.numbers_of_ranks(holes >> np.uint8(2))
    suitedness = totals.suitedness[lists.numbers_of_suits(np.sort(holes & np.uint8(3), axis=1))]
    counts = np.zeros(totals.holes.shape, np.int64)
    np.add.at(counts, (suitedness, found), 1)

    whole = counts.sum(axis=0) == totals.holes.sum(axis=0)
    yield from _rank_texts(cards, whole, np.ones(len(whole), np.bool_))
    done = whole[found]
    for number, name in enumerate(totals.names):
        full = (counts[number] == totals.holes[number]) & (totals.holes[number] > 0)
        if (full & ~whole).any():
            for text in _rank_texts(cards, full, totals.holes[number] > 0, ~whole):
                yield text + name if name[0] == "$" or text else name[1:]
        done |= full[found] & (suitedness == number)
    yield from _suit_texts(holes[~done])


class _Totals(NamedTuple):
    """How many holes there are of each suitedness and list of ranks."""

    names: tuple[str, ...]  # of suitedness: "$ds", ":xxxyy"
    suitedness: npt.NDArray[np.intp]  # (s,): of each list of suits
    holes: npt.NDArray[np.int64]  # (names, r)


@functools.cache
def _totals(cards: int) -> _Totals:
    lists = hole_lists(cards)
    names = [suitedness_of(row) for row in lists.suits.tolist()]
    known = tuple(dict.fromkeys(names))
    suitedness = np.array([known.index(name) for name in names])
    holes = np.zeros((len(known), len(lists.ranks)), np.int64)
    for shape in lists.shapes:
        counts = np.bincount(suitedness[shape.suit_list], minlength=len(known))
        holes[:, shape.lists] = counts[:, None]
    return _Totals(known, suitedness, holes)


# ---------------------------------------------------------------- ranks


def _rank_texts(cards: int, meant: Mask, there: Mask, needed: Mask | None = None) -> Iterator[str]:
    """Texts of lists of ranks: ``meant`` are those of them that are ``there`` at all.

    Those that are not ``needed`` may be written, too.
    """
    needed = meant if needed is None else meant & needed
    # From the highest rank down, so that lists with the same first ranks are side by side.
    ranks = hole_lists(cards).ranks[:, ::-1]
    order = np.lexsort(ranks.T[::-1])[::-1]
    order = order[there[order]]
    yield from _below(ranks[order], meant[order], needed[order], 0)


def _below(ranks: Cards, meant: Mask, needed: Mask, depth: int) -> Iterator[str]:
    """Texts of lists that have the first ``depth`` ranks in common."""
    if not needed.any():
        return
    cards = ranks.shape[1]
    first = "".join(RANKS[rank] for rank in ranks[0, :depth])
    if meant.all():
        top = ranks[0, depth - 1] if depth else 12
        below = "" if top == 12 else _span([*range(top, -1, -1)]) * (cards - depth)
        yield first + below
    elif depth == cards - 1:
        yield first + _span(ranks[meant, depth].tolist())
    else:
        starts = np.flatnonzero(np.diff(ranks[:, depth].astype(np.int64), prepend=99))
        for start, stop in zip(starts, [*starts[1:], len(ranks)], strict=True):
            part = slice(int(start), int(stop))
            yield from _below(ranks[part], meant[part], needed[part], depth + 1)


def _span(ranks: list[int]) -> str:
    """One of some descending ranks: ``K``, ``[K-2]``, ``[KQ9]``."""
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    names = [
        f"{RANKS[run[0]]}-{RANKS[run[-1]]}" if len(run) > 2 else "".join(RANKS[n] for n in run)
        for run in runs
    ]
    return RANKS[ranks[0]] if len(ranks) == 1 else f"[{','.join(names)}]"


# ---------------------------------------------------------------- suits


def _suit_texts(holes: Cards) -> Iterator[str]:
    """Texts of holes: with variables where all that are the same up to suits are there."""
    images = np.stack([hole_numbers(np.sort(image[holes], axis=1)) for image in suit_images()])
    same = images.min(axis=0)
    sizes = len(images) // (images == same).sum(axis=0)
    _, hand, counts = np.unique(same, return_inverse=True, return_counts=True)
    full = counts[hand] == sizes
    lowest = full & (images[0] == same)
    order = np.lexsort(holes.T)[::-1]  # by the highest card, then the next
    for hole in holes[order[lowest[order]], ::-1].tolist():
        suits = list(dict.fromkeys(card & 3 for card in hole))
        yield "".join(RANKS[card >> 2] + _VARIABLES[suits.index(card & 3)] for card in hole)
    for hole in holes[order[~full[order]], ::-1]:
        yield format_hand(hole)
