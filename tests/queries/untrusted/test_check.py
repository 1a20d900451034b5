# ruff: noqa: E501 tables of SQL
"""What SQL from strangers is refused before it runs: a table of attacks, and honest queries."""

import re

import duckdb
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.untrusted.check import LONGEST_SQL, RefusedError, check, names_of
from pokerlake.queries.untrusted.names import FUNCTIONS, TABLE_FUNCTIONS, TYPES
from pokerlake.tables.errors import QueryError

# A kind of refusal, and the SQL that is refused so. What stands in brackets is the word the message
# has for it.
ATTACKS = """
one select
    copy classes to 'stolen.csv'                                      ['copy']
    copy (select 1) to '/tmp/stolen.csv'                              ['copy']
    copy classes from '/etc/passwd'                                   ['copy']
    COPY classes TO '/dev/stdout'                                     ['copy']
    export database 'stolen'                                          ['copy_database'|'export']
    import database 'stolen'                                          ['pragma'|'import']
    attach 'other.duckdb' as other                                    ['attach']
    attach ':memory:' as other                                        ['attach']
    detach memory                                                     ['detach']
    install httpfs                                                    ['load']
    load httpfs                                                       ['load']
    force install httpfs from 'http://example.org'                    ['load']
    pragma version                                                    ['pragma']
    pragma database_list                                              ['pragma']
    set threads = 64                                                  ['set']
    set memory_limit = '1TB'                                          ['set']
    set enable_external_access = true                                 ['set']
    set variable a = 1                                                ['set']
    reset threads                                                     ['set']
    call pragma_version()                                             ['call']
    use memory                                                        ['set']
    create table mine as select 1                                     ['create']
    create temp table mine as select 1                                ['create']
    create view mine as select 1                                      ['create']
    create macro mine(a) as a                                         ['create']
    create type mine as enum ('a')                                    ['create']
    create secret (type s3)                                           ['create']
    create sequence mine                                              ['create']
    insert into classes values (1)                                    ['insert']
    delete from classes                                               ['delete']
    update classes set name = ''                                      ['update']
    truncate classes                                                  ['delete']
    drop view classes                                                 ['drop']
    alter view classes rename to mine                                 ['alter']
    comment on view classes is 'mine'                                 ['alter']
    begin                                                             ['transaction']
    rollback                                                          ['transaction']
    checkpoint                                                        ['call'|'pragma'|'checkpoint']
    vacuum                                                            ['vacuum']
    analyze                                                           ['vacuum'|'analyze']
    prepare mine as select 1                                          ['prepare']
    execute mine                                                      ['execute']
    deallocate mine                                                   ['drop']
    explain select 1                                                  ['explain']
    explain analyze select * from classes                             ['explain']
    describe classes                                                  [describe, show]
    show tables                                                       [describe, show]
    show all tables                                                   [describe, show]
    show databases                                                    [describe, show]
    summarize classes                                                 [describe, show]
    from (describe classes)                                           [describe, show]
    from (show tables)                                                [describe, show]
    select * from (summarize classes)                                 [describe, show]
    with a as (insert into classes values (1) returning *) from a     ['insert']
    with a as (delete from classes returning *) from a                ['delete']
    with a as (update classes set name = '' returning *) from a       ['update']
    select 1; select 2                                                [2 statements]
    select 1; drop view classes                                       [2 statements]
    select 1 -- ; hidden\\n; copy classes to 'x'                      [2 statements]
    select 1 /* ; */ ; /* */ set threads = 1                          [2 statements]
    select ';' ; attach 'x' as y                                      [2 statements]
    select 1 /* /* ; */ */ ; drop view classes                        [2 statements]
    -- select 1                                                       [no statements]
    /* select 1 */ ;                                                  [no statements]

function
    select read_text('/etc/passwd')                                   ['read_text']
    from read_text('/etc/passwd')                                     ['read_text']
    from read_blob('/etc/passwd')                                     ['read_blob']
    from read_csv('/etc/passwd')                                      ['read_csv']
    from read_csv_auto('/etc/passwd')                                 ['read_csv_auto']
    from READ_CSV('/etc/passwd')                                      ['read_csv']
    from "read_csv"('/etc/passwd')                                    ['read_csv']
    from "Read_Csv"('/etc/passwd')                                    ['read_csv']
    from system.main.read_csv('/etc/passwd')                          ['read_csv']
    from main.read_text('/etc/passwd')                                ['read_text']
    select '/etc/passwd'.read_text()                                  ['read_text']
    from read_json('/etc/passwd')                                     ['read_json']
    from read_ndjson_objects('/etc/passwd')                           ['read_ndjson_objects']
    from read_parquet('/etc/passwd')                                  ['read_parquet']
    from parquet_scan('classes.parquet')                              ['parquet_scan']
    from parquet_metadata('classes.parquet')                          ['parquet_metadata']
    from parquet_kv_metadata('classes.parquet')                       ['parquet_kv_metadata']
    from read_duckdb('lake.duckdb')                                   ['read_duckdb']
    from sniff_csv('/etc/passwd')                                     ['sniff_csv']
    from glob('/etc/*')                                               ['glob']
    from query('copy classes to ''x''')                               ['query']
    from query_table('classes')                                       ['query_table']
    from query_table(['/etc/passwd'])                                 ['query_table']
    from json_execute_serialized_sql('{}')                            ['json_execute_serialized_sql']
    select json_serialize_plan('from read_csv(''/etc/passwd'')')      ['json_serialize_plan']
    select json_serialize_sql('select 1')                             ['json_serialize_sql']
    from duckdb_settings()                                            ['duckdb_settings']
    from duckdb_secrets()                                             ['duckdb_secrets']
    from duckdb_functions()                                           ['duckdb_functions']
    from duckdb_views()                                               ['duckdb_views']
    from which_secret('a', 's3')                                      ['which_secret']
    from pragma_version()                                             ['pragma_version']
    from pragma_table_info('classes')                                 ['pragma_table_info']
    from force_checkpoint()                                           ['force_checkpoint']
    from checkpoint()                                                 ['checkpoint']
    from enable_logging('QueryLog')                                   ['enable_logging']
    from arrow_scan(1, 2, 3)                                          ['arrow_scan']
    from pandas_scan(1)                                               ['pandas_scan']
    from python_map_function(1)                                       ['python_map_function']
    from histogram('classes', 'name')                                 ['histogram']
    from summary((from classes))                                      ['summary']
    from test_all_types()                                             ['test_all_types']
    select current_setting('memory_limit')                            ['current_setting']
    select getvariable('a')                                           ['getvariable']
    select current_query()                                            ['current_query']
    select current_schemas(true)                                      ['current_schemas']
    select version()                                                  ['version']
    select write_log('mine')                                          ['write_log']
    select nextval('mine')                                            ['nextval']
    select sleep_ms(100000)                                           ['sleep_ms']
    select pg_sleep(100)                                              ['pg_sleep']
    select list_aggregate([1], 'sum')                                 ['list_aggregate']
    select [1].list_aggr('sum')                                       ['list_aggr']
    select finalize(x) from (select 'a' as x)                         ['finalize']
    select cast_to_type('a', 'b')                                     ['cast_to_type']
    select sum(class_id) over (), read_text('x') over () from classes ['read_text']
    select read_blob('x') over () from classes                        ['read_blob']
    select 1 from classes order by getvariable('a')                   ['getvariable']
    select 1 limit (select sleep_ms(1))                               ['sleep_ms']
    select list_transform([1], x -> sleep_ms(x))                      ['sleep_ms']
    select [sleep_ms(x) for x in [1]]                                 ['sleep_ms']
    select case when true then version() end                          ['version']
    select 1 from classes group by all having version() = ''          ['version']
    select count(*) filter (where version() = '') from classes        ['version']
    select columns(c -> current_setting(c) = '') from classes         ['current_setting']
    select * replace (version() as name) from classes                 ['version']
    from classes, lateral (select version())                          ['version']
    from (values (version()))                                         ['version']
    from range(cast(current_setting('threads') as int))               ['current_setting']
    from flop_strength(current_setting('threads')::int)               ['current_setting']
    from classes join flops on sleep_ms(1) > 0                        ['sleep_ms']
    pivot classes on category in (1) using any_value(version())       ['version']
    unpivot (select version() as a) on a into name b value c          ['version']
    with a as (select version()) from a                               ['version']
    with recursive a(n) as (select 1 union all select sleep_ms(n) from a) from a ['sleep_ms']
    select 1 where exists (from read_text('x'))                       ['read_text']
    select (from glob('*'))                                           ['glob']
    select array(from glob('*'))                                      ['glob']

no table
    from '/etc/passwd'                                                ['/etc/passwd']
    from "/etc/passwd"                                                ['/etc/passwd']
    from 'classes.parquet'                                            ['classes.parquet']
    select * from 'https://example.org/a.csv'                         ['https://example.org/a.csv']
    from '*.parquet'                                                  ['*.parquet']
    from classes, '/etc/passwd'                                       ['/etc/passwd']
    from (with "/etc/passwd" as (select 1) select 1), "/etc/passwd"   ['/etc/passwd']
    with a as (from "/etc/passwd"), "/etc/passwd" as (select 1) from a ['/etc/passwd']
    with "x.csv" as (from "x.csv") from "x.csv"                       ['x.csv']
    from sqlite_master                                                ['sqlite_master']
    from duckdb_settings                                              ['duckdb_settings']
    from pragma_database_list                                         ['pragma_database_list']
    from sys                                                          ['sys']
    from os                                                           ['os']
    from connection                                                   ['connection']
    from request                                                      ['request']

without a dot
    from information_schema.tables                                    ['information_schema.tables']
    from pg_catalog.pg_settings                                       ['pg_catalog.pg_settings']
    from memory.main.classes                                          ['memory.main.classes']
    from main.classes                                                 ['main.classes']
    from system.main.duckdb_settings                                  [system.main]

type
    select 1::main.mine                                               ['mine']
    select 'x'::mine                                                  ['mine']
    select cast(null as struct(a mine[]))                             ['mine']
    select try_cast('a' as geometry)                                  ['GEOMETRY']
    select 'a'::variant                                               ['VARIANT'|'variant']

collation
    select 'a' collate de                                             ['de']
    select 'a' collate "de.nocase"                                    ['de.nocase']

parameters
    select $1                                                         [$1]
    select ?                                                          [$1]
    select $name                                                      [$1]

export_state
    select count(*) export_state from classes                         [export_state]

version or time
    from classes at (version => 1)                                    [a table at]

pivot
    pivot classes on category using count(*)                          [the values]

'default'
    select default                                                    ['default']

control character
    select 1 \\x00 from classes                                       [\\x00]
    select '\\x1b[2J'                                                  [\\x1b]

unterminated
    select 1 /* /* */ ; drop view classes                             [/*]
    select 'a ; drop view classes                                     [literal]

syntax error
    select * from classes;)                                           [)]
    select * from classes natural                                     [natural]
"""

KINDS = [kind.split("\n", 1) for kind in ATTACKS.strip().split("\n\n")]
CASES = [
    (kind, attack.encode().decode("unicode_escape"), word)
    for kind, lines in KINDS
    for attack, word in re.findall(r"^    (.+?) +\[([^\[\]]+)\]$", lines, re.MULTILINE)
]


@pytest.fixture(scope="module")
def checked(lake):
    """Checks SQL on one connection; nothing is run."""
    with connect(lake) as connection:
        names = names_of(connection)
        yield lambda sql: check(connection, sql, names)


def test_attacks_are_read_whole():
    assert len(CASES) == len(re.findall(r"^    ", ATTACKS, re.MULTILINE)) >= 150


@pytest.mark.parametrize(("kind", "attack", "word"), CASES, ids=[case[1][:60] for case in CASES])
def test_attack_is_refused(checked, kind, attack, word):
    with pytest.raises(QueryError) as raised:
        checked(attack)
    message = str(raised.value)
    assert kind in message
    assert any(part in message for part in word.split("|"))
    assert len(message.splitlines()) == 1
    wrong_anyway = kind in ("no table", "syntax error", "unterminated")
    assert isinstance(raised.value, RefusedError) != wrong_anyway


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
