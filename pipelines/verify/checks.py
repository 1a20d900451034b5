"""Whether a lake holds what it should: files, keys, totals and values of its tables.

The values of a built table are known by a digest in its build. The tests check those tables against
oracles that share nothing with the engine. Tables that users fill have no such digest: their rows
are checked against each other and against the rules.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple, TypeVar

import duckdb
import pyarrow as pa

from pokerlake.catalogue import (
    OMAHA,
    OMAHA5,
    OMAHA6,
    RAZZ,
    SHORT_DECK_HIGH,
    STUD,
    STUD_HI_LO,
)  # fmt: skip
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.check import (
    Check,
    ColumnsFound,
    ValuesDigest,
    checks_of_columns,
    columns_apart,
    look_at_columns,
)
from pokerlake.tables.database import database_problem, write_database
from pokerlake.tables.definitions.abstraction import ABSTRACTION, TRANSITIONS
from pokerlake.tables.definitions.blueprints import BLUEPRINT, MEASURES
from pokerlake.tables.definitions.boards import OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.histories import HISTORIES, TOURNAMENTS
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
from pokerlake.tables.definitions.stud import RAZZ_STARTS, STUD8_STARTS, STUD_STARTS
from pokerlake.tables.errors import (
    LakeError,
    OutputError,
    PokerlakeError,
    UsageError,
    first_line,
    from_outside,
)
from pokerlake.tables.lake import DATABASE, Lake, duckdb_name
from pokerlake.tables.manifest import MANIFEST, Parameters
from pokerlake.tables.registry import TABLES, table, without_groups
from pokerlake.tables.schema import Table
from pokerlake.tables.store import StoredFile, stored_file
from pokerlake.tables.stores.path import is_remote
from pokerlake.tables.view_sql import file_itself

from ..lock import alone, database_is_new
from ..parts import Build
from ..planning import all_builds
from ..processes import in_order
from . import abstraction, blueprints, built, histories, strategies, stud

T = TypeVar("T")

_Part = Callable[[Lake], Any]  # pickled for a worker, with its result


def verify(
    lake: Lake, names: Sequence[str] = (), *, executor: Executor | None = None
) -> list[Check]:
    """Check the tables in a lake, on all cores.

    - The manifest, by the digests of its values.
    - The bytes of each file, by the manifest.
    - Rows, columns, nulls, order of keys, and totals, by the definition of the table.
    - The values of a built table, by their digest. A table with other parameters than the
      default ones is computed again. Values of tables that users fill, by the digest that was
      written with them.
    - ``lake.duckdb``, if all tables are checked: its views and macros.
    - Any three starting hands, in short deck too, by the tables of one and of two, and some of them
      recounted.
      Holes in Omaha, by each other, and some of them by random deals; on flops, by all rivers too.
      The tables of short deck, by each other, and some match-ups by all showdowns.
    - Imported hands, by each other, to the chip. Learned games, by each other; small ones by their
      rules too. Push or fold, and solved spots, by each other, and their exploitability by a best
      response. Abstractions, by each other, and by the tables of flop and turn hands.

    ``names``: the tables; all in the lake if empty; ``executor``: runs the checks: each column of a
    large table, each other table, and each group of tables that are checked against each other, is
    a task. Its workers read the lake under the same path. Raises UsageError or LakeError.
    """
    known = {*lake.manifest.tables, *lake.manifest.lost}
    names = without_groups(names, known)
    for name in names:
        table(name)
    if not (names or known):
        raise LakeError(f"{lake.path} has no tables; build some with 'pokerlake build'")
    for name in names:
        if name not in known:
            lake.entry(name)  # raises if it is not in the lake
    chosen = [name for name in lake.manifest.tables if name in (names or known)]
    # The longest first, so that none runs alone at the end.
    by_bytes = sorted(chosen, key=lambda name: -sum(f.bytes for f in lake.entry(name).files))
    groups = [_of_table(lake, name, executor) for name in by_bytes]
    for place, (tables, _, _) in enumerate(_AGAINST):
        about = [table.name for table in tables if table.name in chosen]
        if about and _has_any(lake, tables):
            part = partial(_of_each_other, place=place, names=about)
            groups.append(_Group([part], lambda made: made[0], is_whole=True))
    if OMAHA_FLOP_HANDS.name in chosen:
        groups.append(_of_omaha_flops(lake))
    made = _made_here(lake, groups) if executor is None else _made_by(executor, lake, groups)
    checks = [list(group.checks(each)) for group, each in zip(groups, made, strict=True)]
    of_table = dict(zip(by_bytes, checks, strict=False))
    checks_made = list(_of_manifest(lake, {"", *(names or known)}))
    checks_made += chain.from_iterable(of_table[name] for name in chosen)
    checks_made += chain.from_iterable(checks[len(chosen) :])
    if not names and not is_remote(lake.path):
        problem = database_problem(lake)
        is_late = (lake.path / DATABASE).is_file() and not database_is_new(lake.path)
        if problem and is_late and _mended(lake):
            problem = ""
        checks_made.append(
            Check(DATABASE, "views of the tables", "as defined", problem or "as defined")
        )
    return checks_made


class _Group(NamedTuple):
    """Checks that are made together."""

    parts: Sequence[_Part]  # computed in parallel
    checks: Callable[[Sequence[Any]], Iterable[Check]]  # from the results of the parts
    is_whole: bool = False  # whether a part uses all cores itself, in threads
    prepare: Callable[[], object] = lambda: None  # what the checks themselves need of an executor


def _made_here(lake: Lake, groups: Sequence[_Group]) -> Iterator[Sequence[Any]]:
    """The results of the parts of each group, on all cores."""
    parts = [part for group in groups if not group.is_whole for part in group.parts]
    made = iter(over_tasks(lambda place: parts[place](lake), range(len(parts)), 0))
    for group in groups:
        yield [part(lake) if group.is_whole else next(made) for part in group.parts]


def _made_by(executor: Executor, lake: Lake, groups: Sequence[_Group]) -> list[Sequence[Any]]:
    """The same by the workers of an executor.

    Whole parts come first, since they take long. Tables whose values are computed again come last:
    their partitions are tasks too.
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
    """In another process: a part of the checks of a lake that it sees too."""
    lake, part = task
    if Lake.open(lake.path).manifest.tables != lake.manifest.tables:
        raise LakeError(
            f"{lake.path} on {platform.node()} is another lake than here, or has just been changed"
        )
    return part(lake)


