"""Runs of ``pokerlake abstract`` that nobody has computed: a bucket for each row by its number."""

import numpy as np
import pyarrow as pa

from pokerlake.pipelines.growing import adding
from pokerlake.tables.definitions.abstraction import ABSTRACTION

SEED = 7
ZEROS = {"string": "", "double": 0.0}


def bucket_of_row(row, k):
    """The bucket that a row of such a run has."""
    return row * 40_503 % k


def add_run(lake, keys, k, street="flop", kind="distribution"):
    """Add a run with these rows, ``board_id`` and ``hole_id``, to a lake; its number."""
    about = {
        "street": street, "kind": kind, "k": k, "buckets": k, "seed": SEED, "restarts": 1,
        "rows": len(keys["board_id"]), "deals": 1, "rounds": 1, "package_version": "0.1.0",
    }  # fmt: skip
    bucket = bucket_of_row(np.arange(len(keys["board_id"])), k)
    with adding(lake, ABSTRACTION, wait=True) as addition:
        about["run"] = run = addition.first
        of_holes = {**keys, "run": np.full(len(bucket), run), "bucket": bucket}
        rows = {"abstractions": {name: [value] for name, value in about.items()}}
        for table in ABSTRACTION:
            given = of_holes if table.name == f"{street}_buckets" else rows.get(table.name)
            if given is not None:
                addition.write[table.name](_table(table, given))
        addition.things = 1
    return run


def _table(table, given):
    """Rows of a table; columns that are not given are null or zero."""
    n = len(given["run"])
    columns = [
        pa.array(given[column.name]).cast(field.type)
        if column.name in given
        else pa.array([None if column.nullable else ZEROS.get(column.dtype, 0)] * n, field.type)
        for column, field in zip(table.columns, table.arrow_schema(), strict=True)
    ]
    return pa.table(columns, schema=table.arrow_schema())
