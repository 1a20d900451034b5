"""Whether a lake holds what it should: files, keys, totals and values of its tables.

The values of a table that is built are known by a digest that its build carries. The tests hold
those tables against oracles that share nothing with the engine. Tables that users fill have no such
digest: their rows are held against each other and against the rules.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple

import duckdb
import pyarrow as pa

from pokerlake.catalogue import OMAHA, OMAHA5, OMAHA6, SHORT_DECK_HIGH
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.check import Check, ValuesDigest
from pokerlake.tables.database import database_problem, write_database
from pokerlake.tables.definitions.abstraction import ABSTRACTION, TRANSITIONS
from pokerlake.tables.definitions.boards import OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.definitions.solving import SOLUTIONS
from pokerlake.tables.definitions.starting_hands import (
    MATCHUPS3,
    OMAHA8_HANDS,
    OMAHA_HANDS,
    OMAHA_HANDS5,
    OMAHA_HANDS6,
    SHORT_MATCHUPS3,
    SHORT_STARTING_HANDS,
)
from pokerlake.tables.errors import LakeError, OutputError, PokerlakeError, UsageError
from pokerlake.tables.lake import DATABASE, Lake, duckdb_name
from pokerlake.tables.manifest import MANIFEST, Parameters
from pokerlake.tables.registry import TABLES, table
from pokerlake.tables.schema import Table
from pokerlake.tables.stores import is_remote
from pokerlake.tables.view_sql import file_itself

from ..build import Build
from ..lock import alone, database_is_new
from ..planning import all_builds, without_groups
from ..processes import in_order
from . import abstraction, histories, learning, push_fold, solving, starting_hands
from .files import checks_of_files, first_line_of, look, looks_at, refuse_outside
from .omaha import Sums, checks_of_sums, omaha, omaha8, row_groups_apart, sums_of

ChecksOf = Callable[[Lake, duckdb.DuckDBPyConnection], Iterator[Check]]
_Part = Callable[[Lake], Any]  # on a worker it is pickled, and so is what it comes to


def verify(
    lake: Lake, names: Sequence[str] = (), *, executor: Executor | None = None
) -> list[Check]:
    """Check the tables in a lake, on all cores.

    - The manifest, by the digests of its values.
    - The bytes of each file, by the manifest.
    - Rows, columns, nulls, order of keys, and totals, by the definition of the table.
    - The values of a table that is built, by their digest. A table with other parameters than the
      default ones is computed again. Those of tables that users fill, by the digest that was
      written with them.
    - ``lake.duckdb``, where all tables are checked: its views and macros.
    - Any three starting hands, in short deck too, by the tables of one and of two, and some of them
      counted anew.
      Holes in Omaha, by each other, and some of them by random deals; on flops, by all rivers too.
      The tables of short deck, by each other, and some match-ups by all showdowns.
    - Imported hands, by each other, to the chip. Learned games, by each other; small ones by their
      rules too. Push or fold, and solved spots, by each other, and what deviating gains by a best
      response. Abstractions, by each other, and by the tables of flop and turn hands.

    ``names``: the tables; all that are in the lake if empty; ``executor``: it checks instead: each
    column of a large table, each other table, and each group of tables that are held against each
    other, is a task. Its workers read the lake under the same path. Raises UsageError or LakeError.
    """
    known = {*lake.manifest.tables, *lake.manifest.lost}
    names = without_groups(names, known)
    for name in names:
        table(name)
    if not (names or known):
        raise LakeError(f"{lake.path} has no tables; build some with 'pokerlake build'")
    for name in names:
        if name not in known:
            lake.entry(name)  # which says that it is not in the lake
    chosen = [name for name in lake.manifest.tables if name in (names or known)]
    # The longest first, so that no core is left with one at the end.
    by_bytes = sorted(chosen, key=lambda name: -sum(f.bytes for f in lake.entry(name).files))
    groups = [_of_table(lake, name, executor) for name in by_bytes]
    for place, (tables, _, _) in enumerate(_FILLED):
        filled = [table.name for table in tables if table.name in chosen]
        if filled:
            groups.append(_whole(partial(_of_filled, place=place, names=filled)))
    for place, (built, _, _) in enumerate(_BUILT):
        if built.name in chosen:
            groups.append(_whole(partial(_of_built, place=place)))
    if OMAHA_FLOP_HANDS.name in chosen:
        groups.append(_of_omaha_flops(lake))
    made = _made_here(lake, groups) if executor is None else _made_by(executor, lake, groups)
    checks = [list(group.checks(each)) for group, each in zip(groups, made, strict=True)]
    of_table = dict(zip(by_bytes, checks, strict=False))
    found = list(_of_manifest(lake, {"", *(names or known)}))
    found += chain.from_iterable(of_table[name] for name in chosen)
    found += chain.from_iterable(checks[len(chosen) :])
    if not names and not is_remote(lake.path):
        problem = database_problem(lake)
        is_late = (lake.path / DATABASE).is_file() and not database_is_new(lake.path)
        if problem and is_late and _mended(lake):
            problem = ""
        found.append(Check(DATABASE, "views of the tables", "as defined", problem or "as defined"))
    return found


class _Group(NamedTuple):
    """Checks that are made together."""

    parts: Sequence[_Part]  # what is looked at, side by side
    checks: Callable[[Sequence[Any]], Iterable[Check]]  # by what these come to
    is_whole: bool = False  # whether a part has all cores itself, where threads make it
    prepare: Callable[[], object] = lambda: None  # what the checks take of an executor themselves


def _whole(checks_of: Callable[[Lake], Iterable[Check]]) -> _Group:
    """Checks of one part."""
    return _Group([partial(_listed, checks_of)], lambda made: made[0], is_whole=True)


def _listed(checks_of: Callable[[Lake], Iterable[Check]], lake: Lake) -> list[Check]:
    return list(checks_of(lake))


def _made_here(lake: Lake, groups: Sequence[_Group]) -> Iterator[Sequence[Any]]:
    """What the parts of each group come to, on all cores."""
    parts = [part for group in groups if not group.is_whole for part in group.parts]
    made = iter(over_tasks(lambda place: parts[place](lake), range(len(parts)), 0))
    for group in groups:
        yield [part(lake) if group.is_whole else next(made) for part in group.parts]


def _made_by(executor: Executor, lake: Lake, groups: Sequence[_Group]) -> list[Sequence[Any]]:
    """The same by the workers of an executor.

    What is whole comes first, since it takes long. Tables whose values are computed again come
    last: their partitions are tasks as well.
    """
    there = replace(lake, path=lake.path.absolute())
    in_turn = sorted(groups, key=lambda group: not group.is_whole)

    def tasks() -> Iterator[tuple[Lake, _Part]]:
        for group in in_turn:
            for part in group.parts:
                yield there, part
        for group in groups:
            group.prepare()

    made = in_order(_made, tasks(), executor)
    of_group = {id(group): list(islice(made, len(group.parts))) for group in in_turn}
    return [of_group[id(group)] for group in groups]


def _made(task: tuple[Lake, _Part]) -> Any:
    """In another process: a part of the checks of a lake that it sees as well."""
    lake, part = task
    if Lake.open(lake.path).manifest.tables != lake.manifest.tables:
        raise LakeError(
            f"{lake.path} on {platform.node()} is another lake than here, or has just been changed"
        )
    return part(lake)


def _mended(lake: Lake) -> bool:
    """Whether ``lake.duckdb`` could be written: who wrote the manifest was killed before he did."""
    try:
        with alone(lake.path):
            write_database(Lake.open(lake.path))
    except (LakeError, OutputError):  # somebody writes to the lake, or nobody can
        return False
    return True


def _of_manifest(lake: Lake, tables: Collection[str]) -> Iterator[Check]:
    """What is wrong with the manifest: its head, and what it says of these tables."""
    problems = [problem for problem in lake.manifest.problems if problem.table in tables]
    for name, key, expected, found in problems:
        yield Check(name or MANIFEST, f"{key} in the manifest", expected, found)


def _of_table(lake: Lake, name: str, executor: Executor | None) -> _Group:
    """What one table's files say by themselves."""
    values, prepare = _no_values, _no_values
    if not TABLES[name].filled:
        try:
            build = all_builds()[name].with_parameters(lake.entry(name).parameters)
        except UsageError as error:
            wrong = Check(name, "parameters in the manifest", "those of the build", str(error))
            return _Group([], lambda _: [wrong])
        known = build.table.values
        values = cache(lambda: known or _computed_again(build, executor))
        prepare = values if executor else _no_values
    return _Group(
        [partial(look, name=name, looks=looks) for looks in looks_at(lake, name)],
        lambda made: checks_of_files(lake, name, chain.from_iterable(made), values),
        prepare=prepare,
    )


