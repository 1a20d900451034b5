"""Classes of whole batches of hands by any order, and of one hand without a kernel.

Kernels on boards take classes as numbers of which the lower wins, and find categories by the bounds
of high hands: a straight up to 1609, a pair up to 6185. So the classes of another order are
renumbered: in their order, and except for flushes within the bounds of their category. A flush may
have any number, because it beats everything else that seven cards with a flush can make, as in
hold'em.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pokerlake.catalogue import ACE_TO_FIVE, BADUGI, EIGHT_OR_BETTER, HIGH, Order

from ..cards.layout import Cards, Layout, as_columns
from ..cards.text import CARDS, CardError, TextColumn, card_number, counted, format_hand, parse_hand
from ..cards.text import deck_text as deck_without
from ..cards.text import not_in_deck as cards_not_in_deck
from ..hands.board_tables import HIGH as HIGH_BOARDS
from ..hands.board_tables import BoardOrder, BoardTables, board_tables
from ..hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from ..hands.evaluate import (
    Walk,
    class_ids,
    class_ids_of_text,
    class_ways,
    classes_by,
    classes_of_text_by,
    ways_by,
)
from ..hands.one_hand import class_of_cards
from ..hands.order_classes import five_card_classes, rank_sets
from ..hands.rank_graph import (
    NodeNumbers,
    flush_of_set_of,
    layer_of,
    merged_graph_of,
    node_numbers_of,
)
from ..signatures import I8, I64, U8, U16, U32, frozen

_RANKS = 13
_NONE = 0xFFFF


class OrderTables(NamedTuple):
    """The look-up tables for classes over five cards."""

    # The numbers of ranks, and the classes by them without a flush, for 5, 6 and 7 cards.
    numbers: dict[int, NodeNumbers]
    # (8192,): the class of cards of one suit, by the set of their ranks.
    flush_of_set: U16


@functools.cache
def order_tables(order: Order) -> OrderTables:
    """The tables of an order over five cards. Built in 50 ms, once.

    Hands with a card that is not in the deck have class 0.
    """
    if order is EIGHT_OR_BETTER:
        numbers, flushes = order_tables(ACE_TO_FIVE)
        worst = np.uint16(order.classes)
        low_numbers = {
            cards: NodeNumbers(nodes.first, np.minimum(nodes.rank_class, worst))
            for cards, nodes in numbers.items()
        }
        return OrderTables(low_numbers, flushes)
    classes = five_card_classes(order)
    return OrderTables(node_numbers_of(classes), flush_of_set_of(classes))


@functools.cache
def places_of_five(cards: int) -> U8:
    """Which five of six or seven cards to take, ``(6 or 21, 5)``."""
    return np.array(list(combinations(range(cards), 5)), np.uint8)


class CardNumbers(NamedTuple):
    """The tables of badugi: the class of four cards by their number among all 270,725.

    With a < b < c < d the number is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4).
    """

    first_of: U32  # (52,) the first number with this highest card
    class_of: U16  # (270725,)


@functools.cache
def badugi_tables() -> CardNumbers:
    """The tables of badugi. Built in 60 ms, once."""
    class_of_set = np.full(1 << _RANKS, _NONE, np.uint16)
    for number, ranks in enumerate(rank_sets(), 1):
        class_of_set[sum(1 << rank for rank in ranks)] = number
    hands = all_fours()
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


def all_fours() -> U16:
    """All sets of four cards, ascending, ``(4, 270725)``, by number: by the highest card first."""
    falling = range(51, -1, -1)
    hands = np.fromiter(combinations(falling, 4), np.dtype((np.uint16, 4)), comb(52, 4))
    return np.ascontiguousarray(hands[::-1, ::-1].T)


def order_ids(
    cards: Cards,
    order: Order,
    *,
    layout: Layout | None = None,
    out: U16 | None = None,
    strict: bool = True,
    threads: int = 1,
) -> U16:
    """The class of each hand by an order.

    ``cards``: (k, n) or (n, k) uint8, or a list of k arrays of (n,), or of n arrays of (k,), hands
    of as many cards as ``order.sizes`` has; ``order``: of ``ORDERS``; ``layout``, ``out``,
    ``threads``: as of :func:`~pokerlake.engine.hands.class_ids`; ``strict``: without it, hands with
    a card that is not in the order's deck are 0.

    Returns (n,) uint16: 1 .. ``order.classes``; lower is better, also where lows win. Raises
    CardError as ``class_ids``, and for the first hand with a card that is not in the order's deck;
    ValueError as ``class_ids``.

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
) -> tuple[U16, U8]:
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
    size_tables, five_tables = (
        (numbers[size].first, numbers[size].rank_class) for size in (cards, 5)
    )
    if not flush_of_set.any():
        return walk_ranks, size_tables
    if order.dead:
        return _in_deck(walk, len(order.dead)), (*size_tables, flush_of_set)
    if cards == 5:
        return walk, (*size_tables, flush_of_set)
    return walk_against_flushes, (*size_tables, *five_tables, flush_of_set, places_of_five(cards))


