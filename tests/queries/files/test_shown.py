"""What a terminal would act on is escaped on its way there, and in tables; files keep it."""

import io
import os
import pty
import sys

import pyarrow as pa
import pytest

from pokerlake.queries.files.format import About
from pokerlake.queries.files.shown import Terminal, shown
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import OutputError

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