def _mended(lake: Lake) -> bool:
    """Whether ``lake.duckdb`` could be rewritten, if a writer was killed before he did."""
    try:
        with alone(lake.path):
            write_database(Lake.open(lake.path))
    except (LakeError, OutputError):  # another command writes to the lake, or it is read-only
        return False
    return True


def _of_manifest(lake: Lake, tables: Collection[str]) -> Iterator[Check]:
    """What is wrong with the manifest: its head, and the entries of these tables."""
    problems = [problem for problem in lake.manifest.problems if problem.table in tables]
    for name, key, expected, stored in problems:
        yield Check(name or MANIFEST, f"{key} in the manifest", expected, stored)


def _of_table(lake: Lake, name: str, executor: Executor | None) -> _Group:
    """The checks of a table's files alone."""
    values: Callable[[], str] = str
    prepare: Callable[[], object] = str
    if not TABLES[name].filled:
        try:
            build = all_builds()[name].with_parameters(lake.entry(name).parameters)
        except UsageError as error:
            wrong = Check(name, "parameters in the manifest", "those of the build", str(error))
            return _Group([], lambda _: [wrong])
        known = build.table.values
        values = cache(lambda: known or _computed_again(build, executor))
        prepare = values if executor else str
    return _Group(
        [partial(look, name=name, looks=looks) for looks in looks_at(lake, name)],
        lambda made: checks_of_files(lake, name, chain.from_iterable(made), values),
        prepare=prepare,
    )


def _computed_again(build: Build, executor: Executor | None = None) -> str:
    """The digest of the values that a build computes; this takes as long as building."""
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
    """A partition of a build, by its name: it is pickled for a worker."""
    return all_builds()[name].compute(number, parameters)


# ---------------------------------------------------------------- the files of one table

LARGE = 4_000_000  # bytes of a file, which take a tenth of a second
_SHA256, _FILE = "sha256", "file"  # the names of checks of a file's bytes


