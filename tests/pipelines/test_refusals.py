"""What a build refuses to go on with, what it leaves alone, and how it says so."""

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from helpers.command_line import with_tests
from helpers.fake_builds import builds, squares
from pokerlake.pipelines import planning, runner
from pokerlake.pipelines.lock import alone
from pokerlake.pipelines.planning import all_builds
from pokerlake.tables.errors import LakeError, OutputError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import (
    package_version,
    read_manifest,
    write_manifest,
)

HERE = package_version()

# Begins a build and comes to its end only if a line is read from stdin.
SLOW_BUILD = """
import sys
from pathlib import Path
from helpers.fake_builds import builds, squares
from pokerlake.pipelines import runner

def compute(partition, parameters):
    if partition == 1:
        print("at work", flush=True)
        sys.stdin.readline()
    return squares(partition, parameters)

runner.write_database = lambda lake: (lake.path / "lake.duckdb").touch()
runner.build(Path(sys.argv[1]), builds=builds(compute=compute))
"""


@pytest.fixture(autouse=True)
def no_duckdb(monkeypatch):
    monkeypatch.setattr(
        runner, "write_database", lambda lake: (lake.path / "lake.duckdb").write_bytes(b"")
    )


@pytest.fixture
def lake(tmp_path):
    return tmp_path / "lake"


def build(lake, **changes):
    return runner.build(lake, builds=builds(**changes))


def begin(lake, **changes):
    """A build that is stopped at its third partition."""

    def compute(partition, parameters):
        if partition == 2:
            raise ArithmeticError
        return squares(partition, parameters)

    with pytest.raises(ArithmeticError):
        build(lake, compute=compute, **changes)


