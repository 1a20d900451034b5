"""A file's name is its name, no pattern, address or column; and how values are shown."""

import gzip
import io
import json
import os
import pty
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.files.format import About
from pokerlake.queries.files.shown import Terminal, shown
from pokerlake.queries.files.source import open_source
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import Manifest, read_manifest, write_manifest
from pokerlake.tables.store import stored_file

# Those that are patterns for a shell, DuckDB or polars stand beside what they would fit.
NAMES = [
    "h[1]", "h1", "h*", "h?", "hx", "h**", "h[!a]", "h[a-c]", "ha", "h[[]", "h[]]", "h{1}", "h~",
    "~h", "h!", "h$HOME", "h%41", "hA", "h#x", "h'", 'h"', "h\\", "h ", "h\nx", "run=2/h", "d[1]/h",
    "d1/h", "d?/h[1]", "file:h", "http:h", "s3:h",
]  # fmt: skip
IMPOSSIBLE = ["h\\*", "\\h[1]", "h[1]\\"]


def write(name):
    """A file of one row, its own name."""
    path = Path(name).absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    row = name.replace("\n", "N").replace('"', "Q")
    if name.endswith(".parquet"):
        pq.write_table(pa.table({"x": [row]}), path)
    elif name.endswith(".ndjson"):
        path.write_text(json.dumps({"x": row}))
    elif name.endswith(".gz"):
        path.write_bytes(gzip.compress(f"x\n{row}\n".encode()))
    else:
        path.write_text(f"x\n{row}\n")
    return row


@pytest.mark.whole
@pytest.mark.parametrize("ending", [".csv", ".csv.gz", ".ndjson", ".parquet"])
def test_no_name_is_a_pattern(ending, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = {name + ending: write(name + ending) for name in NAMES}
    for name, row in rows.items():
        with open_source(name) as source:
            found = [found for batch in source.batches() for found in batch.to_pylist()]
        assert found == [{"x": row}], name


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_duckdb_can_only_take_for_a_pattern_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(name + ".ndjson")
    with (
        pytest.raises(UsageError, match=r"has a backslash and one of \* \? \[ in it; rename it"),
        open_source(name + ".ndjson"),
    ):
        pass


@pytest.mark.parametrize("name", ["lake[1]", "lake*", "l?ke1", "run=2", "a\nb", "http:x"])
def test_no_lake_is_a_pattern(lake, name, tmp_path):
    want = pq.read_table(lake / "starting_hands.parquet")
    other = want.slice(0, 1)
    entry = read_manifest(lake).tables["starting_hands"]
    for folder in (name, "lake1"):  # which the pattern fits
        (tmp_path / folder).mkdir(exist_ok=True)
        path = tmp_path / folder / "starting_hands.parquet"
        if folder == "lake1":
            pq.write_table(other, path)
        else:
            pq.write_table(want, path)
        made = Manifest({"starting_hands": replace(entry, files=(stored_file(path),))})
        write_manifest(tmp_path / folder, made)
    there = Lake.open(tmp_path / name)
    assert there.scan("starting_hands").collect()["win"].to_list() == want["win"].to_pylist()
    assert there.scan("hand_equities").collect().height == 169
    with connect(there) as connection:
        assert connection.sql("select win from starting_hands").fetchnumpy()["win"].tolist() == (
            want["win"].to_pylist()
        )


# ---------------------------------------------------------------- how values are shown


# One of each kind: escape, C1's escape, deletion, marks of direction, no width, line separator.
HIDDEN = "\x1b\x9b\x7f\u202e\u2066\u200f\u061c\u200b\ufeff\u2028\U000e0041"
PLAIN = "a b\u00a0é♠\u0301 日本"


def test_what_a_terminal_acts_on_is_escaped():
    assert shown(PLAIN) == PLAIN
    assert shown("a\nb\t") == r"a\nb\t"
    assert shown("a\nb\t", lines=True) == "a\nb" + r"\t"
    escaped = r"\x1b\x9b\x7f\u202e\u2066\u200f\u061c\u200b\ufeff\u2028\U000e0041"
    assert shown(HIDDEN) == escaped


@pytest.mark.parametrize("name", ["table", "md"])
def test_tables_escape_cells_and_names(tmp_path, name):
    table = pa.table({f"n{HIDDEN}": [HIDDEN, PLAIN], "list": [[HIDDEN], [PLAIN]]})
    write_result(table, name, tmp_path / "out")
    text = (tmp_path / "out").read_text()
    assert not set(text) & set(HIDDEN)
    assert PLAIN in text


@pytest.mark.parametrize("name", ["table", "md", "csv", "tsv", "json", "ndjson"])
def test_a_terminal_gets_none_in_any_format_and_a_file_keeps_them(tmp_path, monkeypatch, name):
    table = pa.table({f"n{HIDDEN}": [f"{HIDDEN}\n", PLAIN]})
    screen, end = pty.openpty()
    with open(end, "w", closefd=True) as terminal:  # noqa: PTH123 a descriptor
        monkeypatch.setattr(sys, "stdout", terminal)
        write_result(table, name)
    text = os.read(screen, 10_000).decode()
    os.close(screen)
    assert not set(text) & set(HIDDEN)
    assert PLAIN in text
    write_result(table, name, tmp_path / "out")
    kept = (tmp_path / "out").read_text()
    if name in ("csv", "tsv"):
        assert HIDDEN in kept


def test_characters_that_come_in_parts_are_shown_whole():
    sink = io.BytesIO()
    terminal = Terminal(sink)
    for byte in f"♠{HIDDEN}\n\t".encode():
        terminal.write(bytes([byte]))
    assert sink.getvalue().decode().startswith("♠\\u001b\\u009b\\u007f\\u202e")
    assert sink.getvalue().endswith(b"\\udb40\\udc41\n\t")


def test_one_wide_cell_does_not_widen_every_row(tmp_path):
    table = pa.table({"a": ["x" * 200_000, *["x"] * 999], "b": range(1000)})
    write_result(table, "table", tmp_path / "out")
    lines = (tmp_path / "out").read_text().splitlines()
    assert lines[2] == "x" * 200_000 + "    0"
    assert {len(line) for line in lines[:2] + lines[3:]} == {4000}


def test_what_is_written_has_a_limit_where_one_is_given(tmp_path):
    table = pa.table({"a": ["x" * 1000] * 100})
    about = About(most_bytes=50_000)
    for name in ("csv", "table", "json", "parquet", "npz"):
        if name == "parquet":
            assert write_result(table, name, tmp_path / name, about=about) == 100  # it is smaller
            continue
        with pytest.raises(OutputError, match=r"^the result takes more than 0 MB in this format"):
            write_result(table, name, tmp_path / name, about=about)
        assert not (tmp_path / name).exists()
    with pytest.raises(OutputError, match="in this format"):
        write_result(table, "duckdb", tmp_path / "x.duckdb", about=about)
    assert [path.name for path in tmp_path.iterdir()] == ["parquet"]