def _no_values() -> str:
    return ""


def _computed_again(build: Build, executor: Executor | None = None) -> str:
    """The digest of the values that a build comes to; this takes as long as building."""
    compute = partial(_computed, build.table.name, build.parameters)
    pieces = (
        over_tasks(compute, range(build.partitions), 0)
        if executor is None
        else in_order(compute, range(build.partitions), executor)
    )
    digest = ValuesDigest(build.table.arrow_schema())
    for rows in build.rows(iter(pieces)):
        for batch in rows.to_batches():
            digest.update(batch)
    return digest.hexdigest()


def _computed(name: str, parameters: Parameters, number: int) -> pa.Table:
    """A partition of a build."""
    return all_builds()[name].compute(number, parameters)


# ---------------------------------------------------------------- tables against each other


def _of_filled(lake: Lake, *, place: int, names: Sequence[str]) -> Iterator[Check]:
    """What the tables that users fill say of each other, as far as it is about some of them."""
    tables, what, checks_of = _FILLED[place]
    try:
        # Nothing is left in the working folder.
        with duckdb.connect(config={"temp_directory": tempfile.gettempdir()}) as connection:
            lake.let_read(connection)
            for table in tables:
                paths = [file_itself(duckdb_name(path)) for path in lake.files(table.name)]
                # A folder run=2 above the lake is no column.
                rows = connection.read_parquet(paths, hive_partitioning=False)
                rows.create_view(table.name)
            yield from (check for check in checks_of(lake, connection) if check.table in names)
    except (
        PokerlakeError, OSError, ValueError, pa.ArrowException, duckdb.Error
    ) as error:  # fmt: skip
        refuse_outside(error, f"what tables say of each other ({what})")
        yield Check(names[0], what, "readable", first_line_of(error))


