"""SQL functions of five-card draw: what of a hand as dealt is thrown away."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .text import text_column

DISCARDS = 32


def discards_of_text(hands: pa.ChunkedArray) -> pa.Array:
    """The discards of hands of five cards: a list of 32 ``{discard, kept, thrown}``; null for null.

    ``discard`` is the row of ``draw_exchanges`` that stands for it, with ``board_id`` of the hand;
    the cards are in the order in which the hand has them.

    Raises
    ------
    CardError
        For the first row that is no hand of five cards.
    """
    from ..engine.cards import CARDS, parse_column
    from ..engine.exchanges import canonical_discards

    parsed = parse_column(text_column(hands), fewest=5, most=5)
    dealt = parsed.count > 0
    cards = parsed.cards[:, dealt]
    discard = canonical_discards(np.ascontiguousarray(cards.T))
    texts = pa.array([*CARDS, ""])
    thrown = np.arange(DISCARDS) >> np.arange(5)[:, None] & 1

    def joined(shown: npt.NDArray[np.bool_]) -> pa.Array:
        places = np.where(shown[:, None, :], cards[:, :, None], len(CARDS))
        columns = [texts.take(pa.array(place.ravel())) for place in places]
        return pc.binary_join_element_wise(*columns, "")

    rows = pa.StructArray.from_arrays(
        [pa.array(discard.ravel()), joined(thrown == 0), joined(thrown == 1)],
        ["discard", "kept", "thrown"],
    )
    ends = np.concatenate([[0], dealt.cumsum() * DISCARDS]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), rows, mask=pa.array(~dealt))
