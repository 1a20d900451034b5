"""The connection to a lake: its tables, its views, results in batches, and SQL gone wrong."""

import os
import sys

import duckdb
import pytest

from helpers.lakes import share
from pokerlake.queries import connection as connections
from pokerlake.queries.connection import connect
from pokerlake.queries.files.plain_duckdb import first_line, plain_connection
from pokerlake.queries.statements.explain import explain
from pokerlake.queries.statements.run import stream
from pokerlake.queries.statements.script import run_silently, split
from pokerlake.tables.errors import LakeError, QueryError
from pokerlake.tables.lake import Lake
from pokerlake.tables.registry import TABLES, VIEWS, table_or_view


@pytest.fixture
def connection(lake):
    with connect(lake) as connection:
        yield connection


def test_connect_finds_the_lake_as_every_command_does(lake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    for given in (None, lake, str(lake), Lake.open(lake)):
        with connect(given) as connection:
            assert (
                stream(connection, "select count(*) as n from classes").read_all()["n"][0].as_py()
                == 7462
            )
    monkeypatch.delenv("POKERLAKE_LAKE")
    with pytest.raises(LakeError, match=r"^no lake at lake; build one there with 'pokerlake build"):
        connect()


def test_tables_and_views_are_there_with_their_columns_and_types(whole):
    for name in (*TABLES, *VIEWS):
        described = whole.sql(f"describe {name}").fetchall()
        assert [row[:2] for row in described] == [
            (column.name, column.sql_type) for column in table_or_view(name).columns
        ]


def test_a_file_of_the_working_folder_is_not_taken_for_the_lakes(lake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "classes.parquet").write_bytes(b"something else")
    with connect(lake) as connection:
        assert connection.sql("select count(*) from classes").fetchall() == [(7462,)]
    assert [path.name for path in tmp_path.iterdir()] == ["classes.parquet"]


def test_parameters(connection):
    result = stream(connection, "select $a + 1 as b", {"a": 4})
    assert result.read_all().to_pylist() == [{"b": 5}]


@pytest.mark.parametrize(
    "sql",
    [
        "describe classes", "show tables", "explain select 1", "from classes limit 1",
        "pivot (select 1 as a, 2 as b) on a using sum(b)", "values (1)", " select 1 ; ",
        "from (values ('KAs')) as mine (hand) where hand = 'KAs'",
        "select 'KAs' = 'AKs' from hand_equities where hand < 'KAs'",
        "from hand_equities where hand like 'AK%' and hand in (select hand from hand_equities)",
    ],
)  # fmt: skip
def test_all_that_returns_rows_is_taken(connection, sql):
    assert stream(connection, sql).read_all().num_rows > 0


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("", "no statements; give one, such as a select"),
        (" ; -- nothing", "no statements; give one, such as a select"),
        ("select 1; select 2", "2 statements; give one, such as a select"),
        ("create table t (a int)", "'create' returns no rows; give a statement that does"),
        ("set threads = 1", "'set' returns no rows; give a statement that does"),
        ("drop view mine", "'drop' returns no rows; give a statement that does"),
        ("attach 'x.db'", "'attach' returns no rows; give a statement that does"),
        ("select nme from classes", "there is no column 'nme' here; did you mean 'name'?"),
        ("select ahed from classes", "there is no column 'ahed' here; 'pokerlake schema classes' "
         "lists columns, and text stands in single quotes"),
        ("select x.nam from flops join classes as x on true", "there is no column 'nam' here; did "
         "you mean 'name'?"),
        ("select nam from flops join classes as x on true", "there is no column 'nam' here; did "
         "you mean 'name'?"),
        ("select c.nam from classes as c", "there is no column 'nam' here; did you mean 'name'?"),
        ("from classes order by rnks", "there is no column 'rnks' here; did you mean 'ranks'?"),
        ("from clases", "there is no table 'clases'; did you mean 'classes'?"),
        ("select x.class_id from classes", "there is no table 'x'; 'pokerlake tables' lists"),
        ("select counts(*) from classes", "there is no function 'counts'; did you mean 'count'?"),
        ("select xyzzy(1)", "there is no function 'xyzzy'"),
        ("select evaluate('As')", "there is no function 'evaluate'; did you mean 'class_of'?"),
        ("select hand_strength('AhQh', '3h4sJh')",
         "hand_strength does not take these values; did you mean 'hs'?"),
        ("from equity(['AhKh'])", "'equity' gives a value, and from takes rows: write select "
         "equity(hand, hand, board, dead)"),
        ("from abs(1)", "'abs' gives a value, and from takes rows: write select abs(...)"),
        ("select grid(1)", "'grid' gives rows, and stands behind from: write from grid(cells)"),
        ("select read_csv('a')", "'read_csv' gives rows, and stands behind from: write from "
         "read_csv(...)"),
        ("select * fron t", "syntax error at 't'; did you mean 'from'? [LINE 1: select * fron t]"),
        ("select 1 1", "syntax error at '1' [LINE 1: select 1 1]"),
        ("select class_of('As')", "'As' has 1 card; 5 to 7 are needed"),
        ("select 1e400::decimal(5, 1)", "Could not cast value inf to DECIMAL(5,1)"),
        ("select (2::hugeint ** 64)::hugeint", "a number in the result does not fit 64 bits"),
        ("from hand_equities where Hand = 'KAs'", "no hand is 'KAs': the tables write 'AKs'"),
        ("with pairs as (from matchups) select 1 from pairs where hero not in ('AA', 'AK')",
         "'AK' is none of the 169 hands; did you mean 'AKs' or 'AKo'?"),
        *[
            (f"from hand_equities where {where}", "no hand is 'KAs': the tables write 'AKs'")
            for where in (
                "hand = any(['AA', 'KAs'])", "hand <> all(array['KAs'])", "hand in ['KAs']",
                "list_contains(['KAs'], hand)", "hand like 'KAs'", "hand in (select 'KAs')",
                "hand is not null and not ('KAs' = any([hand]))", "hand::text = 'KAs'::varchar",
            )
        ],
        *[
            (sql, "no board is 'AhKd2c': up to suits the tables write '2cKdAh'; board_id = "
             "board_id('AhKd2c') takes any")
            for sql in (
                "from flops where board = 'AhKd2c'",
                "from flops where board in ('2c2d2h', 'AhKd2c')",
                "from flop_strength(2) as f where f.board = 'AhKd2c' and hole = 'QsQc'",
            )
        ],
        *[
            (f"from flop_strength where {board} and hole = 'AsAd'",
             "no row has 'AsAd' on 'AhKd3h': up to suits the tables write 'AhAd' on '3cKdAc'; "
             "hole_id = hole_id('AsAd', 'AhKd3h') takes any")
            for board in ("board = 'AhKd3h'", "board_id = board_id('AhKd3h')")
        ],
        ("from combo_matchups where hero = 'QsQc' and villain = 'AhKh'",
         "no row has 'QsQc' against 'AhKh': up to suits the tables write 'AcKc' against 'QhQd'; "
         "equity('QsQc', 'AhKh') takes any"),
        ("from combo_equities where hero = 'QsQc' and villain = 'AhKh'",
         "no row has 'QsQc' against 'AhKh': up to suits the tables write 'QhQd' against 'AcKc'"),
        ("from combo_equities where hero = 'KcAc'", "no hero is 'KcAc': the tables write 'AcKc'"),
        ("from hand_equities where hand = ' AKs'", "no hand is ' AKs': the tables write 'AKs'"),
        ("from holes where hole = 'KcAc'", "no hole is 'KcAc': the tables write 'AcKc'"),
        ("from draw_hands where hand = 'AhKhQhJh2c'",
         "no hand is 'AhKhQhJh2c': up to suits the tables write '2cJdQdKdAd'"),
    ],
)  # fmt: skip
def test_wrong_sql_is_one_line(connection, sql, message):
    with pytest.raises(QueryError) as raised:
        stream(connection, sql).read_all()
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


