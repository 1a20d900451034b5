"""One hand, board or hole in any form, and batches of them: their memory layout, and checks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..given import shown
from ..signatures import U8
from .text import CARDS, SUIT_PATTERN, CardError, card_number, check_cards, format_hand, parse_hand

Layout = Literal["columns", "rows"]
Cards = U8 | Sequence[U8]

_CARD = re.compile(rf"\s*(?:10|[2-9TJQKA]){SUIT_PATTERN}\s*", re.IGNORECASE | re.ASCII)


def as_columns(
    cards: Cards, layout: Layout | None, sizes: Sequence[int], what: str = "cards"
) -> U8:
    """Hands, or boards, with a number of cards in ``sizes``, as ``(k, n)``; rows are not copied.

    Raises CardError if the array, or the stacked list of arrays, is not ``uint8`` or not of such
    sizes, or if it could be columns as well as rows and ``layout`` does not say which.
    """
    if not isinstance(cards, np.ndarray):
        cards = np.stack(parts_of(cards, what))
    if cards.dtype != np.uint8:
        raise CardError(f"{what} are {cards.dtype}; uint8 is needed")
    return cards.T if in_rows(cards.shape, layout, sizes, what) else cards


def in_rows(
    shape: tuple[int, ...], layout: Layout | None, sizes: Sequence[int], what: str = "cards"
) -> bool:
    """Whether cards of this shape are rows, ``(n, k)``; errors are those of :func:`as_columns`."""
    if layout is not None and layout not in get_args(Layout):
        raise CardError(f'layout is {shown(layout)}: give "columns" or "rows"')
    if len(shape) != 2:
        raise CardError(f"{what} have shape {shape}; (k, n) or (n, k) is needed")
    columns_fit, rows_fit = (side in sizes for side in shape)
    if layout is None and rows_fit and columns_fit:
        raise CardError(
            f'{what} of shape {shape} may be columns or rows: say layout="columns" or layout="rows"'
        )
    if layout is None:
        layout = "rows" if rows_fit else "columns"
    if not (rows_fit if layout == "rows" else columns_fit):
        k = shape[1 if layout == "rows" else 0]
        needed = ", ".join(map(str, sizes)).replace(f", {sizes[-1]}", f" or {sizes[-1]}")
        raise CardError(f"{what} of shape {shape} are {layout} of {k} cards, not of {needed}")
    return layout == "rows"


def as_rows(cards: Cards, layout: Layout | None, sizes: Sequence[int], what: str) -> U8:
    """The same as ``(n, k)``; also raises CardError for the first that cannot be dealt."""
    columns = as_columns(cards, layout, sizes, what)
    ordered = np.sort(columns, axis=0)
    if (ordered[1:] == ordered[:-1]).any() or (ordered > 51).any():
        check_cards(columns)  # raises for the first one
    return columns.T


def parts_of(cards: Sequence[npt.ArrayLike], what: str = "cards") -> list[U8]:
    """The arrays of a list: CardError unless they are ``uint8`` and of one length."""
    parts = [np.asarray(part) for part in cards]
    if not parts or any(p.dtype != np.uint8 or p.shape != parts[0].shape for p in parts):
        kinds = ", ".join(sorted({f"{part.dtype} {part.shape}" for part in parts})) or "nothing"
        raise CardError(f"{what} are a list of {kinds}; uint8 arrays of one length are needed")
    return parts


# ---------------------------------------------------------------- one hand


def is_one_hand(value: Any) -> bool:
    """Whether this is one hand: a text, numbers ``(k,)``, or a list of texts with one card each."""
    if isinstance(value, (str, set, frozenset)):
        return True
    if isinstance(value, (list, tuple)):
        texts = all(isinstance(one, str) and _CARD.fullmatch(one) for one in value)
        return texts or all(isinstance(one, (int, np.integer)) for one in value)
    if not isinstance(value, np.ndarray) or value.ndim != 1:
        return False
    if value.dtype.kind in "UO":
        return len(value) > 0 and is_one_hand(value.tolist())
    return value.dtype.kind in "iuf"


def one_hand(value: Any, what: str = "cards") -> list[int]:
    """The cards of one hand, of any size, in any form; no cards for None.

    Raises CardError if something is not a card, a card is there twice, or there are several hands.
    """
    if value is None:
        return []
    if isinstance(value, str):
        return list(map(int, parse_hand(value)))
    try:
        cards = value.tolist() if isinstance(value, np.ndarray) else list(value)
    except TypeError:
        raise CardError(f"{what} are {shown(value)}; give text, or numbers 0..51") from None
    if cards and all(isinstance(one, str) for one in cards):
        if len(cards) > 1 and not is_one_hand(cards):
            raise CardError(f"{what} are {len(cards)} texts, from {shown(cards[0])} on; give one")
        return list(map(int, parse_hand(" ".join(cards))))
    numbers = [card_number(card) for card in cards]
    for place, card in enumerate(numbers):
        if card in numbers[:place]:
            raise CardError(f"{what} {format_hand(numbers)!r} have {CARDS[card]} twice")
    return numbers
