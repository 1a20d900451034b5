"""Statistics with their intervals: of one player's shares Wilson's, else by what is independent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa

from pokerlake.engine.given import shown
from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, PLAYED, names_sql, relation
from pokerlake.tables.definitions.statistics import (
    COUNT,
    ENTRIES,
    ENTRY_FACTS,
    SHARE,
    SUM,
    Statistic,
)
from pokerlake.tables.errors import UsageError, by_door, did_you_mean
from pokerlake.tables.lake import Lake, lake_path

from ..connection import connect, parts_of
from ..questions.fields import of_field
from ..statements.run import stream
from .compose import (
    MONEY,
    PLAYER,
    ROWS,
    SUMS,
    entries_sql,
    money_sql,
    person_of,
    sums_sql,
    where_sql,
)  # fmt: skip
from .given import (
    HERO,
    WORDS,
    Condition,
    Key,
    has_names,
    is_ordered,
    player_condition,
    rows_without,
)

if TYPE_CHECKING:
    import duckdb
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

WHO = {"player", "hero"}  # columns that say whose rows count
_Cell = tuple[tuple[Any, Any], ...]  # of each key what sorts it, and its label
_Found = dict[_Cell, dict[int, "npt.NDArray[Any]"]]
_ROW = {DECISIONS: "decision", PLAYED: "hand", ENTRIES: "entry"}
_UNIT = re.compile(r"\bin (big blinds|percent of the pot|pots)\b")
_FEW = 9  # values that are named
Z = 1.959963984540054  # of a normal's middle 95 %


@dataclass(frozen=True)
class Cells:
    """Statistics by cells, a row for each cell and statistic: arrays of ``(n,)``."""

    labels: tuple[tuple[Any, ...], ...]  # of each cell, by key
    cell: npt.NDArray[np.int64]
    statistic: npt.NDArray[np.int64]  # its number
    value: Floats
    low: Floats
    high: Floats
    error: Floats
    taken: Floats
    chances: Floats
    rows: Floats  # that the chances are of
    why_nothing: str = ""  # where no row meets the conditions


class Beside(NamedTuple):
    """Another cohort in the same cells, ``(n,)`` each."""

    other: Floats
    other_chances: Floats
    difference: Floats
    difference_error: Floats


@dataclass(frozen=True)
class Asked:
    """What is asked, read."""

    statistics: tuple[Statistic, ...]
    keys: tuple[Key, ...]
    conditions: tuple[Condition, ...]
    unit: str  # what is independent

    def of_kind(self, rows: str) -> tuple[Statistic, ...]:
        """The statistics of one kind of rows."""
        return tuple(each for each in self.statistics if each.rows == rows)


def unit_of(keys: Sequence[Key], conditions: Sequence[Condition], given: str | None) -> str:
    """What is independent, where nothing is said: rows of one player, else players."""
    if given is not None:
        return given
    alone = any(key.name in (PLAYER, "person") for key in keys) or any(
        condition.sql in ('"player" in (?)', '"hero"') for condition in conditions
    )
    return ROWS if alone else PLAYER


def refuse_columns(asked: Asked) -> None:
    """Refuse a key, condition or unit that rows of a statistic do not have."""
    of_unit = () if asked.unit in (ROWS, PLAYER) else (asked.unit,)
    named = (*(key.name for key in asked.keys), *(c.name for c in asked.conditions))
    for name in (*named, *of_unit):
        without = rows_without(name, asked.statistics)
        if without:
            whole = " as a whole" if without.rows == PLAYED else ""
            raise UsageError(
                f"{name} is not known of {without.rows}{whole}, which {without.name} is of"
            )


def statistics(
    asked: Asked, lake: Path | None, other: Asked | None = None
) -> tuple[Cells, Cells | None]:
    """The cells of what is asked, and those of another cohort, row by row the same.

    Raises UsageError if nobody of that name has played; LakeError if there are no hands.
    """
    there = Lake.open(lake_path(lake))
    for rows in {each.rows for each in asked.statistics}:
        for table in ("tournaments",) if rows == ENTRIES else ("hands", "seats", "actions"):
            there.files(table)
    with connect(there) as connection:
        return cells_in(connection, asked, other)


def cells_in(
    connection: duckdb.DuckDBPyConnection, asked: Asked, other: Asked | None = None
) -> tuple[Cells, Cells | None]:
    """The cells of what is asked, of the hands of a connection; as :func:`statistics`."""
    mine = _sums(connection, asked)
    theirs = {} if other is None else _sums(connection, other)
    there = sorted({*mine, *theirs}, key=lambda cell: tuple(place for place, _ in cell))
    rows = [
        (cell, number)
        for cell in there
        for number in range(len(asked.statistics))
        if number in mine.get(cell, ()) or number in theirs.get(cell, ())
    ]
    return (
        _with_reason(connection, asked, _cells(asked, mine, there, rows)),
        None
        if other is None
        else _with_reason(connection, other, _cells(other, theirs, there, rows)),
    )


def _with_reason(connection: duckdb.DuckDBPyConnection, asked: Asked, cells: Cells) -> Cells:
    """The cells; of none with why there are none."""
    if cells.rows.any():
        return cells
    first = asked.statistics[0]
    told = why_nothing(connection, asked.conditions, first.rows)
    none = f"none of these {first.rows} counts for {first.name}"
    return replace(cells, why_nothing=told or none)


def _sums(connection: duckdb.DuckDBPyConnection, asked: Asked) -> _Found:
    """The sums of each cell and statistic."""
    found: _Found = {}
    kinds = {ENTRIES if each.rows == ENTRIES else PLAYED for each in asked.statistics}
    refuse_unknown(connection, asked.conditions, sorted(kinds))
    for rows in (DECISIONS, PLAYED, ENTRIES):
        some = asked.of_kind(rows)
        if some:
            _refuse_mixed(connection, asked, rows, some)
            _add(connection, asked, rows, some, found)
    return found


def _refuse_mixed(
    connection: duckdb.DuckDBPyConnection, asked: Asked, rows: str, some: Sequence[Statistic]
) -> None:
    """Refuse to add up dollars and euros."""
    of_money = [each.name for each in some if each.unit in ("chips", "money") or each.name == "roi"]
    if not of_money or MONEY[rows] in {key.name for key in asked.keys}:
        return
    found = stream(connection, *money_sql(rows, asked.keys, asked.conditions)).read_all()
    if found.num_rows:
        told = (kind or "what is not told" for kind in found["kinds"][0].as_py())
        kinds = ", ".join(told)
        raise UsageError(
            f"{of_money[0]} would add up {kinds}; group by {MONEY[rows]}, or ask for one of them"
        )


def _add(
    connection: duckdb.DuckDBPyConnection,
    asked: Asked,
    rows: str,
    some: Sequence[Statistic],
    found: _Found,
) -> None:
    """Add the sums of statistics of one kind of rows, by cell and statistic."""
    person = PLAYER if asked.unit == ROWS or rows == ENTRIES else person_of(connection)
    sql, values = sums_sql(
        rows, some, asked.keys, asked.conditions, asked.unit, person, parts_of(connection)
    )
    table = stream(connection, sql, values).read_all()
    of_keys = [table.column(place).to_pylist() for place in range(len(asked.keys))]
    of_keys = [
        [key.label(place) if key.edges else place for place in column]
        for key, column in zip(asked.keys, of_keys, strict=True)
    ]
    order = [_in_order(key, table.column(at).to_pylist()) for at, key in enumerate(asked.keys)]
    sums = np.column_stack(
        [
            table.column(at).cast(pa.float64()).fill_null(0).to_numpy()
            for at in range(len(asked.keys), table.num_columns)
        ]
    ).reshape(table.num_rows, len(some), SUMS)
    sums = _steady(sums)
    numbers = [asked.statistics.index(each) for each in some]
    for row in range(table.num_rows):
        cell = tuple((place[row], label[row]) for place, label in zip(order, of_keys, strict=True))
        of_cell = found.setdefault(cell, {})
        for at, number in enumerate(numbers):
            of_cell[number] = sums[row, at]


def _steady(sums: Floats) -> Floats:
    """To twelve digits: the last ones are of the order in which threads add up.

    Where most of a sum cancels, as what all players win does, these are digits of what is added:
    no more than the root of their number and of their squares.
    """
    within = 1e-12 * np.sqrt(np.abs(sums[..., 2] * sums[..., 5]))
    sums[..., 0] = np.where(np.abs(sums[..., 0]) < within, 0.0, sums[..., 0])
    with np.errstate(divide="ignore"):
        digits = 11 - np.floor(np.log10(np.abs(sums)))
    scale = 10.0 ** np.where(np.isfinite(digits), digits, 0)
    return np.asarray(np.round(sums * scale) / scale)


def _in_order(key: Key, values: list[Any]) -> list[tuple[bool, Any]]:
    """What sorts the values of a key; null comes last."""
    known = WORDS.get(key.name, ())
    places = {word: place for place, word in enumerate(known)}
    return [
        (value is None, 0 if value is None else places.get(value, len(places)) if places else value)
        for value in values
    ]


def _cells(asked: Asked, found: _Found, there: list[_Cell], rows: list[tuple[_Cell, int]]) -> Cells:
    """The values of rows, each a cell and the number of a statistic."""
    places = {cell: place for place, cell in enumerate(there)}
    none = np.zeros(SUMS)
    sums = np.array([found.get(cell, {}).get(number, none) for cell, number in rows])
    sums = sums.reshape(len(rows), SUMS)
    number = np.array([each for _, each in rows], np.int64)
    value, low, high, error = numbers = tuple(np.zeros(len(rows)) for _ in range(4))
    for at, statistic in enumerate(asked.statistics):
        mine = number == at
        told = measured(statistic, sums[mine], asked.unit)
        for column, values in zip(numbers, told, strict=True):
            column[mine] = values
    cell = np.array([places[each] for each, _ in rows], np.int64)
    labels = tuple(tuple(label for _, label in each) for each in there)
    return Cells(labels, cell, number, value, low, high, error, sums[:, 0], sums[:, 1], sums[:, 6])


def measured(
    statistic: Statistic, sums: Floats, unit: str
) -> tuple[Floats, Floats, Floats, Floats]:
    """The value, its 95 % interval and its standard error, of the first six sums of ``sums_sql``.

    NaN where there is no value, or one chance too few for an error.
    """
    a, d, aa, _, _, n = sums.T[:6]
    with np.errstate(all="ignore"):
        ratio = np.where(d > 0, a / d, np.nan)
        if statistic.kind == SHARE and unit == ROWS:
            low, high = wilson(ratio, d)
            error = np.sqrt(ratio * (1 - ratio) / d)
        else:
            if statistic.kind in (SUM, COUNT):
                ratio, error = a, _error(aa - a * a / n, n)
            else:
                ratio, error = ratio_of(sums)
            low, high = ratio - Z * error, ratio + Z * error
            if statistic.kind == SHARE:
                low, high = np.maximum(low, 0), np.minimum(high, 1)
                # Where all are alike there is no spread that would tell how far it holds.
                alike = (n > 1) & ((ratio == 0) | (ratio == 1))
                ends = zip(wilson(ratio, d), (low, high), strict=True)
                low, high = (np.where(alike, end, usual) for end, usual in ends)
        if statistic.kind == COUNT:  # what there is
            low = high = error = np.full(len(ratio), np.nan)
        else:
            ratio = np.where(d > 0, ratio, np.nan)
    scale = statistic.scale
    return scale * ratio, scale * low, scale * high, scale * error


def ratio_of(sums: Floats) -> tuple[Floats, Floats]:
    """The ratio of the first six sums, and its standard error, linearised."""
    a, d, aa, ad, dd, n = sums.T[:6]
    with np.errstate(all="ignore"):
        ratio = np.where(d > 0, a / d, np.nan)
        return ratio, _error((aa - 2 * ratio * ad + ratio * ratio * dd) / (d * d), n)


def _error(spread: Floats, n: Floats) -> Floats:
    spread = np.maximum(spread, 0)  # what rounding leaves of nothing
    return np.where(n > 1, np.sqrt(spread * n / (n - 1)), np.nan)


def wilson(share: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Wilson's 95 % interval of a share of ``n`` independent chances (Wilson 1927)."""
    z2 = Z * Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * np.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    # 0 and 1 are ends of their own intervals, but for what rounding leaves.
    return np.where(share == 0, 0, middle - half), np.where(share == 1, 1, middle + half)