def test_a_file_of_another_kind(connection, tmp_path):
    (tmp_path / "hands.arrow").write_bytes(b"ARROW1")
    with pytest.raises(QueryError, match=r"^SQL reads files of CSV, JSON and Parquet; give"):
        stream(connection, f"from '{tmp_path / 'hands.arrow'}'")


def test_a_parameter_that_is_no_hand_as_tables_write_it(connection):
    for given, problem in [("kas", "no hand is 'kas': the tables"), ("AhKh", "'AhKh' is none of")]:
        with pytest.raises(QueryError, match=problem):
            stream(connection, "from hand_equities where hand = $hand", {"Hand": given})
    for where in ("hand in $hands", "hand = any($hands)", "list_contains($hands, hand)"):
        with pytest.raises(QueryError, match="no hand is 'KAs': the tables write 'AKs'"):
            stream(connection, f"from hand_equities where {where}", {"hands": ["AA", "KAs"]})


def test_cards_that_some_row_has_are_looked_for(connection):
    for sql in (
        "from flops where board = '2cKdAh'",
        "from flop_strength where board = '3cKdAc' and hole = 'AhAd'",
        "from combo_matchups where hero = 'AcKc' and villain = 'QhQd'",
        "from combo_equities where hero = 'QhQd' and villain = 'AcKc'",
        "from combo_equities where hero = 'AdKd' and villain = 'AcKc'",
        "from holes, flops where hole = 'KsQs' and board = '2c3d4h'",
        "from (select 1) where not exists (from flops where board = 'AhAd')",
    ):
        assert len(stream(connection, sql).read_all()) == 1


