"""Classes of whole batches of hands by any order, and of one hand without a kernel."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import BADUGI, HIGH, Order

from ..cards.layout import Cards, Layout, as_columns
from ..cards.text import CARDS, CardError, TextColumn, card_number, counted, format_hand, parse_hand
from ..cards.text import deck_text as deck_without
from ..cards.text import not_in_deck as cards_not_in_deck
from ..hands.evaluate import Walk, class_ids, class_ids_of_text, classes_by, classes_of_text_by
from ..hands.one_hand import class_of_cards
from .tables import badugi_tables, order_tables, places_of_five

Classes = npt.NDArray[np.uint16]


def order_ids(
    cards: Cards,
    order: Order,
    *,
    layout: Layout | None = None,
    out: Classes | None = None,
    strict: bool = True,
    threads: int = 1,
) -> Classes:
    """The class of each hand by an order.

    Parameters
    ----------
    cards : (k, n) or (n, k) uint8, or a list of k arrays of (n,), or of n arrays of (k,)
        Hands of as many cards as ``order.sizes`` has.
    order : Order
        Of ``ORDERS``.
    layout, out, threads
        As of :func:`~pokerlake.engine.hands.class_ids`.
    strict : bool
        Without it, hands with a card that is not in the order's deck are 0.

    Returns
    -------
    (n,) uint16
        1 .. ``order.classes``; lower is better, also where lows win.

    Raises
    ------
    CardError
        As ``class_ids``, and for the first hand with a card that is not in the order's deck.
    ValueError
        As ``class_ids``.

    Examples
    --------
    >>> from pokerlake.catalogue import DEUCE_TO_SEVEN
    >>> hands = np.stack([parse_hand("7c5d4h3s2c"), parse_hand("AsKsQsJsTs")])
    >>> order_ids(hands, DEUCE_TO_SEVEN)
    array([   1, 7462], dtype=uint16)
    """
    if order is HIGH:
        return class_ids(cards, layout=layout, out=out, threads=threads)
    walk_of = functools.partial(_walk_of, order)
    ids = classes_by(walk_of, order.sizes, cards, layout, out, threads)
    if strict and order.dead and len(ids) and not ids.min():
        row = int(np.argmin(ids))
        hand = as_columns(cards, layout, order.sizes)[:, row].tolist()
        raise CardError(not_in_deck(hand, order), row)
    return ids


def order_ids_of_text(
    text: TextColumn, order: Order, *, strict: bool = True, threads: int = 1
) -> tuple[Classes, npt.NDArray[np.uint8]]:
    """Classes of a column of text, and how many cards each hand has; both 0 where it is null.

    CardError for the first row that is not a hand, or, if ``strict``, has a card that is not in the
    deck; its class is 0 else.
    """
    if order is HIGH:
        return class_ids_of_text(text, threads=threads)
    walk_of = functools.partial(_walk_of, order)
    class_of_hand = functools.partial(_best, order=order)
    ids, count = classes_of_text_by(walk_of, class_of_hand, order.sizes, text, threads)
    for row in np.flatnonzero((ids == 0) & (count > 0)).tolist() if order.dead and strict else ():
        raise CardError(not_in_deck(parse_hand(text.text(row)).tolist(), order), row)
    return ids, count


@functools.cache
def _walk_of(order: Order, cards: int) -> Walk:
    """The kernel for hands of so many cards, and its tables."""
    from ..hands.evaluate_kernels import walk
    from .evaluate_kernels import walk_against_flushes, walk_badugi, walk_ranks

    if order is BADUGI:
        return walk_badugi, badugi_tables()
    numbers, flush_of_set = order_tables(order)
    of_size, of_five = ((numbers[size].first, numbers[size].rank_class) for size in (cards, 5))
    if not flush_of_set.any():
        return walk_ranks, of_size
    if order.dead:
        return _in_deck(walk, len(order.dead)), (*of_size, flush_of_set)
    if cards == 5:
        return walk, (*of_size, flush_of_set)
    return walk_against_flushes, (*of_size, *of_five, flush_of_set, places_of_five(cards))


def _in_deck(walk: Callable[..., int], lowest: int) -> Callable[..., int]:
    """A kernel after which hands with a card below the deck's lowest are of class 0.

    Those that have a flush beside it have a class by the kernel.
    """

    def walk_and_look(columns: npt.NDArray[np.uint8], *others: Any) -> int:
        start, stop, out = others[-3:]
        bad = walk(columns, *others)
        dealt = columns[:, start:stop]
        if bad < 0 and dealt.size and dealt.min() < lowest:
            out[start:stop][(dealt < lowest).any(axis=0)] = 0
        return bad

    return walk_and_look


def order_class(cards: Iterable[int], order: Order) -> int:
    """The class of one hand by an order, without a kernel: the best of any of its fives.

    CardError if it has too few or too many cards, or one that is none, is there twice or is not in
    the deck.

    Examples
    --------
    >>> from pokerlake.catalogue import BADUGI
    >>> order_class([48, 1, 6, 11], BADUGI)
    1
    """
    hand = [card_number(card) for card in cards]
    if len(hand) not in order.sizes:
        raise CardError(f"{counted(len(hand))}; {sizes_text(order)} are needed for {order.name}")
    if order is HIGH:
        return class_of_cards(hand)
    twice = [card for place, card in enumerate(hand) if card in hand[:place]]
    if twice:
        raise CardError(f"{format_hand(hand)!r} has {CARDS[twice[0]]} twice")
    found = _best(hand, order)
    if not found:
        raise CardError(not_in_deck(hand, order))
    return found


def _best(hand: Sequence[int], order: Order) -> int:
    """The class of cards that can be dealt; 0 if one is not in the deck."""
    if not set(order.dead).isdisjoint(hand):
        return 0
    if order is BADUGI:
        first_of, class_of = badugi_tables()
        a, b, c, d = sorted(hand)
        return int(class_of[first_of[d] + a + comb(b, 2) + comb(c, 3)])
    return min(_class_of_five(five, order) for five in combinations(hand, 5))


def sizes_text(order: Order) -> str:
    """How many cards a hand of the order has, in words for a message."""
    fewest, most = order.sizes[0], order.sizes[-1]
    return f"{fewest} to {most}" if fewest < most else str(fewest)


def _class_of_five(cards: Sequence[int], order: Order) -> int:
    numbers, flush_of_set = order_tables(order)
    ranks = sorted(card >> 2 for card in cards)
    suits = {card & 3 for card in cards}
    flush = int(flush_of_set[sum(1 << rank for rank in ranks)]) if len(suits) == 1 else 0
    number = sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))
    return flush or int(numbers[5].rank_class[number])


def not_in_deck(hand: Sequence[int], order: Order) -> str:
    """What to say of a hand with a card that is not in the order's deck."""
    return cards_not_in_deck(hand, order.dead)


def deck_text(order: Order) -> str:
    """What the deck of an order is, in words for a message."""
    return deck_without(order.dead)
