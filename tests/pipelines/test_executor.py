"""The executor of long work: processes of this machine, errors that come back, refusals, status."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.cluster_tasks import where
from helpers.command_line import run
from helpers.fake_builds import builds, many_parts
from helpers.processes import Place
from pokerlake.pipelines import parts, runner
from pokerlake.pipelines import runner as building
from pokerlake.pipelines.cluster import account, executor, executors
from pokerlake.pipelines.cluster.account import Status, status
from pokerlake.pipelines.cluster.on_worker import Wanted, WorkerError, unfit
from pokerlake.tables.errors import ClusterError, LakeError, UsageError
from pokerlake.tables.lake import lake_path
from pokerlake.tables.store import stored_file

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")


@pytest.fixture
def lake_of_squares(tmp_path, monkeypatch):
    """Where a lake is to be, without a database."""
    monkeypatch.setattr(runner, "database_problem", lambda _: "")
    monkeypatch.setattr(runner, "write_database", lambda lake: None)
    return tmp_path / "lake"


# ---------------------------------------------------------------- processes of this machine


@pytest.mark.whole
def test_processes_of_this_machine(tmp_path):
    seen = tmp_path / "seen"
    seen.write_text("run 1")
    told = []
    with executor("local:2", 0, sees=(seen, "run 1"), tell=told.append) as pool:
        found = {number: pool.submit(where, number) for number in range(12)}
        assert pool.counts() == (2, 2)
        with pytest.raises(WorkerError, match=r"^OddError: 1 and 2$") as caught:
            found.pop(3).result(60)
        assert "raise OddError(1, 2)" in str(caught.value.__cause__)
        with pytest.raises(UsageError, match=r"^four is too many$"):
            found.pop(4).result(60)
        pids = {future.result(60) for future in found.values()}
        assert len(pids) == 2
        assert os.getpid() not in pids
        assert [event.what for event in told] == ["task tried again"] * 2
        # Killed by the system, as for want of memory: another takes its place.
        os.kill(min(pids), signal.SIGKILL)
        again = [pool.submit(where, 5) for _ in range(20)]
        assert os.getpid() not in {future.result(60) for future in again}
        waiting = [pool.submit(time.sleep, 1) for _ in range(40)]
        assert waiting[20].cancel()
    assert all(future.cancelled() for future in waiting)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.whole
@linux
def test_ctrl_c_while_processes_compute(lake, tmp_path):
    place = Place.make(tmp_path / "place", lake, own=False)
    there = place.work / "lake"
    words = ("build", "combo_matchups", "--lake", "lake", "--log", "log.jsonl")
    process = place.start(*words, "--cluster", "local:2")
    work = there / "wip" / "combo_matchups"
    try:
        while not list(work.glob("part_*.parquet")):
            assert process.poll() is None
            time.sleep(0.02)
        seen = run(f"build --status --lake {there} -f json")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the workers too
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b"")
        left = "interrupted; 'pokerlake build' goes on where it stopped\n"
        far = r"(combo_matchups: \d of 8.*\n)*"  # where it takes so long that it is told
        assert re.fullmatch(far + re.escape(left), err.decode())
        # A part that a process was just writing is removed by the build that goes on.
        assert [at for at in place.faults(seconds=3.0) if not at.startswith("part_")] == []
    finally:
        place.end()
    (running,) = json.loads(seen.out)
    assert (running["table"], running["state"]) == ("combo_matchups", "running")
    assert (running["workers"], running["parts"]) == (2, 8)
    (stopped,) = json.loads(run(f"build --status --lake {there} -f json").out)
    assert (stopped["state"], stopped["running"]) == ("stopped", 0)
    assert stopped["done"] >= running["done"] > 0
    assert run(f"build combo_matchups --lake {there} --log {place.work / 'log.jsonl'}").code == 0
    assert not list(there.rglob("*.wip*"))
    name = "combo_matchups.parquet"
    assert stored_file(there / name) == stored_file(lake / name)
    events = [json.loads(line) for line in (place.work / "log.jsonl").read_text().splitlines()]
    made = [event["part"] for event in events if event["event"] == "part done"]
    # Of two parts that were just finished the first process had no time to say so.
    assert set(range(8)) >= set(made)
    assert 6 <= len(made) == len(set(made))
    assert "place" in run(f"build --status --lake {there}").err


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        ("--cluster nowhere", 2,
         "--cluster is 'nowhere': give the address of a scheduler of Dask's, such as "
         "tcp://host:8786, or local:N for N processes of this machine"),
        ("--cluster local:0", 2,
         "--cluster is 'local:0': give the address of a scheduler of Dask's, such as "
         "tcp://host:8786, or local:N for N processes of this machine"),
        ("--cluster local:2 --workers 3", 2,
         "--workers is 3, which is for threads; local:2 has its workers"),
        ("--cluster carrier-pigeon://coop:1", 2,
         "--cluster is 'carrier-pigeon://coop:1': unknown address scheme 'carrier-pigeon' "
         "(known schemes: ['inproc', 'tcp', 'tls', 'ucx', 'ws', 'wss'])"),
        ("--cluster tcp://127.0.0.1:1", 1,
         "no scheduler answers at tcp://127.0.0.1:1 in 0.3 seconds; start one there with 'dask "
         "scheduler', or give its address"),
        ("--status --cluster local:2", 2,
         "--plan and --status compute nothing; leave --cluster and --log out"),
        ("--lake memory://tables/lake --cluster tcp://127.0.0.1:1", 2,
         "memory:// is the memory of this process, which no worker of a cluster sees; give "
         "--lake a folder that all workers share, or an address as s3://bucket/lake"),
        ("--plan --status", 2, "--plan and --status are two questions: ask one of them"),
        ("--log nowhere/log", 1, "nowhere/log cannot be written: No such file or directory"),
        ("-f csv", 2, "--format and --output are for a plan or status; add --plan or --status"),
    ],
)  # fmt: skip
def test_words_that_are_refused(words, code, line, tmp_path, monkeypatch):
    monkeypatch.setattr(executors, "_SECONDS_TO_ANSWER", 0.3)
    monkeypatch.chdir(tmp_path)
    place = "" if "--lake" in words else "--lake lake"
    assert run(f"build flops {place} {words}")[::2] == (code, f"error: {line}\n")
    assert not (tmp_path / "lake/flops.parquet").exists()


def test_without_dask(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(f"build flops --lake {tmp_path} --cluster local:2")[::2] == (
        1, "error: distributed is not installed; run: pip install 'pokerlake[cluster]'\n",
    )  # fmt: skip


def test_what_a_worker_has_to_be(tmp_path):
    seen = tmp_path / "seen"
    seen.write_text("run 1")
    wanted = Wanted.here(seen, "run 1")
    assert unfit(wanted) == ""
    hint = "install the same pokerlake, Python and libraries there, and start it again"
    python, version, code = wanted[:3]
    assert (
        unfit(wanted._replace(python="2.7")) == f"it runs Python {python}, and this is 2.7; {hint}"
    )
    for changed in ({"version": "9.9"}, {"code": "0123456789abcdef"}):
        other = wanted._replace(**changed)
        assert unfit(other) == (
            f"it has pokerlake {version} with code {code}, and this is {other.version} with "
            f"{other.code}; {hint}"
        )
    for other, why in (
        (wanted._replace(text="run 2"), "it is another file there"),
        (wanted._replace(path=tmp_path / "elsewhere"), "No such file or directory"),
    ):
        assert unfit(other) == (
            f"it does not see {other.path} as it is here: {why}; give --lake a folder that all "
            "workers have under that name, or an object store"
        )
    other = wanted._replace(path=lake_path("memory://tables/nowhere"))
    assert unfit(other) == (
        "it does not see memory://tables/nowhere as it is here: there is no such object; workers "
        "need the keys, the address and the libraries that this reaches the store by"
    )


# ---------------------------------------------------------------- files of parts, status


def test_parts_that_were_made_twice_or_not_at_all(lake_of_squares):
    """As where a worker was taken for lost that was only slow, and where one was killed."""
    lake, build = lake_of_squares, builds()["dag_nodes"]
    runner.init(lake, build)
    first = parts.partition(lake, build, 1)
    twin = first.with_name(first.name.replace(first.name.split("_")[2], "9.875"))
    twin.write_bytes(first.read_bytes())
    torn = first.with_name(first.name.replace(first.name.split("_")[2], "7.000"))
    torn.write_bytes(first.read_bytes()[:50])
    (first.parent / "part_00002_abc").write_bytes(b"unnamed")
    (first.parent / "part_00002_abc.wip").write_bytes(b"unnamed")
    (only,) = parts.finished_parts(lake, build).values()
    assert parts.finished_part(lake, build, 1) == only
    assert parts.finished_part(lake, build, 2) is None
    # A worker that is given it once more leaves it alone.
    made = building.make_once(lake, build, 1)
    assert (made.file, made.bytes) == (only.path.name, len(first.read_bytes()))
    (before,) = status(lake, builds=builds())
    assert before == Status("dag_nodes", "stopped", 4, 1, 0, 0, 0, None, before.core_hours)

    told = []
    runner.build(lake, builds=builds(), listener=told.append)
    assert (told[0].done, told[0].note) == (1, "")
    assert not (lake / "wip").exists()
    assert status(lake, builds=builds()) == []
    with pytest.raises(LakeError, match=r"^no lake at "):
        status(lake / "nowhere", builds=builds())
    (after,) = status(lake, ["dag_nodes"], builds())
    assert (after.state, after.parts, after.done) == ("built", 4, 4)


def test_two_at_once_make_the_same_part(lake_of_squares, monkeypatch):
    """Each writes to a file of its own until it is whole."""
    lake, build = lake_of_squares, builds()["dag_nodes"]
    runner.init(lake, build)
    unnamed, write = [], parts.write_parquet

    def second_begins_meanwhile(path, *rest, **how):
        unnamed.append(path)
        if len(unnamed) == 1:
            parts.partition(lake, build, 3)
        write(path, *rest, **how)

    monkeypatch.setattr(parts, "write_parquet", second_begins_meanwhile)
    parts.partition(lake, build, 3)
    assert len(set(unnamed)) == 2
    runner.build(lake, builds=builds())
    assert not (lake / "wip").exists()


def test_status_of_threads(lake_of_squares, monkeypatch):
    for name in ("_SECONDS_BEFORE_THE_FIRST", "SECONDS_BETWEEN_BEATS"):
        monkeypatch.setattr(account, name, 0.02)
    lake, asked = lake_of_squares, many_parts(6, 0.08)
    found = []

    def listener(progress):
        if progress.done == 4:
            found.extend(status(lake, builds=asked))

    runner.build(lake, workers=2, builds=asked, listener=listener)
    (running,) = found
    assert (running.state, running.parts, running.done) == ("running", 6, 4)
    assert 0 < running.workers <= 2
    assert running.core_hours >= 4 * 0.08 / 3600
    assert 2 * 0.08 / 2 <= running.seconds_left <= 60
    assert not (lake / "wip").exists()


def test_status_of_a_build_that_says_nothing_any_more(lake_of_squares):
    lake, asked = lake_of_squares, many_parts(6, 0.0)
    runner.init(lake, asked["dag_nodes"])
    watched = account.Account(lake, None, print, print)
    watched.beat.table, watched.beat.failed = "dag_nodes", [5]
    watched.count_running = lambda: (2, 2)
    watched.write()
    (running,) = status(lake, builds=asked)
    assert running == Status("dag_nodes", "running", 6, 0, 2, 1, 2, 8.0, 0.0)
    text = json.loads(watched.path.read_text())
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    for changed in ({"beat": text["beat"] - 40}, {"pid": ended.pid}, {"ended": True}):
        watched.path.write_text(json.dumps({**text, **changed}))
        (stopped,) = status(lake, builds=asked)
        assert stopped == Status("dag_nodes", "stopped", 6, 0, 0, 1, 0, None, 0.0)
    watched.path.write_text(json.dumps({**text, "host": "elsewhere", "pid": ended.pid}))
    assert status(lake, builds=asked) == [running]
    watched.path.write_text("{}")
    with pytest.raises(LakeError, match=r"\.json is not of a build of pokerlake \('run'\)"):
        status(lake, builds=asked)


@pytest.mark.parametrize(
    ("ending", "changes"),
    [
        (".json.wip", None),  # killed while it wrote
        (".json", {}),  # its number is that of another process by now: here of this one
        (".json", {"host": "elsewhere", "pid": 1}),  # killed on another machine, seconds ago
        (".json", None),  # cut short by the disk
    ],
)
def test_what_a_killed_build_has_said_of_itself_goes(lake_of_squares, ending, changes):
    """Which of them wrote it decides nothing: who builds has the lock, so no other build runs."""
    killed = account.Account(lake_of_squares, None, print, print)
    killed.write()
    said = json.loads(killed.path.read_text())
    killed.path.unlink()
    text = '{"run": "' if changes is None else json.dumps({**said, **changes})
    killed.path.with_suffix(ending).write_text(text)
    runner.build(lake_of_squares, builds=builds())
    assert not (lake_of_squares / "wip").exists()


def test_two_threads_write_where_a_build_is(lake_of_squares):
    """The one that begins it, and the one that goes on with it."""
    watched = account.Account(lake_of_squares, None, print, print)
    with ThreadPoolExecutor(4) as threads:
        for written in [threads.submit(watched.write) for _ in range(40)]:
            written.result()


def test_a_part_that_is_written_and_not_seen(lake_of_squares, monkeypatch):
    lake, build = lake_of_squares, builds()["dag_nodes"]
    runner.init(lake, build)
    monkeypatch.setattr(building, "_SECONDS_TO_SEE", 0.1)
    made = building.make(lake, build, 2)
    building._wait_to_see(lake, build, {made.file})
    with pytest.raises(ClusterError) as caught:
        building._wait_to_see(lake, build, {made.file, "part_00001_0.000_0.parquet"})
    assert str(caught.value) == (
        f"part_00001_0.000_0.parquet was written by a worker and is not in {lake}/wip/dag_nodes: "
        "give --lake a folder that all workers share"
    )
