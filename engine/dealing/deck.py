"""Decks: uniform shuffles and deals of whole batches, from a seed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..cards.text import CARDS, CardError, card_number, format_card
from ..given import is_whole, shown
from ..signatures import U8
from ..threads import over_rows


def require_seed(seed: int) -> None:
    """Raise ValueError unless the seed is a whole number of 64 bits."""
    if not is_whole(seed) or not 0 <= seed < 1 << 64:
        raise ValueError(f"seed is {shown(seed)}: give 0 .. 2**64 - 1")


def deal(
    deals: int, cards: int, *, seed: int, first: int = 0, dead: Sequence[int] = (), threads: int = 1
) -> U8:
    """Deal a batch: every order of every choice of cards is equally likely.

    Deal ``i`` depends only on the seed and on ``first + i``. So the result is the same for any
    number of threads, and a long run can be dealt in pieces: ``first`` is the start of the piece.

    Parameters
    ----------
    deals, cards : int
        How many deals, and how many cards each: 52 is a whole shuffled deck.
    seed : int
        0 .. 2**64 - 1.
    first : int
        The number of the first deal.
    dead : sequence of int
        Cards that are not in the deck.
    threads : int
        0 for all cores.

    Returns
    -------
    (cards, deals) uint8
        The cards of deal ``i``, in the order dealt, at ``[:, i]``.

    Raises
    ------
    ValueError
        If the seed is out of range or a number is negative.
    CardError
        If a dead card is not a card or is there twice, or if the deck has fewer than ``cards``
        cards.

    Examples
    --------
    >>> deal(3, 5, seed=1).shape
    (5, 3)
    """
    from .deck_kernels import deal_rows

    require_seed(seed)
    if min(deals, cards, first) < 0:
        raise ValueError(f"{deals} deals of {cards} cards from {first} on: none may be negative")
    dead_cards = [card_number(card) for card in dead]
    for card in dead_cards:
        if dead_cards.count(card) > 1:
            raise CardError(f"{format_card(card)} is dead twice")
    stub = np.array([card for card in range(len(CARDS)) if card not in dead_cards], dtype=np.uint8)
    if cards > len(stub):
        raise CardError(f"{cards} cards cannot be dealt from a deck of {len(stub)}")
    dealt = np.empty((cards, deals), np.uint8)
    stream = stub, np.uint64(seed), np.uint64(first)
    over_rows(lambda start, stop: deal_rows(*stream, start, stop, dealt), deals, threads)
    return dealt
