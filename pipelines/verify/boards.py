"""Recounts the tables of flops, turns and rivers, and of every hole on them.

Each table by itself, against :mod:`.recount_boards`, and those of a lake against each other. What
two tables say is checked with the one that looks further: with ``turn_hands`` the rows of
``flop_hands``, with ``river_hands`` those of both.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerlake.pipelines import recount_boards as recount
from pokerlake.tables.check import Check
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

from . import streets
from .board_hands import table_checks
from .hands import unlike
from .stored_rows import StoredRows


def flops(lake: Lake) -> Iterator[Check]:
    """Every column of every flop, from all 22,100 of them."""
    return _boards(lake, "flops", 3)


def turns(lake: Lake) -> Iterator[Check]:
    """Every column of every turn, from all 270,725 boards of four cards."""
    return _boards(lake, "turns", 4)


def rivers(lake: Lake) -> Iterator[Check]:
    """Every column of every river, from all 2,598,960 boards of five cards."""
    return _boards(lake, "rivers", 5)


def flop_hands(lake: Lake) -> Iterator[Check]:
    """Its keys and sums, rows enumerated, and its sums against ``starting_hands``."""
    yield from _hands(lake, "flop_hands", 3)
    if "starting_hands" in lake.manifest.tables:
        checks = streets.flops_against_starting_hands(lake)
        yield from _held_against("flop_hands", "starting_hands", checks)


def turn_hands(lake: Lake) -> Iterator[Check]:
    """Its keys and sums, rows enumerated, and ``flop_hands`` against its sums."""
    yield from _hands(lake, "turn_hands", 4)
    if "flop_hands" in lake.manifest.tables:
        checks = streets.flops_against_turns(lake)
        yield from _held_against("turn_hands", "flop_hands", checks)


def river_hands(lake: Lake) -> Iterator[Check]:
    """Its keys and sums, rows enumerated; ``turn_hands`` and ``flop_hands`` against its sums."""
    yield from _hands(lake, "river_hands", 5)
    others = [name for name in ("turn_hands", "flop_hands") if name in lake.manifest.tables]
    if others:
        checks = streets.earlier_streets_against_rivers(lake)
        yield from _held_against("river_hands", " and ".join(others), checks)


def _boards(lake: Lake, name: str, cards: int) -> Iterator[Check]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    boards = recount.canonical_boards(cards)
    listed = boards.cards.tolist()
    textures = zip(*map(recount.texture, listed), strict=True)
    columns = {
        "board_id": np.arange(len(listed)),
        "board": np.array([recount.board_text(board) for board in listed], object),
        "weight": boards.weight,
        **{
            column: np.array(values, object if isinstance(values[0], str) else None)
            for column, values in zip(recount.Texture._fields, textures, strict=True)
        },
    }
    content = pa.concat_tables([pq.read_table(path) for path in lake.files(name)])
    yield from unlike(name, columns, content)


def _hands(lake: Lake, name: str, cards: int) -> Iterator[Check]:
    return table_checks(name, StoredRows(lake.files(name)), recount.canonical_boards(cards))


def _held_against(table: str, others: str, checks: Iterator[Check]) -> Iterator[Check]:
    """The checks; one that fails if another table is not what it should be, as its own will say."""
    import pyarrow as pa

    try:
        yield from checks
    except (LakeError, LookupError, OSError, ValueError, pa.ArrowException) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        yield Check(table, f"{others} to hold it against", "readable", reason)
