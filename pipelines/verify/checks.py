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
from functools import partial
from itertools import chain

import duckdb
import pyarrow as pa

from pokerlake.engine.orders.catalogue import SHORT_DECK
from pokerlake.engine.rules.catalogue import OMAHA, OMAHA5, OMAHA6
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.check import Check, ValuesDigest, check_file
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
from pokerlake.tables.errors import LakeError, OutputError, PokerlakeError, UsageError, first_line
from pokerlake.tables.lake import DATABASE, Lake, duckdb_name
from pokerlake.tables.manifest import MANIFEST, Parameters
from pokerlake.tables.registry import TABLES, table
from pokerlake.tables.schema import Table
from pokerlake.tables.store import parquet_rows, stored_file
from pokerlake.tables.stores import is_remote
from pokerlake.tables.view_sql import file_itself

from ..build import Build
from ..lock import alone, database_is_new
from ..planning import all_builds, without_groups
from ..processes import in_order
from . import abstraction, histories, learning, push_fold, solving, transitions
from .starting_hands.omaha import omaha, omaha8
from .starting_hands.omaha_flops import omaha_flops
from .starting_hands.short_deck import short_deck
from .starting_hands.triples import triples

ChecksOf = Callable[[Lake, duckdb.DuckDBPyConnection], Iterator[Check]]
_ChecksOf = Callable[[Lake], Iterable[Check]]

_SHA256, _FILE = "sha256", "file"  # how checks of a file's bytes are called


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

    Parameters
    ----------
    lake : Lake
    names : sequence of str
        The tables; all that are in the lake if empty.
    executor : Executor, optional
        It checks instead: each table, and each group of tables that are held against each other, is
        a task. Its workers read the lake under the same path.

    Raises
    ------
    UsageError
        If a table is not known.
    LakeError
        If a table is not in the lake, or the lake has none; or a worker does not see this lake.
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
    by_bytes = sorted(
        range(len(chosen)), key=lambda i: -sum(f.bytes for f in lake.entry(chosen[i]).files)
    )
    whole: list[_ChecksOf] = []
    for place, (tables, _, _) in enumerate(_FILLED):
        filled = [table.name for table in tables if table.name in chosen]
        if filled:
            whole.append(partial(_of_filled, place=place, names=filled))
    for place, (built, _, _) in enumerate(_BUILT):
        if built.name in chosen:
            whole.append(partial(_of_built, place=place))
    if executor is None:
        made = over_tasks(lambda i: list(_of_table(lake, chosen[i])), by_bytes, 0)
        wholes = [list(checks_of(lake)) for checks_of in whole]
    else:
        by_task = _made_by(executor, lake, [chosen[i] for i in by_bytes], whole)
        made, wholes = by_task[: len(chosen)], by_task[len(chosen) :]
    checks = dict(zip(by_bytes, made, strict=True))
    found = list(_of_manifest(lake, {"", *(names or known)}))
    found += chain.from_iterable(checks[i] for i in range(len(chosen)))
    found += chain.from_iterable(wholes)
    if not names and not is_remote(lake.path):
        problem = database_problem(lake)
        is_late = (lake.path / DATABASE).is_file() and not database_is_new(lake.path)
        if problem and is_late and _mended(lake):
            problem = ""
        found.append(Check(DATABASE, "views of the tables", "as defined", problem or "as defined"))
    return found


def damaged(checks: Iterable[Check]) -> list[str]:
    """The tables of which a file is gone, or has other bytes than it was written with."""
    of_files = (f"{_SHA256} of", _FILE)
    names = (check.table for check in checks if not check.ok and check.check.startswith(of_files))
    return list(dict.fromkeys(names))


def _made_by(
    executor: Executor, lake: Lake, tables: Sequence[str], whole: Sequence[_ChecksOf]
) -> list[list[Check]]:
    """The checks of each table by itself, and of each group of tables as a whole.

    The tables whose values are computed again come last: their partitions are tasks as well.
    """
    there = replace(lake, path=lake.path.absolute())
    again = {name: build for name in tables if (build := _to_compute_again(lake, name))}

    def tasks() -> Iterator[tuple[Lake, _ChecksOf]]:
        for checks_of in whole:
            yield there, checks_of
        for name in tables:
            if name not in again:
                yield there, partial(_of_table, name=name)
        for name, build in again.items():
            yield there, partial(_of_table, name=name, values=_computed_again(build, executor))

    made = list(in_order(_made, tasks(), executor))
    names = [name for name in tables if name not in again] + list(again)
    of_table = dict(zip(names, made[len(whole) :], strict=True))
    return [of_table[name] for name in tables] + made[: len(whole)]


