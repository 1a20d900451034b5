"""How many hands of five, six and seven cards are of each of the 7,462 classes."""

from __future__ import annotations

from typing import NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt

from ...sql import statement_of
from ...statements.run import stream


class ClassCounts(NamedTuple):
    """How many hands are of each class.

    Attributes
    ----------
    categories : (7462,) int64
        Of each class, 1 to 9.
    counts : (3, 7462) int64
        Hands of five, six and seven cards of each class.
    """

    categories: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]


def class_counts(connection: duckdb.DuckDBPyConnection) -> ClassCounts:
    """The counts of the lake's table ``classes``.

    Raises
    ------
    QueryError
        If the table is not there.
    """
    sql = statement_of("charts/class_counts")
    rows = stream(connection, sql).read_all()
    categories, *counts = (
        rows[name].to_numpy().astype(np.int64)
        for name in ("category", "count5", "count6", "count7")
    )
    return ClassCounts(categories, np.stack(counts))
