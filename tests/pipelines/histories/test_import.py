"""Files of hands into a lake: once, in one step, and the same however it is done."""

import gzip
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

from given.histories import ALL, LIMIT, SAME_PHH, SAME_TEXT, SHORT_ANTE, SIDE_POTS, WALK, numbered
from helpers.changed_rows import wrong
from helpers.command_line import contents
from helpers.lakes import without_views
from pokerlake.pipelines import planning, runner
from pokerlake.pipelines.histories import importing, sources
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.queries.connection import connect
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.errors import InputError, LakeError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest, write_manifest

NAMES = [table.name for table in HISTORIES]


@pytest.fixture(autouse=True)
def fast(monkeypatch, request):
    """Lakes have no views."""
    if request.function is not test_in_duckdb:
        without_views(monkeypatch)


def put(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def numbers(lake):
    """The numbers of the hands in a lake, by hand_id; None where the tables are at odds."""
    opened = Lake.open(lake)
    tables = {name: pq.read_table(opened.files(name)) for name in NAMES}
    assert tables["hands"]["hand_id"].to_pylist() == [*range(1, len(tables["hands"]) + 1)]
    for name, table in tables.items():
        assert opened.entry(name).rows == len(table)
        assert set(table["hand_id"].to_pylist()) <= set(tables["hands"]["hand_id"].to_pylist())
    return tables["hands"]["number"].to_pylist()


def parts(lake):
    """The hands of each file of the table hands, as the manifest names them."""
    names = [file.name for file in read_manifest(lake).tables["hands"].files]
    return [tuple(map(int, re.findall(r"_(\d+)(?=_)", name))) for name in names]


def summary(done):
    return done.new, done.known, len(done.bad)


# ---------------------------------------------------------------- once


def test_an_import_makes_a_lake(tmp_path):
    lake = tmp_path / "deep" / "lake"
    done = import_histories(lake, [put(tmp_path, "a.txt", ALL)])
    assert summary(done) == (4, 0, 0)
    assert numbers(lake) == ["1001", "1002", "1003", "1004"]
    assert wrong(lake) == set()
    left = {path.name for path in lake.iterdir()}
    named = {f.name for entry in read_manifest(lake).tables.values() for f in entry.files}
    assert left == named | {".build.lock", "lake.duckdb", "manifest.json"}
    assert list(read_manifest(lake).tables) == [*NAMES, "tournaments"]


def test_the_same_files_again_change_nothing(tmp_path):
    lake, file = tmp_path / "lake", put(tmp_path, "a.txt", ALL)
    import_histories(lake, [file])
    before = contents(lake)
    done = import_histories(lake, [file, put(tmp_path, "b.txt", WALK + LIMIT)])
    assert summary(done) == (0, 6, 0)
    assert contents(lake) == before


def test_a_session_that_has_grown(tmp_path):
    lake, file = tmp_path / "lake", put(tmp_path, "a.txt", SIDE_POTS + WALK)
    import_histories(lake, [file])
    put(tmp_path, "a.txt", SIDE_POTS + WALK + LIMIT)
    assert summary(import_histories(lake, [file])) == (1, 2, 0)
    assert numbers(lake) == ["1001", "1003", "1004"]
    assert wrong(lake) == set()


def test_hands_between_known_ones_are_found_with_their_lines(tmp_path):
    lake = tmp_path / "lake"
    import_histories(lake, [put(tmp_path, "a.txt", WALK + SHORT_ANTE)])
    broken = LIMIT.replace("Bob: bets $4", "Bob: bets $400")
    text = f"stray\n{WALK}{SIDE_POTS}{SHORT_ANTE}{broken}{WALK}{WALK.replace('1003', '7')}{WALK}"
    done = import_histories(lake, [put(tmp_path, "b.txt", text)])
    assert (done.new, done.known) == (2, 4)
    lines = text.split("\n")
    assert [(one.line, one.problem) for one in done.bad] == [
        (1, "no hand begins here: 'stray'"),
        (lines.index("Bob: bets $400") + 1, "Bob puts in 400, his stack is 46"),
    ]
    rows = pq.read_table(Lake.open(lake).files("hands")).to_pylist()[2:]
    assert [(row["number"], lines[row["line"] - 1][:20]) for row in rows] == [
        ("1001", "PokerStars Hand #100"),
        ("7", "PokerStars Zoom Hand"),
    ]


def test_a_hand_that_is_twice_in_the_files_is_taken_once(tmp_path):
    lake = tmp_path / "lake"
    files = [
        put(tmp_path, "a.txt", WALK + LIMIT + WALK),
        put(tmp_path, "b.txt", LIMIT + SHORT_ANTE),
    ]
    assert summary(import_histories(lake, files)) == (3, 2, 0)
    assert numbers(lake) == ["1003", "1004", "1002"]
    rows = pq.read_table(Lake.open(lake).files("hands")).to_pylist()
    assert [(Path(row["file"]).name, row["line"]) for row in rows] == [
        ("a.txt", 1),
        ("a.txt", 1 + WALK.count("\n")),
        ("b.txt", 1 + LIMIT.count("\n")),
    ]


def test_a_bad_copy_does_not_keep_the_good_one_out(tmp_path):
    lake = tmp_path / "lake"
    files = [
        put(tmp_path, "a.txt", LIMIT.replace("bets $4", "bets $5")),
        put(tmp_path, "b.txt", LIMIT),
    ]
    assert summary(import_histories(lake, files)) == (1, 0, 1)


def test_a_hand_in_both_forms_is_one_hand(tmp_path):
    lake = tmp_path / "lake"
    files = [put(tmp_path, "a.txt", SAME_TEXT), put(tmp_path, "a.phhs", SAME_PHH)]
    assert summary(import_histories(lake, files)) == (2, 2, 0)
    assert summary(import_histories(lake, files[::-1])) == (0, 4, 0)


def test_files_of_the_tables_are_joined_as_they_grow(tmp_path):
    lake = tmp_path / "lake"
    grown = []
    first = 1
    for hands in (20, 4, 3, 1, 1, 2, 30):
        import_histories(lake, [put(tmp_path, "a.txt", numbered(WALK, first, hands))])
        first += hands
        grown.append(parts(lake))
    assert grown == [
        [(1, 20)], [(1, 20), (21, 24)], [(1, 20), (21, 27)], [(1, 20), (21, 27), (28, 28)],
        [(1, 20), (21, 27), (28, 29)], [(1, 31)], [(1, 61)],
    ]  # fmt: skip
    assert len(numbers(lake)) == 61
    assert not (lake / "wip").exists()
    assert wrong(lake) == set()


def test_in_place_of_all_that_is_there(tmp_path):
    lake = tmp_path / "lake"
    import_histories(lake, [put(tmp_path, "a.txt", ALL)])
    assert summary(import_histories(lake, [put(tmp_path, "b.txt", WALK)], anew=True)) == (1, 0, 0)
    assert numbers(lake) == ["1003"]
    done = import_histories(lake, [put(tmp_path, "c.txt", "nothing")], anew=True)
    assert summary(done) == (0, 0, 1)
    assert numbers(lake) == ["1003"]


def test_other_tables_of_the_lake_stay(lake, tmp_path):
    copy = tmp_path / "lake"
    shutil.copytree(lake, copy)
    before = dict(read_manifest(copy).tables)
    import_histories(copy, [put(tmp_path, "a.txt", ALL)])
    after = read_manifest(copy).tables
    assert {
        name: entry for name, entry in after.items() if name not in (*NAMES, "tournaments")
    } == before
    assert planning.plan(copy) == planning.plan(lake)


def test_in_duckdb(tmp_path):
    lake = tmp_path / "lake"
    import_histories(lake, [put(tmp_path, "a.txt", SIDE_POTS + WALK)])
    import_histories(lake, [put(tmp_path, "a.txt", LIMIT)])
    assert parts(lake) == [(1, 2), (3, 3)]
    sql = "select sum(pot), sum(rake), count(*) from hands"
    with connect(lake) as connection:
        assert [str(value) for value in connection.sql(sql).fetchall()[0]] == [
            "50.4700",
            "2.0000",
            "3",
        ]
    command = [
        sys.executable,
        "-c",
        f"import duckdb; print(duckdb.connect('lake.duckdb').sql('{sql}').fetchall()[0][2])",
    ]
    assert subprocess.run(command, cwd=lake, capture_output=True, check=True).stdout == b"3\n"


# ---------------------------------------------------------------- however it is done


def test_other_processes_read_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "CHUNK_BYTES", 3000)
    monkeypatch.setattr(importing, "_IN_PROCESS", 4)
    text = "".join(
        numbered(hand, 10_000 * k, 12) for k, hand in enumerate((SIDE_POTS, SHORT_ANTE, LIMIT), 1)
    )
    broken = text.replace("Ann: bets $2\n", "Ann: bets $3\n", 1)
    file = put(tmp_path, "a.txt", broken + text)
    one = import_histories(tmp_path / "one", [file])
    two = import_histories(tmp_path / "two", [file], workers=2)
    assert summary(one) == summary(two) == (36, 35, 1)
    assert one.bad == two.bad
    digests = [
        [entry.files for entry in read_manifest(tmp_path / name).tables.values()]
        for name in ("one", "two")
    ]
    assert digests[0] == digests[1]


