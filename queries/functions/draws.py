"""SQL functions of five-card draw: the discards of a hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.text import CARDS, CardError, counted, parse_column, parse_hand

from .columns import struct_of, text_of
from .library import Library

_DISCARDS = 32
_FEW = 64  # hands: no more are read without kernels


def discards(_: Library, hands: pa.Array) -> pa.Array:
    """The 32 discards of each hand, ``{hand, discard, kept, thrown}``; null for null.

    ``hand`` and ``discard`` are the key of the canonical row of ``draw_exchanges``; the cards kept
    and thrown away are in the order of the given hand.
    """
    from pokerlake.engine.draw.exchange import canonical_discards

    dealt = np.asarray(hands.is_valid())
    cards = _cards(hands.drop_null())
    canonical = canonical_discards(cards, layout="rows")
    is_thrown = np.arange(_DISCARDS)[:, None] >> np.arange(5) & 1 == 1

    def texts(shown: npt.NDArray[np.bool_]) -> pa.Array:
        return _texts(np.where(shown, cards[:, None], 52).reshape(-1, 5))

    rows = struct_of(
        {
            "hand": _texts(canonical.hands.repeat(_DISCARDS, axis=0)),
            "discard": canonical.discards.ravel(),
            "kept": texts(~is_thrown),
            "thrown": texts(is_thrown),
        }
    )
    ends = np.concatenate([[0], dealt.cumsum() * _DISCARDS]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), rows, mask=pa.array(~dealt))


def _cards(hands: pa.Array) -> npt.NDArray[np.uint8]:
    text = text_of(hands)
    if len(hands) > _FEW:
        return parse_column(text, fewest=5, most=5).cards.T
    cards = np.empty((len(hands), 5), np.uint8)
    for row, shown in enumerate(hands.to_pylist()):
        hand = parse_hand(shown)
        if len(hand) != 5:
            raise CardError(f"{shown!r} has {counted(len(hand))}, not 5")
        cards[row] = hand
    return cards


def _texts(cards: npt.NDArray[np.uint8]) -> pa.Array:
    """The cards of each row as text; 52 is no card."""
    texts = pa.array([*CARDS, ""])
    columns = [texts.take(pa.array(place)) for place in np.ascontiguousarray(cards.T)]
    return pc.binary_join_element_wise(*columns, "")
