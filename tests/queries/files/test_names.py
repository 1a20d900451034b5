"""A file's name is its name: no pattern, no address, no column."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.files.source import open_source
from pokerlake.tables.errors import UsageError
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
