"""Any rows of a table, from whatever files and row groups they lie in."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.pipelines.verify.stored_rows import StoredRows

ROWS = 1000


@pytest.fixture
def content():
    numbers = np.arange(ROWS, dtype=np.uint16)
    return pa.table(
        {
            "number": numbers,
            "square": numbers.astype(np.uint32) ** 2,
            "hand": pa.array([HANDS[number * number % 169] for number in range(ROWS)]),
        }
    )


@pytest.fixture(params=[[ROWS], [1, 399, 600], [400, 0, 600]], ids=["one", "three", "empty"])
def stored(request, content, tmp_path):
    paths, start = [], 0
    for number, rows in enumerate(request.param):
        paths.append(tmp_path / f"part_{number}.parquet")
        pq.write_table(content.slice(start, rows), paths[-1], row_group_size=70)
        start += rows
    return StoredRows(paths)


@pytest.mark.parametrize(
    ("start", "stop"), [(0, ROWS), (0, 1), (70, 140), (69, 141), (399, 401), (999, ROWS), (5, 5)]
)
def test_rows_by_their_places(start, stop, stored, content):
    assert stored.rows == ROWS
    found = stored.read(start, stop, ["square", "hand"])
    assert list(found) == ["square", "hand"]
    assert found["square"].dtype == np.uint32
    assert found["square"].tolist() == content["square"].to_pylist()[start:stop]
    hands = content["hand"].to_pylist()[start:stop]
    assert found["hand"].tolist() == [HAND_INDEX[hand] for hand in hands]


def test_columns_made_of_all_rows(stored):
    found = stored.gather(
        ["number", "square"],
        lambda columns: [columns["square"] - columns["number"], columns["number"]],
        np.int64,
    )
    numbers = np.arange(ROWS)
    assert found.dtype == np.int64
    assert found.tolist() == np.stack([numbers * (numbers - 1), numbers], axis=1).tolist()


def test_text_that_is_no_hand(tmp_path):
    pq.write_table(pa.table({"hand": ["AA", "ZZ", "", "72o"]}), tmp_path / "hands.parquet")
    found = StoredRows([tmp_path / "hands.parquet"]).read(0, 4, ["hand"])
    assert found["hand"].tolist() == [0, -1, -1, HAND_INDEX["72o"]]


def test_column_that_is_not_there(stored):
    with pytest.raises(KeyError, match="cube"):
        stored.read(0, 1, ["cube"])


def test_file_that_is_not_parquet(tmp_path):
    path = tmp_path / "part.parquet"
    path.write_bytes(b"not at all")
    with pytest.raises(pa.ArrowInvalid):
        StoredRows([path])