def beside(mine: Cells, other: Cells) -> Beside:
    """Of another cohort the value and chances in the same cells; the difference, and its error."""
    error = np.hypot(_error_beside(mine), _error_beside(other))
    return Beside(other.value, other.chances, mine.value - other.value, error)


def _error_beside(cells: Cells) -> Floats:
    """The standard errors; where a share is 0 or all, that of its interval, for its own is 0."""
    return np.where(cells.error > 0, cells.error, (cells.high - cells.low) / (2 * Z))


def refuse_unknown(
    connection: duckdb.DuckDBPyConnection,
    conditions: Sequence[Condition],
    kinds: Sequence[str] = (PLAYED,),
) -> None:
    """Refuse a name that no row of these kinds has, also of what is to be another one."""
    for condition in conditions:
        if condition == player_condition(HERO) and ENTRIES not in kinds:
            _require_hero(connection, condition.given_by)
        if not has_names(condition):
            continue
        name = condition.name
        missing = {*condition.values} - _names(connection, condition, kinds, some=True)
        given = next((value for value in condition.values if value in missing), None)
        if given is None:
            continue
        known = _names(connection, condition, kinds)
        hint = did_you_mean(given, sorted(known)) if known else "no hand has one"
        where = condition.given_by
        told = f"player is {given!r}" if where == PLAYER else f"{where} has {name} {given!r}"
        with of_field(where):
            raise UsageError(f"{told}; {hint}")