def edit(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def contents(lake):
    """Every file of a lake, apart from the lock and the stand-in for lake.duckdb."""
    return {
        path.relative_to(lake).as_posix(): path.read_bytes()
        for path in lake.rglob("*")
        if path.is_file() and path.name not in (".build.lock", "lake.duckdb")
    }


def refusal(lake, action=build, error=LakeError, **changes):
    """The message of a build that is refused and has changed nothing."""
    before = contents(lake)
    with pytest.raises(error) as caught:
        action(lake, **changes)
    assert contents(lake) == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def plan(lake, **changes):
    return planning.plan(lake, builds=builds(**changes))


# ---------------------------------------------------------------- versions and parameters


@pytest.mark.parametrize("action", [build, plan])
def test_lake_of_another_version(lake, action):
    build(lake)
    manifest = read_manifest(lake)
    older = replace(manifest.tables["dag_nodes"], package_version="0.0.9")
    write_manifest(lake, manifest.with_tables({"dag_nodes": older}))
    assert refusal(lake, action) == (
        f"{lake} has table dag_nodes of pokerlake 0.0.9, this is {HERE}: "
        "build another lake with --lake, or remove this one"
    )


@pytest.mark.parametrize("action", [build, plan])
def test_work_begun_by_another_version(lake, action):
    begin(lake)
    edit(lake / "wip/dag_nodes/plan.json", package_version="3.1.4")
    assert refusal(lake, action) == (
        f"{lake} has a build of dag_nodes begun by pokerlake 3.1.4, this is {HERE}: "
        f"go on with that version, or remove {lake}/wip/dag_nodes"
    )


@pytest.mark.parametrize("action", [build, plan])
def test_table_with_other_parameters(lake, action):
    build(lake, parameters={"seed": 1, "deals": 1000})
    assert refusal(lake, action, parameters={"seed": 2, "deals": 1000}) == (
        f"{lake} has table dag_nodes with seed = 1, deals = 1000, not with seed = 2, "
        "deals = 1000: build another lake with --lake, or remove this one"
    )
    assert "with seed = 1, deals = 1000, not with no parameters:" in refusal(lake, action)


@pytest.mark.parametrize("action", [build, plan])
def test_work_with_other_parameters(lake, action):
    begin(lake)
    assert refusal(lake, action, parameters={"seed": 2}) == (
        f"{lake} has begun table dag_nodes with no parameters, not with seed = 2: "
        "build another lake with --lake, or remove this one"
    )


def test_init_refuses_as_the_whole_build_does(lake):
    begin(lake)
    other = builds(parameters={"seed": 2})["dag_nodes"]
    message = refusal(lake, lambda lake: runner.init(lake, other))
    assert "has begun table dag_nodes with no parameters, not with seed = 2" in message


def test_nothing_is_built_if_one_of_the_tables_is_refused(lake):
    """The refused one comes last, when hours could have gone into those before it."""
    computed = []
    last = builds(parameters={"seed": 2})["dag_nodes"]
    begin(lake)
    first = all_builds()["classes"]
    chosen = {"classes": first, "dag_nodes": last}
    with pytest.raises(LakeError, match="has begun table dag_nodes"):
        runner.build(lake, builds=chosen, listener=computed.append)
    assert computed == []


# ---------------------------------------------------------------- manifests and plans


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "JSONDecodeError: Expecting value: line 1 column 1 (char 0)"),
        ('{"tables": {', "JSONDecodeError: Expecting property name enclosed in double quotes: "),
        ('\ufeff{"format_version": 2}', "JSONDecodeError: Unexpected UTF-8 BOM "),
        ("[]", "it is [], not an object"),
        ("{}", "format_version is missing"),
        ('{"format_version": "1"}', 'format_version is "1", not a number from 1'),
        ('{"format_version": true}', "format_version is true, not a number from 1"),
        ('{"format_version": 0}', "format_version is 0, not a number from 1"),
        ('{"format_version": 1}', "tables is missing"),
        ('{"format_version": 1, "tables": []}', "tables is [], not an object"),
        ('{"format_version": 1, "format_version": 1}', '"format_version" is there twice'),
        ('{"format_version": NaN}', "NaN is not a number of JSON"),
        ('{"format_version": 1e999}', "the number 1e999 is too large"),
        (f'{{"format_version": {"9" * 5000}}}', "Exceeds the limit (4300 digits) for integer "),
        (f'{{"format_version": 1, "tables": {"[" * 30}{"]" * 30}}}', "it is nested too deep"),
        ("[" * 100_000, "it is nested too deep"),
        ("\udcff", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: "),
    ],
)
def test_broken_manifest(lake, text, why):
    lake.mkdir()
    (lake / "manifest.json").write_bytes(text.encode(errors="surrogateescape"))
    for action in (build, plan, Lake.open):
        message = refusal(lake, action)
        assert message.startswith(f"{lake}/manifest.json is not a manifest of pokerlake ({why}")
        assert message.endswith(
            "); bring it back, or remove it, run 'pokerlake build' again, and import and learn anew"
        )


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", "7", '{"package_version": "0.1.0"}', '{"partitions": 1, "x": NaN}'],
)
def test_broken_plan(lake, text):
    begin(lake)
    (lake / "wip/dag_nodes/plan.json").write_text(text)
    for action in (build, plan):
        message = refusal(lake, action)
        assert message.startswith(f"{lake}/wip/dag_nodes/plan.json is not a plan of pokerlake (")
        assert message.endswith(f"); remove {lake}/wip/dag_nodes")


def test_work_without_a_plan_is_begun_anew(lake):
    begin(lake)
    (lake / "wip/dag_nodes/plan.json").unlink()
    assert build(lake) == ["dag_nodes"]


def test_tables_of_which_the_file_is_missing_or_cut_short(lake):
    build(lake)
    table = lake / "dag_nodes.parquet"
    size = table.stat().st_size
    again = "build it anew with 'pokerlake build dag_nodes'"
    table.write_bytes(table.read_bytes()[:-1])
    assert refusal(lake, lambda lake: Lake.open(lake).files("dag_nodes")) == (
        f"{table} has {size - 1:,} bytes, not {size:,}: it is cut short or changed; {again}"
    )
    table.unlink()
    assert refusal(lake, lambda lake: Lake.open(lake).files("dag_nodes")) == (
        f"{table} is gone, though the manifest has table dag_nodes; {again}"
    )


# ---------------------------------------------------------------- places that will not do