def _made(task: tuple[Lake, _ChecksOf]) -> list[Check]:
    """In another process: the checks of a lake that it sees as well."""
    lake, checks_of = task
    if Lake.open(lake.path).manifest.tables != lake.manifest.tables:
        raise LakeError(
            f"{lake.path} on {platform.node()} is another lake than here, or has just been changed"
        )
    return list(checks_of(lake))


def _to_compute_again(lake: Lake, name: str) -> Build | None:
    """The build of a table whose values are not known."""
    if TABLES[name].filled:
        return None
    try:
        build = all_builds()[name].with_parameters(lake.entry(name).parameters)
    except UsageError:  # which the table's checks say
        return None
    return None if build.table.values else build


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


def _of_table(lake: Lake, name: str, values: str = "") -> Iterator[Check]:
    """What one table's files say by themselves; ``values`` is their digest if it is known."""
    entry = lake.entry(name)
    wanted = TABLES[name]
    rows: list[int] = []
    try:
        if not wanted.filled:
            build = all_builds()[name].with_parameters(entry.parameters)
    except UsageError as error:
        yield Check(name, "parameters in the manifest", "those of the build", str(error))
        return
    for stored in entry.files:
        path = lake.path / stored.name
        try:
            found = stored_file(path).sha256
            yield Check(name, f"{_SHA256} of {stored.name}", stored.sha256, found)
            if wanted.filled:
                wanted = replace(wanted, values=stored.values)
            else:
                known = values or build.table.values
                wanted = replace(wanted, values=known or _computed_again(build))
            yield from check_file(wanted, path)
            rows.append(parquet_rows(path))
        except FileNotFoundError:
            yield Check(name, f"{_FILE} {stored.name}", "there", "gone")
        except (OSError, ValueError, pa.ArrowException) as error:
            yield Check(name, f"{_FILE} {stored.name}", "readable", _first_line(error))
    if len(rows) == len(entry.files):
        yield Check(name, "rows in the manifest", f"{sum(rows):,}", f"{entry.rows:,}")


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
        yield Check(names[0], what, "readable", _first_line(error))


def _of_built(lake: Lake, *, place: int) -> list[Check]:
    """What a table that is built says of itself and of others, beyond its digest."""
    table, what, checks_of = _BUILT[place]
    try:
        return list(checks_of(lake))
    except (PokerlakeError, OSError, ValueError, KeyError, pa.ArrowException) as error:
        return [Check(table.name, what, "readable", _first_line(error))]


def _first_line(error: Exception) -> str:
    return first_line(error) or type(error).__name__


_FILLED: tuple[tuple[Sequence[Table], str, ChecksOf], ...] = (
    (HISTORIES, "tables of hands", histories.histories),
    (LEARNING, "tables of learned games", learning.learning),
    (SOLVED, "tables of push or fold", push_fold.push_fold),
    (SOLUTIONS, "tables of solved spots", solving.solving),
    (ABSTRACTION, "tables of abstractions", abstraction.abstraction),
    (TRANSITIONS, "transitions of buckets", transitions.transitions),
)
_BUILT: tuple[tuple[Table, str, Callable[[Lake], Iterator[Check]]], ...] = (
    (MATCHUPS3, "any three hands", triples),
    (SHORT_MATCHUPS3, "any three hands", partial(triples, order=SHORT_DECK)),
    (SHORT_STARTING_HANDS, "tables of short deck", short_deck),
    (OMAHA_HANDS, "holes in Omaha", partial(omaha, table=OMAHA_HANDS, rule=OMAHA)),
    (OMAHA_HANDS5, "holes in Omaha", partial(omaha, table=OMAHA_HANDS5, rule=OMAHA5)),
    (OMAHA_HANDS6, "holes in Omaha", partial(omaha, table=OMAHA_HANDS6, rule=OMAHA6)),
    (OMAHA8_HANDS, "holes in Omaha", omaha8),
    (OMAHA_FLOP_HANDS, "holes in Omaha on flops", omaha_flops),
)
