"""Classes of whole batches of hands by any order, and of one hand without a kernel."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import ACE_TO_FIVE, BADUGI, EIGHT_OR_BETTER, HIGH, Order

from ..cards.layout import Cards, Layout, as_columns
from ..cards.text import CARDS, CardError, TextColumn, card_number, counted, format_hand, parse_hand
from ..cards.text import deck_text as deck_without
from ..cards.text import not_in_deck as cards_not_in_deck
from ..hands.class_counting import class_ways, ways_by
from ..hands.evaluate import Walk, class_ids, class_ids_of_text, classes_by, classes_of_text_by
from ..hands.one_hand import class_of_cards
from ..hands.rank_graph import NodeNumbers, flush_of_set_of, layer_of, node_numbers_of
from .classes import five_card_classes, rank_sets

_RANKS = 13
_NONE = 0xFFFF
Classes = npt.NDArray[np.uint16]


class OrderTables(NamedTuple):
    """What classes over five cards are looked up in."""

    # The numbers of ranks, and the classes by them without a flush, for 5, 6 and 7 cards.
    numbers: dict[int, NodeNumbers]
    # (8192,): the class of cards of one suit, by the set of their ranks.
    flush_of_set: npt.NDArray[np.uint16]


@functools.cache
def order_tables(order: Order) -> OrderTables:
    """The tables of an order over five cards. Built in 50 ms, once.

    Class 0 is what has a card that is not in the deck.
    """
    if order is EIGHT_OR_BETTER:
        numbers, flushes = order_tables(ACE_TO_FIVE)
        worst = np.uint16(order.classes)
        of_low = {
            cards: NodeNumbers(of.first, np.minimum(of.rank_class, worst))
            for cards, of in numbers.items()
        }
        return OrderTables(of_low, flushes)
    classes = five_card_classes(order)
    return OrderTables(node_numbers_of(classes), flush_of_set_of(classes))


@functools.cache
def places_of_five(cards: int) -> npt.NDArray[np.uint8]:
    """Which five of six or seven cards to take, ``(6 or 21, 5)``."""
    return np.array(list(combinations(range(cards), 5)), np.uint8)


class CardNumbers(NamedTuple):
    """The tables of badugi: the class of four cards by their number among all 270,725.

    With a < b < c < d the number is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4).
    """

    first_of: npt.NDArray[np.uint32]  # (52,) the first number with this highest card
    class_of: npt.NDArray[np.uint16]  # (270725,)


@functools.cache
def badugi_tables() -> CardNumbers:
    """The tables of badugi. Built in 60 ms, once."""
    class_of_set = np.full(1 << _RANKS, _NONE, np.uint16)
    for number, ranks in enumerate(rank_sets(), 1):
        class_of_set[sum(1 << rank for rank in ranks)] = number
    hands = _fours()
    rank_bit, suit_bit = np.uint16(1) << (hands >> 2), np.uint16(1) << (hands & 3)
    best = np.full(hands.shape[1], _NONE, np.uint16)
    for held in range(1, 16):
        at = [place for place in range(4) if held >> place & 1]
        ranks = np.bitwise_or.reduce(rank_bit[at])
        suits = np.bitwise_or.reduce(suit_bit[at])
        fewer = np.minimum(np.bitwise_count(ranks), np.bitwise_count(suits)) < len(at)
        best = np.minimum(best, np.where(fewer, np.uint16(_NONE), class_of_set[ranks]))
    first_of = np.array([comb(card, 4) for card in range(52)], np.uint32)
    return CardNumbers(first_of, best)


def _fours() -> npt.NDArray[np.uint16]:
    """Any four cards ascending, ``(4, 270725)``, by their numbers: by the highest card first."""
    falling = range(51, -1, -1)
    hands = np.fromiter(combinations(falling, 4), np.dtype((np.uint16, 4)), comb(52, 4))
    return np.ascontiguousarray(hands[::-1, ::-1].T)


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


def hands_of(order: Order, cards: int) -> int:
    """How many hands of so many cards its deck has."""
    return comb(52 - len(order.dead), cards)


@functools.cache
def order_ways(order: Order, cards: int) -> npt.NDArray[np.int64]:
    """How many hands of so many cards each class has, by combinatorics, in some milliseconds.

    Returns (order.classes + 1,) int64 by the class; index 0 is not used. Read-only. Raises
    ValueError if hands of so many cards have no class.
    """
    if cards not in order.sizes:
        raise ValueError(f"hands of {cards} cards are not counted: give {sizes_text(order)}")
    if order is HIGH:
        return class_ways(cards)
    if order is BADUGI:
        counts = np.bincount(badugi_tables().class_of, minlength=order.classes + 1)
    else:
        numbers, flush_of_set = order_tables(order)
        ranks, _ = layer_of(cards)
        number_of = numbers[cards]
        flushes = functools.partial(_class_of_flush, order) if flush_of_set.any() else None
        counts = ways_by(ranks, number_of.classes_of(ranks), flushes, order.classes)
    counts.flags.writeable = False
    return counts


def _class_of_flush(
    order: Order, flushes: npt.NDArray[np.int8], others: npt.NDArray[np.int8]
) -> npt.NDArray[np.uint16]:
    """Classes of hands by their ranks in one suit and, ``(n, 0..2)``, in others."""
    suited = 4 * flushes.astype(np.uint8)
    beside = 4 * others.astype(np.uint8) + np.arange(1, 1 + others.shape[1], dtype=np.uint8)
    hands = np.concatenate([suited, beside], axis=1)
    return order_ids(hands, order, layout="rows", strict=False)