class Look(NamedTuple):
    """A look at a file: at some columns, or at its bytes."""

    file: str
    columns: tuple[str, ...]  # empty for the bytes


Found = str | ColumnsFound | Check  # the SHA-256, results of columns, or why they cannot be read


def looks_at(lake: Lake, name: str) -> list[list[Look]]:
    """The looks at the files of a table, as parts; the longest first."""
    parts: list[list[Look]] = [[]]
    for stored in lake.entry(name).files:
        looks = _looks_at(name, stored)
        if stored.bytes < LARGE:
            parts[0] += looks
        else:
            parts += [[each] for each in looks]
    return sorted(filter(None, parts), key=lambda looks: -sum(len(each.columns) for each in looks))


def _looks_at(name: str, stored: StoredFile) -> list[Look]:
    wanted = TABLES[name]
    columns = columns_apart(wanted)
    if stored.bytes < LARGE:
        columns = [tuple(column.name for column in wanted.columns)]
    return [Look(stored.name, each) for each in ((), *columns)]


def look(lake: Lake, *, name: str, looks: Sequence[Look]) -> list[tuple[Look, Found]]:
    """Look at files of a table."""
    return [(each, _looked(lake, name, each)) for each in looks]


def _looked(lake: Lake, name: str, at: Look) -> Found:
    path = lake.path / at.file
    what = f"{_FILE} {at.file}"
    if at.columns:
        return _tried(name, what, path, look_at_columns, TABLES[name], path, at.columns)
    return _tried(name, what, path, lambda: stored_file(path).sha256)


def damaged(checks: Iterable[Check]) -> list[str]:
    """The tables with a file that is missing, or that has changed."""
    of_files = (f"{_SHA256} of", _FILE)
    names = (check.table for check in checks if not check.ok and check.check.startswith(of_files))
    return list(dict.fromkeys(names))


def checks_of_files(
    lake: Lake, name: str, results: Iterable[tuple[Look, Found]], values: Callable[[], str]
) -> Iterator[Check]:
    """The checks from all looks at the files of a table.

    ``results``: those of :func:`look` for all of :func:`looks_at`; ``values``: the digest of
    the values, for a built table.
    """
    entry, wanted = lake.entry(name), TABLES[name]
    by_look = dict(results)
    rows: list[int] = []
    for stored in entry.files:
        digest, *columns = (by_look[each] for each in _looks_at(name, stored))
        if isinstance(digest, Check):
            yield digest
            continue
        yield Check(name, f"{_SHA256} of {stored.name}", stored.sha256, str(digest))
        wanted = replace(wanted, values=stored.values if wanted.filled else values())
        if sum(each.nulls for each in columns if isinstance(each, ColumnsFound)) and columns[1:]:
            every = Look(stored.name, tuple(column.name for column in wanted.columns))
            columns = [_looked(lake, name, every)]  # a null removes its whole row from the totals
        broken = [each for each in columns if isinstance(each, Check)]
        if broken:
            yield broken[0]
            continue
        read = [each for each in columns if isinstance(each, ColumnsFound)]
        yield from checks_of_columns(wanted, read)
        rows.append(read[0].rows)
    if len(rows) == len(entry.files):
        yield Check(name, "rows in the manifest", f"{sum(rows):,}", f"{entry.rows:,}")


def _tried(
    name: str, what: str, place: object, function: Callable[..., T], *arguments: Any
) -> T | Check:
    """The result of a function; or a check of a table that says why it cannot be read."""
    try:
        return function(*arguments)
    except FileNotFoundError:
        return Check(name, what, "there", "gone")
    except _UNREADABLE as error:
        outside = from_outside(error, place)  # too little memory says nothing about a file
        if outside is not None:
            raise outside from error
        return Check(name, what, "readable", first_line(error) or type(error).__name__)


_UNREADABLE = (PokerlakeError, OSError, ValueError, KeyError, pa.ArrowException, duckdb.Error)


# ---------------------------------------------------------------- tables against each other


def _has_any(lake: Lake, tables: Sequence[Table]) -> bool:
    """Whether a lake has a table that comes with the first; others may exist without it."""
    there = lake.manifest.tables.keys() | lake.manifest.lost.keys()
    return any(table.name in there for table in tables if table.filling == tables[0].filling)