def test_many_hands_come_in_steps_and_those_of_an_import_that_ends_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "CHUNK_BYTES", 3000)
    text = numbered(SIDE_POTS, 10_000, 400)
    file = put(tmp_path, "a.txt", text + text.replace("Ann: bets $2\n", "Ann: bets $3\n", 1))
    whole = import_histories(tmp_path / "whole", [file])
    monkeypatch.setattr(importing, "_STEP", 100)

    def ended(_, hands):
        if hands >= 250:
            raise InputError("ended")

    with pytest.raises(InputError, match="ended"):
        import_histories(tmp_path / "steps", [file], listener=ended)
    there = numbers(tmp_path / "steps")
    assert 100 <= len(there) < 250
    gone_on = import_histories(tmp_path / "steps", [file])
    assert gone_on.new == whole.new - len(there)
    assert (gone_on.hands, gone_on.bad_hands) == (whole.hands, whole.bad_hands)
    for name in NAMES:
        stored = [Lake.open(tmp_path / lake).files(name) for lake in ("whole", "steps")]
        assert pq.read_table(stored[0]).equals(pq.read_table(stored[1]))

    with pytest.raises(InputError, match="ended"):
        import_histories(tmp_path / "steps", [file], anew=True, listener=ended)
    assert len(numbers(tmp_path / "steps")) == whole.new


