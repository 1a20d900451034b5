"""Limits on what is handed over: counted before it is, and looked at when it comes."""

import io

import pyarrow as pa
import pytest

from pokerlake.queries.untrusted.check import StoppedError
from pokerlake.queries.untrusted.sizes import (
    MOST_COLUMNS,
    PIECE_BYTES,
    pieces,
    plain_schema,
    require_schema,
    size_of,
    table_of,
    without_paths,
)

MAPS = pa.map_(pa.string(), pa.map_(pa.string(), pa.int64()))
MOST = 1 << 20


def batch(**columns):
    return pa.record_batch(columns)


@pytest.mark.parametrize(
    ("column", "size"),
    [
        ([True, False], 16),
        (["a" * 100, ""], 100),
        ([None, None], 16),
        ([[True] * 10, []], 16 + 80),
        ([{"name": True}, None], 16 + 2 * 8 + 16),
        ([{}, {}], 16),
        (pa.array([[("k", [("x", 1)])], None], MAPS), 16 + 8 + 8 + 8 + 8),
        (pa.array([[1, 2], [3, 4]], pa.list_(pa.int8(), 2)), 16 + 32),
        (pa.array(["a" * 1000, "b", "a" * 1000]).dictionary_encode(), 24 + 2001),
    ],
    ids=str,
)
def test_values_count_what_their_text_takes(column, size):
    column = pa.array(column)
    found = size_of(batch(c=column)) - 5 * len(column)
    assert size <= found <= size + 4 * (len(column) + 4)
    twice = pa.concat_arrays([column, column])
    assert size_of(batch(c=twice.slice(len(column)))) - 5 * len(column) <= found + 8


def test_a_batch_is_split_and_a_row_that_cannot_be_is_refused():
    wide = batch(n=range(3000), text=["x" * 1000] * 3000)
    parts = list(pieces(wide))
    assert max(size for _, size in parts) <= PIECE_BYTES
    assert len(parts) == 4
    assert pa.Table.from_batches([part for part, _ in parts])["n"].to_pylist() == [*range(3000)]
    with pytest.raises(StoppedError, match=r"^a row of the result has more than 1 MB$"):
        list(pieces(batch(text=["x", "x" * PIECE_BYTES])))


def test_columns_and_their_names_have_limits():
    deep = pa.int64()
    for _ in range(40):
        deep = pa.list_(deep)
    for fields, problem in [
        ([("c", pa.int64())] * (MOST_COLUMNS + 1), "the result has 501 columns and fields in them"),
        ([("c", pa.struct([(str(n), pa.int64()) for n in range(500)]))], "has 501 columns"),
        ([("x" * 70_000, pa.int64())], "the names of columns have 70,000 bytes; 65,536 are"),
        ([("c", pa.struct([("x" * 70_000, pa.int64())]))], "the names of columns have 70,001"),
        ([("c", deep)], "a column is nested more than 32 deep"),
    ]:
        with pytest.raises(StoppedError, match=problem):
            require_schema(pa.schema(fields))


def test_labels_are_handed_over_as_text():
    labels = pa.dictionary(pa.int8(), pa.string())
    plain = plain_schema(pa.schema([("a", labels), ("b", pa.list_(labels)), ("c", pa.int8())]))
    assert plain.types == [pa.string(), pa.list_(pa.string()), pa.int8()]


def stream(table, **options):
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table)
    return bytearray(sink.getvalue())


def test_what_comes_is_given_where_it_lies():
    table = pa.table(
        {
            "map": pa.array([[("a", [("x", 1)])], None, []], MAPS),
            "struct": [{"a": 1}, None, {"a": 3}],
            "list": [[1], None, []],
            "fixed": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int8(), 2)),
            "null": pa.nulls(3),
        }
    )
    assert table_of(stream(table), MOST).equals(table)
    before = pa.total_allocated_bytes()
    found = table_of(stream(pa.table({"a": ["x" * 1000] * 1000})), 4 * MOST)
    assert pa.total_allocated_bytes() - before < 100_000
    assert found.num_rows == 1000


def null_keys():
    """A schema with a map, and rows in which its key is null: Arrow would abort the program."""
    good = stream(pa.table({"m": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64()))}))
    entry = pa.struct([("key", pa.string()), ("value", pa.int64())])
    bad = stream(pa.table({"m": pa.array([[{"key": None, "value": 1}]], pa.list_(entry))}))
    schema = pa.ipc.MessageReader.open_stream(pa.py_buffer(good)).read_next_message()
    rows = pa.ipc.MessageReader.open_stream(pa.py_buffer(bad))
    rows.read_next_message()
    parts = (schema.serialize(), rows.read_next_message().serialize())
    return bytearray(b"".join(part.to_pybytes() for part in parts))


LISTS = pa.table({"l": [[1, 2, 3]] * 100})


@pytest.mark.parametrize(
    "result",
    [
        bytearray(),
        bytearray(b"not arrow at all"),
        stream(LISTS)[:-30],
        stream(LISTS)[:100] + b"\xff" * 300,
        stream(LISTS, compression="zstd"),
        stream(LISTS, compression="lz4"),
        stream(pa.table({"d": pa.array(["a"]).dictionary_encode()})),
        stream(pa.table({"n": pa.nulls(10_000_000)})),
        stream(pa.table({"n": pa.array([[None] * 10_000_000])})),
        stream(pa.table({"t": ["x" * (MOST + 1)]})),
        null_keys(),
    ],
    ids=[
        "nothing", "junk", "cut", "overwritten", "zstd", "lz4", "labels", "nulls", "nulls in lists",
        "large", "no keys",
    ],
)  # fmt: skip
def test_what_is_no_result_is_refused(result):
    with pytest.raises(StoppedError, match=r"^the statement broke the process that ran it \(no re"):
        table_of(result, MOST)


def test_names_of_columns_are_shown():
    found = table_of(stream(pa.table({"a\x1b[2J": [1], "b\u202e": [2]})), MOST)
    assert found.column_names == ["a\\x1b[2J", "b\\u202e"]


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("no file {lake}/flops.parquet", "no file flops.parquet"),
        ("no lake at {lake}; build one", "no lake at a lake; build one"),
        ('cannot open "{lake}/x y.parquet": gone', 'cannot open "x y.parquet": gone'),
        ("see /usr/share/zoneinfo/UTC, or (/proc/self)", "see UTC, or (self)"),
        ("no date '1/2/2020', 3 / 4 or $/a/b", "no date '1/2/2020', 3 / 4 or $/a/b"),
        ("{home}/.cache/pokerlake/x.nbi", ".cache/pokerlake/x.nbi"),
    ],
)  # fmt: skip
def test_messages_have_names_and_no_paths(tmp_path, monkeypatch, message, left):
    lake = tmp_path / "a lake"
    monkeypatch.setenv("HOME", str(tmp_path / "a home"))
    given = message.format(lake=lake, home=tmp_path / "a home")
    assert without_paths(given, str(lake)) == left
