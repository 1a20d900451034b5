"""Kills the build of one table at random moments, and has it go on.

``python -m kill.tables TABLE KILLS SECONDS FOLDER SHA256``: each of so many builds in a new
lake is killed
with SIGKILL after a random part of so many seconds, and then resumed. Prints a line for each, and
ends with 1 where anything was wrong: a file that is not whole, or other bytes at the end.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file

SEED = 1998


def start(table, lake):
    """`pokerlake build` of a table, leading a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pokerlake", "build", table, "--lake", lake],
        env={**os.environ, "TMPDIR": str(lake.parent)},
        start_new_session=True,
        stderr=subprocess.PIPE,
    )


def wrong_after_kill(table, lake, sha256):
    """What is wrong with a lake in which a build was killed."""
    entry = read_manifest(lake).tables.get(table) if lake.exists() else None
    if entry is not None and stored_file(lake / f"{table}.parquet").sha256 != sha256:
        yield "the manifest has the table, and its file is not whole"


def wrong_at_end(table, lake, sha256):
    """What is wrong with a lake in which a build has come to its end."""
    if stored_file(lake / f"{table}.parquet").sha256 != sha256:
        yield "the table has other bytes"
    if [file.sha256 for file in read_manifest(lake).tables[table].files] != [sha256]:
        yield "the manifest has another digest"
    there = {path.name for path in lake.iterdir()}
    if there != {".build.lock", "lake.duckdb", "manifest.json", f"{table}.parquet"}:
        yield f"there are {sorted(there)}"


def main(table, kills, seconds, folder, sha256):
    """Kill and resume; how many builds went wrong."""
    chance = random.Random(SEED)
    failed = 0
    for number in range(kills):
        lake = folder / f"{table}{number}"
        moment = (number + chance.random()) / kills * seconds
        process = start(table, lake)
        try:
            process.wait(timeout=moment)
            ending = "had ended"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            ending = "killed"
        process.communicate()
        parts = len(list(lake.glob(f"wip/{table}/part_*.parquet")))
        wrong = list(wrong_after_kill(table, lake, sha256))
        resumed = start(table, lake)
        resumed.communicate()
        wrong += list(wrong_at_end(table, lake, sha256))
        print(f"{table} after {moment:.2f} s {ending}, {parts} parts: {wrong or 'right'}")
        failed += bool(wrong)
        shutil.rmtree(lake)
    return failed


if __name__ == "__main__":
    name, kills, seconds, folder, sha256 = sys.argv[1:]
    sys.exit(1 if main(name, int(kills), float(seconds), Path(folder), sha256) else 0)
