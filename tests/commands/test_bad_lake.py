"""A lake that is missing, broken, of a later format or half there: one line says so."""

import json
import os
import re
import shutil

import pytest

from helpers.command_line import contents, run
from pokerlake.tables.manifest import (
    FORMAT_VERSION,
    Manifest,
    package_version,
    read_manifest,
    write_manifest,
)

BUILD_ONE = (
    "build one there with 'pokerlake build --lake lake', "
    "or name another with --lake or $POKERLAKE_LAKE"
)
LATER = (
    f"lake/manifest.json is of format {FORMAT_VERSION + 1}, written by pokerlake 9.9.9; "
    f"this is pokerlake {package_version()}, which reads format {FORMAT_VERSION}: "
    "install that version, or build another lake"
)
NO_MANIFEST = "bring it back, or remove it, run 'pokerlake build' again, and import and learn anew"
GONE = (
    "lake/classes.parquet is gone, though the manifest has table classes; "
    "build it anew with 'pokerlake build classes'"
)
SHORT = (
    "lake/classes.parquet has 5,000 bytes, not {bytes}: it is cut short or changed; "
    "build it anew with 'pokerlake build classes'"
)


def change(lake, **values):
    manifest = json.loads((lake / "manifest.json").read_text("utf-8"))
    (lake / "manifest.json").write_text(json.dumps(manifest | values), "utf-8")


def missing(lake):
    shutil.rmtree(lake)


def file_instead(lake):
    shutil.rmtree(lake)
    lake.write_text("no lake", "ascii")


def empty(lake):
    shutil.rmtree(lake)
    lake.mkdir()


def later_format(lake):
    change(lake, format_version=FORMAT_VERSION + 1, package_version="9.9.9")


def manifest_is(content):
    return lambda lake: (lake / "manifest.json").write_bytes(content)


def manifest_is_folder(lake):
    (lake / "manifest.json").unlink()
    (lake / "manifest.json").mkdir()


def table_gone(lake):
    (lake / "classes.parquet").unlink()


def table_cut_short(lake):
    os.truncate(lake / "classes.parquet", 5000)


def table_damaged(lake):
    """As long as it was, and its footer is whole; the pages of rows are not."""
    path = lake / "classes.parquet"
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 8] = b"damaged!"
    path.write_bytes(content)


def without_classes(lake):
    tables = json.loads((lake / "manifest.json").read_text("utf-8"))["tables"]
    del tables["classes"]
    change(lake, tables=tables)
    (lake / "classes.parquet").unlink()


# What is wrong with a manifest or a file is told in each way by tests/pipelines/test_refusals.py.
CASES = [
    *((missing, line, f"no lake at lake; {BUILD_ONE}") for line in (
        "tables", "sql 'select 1'", "query category_odds", "export classes -o result.csv",
    )),
    (file_instead, "tables", "lake is a file; a lake is a folder: give another with --lake"),
    (empty, "verify", "lake has no tables; build some with 'pokerlake build'"),
    (empty, "export classes",
     "table classes is not in lake; build it with 'pokerlake build classes'"),
    (empty, "sql 'from classes'",
     "'classes' is not in this lake; build it with 'pokerlake build classes'"),
    *((later_format, line, LATER) for line in ("tables", "build", "verify", "sql 'select 1'")),
    (manifest_is(b"{}"), "sql 'select 1'",
     "lake/manifest.json is not a manifest of pokerlake (format_version is missing); "
     f"{NO_MANIFEST}"),
    (manifest_is(b'{"format_version": 1, "tables": {"classes": {}}}'), "export classes",
     "lake/manifest.json: rows of table classes is missing, not there; "
     "'pokerlake build classes' makes the table anew"),
    (manifest_is_folder, "tables", "lake/manifest.json cannot be read: Is a directory"),
    (table_gone, "query category_odds", GONE),
    (table_gone, "export classes -o result.csv", GONE),
    (table_cut_short, "sql 'from classes'", SHORT),
    *((without_classes, line, f"'{name}' is not in this lake; build it with "
       "'pokerlake build classes'") for line, name in (
        ("query class_of_hand -p hand=AsKsQsJsTs", "classes"),
        ("export category_odds -o result.csv", "category_odds"),
    )),
    (without_classes, "verify classes",
     "table classes is not in lake; build it with 'pokerlake build classes'"),
]  # fmt: skip


@pytest.fixture
def broken(lake, at_home, monkeypatch):
    """A lake of one table to be broken, found as ``lake`` by every command."""
    there = at_home / "lake"
    there.mkdir()
    shutil.copy(lake / "classes.parquet", there)
    write_manifest(there, Manifest({"classes": read_manifest(lake).tables["classes"]}))
    monkeypatch.delenv("POKERLAKE_LAKE")
    return there


@pytest.mark.parametrize(
    ("damage", "line", "message"),
    CASES,
    ids=[f"{case[0].__name__}: {case[1]}" for case in CASES],
)
def test_broken_lake_is_one_line(broken, damage, line, message):
    long = (broken / "classes.parquet").stat().st_size
    (broken.parent / "result.csv").write_bytes(b"an older result")
    damage(broken)
    before = contents(broken.parent)

    assert run(line) == (1, b"", f"error: {message.format(bytes=f'{long:,}')}\n")
    after = contents(broken.parent)
    after.pop("lake/.build.lock", None)  # what keeps two builds apart is there from the first on
    before.pop("lake/.build.lock", None)
    assert after == before


@pytest.mark.parametrize("line", ["sql 'from classes'", "export classes -o result.csv"])
def test_damaged_rows_are_one_line(broken, line):
    table_damaged(broken)

    finished = run(line)

    assert (finished.code, finished.out, finished.err.count("\n")) == (1, b"", 1)
    assert finished.err.startswith("error: ")
    assert not list(broken.parent.glob("result*"))


@pytest.mark.parametrize(
    ("damage", "line", "words"),
    [
        (table_gone, "verify classes", b"gone"),
        (table_cut_short, "verify classes", b"sha256"),
        (table_damaged, "verify classes", b"sha256"),
    ],
)
def test_verify_shows_what_is_broken(broken, damage, line, words):
    damage(broken)

    finished = run(f"{line} -f ndjson")

    failed = [row for row in map(json.loads, finished.out.splitlines()) if not row["ok"]]
    assert finished.code == 1
    assert failed
    assert words in finished.out
    assert re.search(rf" checks?, {len(failed)} failed\n$", finished.err)


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (missing, f"no lake at lake; {BUILD_ONE}"),
        (later_format, LATER),
        (table_gone, GONE),
        (empty, ""),
    ],
)
def test_doctor_shows_what_is_broken(broken, damage, problem):
    damage(broken)

    finished = run("doctor -f ndjson")

    rows = [json.loads(line) for line in finished.out.splitlines()]
    assert problem in [row["problem"] for row in rows if row["item"] == "lake"]
    assert (finished.code, finished.err) == (int(bool(problem)), "")
