"""Rows of hands or holes as the text of one range, in the dialects of the engine.

The holes are in a column ``hole_id``, ``hole`` (``AhKd``) or ``hand`` (``AKs``: all of its holes),
the weights in ``range_weight``, ``weight`` or ``value``: the first of these that exists. Without a
column of numbers, all weights are 1.
"""

from __future__ import annotations

import itertools
from decimal import Decimal
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HAND_INDEX, HOLES, parse_hole
from pokerlake.engine.ranges.dialects import DIALECTS
from pokerlake.engine.ranges.shapes import hand_holes
from pokerlake.tables.errors import UsageError

from ..format import About, Format, Writer, is_any, is_number
from ..hand_names import hand_named

_HOLES = ("hole_id", "hole", "hand")
_WEIGHTS = ("range_weight", "weight", "value")
HAND_KEYS = {"hole_id", "hole", "hand", "row", "col"}  # columns of hands, not of weights


def _writer(dialect: str) -> Writer:
    def write(rows: pa.RecordBatchReader, sink: IO[bytes], _: About) -> None:
        from pokerlake.engine.ranges.notation import format_range

        sink.write(f"{format_range(_weights(rows, dialect), dialect=dialect)}\n".encode())

    return write


def _weights(rows: pa.RecordBatchReader, dialect: str) -> npt.NDArray[np.float64]:
    """The weight of each hole."""
    names = rows.schema.names
    holes, weight = _column(names, _HOLES), _column(names, _WEIGHTS)
    if holes is None:
        raise UsageError(
            f"{dialect} writes a range, of rows that have a column hole_id, hole or hand; "
            f"there are: {', '.join(names)}"
        )
    numbers = [field.name for field in rows.schema if _may_weigh(field)]
    if weight is None and numbers:
        raise UsageError(
            f"which of the columns {', '.join(numbers)} is the weight? Name it weight, or leave "
            f"all but {names[holes]} out"
        )
    weights = np.zeros(HOLES)
    seen = np.zeros(HOLES, np.bool_)
    for batch in rows:
        values = itertools.repeat(pa.scalar(1.0)) if weight is None else batch.column(weight)
        # Duplicate holes are an error, so there are at most 1,326 rows.
        for what, value in zip(batch.column(holes), values, strict=False):
            holes_of_row = _holes_of(names[holes], what.as_py())
            if seen[holes_of_row].any():
                raise UsageError(f"a range has each hole once, and {what} is there again")
            seen[holes_of_row] = True
            weights[holes_of_row] = _weight(
                "" if weight is None else names[weight], value.as_py(), what
            )
    return weights


def _may_weigh(field: pa.Field) -> bool:
    """Whether a column with another name could be the weight: it has numbers, and is not a key."""
    return is_number(field.type) and field.name not in HAND_KEYS


def _column(names: list[str], known: tuple[str, ...]) -> int | None:
    for name in known:
        if names.count(name) > 1:
            raise UsageError(f"two columns are named {name!r}; rename one")
        if name in names:
            return names.index(name)
    return None


def _holes_of(name: str, value: object) -> Any:
    """The holes of one row, as indices of the 1,326."""
    if name == "hole_id":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < HOLES:
            raise UsageError(f"hole_id {value} is not in 0..{HOLES - 1}")
        return [value]
    if not isinstance(value, str):
        raise UsageError(f"column {name!r} has {value}, which is no {name}")
    if name == "hole":
        return [parse_hole(value)]
    try:
        return hand_holes()[HAND_INDEX[hand_named(value)]]
    except ValueError as error:
        raise UsageError(str(error)) from error


def _weight(name: str, value: object, what: object) -> float:
    if isinstance(value, int | float | Decimal) and 0 <= value <= 1:
        return float(value)
    raise UsageError(
        f"column {name!r} has {value} for {what}, and a weight is 0 to 1; "
        "name another column range_weight"
    )


PLACE = 7  # of these formats in lists
FORMATS = tuple(
    Format(
        name,
        (),
        f"a range, as text of {name}",
        is_any,
        _writer(name),
        times_as_text=True,
        others_as_text=True,
        for_ranges=True,
    )
    for name in DIALECTS
)