def _require_hero(connection: duckdb.DuckDBPyConnection, where: str) -> None:
    """Refuse ``hero``, which this field has, where no hand has one."""
    known = "select player from seats where hand_id = (select max(hand_id) from hands) limit 1"
    if stream(connection, "select 1 from hands where hero is not null limit 1").read_all().num_rows:
        return
    found = stream(connection, known).read_all()["player"].to_pylist()
    such = f", such as {found[0]!r}" if found else ""
    with of_field(where):
        raise UsageError(
            f"{where} is 'hero', and no hand has one: the files show all cards, or none; give a "
            f"name{such}"
        )


def _names(
    connection: duckdb.DuckDBPyConnection,
    condition: Condition,
    kinds: Sequence[str],
    *,
    some: bool = False,
) -> set[str]:
    """The names in a column of rows of these kinds; ``some``: those of a condition alone."""
    name = condition.name
    marks = ", ".join("?" * len(condition.values))
    there = Condition(name, f'"{name}" is not null')
    one = Condition(name, f'"{name}" in ({marks})', condition.values) if some else there
    (where,), values = where_sql([one])
    found: set[str] = set()
    for kind in kinds:
        source = entries_sql([name]) if kind == ENTRIES else names_sql(name)
        statement = f'select distinct "{name}" from ({source}) where {where}'  # noqa: S608
        found |= {*stream(connection, statement, values).read_all()[0].to_pylist()}
    return found