def _of_each_other(lake: Lake, *, place: int, names: Sequence[str]) -> list[Check]:
    """The checks of tables by themselves and against each other, as far as some are named."""
    _, what, checks_of = _AGAINST[place]
    checks: list[Check] = []
    broken = _tried(
        names[0], what, f"table {names[0]} of {lake.path}", checks.extend, checks_of(lake)
    )
    checks = [each for each in checks if each.table in names or not TABLES[each.table].filled]
    return [*checks, broken] if broken else checks


def _of_filled(
    checks_of: Callable[[Lake, duckdb.DuckDBPyConnection], Iterator[Check]],
    tables: Sequence[Table],
    lake: Lake,
) -> Iterator[Check]:
    """The checks of tables that users fill against each other."""
    # The current folder stays clean.
    with duckdb.connect(config={"temp_directory": tempfile.gettempdir()}) as connection:
        lake.let_read(connection)
        for table in tables:
            paths = [file_itself(duckdb_name(path)) for path in lake.files(table.name)]
            # A folder run=2 above the lake must not become a column.
            connection.read_parquet(paths, hive_partitioning=False).create_view(table.name)
        yield from checks_of(lake, connection)


def _of_omaha_flops(lake: Lake) -> _Group:
    """As :func:`_of_each_other`, for a table so large that it is checked in parts."""

    def checks(made: Sequence[built.Sums | Check]) -> list[Check]:
        broken = [each for each in made if isinstance(each, Check)]
        if broken:
            return broken[:1]
        sums = [each for each in made if isinstance(each, built.Sums)]
        checks_or_broken = _of_flops(lambda: list(built.checks_of_sums(lake, sums)))
        return [checks_or_broken] if isinstance(checks_or_broken, Check) else checks_or_broken

    parts = _of_flops(built.row_groups_apart, lake)
    if isinstance(parts, Check):
        return _Group([], lambda _: [parts])
    return _Group([partial(_sums, groups=groups) for groups in parts], checks)


def _of_flops(function: Callable[..., T], *arguments: Any) -> T | Check:
    name = OMAHA_FLOP_HANDS.name
    return _tried(name, "holes in Omaha on flops", f"table {name}", function, *arguments)


def _sums(lake: Lake, *, groups: range) -> built.Sums | Check:
    return _of_flops(built.sums_of, lake, groups)


def _filled(what: str, tables: Sequence[Table], checks_of: Any) -> _Against:
    return tables, what, partial(_of_filled, checks_of, tables)


_Against = tuple[Sequence[Table], str, Callable[[Lake], Iterator[Check]]]
_AGAINST: tuple[_Against, ...] = (
    _filled("tables of hands", HISTORIES, histories.histories),
    _filled("the table of tournaments", [TOURNAMENTS], histories.tournaments),
    _filled("tables of learned games", LEARNING, strategies.learning),
    _filled("tables of push or fold", SOLVED, strategies.push_fold),
    _filled("tables of solved spots", SOLUTIONS, strategies.solving),
    _filled("tables of blueprints", BLUEPRINT, blueprints.blueprints),
    _filled("responses to blueprints", [*MEASURES, *BLUEPRINT], blueprints.responses),
    _filled("tables of abstractions", ABSTRACTION, abstraction.abstraction),
    _filled("transitions of buckets", TRANSITIONS, abstraction.transitions),
    ([MATCHUPS3], "any three hands", built.triples),
    ([SHORT_MATCHUPS3], "any three hands", partial(built.triples, order=SHORT_DECK_HIGH)),
    ([SHORT_STARTING_HANDS], "tables of short deck", built.short_deck),
    *(
        ([table], "holes in Omaha", partial(built.omaha, table=table, rule=rule))
        for table, rule in ((OMAHA_HANDS, OMAHA), (OMAHA_HANDS5, OMAHA5), (OMAHA_HANDS6, OMAHA6))
    ),
    ([OMAHA8_HANDS], "holes in Omaha", built.omaha8),
    *(
        ([table], "starts of stud", partial(stud.starts, table=table, rule=rule))
        for table, rule in ((RAZZ_STARTS, RAZZ), (STUD_STARTS, STUD), (STUD8_STARTS, STUD_HI_LO))
    ),
)
