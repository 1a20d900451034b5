"""pokerlake import, as one types it."""

import csv
import gzip
import io
import json
import re
import signal
import time
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from given.histories import ALL, LIMIT, SAME_PHH, SHORT_ANTE, SIDE_POTS, WALK
from helpers.command_line import run, start
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.store import stored_file

BROKEN = LIMIT.replace("Ann: bets $2\n", "Ann: bets $200\n")
FOUND = {
    "file": "broken.txt",
    "line": 29,
    "number": "1004",
    "problem": "Ann puts in 200, his stack is 48",
}


@pytest.fixture
def home(no_lake):
    """A working folder with files of hands, which will have a lake."""
    (no_lake / "session.txt").write_text(ALL)
    (no_lake / "broken.txt").write_text(WALK.replace("1003", "9") + BROKEN)
    return no_lake


def test_a_file_without_a_hand_is_an_error_line(home):
    (home / "empty.txt").write_text("")
    finished = run("import empty.txt")
    assert (finished.code, finished.out) == (1, b"")
    assert finished.err.splitlines()[1:] == ["error: no hand was found in empty.txt"]


def said(finished):
    """The last line on stderr, less the time it took."""
    return re.sub(r"; \d+\.\d s$", "", finished.err.splitlines()[-1])


def test_a_file(home):
    done = run("import session.txt")
    assert (done.code, done.text) == (0, "")
    assert said(done) == "4 hands in 1 file: 4 new, 0 known, 0 bad"
    asked = run("sql 'select count(*) n, sum(pot) pot from hands' -f csv")
    assert asked.text == "n,pot\n4,103.4700\n"
    assert said(run("import session.txt")) == "4 hands in 1 file: 0 new, 4 known, 0 bad"
    names = [row["name"] for row in json.loads(run("tables -f json").text)]
    assert names == [
        *(
            "hands",
            "seats",
            "actions",
            "showdowns",
            "tournaments",
            "holes",
            "omaha_holes",
            "sessions",
            "opportunities",
        )
    ]


def test_files_of_a_folder_that_are_passed_over_are_told(home):
    folder = home / "played"
    (folder / "more").mkdir(parents=True)
    (folder / "a.txt").write_text(ALL)
    assert "passed over" not in run("import played").err
    (folder / "more" / "hands.log").write_text(WALK)
    endings = ".txt .phh .phhs .ohh .json .jsonl .xml .csv"
    begin = f"1 file is passed over, without an ending {endings}, such as "
    assert run("import played").err.splitlines()[0].startswith(f"{begin}played/more/hands.log; ")
    (folder / "b.doc.gz").write_text("")
    twice = run("import played played/more/../more played/more/hands.log --input-format text")
    assert twice.code == 1
    more = run("import played played/more/.. session.txt").err.splitlines()[0]
    assert more.startswith("2 files are passed over, ")


@pytest.mark.parametrize(
    "pack", [gzip.compress, lambda text: pa.compress(text, "zstd", asbytes=True)]
)
def test_hands_packed_on_stdin_are_read(home, pack):
    done = run("import -", stdin=pack(ALL.encode()))
    assert said(done) == "4 hands in 1 file: 4 new, 0 known, 0 bad"
    (home / "named.txt").write_bytes(pack(ALL.encode()))
    assert said(run("import named.txt")) == "4 hands in 1 file: 0 new, 4 known, 0 bad"


def test_bad_hands_are_listed_and_the_others_taken(home):
    done = run("import broken.txt session.txt")
    assert done.code == 0
    assert said(done) == "6 hands in 2 files: 5 new, 0 known, 1 bad"
    header, _, row = done.text.splitlines()
    assert header.split() == list(FOUND)
    assert re.split(r"  +", row) == ["broken.txt", "29", "1004", FOUND["problem"]]
    assert said(run("import broken.txt")) == "2 hands in 1 file: 0 new, 1 known, 1 bad"
    run("import broken.txt --lake other -o bad.json")
    assert json.loads((home / "bad.json").read_text()) == [FOUND]
    assert said(run("import session.txt -o bad.csv")).startswith("4 hands in 1 file: 0 new, 4 kn")
    assert (home / "bad.csv").read_text() == "file,line,number,problem\n"


def test_no_hand_at_all_is_a_failure(home):
    (home / "notes.txt").write_text("milk\neggs\n")
    done = run("import notes.txt")
    assert done.code == 1
    assert said(done) == "1 hand in 1 file: 0 new, 0 known, 1 bad"
    assert "no hand begins here: 'milk'" in done.text


def test_a_file_that_cannot_be_read_does_not_keep_the_others_out(home):
    (home / "broken.txt.gz").write_bytes(b"\x1f\x8b and no more")
    done = run("import broken.txt.gz session.txt -f ndjson")
    assert done.code == 1
    assert said(done) == "4 hands in 1 file: 4 new, 0 known, 0 bad".replace("1 file", "2 files")
    (row,) = [json.loads(line) for line in done.text.splitlines()]
    assert (row["file"], row["line"]) == ("broken.txt.gz", None)
    assert row["problem"].startswith("cannot be read: ")


def test_stdin(home):
    done = run("import -", stdin=(WALK + SHORT_ANTE).encode())
    assert said(done) == "2 hands in 1 file: 2 new, 0 known, 0 bad"
    phh = run("import - --input-format phh", stdin=SAME_PHH.encode())
    assert said(phh) == "2 hands in 1 file: 2 new, 0 known, 0 bad"
    files = run("sql 'select distinct file from hands' -f tsv").text
    assert files == "stdin\n"