def _of_built(lake: Lake, *, place: int) -> list[Check]:
    """What a table that is built says of itself and of others, beyond its digest."""
    table, what, checks_of = _BUILT[place]
    try:
        return list(checks_of(lake))
    except _UNREADABLE as error:
        refuse_outside(error, f"table {table.name} of {lake.path}")
        return [Check(table.name, what, "readable", first_line_of(error))]


def _of_omaha_flops(lake: Lake) -> _Group:
    """As :func:`_of_built`, of a table so large that it is looked at in parts."""

    def checks(made: Sequence[Sums | Check]) -> list[Check]:
        broken = [each for each in made if isinstance(each, Check)]
        if broken:
            return broken[:1]
        try:
            return list(checks_of_sums(lake, [each for each in made if isinstance(each, Sums)]))
        except _UNREADABLE as error:
            return [_unreadable(error)]

    try:
        parts = row_groups_apart(lake)
    except _UNREADABLE as error:
        wrong = _unreadable(error)
        return _Group([], lambda _: [wrong])
    return _Group([partial(_sums, groups=groups) for groups in parts], checks)


def _sums(lake: Lake, *, groups: range) -> Sums | Check:
    try:
        return sums_of(lake, groups)
    except _UNREADABLE as error:
        return _unreadable(error)


def _unreadable(error: Exception) -> Check:
    name = OMAHA_FLOP_HANDS.name
    refuse_outside(error, f"table {name}")
    return Check(name, "holes in Omaha on flops", "readable", first_line_of(error))


_UNREADABLE = (PokerlakeError, OSError, ValueError, KeyError, pa.ArrowException)


_FILLED: tuple[tuple[Sequence[Table], str, ChecksOf], ...] = (
    (HISTORIES, "tables of hands", histories.histories),
    (LEARNING, "tables of learned games", learning.learning),
    (SOLVED, "tables of push or fold", push_fold.push_fold),
    (SOLUTIONS, "tables of solved spots", solving.solving),
    (ABSTRACTION, "tables of abstractions", abstraction.abstraction),
    (TRANSITIONS, "transitions of buckets", abstraction.transitions),
)
_BUILT: tuple[tuple[Table, str, Callable[[Lake], Iterator[Check]]], ...] = (
    (MATCHUPS3, "any three hands", starting_hands.triples),
    (SHORT_MATCHUPS3, "any three hands", partial(starting_hands.triples, order=SHORT_DECK_HIGH)),
    (SHORT_STARTING_HANDS, "tables of short deck", starting_hands.short_deck),
    (OMAHA_HANDS, "holes in Omaha", partial(omaha, table=OMAHA_HANDS, rule=OMAHA)),
    (OMAHA_HANDS5, "holes in Omaha", partial(omaha, table=OMAHA_HANDS5, rule=OMAHA5)),
    (OMAHA_HANDS6, "holes in Omaha", partial(omaha, table=OMAHA_HANDS6, rule=OMAHA6)),
    (OMAHA8_HANDS, "holes in Omaha", omaha8),
)
