"""What the shell knows: whole statements, the words to complete, its commands, long results."""

import pyarrow as pa
import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.shell import (
    COUNTED_ROWS,
    DOT_COMMANDS,
    SHOWN_ROWS,
    Words,
    dot_command,
    is_whole,
    schema_of,
    shortened,
    tables_of,
)
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake


@pytest.fixture(scope="module")
def connection(lake):
    with connect(lake) as connection:
        connection.execute("create temp table mine as select 1 as my_column, 'a' as my_text")
        yield connection


@pytest.fixture(scope="module")
def words(connection):
    return Words(connection)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", True),
        ("  \n", True),
        ("select 1", False),
        ("select 1;", True),
        ("select 1; \n", True),
        ("select 1; -- and more", True),
        ("select 1; /* and more */", True),
        ("select 1; /* and more", False),
        ("select 1 -- ;", False),
        ("select 1 /* ; */", False),
        ("select ';", False),
        ("select ';';", True),
        ("select 'it''s;", False),
        ("select 'it''s';", True),
        ('select 1 as ";', False),
        ('select 1 as ";";', True),
        ("select $$;", False),
        ("select $$;$$;", True),
        ("select $a$ $$; $a$;", True),
        ("select '--';", True),
        ("select '/*';", True),
        ("-- it's\nselect 1;", True),
        ("select 1;\nselect 2", False),
        (".help", True),
        (".help\nselect 1", False),
        (" .mode csv", True),
    ],
)
def test_enter_runs_what_is_whole(text, whole):
    assert is_whole(text) == whole


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (".help", (".help", "")),
        (" .mode  csv ", (".mode", "csv")),
        (".schema classes;", (".schema", "classes")),
        (".output my file.csv", (".output", "my file.csv")),
    ],
)
def test_commands(line, found):
    assert dot_command(line) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (".halp", "no command '.halp'; did you mean '.help'?"),
        (".xyz", f"no command '.xyz'; there are: {', '.join(DOT_COMMANDS)}"),
        (".schema", ".schema needs NAME: the columns of a table or view"),
        (".quit now", ".quit takes no argument; 'now' was given"),
    ],
)
def test_wrong_commands(line, message):
    with pytest.raises(UsageError) as raised:
        dot_command(line)
    assert str(raised.value) == message


# The cursor is at the bar. What is offered begins with these words, and has none of those after !.
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("sel|", "select"),
        ("SEL|", "select"),
        ("select * from cla|", "class_percentiles classes"),
        ("select * from flop_st|", "flop_strength"),
        ("select * from |", "category_odds change"),
        ("from read_p|", "read_parquet"),
        ("select count7, na| from classes", "name"),
        ("select c.| from classes as c",
         "class_id category name ranks suited count5 count6 count7"),
        ("select c.n| from flops as f join classes c", "name"),
        ("select classes.cou| from classes", "count5 count6 count7"),
        ("select s.eh| from flop_strength(3) as s", "ehs"),
        ("select class_o|", "class_of !classes"),
        ("select range_h|", "range_hands"),
        ("select top_r|", "top_range"),
        ("select my_| from mine", "my_column my_text"),
        ("from mi|", "mine"),
        ("select regexp_m|", "regexp_matches"),
        ("select 1 order |", ""),
        ("select 'sel|", ""),
        ("select 'sel' sel|", "select"),
        ("select 1 -- sel|", ""),
        ("/* sel|", ""),
        (".he|", ".help"),
        (".|", " ".join(DOT_COMMANDS)),
        (".mode c|", "csv"),
        (".mode |", "table csv !parquet"),
        (".schema cla|", "class_percentiles classes"),
        (".timer |", "on off"),
        (".quit |", ""),
    ],
)  # fmt: skip
def test_completion(words, typed, offered):
    wanted, _, unwanted = offered.partition("!")
    before, after = typed.split("|")
    start, found = words.candidates(before, after)
    assert before.endswith(start)
    assert found[: len(wanted.split())] == wanted.split()
    assert not set(found) & set(unwanted.split())
    assert len(found) == len(set(found))
    if not wanted:
        assert found == []


def test_what_is_made_is_offered_after_a_refresh(connection, words):
    assert words.candidates("from brand_n")[1] == []
    connection.execute("create temp table brand_new as select 1 as fresh")
    connection.execute("create temp macro brand_macro(a) as a")
    words.refresh()
    assert words.candidates("from brand_n")[1] == ["brand_new"]
    assert words.candidates("select brand_m")[1] == ["brand_macro"]
    assert words.candidates("select fre", " from brand_new")[1][0] == "fresh"


def test_tables_have_those_made_here_too(connection, lake):
    found = {row["name"]: row for row in tables_of(connection, Lake.open(lake)).to_pylist()}
    assert found["classes"]["rows"] == 7462
    assert found["flop_strength"]["kind"] == "view"
    assert found["mine"]["kind"] == "your table"


def test_the_schema_of_what_is_made_here(connection):
    assert schema_of(connection, "classes")["column"].to_pylist()[0] == "class_id"
    assert schema_of(connection, "Mine").to_pylist() == [
        {"column": "my_column", "type": "INTEGER"},
        {"column": "my_text", "type": "VARCHAR"},
    ]
    with pytest.raises(UsageError, match=r"^no table or view 'clases'; did you mean 'classes'\?$"):
        schema_of(connection, "clases")


@pytest.mark.parametrize(
    ("rows", "kept", "counted"),
    [
        (0, 0, 0),
        (3, 3, 3),
        (SHOWN_ROWS, SHOWN_ROWS, SHOWN_ROWS),
        (7000, SHOWN_ROWS, 7000),
        (COUNTED_ROWS, SHOWN_ROWS, COUNTED_ROWS),
        (COUNTED_ROWS + 500_000, SHOWN_ROWS, COUNTED_ROWS + 1),
    ],
)
def test_long_results_are_shortened_and_counted(connection, rows, kept, counted):
    table, found = shortened(stream(connection, f"select range as n from range({rows})"))
    assert table["n"].to_pylist() == list(range(kept))
    assert found == counted


def test_the_rows_left_out_are_in_nobodys_way(connection):
    shortened(stream(connection, "from range(5000000)"))
    assert stream(connection, "select 1 as n").read_all()["n"].to_pylist() == [1]


def test_shortened_keeps_rows_across_batches():
    batches = [pa.record_batch({"n": [n, n]}) for n in range(30)]
    table, rows = shortened(pa.RecordBatchReader.from_batches(batches[0].schema, batches))
    assert rows == 60
    assert table["n"].to_pylist() == [n // 2 for n in range(40)]
