"""Builds of and additions to lakes in object stores: killed, and two at once."""

import os
import signal
import subprocess
import sys
from dataclasses import replace

import fsspec
import pyarrow as pa
import pytest

from helpers.command_line import run
from helpers.fake_builds import SQUARES, builds, squares
from helpers.fake_learners import GAMES
from helpers.stores import names_in, new_place
from pokerlake.pipelines import cells, growing, parts, planning, runner
from pokerlake.pipelines.growing import adding, drop, stored_rows
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.tables import manifest as manifests
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.schema import Column, Filling, Table
from pokerlake.tables.stores.path import StorePath, _filesystem

GROWN = Table(
    name=SOLVED[0].name,
    one_row="a thing",
    columns=(Column("thing", "int32", "its number"),),
    key=("thing",),
    filling=Filling("pokerlake jam", "pokerlake jam --replace"),
)

INSTALL = "run: pip install 'pokerlake[cluster]'\n"


@pytest.fixture(params=["memory", "s3"])
def place(request):
    """A lake that is not there yet."""
    if request.param == "s3":
        request.getfixturevalue("s3")
    return new_place(request.param)


@pytest.fixture(autouse=True)
def any_thing(monkeypatch):
    """Rows of the grown table may be any; it has the name, and not the columns, of another."""
    monkeypatch.setitem(cells._CELLS, GROWN.name, {"nothing": "true"})


def add(lake, things, meanwhile=int):
    """Add some things to a table, and return the number of the first."""
    with adding(lake, [GROWN]) as addition:
        numbers = pa.array(range(addition.first, addition.first + things), pa.int32())
        addition.write[GROWN.name](pa.table({"thing": numbers}))
        addition.things = things
        meanwhile()
    return addition.first


def things(lake):
    return stored_rows(Lake.open(lake), GROWN.name)["thing"].to_pylist()


def test_a_build_in_a_store_has_the_bytes_of_one_on_a_disk(place, tmp_path):
    with pytest.raises(LakeError, match="no lake at"):
        Lake.open(place)
    assert runner.build(place, builds=builds(), workers=2) == ["dag_nodes"]
    assert names_in(place) == {"manifest.json", "dag_nodes.parquet"}
    runner.build(tmp_path, builds=builds())
    name = "dag_nodes.parquet"
    assert (place / name).read_bytes() == (tmp_path / name).read_bytes()
    assert runner.build(place, builds=builds()) == []
    assert [one.rows for one in drop(place, ["dag_nodes"])] == [12]
    assert names_in(place) == {"manifest.json"}


def test_a_stopped_build_goes_on_and_has_the_table_or_not(place, monkeypatch):
    computed = []

    def compute(number, parameters):
        if len(computed) == 2:
            raise KeyboardInterrupt
        computed.append(number)
        return squares(number, parameters)

    with pytest.raises(KeyboardInterrupt):
        runner.build(place, builds=builds(compute=compute))
    assert not read_manifest(place).tables

    def killed(*_):
        raise KeyboardInterrupt

    again = []

    def rest(number, parameters):
        again.append(number)
        return squares(number, parameters)

    with monkeypatch.context() as patch:
        patch.setattr(runner, "update_manifest", killed)
        with pytest.raises(KeyboardInterrupt):
            runner.build(place, builds=builds(compute=rest))
    assert not Lake.open(place).manifest.tables  # though its file is there
    assert runner.build(place, builds=builds(compute=rest)) == ["dag_nodes"]
    assert sorted(computed + again) == [0, 1, 2, 3]
    assert names_in(place) == {"manifest.json", "dag_nodes.parquet"}


def test_a_damaged_partition_is_made_anew(place):
    build = builds()["dag_nodes"]
    runner.init(place, build)
    found = [parts.partition(place, build, number) for number in range(4)]
    place.filesystem.pipe_file(found[2].key, b"no rows")
    with pytest.raises(LakeError, match=r"part_00002.* was damaged"):
        runner.build(place, builds=builds())
    assert runner.build(place, builds=builds()) == ["dag_nodes"]


def test_a_table_is_read_and_made_anew_where_it_is_named(place):
    runner.build(place, builds=builds())
    whole = (place / "dag_nodes.parquet").read_bytes()
    place.filesystem.pipe_file((place / "dag_nodes.parquet").key, bytes(len(whole)))
    assert runner.build(place, builds=builds()) == []  # its size is as it was
    assert planning.plan(place, ["dag_nodes"], builds())[0].state == "damaged"
    finished = run(f"verify dag_nodes --lake {place}")
    remedy = "build it anew with 'pokerlake build dag_nodes'"
    assert f"a file of dag_nodes is damaged: {remedy}\n" in finished.err
    finished = run(f"sql 'from dag_nodes' --lake {place}")
    assert "'pokerlake build dag_nodes' makes a damaged table anew" in finished.err
    assert runner.build(place, ["dag_nodes"], builds=builds()) == ["dag_nodes"]
    assert (place / "dag_nodes.parquet").read_bytes() == whole


def test_builds_of_two_tables_at_once_both_stay(place, monkeypatch):
    other = builds(table=replace(SQUARES, name="classes"))["dag_nodes"]
    put = StorePath.put_over
    begun = []

    def meanwhile(path, content, mark):
        if path.name == "manifest.json" and not begun:
            begun.append(path)
            runner.build(place, builds={"classes": other})
        return put(path, content, mark)

    monkeypatch.setattr(StorePath, "put_over", meanwhile)
    runner.build(place, builds=builds())
    assert set(read_manifest(place).tables) == {"dag_nodes", "classes"}


