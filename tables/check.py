"""Whether a Parquet file is the table it should be: columns, rows, nulls, key and totals."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from .schema import Table


class Check(NamedTuple):
    """One thing looked at: what it should be and what it is."""

    table: str
    check: str
    expected: str
    found: str

    @property
    def ok(self) -> bool:
        """Whether they agree."""
        return self.expected == self.found


def check_file(table: Table, path: Path) -> list[Check]:
    """Hold a file against the definition of its table; one pass over the file.

    How many rows there are is no question where users import them.

    Raises
    ------
    OSError, pyarrow.ArrowException
        If it is not a Parquet file that can be read to its end.
    """
    import numpy as np
    import pyarrow.parquet as pq

    def check(what: str, expected: object, found: object) -> Check:
        return Check(table.name, what, str(expected), str(found))

    with pq.ParquetFile(path) as file:
        checks = []
        if not table.filled:
            checks.append(check("rows", f"{table.rows:,}", f"{file.metadata.num_rows:,}"))
        found = ", ".join(f"{field.name} {field.type}" for field in file.schema_arrow)
        same = found == ", ".join(f"{field.name} {field.type}" for field in table.arrow_schema())
        checks.append(check("columns", "as defined", "as defined" if same else found))
        if not same:
            return checks
        totals = dict.fromkeys(table.totals, 0)
        nulls = out_of_order = 0
        last: list[Any] = []
        for batch in file.iter_batches(batch_size=1 << 20):
            wanted = batch.select([column.name for column in table.columns if not column.nullable])
            nulls += sum(column.null_count for column in wanted.columns)
            batch = wanted.drop_null()  # NumPy has none; the totals will lack those rows
            if not batch.num_rows:
                continue
            for name in totals:
                totals[name] += int(np.sum(batch[name].to_numpy(), dtype=np.int64))
            keys = [batch[name].to_numpy(zero_copy_only=False) for name in table.key]
            if last:
                keys = [np.concatenate([[end], key]) for end, key in zip(last, keys, strict=True)]
            last = [key[-1] for key in keys]
            above = np.zeros(len(keys[0]) - 1, bool)
            level = ~above
            for key in keys:
                above |= level & (key[1:] > key[:-1])
                level &= key[1:] == key[:-1]
            out_of_order += int((~above).sum())
        checks.append(check("nulls", 0, nulls))
        checks.append(check(f"rows out of order by {', '.join(table.key)}", 0, out_of_order))
        for name, total in table.totals.items():
            checks.append(check(f"sum of {name}", f"{total:,}", f"{totals[name]:,}"))
    return checks
