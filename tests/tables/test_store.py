"""Files appear whole or not at all, and the same rows give the same bytes."""

import hashlib
import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.tables.errors import OutputError
from pokerlake.tables.store import (
    StoredFile,
    move_file,
    open_parquet,
    read_table,
    stored_file,
    whole_file,
    write_parquet,
    write_text,
)

ROWS = 300_000  # two full row groups, and a third of 54,240 rows


@pytest.fixture(scope="module")
def table():
    """Columns of every kind a table has; some fill several pages, some are dictionaries."""
    random_numbers = np.random.default_rng(1)
    return pa.table(
        {
            "number": np.arange(ROWS, dtype=np.int32),
            "text": [f"[{row}, {row * 7}, {row % 977}]" for row in range(ROWS)],
            "count": random_numbers.integers(0, 2**60, ROWS),
            "class_id": random_numbers.integers(1, 7463, ROWS).astype(np.uint16),
            "suited": random_numbers.random(ROWS) < 0.25,
        }
    )


def pieces(table, cuts):
    edges = [0, *cuts, ROWS]
    return [table.slice(first, last - first) for first, last in pairwise(edges)]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def written(path, tables, schema):
    write_parquet(path, tables, schema)
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---------------------------------------------------------------- Parquet


@pytest.fixture(scope="module")
def sha256_in_one_piece(table, tmp_path_factory):
    return written(tmp_path_factory.mktemp("store") / "table.parquet", [table], table.schema)


@pytest.mark.parametrize(
    "cuts",
    [
        [122_880],
        [1, 2, 3, 122_879, 122_880, 122_881],
        [0, 0, 245_760, 245_760, ROWS, ROWS],  # pieces without rows
        range(777, ROWS, 777),
        sorted(random.Random(3).sample(range(ROWS), 200)),
    ],
    ids=["a row group", "beside the row groups", "nothing", "777 rows each", "200 at random"],
)
def test_bytes_do_not_depend_on_how_rows_are_cut(table, cuts, sha256_in_one_piece, tmp_path):
    path = tmp_path / "table.parquet"
    assert written(path, pieces(table, cuts), table.schema) == sha256_in_one_piece


def test_bytes_do_not_depend_on_chunks_within_a_table(table, sha256_in_one_piece, tmp_path):
    chunked = pa.concat_tables(pieces(table, range(1000, ROWS, 1000)))
    path = tmp_path / "table.parquet"
    assert written(path, [chunked], table.schema) == sha256_in_one_piece


def test_rows_and_row_groups(table, tmp_path):
    path = tmp_path / "table.parquet"
    write_parquet(path, pieces(table, range(50_000, ROWS, 50_000)), table.schema)
    metadata = pq.read_metadata(path)
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [122_880, 122_880, 54_240]
    assert groups[0].column(0).compression == "ZSTD"
    assert pq.read_table(path).equals(table)


def test_columns_are_put_in_order_and_cast(tmp_path):
    path = tmp_path / "table.parquet"
    schema = pa.schema([pa.field("a", pa.int8(), nullable=False), pa.field("b", pa.string())])
    write_parquet(path, [pa.table({"b": ["x", None], "a": [1, 2]})], schema)
    assert pq.read_schema(path).equals(schema)
    assert pq.read_table(path).to_pydict() == {"a": [1, 2], "b": ["x", None]}


def test_no_rows(tmp_path):
    write_parquet(tmp_path / "table.parquet", [], pa.schema({"a": pa.int8()}))
    assert pq.read_table(tmp_path / "table.parquet").num_rows == 0


def test_stored_file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"pokerlake")
    # printf pokerlake | sha256sum
    digest = "18ae2b892dc224b8456492e666e45ff7ff7117d7caba6e572cf7eb6dd39a3f0a"
    assert stored_file(path) == StoredFile("file", 9, digest)


# ---------------------------------------------------------------- whole files


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("before", [None, b"the old one"])
def test_error_leaves_the_old_file_and_nothing_else(before, error, tmp_path):
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before)
    with pytest.raises(error), whole_file(path) as file:  # noqa: PT012 the block is what fails
        file.write(b"half of the n")
        raise error
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == (
        {} if before is None else {"file": b"the old one"}
    )


def test_old_file_is_there_until_the_new_one_is_whole(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with whole_file(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert names_in(tmp_path) == ["file"]


def test_error_of_an_iterator_that_gives_the_rows(tmp_path):
    def rows():
        yield pa.table({"a": [1]})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_parquet(tmp_path / "table.parquet", rows(), pa.schema({"a": pa.int64()}))
    assert names_in(tmp_path) == []


def test_text_is_utf8_as_it_is(tmp_path):
    write_text(tmp_path / "file", "♠\n")
    assert (tmp_path / "file").read_bytes() == b"\xe2\x99\xa0\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gone/file", "cannot be written: there is no folder {folder}/gone"),
        ("a file/file", "cannot be written: Not a directory"),
        ("folder", "is a folder; move it away"),
        ("x" * 254, "cannot be written: File name too long"),
    ],
)
def test_places_that_cannot_be_written(name, why, tmp_path):
    (tmp_path / "a file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    before = names_in(tmp_path)
    with pytest.raises(OutputError) as caught:
        write_text(tmp_path / name, "text")
    assert str(caught.value) == f"{tmp_path / name} {why.format(folder=tmp_path)}"
    assert names_in(tmp_path) == before


def test_error_of_the_system_in_the_body_names_the_file(tmp_path):
    with pytest.raises(OutputError, match="file cannot be written: Input/output error"):  # noqa: SIM117
        with whole_file(tmp_path / "file"):
            raise OSError(5, "Input/output error")
    assert names_in(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
def test_pipe_is_written_to_and_not_replaced(tmp_path):
    """Nor is /dev/null, which root could otherwise lose to `-o /dev/null`."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    with whole_file(pipe) as file:
        file.write(b"through the pipe")
    reader.join(timeout=120)
    assert read == [b"through the pipe"]
    assert pipe.is_fifo()
    assert names_in(tmp_path) == ["pipe"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no named pipes")
@pytest.mark.parametrize("read", [read_table, open_parquet, stored_file])
def test_pipe_is_no_table_and_not_waited_for(tmp_path, read):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="it is no file"):
        read(tmp_path / "pipe")


def test_move_file_says_what_it_cannot_do(tmp_path):
    with pytest.raises(OutputError, match="target cannot be written: No such file or directory"):
        move_file(tmp_path / "source", tmp_path / "target")


def test_an_error_leaves_a_folder_of_the_unfinished_name_alone(tmp_path):
    folder = tmp_path / "hands.csv.wip"
    folder.mkdir()
    (folder / "kept.txt").write_text("mine")
    with pytest.raises(OutputError), whole_file(tmp_path / "hands.csv") as file:
        file.write(b"1")
    assert (folder / "kept.txt").read_text() == "mine"


def test_what_is_written_to_directly_is_not_replaced_by_a_file_left_over(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "pipe.wip").write_text("left over")
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        with whole_file(pipe) as file:
            file.write(b"rows")
    assert read.result() == b"rows"
    assert pipe.is_fifo()
