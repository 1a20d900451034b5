"""Builds the tables of boards, and of every hole on every flop, turn and river."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from pokerlake.tables.definitions.boards import (
    FLOP_HANDS,
    FLOPS,
    RIVER_HANDS,
    RIVERS,
    TURN_HANDS,
    TURNS,
    count_columns,
)
from pokerlake.tables.lake import Parameters

from ..build import Build, Cost

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from pokerlake.engine.strength.rivers import Rivers
    from pokerlake.engine.strength.transitions import Strengths

# Pieces of about a second, so that no more is lost when a build is killed.
_FLOP_PIECES = 32
_TURN_PIECES = 32
_RIVER_PIECES = 32


def _boards(cards: int) -> Callable[[int, Parameters], pa.Table]:
    def compute(_: int, __: Parameters) -> pa.Table:
        import numpy as np
        import pyarrow as pa

        from pokerlake.engine.cards.boards import canonical_boards
        from pokerlake.engine.cards.text import format_card
        from pokerlake.engine.cards.texture import textures

        boards = canonical_boards(cards)
        texts = np.array([format_card(card) for card in range(52)])
        return pa.table(
            {
                "board_id": np.arange(len(boards.weight)),
                "board": functools.reduce(np.char.add, texts[boards.cards.T]),
                "weight": boards.weight,
                **vars(textures(boards.cards)),
            }
        )

    return compute


def _piece(cards: int, piece: int, pieces: int) -> tuple[slice, npt.NDArray[np.uint8]]:
    """The place of a piece among all boards, and its cards."""
    from pokerlake.engine.cards.boards import canonical_boards

    boards = canonical_boards(cards).cards
    part = slice(len(boards) * piece // pieces, len(boards) * (piece + 1) // pieces)
    return part, boards[part]


def _keys(cards: int, part: slice, found: Strengths | Rivers) -> dict[str, object]:
    """The key of each row, the number of deals that it stands for, and the class."""
    from pokerlake.engine.cards.boards import canonical_boards

    return {
        "board_id": part.start + found.board,
        "hole_id": found.hole,
        "weight": canonical_boards(cards).weight[part][found.board] * found.orbit,
        "class_id": found.class_id,
    }


def _strengths(cards: int, pieces: int) -> Callable[[int, Parameters], pa.Table]:
    def compute(piece: int, _: Parameters) -> pa.Table:
        import pyarrow as pa

        from pokerlake.engine.cards.holes import HANDS, hand_of_hole
        from pokerlake.engine.strength.transitions import strengths

        part, boards = _piece(cards, piece, pieces)
        found = strengths(boards)
        return pa.table(
            {
                **_keys(cards, part, found),
                "hand": pa.DictionaryArray.from_arrays(hand_of_hole()[found.hole], list(HANDS)),
                **count_columns(cards, found.now, found.next_card, found.river),
                "river_strength_squares": found.river_strength_squares,
            }
        )

    return compute


def _rivers(piece: int, _: Parameters) -> pa.Table:
    import pyarrow as pa

    from pokerlake.engine.strength.rivers import river_outcomes

    part, boards = _piece(5, piece, _RIVER_PIECES)
    found = river_outcomes(boards)
    return pa.table({**_keys(5, part, found), "win": found.win, "tie": found.tie})


BUILDS = (
    Build(
        table=FLOPS,
        partitions=1,
        compute=_boards(3),
        cost=Cost(seconds=0.1, memory_bytes=200_000_000, disk_bytes=8_100),
        values="e9f510be44c1f7a0b4787effc9c4af6f8156d2ba280e2ba2cd18aef8a615d843",
    ),
    Build(
        table=TURNS,
        partitions=1,
        compute=_boards(4),
        cost=Cost(seconds=0.1, memory_bytes=200_000_000, disk_bytes=61_000),
        values="11e1669a93fdeca4d1d4036a81a24028a81bf4b55c80e0a006b4ec4358dcda05",
    ),
    Build(
        table=RIVERS,
        partitions=1,
        compute=_boards(5),
        cost=Cost(seconds=0.5, memory_bytes=300_000_000, disk_bytes=393_000),
        values="350260c588a164413de0da5839cb896b694de4bb527e03d78e13abe66302c3ff",
    ),
    Build(
        table=FLOP_HANDS,
        partitions=_FLOP_PIECES,
        compute=_strengths(3, _FLOP_PIECES),
        cost=Cost(seconds=18, memory_bytes=600_000_000, disk_bytes=29_000_000),
        values="e7e387dc55932ff274ae50aba6217651d131d8aa1ab6c70b19690433fd419175",
    ),
    Build(
        table=TURN_HANDS,
        partitions=_TURN_PIECES,
        compute=_strengths(4, _TURN_PIECES),
        cost=Cost(seconds=16, memory_bytes=800_000_000, disk_bytes=111_000_000),
        values="a55f18a61bf8db6700d7a3780ca626aabcba43ac46dde99fb089e4b2a458ca7a",
        on_request=True,
    ),
    Build(
        table=RIVER_HANDS,
        partitions=_RIVER_PIECES,
        compute=_rivers,
        cost=Cost(seconds=15, memory_bytes=800_000_000, disk_bytes=131_000_000),
        values="36b9228bfe401214e1a099d30265c38cb6295fe01928a154a2d78b973193e951",
        on_request=True,
    ),
)
