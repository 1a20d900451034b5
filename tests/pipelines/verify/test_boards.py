"""The tables of boards in a whole lake, and what is found where a column of one is changed."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.pipelines.verify import boards
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES
from pokerlake.tables.store import stored_file

VERIFY = {
    "flops": boards.flops,
    "turns": boards.turns,
    "rivers": boards.rivers,
}


@pytest.fixture
def copy(lake, tmp_path):
    """A lake of one of the tables, and its rows, to be changed."""

    def make(name):
        rows = pq.read_table(lake / f"{name}.parquet")

        def verify(rows):
            path = tmp_path / f"{name}.parquet"
            pq.write_table(rows, path)
            manifest = json.loads((lake / "manifest.json").read_text())
            entry = manifest["tables"][name]
            stored = stored_file(path)
            entry["files"] = [{"name": stored.name, "bytes": stored.bytes, "sha256": stored.sha256}]
            (tmp_path / "manifest.json").write_text(json.dumps(manifest))
            checks = VERIFY[name](Lake.open(tmp_path))
            return {check.check: check.found for check in checks if not check.ok}

        return rows, verify

    return make


@pytest.mark.parametrize("name", VERIFY)
def test_nothing_is_wrong_with_the_boards(name, lake):
    checks = list(VERIFY[name](Lake.open(lake)))
    columns = [column.name for column in TABLES[name].columns]
    assert [check.check for check in checks] == [
        f"rows of {column} unlike the recount" for column in columns
    ]
    assert [check for check in checks if not check.ok] == []


@pytest.mark.parametrize("name", VERIFY)
def test_one_value_changed_in_every_column(name, copy):
    rows, verify = copy(name)
    wrong = {}
    for place, field in enumerate(rows.schema):
        values = rows[field.name].to_pylist()
        others = {
            "board": "2c3c4d",
            "suits": "monotone" if values[place] != "monotone" else "rainbow",
            "pairing": "quads" if values[place] != "quads" else "trips",
            "high": "K" if values[place] != "K" else "A",
            "flush_possible": not values[place],
        }
        values[place] = others[field.name] if field.name in others else values[place] + 1
        rows = rows.set_column(place, field, pa.array(values, field.type))
        wrong[f"rows of {field.name} unlike the recount"] = "1"
    assert len(wrong) == 9
    assert verify(rows) == wrong


def test_two_boards_exchanged(copy):
    rows, verify = copy("flops")
    order = list(range(len(rows)))
    order[700], order[900] = order[900], order[700]
    found = verify(rows.take(order))
    assert found["rows of board_id unlike the recount"] == "2"
    assert found["rows of board unlike the recount"] == "2"