def why_nothing(
    connection: duckdb.DuckDBPyConnection, conditions: Sequence[Condition], rows: str
) -> str:
    """Why no row of a kind meets all conditions, in a line; empty if some row does.

    Examples: ``no hand has stack=10000: stack is 1.5 to 208, in big blinds``.
    """
    if not conditions:
        return ""
    texts, values = where_sql(conditions)
    source = _source(connection, rows, [condition.name for condition in conditions])
    counts = ", ".join(f"count(*) filter ({text})" for text in (" and ".join(texts), *texts))
    found = stream(connection, f"select {counts} from ({source})", values).read_all()  # noqa: S608
    of_all, *of_each = (column[0].as_py() for column in found.columns)
    if of_all:
        return ""
    row = _ROW[rows]
    for condition, number in zip(conditions, of_each, strict=True):
        if not number:
            told = f"no {row} has {condition.told or condition.name}"
            return f"{told}: {_values(connection, condition.name, rows)}"
    told = ", ".join(condition.told or condition.name for condition in conditions)
    return f"no {row} meets all conditions at once: {told}"


def _source(connection: duckdb.DuckDBPyConnection, rows: str, names: Sequence[str]) -> str:
    names = [*dict.fromkeys(names)]
    if rows == ENTRIES:
        return entries_sql(names)
    return relation(rows, names, parts_of(connection))


def _values(connection: duckdb.DuckDBPyConnection, name: str, rows: str) -> str:
    """The least and the most of a column of numbers, or some values of another, the usual first."""
    source = _source(connection, rows, [name])

    def found(sql: str) -> list[Any]:
        table = stream(connection, sql.format(name=f'"{name}"', source=source), {}).read_all()
        return [value for column in table.columns for value in column.to_pylist()]

    if is_ordered(name):
        least, most = found("select min({name}), max({name}) from ({source})")
        if least is None:
            return f"{name} is not known of any"
        fact = FACTS.get(name) or ENTRY_FACTS[name]
        unit = _UNIT.search(fact.meaning)
        ends = dict.fromkeys((_written(least), _written(most)))
        told = f"{name} is {' to '.join(ends)}"
        return f"{told}, {unit[0]}" if unit else told
    values = found(
        "select {name} from ({source}) where {name} is not null group by {name} "  # noqa: S608
        f"order by count(*) desc, {{name}} limit {_FEW + 1}"
    )
    if not values:
        return f"{name} is not known of any"
    words = ", ".join(map(_written, values[:_FEW]))
    return f"{name} is {'such as ' if len(values) > _FEW else ''}{words}"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.10g}" if isinstance(value, int | float) else str(value)


def one_condition(conditions: Sequence[Condition], more: Condition | None) -> tuple[Condition, ...]:
    """The conditions, and another; UsageError for a column that both are of."""
    if more is None:
        return tuple(conditions)
    if any(each.name == more.name for each in conditions):
        name = more.values[0] if more.values else HERO
        where = by_door("--where", "where")
        raise UsageError(
            f"player is {shown(name)}, and {where} has {more.name} too; give one of them"
        )
    return (*conditions, more)


def of_others(asked: Asked, more: Sequence[Condition], given: str | None) -> Asked:
    """The same for another cohort: its conditions replace those on the same columns.

    A condition on a player also replaces those on hero. ``given``: the independent unit, if
    named.
    """
    names = {condition.name for condition in more}
    if names & WHO:
        names |= WHO
    conditions = (*(each for each in asked.conditions if each.name not in names), *more)
    return replace(asked, conditions=conditions, unit=unit_of(asked.keys, conditions, given))
