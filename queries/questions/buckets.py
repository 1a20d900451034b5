"""Buckets: the bucket of a hole in an abstraction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..results import Rows
from .fields import board_field, hole_field, plain_field, whole_field
from .question import Column, Door, question

_MOST = 10**6  # buckets
_BOARD = board_field(
    "board", "A flop, turn or river: 3h4sJh; empty before the flop.", (0, 3, 4, 5), needed=False
)


@question(
    hole_field("hole", "Two cards: AhQh."),
    replace(_BOARD, by_place=True),
    replace(
        whole_field("run", "The abstraction, by its number.", least=1, most=(1 << 32) - 1),
        kind=int, least=1, most=(1 << 32) - 1, told="the newest of the street",
    ),
    plain_field("kind", "Or the newest abstraction of this kind: distribution, potential, ""KIND"
                        "ochs, ...", "KIND"),
    replace(
        whole_field("k", "Or the newest abstraction with this many buckets.", least=1, most=_MOST),
        kind=int, least=1, most=_MOST,
    ),
    columns=[
        Column("hole", "VARCHAR", "the hole"),
        Column("board", "VARCHAR", "the board; empty before the flop"),
        Column("street", "VARCHAR", "preflop, flop, turn or river"),
        Column("run", "BIGINT", "the abstraction; 0 for the starting hands"),
        Column("kind", "VARCHAR", "its kind; lossless for the starting hands"),
        Column("k", "BIGINT", "how many buckets it has"),
        Column("bucket", "BIGINT", "0 .. k - 1, the weakest first; of a starting hand its number"),
    ],
    examples=[{"hole": "AhQh"}, {"hole": "7c7d"}],
    in_python="pk.buckets({})",
    in_rows=False,
)  # fmt: skip
def bucket(
    hole: Any, board: Any, *, run: int | None, kind: str | None, k: int | None, door: Door
) -> Rows:
    """Look up the bucket of a hole on a board, in an abstraction of the lake.

    Before the flop the buckets are the 169 starting hands, which every lake has.
    """
    import pyarrow as pa

    from pokerlake.engine.cards.text import format_hand
    from pokerlake.engine.keys.canonical_rows import hole_ids

    from ..answers.buckets import STREETS, Buckets
    from ..answers.lookup.stored import lake_at

    street = next(name for name, cards in STREETS.items() if cards == len(board))
    known = Buckets(lake_at(door.lake))
    chosen = known.run(street, run=run, kind=kind, k=k)
    number = known.of(chosen, hole_ids(hole[:, None], layout="columns"), board[:, None])
    row = {
        "hole": format_hand(hole),
        "board": format_hand(board),
        "street": street,
        **{name: getattr(chosen, name) for name in ("run", "kind", "k")},
        "bucket": int(number[0]),
    }
    return Rows(pa.Table.from_pylist([row]))
