"""What `make release-lake` writes: lakes as a folder and as archives, with card and Croissant."""

import contextlib
import hashlib
import io
import json
import re
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.command_line import run
from helpers.lakes import share
from helpers.web_server import serving
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest, write_manifest
from pokerlake.tables.registry import TABLES

NAMES = ("starting_hands", "flops", "income_rates")
STEM = "pokerlake-tables-1.2.3"
# What the specification of Croissant 1.0 requires, and of it what has to name what.
REQUIRED = {
    "@context", "@type", "conformsTo", "name", "description", "license", "url", "creator",
    "datePublished",
}  # fmt: skip


@pytest.fixture
def released(checkout, lake, tmp_path, monkeypatch):
    """A release of three tables of a lake that has learned a game too."""
    monkeypatch.syspath_prepend(checkout / "releasing")
    import card
    import published as releasing

    share(lake, tmp_path / "lake")
    manifest = read_manifest(tmp_path / "lake")
    few = {name: manifest.tables[name] for name in NAMES}
    write_manifest(tmp_path / "lake", replace(manifest, tables=few))
    learn(tmp_path / "lake", Lesson.of(GAMES, "kuhn", "exact"))
    archives = [
        releasing.Archive("standard", NAMES[:2], ""), releasing.Archive(NAMES[2], NAMES[2:], ""),
        releasing.Archive("solved", ("solved_spots",), "pokerlake solve"),
        releasing.Archive("turns", ("turns", "flops"), ""),
    ]  # fmt: skip
    monkeypatch.setattr(releasing, "archives", lambda: archives)
    about = card.About.of("1.2.3", "2026-12-01")
    assert [card.size_of(n) for n in (999, 1000, 137_000_000, 10**12)] == [
        "n<1K", "1K<n<10K", "100M<n<1B", "n>1T",
    ]  # fmt: skip
    for to in ("out", "again"):
        missing = releasing.release(Lake.open(tmp_path / "lake"), tmp_path / to, about)
        assert [archive.name for archive in missing] == ["solved", "turns"]
    return tmp_path


def digests(folder):
    """The SHA-256 of each file of a folder, as its sums say, which are right."""
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    found = {name: digest for digest, name in (line.split("  ") for line in lines)}
    for name, digest in found.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    return found


def test_a_release_is_lakes_that_are_pulled_and_verified(released):
    out = released / "out"
    assert digests(out) == digests(released / "again")
    assert set(digests(out)) == {f"{STEM}-standard.tar", f"{STEM}-income_rates.tar"}
    names = {"README.md", "LICENSE", "croissant.json", "manifest.json"}
    there = digests(out / STEM)
    assert set(there) == names | {f"{name}.parquet" for name in NAMES}
    with tarfile.open(out / f"{STEM}-standard.tar") as tar:
        assert {(m.mtime, m.uid, m.uname, m.mode) for m in tar} == {(0, 0, "", 0o644)}
        # Python 3.12 and 3.13 warn where none is named; the first of 3.11 have none.
        tar.extraction_filter = getattr(tarfile, "data_filter", None)
        tar.extractall(released)
    unpacked = released / f"{STEM}-standard"
    assert set(read_manifest(unpacked).tables) == set(NAMES[:2])
    digests(unpacked)
    mine = released / "mine"
    with serving(out) as site:
        source = f"{site.address}/{STEM} --sha256 {there['manifest.json']}"
        done = run(f"pull {' '.join(NAMES)} --from {source} --lake {mine}")
        assert done.code == 0, done.err
    assert read_manifest(mine).tables == read_manifest(out / STEM).tables
    done = run(f"verify --lake {mine}")
    assert done.code == 0, done.text


def test_a_release_says_what_it_has(released, monkeypatch):
    folder = released / "out" / STEM
    monkeypatch.chdir(folder)
    text = (folder / "README.md").read_text("utf-8")
    head, body = re.fullmatch(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL).groups()
    assert head.startswith("license: mit\n")
    assert "\n- 1K<n<10K\n" in head
    assert re.findall(r"config_name: (\w+)\n  data_files:\n  - (\S+)", head) == [
        (name, f"{name}.parquet") for name in TABLES if name in NAMES
    ]
    for name in NAMES:
        for column in TABLES[name].columns:
            assert f"| `{column.name}` | {column.file_type} | {column.meaning}" in body
    shown = io.StringIO()
    programs = re.findall(r"```python\n(.*?)```", body, re.DOTALL)
    assert [re.match(r"import (\w+)", program)[1] for program in programs] == [
        "duckdb", "polars", "pandas",
    ]  # fmt: skip
    with contextlib.redirect_stdout(shown):
        for program in programs:
            exec(program, {})
    assert shown.getvalue().count("169") == 3
    found = json.loads((folder / "croissant.json").read_text("utf-8"))
    assert set(found) >= REQUIRED
    files = {file["@id"]: file for file in found["distribution"]}
    for name, file in files.items():
        assert file["sha256"] == digests(folder)[name]
        assert file["contentSize"] == f"{Path(name).stat().st_size} B"
    for rows in found["recordSet"]:
        columns = [field["source"]["extract"]["column"] for field in rows["field"]]
        assert columns == [column.name for column in TABLES[rows["@id"]].columns]
        ids = [field["@id"] for field in rows["field"]]
        assert {key["@id"] for key in rows["key"]} <= set(ids)
        assert {field["source"]["fileObject"]["@id"] for field in rows["field"]} <= set(files)
        types = {field["@id"].rpartition("/")[2]: field["dataType"] for field in rows["field"]}
        assert types.get("hand", types.get("board")) == "sc:Text"