def test_pieces_have_their_lines(tmp_path, monkeypatch):
    file = put(tmp_path, "a.txt", ALL * 5)
    whole = import_histories(tmp_path / "whole", [file])
    monkeypatch.setattr(sources, "CHUNK_BYTES", 700)
    cut = import_histories(tmp_path / "cut", [file])
    assert summary(whole) == summary(cut) == (4, 16, 0)
    assert [e.files for e in read_manifest(tmp_path / "whole").tables.values()] == [
        e.files for e in read_manifest(tmp_path / "cut").tables.values()
    ]


@pytest.mark.parametrize("form", ["gz", "zst", "UTF-16", "folder"])
def test_packed_files_and_folders(tmp_path, form):
    text = ALL.encode()
    folder = tmp_path / "files" / "below"
    folder.mkdir(parents=True)
    if form == "gz":
        name = put(tmp_path, "a.txt.gz", gzip.compress(text))
    elif form == "zst":
        name = put(tmp_path, "a.TXT.zst", pa.compress(text, "zstd", asbytes=True))
    elif form == "UTF-16":
        name = put(tmp_path, "a.txt", ALL.encode("utf-16"))
    else:
        put(folder, "notes.md", "not read")
        put(folder, "b.phhs", SAME_PHH)
        put(folder.parent, "a.txt", ALL)
        name = str(folder.parent)
    done = import_histories(tmp_path / "lake", [name])
    assert summary(done) == (6 if form == "folder" else 4, 0, 0)
    assert numbers(tmp_path / "lake")[:2] == ["1001", "1002"]


