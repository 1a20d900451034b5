"""Kills an import at each of its file operations in turn: ``python -m kill.imports FOLDER``.

Run by tests/pipelines/histories/test_import.py in a process of its own. The lake has some hands
already, and the import adds others that are few enough to be joined with them. Prints a line of
JSON: how many operations there are, and what was wrong after any kill, or after the next import.
"""

import json
import os
import shutil
import signal
import sys
import traceback
from itertools import count
from pathlib import Path

# All that an import needs on its way, so that loading it is none of the operations counted.
import filelock  # noqa: F401
import pyarrow.parquet as pq

from given.histories import ALL, LIMIT, numbered
from kill.driver import kill_at, stand_in_database
from pokerlake.pipelines import growing
from pokerlake.pipelines.histories import importing
from pokerlake.pipelines.histories.reading import read_pieces
from pokerlake.pipelines.histories.sources import Piece, Source
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import stored_file


def start(lake, file, operation=0):
    """Import in a fork of this process; whether it came to its end."""
    child = os.fork()
    if child == 0:
        kill_at(operation)
        try:
            importing.import_histories(lake, [str(file)])
        except BaseException:  # noqa: BLE001 nothing of the fork may run on in this program
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status not in (0, signal.SIGKILL):
        raise SystemExit(f"an import into {lake} ended with status {status}")
    return status == 0


def hands(lake):
    """How many hands each table has rows of, by the manifest; after a look at its files."""
    found = Lake.open(lake)
    tables = []
    for table in HISTORIES:
        if table.name in found.manifest.tables:
            for stored in found.entry(table.name).files:
                assert stored_file(lake / stored.name) == stored, f"{stored.name} is another"
            rows = pq.read_table(found.files(table.name), columns=["hand_id"])["hand_id"]
            assert len(rows) == found.entry(table.name).rows, f"{table.name} has other rows"
            tables.append(max(rows.to_pylist()))
    return tables


def after_end(lake):
    """What is in the lake's folder that should not be there."""
    named = {f.name for entry in read_manifest(lake).tables.values() for f in entry.files}
    here = {path.name for path in lake.iterdir()}
    return here ^ (named | {".build.lock", "lake.duckdb", "manifest.json"})


def main(folder):
    growing.write_database = stand_in_database
    # The kernels too are loaded before any fork.
    read_pieces([Piece(Source(None, "", "pokerstars"), 1, LIMIT.encode())])
    (folder / "first.txt").write_text(ALL)
    (folder / "second.txt").write_text(numbered(LIMIT, 5000, 5))
    before = folder / "before"
    start(before, folder / "first.txt")
    wrong = []
    for beginning in ("none", "before"):
        old = [4] * 4 if beginning == "before" else []
        new = [number + 5 for number in old or [0] * 4]
        for operation in count(1):
            lake = folder / "lake"
            if beginning == "before":
                shutil.copytree(before, lake)
            if start(lake, folder / "second.txt", operation):
                shutil.rmtree(lake)
                break
            where = f"{beginning}, killed at {operation}"
            if lake.exists() and (found := hands(lake)) not in (old, new):
                wrong.append(f"{where}: hands {found}")
            start(lake, folder / "second.txt")
            if (found := hands(lake)) != new:
                wrong.append(f"{where}, then at the end: hands {found}")
            if odd := after_end(lake):
                wrong.append(f"{where}, then at the end: {sorted(odd)}")
            shutil.rmtree(lake)
        print(json.dumps({"from": beginning, "operations": operation - 1, "wrong": wrong}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
