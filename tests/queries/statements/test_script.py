"""Files of SQL: where statements begin, which show rows, which only read, and what is wrong."""

import time

import pytest

from pokerlake.queries.connection import connect
from pokerlake.queries.statements import explain as read_only
from pokerlake.queries.statements.script import read_sql, require_result, results, split
from pokerlake.tables.errors import InputError, QueryError

SCRIPT = """\
-- The best classes; a semicolon in a comment is none.
create temp table best as
    select class_id, name from classes where class_id <= 3;

create macro twice(x) as 2 * x; set threads = 1;
select ';' as text; /* both ; */ insert into best values (0, 'none');
select class_id, twice(class_id) as t
from best order by class_id
"""


@pytest.fixture
def connection(lake):
    with connect(lake) as connection:
        yield connection


def answers(connection, text):
    return [
        result.read_all().to_pylist()
        for result in results(connection, split(connection, text), "a.sql")
    ]


def test_statements_and_their_lines(connection):
    found = split(connection, SCRIPT)
    assert [(statement.line, statement.answers) for statement in found] == [
        (2, False), (5, False), (5, False), (6, True), (6, False), (7, True),
    ]  # fmt: skip
    assert [statement.sql.split()[0] for statement in found] == [
        "create", "create", "set", "select", "insert", "select",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", " ;; ", "-- nothing\n"])
def test_no_statements(connection, text):
    assert split(connection, text) == []
    with pytest.raises(QueryError, match=r"^no statements; give one, such as a select$"):
        require_result(connection, [])


def test_what_is_made_is_there_for_the_next(connection):
    assert answers(connection, SCRIPT) == [
        [{"text": ";"}],
        [{"class_id": n, "t": 2 * n} for n in range(4)],
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("create view mine as from classes; select count(*) as n from mine", [7462]),
        ("create temp view mine as select 1 as n; from mine", [1]),
        ("set variable n = 5; select getvariable('n') as n", [5]),
        ("begin; create table t (n int); rollback; select 1 as n", [1]),
        ("prepare p as select 3 as n; execute p", [3]),
        ("create table t as select 1 as n; update t set n = 2; delete from t where n = 1; from t",
         [2]),
        ("create type suit as enum ('c', 'd'); select 'd'::suit = 'd' as n", [True]),
    ],
)  # fmt: skip
def test_only_what_is_run_for_its_rows_gives_rows(connection, text, rows):
    (answer,) = answers(connection, text)
    assert [row["n"] for row in answer] == rows


@pytest.mark.parametrize("last", ["create table t as select 1", "set threads = 1", "begin"])
def test_the_last_statement_returns_rows(connection, last):
    with pytest.raises(QueryError, match=r"returns no rows; give a statement that does"):
        require_result(connection, split(connection, f"select 1; {last}"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select 1;\nselect nme\nfrom classes", "line 2: there is no column 'nme' here; did you "
         "mean 'name'?"),
        ("select 1;\n\n\nset nothing = 1; select 1", "line 4: "),
        ("select 1;\nselect\n'x'::int;", "line 3: Could not convert string 'x' to INTEGER "
         "['x'::int]"),
        ("select 1;\n\nselect class_of('As') from classes", "line 3: 'As' has 1 card; 5 to 7 are "
         "needed"),
        ("select 1;\nselect 300::utinyint", "line 2: "),
    ],
)  # fmt: skip
def test_errors_have_their_line(connection, text, message):
    with pytest.raises(QueryError) as raised:
        answers(connection, text)
    assert str(raised.value).startswith(f"a.sql, {message}")


def test_the_statements_before_an_error_have_run(connection):
    with pytest.raises(QueryError):
        answers(connection, "create table t as select 1 as n; from clases")
    assert answers(connection, "from t") == [[{"n": 1}]]


def test_files_are_text_in_utf_8(tmp_path):
    path = tmp_path / "q.sql"
    path.write_bytes(b"\xef\xbb\xbfselect 'caf\xc3\xa9'")
    assert read_sql(str(path)) == "select 'café'"
    path.write_bytes(b"select 1;\n\nselect '\xe9'")
    with pytest.raises(InputError, match=r"q.sql, line 3: not text in UTF-8$"):
        read_sql(str(path))


# ---------------------------------------------------------------- read only


@pytest.mark.parametrize(
    "text",
    ["copy mine {} to 'x.csv'", "copy mine {}from 'x.csv'", "insert into mine values ('{/* }')"],
)
def test_a_long_statement(text):
    begin, _, rest = text.partition("{")
    run, _, end = rest.partition("}")
    sql = begin + (run or " ") * 200_000 + end
    started = time.process_time()
    found = read_only._TARGET.search(read_only._COMMENT.sub(" ", sql))
    assert found["name"] == "mine"
    assert bool(read_only._FROM.match(found["after"])) == ("from" in text)
    assert time.process_time() - started < 2  # with the square it would be minutes
