"""Kills builds, imports, runs of learners and drops at file operations, and cuts the power there.

``python -m damage.power FOLDER SEED CUTS EVERY [PROGRAM ...]``: after every so many operations what
a kill leaves, and so many states of the disk after a power cut. Prints a line of JSON for each
program: its operations, how many states were looked at, and what was wrong.
"""

import json
import random
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

import filelock  # noqa: F401 imported before anything is recorded
import pyarrow.parquet as pq

from damage.disk import Recorder, cuts, lay_out
from given.histories import ALL, LIMIT, numbered
from helpers import fake_learners
from helpers.fake_builds import builds
from pokerlake.pipelines import growing, runner
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn as learn_game
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import stored_file, whole_file

FIRST = Lesson.of(fake_learners.GAMES, "toss", rounds=9)
SECOND = Lesson.of(fake_learners.GAMES, "toss", rounds=5, seed=2)
PLAYED = [table.name for table in HISTORIES]
MEASURED = ("seconds", "threads")


def build(folder):
    runner.build(folder / "lake", builds=builds())


def import_more(folder):
    import_histories(folder / "lake", [str(folder.parent / "second.txt")])


def import_anew(folder):
    import_histories(folder / "lake", [str(folder.parent / "second.txt")], anew=True)


def learn(folder):
    learn_game(folder / "lake", SECOND)


def drop(folder):
    with suppress(LakeError):  # where an earlier drop came to its end
        growing.drop(folder / "lake", PLAYED)


def stand_in_database(lake):
    """What write_database does in the lake, without DuckDB and its process."""
    with whole_file(lake.path / "lake.duckdb") as file:
        file.write(" ".join(lake.manifest.tables).encode())


PROGRAMS = {
    "build": build, "import": import_more, "import anew": import_anew, "learn": learn, "drop": drop,
}  # fmt: skip
# Files whose removal was not yet on the disk may be there again, without a name in the manifest. A
# program that then has nothing to do leaves them to the next that has.
LEAVES = ("learn", "drop")


def content(lake):
    """The rows of each table, by the manifest; a file that is not what it says is an error."""
    if not lake.is_dir():
        return {}
    there = Lake.open(lake)
    if there.manifest.problems:
        raise ValueError(str(there.manifest.problems[0]))
    rows = {}
    for name, entry in there.manifest.tables.items():
        for file in entry.files:
            if stored_file(lake / file.name) != file:
                raise ValueError(f"{file.name} is not what the manifest says")
        found = [pq.ParquetFile(lake / file.name).read().to_pylist() for file in entry.files]
        rows[name] = [
            {name: value for name, value in row.items() if name not in MEASURED}
            for part in found
            for row in part
        ]
    return rows


def left_over(lake):
    """What is in the lake's folder that should not be there, or is not."""
    tables = Lake.open(lake).manifest.tables.values()
    named = {file.name for entry in tables for file in entry.files}
    here = {path.name for path in lake.iterdir()}
    return sorted(here ^ (named | {".build.lock", "lake.duckdb", "manifest.json"}))


def wrong_after(program, folder, before, old, new, *, ended):
    """What is wrong with a lake that is left so, and once the program has run again."""
    run = PROGRAMS[program]
    lake = folder / "lake"
    try:
        found = content(lake)
        if found not in ([new] if ended else [old, new]):
            return f"other rows of {sorted(found)}"
        run(folder)
        if content(lake) != new:
            return "other rows once it has run again"
        odd = [name for name in left_over(lake) if not (name in before and program in LEAVES)]
        return f"{odd} is left" if odd else ""
    except Exception as error:  # noqa: BLE001 whatever it is, it is a finding
        return f"{type(error).__name__}: {error}"


def try_program(program, recorder, folder, before, chance, each, every):
    """Record a program, and look at what kills and power cuts leave of it."""
    run = PROGRAMS[program]
    there = folder / program.replace(" ", "_")
    there.mkdir()
    if program != "build":
        shutil.copytree(before, there / "lake")
    start = folder / "start"
    shutil.copytree(there, start)
    old = content(there / "lake")
    names = {path.name for path in there.glob("lake/*")}
    with recorder.recording(there):
        run(there)
    new = content(there / "lake")
    operations = list(recorder.operations)
    states, wrong = 0, []
    moment = time.time_ns() - 10**13
    for number, found in cuts(start, operations, chance, each, every):
        states += 1
        after = folder / "after"
        lay_out(after, found, moment)
        ended = number == len(operations)
        if problem := wrong_after(program, after, names, old, new, ended=ended):
            last = " ".join(operations[number - 1][:2]) if number else "the start"
            wrong.append(f"cut at {number}, after {last}: {problem}")
        shutil.rmtree(after)
    shutil.rmtree(start)
    return {"program": program, "operations": len(operations), "states": states, "wrong": wrong}


def main(folder, seed, each, every, programs=PROGRAMS):
    """Try all programs; whether something was wrong."""
    runner.write_database = growing.write_database = stand_in_database
    recorder = Recorder()
    chance = random.Random(seed)
    (folder / "first.txt").write_text(ALL)
    (folder / "second.txt").write_text(numbered(LIMIT, 5000, 5))
    before = folder / "before" / "lake"
    import_histories(before, [str(folder / "first.txt")])
    learn_game(before, FIRST)
    failed = False
    for program in programs:
        found = try_program(program, recorder, folder, before, chance, each, every)
        failed |= bool(found["wrong"])
        print(json.dumps(found), flush=True)
    return failed


if __name__ == "__main__":
    numbers = map(int, sys.argv[2:5])
    sys.exit(main(Path(sys.argv[1]), *numbers, sys.argv[5:] or PROGRAMS))
