"""The tables with which kernels class and order every hole on a board."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import hand_of_hole, hole_cards
from ..cards.suit_symmetry import hole_bits
from .classes import hand_classes
from .rank_graph import merged_graph
from .rank_index import flush_of_set


class BoardTables(NamedTuple):
    """Read-only tables that kernels take as one argument.

    Attributes
    ----------
    next_node : (27428, 13) uint16
        The node of the merged rank graph after one more card of each rank.
    rank_class : (27428,) uint16
        The class of a node's cards where no flush is there; 0 below five cards.
    flush_of_set : (8192,) uint16
        The class of cards of one suit, by the set of their ranks; 0 below five cards.
    category : (7463,) uint8
        The category of each class, 1 to 9; 0 at the unused index 0.
    hole_cards : (1326, 2) uint8
        The cards of each hole, the lower first.
    hole_bits : (1326,) uint64
        The same as sets of cards.
    hand_of_hole : (1326,) uint8
        The starting hand of each hole, 0 to 168.
    """

    next_node: npt.NDArray[np.uint16]
    rank_class: npt.NDArray[np.uint16]
    flush_of_set: npt.NDArray[np.uint16]
    category: npt.NDArray[np.uint8]
    hole_cards: npt.NDArray[np.uint8]
    hole_bits: npt.NDArray[np.uint64]
    hand_of_hole: npt.NDArray[np.uint8]


@functools.cache
def board_tables() -> BoardTables:
    """Return the tables, built in 50 ms, once."""
    graph = merged_graph()
    category = np.concatenate([[0], hand_classes().category]).astype(np.uint8)
    tables = BoardTables(
        graph.next,
        graph.rank_class,
        flush_of_set(),
        category,
        hole_cards(),
        hole_bits(),
        hand_of_hole(),
    )
    for table in tables:
        table.flags.writeable = False  # the type of a field, which kernels take only exactly
    return tables
