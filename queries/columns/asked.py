"""Columns of the questions that are declared: a list of rows for each row asked of."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from pokerlake.tables.lake import Lake

from ..functions.asked import answers
from ..functions.asked import rows_type as type_of_rows
from ..questions.question import questions


def rows_type(name: str) -> pa.DataType:
    """The type of the rows of a question's answer."""
    return type_of_rows(questions()[name])


def outs(
    holes: pa.Array,
    boards: pa.Array,
    villain: pa.Array | None,
    dead: pa.Array | None,
    *,
    game: str,
    lake: Any,
    strict: bool,
) -> pa.Array:
    """What each next card makes of each hole on its board."""
    given = {"hole": holes, "board": boards, "villain": villain, "dead": dead}
    columns = {name: column for name, column in given.items() if column is not None}
    columns["game"] = pa.repeat(pa.scalar(game), len(holes))
    place = lake.path if isinstance(lake, Lake) else lake
    return answers(questions()["outs"], columns, place, strict=strict)
