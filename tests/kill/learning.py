"""Kills a run of a learner at every n-th of its file operations, in a lake that has a run already.

Run by tests/pipelines/test_learning.py with n = 3: ``python -m kill.learning FOLDER N``. Prints a
line of JSON: how many operations a run has, and what was wrong after any kill, or once the run had
gone on.
"""

import json
import os
import shutil
import signal
import sys
import traceback
from itertools import count
from pathlib import Path

# All that a run needs on its way, so that loading it is none of the operations counted.
import filelock  # noqa: F401
import pyarrow.parquet as pq

from helpers import fake_learners
from kill.driver import kill_at, stand_in_database
from pokerlake.pipelines import growing, learning
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file

FIRST = learning.Lesson.of(fake_learners.GAMES, "toss", rounds=9)
SECOND = learning.Lesson.of(fake_learners.GAMES, "toss", rounds=5, seed=2)


def start(lake, lesson, operation=0):
    """Learn in a fork of this process; whether it came to its end."""
    child = os.fork()
    if child == 0:
        kill_at(operation)
        try:
            learning.learn(lake, lesson)
        except BaseException:  # noqa: BLE001 nothing of the fork may run on in this program
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status not in (0, signal.SIGKILL):
        raise SystemExit(f"a run in {lake} ended with status {status}")
    return status == 0


def content(lake):
    """All rows of all tables, but how long they took; whole, or not at all."""
    opened = Lake(lake, read_manifest(lake))
    rows = {}
    for table in LEARNING:
        files = opened.entry(table.name).files
        assert all(stored_file(lake / file.name) == file for file in files)
        found = pq.read_table([lake / file.name for file in files])
        rows[table.name] = found.drop_columns(
            [name for name in ("seconds", "threads") if name in found.column_names]
        ).to_pylist()
    return rows


def after_end(lake):
    named = {f.name for entry in read_manifest(lake).tables.values() for f in entry.files}
    here = {path.name for path in lake.iterdir()}
    return here ^ (named | {".build.lock", "lake.duckdb", "manifest.json"})


def main(folder, every):
    growing.write_database = stand_in_database
    before = folder / "before"
    start(before, FIRST)
    shutil.copytree(before, folder / "whole")
    start(folder / "whole", SECOND)
    old, new = content(before), content(folder / "whole")
    wrong = []
    for operation in count(1, every):
        lake = folder / "lake"
        shutil.copytree(before, lake)
        if start(lake, SECOND, operation):
            break
        if content(lake) not in (old, new):
            wrong.append(f"killed at {operation}: other rows")
        start(lake, SECOND)
        if content(lake) != new:
            wrong.append(f"killed at {operation}, gone on: other rows")
        if left := after_end(lake):
            wrong.append(f"killed at {operation}, gone on: {sorted(left)}")
        shutil.rmtree(lake)
    print(json.dumps({"operations": operation - every, "wrong": wrong}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
