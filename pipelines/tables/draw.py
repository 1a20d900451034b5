"""Builds the tables of five-card draw, of opening hands, and of change."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from pokerlake.tables.definitions.draw import (
    CATEGORIES,
    CHANGE,
    DRAW_EXCHANGES,
    DRAW_HANDS,
    OPENINGS,
)
from pokerlake.tables.lake import Parameters

from ..build import Build, Cost

if TYPE_CHECKING:
    import pyarrow as pa

_PIECES = 8


def _hands(_: int, __: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.boards import canonical_boards
    from pokerlake.engine.cards.text import RANKS, format_card
    from pokerlake.engine.draw.hands import DRAWS, draw_hands

    hands = canonical_boards(5)
    found = draw_hands(hands.cards)
    texts = np.array([format_card(card) for card in range(52)])
    ranks = np.array([*RANKS, None], object)  # -1 is none
    return pa.table(
        {
            "hand_id": np.arange(len(hands.weight)),
            "hand": functools.reduce(np.char.add, texts[hands.cards.T]),
            "weight": hands.weight,
            **vars(found),
            "pair": ranks[found.pair_rank],
            "kicker": ranks[found.kicker],
            "draw": np.array(DRAWS)[found.draw],
        }
    ).select([column.name for column in DRAW_HANDS.columns])


def _exchanges(piece: int, _: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.cards.boards import canonical_boards
    from pokerlake.engine.draw.exchange import exchanges

    hands = canonical_boards(5)
    n = len(hands.weight)
    part = slice(n * piece // _PIECES, n * (piece + 1) // _PIECES)
    found = exchanges(hands.cards[part])
    return pa.table(
        {
            "hand_id": part.start + found.hand,
            "discard": found.discard,
            "exchanged": np.bitwise_count(found.discard),
            "weight": hands.weight[part][found.hand] * found.alike,
            "draws": found.draws,
            **{name: found.categories[:, i] for i, name in enumerate(CATEGORIES)},
            "strength_sum": found.strength,
            "ties_sum": found.ties,
        }
    )


def _openings(_: int, __: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.draw.exchange import HANDS, class_strengths
    from pokerlake.engine.draw.opening import openings

    rows = sorted(
        (opening for players in range(2, 11) for opening in openings(players)),
        key=lambda opening: (opening.players, opening.line),
    )
    top = np.array([opening.whole_percent for opening in rows])
    # Hands of a class or a stronger one, of class 1 on.
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
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.coins import change

    found = change()
    amounts, coins = found.counts.shape
    return pa.table(
        {
            "cents": np.repeat(np.arange(amounts), coins),
            "coin": np.tile(found.coins, amounts),
            "coins": found.counts.ravel(),
        }
    )


BUILDS = (
    Build(
        table=DRAW_HANDS,
        partitions=1,
        compute=_hands,
        cost=Cost(seconds=1.3, memory_bytes=370_000_000, disk_bytes=485_000),
        values="2dc33955df2564db52b51c258e40781338fb0b8714d768a35ee8dc23271947a5",
    ),
    Build(
        table=DRAW_EXCHANGES,
        partitions=_PIECES,
        compute=_exchanges,
        cost=Cost(seconds=2.3, memory_bytes=650_000_000, disk_bytes=13_800_000),
        values="ecc3fa80e44544e7ddb1cf32c9e731c3cad469c4d62c7b9306372dd32e38a3c4",
    ),
    Build(
        table=OPENINGS,
        partitions=1,
        compute=_openings,
        cost=Cost(seconds=1, memory_bytes=260_000_000, disk_bytes=13_200),
        values="5d88d0966ffc3fd5698a1fe4b2c72247cd44403dc15bd8d176d632f1b3a090e1",
    ),
    Build(
        table=CHANGE,
        partitions=1,
        compute=_change,
        cost=Cost(seconds=0.2, memory_bytes=120_000_000, disk_bytes=1_000),
        values="d78903c59fcaa81019d2ae37b068b17516ab1c0d326bd4b32726109ac7d662bd",
    ),
)