def test_functions_of_holdem_find_no_rows_of_short_deck(connection):
    with pytest.raises(QueryError, match=r"up to suits the tables write '6cKdAh'$"):
        stream(connection, "from short_flops where board = 'AhKd6c'")


def test_a_table_of_the_users_has_names_of_its_own(connection):
    connection.execute("create temp table flops as select 'AhKd2c' as board")
    try:
        assert len(stream(connection, "from flops where board = 'AhKd2c'").read_all()) == 1
    finally:
        connection.execute("drop table temp.flops")


READ_ONLY = (
    "the lake is read only, and 'classes' is a table of it; 'create temp table mine as from "
    "classes' makes one of your own, and its write_parquet(path) a file"
)


@pytest.mark.parametrize(
    "sql",
    [
        "insert into classes select 1", "-- one more\nINSERT OR REPLACE INTO Classes select 1",
        "with one as (select 1) insert into memory.main.classes from one",
        "update classes set class_id = 1", "delete from classes", "truncate classes",
        "merge into classes using flops on true when matched then delete",
        "copy classes from 'classes.csv'", "drop view classes", "drop table if exists classes",
        "alter view classes rename to mine", "alter table classes add column mine integer",
        "create table classes as select 1", "create or replace view classes as select 1",
        "create index mine on classes (class_id)",
    ],
)  # fmt: skip
def test_a_statement_that_would_change_the_lake(standard, sql):
    with pytest.raises(QueryError) as raised:
        stream(standard, sql)
    assert str(raised.value) == READ_ONLY
    (statement,) = split(standard, sql)
    with pytest.raises(QueryError) as raised:
        run_silently(standard, statement)
    assert str(raised.value) == READ_ONLY


def test_tables_of_ones_own_may_be_changed(connection, tmp_path):
    script = f"""
        create temp table mine as from classes;
        insert into mine from classes;
        delete from mine where class_id > 1;
        update mine set name = 'update classes';
        create temp table classes as from mine;
        insert into classes from mine;
        drop table mine;
        copy classes to '{tmp_path}/classes.csv';
        create view flops_of_mine as from flops;
        drop view flops_of_mine;
    """
    for statement in split(connection, script):
        run_silently(connection, statement)
    assert connection.sql("select count(*), max(name) from classes").fetchall() == [
        (4, "update classes")
    ]
    run_silently(connection, *split(connection, "create view nothing as select 1"))
    with pytest.raises(QueryError, match=r"^rows can be changed only in a table of your own: "):
        stream(connection, "insert into nothing select 2")


def test_types_in_messages_are_those_of_sql(standard):
    for sql, message in [
        ("select 'x'::bigint", "Could not convert string 'x' to BIGINT [LINE 1: select 'x'::big"),
        ("select 300::utinyint", "Type INTEGER with value 300 can't be cast because the value is "
         "out of range for the destination type UTINYINT"),
        ("select 200::utinyint + 100::utinyint", "Overflow in addition of UTINYINT (200 + 100); "
         "cast a number to double or hugeint"),
    ]:  # fmt: skip
        with pytest.raises(QueryError) as raised:
            stream(standard, sql).read_all()
        assert str(raised.value).startswith(message)


def test_a_connection_is_of_use_after_an_error(connection):
    for wrong in ("select", "from clases", "select class_of('As') from classes"):
        with pytest.raises(QueryError):
            stream(connection, wrong).read_all()
    assert stream(connection, "select count(*) as n from classes").read_all()["n"].to_pylist() == [
        7462
    ]


def test_a_lake_without_the_table_says_what_to_build():
    with plain_connection() as connection:
        for sql, name in [
            ("from classes", "classes"),
            ("with classes as (from classes) from classes", "classes"),
            ("from category_odds", "category_odds"),
        ]:
            with pytest.raises(QueryError) as raised:
                stream(connection, sql)
            assert str(raised.value) == (
                f"'{name}' is not in this lake; build it with 'pokerlake build classes'"
            )


