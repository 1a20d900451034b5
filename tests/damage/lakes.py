"""The lake that is damaged: small, with tables that are built and tables that users fill."""

import functools
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq

from given.histories import ALL
from helpers import fake_learners
from pokerlake.pipelines import runner
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest, write_manifest

BUILT = (
    "classes", "starting_hands", "matchups", "combo_matchups", "income_rates", "flops", "openings",
    "change",
)  # fmt: skip


def make(folder: Path, given: Path | None) -> None:
    """A whole lake; built tables are those of another lake, where one is given that has them."""
    folder.mkdir(parents=True)
    known = read_manifest(given).tables if given else {}
    entries = {name: known[name] for name in BUILT if name in known}
    for entry in entries.values():
        for file in entry.files:
            shutil.copy(given / file.name, folder)
    write_manifest(folder, replace(read_manifest(folder), tables=entries))
    runner.build(folder, BUILT, workers=2)
    hands = folder.with_name("hands.txt")
    hands.write_text(ALL)
    import_histories(folder, [str(hands)])
    learn(folder, Lesson.of(fake_learners.GAMES, "toss", rounds=9))


def copied(lake: Path, there: Path) -> None:
    """A lake of its own: every file may be damaged."""
    shutil.copytree(lake, there)


@functools.cache
def known_builds(lake: Path) -> dict:
    """The builds of the tables, by which a whole lake has the rows already."""

    def rows_of(name):
        return lambda *_: pq.read_table(lake / f"{name}.parquet")

    return {
        name: replace(
            all_builds()[name],
            compute=rows_of(name),
            partitions=1,
            combine=lambda pieces, _: pieces,
        )
        for name in BUILT
    }


def files_of(lake: Path) -> dict[str, str]:
    """The files of a whole lake, and the table of each."""
    tables = Lake.open(lake).manifest.tables
    return {file.name: name for name, entry in tables.items() for file in entry.files}


def size_of(path: Path) -> int:
    """The size of a file that may not be read."""
    return os.lstat(path).st_size
