"""Tables of another order for the kernels of hold'em: boards, known holes and sampling.

These kernels take classes as numbers of which the lower wins, and categories by where high hands
have them: a straight up to 1609, a pair up to 6185. So classes of another order are renumbered: in
their order, and where no flush is concerned within the bounds of their category. A flush may stand
anywhere. It is worth more than whatever else seven cards with a flush can make, as in hold'em.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..hands import board_tables as of_high
from ..hands.board_tables import BoardOrder, BoardTables, board_tables
from ..hands.classes import CATEGORY_NAMES, CLASSES, hand_classes
from ..hands.rank_graph import flush_of_set_of, merged_graph_of
from .classes import five_card_classes
from .evaluate import order_ids


@functools.cache
def board_numbers(order: Order) -> npt.NDArray[np.uint16]:
    """The number of each class for kernels on boards, ``(order.classes + 1,)``; 0 at index 0.

    Raises ValueError if the order has no such numbers: lows win, or a category has other bounds.
    """
    if order.lows_win:
        raise ValueError(f"{order.name} is no order of boards: lows win")
    ends = np.cumsum(np.bincount(hand_classes().category, minlength=10))
    numbers = np.zeros(order.classes + 1, np.uint16)
    classes = five_card_classes(order)
    last = 0
    for place, name in enumerate(order.category_names, 1):
        rows = 1 + np.flatnonzero(classes.category == place)
        of_high = 1 + CATEGORY_NAMES.index(name)
        first = last + 1 if name == "flush" else max(last, int(ends[of_high - 1])) + 1
        last = first + len(rows) - 1
        if name != "flush" and last > ends[of_high]:
            raise ValueError(f"{order.name} has more classes of {name} than there are numbers")
        numbers[rows] = np.arange(first, last + 1)
    numbers.flags.writeable = False
    return numbers


@functools.cache
def classes_of_numbers(order: Order) -> npt.NDArray[np.uint16]:
    """The class of each number of :func:`board_numbers`, ``(7463,)``; 0 for numbers of no class."""
    classes: npt.NDArray[np.uint16] = np.zeros(CLASSES + 1, np.uint16)
    classes[board_numbers(order)] = np.arange(order.classes + 1)
    classes.flags.writeable = False
    return classes


@functools.cache
def board_order(order: Order) -> BoardOrder:
    """What kernels on boards take of an order. Its classes are :func:`board_numbers`.

    Categories are those of high hands: 3 is a full house, whatever beats it.
    """
    if order is HIGH:
        return of_high.HIGH
    categories = tuple(1 + CATEGORY_NAMES.index(name) for name in order.category_names)
    tables = functools.cache(functools.partial(_tables, order, categories))

    def evaluate(hands: npt.NDArray[np.uint8], out: npt.NDArray[np.uint16]) -> None:
        order_ids(hands, order, layout="columns", out=out)

    class_ids = functools.partial(classes_of_numbers, order)
    return BoardOrder(order.name, tables, categories, order.dead, evaluate, class_ids)


def _tables(order: Order, categories: tuple[int, ...]) -> BoardTables:
    """The tables of an order. Built in 60 ms."""
    numbers, classes = board_numbers(order), five_card_classes(order)
    graph = merged_graph_of(classes)
    category = np.zeros_like(board_tables().category)
    category[numbers[1:]] = np.array(categories, np.uint8)[classes.category - 1]
    tables = board_tables()._replace(
        next_node=graph.next,
        rank_class=numbers[graph.rank_class],
        flush_of_set=numbers[flush_of_set_of(classes)],
        category=category,
        dead=np.array([sum(1 << card for card in order.dead)], np.uint64),
    )
    for table in tables:
        table.flags.writeable = False  # the type of a field, which kernels take only exactly
    return tables
