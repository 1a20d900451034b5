"""Summaries of the columns of a statement: least, greatest, nulls, distinct values, distribution.

They cover all its rows, not only those that are shown: so the statement runs again, inside a
counting one, in the same sandboxed process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

BINS = 12
COMMON = 5  # listed values of a column without numbers
MOST_COLUMNS = 40

_OF_NUMBERS = """
    (
        select list({{'label': bin, 'n': n}} order by cast(bin as integer)) from (
            select
                cast(cast(least({last}, greatest(0, floor(
                    (cast({name} as double) - least) / nullif(most - least, 0) * {bins}
                ))) as integer) as varchar) as bin,
                count(*) as n
            from given, (
                select min(cast({name} as double)) as least, max(cast({name} as double)) as most
                from given where isfinite(cast({name} as double))
            )
            where isfinite(cast({name} as double)) and most > least
            group by bin
        )
    )"""
_OF_OTHERS = """
    (
        select list({{'label': label, 'n': n}} order by n desc, label) from (
            select left(cast({name} as varchar), 80) as label, count(*) as n
            from given where {name} is not null group by label order by n desc, label limit {common}
        )
    )"""
_COLUMN = """
select {place} as place, count(*) as rows, count(*) - count({name}) as nulls,
    count(distinct {name}) as different, left(cast(min({name}) as varchar), 80) as least,
    left(cast(max({name}) as varchar), 80) as most, {mean} as mean, {lies} as lies
from given"""


def summary_sql(statement: str, numbers: Sequence[bool]) -> str:
    """A statement with a row for each column of another; ``numbers`` says which have numbers.

    The other has no semicolon at its end.
    """
    names = [f"c{place}" for place in range(len(numbers))]
    parts = [
        _COLUMN.format(
            place=place,
            name=name,
            mean=f"avg(cast({name} as double))" if is_number else "cast(null as double)",
            lies=(_OF_NUMBERS if is_number else _OF_OTHERS).format(
                name=name, bins=BINS, last=BINS - 1, common=COMMON
            ),
        )
        for place, (name, is_number) in enumerate(zip(names, numbers, strict=True))
        if place < MOST_COLUMNS
    ]
    head = f"with given({', '.join(names)}) as materialized (\n{statement}\n)"
    return head + "\nunion all".join(parts) + "\norder by place"


def columns_of(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of such a statement; bins are counts from the least value to the greatest."""
    from pokerlake.queries.files.shown import shown

    columns: list[dict[str, Any]] = table.to_pylist()
    for column in columns:
        for name in ("least", "most"):
            if column[name] is not None:
                column[name] = shown(column[name])
        lies = column["lies"] or []
        column["lies"] = [{"label": shown(each["label"]), "n": each["n"]} for each in lies]
    return columns