def test_of_two_builds_of_one_table_the_second_is_told(place):
    def compute(number, parameters):
        if number == 3 and not read_manifest(place).tables:
            runner.build(place, builds=builds())
        return squares(number, parameters)

    with pytest.raises(LakeError, match="another command has just built dag_nodes"):
        runner.build(place, builds=builds(compute=compute))
    assert runner.build(place, builds=builds()) == []


@pytest.mark.whole
def test_additions_are_joined_and_the_second_of_two_at_once_is_told(place, monkeypatch):
    assert add(place, 4, meanwhile=lambda: Lake.open(place)) == 1  # it is there, and empty
    assert [add(place, 1), add(place, 1)] == [5, 6]
    with pytest.raises(LakeError, match=r"another command wrote to .* meanwhile"):
        add(place, 2, meanwhile=lambda: add(place, 1))
    assert things(place) == [1, 2, 3, 4, 5, 6, 7]
    # What was joined stays for who reads it now, and goes in a day; nothing of the late is left.
    left = names_in(place) - read_manifest(place).named_files() - {"manifest.json"}
    assert {name.rpartition("_")[0] for name in left} == {f"{GROWN.name}_5_5"}
    monkeypatch.setattr(growing, "SECONDS_LEFT", -3600)
    add(place, 1)
    assert things(place) == [*range(1, 9)]
    assert len(names_in(place)) <= 4


def test_what_need_not_be_typed_again_is_added_once_more(place, monkeypatch):
    monkeypatch.setattr(growing, "_WAIT_SECONDS", 0)
    others = iter([1, 1])

    @growing.once_more
    def late():
        return add(place, 2, meanwhile=lambda: add(place, next(others, 0)))

    assert late() == 3
    assert things(place) == [1, 2, 3, 4]


def test_an_addition_whose_answer_was_lost_is_there_once(place, monkeypatch):
    put = StorePath.put_over
    answers = iter([False, False, True, True])

    def lost(path, content, mark):
        return put(path, content, mark) and next(answers)

    add(place, 2)
    with monkeypatch.context() as patch:
        patch.setattr(StorePath, "put_over", lost)
        patch.setattr(manifests, "_WAIT_SECONDS", 0)
        add(place, 3)
    assert things(place) == [1, 2, 3, 4, 5]


@pytest.mark.whole
def test_a_game_is_learned_once_also_by_two_at_once(s3):
    place = new_place("s3")
    lesson = Lesson.of(GAMES, "toss", rounds=20)
    inside = []

    def meanwhile(moment):
        if moment.done == 20 and not inside:
            inside.append(None)
            inside[0] = learn(place, lesson)

    late = learn(place, lesson, listener=meanwhile)
    assert (inside[0].run, inside[0].new, late.run, late.new) == (1, True, 1, False)
    assert run(f"strategy show 1 --lake {place}").code == 0
    assert not any(name.startswith("wip/") for name in names_in(place))


_STOPS = """
import os, sys, time
from pokerlake.tables.stores.path import StorePath, _filesystem

put = StorePath.put_over

def put_over(path, content, mark):
    if path.name == "manifest.json":
        os.write(1, b"parts are there")
        time.sleep(60)
    return put(path, content, mark)

StorePath.put_over = put_over
from pokerlake.__main__ import main
sys.argv = ["pokerlake", "build", "starting_hands", "classes"]
main()
"""


@pytest.mark.whole
@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
def test_a_command_killed_before_the_manifest_leaves_a_lake_that_a_second_makes_whole(s3):
    place = new_place("s3")
    environment = {**os.environ, "POKERLAKE_LAKE": str(place)}

    def command(*words):
        finished = subprocess.run(
            [sys.executable, "-m", "pokerlake", *words],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    with subprocess.Popen(
        [sys.executable, "-c", _STOPS], env=environment, stdout=subprocess.PIPE
    ) as killed:
        assert killed.stdout.read(len("parts are there")) == b"parts are there"
        killed.send_signal(signal.SIGKILL)
    assert not read_manifest(place).tables
    assert any(name.startswith("wip/") for name in names_in(place))
    command("build", "classes")
    found = command("sql", "select sum(count7)::bigint as n from classes", "--format", "csv")
    assert found == "n\n133784560\n"
    assert names_in(place) == {"manifest.json", "classes.parquet"}


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "s3://no-such-bucket/lake",
            "The specified bucket does not exist; make the bucket first, or name another",
        ),
        ("s3://", "names no place in a store"),
        ("nonsense://there/lake", "Protocol not known: nonsense; give the path of a folder, or"),
    ],
)
@pytest.mark.parametrize("words", ["build classes", "tables"])
def test_what_a_store_refuses_is_one_line(s3, words, address, told):
    finished = run(f"{words} --lake {address}")
    assert finished.code
    assert finished.err.startswith("error: ")
    assert told in finished.err
    assert finished.err.count("\n") == 1


def test_a_store_without_keys_says_which_variables_to_set(s3, monkeypatch, tmp_path):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    _filesystem.cache_clear()
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    try:
        assert run("tables --lake s3://tables/lake").err == (
            "error: s3://tables/lake: Unable to locate credentials; set AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or AWS_PROFILE\n"
        )
    finally:
        _filesystem.cache_clear()
        fsspec.get_filesystem_class("s3").clear_instance_cache()


def test_a_store_without_the_extra_says_what_to_install(monkeypatch):
    _filesystem.cache_clear()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "fsspec", None)
        finished = run("tables --lake s3://tables/lake")
    assert finished == (1, b"", "error: fsspec is not installed; " + INSTALL)

    def without_s3fs(*_, **__):
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr("fsspec.url_to_fs", without_s3fs)
    finished = run("tables --lake s3://tables/lake")
    assert finished == (1, b"", "error: s3fs is not installed; " + INSTALL)
