# ruff: noqa: E501 tables of SQL
"""What SQL from strangers is let through, and how large its results may get."""

import io
import re

import duckdb
import pyarrow as pa
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.untrusted.check import (
    FUNCTIONS,
    LONGEST_SQL,
    TABLE_FUNCTIONS,
    TYPES,
    RefusedError,
    StoppedError,
    check,
    names_of,
)
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
from pokerlake.tables.errors import QueryError


@pytest.fixture(scope="module")
def checked(lake):
    """Checks SQL on one connection; nothing is run."""
    with connect(lake) as connection:
        names = names_of(connection)
        yield lambda sql: check(connection, sql, names)


HONEST = """
select * from classes where class_id <= 10 order by class_id
select category, count(*) as classes, sum(count7) as hands from classes group by all order by 1
select c.name, p.percentile from classes as c join class_percentiles as p using (class_id) limit 5
with pairs as (from classes where category = 8) select count(*) as pairs from pairs
with a as (select 1 as n), b as (select n + 1 as n from a) select * from a union all from b
with recursive t(n) as (select 1 union all select n + 1 from t where n < 10) select sum(n) from t
select hand, rank() over (order by win desc) as place from starting_hands qualify place <= 3
select hand, lag(win, 1, 0) over (partition by row order by col) as last from starting_hands limit 3
select sum(weight) filter (where suits = 'monotone') as monotone, median(weight) from flops
select distinct on (pairing) pairing, board from flops order by pairing, board_id
select class_of('AsKsQsJsTs') as royal, class_of('7c5d4h3s2c') as worst
select board_id('3h4sJh') as board, hole_id('AhQh', '3h4sJh') as hole
select name from classes where class_id = class_of('As Ah Ad Ac Kd')
select unnest(range_hands('QQ+,AKs:0.5'), recursive := true)
select board, hs, ehs from flop_strength(3) where board_id = 0 order by ehs desc limit 3
select hand, hs from flop_by_hand where board_id = 17 order by hs desc limit 3
select top_range(list(hand), list(win), 10) as best from starting_hands
select suits.upper() as suits, count(*) as boards from flops group by 1 order by 2
select list_transform([1, 2, 3], lambda x: x * x) as squares, [x + 1 for x in [1, 2] if x > 1] as more
select {'a': 1, 'b': [2, 3]}.b[1] as two, map {'k': 1}['k'] as one, 'abc'[2:3] as text
select cast('12.50' as decimal(6, 2)) as chips, '2020-01-01'::date + interval 1 day as next_day
select regexp_extract(name, '^\\w+') as word, count(*) from classes group by 1 order by 2 desc limit 4
pivot flops on suits in ('rainbow', 'monotone') using sum(weight) group by pairing order by pairing
unpivot (select 1 as a, 2 as b) on a, b into name letter value n
select * exclude (board) replace (weight * 2 as weight) from flops limit 2
select columns('^count') from classes limit 1
from values (1, 'a'), (2, 'b') as t(n, letter)
select (select max(class_id) from classes) as worst, exists (from flops where weight = 24) as there
select hero, villain from matchups where hero in (select hand from starting_hands where row = 0) limit 2
select json_extract('{"a": [1, 2]}', '$.a[1]') as two, to_json({'a': 1}) as j
select coalesce(null, 1) as one, nullif(1, 1) as nothing, try(1 // 0) as undefined, greatest(1, 2) as two
select 'B' collate nocase = 'b' as same
select count(*) as boards from flops tablesample 100 percent
select generate_series as n from generate_series(1, 3)
-- a comment; with a semicolon
select 'a;b' as text /* and ; one more */ -- and another
"""
HONEST_QUERIES = [
    *HONEST.strip().split("\n")[:-2],
    "\n".join(HONEST.strip().split("\n")[-2:]),
]


@pytest.mark.parametrize("sql", HONEST_QUERIES)
def test_honest_query_is_let_through(checked, sql):
    checked(sql)


def test_the_functions_called_are_told(checked):
    assert checked("select class_of('x'), abs(1) from flop_strength(2)") == {
        "class_of", "abs", "flop_strength",
    }  # fmt: skip


def test_a_misspelt_name_is_explained_as_ever(checked):
    for sql, message in [
        ("from clases", "there is no table 'clases'; did you mean 'classes'?"),
        ("select clas_of('x')", "there is no function 'clas_of'; did you mean 'class_of'?"),
        ("select * fron t", "syntax error at 't'; did you mean 'from'? [LINE 1: select * fron t]"),
        ("from hand_equities where hand = 'KAs'", "no hand is 'KAs': the tables write 'AKs'"),
    ]:
        with pytest.raises(QueryError) as raised:
            checked(sql)
        assert str(raised.value) == message
        assert not isinstance(raised.value, RefusedError)