def test_a_file_that_breaks_off_gives_what_it_has(tmp_path):
    packed = gzip.compress(numbered(SIDE_POTS, 1, 400).encode())
    file = put(tmp_path, "a.txt.gz", packed[: len(packed) // 2])
    done = import_histories(tmp_path / "lake", [file, put(tmp_path, "b.txt", WALK)])
    assert done.unreadable == 1
    assert [one.problem.split(":")[0] for one in done.bad][-1] == "cannot be read"
    assert done.new > 100
    assert numbers(tmp_path / "lake")[-1] == "1003"


# ---------------------------------------------------------------- refusals


def test_files_that_are_not_there(tmp_path):
    lake = tmp_path / "lake"
    refused = [
        (["none.txt"], InputError, "there is no file none.txt"),
        ([""], InputError, "the name of the file is empty"),
    ]
    for names, error, message in refused:
        with pytest.raises(error, match=re.escape(message)):
            import_histories(lake, [put(tmp_path, "fine.txt", WALK), *names])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match=r"has no hand histories: no \.txt \.phh .* files"):
        import_histories(lake, [str(empty)])
    with pytest.raises(UsageError, match="no input format 'pokernov'; did you mean 'pokernow'"):
        import_histories(lake, ["x"], input_format="pokernov")
    assert not lake.exists()


def test_one_writer_at_a_time(tmp_path):
    lake, file = tmp_path / "lake", put(tmp_path, "a.txt", WALK)
    lake.mkdir()
    with (
        FileLock(lake / ".build.lock"),
        pytest.raises(LakeError, match="another command writes to"),
    ):
        import_histories(lake, [file])
    assert summary(import_histories(lake, [file])) == (1, 0, 0)


def test_hands_are_not_built(tmp_path):
    with pytest.raises(
        UsageError, match=r"^seats is not built: import it with 'pokerlake import FILE'$"
    ):
        runner.build(tmp_path / "lake", ["seats"])
    assert not set(NAMES) & {planned.table for planned in planning.plan(tmp_path / "lake")}


def test_a_file_of_the_tables_that_is_gone(tmp_path):
    lake, file = tmp_path / "lake", put(tmp_path, "a.txt", WALK)
    import_histories(lake, [file])
    (lake / read_manifest(lake).tables["seats"].files[0].name).unlink()
    message = r"is gone, .*; bring the file back, or begin anew with 'pokerlake import --replace"
    with pytest.raises(LakeError, match=message):
        import_histories(lake, [file])
    assert summary(import_histories(lake, [file], anew=True)) == (1, 0, 0)
    assert numbers(lake) == ["1003"]


def test_tables_of_another_version(tmp_path):
    lake, file = tmp_path / "lake", put(tmp_path, "a.txt", WALK)
    import_histories(lake, [file])
    manifest = read_manifest(lake)
    older = {n: replace(entry, package_version="0.0.1") for n, entry in manifest.tables.items()}
    write_manifest(lake, manifest.with_tables(older))
    assert planning.plan(lake)[0].state == "to build"  # they are no hindrance to a build
    assert summary(import_histories(lake, [put(tmp_path, "b.txt", LIMIT)])) == (1, 0, 0)


# ---------------------------------------------------------------- killed


def test_processes_that_read_end_with_their_parent(tmp_path):
    """A killed parent tells nobody; its processes find out."""
    script = (
        "import os, signal, time\n"
        "from pokerlake.pipelines.processes import over_processes\n"
        "if __name__ == '__main__':\n"
        "    results = over_processes(abs, range(100), 2)\n"
        "    next(results)\n"
        "    import multiprocessing\n"
        "    print(*(child.pid for child in multiprocessing.active_children()), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    file = put(tmp_path, "parent.py", script)
    parent = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    children = [int(pid) for pid in parent.stdout.split()]
    assert children
    for _ in range(100):
        if not any(Path(f"/proc/{pid}").exists() for pid in children):
            break
        time.sleep(0.1)
    else:
        pytest.fail("processes outlive their parent")
