"""Builds the tables of classes and rank graphs, of boards, and of every hole on them.

Every hand of five, six and seven cards is dealt and counted for the classes; classes of short deck
are counted by combinatorics.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.cards.texture import textures
from pokerlake.engine.flop_subsets.fitting import fitted_subsets, subset_errors
from pokerlake.engine.hands.classes import HandClasses, hand_classes
from pokerlake.engine.hands.evaluate import SHARES, class_counts_of
from pokerlake.engine.hands.order_classes import five_card_classes
from pokerlake.engine.hands.rank_graph import rank_graph
from pokerlake.engine.orders.evaluate import board_order, order_ways
from pokerlake.engine.strength.transitions import river_outcomes, strengths
from pokerlake.tables.definitions.boards import (
    FLOP_HANDS,
    FLOPS,
    RIVER_HANDS,
    RIVERS,
    SHORT_FLOP_HANDS,
    SHORT_FLOPS,
    SHORT_RIVER_HANDS,
    SHORT_RIVERS,
    SHORT_TURN_HANDS,
    SHORT_TURNS,
    TURN_HANDS,
    TURNS,
    count_columns,
)
from pokerlake.tables.definitions.classes import CLASSES, DAG_NODES, SHORT_CLASSES, SHORT_DAG_NODES
from pokerlake.tables.definitions.solving import FLOP_SUBSET_ERRORS, FLOP_SUBSETS
from pokerlake.tables.manifest import Parameters

from ..parts import Build, Cost, share

_PIECES = 32  # of about a second each, so that a killed build loses little
_FEWER = 4  # for short deck
_TABLES = {
    HIGH.name: {3: FLOP_HANDS, 4: TURN_HANDS, 5: RIVER_HANDS},
    SHORT_DECK_HIGH.name: {3: SHORT_FLOP_HANDS, 4: SHORT_TURN_HANDS, 5: SHORT_RIVER_HANDS},
}


_SIZES = (5, 6, 7)


def _class_counts(partition: int, _: Parameters) -> pa.Table:
    return pa.table({f"count{k}": class_counts_of(k, *SHARES[partition])[1:] for k in _SIZES})


def _classes(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    totals = {f"count{k}": np.zeros(CLASSES.fixed_rows, np.int64) for k in _SIZES}
    for part in parts:
        for name, total in totals.items():
            total += part[name].to_numpy()
    yield _class_rows(hand_classes(), totals)


def _short_classes(_: int, __: Parameters) -> pa.Table:
    counts = {f"count{k}": order_ways(SHORT_DECK_HIGH, k)[1:] for k in _SIZES}
    return _class_rows(five_card_classes(SHORT_DECK_HIGH), counts)


def _class_rows(classes: HandClasses, counts: dict[str, npt.NDArray[np.int64]]) -> pa.Table:
    return pa.table(
        {
            "class_id": np.arange(1, len(classes.category) + 1),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            **counts,
        }
    )


def _graph(_partition: int, _: Parameters, *, order: Order) -> pa.Table:
    columns = dict(vars(rank_graph(five_card_classes(order))))
    steps = columns.pop("next")
    ranks = TWO_CARD_GAMES[order].ranks
    columns |= {f"next_{rank}": steps[:, r] for r, rank in enumerate(ranks)}
    # Hammer's file has a class where seven cards are known and none can be added; the graph also
    # has the classes of five and six cards.
    columns["rank_class"] = np.where(steps.any(axis=1), -1, columns["rank_class"])
    return pa.table({"node_id": np.arange(len(steps)), **columns})


def _boards(cards: int, order: Order = HIGH) -> Callable[[int, Parameters], pa.Table]:
    def compute(_: int, __: Parameters) -> pa.Table:
        boards = canonical_boards(cards, order.dead)
        return pa.table(
            {
                "board_id": np.arange(len(boards.weight)),
                "board": functools.reduce(np.char.add, np.array(CARDS)[boards.cards.T]),
                "weight": boards.weight,
                **vars(textures(boards.cards, dead=order.dead, layout="rows")),
            }
        )

    return compute


def _holes(
    cards: int, order: Order = HIGH, pieces: int = _PIECES
) -> Callable[[int, Parameters], pa.Table]:
    """The canonical holes on a piece of the boards, with their counts."""
    table = _TABLES[order.name][cards]

    def compute(piece: int, _: Parameters) -> pa.Table:
        boards = canonical_boards(cards, order.dead)
        part = share(len(boards.weight), piece, pieces)
        counts: Any = (river_outcomes if cards == 5 else strengths)(
            boards.cards[part], order=board_order(order), layout="rows"
        )
        columns = {
            **vars(counts),
            "board_id": part.start + counts.board,
            "hole_id": counts.hole,
            "weight": boards.weight[part][counts.board] * counts.orbit,
        }
        if cards < 5:
            columns |= count_columns(cards, counts.now, counts.next_card, counts.river)
            hand = hand_of_hole()[counts.hole]
            columns["hand"] = pa.DictionaryArray.from_arrays(hand, list(HANDS))
        return pa.table({column.name: columns[column.name] for column in table.columns})

    return compute


def _subsets(_partition: int, _: Parameters) -> pa.Table:
    subsets = fitted_subsets()
    flops = np.concatenate([subset.flops for subset in subsets.values()])
    cards = np.array(CARDS)[canonical_boards(3).cards[flops].T]
    return pa.table(
        {
            "subset": np.repeat(list(subsets), list(subsets)),
            "board_id": flops,
            "board": functools.reduce(np.char.add, cards),
            "weight": np.concatenate([subset.weights for subset in subsets.values()]),
        }
    )


def _errors(_partition: int, _: Parameters) -> pa.Table:
    errors = [asdict(error) for error in subset_errors(fitted_subsets())]
    table = pa.Table.from_pylist(errors).rename_columns({"size": "subset"})
    keys = [(name, "ascending") for name in FLOP_SUBSET_ERRORS.key]
    return table.sort_by(keys)


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(CLASSES, _class_counts, Cost(0.5, 280_000_000, 75_000), len(SHARES), _classes),
    Build(SHORT_CLASSES, _short_classes, Cost(0.3, 360_000_000, 17_000), on_request=True),
    Build(DAG_NODES, partial(_graph, order=HIGH), Cost(0.3, 200_000_000, 1_150_000)),
    Build(
        SHORT_DAG_NODES,
        partial(_graph, order=SHORT_DECK_HIGH),
        Cost(0.1, 200_000_000, 150_000),
        on_request=True,
    ),
    Build(FLOPS, _boards(3), Cost(0.1, 200_000_000, 8_100)),
    Build(TURNS, _boards(4), Cost(0.1, 200_000_000, 61_000)),
    Build(RIVERS, _boards(5), Cost(0.5, 300_000_000, 393_000)),
    Build(FLOP_HANDS, _holes(3), Cost(9, 600_000_000, 29_000_000), _PIECES),
    Build(TURN_HANDS, _holes(4), Cost(10, 800_000_000, 111_000_000), _PIECES, on_request=True),
    Build(RIVER_HANDS, _holes(5), Cost(15, 800_000_000, 131_000_000), _PIECES, on_request=True),
    *(
        Build(table, _boards(cards, SHORT_DECK_HIGH), cost, on_request=True)
        for cards, table, cost in (
            (3, SHORT_FLOPS, Cost(0.1, 260_000_000, 4_700)),
            (4, SHORT_TURNS, Cost(0.1, 260_000_000, 16_000)),
            (5, SHORT_RIVERS, Cost(0.1, 290_000_000, 77_000)),
        )
    ),
    *(
        Build(table, _holes(cards, SHORT_DECK_HIGH, _FEWER), cost, _FEWER, on_request=True)
        for cards, table, cost in (
            (3, SHORT_FLOP_HANDS, Cost(0.8, 480_000_000, 4_300_000)),
            (4, SHORT_TURN_HANDS, Cost(0.9, 580_000_000, 11_800_000)),
            (5, SHORT_RIVER_HANDS, Cost(1.3, 500_000_000, 9_900_000)),
        )
    ),
    Build(FLOP_SUBSETS, _subsets, Cost(11, 500_000_000, 6_000), on_request=True),
    Build(FLOP_SUBSET_ERRORS, _errors, Cost(24, 600_000_000, 3_000), on_request=True),
)
