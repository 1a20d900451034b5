"""Hand classes: numbers with a name, a category and a percentile."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.text import CardError, whole_number
from pokerlake.engine.given import is_whole, shown
from pokerlake.engine.hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from pokerlake.engine.hands.evaluate import SIZES
from pokerlake.engine.hands.order_classes import order_classes
from pokerlake.queries.reading import reading
from pokerlake.tables.errors import UsageError


class HandClass(int):
    """The class of a hand, an ``int``: 1 for a royal flush .. 7462. Lower is better.

    Examples
    --------
    >>> HandClass(1).name, HandClass(1).category_name
    ('royal flush', 'straight flush')
    """

    __slots__ = ()
    order = HIGH.name

    def __new__(cls, number: int) -> HandClass:
        """A class, or 0 for no hand; CardError for a number outside 0 .. 7462."""
        return super().__new__(cls, whole_number("class", number, CLASSES + 1))

    @property
    def name(self) -> str:
        """The name of the class: ``full house, aces over kings``."""
        return str(class_name(self))

    @property
    def category(self) -> int:
        """The category: 1 straight flush .. 9 high card."""
        return int(hand_classes().category[_hand(self) - 1])

    @property
    def category_name(self) -> str:
        """The name of the category: ``full house``."""
        return CATEGORY_NAMES[self.category - 1]

    def percentile(self, cards: int = 7) -> float:
        """The percentage of all hands of 5, 6 or 7 cards that are at least as strong."""
        from pokerlake.queries.answers.class_columns import top_percents

        given: object = cards
        if not is_whole(given) or given not in SIZES:
            raise CardError(f"hands of {shown(cards)} cards; give 5, 6 or 7")
        return float(top_percents(cards)[_hand(self)])

    def __repr__(self) -> str:
        return f"HandClass({int(self)}, {self.name!r})" if self else "HandClass(0)"

    __str__ = int.__repr__


def _hand(number: HandClass) -> int:
    if not number:
        raise CardError("class 0 is no hand")
    return int(number)


HAND_CLASSES = [HandClass(number) for number in range(CLASSES + 1)]


class OrderClass(HandClass):
    """The class of a hand in another order. Lower is better, for lows too.

    Attributes
    ----------
    order : str
        The name of the order.

    Examples
    --------
    >>> OrderClass(1, "2-7")
    HandClass(1, 'no pair, seven-five-four-three-deuce', order='deuce to seven')
    """

    order: str

    def __new__(cls, number: int, order: Order | str) -> OrderClass:
        """A class, or 0 for no hand; CardError for a number that the order lacks."""
        kind = order_of(order)
        made = int.__new__(cls, whole_number("class", number, kind.classes + 1))
        made.order = kind.name
        return made

    def __reduce__(self) -> tuple[type[OrderClass], tuple[int, str]]:
        return OrderClass, (int(self), self.order)

    @property
    def name(self) -> str:
        """The name of the class: ``no pair, seven-five-four-three-deuce``."""
        return str(class_name(_hand(self), order=self.order))

    @property
    def category(self) -> int:
        """The category; 1 is the best."""
        from pokerlake.queries.answers.class_columns import categories

        return int(categories(order_of(self.order))[_hand(self)])

    @property
    def category_name(self) -> str:
        """The name of the category: ``one pair``."""
        return order_of(self.order).category_names[self.category - 1]

    def percentile(self, cards: int | None = None) -> float:
        """The percentage of all hands of this size, by default the largest, at least as strong."""
        from pokerlake.engine.orders.evaluate import sizes_text
        from pokerlake.queries.answers.class_columns import top_percents

        order = order_of(self.order)
        given: object = order.sizes[-1] if cards is None else cards
        if not is_whole(given) or given not in order.sizes:
            raise CardError(f"hands of {shown(cards)} cards; give {sizes_text(order)}")
        return float(top_percents(int(given), order)[_hand(self)])

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self else ""
        return f"HandClass({int(self)}, {name}order={self.order!r})"


class HighLow(NamedTuple):
    """The high and low hands of a split pot: ``high, low = evaluate(hole, board, game="omaha8")``.

    Attributes
    ----------
    high : HandClass or (n,) uint16
        The classes of the high hands.
    low : OrderClass or (n,) uint16
        The classes of the lows in the order "eight or better": 1 .. 56, and 57 for no low.
    """

    high: Any
    low: Any


def order_of(given: object) -> Order:
    """An order by its name or another spelling; UsageError for an unknown one."""
    if isinstance(given, str) and given == HIGH.name:
        return HIGH
    from pokerlake.queries.answers.orders import order_of as order_by_name

    return order_by_name(given)


def class_name(
    classes: int | npt.NDArray[np.integer] | Sequence[int], *, order: str | None = None
) -> Any:
    """The English name of a class, ``full house, aces over kings``; an array for many classes.

    ``order`` is the order of the classes, as in :func:`evaluate`. By default it is the order that
    a class carries, as the result of :func:`evaluate` for one hand does, else that of high hands.

    Examples
    --------
    >>> class_name(1), class_name([1, 7462]).tolist()
    ('royal flush', ['royal flush', 'high card, seven-five-four-three-deuce'])
    >>> class_name(1, order="badugi")
    'badugi, four-three-deuce-ace'
    """
    return named(classes, _names(_order_of_classes(classes, order)))


def category_name(
    classes: int | npt.NDArray[np.integer] | Sequence[int], *, order: str | None = None
) -> Any:
    """The name of the category of a class, ``full house``; an array for many classes.

    ``order`` is that of :func:`class_name`.
    """
    return named(classes, _category_names(_order_of_classes(classes, order)))


def _order_of_classes(classes: Any, order: str | None) -> Order:
    """The order of classes: the one that is named, else the one that the classes carry.

    UsageError if the two differ, or the classes carry several.
    """
    several = classes if isinstance(classes, (list, tuple)) else [classes]
    own = {one.order for one in several if isinstance(one, (HandClass, OrderClass))}
    said = {order_of(order).name} if order is not None else own or {HIGH.name}
    if len(own | said) > 1:
        raise UsageError(f"classes are of {' and '.join(sorted(own | said))}; give those of one")
    return order_of(said.pop())


@functools.cache
def _names(order: Order) -> list[str]:
    return order_classes(order).names


@functools.cache
def _category_names(order: Order) -> list[str]:
    return [order.category_names[kind - 1] for kind in order_classes(order).category.tolist()]


def named(given: Any, names: Sequence[str], one: str = "class", many: str = "classes") -> Any:
    """The name of a number from 1, or of many; CardError for the first without a name."""
    most = len(names)
    with reading(many, given):
        numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu":
        raise CardError(f"{many} are {numbers.dtype}; whole numbers 1..{most} are needed")
    outside = (numbers < 1) | (numbers > most)
    if outside.any():
        raise CardError(f"{one} {numbers[outside].flat[0]} is not in 1..{most}")
    if numbers.ndim == 0:
        return names[int(numbers) - 1]
    return np.array(names, object)[numbers - 1]
