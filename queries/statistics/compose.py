"""The SQL of statistics, made of declarations: sums of cells, and of what is independent in them.

No text of a user's is in it: his columns are declared ones, and his values are parameters.

Decisions are counted once by the columns that conditions ask, of which there are few values; the
conditions are asked of these counts. So thirty statistics take little longer than three. One alone
asks its conditions of each decision. Tables that no column needs are not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, PLAYED, relation
from pokerlake.tables.definitions.statistics import ENTRIES, ENTRY_FACTS, Statistic

from ..statements.run import stream
from .given import Condition, Key

if TYPE_CHECKING:
    import duckdb

# What is independent: rows; players; days or sessions of a player.
ROWS, PLAYER = "row", "player"
_UNITS = {ROWS: (), PLAYER: (PLAYER,), "day": (PLAYER, "day"), "session": (PLAYER, "session")}
_SITES = "select distinct site, is_anonymous(site) as anonymous from hands"
SUMS = 7  # columns for each statistic: see :func:`sums_sql`
MONEY = {PLAYED: "played_for", ENTRIES: "currency"}  # what has sums of its own
_MARK = r"\?"
_WORD = re.compile(r"\w+")


def sums_sql(
    rows: str,
    statistics: Sequence[Statistic],
    keys: Sequence[Key],
    conditions: Sequence[Condition],
    unit: str,
    person: str,
    parts: Sequence[str] = (),
) -> tuple[str, dict[str, Any]]:
    """The statement, and its values by name, that sums statistics of one kind of rows by cells.

    ``person`` is the column that says who a player is: see :func:`person_of`. ``parts``: see
    :func:`relation`.

    Of each statistic there are seven sums over what is independent, of a numerator ``a`` and a
    denominator ``d``: of a, d, a², ad, d², how many have a d that is not 0, and how many rows.
    """
    facts = ENTRY_FACTS if rows == ENTRIES else FACTS
    told = [f"{each.chance} {each.taken}" for each in statistics]
    asked = [name for name in dict.fromkeys(_WORD.findall(" ".join(told))) if name in facts]
    who = ("site", PLAYER) if rows == ENTRIES else (person,)
    of_unit = [*(who if unit != ROWS else ()), *_UNITS[unit][1:]]
    names = [*dict.fromkeys((*(k.name for k in keys), *of_unit, *asked,
                             *(condition.name for condition in conditions)))]  # fmt: skip
    source = entries_sql(names) if rows == ENTRIES else relation(rows, names, parts)
    where, values = where_sql(conditions)
    columns = [f"{key.sql()} as k{place}" for place, key in enumerate(keys)]
    columns += [f'"{name}" as u{place}' for place, name in enumerate(of_unit)]
    of_keys = [f"k{place}" for place in range(len(keys))]
    groups = ", ".join((*of_keys, *(f"u{place}" for place in range(len(of_unit)))))
    counted, weight = "", "1"
    if rows == DECISIONS:
        where.append("(" + " or ".join(_counts(each) for each in statistics) + ")")
        if len(statistics) > 1 or unit == ROWS:
            counted, weight = ", count(*) as n", "n"
    columns += [f'"{name}"' for name in asked]
    columns = columns or ["1"]  # of what counts rows alone
    base = f"select {', '.join(columns)}{counted} from ({source})"  # noqa: S608
    base += f" where {' and '.join(where)}" if where else ""
    base += " group by all" if counted else ""
    by_cell = f" group by {', '.join(of_keys)}" if keys else ""
    parts = [
        f"{each.numerator} as a{i}, {each.denominator} as d{i}" for i, each in enumerate(statistics)
    ]
    if unit == ROWS:
        each_row = f"select {', '.join((*of_keys, f'{weight} as w', *parts))} from base"  # noqa: S608
    else:
        summed = [_summed(i, each, weight) for i, each in enumerate(statistics)]
        columns = [*of_keys, "1 as w", *summed]
        each_row = f"select {', '.join(columns)} from base group by {groups}"  # noqa: S608
    sums = [text for i, each in enumerate(statistics) for text in _sums(i, each, unit)]
    return (
        f"with base as ({base}), each as ({each_row}) "  # noqa: S608
        f"select {', '.join((*of_keys, *sums))} from each{by_cell}"
    ), values


def person_of(connection: duckdb.DuckDBPyConnection) -> str:
    """The column that says who a player is.

    Of one site that tells names it is the name: three times as fast, for no other table is read.
    """
    sites = stream(connection, _SITES).read_all()
    return PLAYER if sites.num_rows < 2 and True not in sites["anonymous"].to_pylist() else "person"


def money_sql(
    rows: str, keys: Sequence[Key], conditions: Sequence[Condition]
) -> tuple[str, dict[str, Any]]:
    """The statement, and its values, that lists the kinds of money in cells that have several."""
    money = MONEY[rows]
    names = [*dict.fromkeys((money, *(k.name for k in keys), *(c.name for c in conditions)))]
    where, values = where_sql(conditions)
    source = entries_sql(names) if rows == ENTRIES else relation(rows, names)
    groups = f" group by {', '.join(key.sql() for key in keys)}" if keys else ""
    told = f"select list(distinct {money} order by {money}) as kinds from ({source})"  # noqa: S608
    told += f" where {' and '.join(where)}" if where else ""
    return f"{told}{groups} having len(kinds) > 1 limit 1", values


def where_sql(conditions: Sequence[Condition]) -> tuple[list[str], dict[str, Any]]:
    """Conditions with names for their values, and the values."""
    given = [value for condition in conditions for value in condition.values]
    values = {f"v{place}": value for place, value in enumerate(given)}
    marks = iter(values)
    return [f"({re.sub(_MARK, lambda _: f'${next(marks)}', c.sql)})" for c in conditions], values


def _summed(i: int, statistic: Statistic, weight: str) -> str:
    """The sums of what is independent: a numerator, a denominator, and how many rows have one."""
    if statistic.kind == "share":  # counted: twice as fast as sums of ones and zeros
        count = "count(*)" if weight == "1" else f"sum({weight})"
        chances = {"d": f"({statistic.chance})"}
        chances["a"] = f"{chances['d']} and ({statistic.taken})"
        return ", ".join(f"coalesce({count} filter ({chances[x]}), 0) as {x}{i}" for x in "ad")
    a, d = statistic.numerator, statistic.denominator
    if weight == "1":  # a sum of what is counted would take 128 bits
        one = f"sum({d})" if statistic.kind == "ratio" else f"count({d})"
        told = f"sum({a}) as a{i}, {one} as d{i}"
    else:
        told = f"sum({weight} * ({a})) as a{i}, sum({weight} * ({d})) as d{i}"
    if statistic.kind == "ratio":
        told += f", sum({weight}) filter (({d}) <> 0) as r{i}"
    return told


def _sums(i: int, statistic: Statistic, unit: str) -> list[str]:
    a, d = f"cast(a{i} as double)", f"cast(d{i} as double)"
    if unit == ROWS and statistic.kind == "share":  # ones and zeros are their own squares
        return [f"sum(w * a{i})", f"sum(w * d{i})", "null", "null", "null", "null",
                f"sum(w * d{i})"]  # fmt: skip
    rows = "r" if statistic.kind == "ratio" else "d"
    return [
        f"sum(w * {a})", f"sum(w * {d})", f"sum(w * {a} * {a})", f"sum(w * {a} * {d})",
        f"sum(w * {d} * {d})", f"sum(w) filter (d{i} <> 0)",
        f"sum(w) filter (d{i} <> 0)" if unit == ROWS else f"sum({rows}{i})",
    ]  # fmt: skip


def _counts(statistic: Statistic) -> str:
    if statistic.kind == "share":
        return f"({statistic.chance})"
    return f"({statistic.chance}) <> 0 or ({statistic.taken}) <> 0"


def entries_sql(names: Sequence[str]) -> str:
    """The SQL of entries of tournaments with these columns."""
    columns = ", ".join(f'{ENTRY_FACTS[name].of_hand} as "{name}"' for name in names)
    return f"select {columns} from tournaments"  # noqa: S608
