"""Builds that are killed: the lake has a table whole or not at all, and a second build goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.command_line import with_tests
from helpers.fake_builds import builds, squares
from pokerlake.pipelines import runner
from pokerlake.pipelines.cluster import account
from pokerlake.queries.connection import connect
from pokerlake.tables.lake import Lake
from pokerlake.tables.store import stored_file

SEED = 1867
KILLS = 1
TABLES = ["classes", "dag_nodes", "turns"]
FILES = {".build.lock", "lake.duckdb", "manifest.json", *(f"{name}.parquet" for name in TABLES)}

linux = pytest.mark.skipif(sys.platform != "linux", reason="sends signals and forks")


def start_build(lake):
    """`pokerlake build` of some tables, leading a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "pokerlake", "build", *TABLES, "--lake", lake],
        cwd=lake.parent,
        env={**os.environ, "TMPDIR": str(lake.parent)},  # one that is killed leaves a folder there
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )


def sha256_of_tables(lake):
    return {path.name: stored_file(path).sha256 for path in lake.glob("*.parquet")}


def whole_tables(path):
    """The tables that a lake has, each of them read to its end."""
    if not path.exists():
        return []
    lake = Lake.open(path)
    totals = {
        "classes": ("select sum(count7) from classes", 133_784_560),
        "dag_nodes": ("select sum(node_id) from dag_nodes", 76_153 * 76_154 // 2),
        "turns": ("select sum(weight) from turns", 270_725),
    }
    with connect(lake) as connection:
        for name, entry in lake.manifest.tables.items():
            assert [stored_file(path / file.name) for file in entry.files] == list(entry.files)
            sql, total = totals[name]
            assert connection.sql(sql).fetchall() == [(total,)]
    return list(lake.manifest.tables)


# ---------------------------------------------------------------- at random moments


@pytest.fixture(scope="module")
def seconds(lake, tmp_path_factory):
    """How long a build takes when its kernels are compiled, as those of the lake are by now."""
    started = time.perf_counter()
    process = start_build(tmp_path_factory.mktemp("undisturbed") / "lake")
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    return time.perf_counter() - started


@linux
@pytest.mark.parametrize("number", range(KILLS))  # so that pytest-xdist can divide the kills
def test_killed_at_random_moments(number, seconds, lake, tmp_path):
    """What kills at file operations, below, do not have: threads, processes, real tables."""
    there = tmp_path / "lake"
    process = start_build(there)
    try:
        process.wait(timeout=(number + random.Random(SEED + number).random()) / KILLS * seconds)
    except subprocess.TimeoutExpired:  # it has ended where builds are quicker than the measured one
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    found = whole_tables(there)
    assert found == TABLES[: len(found)]

    assert runner.build(there, TABLES) == TABLES[len(found) :]
    assert whole_tables(there) == TABLES
    assert sha256_of_tables(there).items() <= sha256_of_tables(lake).items()
    assert {path.relative_to(there).as_posix() for path in there.rglob("*")} == FILES


# ---------------------------------------------------------------- at file operations


@linux
@pytest.mark.parametrize(
    ("program", "every", "operations"),
    [
        ("build", 5, 35), ("rebuild", 8, 35), ("import more", 9, 22),
        ("learn more", 15, 60),
    ],
)  # fmt: skip
def test_killed_at_file_operations(program, every, operations, tmp_path):
    """At every one of them: `make damage`."""
    done = subprocess.run(
        [sys.executable, "-m", "kill.operations", program, tmp_path, str(every)],
        env=with_tests(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["operations"] > operations
    assert found["kills"] >= operations // every


@linux
def test_each_step_is_on_the_disk_before_the_next(tmp_path, monkeypatch):
    """What a power failure leaves is what the disk was told: bytes, then name, then manifest."""
    lake = tmp_path / "lake"
    steps = []
    replace, fsync = os.replace, os.fsync

    def name(path):
        path = Path(path).relative_to(tmp_path)
        return "part" if path.name.startswith("part_") else path.as_posix()

    def traced_replace(source, target, **options):
        steps.append(("move", name(target)))
        replace(source, target, **options)

    def traced_fsync(descriptor):
        steps.append(("sync", name(Path(f"/proc/self/fd/{descriptor}").readlink())))
        fsync(descriptor)

    monkeypatch.setattr(os, "replace", traced_replace)
    monkeypatch.setattr(os, "fsync", traced_fsync)
    monkeypatch.setattr(runner, "write_database", lambda lake: None)
    monkeypatch.setattr(runner, "remember", lambda *_: None)  # in the user's cache
    monkeypatch.setattr(account, "_SECONDS_BEFORE_THE_FIRST", 60)  # of what --status shows
    combine = lambda *_: (squares(number, {}) for number in range(4))  # noqa: E731
    runner.build(lake, builds=builds(partitions=1, combine=combine))

    work = "lake/wip/dag_nodes"
    written_part = [("sync", "part"), ("move", "part"), ("sync", work)]
    assert (
        steps
        == [
            ("sync", "."),  # in which the lake is
            ("sync", f"{work}/plan.json.wip"),
            ("move", f"{work}/plan.json"),
            ("sync", work),
            *written_part,
            *written_part[1:],  # the digest joins its name
            ("sync", f"{work}/dag_nodes.parquet.wip"),
            ("move", f"{work}/dag_nodes.parquet"),
            ("sync", work),
            ("move", "lake/dag_nodes.parquet"),
            ("sync", "lake"),
            ("sync", "lake/manifest.json.wip"),
            ("move", "lake/manifest.json"),
            ("sync", "lake"),
        ]
    )
