"""The SQL of statistics, made of what is declared: sums over rows of opportunities, of cells and of what is independent.

Decisions are counted once by the columns that conditions ask, of which there are few values; the
conditions are asked of these counts. So thirty statistics take little longer than three. Tables
that no column needs are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, relation
from pokerlake.tables.definitions.statistics import ENTRIES, ENTRY_FACTS, Statistic

from .given import Condition, Key

# What is independent: rows; players; days or sessions of a player.
ROWS, PLAYER = "row", "player"
UNITS = {
    ROWS: (),
    PLAYER: ("player",),
    "day": ("player", "day"),
    "session": ("player", "session"),
}
SUMS = 6  # columns for each statistic: see :func:`sums_sql`
_WORD = re.compile(r"\w+")


def sums_sql(
    rows: str,
    statistics: Sequence[Statistic],
    keys: Sequence[Key],
    conditions: Sequence[Condition],
    unit: str,
) -> tuple[str, dict[str, Any]]:
    """The statement, and its values by name, that sums statistics of one kind of rows by cells.

    Of each statistic there are six sums over what is independent, of a numerator ``a`` and a
    denominator ``d``: of a, d, a², ad, d², and how many have a d that is not 0.
    """
    facts = ENTRY_FACTS if rows == ENTRIES else FACTS
    told = [f"{each.chance} {each.taken}" for each in statistics]
    asked = [name for name in dict.fromkeys(_WORD.findall(" ".join(told))) if name in facts]
    of_unit = UNITS[unit]
    names = [*dict.fromkeys((*(k.name for k in keys), *of_unit, *asked,
                             *(condition.name for condition in conditions)))]  # fmt: skip
    source = _entries(names) if rows == ENTRIES else relation(rows, names)
    given = [value for condition in conditions for value in condition.values]
    values = {f"v{place}": value for place, value in enumerate(given)}
    marks = iter(values)
    where = [re.sub(r"\?", lambda _: f"${next(marks)}", each.sql) for each in conditions]
    columns = [f"{key.sql()} as k{place}" for place, key in enumerate(keys)]
    columns += [f'"{name}" as u{place}' for place, name in enumerate(of_unit)]
    of_keys = [f"k{place}" for place in range(len(keys))]
    groups = ", ".join((*of_keys, *(f"u{place}" for place in range(len(of_unit)))))
    counted, weight = "", "1"
    if rows == DECISIONS:
        where.append("(" + " or ".join(_counts(each) for each in statistics) + ")")
        counted, weight = ", count(*) as n", "n"
    columns += [f'"{name}"' for name in asked]
    base = f"select {', '.join(columns)}{counted} from ({source})"
    base += f" where {' and '.join(f'({each})' for each in where)}" if where else ""
    base += " group by all" if counted else ""
    by_cell = f" group by {', '.join(of_keys)}" if keys else ""
    parts = [
        f"{each.numerator} as a{i}, {each.denominator} as d{i}" for i, each in enumerate(statistics)
    ]
    if unit == ROWS:
        each_row = f"select {', '.join((*of_keys, f'{weight} as w', *parts))} from base"
    else:
        summed = [
            f"sum({weight} * ({each.numerator})) as a{i}, "
            f"sum({weight} * ({each.denominator})) as d{i}"
            for i, each in enumerate(statistics)
        ]
        each_row = f"select {', '.join((*of_keys, '1 as w', *summed))} from base group by {groups}"
    sums = [text for i, each in enumerate(statistics) for text in _six(i, each, unit)]
    return (
        f"with base as ({base}), each as ({each_row}) "
        f"select {', '.join((*of_keys, *sums))} from each{by_cell}"
    ), values


def _six(i: int, statistic: Statistic, unit: str) -> list[str]:
    a, d = f"cast(a{i} as double)", f"cast(d{i} as double)"
    if unit == ROWS and statistic.kind == "share":  # ones and zeros are their own squares
        return [f"sum(w * a{i})", f"sum(w * d{i})", "null", "null", "null", "null"]
    return [
        f"sum(w * {a})", f"sum(w * {d})", f"sum(w * {a} * {a})", f"sum(w * {a} * {d})",
        f"sum(w * {d} * {d})", f"sum(w) filter (d{i} <> 0)",
    ]  # fmt: skip


def _counts(statistic: Statistic) -> str:
    if statistic.kind == "share":
        return f"({statistic.chance})"
    return f"({statistic.chance}) <> 0 or ({statistic.taken}) <> 0"


def _entries(names: Sequence[str]) -> str:
    columns = ", ".join(f'{ENTRY_FACTS[name].of_hand} as "{name}"' for name in names)
    return f"select {columns} from tournaments"
