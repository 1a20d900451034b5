"""The sql command: a statement, a file, stdin, and one select of a stranger."""

import json
import sys

import pyarrow.parquet as pq
import pytest

from helpers.command_line import contents, run, start

SCRIPT = """\
-- The best three.
create temp table best as from classes where class_id <= 3;

select count(*) as hands from best;
select class_id, name from best order by class_id;
"""
SHOWN = """\
hands
-----
    3

class_id  name
--------  --------------------------
       1  royal flush
       2  straight flush, king high
       3  straight flush, queen high
"""


@pytest.fixture
def script(at_home):
    (at_home / "best.sql").write_text(SCRIPT)
    return at_home


def test_a_file_of_several_statements_as_a_table(script):
    for finished in (
        run("sql --file best.sql"),
        run("sql --file -", stdin=SCRIPT.encode()),
        run("sql -", stdin=SCRIPT.encode()),
        run("sql", stdin=SCRIPT.encode()),
    ):
        assert finished == (0, SHOWN.encode(), "")


def test_a_file_declares_parameters(at_home):
    text = "-- parameter: n integer = 1 -- which\nselect name from classes where class_id = $n;"
    (at_home / "named.sql").write_text(text)
    assert run("sql --file named.sql -f csv") == (0, b"name\nroyal flush\n", "")
    for more in ("", " --untrusted"):
        found = run(f"sql --file named.sql -p n=2 -f csv{more}")
        assert found.text == 'name\n"straight flush, king high"\n'
    assert run("sql --file named.sql -p m=2").err == (
        "error: the file has no parameter 'm'; there are: n\n"
    )
    assert run("sql 'select 1' -p m=2").err == (
        "error: --param is for a file that declares parameters; see https://pokerlake.github.io/pokerlake/shell/\n"
    )


def test_a_file_that_holds_one_result_takes_one(script):
    for more, what in [("-f csv", "csv"), ("-o best.csv", "best.csv"), ("-f json", "json")]:
        assert run(f"sql --file best.sql {more}") == (
            2,
            b"",
            "error: best.sql, line 4: this statement returns rows, and so does the last; "
            f"{what} holds one result: make a temporary table of it\n",
        )
    assert set(contents(script)) == {"best.sql"}
    (script / "best.sql").write_text(SCRIPT.replace("select count(*) as hands from best;", ""))
    assert run("sql --file best.sql -o best.parquet").err == "3 rows in best.parquet\n"
    assert pq.read_table(script / "best.parquet")["class_id"].to_pylist() == [1, 2, 3]


def test_what_is_wrong_in_a_file_is_found_before_anything_runs(script):
    text = "copy (select 1) to 'made.csv';\nselect 1;\nselec 2"
    (script / "bad.sql").write_text(text)
    assert run("sql --file bad.sql") == (
        1,
        b"",
        "error: bad.sql, line 3: syntax error at 'selec'; did you mean 'select'? [selec 2]\n",
    )
    (script / "bad.sql").write_text(text.replace("selec 2", "create table t (n int)"))
    assert run("sql --file bad.sql") == (
        1,
        b"",
        "error: bad.sql, line 3: 'create' returns no rows; give a statement that does, such as "
        "a select\n",
    )
    assert set(contents(script)) == {"best.sql", "bad.sql"}


def test_an_error_half_way_comes_after_what_was_shown(at_home):
    finished = run("sql", stdin=b"select 1 as a;\nfrom clases;\nselect 2")
    assert finished == (
        1,
        b"a\n-\n1\n",
        "error: stdin, line 2: there is no table 'clases'; did you mean 'classes'?\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        ["-- all of them\nselect 1 as a"],
        ["-- all of them\nselect 1 as a", "-f", "table"],
        ["-f", "table", "--all of them\nselect 1 as a"],
        ["--\nselect 1 as a"],
        ["--; nothing\nselect 1 as a"],
        ["--", "-- all of them\nselect 1 as a"],
        ["/* all */ select 1 as a"],
    ],
)
def test_sql_may_begin_with_a_comment(at_home, words):
    assert run("sql", *words) == (0, b"a\n-\n1\n", "")


def test_options_that_hold_spaces_are_options(at_home):
    assert run("sql", "select 1 as a", "--output=my result.csv").err == "1 row in my result.csv\n"
    assert (at_home / "my result.csv").read_text() == "a\n1\n"


@pytest.mark.skipif(sys.platform != "linux", reason="refused elsewhere")
class TestUntrusted:
    def test_from_a_file_and_stdin(self, at_home):
        (at_home / "q.sql").write_text("-- one;\nselect 1 as a;\n")
        for finished in (
            run("sql --untrusted --seconds 120 --file q.sql -f ndjson"),
            run("sql --untrusted --seconds 120 -f ndjson", stdin=b"select 1 as a"),
        ):
            assert finished.err == ""
            assert json.loads(finished.out) == {"a": 1}

    def test_text_without_end_is_not_read_to_its_end(self, at_home):
        (at_home / "endless.sql").symlink_to("/dev/zero")
        for options in ("--untrusted --file endless.sql", "--file endless.sql"):
            most = 65_536 if "--untrusted" in options else 64 << 20
            message = f"error: endless.sql has more than {most:,} bytes of SQL\n"
            assert run(f"sql {options}") == (1, b"", message)
        finished = run("sql --untrusted", stdin=b"select 1 /*" + b"x" * 100_000)
        assert finished.err == "error: stdin has more than 65,536 bytes of SQL\n"
        finished = run("sql '' --untrusted", stdin=b"select 1")  # which nobody asked to be read
        assert finished == (1, b"", "error: no statements; untrusted SQL is one select\n")

    def test_as_a_process_it_says_one_line_and_ends(self, at_home):
        process = start("sql", "--untrusted", "attach 'x.db' as x", stdin=None)
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out) == (1, b"")
        assert err == b"error: 'attach' is not allowed; untrusted SQL is one select\n"
        assert contents(at_home) == {}