def test_file_in_the_place_of_the_work_folder(lake):
    lake.mkdir()
    (lake / "wip").write_text("mine")
    expected = f"{lake}/wip/dag_nodes/plan.json cannot be read: Not a directory"
    assert refusal(lake) == expected
    assert refusal(lake, plan) == expected


def test_folder_in_the_place_of_a_table(lake):
    (lake / "dag_nodes.parquet").mkdir(parents=True)
    with pytest.raises(OutputError, match=r"dag_nodes.parquet is a folder; move it away"):
        build(lake)
    (lake / "dag_nodes.parquet").rmdir()
    assert build(lake) == ["dag_nodes"]


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_no_part(make, lake):
    begin(lake)
    make(lake / "wip/dag_nodes/part_00003_0.001_0123456789abcdef.parquet")
    assert plan(lake)[0].partitions_left == 2
    assert build(lake) == ["dag_nodes"]
    assert not (lake / "wip").exists()


@pytest.mark.parametrize("name", ["manifest.json.wip", "lake.duckdb.wip", "lake.duckdb.wip.wal"])
def test_folder_in_the_place_of_what_is_unfinished(lake, name):
    (lake / name).mkdir(parents=True)
    expected = f"{lake}/{name} cannot be removed: Is a directory; move it away"
    assert refusal(lake, error=OutputError) == expected


def test_foreign_files_are_left_alone(lake):
    foreign = {
        "notes.txt": "mine",
        "export.csv.wip": "being written by somebody else",
        "old.wip/content": "a folder with a name like that",
        "wip/elsewhere/plan.json": "{}",
        "classes.parquet": "not in the manifest",
    }
    for name, text in foreign.items():
        (lake / name).parent.mkdir(parents=True, exist_ok=True)
        (lake / name).write_text(text)
    assert build(lake) == ["dag_nodes"]
    left = {name: (lake / name).read_text() for name in foreign}
    assert left == foreign
    assert set(contents(lake)) == {*foreign, "dag_nodes.parquet", "manifest.json"}


def test_files_a_killed_build_was_writing_are_removed(lake):
    lake.mkdir()
    (lake / "manifest.json.wip").write_text("{")
    (lake / "lake.duckdb.wip").write_text("")
    build(lake)
    assert set(contents(lake)) == {"dag_nodes.parquet", "manifest.json"}


# ---------------------------------------------------------------- two builds at once


@pytest.fixture
def slow_build(lake):
    """A build in a process of its own, at work on its second partition."""
    environment = with_tests()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", SLOW_BUILD, lake],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout.readline() == "at work\n"
        yield process
        process.kill()


BUSY = "another command writes to {}; wait until it has ended, or stop it"


def test_second_build_at_once(lake, slow_build):
    assert refusal(lake) == BUSY.format(lake)
    assert [planned.partitions_left for planned in plan(lake)] == [3]
    slow_build.communicate("go on\n")
    assert slow_build.returncode == 0
    assert build(lake) == []


def test_a_build_that_is_killed_holds_nothing(lake, slow_build):
    slow_build.kill()
    slow_build.wait()
    assert [planned.state for planned in plan(lake)] == ["to go on"]
    assert build(lake) == ["dag_nodes"]


def test_second_build_in_another_thread(lake):
    messages = []

    def compute(partition, parameters):
        def second():
            messages.append(refusal(lake))

        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        return squares(partition, parameters)

    assert build(lake, compute=compute) == ["dag_nodes"]
    assert messages == [BUSY.format(lake)] * 4


def test_who_waits_for_another_command_is_told(lake, slow_build, caplog):
    taken = threading.Event()

    def add():
        with alone(lake, wait=True):
            taken.set()

    waiting = threading.Thread(target=add)
    waiting.start()
    while not caplog.messages:
        time.sleep(0.01)
    assert caplog.messages == [f"another command writes to {lake}: waiting until it has ended"]
    assert not taken.is_set()
    slow_build.communicate("go on\n")
    waiting.join()
    assert taken.is_set()
    assert len(caplog.messages) == 1


def test_lock_is_let_go_after_an_error(lake):
    begin(lake)
    begin(lake)
    assert build(lake) == ["dag_nodes"]
