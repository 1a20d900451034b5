"""Builds the tables of draw, of opening hands, and of change."""

from __future__ import annotations

import functools

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import BADUGI, DEUCE_TO_SEVEN
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS, RANKS
from pokerlake.engine.coins import change
from pokerlake.engine.draw.exchange import HANDS, class_strengths, exchanges
from pokerlake.engine.draw.hands import DRAWS, draw_hands, openings
from pokerlake.engine.hands.order_classes import five_card_classes, order_classes, rank_sets
from pokerlake.engine.orders.evaluate import order_ways
from pokerlake.tables.definitions.classes import BADUGI_HANDS, DEUCE_HANDS
from pokerlake.tables.definitions.draw import (
    CATEGORIES,
    CHANGE,
    DRAW_EXCHANGES,
    DRAW_HANDS,
    OPENINGS,
)
from pokerlake.tables.manifest import Parameters

from ..parts import Build, Cost, share

_PIECES = 8


def _hands(_: int, __: Parameters) -> pa.Table:
    hands = canonical_boards(5)
    kinds = draw_hands(hands.cards, layout="rows")
    ranks = np.array([*RANKS, None], object)  # index -1 is None
    return pa.table(
        {
            "hand_id": np.arange(len(hands.weight)),
            "hand": functools.reduce(np.char.add, np.array(CARDS)[hands.cards.T]),
            "weight": hands.weight,
            **vars(kinds),
            "pair": ranks[kinds.pair_rank],
            "kicker": ranks[kinds.kicker],
            "draw": np.array(DRAWS)[kinds.draw],
        }
    ).select([column.name for column in DRAW_HANDS.columns])


def _exchanges(piece: int, _: Parameters) -> pa.Table:
    hands = canonical_boards(5)
    part = share(len(hands.weight), piece, _PIECES)
    results = exchanges(hands.cards[part], layout="rows")
    return pa.table(
        {
            "hand_id": part.start + results.hand,
            "discard": results.discard,
            "exchanged": np.bitwise_count(results.discard),
            "weight": hands.weight[part][results.hand] * results.alike,
            "draws": results.draws,
            **{name: results.categories[:, i] for i, name in enumerate(CATEGORIES)},
            "strength_sum": results.strength,
            "ties_sum": results.ties,
        }
    )


def _deuce(_: int, __: Parameters) -> pa.Table:
    classes = five_card_classes(DEUCE_TO_SEVEN)
    return pa.table(
        {
            "class_id": np.arange(1, DEUCE_TO_SEVEN.classes + 1),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            "count5": order_ways(DEUCE_TO_SEVEN, 5)[1:],
        }
    )


def _badugi(_: int, __: Parameters) -> pa.Table:
    classes = order_classes(BADUGI)
    ranks = [*rank_sets()]
    return pa.table(
        {
            "class_id": np.arange(1, BADUGI.classes + 1),
            "category": classes.category,
            "name": classes.names,
            "ranks": ["".join(RANKS[rank] for rank in held) for held in ranks],
            "cards": [*map(len, ranks)],
            "count4": order_ways(BADUGI, 4)[1:],
        }
    )


def _openings(_: int, __: Parameters) -> pa.Table:
    rows = sorted(
        (opening for players in range(2, 11) for opening in openings(players)),
        key=lambda opening: (opening.players, opening.line),
    )
    top = np.array([opening.whole_percent for opening in rows])
    # Hands of class 1 and higher, counted with all stronger ones.
    at_least = class_strengths()[1][1:].cumsum()
    weakest = np.searchsorted(at_least, top * HANDS / 100, side="right")
    return pa.table(
        {
            "players": [opening.players for opening in rows],
            "line": [opening.line for opening in rows],
            "player": [len(opening.line) + 1 for opening in rows],
            "action": [opening.action for opening in rows],
            "top_percent": top,
            "continuous_percent": [opening.percent for opening in rows],
            "class_id": pa.array(weakest, mask=weakest == 0),
        }
    )


def _change(_: int, __: Parameters) -> pa.Table:
    expected = change()
    amounts, coins = expected.counts.shape
    return pa.table(
        {
            "cents": np.repeat(np.arange(amounts), coins),
            "coin": np.tile(expected.coins, amounts),
            "coins": expected.counts.ravel(),
        }
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(DRAW_HANDS, _hands, Cost(1.3, 370_000_000, 485_000)),
    Build(DRAW_EXCHANGES, _exchanges, Cost(2.3, 650_000_000, 13_800_000), _PIECES),
    Build(DEUCE_HANDS, _deuce, Cost(0.2, 200_000_000, 60_000), on_request=True),
    Build(BADUGI_HANDS, _badugi, Cost(0.2, 200_000_000, 12_000), on_request=True),
    Build(OPENINGS, _openings, Cost(1, 260_000_000, 13_200)),
    Build(CHANGE, _change, Cost(0.2, 120_000_000, 1_000)),
)
