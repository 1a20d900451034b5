"""Builds on a scheduler and workers of Dask's, which are killed, added, refused and lost."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from helpers.cluster_tasks import where
from helpers.clusters import Cluster
from helpers.command_line import with_tests
from helpers.fake_builds import FINISHED, leave_duckdb_out, many_parts, one_square
from pokerlake.pipelines import parts, runner
from pokerlake.pipelines.cluster import executor
from pokerlake.pipelines.cluster.account import open_log, status
from pokerlake.pipelines.cluster.on_worker import worker_name
from pokerlake.tables.errors import ClusterError, LakeError
from pokerlake.tables.manifest import package_version

PARTS = 24


@pytest.fixture(autouse=True)
def no_duckdb(monkeypatch):
    leave_duckdb_out(monkeypatch)


@pytest.fixture
def lake(tmp_path):
    return tmp_path / "lake"


@pytest.fixture(scope="module")
def sha256(tmp_path_factory):
    """The digest of the table as threads make it."""
    lake = tmp_path_factory.mktemp("threads")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "write_database", lambda lake: None)
        runner.build(lake, workers=2, builds=many_parts(PARTS, 0.0))
    return sha256_of(lake)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler with two workers, one of which a test kills."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster")).begin(2)
    yield cluster
    cluster.end()


def sha256_of(lake):
    return hashlib.sha256((lake / "dag_nodes.parquet").read_bytes()).hexdigest()


def is_finished(lake, sha256):
    return {path.name for path in lake.iterdir()} == FINISHED and sha256_of(lake) == sha256


def build(lake, address, builds, listener=lambda _: None):
    """Build, and what the log says."""
    log = lake.with_suffix(".jsonl")
    with open_log(log) as lines:
        runner.build(lake, cluster=address, builds=builds, listener=listener, log=lines)
    return events_in(log)


def events_in(log):
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def of(events, what):
    return [event for event in events if event["event"] == what]


# ---------------------------------------------------------------- killed workers


@pytest.mark.whole
def test_a_worker_killed_in_the_middle(cluster, lake, sha256):
    found = []

    def listener(progress):
        if progress.done == PARTS // 2 and not progress.note:
            os.killpg(cluster.workers[0].pid, signal.SIGKILL)
            cluster.workers.pop(0).wait()
            found.extend(status(lake, builds=builds))

    builds = many_parts(PARTS, 0.06)
    events = build(lake, cluster.address, builds, listener)
    assert is_finished(lake, sha256)
    made = of(events, "part done")
    assert sorted(event["part"] for event in made) == list(range(PARTS))
    assert len({event["worker"] for event in made}) == 2
    assert [events[0]["event"], events[-1]["event"]] == ["begin", "table done"]
    assert not of(events, "dashboard")  # without bokeh there is none
    (running,) = found
    assert (running.table, running.state, running.parts) == ("dag_nodes", "running", PARTS)
    assert running.done >= PARTS // 2
    assert running.failed == 0
    cluster.add_worker()


def test_a_part_that_fails_leaves_the_others(cluster, lake, sha256):
    def fails(number, parameters):
        if number in (3, 5):
            raise ArithmeticError(f"{number} in {os.getpid()}")
        return one_square(number, parameters)

    log = lake.with_suffix(".jsonl")
    wait_for_workers(cluster, 2)
    with pytest.raises(LakeError) as caught:
        build(lake, cluster.address, many_parts(PARTS, 0.0, fails))
    events = events_in(log)
    tried, failed = of(events, "task tried again"), of(events, "part failed")
    assert sorted(event["part"] for event in failed) == [3, 5]
    first, second = (
        {event[text].partition(": ")[2] if text == "error" else event[text] for event in found}
        for found, text in ((tried, "why"), (failed, "error"))
    )
    assert len(first) == len(second) == 2
    assert not first & second  # other processes
    assert str(caught.value) == (
        f"dag_nodes: 2 of {PARTS} parts failed (3, 5), the first twice: {failed_error(events, 3)}; "
        "the others are kept: 'pokerlake build' goes on with them"
    )
    (stopped,) = status(lake, builds=many_parts(PARTS, 0.0))
    assert (stopped.state, stopped.done, stopped.failed) == ("stopped", PARTS - 2, 2)
    events = build(lake, cluster.address, many_parts(PARTS, 0.0))
    assert of(events[events.index(of(events, "begin")[-1]) :], "part done")[0]["part"] in (3, 5)
    assert len(of(events, "part done")) == PARTS
    assert is_finished(lake, sha256)


def failed_error(events, number):
    return next(event["error"] for event in of(events, "part failed") if event["part"] == number)


def wait_for_workers(cluster, workers):
    """Wait until so many workers have joined."""
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


def test_a_lake_that_no_worker_sees_costs_none_of_them(cluster, tmp_path):
    wait_for_workers(cluster, 2)
    told = []
    with (
        pytest.raises(ClusterError) as caught,
        executor(cluster.address, 0, sees=(tmp_path / "lake", "1"), tell=told.append),
    ):
        pass
    assert str(caught.value).startswith(f"no worker of {cluster.address} can be used (2 workers): ")
    assert str(caught.value).endswith(
        f": it does not see {tmp_path}/lake as it is here: No such file or directory; give --lake "
        "a folder that all workers have under that name, or an object store"
    )
    assert not [event for event in told if event.what == "worker refused"]
    with executor(cluster.address, 0) as pool:
        pids = {future.result(60) for future in [pool.submit(where, 5) for _ in range(30)]}
        assert pids == {worker.pid for worker in cluster.workers}


def test_a_refused_worker_gets_no_tasks_and_what_waits_ends_with_the_scheduler(cluster):
    wait_for_workers(cluster, 2)
    with executor(cluster.address, 0) as pool:
        addresses = sorted(pool._workers)
        pool._refuse(addresses[0], "it is odd")
        names = {future.result(60) for future in [pool.submit(worker_name) for _ in range(30)]}
        assert names == {addresses[1]}
        pool._refuse(addresses[1], "it is odd too")
        waiting = pool.submit(where, 5)
        pool._lost = True
        with pytest.raises(ClusterError, match="is lost"):
            waiting.result(60)


# ---------------------------------------------------------------- a killed client

CLIENT = """
import sys
from pathlib import Path
from helpers.fake_builds import many_parts
from pokerlake.pipelines import runner
lake, address, parts, notes = sys.argv[1:]
builds = many_parts(int(parts), 0.1, notes=notes)
listener = lambda progress: print(progress.done, flush=True)
runner.build(Path(lake), cluster=address, builds=builds, listener=listener)
"""


def test_a_client_that_is_killed_and_begun_again(cluster, lake, sha256, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    wait_for_workers(cluster, 2)
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, lake, cluster.address, str(PARTS), notes],
        env=with_tests(),
        stdout=subprocess.PIPE,
        text=True,
    )
    while int(client.stdout.readline() or PARTS) < 8:
        pass
    client.kill()
    client.communicate()
    builds = many_parts(PARTS, 0.1, notes=str(notes))
    build(lake, cluster.address, builds)
    assert is_finished(lake, sha256)
    # Each part once: those that workers were computing were finished, and found to be there. A
    # part may have been begun anew before the worker of old had finished it.
    assert PARTS <= len(list(notes.iterdir())) <= PARTS + 4


# ---------------------------------------------------------------- workers that join


def other_pokerlake(folder, *, version=None):
    """A folder with pokerlake of another version, or else of other code."""
    package = folder / "pokerlake"
    package.mkdir()
    for path in parts.PACKAGE.iterdir():
        if path.name not in ("pipelines", "lazy.py"):
            (package / path.name).symlink_to(path)
    shutil.copytree(parts.PACKAGE / "pipelines", package / "pipelines")
    text = (parts.PACKAGE / "lazy.py").read_text("utf-8")
    (package / "lazy.py").write_text(text + ("" if version else "# edited\n"), "utf-8")
    if version:
        about = folder / f"pokerlake-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Name: pokerlake\nVersion: {version}\n")
    return str(folder)


def path_before(folder):
    return os.pathsep.join([folder, with_tests()["PYTHONPATH"]])


@pytest.mark.whole
def test_workers_join_are_refused_and_the_scheduler_goes(tmp_path, lake, sha256):
    """One scheduler for all of it, since each takes a second."""
    none = tmp_path / "none"
    for path in (none, none / "pokerlake", tmp_path / "code", tmp_path / "version"):
        path.mkdir()
    (none / "pokerlake/__init__.py").write_text("raise ImportError('it is not installed')")
    code = other_pokerlake(tmp_path / "code")
    version = other_pokerlake(tmp_path / "version", version="0.0.9")
    cluster = Cluster(tmp_path).begin()
    progress, ended = [], []
    joining = [{"PYTHONPATH": path_before(str(none))}, {"PYTHONPATH": path_before(code)}, {}]

    def listener(progress):
        told = (
            "waiting for one" in progress.note,
            progress.note.startswith("worker ") and "with other code" in progress.note,
            progress.note.startswith("worker ") and "with code" in progress.note,
        )
        joined = len(cluster.workers)
        if joined < len(told) and told[joined]:  # each note may come more than once
            cluster.add_worker(**joining[joined])
        elif progress.done == PARTS // 2 and not progress.note:
            # Workers end by themselves some time after their scheduler.
            ended.append([worker.poll() for worker in cluster.workers])
            os.killpg(cluster.scheduler.pid, signal.SIGKILL)

    try:
        with pytest.raises(ClusterError) as caught:
            build(lake, cluster.address, many_parts(PARTS, 0.05), listener)
        assert ended[0] == [None] * 3  # they may serve others
        _, refused = of(events_in(lake.with_suffix(".jsonl")), "worker refused")
        here = parts.code_digest(parts.PACKAGE)
        assert f"it has pokerlake {package_version()} with code " in refused["why"]
        assert f", and this is {package_version()} with {here}; install" in refused["why"]
        assert str(caught.value) == (
            f"the scheduler {cluster.address} is lost; what was finished is kept"
        )
        cluster.end()
        (tmp_path / "scheduler.json").unlink()

        kept = {
            part.path.name for part in parts.named_parts(lake, many_parts(PARTS, 0)["dag_nodes"])
        }
        assert len(kept) >= PARTS // 2
        cluster.begin().add_worker(PYTHONPATH=path_before(version))
        wait_for_workers(cluster, 1)
        with pytest.raises(ClusterError) as caught:
            build(lake, cluster.address, many_parts(PARTS, 0.05))
        assert str(caught.value).startswith(f"no worker of {cluster.address} can be used: tcp://")
        assert f": it has pokerlake 0.0.9 and Python {sys.version_info[0]}." in str(caught.value)
        assert f", and this is {package_version()} and " in str(caught.value)

        runner.build(lake, workers=2, builds=many_parts(PARTS, 0.05), listener=progress.append)
        assert progress[0].done == len(kept)
        assert is_finished(lake, sha256)
    finally:
        cluster.end()
