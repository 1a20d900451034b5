# ruff: noqa: E501 tables of SQL
"""What SQL from strangers is let through and what is not; tests/attacks has a table of attacks."""

import re

import duckdb
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.untrusted.check import (
    FUNCTIONS,
    LONGEST_SQL,
    TABLE_FUNCTIONS,
    TYPES,
    RefusedError,
    check,
    names_of,
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