@pytest.mark.parametrize(
    "sql",
    [
        "select " + "(" * 1200 + "1" + ")" * 1200,
        "select " + "abs(" * 990 + "1" + ")" * 990,
        "select " + "[" * 990 + "]" * 990,
        "select * from " + "(select * from " * 900 + "classes" + ")" * 900,
        "select " + "not " * 15_000 + "true",
        "select 1" + " + 1" * 15_000,
    ],
    ids=["parentheses", "calls", "lists", "subqueries", "not", "sums"],
)
def test_deep_nesting_is_refused(checked, sql):
    with pytest.raises(QueryError, match=r"nested too deep|expression depth"):
        checked(sql)


def test_long_sql_is_refused_and_not_parsed(checked):
    with pytest.raises(RefusedError, match=r"^the statement has 65,550 bytes; 65,536 are allowed$"):
        checked("select '" + "x" * (LONGEST_SQL + 5) + "'")


def test_macros_of_the_lake_are_made_of_what_is_allowed(lake):
    """They are ours, but a stranger gives their arguments."""
    with connect(lake) as connection:
        names = names_of(connection)
        macros = connection.execute(
            "select function_type, macro_definition from duckdb_functions() "
            "where not internal and macro_definition is not null and function_name <> 'grid'"
        ).fetchall()
        assert len(macros) >= 10
        for kind, body in macros:
            # category_name looks at how its argument is written, which who wrote it knows.
            body = body.replace("alias(", "lower(")
            check(connection, body if kind == "table_macro" else f"select {body}", names)
        with pytest.raises(RefusedError, match="function 'grid' is not allowed"):
            check(connection, "from grid('/etc/passwd')", names)


# What is left out on purpose, so that a function which a later DuckDB brings stands out.
LEFT_OUT = r"""
    __.* | collate_.* | icu_.* | duckdb_.* | read_.* | pragma_.* | parquet_.* | st_.* | variant_.* | pg_.*
  | has_.*_privilege | has_foreign_data_wrapper_privilege | current_(?!date|local).* | txid_current
  | (list|array)_aggr(egate)? | aggregate | alias | assert_true | is\ (not\ )?distinct\ from
  | (en|dis)able_.* | .*external_resource.* | .*_dump? | (arrow|pandas|seq)_scan(_dumb)? | python_.*
  | add_parquet_key | bitstring_byte_comparable | timetz_byte_comparable | create_sort_key
  | can_cast_implicitly | cast_to_type | get_type | make_type | replace_type | vector_type
  | checkpoint | force_checkpoint | col_description | obj_description | shobj_description
  | collations | combine | combine_aggr | finalize | to_aggregate_state | copy_database
  | import_database | currval | nextval | setval | database_list | database_size
  | decimal_average | decimal_division | equi_width_bins | extension_versions | format_pg_type
  | format_type | functions | get_block_size | getvariable | glob | sniff_csv | histogram_values
  | hive_partition_component | in_search_path | index_key | inet_.* | invoke | switch
  | is_histogram_other_bin | json_copy_.* | json_(de)?serialize_.* | json_execute_serialized_sql
  | json_each | json_tree | lttb | map_to_pg_oid | metadata_info | storage_info | table_info
  | parse_(dirname|dirpath|filename|path|duckdb_log_message) | path_join | platform | query(_table)?
  | remap_struct | repeat_row | session_user | user | user_agent | show.* | sleep_ms | stats | summary
  | test_.* | truncate_duckdb_logs | unpivot_list | verify_parallelism | version | vertex_extract
  | which_secret | write_log
"""


def test_every_function_of_duckdb_is_judged():
    with duckdb.connect() as connection:
        rows = connection.execute("select distinct function_name from duckdb_functions()")
        known = {name.lower() for (name,) in rows.fetchall()}
    assert known >= FUNCTIONS | TABLE_FUNCTIONS
    left_out = re.compile(LEFT_OUT, re.VERBOSE)
    assert sorted(known - FUNCTIONS - set(filter(left_out.fullmatch, known))) == []
    assert sorted(filter(left_out.fullmatch, FUNCTIONS)) == []


def test_types_are_duckdbs():
    with duckdb.connect() as connection:
        rows = connection.execute("select distinct type_name from duckdb_types()").fetchall()
    assert {name.lower() for (name,) in rows} >= TYPES


# ---------------------------------------------------------------- sizes


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
