"""Folders of arrays: what is in them and in their layout, text of any width, what is refused."""

import json
from itertools import chain

import numpy as np
import pyarrow as pa
import pytest

from pokerlake.queries.files.format import About
from pokerlake.queries.files.write import write_result
from pokerlake.tables.errors import OutputError, UsageError
from pokerlake.tables.registry import TABLES


def batches(*columns):
    """A reader with a batch for each list of values of column ``x``."""
    made = [pa.record_batch({"x": pa.array(values)}) for values in columns]
    return pa.RecordBatchReader.from_batches(made[0].schema, made)


def loaded(folder):
    return {path.stem: np.load(path, mmap_mode="r") for path in sorted(folder.glob("*.npy"))}


def test_a_folder_has_an_array_for_each_column_and_their_layout(tmp_path):
    table = pa.table(
        {
            "board_id": pa.array([3, 2**32 - 1], pa.uint32()),
            "large": pa.array([2**64 - 1, 2**64 - 2], pa.uint64()),
            "low": pa.array([-(2**63), -(2**63)], pa.int64()),
            "hand": ["AA", "AKs"],
            "half": [0.5, None],
        }
    )
    about = About("flop_hands", subject=TABLES["flop_hands"], whole=False)
    assert write_result(table, "npy", tmp_path / "out", about=about) == 2
    arrays = loaded(tmp_path / "out")
    assert {name: array.dtype.str for name, array in arrays.items()} == {
        "board_id": "<u4", "half": "<f8", "hand": "|S3", "large": "<u8", "low": "<i8",
    }  # fmt: skip
    assert arrays["hand"].tolist() == [b"AA", b"AKs"]
    assert arrays["large"].tolist() == table["large"].to_pylist()
    assert np.isnan(arrays["half"][1])
    layout = json.loads((tmp_path / "out" / "layout.json").read_text())
    assert layout["format_version"] == 1
    assert (layout["name"], layout["rows"], layout["whole"]) == ("flop_hands", 2, False)
    assert layout["order"] == ["board_id", "hole_id"]
    assert layout["find_row"] is None  # it is of all rows only
    assert layout["columns"] == [
        {
            "name": "board_id",
            "file": "board_id.npy",
            "dtype": "<u4",
            "meaning": "rank of the canonical board among all of its size",
            "total": 2**32 + 2,
        },
        {"name": "large", "file": "large.npy", "dtype": "<u8", "total": 2**65 - 3},
        {"name": "low", "file": "low.npy", "dtype": "<i8", "total": -(2**64)},
        {
            "name": "hand",
            "file": "hand.npy",
            "dtype": "|S3",
            "meaning": "AA, AKs (suited), AKo (offsuit), ...",
        },
        {"name": "half", "file": "half.npy", "dtype": "<f8"},
    ]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *(f"{name}.npy" for name in table.schema.names),
        "layout.json",
    }


@pytest.mark.parametrize(
    ("columns", "dtype"),
    [
        ([["a", "bb"], ["c"]], "S2"),
        ([["a"], ["bbb", ""], ["cc"]], "S3"),
        ([["a"], ["♠♥"], ["ccc"]], "U3"),
        ([["long"], ["♠"], ["c"]], "U4"),
        ([["♠"], ["ä" * 5]], "U5"),
        ([[""]], "S1"),
        ([["x" * 3] * 70_000, ["y" * 5] * 3, ["z" * 4] * 70_000, ["♠"]], "U5"),
    ],
)
def test_text_is_as_wide_as_its_longest(tmp_path, columns, dtype):
    write_result(batches(*columns), "npy", tmp_path / "out")
    found = np.load(tmp_path / "out" / "x.npy")
    assert found.dtype == np.dtype(dtype)
    expected = np.array(list(chain(*columns)), np.str_).astype(dtype)
    assert (found == expected).all()
    assert found.shape == expected.shape


def test_widening_copies_more_than_is_held_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("pokerlake.queries.files.formats.arrays._HELD_BYTES", 16)
    columns = [[str(n) for n in range(10)], ["12345"], ["♠"] * 2]
    write_result(batches(*columns), None, tmp_path / "x.npy")
    assert np.load(tmp_path / "x.npy").tolist() == list(chain(*columns))


def test_one_column_in_a_file(tmp_path):
    assert write_result(batches([1, 2], [3]), None, tmp_path / "x.npy") == 3
    assert np.load(tmp_path / "x.npy").tolist() == [1, 2, 3]
    with pytest.raises(UsageError, match=r"^an \.npy file has one column, and there are 2; take"):
        write_result(pa.table({"a": [1], "b": [2]}), None, tmp_path / "y.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["x.npy"]


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ([1, None], "column 'x' has a null in row 4, and arrays of int64 have none; put a value"),
        (["a", None], r"column 'x' has a null in row 4, and arrays of text have none"),
        ([True, None], "column 'x' has a null in row 4, and arrays of bool have none"),
        (["a\0"], "column 'x' has a text with a NUL, which arrays cut off"),
    ],
)
def test_what_no_array_has_is_refused(tmp_path, values, problem):
    first = [value for value in values if value] * 2
    with pytest.raises(UsageError, match=f"^{problem}"):
        write_result(batches(first, values), "npy", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_names_that_cannot_be_those_of_files(tmp_path):
    for name in ("a/b", "..", "", "a\nb"):
        with pytest.raises(UsageError, match=r"cannot name a file; rename it with 'as' in SQL$"):
            write_result(pa.table({name: [1]}), "npy", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
    write_result(pa.table({"sum(a * 2)": [1]}), "npy", tmp_path / "out")
    assert list(loaded(tmp_path / "out")) == ["sum(a * 2)"]


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    there = tmp_path / "out"
    there.mkdir()
    assert write_result(batches([1]), "npy", there) == 1  # it was empty
    before = (there / "x.npy").read_bytes()
    with pytest.raises(OutputError, match=r"out is there already; remove it or give another name$"):
        write_result(batches([2]), "npy", there)
    assert (there / "x.npy").read_bytes() == before


def test_what_a_killed_export_left_is_replaced(tmp_path):
    left = tmp_path / "out.wip"
    left.mkdir()
    (left / "old.npy").write_bytes(b"x")
    write_result(batches([1]), "npy", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["layout.json", "x.npy"]
    assert not left.exists()
