"""SQL functions that are the engine's: they live in the connection, not in the lake's file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa  # not only for types: DuckDB reads the annotations of a function
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import DOUBLE, UINTEGER, USMALLINT, VARCHAR

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..tables.lake import Lake

FUNCTIONS = ("class_of", "board_id", "hole_id", "range_hands", "top_range", "flop_equities")


def register_functions(connection: duckdb.DuckDBPyConnection, lake: Lake | None = None) -> None:
    """Add the engine's functions to a connection. The engine is loaded when one is first called.

    ``class_of('AsKsQsJsTs')`` is the class of five to seven cards; null for null, an error for text
    that is no such hand.

    ``board_id('3h4sJh')`` is the canonical board of three to five cards in the tables, and
    ``hole_id('AhQh', '3h4sJh')`` the canonical hole there; null where they have a card in common.

    ``range_hands('QQ+,AKs:0.5')`` is the list of the hands in a range, each ``{hand, range_weight,
    combos}``: the mean weight of its holes, and the sum. Percentages go by the equity in the lake.

    ``top_range(hands, values, 15)`` is the top 15 % as the text of a range, by the values of all
    169 hands, the higher the better.

    ``flop_equities('QQ+', '22+')`` is a list of ``{board_id, equity}``, one for each flop: of the
    first range against the second, over all run-outs, exact.
    """

    def range_hands(ranges: pa.ChunkedArray) -> pa.Array:
        return _range_hands(ranges, lake)

    def flop_equities(heroes: pa.ChunkedArray, villains: pa.ChunkedArray) -> pa.Array:
        return _flop_equities(heroes, villains, lake)

    hand = duckdb.struct_type({"hand": VARCHAR, "range_weight": DOUBLE, "combos": DOUBLE})
    connection.create_function(
        "class_of",
        _class_of,
        [VARCHAR],
        USMALLINT,
        type=PythonUDFType.ARROW,
        null_handling=FunctionNullHandling.SPECIAL,
    )
    for name, function, texts, dtype in (
        ("board_id", _board_id, 1, UINTEGER),
        ("hole_id", _hole_id, 2, USMALLINT),
    ):
        connection.create_function(
            name,
            function,
            [VARCHAR] * texts,
            dtype,
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
    flop = duckdb.struct_type({"board_id": UINTEGER, "equity": DOUBLE})
    connection.create_function(
        "flop_equities",
        flop_equities,
        [VARCHAR, VARCHAR],
        duckdb.list_type(flop),
        type=PythonUDFType.ARROW,
    )
    connection.create_function(
        "range_hands", range_hands, [VARCHAR], duckdb.list_type(hand), type=PythonUDFType.ARROW
    )
    connection.create_function(
        "top_range",
        _top_range,
        [duckdb.list_type(VARCHAR), duckdb.list_type(DOUBLE), DOUBLE],
        VARCHAR,
        type=PythonUDFType.ARROW,
    )


def _class_of(cards: pa.ChunkedArray) -> pa.Array:
    from .text import classes_of_text

    with _errors_of_rows():
        ids, count = classes_of_text(cards)
    return pa.array(ids, mask=count == 0)


def _board_id(boards: pa.ChunkedArray) -> pa.Array:
    from .board_functions import board_ids_of_text

    with _errors_of_rows():
        return board_ids_of_text(boards)


def _hole_id(holes: pa.ChunkedArray, boards: pa.ChunkedArray) -> pa.Array:
    from .board_functions import hole_ids_of_text

    with _errors_of_rows():
        return hole_ids_of_text(holes, boards)


@contextmanager
def _errors_of_rows() -> Iterator[None]:
    """Leave out the index of a wrong row: it counts from a vector's start, which tells nobody."""
    from ..engine.cards import CardError

    try:
        yield
    except CardError as error:
        raise CardError(error.problem) from error


def _flop_equities(
    heroes: pa.ChunkedArray, villains: pa.ChunkedArray, lake: Lake | None
) -> pa.Array:
    import numpy as np

    from ..engine.ranges import parse_range
    from .board_functions import flop_equities_of
    from .ranges import lake_ranking

    ranking = None if lake is None else lambda: lake_ranking(lake)
    lists = []
    for texts in zip(heroes.to_pylist(), villains.to_pylist(), strict=True):
        hero, villain = (parse_range(text, ranking=ranking) for text in texts)
        lists.append(flop_equities_of(hero, villain))
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(ends), pa.concat_arrays(lists))


def _range_hands(ranges: pa.ChunkedArray, lake: Lake | None) -> pa.Array:
    from ..engine.ranges import parse_range
    from .range_tables import hands_table
    from .ranges import lake_ranking

    ranking = None if lake is None else lambda: lake_ranking(lake)
    columns = ["hand", "range_weight", "combos"]
    hands = [
        hands_table(parse_range(text, ranking=ranking)).select(columns).to_pylist()
        for text in ranges.to_pylist()
    ]
    types = [pa.string(), pa.float64(), pa.float64()]
    return pa.array(hands, pa.list_(pa.struct(list(zip(columns, types, strict=True)))))


def _top_range(
    hands: pa.ChunkedArray, values: pa.ChunkedArray, percents: pa.ChunkedArray
) -> pa.Array:
    from ..engine.ranges import format_range
    from ..engine.rankings import top_range

    rows = zip(hands.to_pylist(), values.to_pylist(), percents.to_pylist(), strict=True)
    return pa.array(
        [
            format_range(top_range(_ranking(given, ranked_by), percent))
            for given, ranked_by, percent in rows
        ],
        pa.string(),
    )


def _ranking(hands: list[str | None], values: list[float | None]) -> npt.NDArray[np.float64]:
    """The values in the order of ``HANDS``."""
    import numpy as np

    from ..engine.holes import HANDS
    from ..engine.range_text import RangeError

    if len(hands) != len(values):
        raise RangeError(f"top_range has {len(hands)} hands and {len(values)} values")
    found = dict(zip(hands, values, strict=True))
    if len(found) < len(hands):
        raise RangeError("top_range has a hand twice")
    for hand in HANDS:
        if found.get(hand) is None:
            raise RangeError(f"top_range needs a value for each of the 169 hands; {hand} has none")
    if len(found) > len(HANDS):
        wrong = next(hand for hand in hands if hand not in HANDS)
        raise RangeError(f"top_range has {wrong!r}, which is no hand")
    return np.array([found[hand] for hand in HANDS], np.float64)
