"""Kills a program at its file operations, one after another, and has it go on after each.

``python -m kill.operations PROGRAM FOLDER EVERY``: at every n-th operation. Run in a process of its
own, which has no threads that a fork would lose. Prints a line of JSON: how many operations the
program has, how many times it was killed, and what was wrong after a kill or at the end; ends with
1 where anything was.
"""

import json
import os
import random
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

# All that a program imports on its way, so that an import is none of the operations counted, nor
# made in each of hundreds of forks: pandas is what pyarrow imports where it is given a list.
import filelock  # noqa: F401
import pandas  # noqa: F401, ICN001
import pyarrow.compute
import pyarrow.dataset  # noqa: F401
import pyarrow.parquet as pq

from given.histories import ALL, LIMIT, numbered
from helpers import fake_learners
from helpers.fake_builds import builds
from pokerlake.pipelines import growing, parts, runner
from pokerlake.pipelines.histories import importing
from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sources import Piece, Source
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn as learn_game
from pokerlake.pipelines.runner import compute_parts
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file, whole_file

SEED = 20240601
MOST = 20  # operations until a second kill


class Program(NamedTuple):
    """What is killed, in a lake that has something already or nothing."""

    go: Callable[[Path], object]
    before: Callable[[Path], object] | None = None
    spoils: Callable[[Path], object] | None = None  # the lake, once something is there
    twice: float = 0.0  # how likely it is killed again when it goes on


def build(lake):
    runner.build(lake, builds=builds())


def spoil(lake):
    (lake / "dag_nodes.parquet").write_bytes(b"PAR1")


def import_(name):
    return lambda lake: importing.import_histories(lake, [str(lake.parent / name)])


def learn(rounds, seed=1):
    lesson = Lesson.of(fake_learners.GAMES, "toss", rounds=rounds, seed=seed)
    return lambda lake: learn_game(lake, lesson)


PROGRAMS = {
    "build": Program(build, twice=0.5),
    "rebuild": Program(
        build, build, lambda lake: (lake / "dag_nodes.parquet").write_bytes(b"PAR1")
    ),
    "import": Program(import_("second.txt")),
    "import more": Program(import_("second.txt"), import_("first.txt")),
    "learn more": Program(learn(5, 2), learn(9)),
}


def stand_in_database(lake):
    """What write_database does in the lake, without DuckDB and its process."""
    with whole_file(lake.path / "lake.duckdb") as file:
        file.write(" ".join(lake.manifest.tables).encode())


def beating(lake, build, numbers, pool, account):
    """The build writes where it is, which its thread for that does once in a while."""
    account.write()
    compute_parts(lake, build, numbers, pool, account)


def kill_at(operation):
    """Have this process killed just before its n-th change to a file or folder.

    What a killed process wrote stays, told to the disk or not: nothing here waits for the disk, and
    a process that is killed before it would leaves what one does that is killed before its next
    change.
    """
    numbers = count(1)

    def hook(event, arguments):
        opened_to_write = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        changes = opened_to_write or event in ("os.rename", "os.mkdir", "os.remove", "os.rmdir")
        if changes and next(numbers) == operation:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    os.fsync = os.fstat  # which fails as fsync does where the file is closed


def ends(go, lake, operation=0):
    """Run in a fork of this process; whether it came to its end."""
    child = os.fork()
    if child == 0:
        kill_at(operation)
        try:
            go(lake)
        except BaseException:  # noqa: BLE001 nothing of the fork may run on in this program
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status not in (0, signal.SIGKILL):
        raise SystemExit(f"what ran in {lake} ended with status {status}")
    return status == 0


def content(lake):
    """All rows of all tables, but how long they took; and what is wrong with their files."""
    found = Lake(lake, read_manifest(lake))
    rows, wrong = {}, []
    for name, entry in found.manifest.tables.items():
        wrong += [f"{f.name} is another" for f in entry.files if stored_file(lake / f.name) != f]
        table = pq.read_table([lake / file.name for file in entry.files])
        timed = [column for column in table.column_names if column in ("seconds", "threads")]
        rows[name] = table.drop_columns(timed).to_pylist()
        if len(table) != entry.rows:
            wrong.append(f"{name} has other rows than the manifest says")
        if not timed:  # the bytes are the same then
            rows[f"files of {name}"] = entry.files
    return rows, wrong


def wrong_at_end(lake, new):
    """What is wrong with a lake in which the program has come to its end."""
    rows, wrong = content(lake)
    yield from wrong
    if rows != new:
        yield "there are other rows"
    tables = read_manifest(lake).tables
    if (lake / "lake.duckdb").read_text() != " ".join(tables):
        yield "the database has other tables"
    named = {file.name for entry in tables.values() for file in entry.files}
    here = {path.name for path in lake.iterdir()}
    if odd := here ^ (named | {".build.lock", "lake.duckdb", "manifest.json"}):
        yield f"there or not there: {sorted(odd)}"


def main(name, folder, every):
    runner.write_database = growing.write_database = stand_in_database
    runner.compute_parts = beating
    parts.code_digest(parts.PACKAGE)  # once for all forks, as are the kernels of an import
    read_pieces([Piece(Source(None, ""), 1, LIMIT.encode())])
    (folder / "first.txt").write_text(ALL)
    (folder / "second.txt").write_text(numbered(LIMIT, 5000, 5))
    program, chance = PROGRAMS[name], random.Random(SEED)
    begun, whole, lake = (folder / part for part in ("begun", "whole", "lake"))
    begun.mkdir()
    if program.before:
        ends(program.before, begun)
    shutil.copytree(begun, whole)
    ends(program.go, whole)
    old, new = (content(there)[0] for there in (begun, whole))
    if program.spoils:
        program.spoils(begun)
    wrong, kills = [], 0
    for operation in count(1, every):
        if program.before:
            shutil.copytree(begun, lake)
        if ends(program.go, lake, operation):
            break
        where = f"killed at {operation}"
        kills += 1
        if chance.random() < program.twice:
            second = chance.randint(1, MOST)
            where += f", and at {second}"
            kills += not ends(program.go, lake, second)
        if lake.exists() and not program.spoils:
            rows, odd = content(lake)
            wrong += [f"{where}: {what}" for what in odd]
            if rows not in (old, new):
                wrong.append(f"{where}: there are other rows")
        ends(program.go, lake)
        wrong += [f"{where}, then at the end: {what}" for what in wrong_at_end(lake, new)]
        shutil.rmtree(lake)
    print(json.dumps({"operations": operation - every, "kills": kills, "wrong": wrong}))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