def test_a_folder_and_another_lake(home):
    (home / "more").mkdir()
    (home / "more" / "a.txt").write_text(SIDE_POTS)
    (home / "more" / "b.phhs").write_text(SAME_PHH)
    done = run("import more --lake elsewhere")
    assert said(done) == "3 hands in 2 files: 3 new, 0 known, 0 bad"
    assert not (home / "lake").exists()
    replaced = run("import session.txt --replace --lake elsewhere")
    assert said(replaced) == "4 hands in 1 file: 4 new, 0 known, 0 bad"
    numbers = run("sql 'select number from hands order by hand_id' -f tsv --lake elsewhere").text
    assert numbers.split() == ["1001", "1002", "1003", "1004"]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("import none.txt", 1, "error: there is no file none.txt\n"),
        ("import", 2, "error: give the name of a file or a folder, or - for stdin\n"),
        ("import --watch --again .", 2, "error: --watch takes files and folders, and no --again"),
        ("import --again --replace", 2, "error: give --again or --replace, not both"),
        ("import session.txt --input-format ph", 2, "error: no input format 'ph'; did you"),
        ("import session.txt -f xml", 2, "error: no format 'xml'"),
        ("build hands", 2, "error: hands is not built: import it with 'pokerlake import FILE'\n"),
        ("export hands --lake none", 1, "error: no lake at none"),
    ],
)  # fmt: skip
def test_refusals(home, line, code, message):
    (home / "notes.md").write_text("")
    done = run(line)
    assert (done.code, done.text) == (code, "")
    assert done.err.startswith(message)
    assert not (home / "lake" / "manifest.json").exists()


def test_a_lake_without_hands_says_how_they_come_there(home):
    (home / "lake").mkdir()
    done = run("sql 'from hands'")
    assert (done.code, done.err) == (
        1,
        "error: 'hands' is not in this lake; import it with 'pokerlake import FILE'\n",
    )
    done = run("export seats -f csv")
    assert done.err == (
        "error: table seats is not in lake; import it with 'pokerlake import FILE'\n"
    )


def test_verify_recounts_what_was_imported(home):
    run("import session.txt")
    done = run("verify hands seats actions showdowns -f csv")
    rows = list(csv.DictReader(io.StringIO(done.text)))
    assert done.code == 0
    assert {row["table"] for row in rows} == {"hands", "seats", "actions", "showdowns"}
    assert done.err.endswith(" checks, none failed\n")
    asked = {row["table"] for row in csv.DictReader(io.StringIO(run("verify seats -f csv").text))}
    assert asked == {"seats"}


def test_the_files_of_a_lake_are_read_anew(home):
    """As after a version of pokerlake that reads more: no row stays as it was."""
    run("import session.txt --lake first")
    run("import broken.txt --lake first")
    (home / "more.txt").write_text(WALK.replace("#1003", "#7"))
    done = run("import --again more.txt --lake first")
    assert said(done) == "7 hands in 3 files: 6 new, 0 known, 1 bad"
    (home / "session.txt").rename(home / "gone.txt")
    gone = run("import --again --lake first")
    assert (gone.code, gone.text) == (1, "")
    assert "session.txt is not there, of 3 files that the hands were read from" in gone.err
    count = "sql 'select count(*) n from hands' --lake first -f csv"
    assert run(count).text == "n\n6\n"
    assert "no lake at none" in run("import --again --lake none").err


def test_columns_of_an_older_version_are_told(home):
    run("import session.txt --lake older")
    lake = home / "older"
    manifest = read_manifest(lake)
    entry = manifest.tables["seats"]
    path = lake / entry.files[0].name
    pq.write_table(pq.read_table(path).drop_columns("net"), path)
    changed = replace(entry, files=(stored_file(path),))
    write_manifest(lake, manifest.with_tables({"seats": changed}))
    done = run("import session.txt --lake older")
    assert done.code == 1
    assert done.err.rstrip().endswith("begin anew with 'pokerlake import --again'")
    assert run("import --again --lake older").code == 0


@pytest.mark.whole
def test_a_folder_is_watched(home):
    """A hand comes in once it is whole, and what is bad is told once."""
    folder = home / "client"
    folder.mkdir()
    (folder / "a.txt").write_text(WALK)
    (home / "empty").mkdir()  # which a client may write to later
    process = start("import", "--watch", "empty", "client", "--lake", "watched")
    lines = map(bytes.decode, iter(process.stderr.readline, b""))
    begins = next(line for line in lines if line.startswith("watching"))
    assert begins.startswith("watching empty, client")
    with (folder / "a.txt").open("a") as file:
        file.write(LIMIT[:300])
        file.flush()
        time.sleep(2.5)  # it is looked at, and nothing is said
        file.write(LIMIT[300:])
    assert next(lines) == "1 hand from 1 file\n"
    (folder / "b.txt").write_text(SIDE_POTS.replace("Flo: calls $3.60", "Flo: calls $3.50", 1))
    assert next(lines) == "client/b.txt, line 22: Flo calls 3.5, 3.6 was to call\n"
    (home / "empty" / "c.txt").write_text(WALK.replace("#1003", "#7"))
    assert next(lines) == "1 hand from 1 file\n"
    process.send_signal(signal.SIGINT)
    assert next(lines) == "watched; 2 hands came in\n"
    assert process.wait() == 0