def _in_deck(walk: Callable[..., int], lowest: int) -> Callable[..., int]:
    """The kernel, and a pass that gives class 0 to hands with a card below the deck's lowest.

    The kernel alone would give a class to such hands if they also have a flush.
    """

    def walk_and_look(columns: U8, *others: Any) -> int:
        start, stop, out = others[-3:]
        bad = walk(columns, *others)
        dealt = columns[:, start:stop]
        if bad < 0 and dealt.size and dealt.min() < lowest:
            out[start:stop][(dealt < lowest).any(axis=0)] = 0
        return bad

    return walk_and_look


def order_class(cards: Iterable[int], order: Order) -> int:
    """The class of one hand by an order, without a kernel: the best of all its fives.

    Raises CardError if it has too few or too many cards, a card twice, or one that is not in the
    deck.

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
    hand_class = _best(hand, order)
    if not hand_class:
        raise CardError(not_in_deck(hand, order))
    return hand_class


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
    """The message for a hand with a card that is not in the order's deck."""
    return cards_not_in_deck(hand, order.dead)


def deck_text(order: Order) -> str:
    """The deck of an order, in words for a message."""
    return deck_without(order.dead)


def hands_of(order: Order, cards: int) -> int:
    """How many hands of so many cards its deck has."""
    return comb(52 - len(order.dead), cards)


@functools.cache
def order_ways(order: Order, cards: int) -> I64:
    """How many hands of so many cards each class has, by combinatorics, in a few milliseconds.

    Returns (order.classes + 1,) int64 by class, read-only; index 0 is not used. Raises ValueError
    if hands of so many cards have no class.
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
    return frozen(counts)


def _class_of_flush(order: Order, flushes: I8, others: I8) -> U16:
    """Classes of hands by their ranks in one suit, and in other suits, ``(n, 0..2)``."""
    suited = 4 * flushes.astype(np.uint8)
    beside = 4 * others.astype(np.uint8) + np.arange(1, 1 + others.shape[1], dtype=np.uint8)
    hands = np.concatenate([suited, beside], axis=1)
    return order_ids(hands, order, layout="rows", strict=False)


@functools.cache
def board_numbers(order: Order) -> U16:
    """The number of each class for kernels on boards, ``(order.classes + 1,)``; 0 at index 0.

    Raises ValueError if there are no such numbers: lows win, or a category has too many classes.
    """
    if order.lows_win:
        raise ValueError(f"{order.name} is no order of boards: lows win")
    ends = np.cumsum(np.bincount(hand_classes().category, minlength=10))
    numbers = np.zeros(order.classes + 1, np.uint16)
    classes = five_card_classes(order)
    last = 0
    for place, name in enumerate(order.category_names, 1):
        rows = 1 + np.flatnonzero(classes.category == place)
        high_category = 1 + CATEGORY_NAMES.index(name)
        first = last + 1 if name == "flush" else max(last, int(ends[high_category - 1])) + 1
        last = first + len(rows) - 1
        if name != "flush" and last > ends[high_category]:
            raise ValueError(f"{order.name} has more classes of {name} than there are numbers")
        numbers[rows] = np.arange(first, last + 1)
    return frozen(numbers)


@functools.cache
def classes_of_numbers(order: Order) -> U16:
    """The class of each number of :func:`board_numbers`, ``(7463,)``; 0 for unused numbers."""
    classes: U16 = np.zeros(CLASSES + 1, np.uint16)
    classes[board_numbers(order)] = np.arange(order.classes + 1)
    return frozen(classes)


@functools.cache
def board_order(order: Order) -> BoardOrder:
    """An order in the form that kernels on boards take. Its classes are :func:`board_numbers`.

    Categories are those of high hands: 3 is a full house, whatever beats it.
    """
    if order is HIGH:
        return HIGH_BOARDS
    categories = tuple(1 + CATEGORY_NAMES.index(name) for name in order.category_names)
    tables = functools.cache(functools.partial(_tables, order, categories))

    def evaluate(hands: U8, out: U16) -> None:
        order_ids(hands, order, layout="columns", out=out)

    class_ids = functools.partial(classes_of_numbers, order)
    return BoardOrder(order.name, tables, categories, order.dead, evaluate, class_ids)


def _tables(order: Order, categories: tuple[int, ...]) -> BoardTables:
    """The tables of an order. Built in 60 ms."""
    numbers, classes = board_numbers(order), five_card_classes(order)
    graph = merged_graph_of(classes)
    category = np.zeros_like(board_tables().category)
    category[numbers[1:]] = np.array(categories, np.uint8)[classes.category - 1]
    return frozen(
        board_tables()._replace(
            next_node=graph.next,
            rank_class=numbers[graph.rank_class],
            flush_of_set=numbers[flush_of_set_of(classes)],
            category=category,
            dead=np.array([sum(1 << card for card in order.dead)], np.uint64),
        )
    )
