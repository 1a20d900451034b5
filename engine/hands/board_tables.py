"""The tables with which kernels class and order every hole on a board."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..cards.holes import hand_of_hole, hole_bits, hole_cards
from ..cards.text import CARDS
from ..signatures import U8, U16, U64, Input, frozen
from .classes import hand_classes
from .rank_graph import flush_of_set, merged_graph


class BoardTables(NamedTuple):
    """Read-only tables that kernels take as one argument."""

    # The node of the merged rank graph after one more card of each rank.
    next_node: Input[U16, "27428, 13"]
    # The class of a node's cards if there is no flush; 0 below five cards.
    rank_class: Input[U16, "27428"]
    # The class of cards of one suit, by the set of their ranks; 0 below five cards.
    flush_of_set: Input[U16, "8192"]
    category: Input[U8, "7463"]  # the category of each class, 1 to 9; 0 at the unused index 0
    hole_cards: Input[U8, "1326, 2"]  # the cards of each hole, the lower first
    hole_bits: Input[U64, "1326"]  # the same as sets of cards
    hand_of_hole: Input[U8, "1326"]  # the starting hand of each hole, 0 to 168
    dead: Input[U64, "1"]  # the cards that are not in the deck, as a set


@functools.cache
def board_tables() -> BoardTables:
    """Return the tables, built in 50 ms, once."""
    graph = merged_graph()
    category = np.concatenate([[0], hand_classes().category]).astype(np.uint8)
    hole_tables = hole_cards(), hole_bits(), hand_of_hole()
    rank_tables = graph.next, graph.rank_class, flush_of_set()
    return frozen(BoardTables(*rank_tables, category, *hole_tables, np.zeros(1, np.uint64)))


@dataclass(frozen=True, eq=False)
class BoardOrder:
    """An order of hands on boards, in the form that kernels take; compared by identity."""

    name: str
    tables: Callable[[], BoardTables]  # always returns the same tables
    # The categories, numbered as those of high hands, best of this order first
    categories: tuple[int, ...]
    dead: tuple[int, ...]  # the cards that are not in its deck
    # Writes the classes ``(n,)`` of hands of seven cards ``(7, n)`` to its second argument
    evaluate: Callable[[U8, U16], object]
    # The class of each number in its tables, if they are not the same
    class_ids: Callable[[], U16] | None = None

    @property
    def deck(self) -> int:
        """How many cards its deck has."""
        return len(CARDS) - len(self.dead)

    def classes(self, numbers: U16) -> U16:
        """The classes that numbers of the tables stand for."""
        return numbers if self.class_ids is None else self.class_ids()[numbers]


def _high(hands: U8, out: U16) -> None:
    from .evaluate import class_ids

    class_ids(hands, layout="columns", out=out)


HIGH = BoardOrder("high", board_tables, tuple(range(1, 10)), (), _high)
