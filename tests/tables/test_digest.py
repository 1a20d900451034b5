"""The digest of a table's values sees every cell, and nothing of how rows are cut or encoded."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.registry import TABLES

SCHEMA = pa.schema(
    [
        pa.field("number", pa.uint16(), False),
        pa.field("text", pa.string(), False),
        pa.field("maybe", pa.string(), True),
        pa.field("flag", pa.bool_(), False),
        pa.field("rate", pa.float64(), True),
    ]
)
ROWS = pa.table(
    {
        "number": [1, 2, 3, 65_535],
        "text": ["a", "", "bc", "é"],
        "maybe": ["x", None, "", "yz"],
        "flag": [True, False, False, True],
        "rate": [0.5, None, -0.0, 1e300],
    },
    SCHEMA,
)


def digest(rows, size=None):
    found = ValuesDigest(rows.schema)
    for batch in rows.to_batches(max_chunksize=size):
        found.update(batch)
    return found.hexdigest()


def with_cell(rows, name, row, value):
    values = rows[name].to_pylist()
    values[row] = value
    field = rows.schema.field(name)
    return rows.set_column(rows.column_names.index(name), field, pa.array(values, field.type))


def test_a_digest_that_stays_what_it_was():
    """Lakes are held against digests of this kind: another way to make them needs other ones."""
    assert digest(ROWS) == "bd3a864f5b56cf4657bfa7d25fcc6135a4224bcc4f86841c235b5a2fb86768f6"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_cut_in_any_way(size):
    assert digest(ROWS, size) == digest(ROWS)
    assert digest(ROWS.slice(1, 3), size) == digest(ROWS.take([1, 2, 3]))
    assert digest(pa.concat_tables([ROWS, ROWS]), size) == digest(ROWS.take([0, 1, 2, 3] * 2))


def test_stored_in_any_way(tmp_path):
    pq.write_table(ROWS, tmp_path / "a", row_group_size=1, compression="gzip", use_dictionary=False)
    assert digest(pq.read_table(tmp_path / "a")) == digest(ROWS)


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("number", 0, 0),
        ("text", 0, "b"),
        ("text", 1, "a"),
        ("maybe", 0, None),
        ("maybe", 1, ""),
        ("maybe", 2, None),
        ("flag", 1, True),
        ("rate", 1, 0.0),
        ("rate", 2, 0.0),
    ],
)
def test_every_change_is_seen(name, row, value):
    assert digest(with_cell(ROWS, name, row, value)) != digest(ROWS)


def test_letters_of_one_text_are_not_those_of_the_next():
    other = with_cell(with_cell(ROWS, "text", 0, ""), "text", 1, "a")
    assert digest(other) != digest(ROWS)


def test_names_types_and_rows_are_seen():
    found = {digest(ROWS)}
    found.add(digest(ROWS.rename_columns(["n", *SCHEMA.names[1:]])))
    wider = pa.array(ROWS["number"].to_pylist(), pa.uint32())
    found.add(digest(ROWS.set_column(0, pa.field("number", pa.uint32(), False), wider)))
    found.add(digest(ROWS.slice(0, 3)))
    found.add(digest(ROWS.take([1, 0, 2, 3])))
    found.add(digest(ROWS.select(["text", "number", "maybe", "flag", "rate"])))
    assert len(found) == 6


@pytest.mark.parametrize(
    "name", ["classes", "dag_nodes", "income_rates", "turns", "draw_hands", "openings"]
)
def test_one_cell_of_every_column_of_a_table(lake, name):
    rows = pq.read_table(lake / f"{name}.parquet")
    assert rows.schema.equals(TABLES[name].arrow_schema())
    known = {digest(rows)}
    for place, column in enumerate(rows.column_names):
        row = (1000 * place + 77) % len(rows)
        value = rows[column][row].as_py()
        field = rows.schema.field(column)
        if isinstance(value, str):
            other = value[:-1] + "*"
        elif isinstance(value, bool):
            other = not value
        else:
            other = 1 if value is None else value + 1 if value < 100 else value - 1
        before, after = rows[column].slice(0, row), rows[column].slice(row + 1)
        changed = pa.chunked_array([*before.chunks, pa.array([other], field.type), *after.chunks])
        known.add(digest(rows.set_column(place, field, changed)))
    assert len(known) == 1 + len(rows.column_names)