def test_other_messages_are_cut_to_their_first_line():
    assert first_line("IO Error: no such thing!\nmore\n") == "no such thing"
    assert first_line("Out of Range Error: too much.") == "too much"
    assert (
        explain("Odd Error: what\n\nLINE 1: select what\n               ^")
        == "what [LINE 1: select what]"
    )
    assert explain("Invalid Error: Corrupted file?") == (
        "Corrupted file? 'pokerlake verify' tells whether it is one of the lake"
    )


def test_settings_of_a_user_may_be_final(lake):
    with connect(lake, config={"lock_configuration": True}) as connection:
        assert connection.sql("select count(*) from classes").fetchall() == [(7462,)]


# ---------------------------------------------------------------- views that are kept


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of kept views, of this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "pokerlake" / "views"


@pytest.fixture
def made(monkeypatch):
    """The connections that made their views themselves."""
    if sys.platform != "linux":
        pytest.skip("XDG_CACHE_HOME is Linux's")
    found = []
    create_views = connections.create_views

    def noted(connection, files, lost):
        found.append(connection)
        return create_views(connection, files, lost)

    monkeypatch.setattr(connections, "create_views", noted)
    return found


def everything(connection):
    """All that the catalogue says of views, their columns and macros."""
    return [
        connection.execute(sql).fetchall()
        for sql in (
            "select * exclude (view_oid) from duckdb_views() where not internal order by view_name",
            "select * exclude (table_oid) from duckdb_columns() where not internal order by all",
            "select * exclude (function_oid) from duckdb_functions() where not internal "
            "order by all",
            "select database_name from duckdb_databases() where not internal",
        )
    ]


def test_the_second_connection_copies_the_same_views(whole_lake, cache, made):
    with connect(whole_lake) as first, connect(whole_lake) as second:
        assert len(made) == 1
        assert everything(first) == everything(second)
        for name in Lake.open(whole_lake).manifest.tables:
            sql = f"select * from {name} limit 3"
            assert first.execute(sql).fetchall() == second.execute(sql).fetchall()
    assert [path.suffix for path in cache.iterdir()] == [".duckdb"]


def test_another_lake_or_table_has_views_of_its_own(lake, tmp_path, cache, made):
    there = tmp_path / "other"
    share(lake, there)
    for _ in range(2):
        connect(lake).close()
        connect(there).close()
    assert len(made) == 2
    file = there / "classes.parquet"
    content = file.read_bytes()
    file.unlink()  # a link to the other's
    file.write_bytes(content)
    connect(there).close()
    assert len(made) == 3
    file.write_bytes(content[:-4] + b"none")
    with connect(there) as connection:
        with pytest.raises(duckdb.InvalidInputException, match="has other bytes"):
            connection.execute("from classes").fetchall()
        assert connection.execute("select count(*) from flops").fetchall() == [(1755,)]
    connect(there).close()
    assert len(made) == 5  # what is damaged is not kept: it may be mended


def test_a_cache_that_cannot_be_written(lake, tmp_path, cache, made):
    (tmp_path / "cache").write_text("a file where the folder should be")
    for _ in range(2):
        with connect(lake) as connection:
            assert connection.execute("select count(*) from classes").fetchall() == [(7462,)]
    assert len(made) == 2


def cut_short(content):
    return content[:5000]


def of_other_bytes(content):
    """Nothing is as it was behind the head of the file, by which DuckDB tells what it is."""
    return content[:12288] + bytes(255 - byte for byte in content[12288:])


def of_zeros(content):
    return content[:12288] + bytes(len(content) - 12288)


@pytest.mark.parametrize("damage", [cut_short, of_other_bytes, of_zeros])
def test_what_is_kept_is_damaged(lake, cache, made, damage):
    connect(lake).close()
    (kept,) = cache.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    for _ in range(2):
        with connect(lake) as connection:
            assert connection.execute("select count(*) from classes").fetchall() == [(7462,)]
    assert len(made) == 2


def test_the_newest_are_kept(lake, cache, made):
    cache.mkdir(parents=True)
    for number in range(50):
        (cache / f"{number}.duckdb").touch()
        os.utime(cache / f"{number}.duckdb", (number, number))
    connect(lake).close()
    assert len(made) == 1
    left = {path.stem for path in cache.iterdir()}
    assert len(left) == connections.KEPT_VIEWS
    assert {str(number) for number in range(11, 50)} < left


def test_a_cache_on_a_path_with_quotes(lake, tmp_path, monkeypatch, made):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "it's"))
    for _ in range(2):
        connect(lake).close()
    assert len(made) == 1
