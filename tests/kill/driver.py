"""Kills a small build at each of its file operations in turn, and its resumption at some of them.

Run by tests/pipelines/test_kill.py in a process of its own, which has no threads that a fork would
lose: ``python -m kill.driver FOLDER fresh|damaged SECOND_KILLS``. Prints a line of JSON: how many
operations a build has, how many builds were killed, and what was wrong after any of them.
"""

import json
import os
import random
import shutil
import signal
import sys
import traceback
from itertools import count
from pathlib import Path

# All that a build imports on its way, so that an import is none of the operations counted, nor made
# in each of hundreds of forks: pandas is what pyarrow imports where it is given a list.
import filelock  # noqa: F401
import pandas  # noqa: F401, ICN001
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet  # noqa: F401

from helpers.fake_builds import builds
from pokerlake.pipelines import parts, runner
from pokerlake.pipelines.cluster.building import compute_parts
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file, whole_file

SEED = 20240601
ABOUT = 40  # operations of a build; the later it was killed, the fewer are left to resume
FINISHED = {".build.lock", "dag_nodes.parquet", "lake.duckdb", "manifest.json"}


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


def build(lake, operation=0):
    """Build in a fork of this process; whether it came to its end."""
    child = os.fork()
    if child == 0:
        kill_at(operation)
        try:
            runner.build(lake, builds=builds())
        except BaseException:  # noqa: BLE001 nothing of the fork may run on in this program
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status not in (0, signal.SIGKILL):
        raise SystemExit(f"a build in {lake} ended with status {status}")
    return status == 0


def after_kill(lake, table):
    """What is wrong with a lake in which a build was killed."""
    entry = read_manifest(lake).tables.get("dag_nodes")
    if entry is not None and entry.files != (table,):
        yield "the manifest has another file"
    if entry is not None and stored_file(lake / table.name) != table:
        yield "the manifest has the table, and its file is not whole"


def manifest_of(lake):
    """The manifest, without the time that was taken."""
    found = json.loads((lake / "manifest.json").read_text())
    entry = found["tables"]["dag_nodes"]
    del entry["seconds"], entry["digests"]["seconds"]
    return found


def after_end(lake, table, manifest):
    """What is wrong with a lake in which a build has come to its end."""
    found = manifest_of(lake)
    if found != manifest:
        yield f"the manifest is {found}"
    if stored_file(lake / table.name) != table:
        yield "the table has other bytes"
    if (lake / "lake.duckdb").read_text() != "dag_nodes":
        yield "the database has other tables"
    if {path.name for path in lake.iterdir()} != FINISHED:
        yield f"there are {sorted(path.name for path in lake.iterdir())}"


def main(folder, start, second_kills):
    runner.write_database = stand_in_database
    runner.compute_parts = beating
    parts.code_digest(parts.PACKAGE)  # once for all forks
    chance = random.Random(SEED)
    undisturbed = folder / "undisturbed"
    build(undisturbed)
    table = stored_file(undisturbed / "dag_nodes.parquet")
    manifest = manifest_of(undisturbed)
    wrong = []
    kills = 0
    for operation in count(1):
        first = folder / "first"
        if start == "damaged":
            shutil.copytree(undisturbed, first)
            (first / "dag_nodes.parquet").write_bytes(b"PAR1")
        if build(first, operation):
            break
        kills += 1
        if start == "fresh" and first.exists():
            wrong += [f"killed at {operation}: {what}" for what in after_kill(first, table)]
        for second_operation in chance.sample(range(1, max(ABOUT - operation, 8)), second_kills):
            second = folder / "second"
            if first.exists():
                shutil.copytree(first, second)
            where = f"killed at {operation}, then at {second_operation}"
            if not build(second, second_operation):
                kills += 1
                if start == "fresh" and second.exists():
                    wrong += [f"{where}: {what}" for what in after_kill(second, table)]
                build(second)
            wrong += [f"{where}: {what}" for what in after_end(second, table, manifest)]
            shutil.rmtree(second)
        build(first)
        wrong += [f"killed at {operation}: {what}" for what in after_end(first, table, manifest)]
        shutil.rmtree(first)
    print(json.dumps({"operations": operation - 1, "kills": kills, "wrong": wrong}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
