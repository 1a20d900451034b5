"""SQL of the page: one select in a sealed process; its rows, charts and files of them."""

import base64
import json
import os
import shlex
import shutil

import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.json
import pytest

import pokerlake as pk
from helpers.command_line import run
from helpers.lakes import share
from pokerlake.queries.files.write import FORMATS
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.errors import OutputError
from pokerlake.web.questions import answer_to
from pokerlake.web.questions.lake import sql

# What text that is read again would lose: digits, kinds, marks of direction, markup.
TYPES = """
select 9007199254740993 as big, 18446744073709551615::ubigint as most,
    1.10::decimal(10, 2) as price, date '2020-02-29' as day,
    timestamp '2020-01-01 00:00:01' as moment, 'nan'::double as nan, '-inf'::double as low,
    0.1::double as tenth, [1, 2, null] as list, {'a': 1, 'b': 'x'} as struct,
    '<b>&' || chr(8238) || chr(7) || 'x' as text, true as yes, null as nothing, '' as blank,
    '\\xAA'::blob as bytes, map {'a': 1} as map, 1 as "a.b", 2 as "a.b", 'x' as "<i>"
"""


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A process that begins slowly is no statement that takes too long."""
    monkeypatch.setattr(sql, "SQL_SECONDS", 120.0)


def answered(lake, question, /, **asked):
    return answer_to(question, json.dumps(asked).encode(), lake)


def data(lake, **asked):
    found = answered(lake, "sql", **asked)
    assert found.problem is None
    return json.loads(found.body)


def refused(lake, statement, **asked):
    found = answered(lake, "sql", sql=statement, **asked)
    assert found.body == b""
    return found.status, found.field, found.problem


def test_rows_are_text_to_the_last_digit(lake):
    found = data(lake, sql=TYPES)["data"]
    values = dict(zip([one["name"] for one in found["columns"]], found["cells"], strict=False))
    assert [one["type"] for one in found["columns"]][:4] == [
        "BIGINT", "UBIGINT", "DECIMAL(10,2)", "DATE"
    ]  # fmt: skip
    assert {name: cells[0] for name, cells in values.items()} == {
        "big": "9007199254740993", "most": "18446744073709551615", "price": "1.10",
        "day": "2020-02-29", "moment": "2020-01-01 00:00:01.000000", "nan": "NaN", "low": "-inf",
        "tenth": "0.1", "list": "[1, 2, NULL]", "struct": "{'a': 1, 'b': x}",
        "text": "<b>&\\u202e\\x07x", "yes": "true", "nothing": None, "blank": "",
        "bytes": "\\xAA", "map": "{a=1}", "a.b": "2", "<i>": "x",
    }  # fmt: skip
    assert len(found["columns"]) == 19  # two of one name
    numbers = [one["name"] for one in found["columns"] if one["number"]]
    assert numbers == ["big", "most", "price", "nan", "low", "tenth", "a.b", "a.b"]


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("show tables", "describe, show and summarize are not allowed; untrusted SQL is one "
         "select: the list beside the editor has tables and their columns"),
        ("from zzz", "there is no table 'zzz'; the list beside the editor has those that there"),
        ("select *\nfrm classes", "syntax error at 'classes'; did you mean 'from'? [LINE 2:"),
    ],
)  # fmt: skip
def test_what_is_no_select_of_the_lake_is_refused(lake, statement, problem):
    status, field, said = refused(lake, statement)
    assert (status, field) == (422, "sql")
    assert said.startswith(problem)


def test_a_query_of_pql_is_answered_as_it_stands(lake):
    query = "select avg(riverEquity(hero)) as eq from hero='AhKh', villain='QsQc', board='Qh2h3d'"
    found = data(lake, sql=query)
    names = [column["name"] for column in found["data"]["columns"]]
    rows = dict(zip(names, found["data"]["cells"], strict=True))
    equity, deals = rows["value"], rows["deals"]
    assert (float(equity[0]), deals) == (pytest.approx(0.264646, abs=1e-6), ["990"])
    assert found["same"]["python"].startswith('pk.pql("select avg')
    assert shlex.split(found["same"]["command"]) == ["pokerlake", "pql", query]
    status, field, said = refused(lake, query.replace("AhKh", "AhKz"))
    assert (status, field) == (422, "sql")
    assert "at character 48: " in said


@pytest.mark.whole
def test_limits_are_said(lake, monkeypatch):
    endless = "select count(*) from range(1_000_000_000) as a, range(1_000_000) as b"
    elsewhere = "ask for less, or use 'pokerlake sql', which has no limits"
    with monkeypatch.context() as patch:
        patch.setattr(sql, "SQL_SECONDS", 0.8)
        said = f"the statement took more than 0.8 seconds; {elsewhere}"
        assert refused(lake, endless)[2] == said
    wide = "select repeat('x', 100000) as x from range(500)"
    assert refused(lake, wide)[2] == f"the result has more than 8 MB; {elsewhere}"
    long = "from range(1001)"
    said = f"the result has more than 1,000 rows; {elsewhere}"
    assert refused(lake, long, to="file", name="csv") == (422, "sql", said)  # never a part of them


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"sql": ""}, "sql"), ({"sql": 1}, "sql"), ({"sql": "x" * 60_001}, "sql"),
        ({"sql": "select 1", "to": "disk"}, "to"), ({"sql": "select 1", "path": "x"}, "path"),
        ({"sql": "select 1", "to": "file", "name": "exe"}, "name"),
        ({"sql": "select 1", "to": "file", "name": "../x"}, "name"),
        ({"sql": "select 1", "to": "chart", "name": "winnings"}, "name"),
        ({"sql": "select 'AA' as hand", "to": "chart", "name": "range"}, "name"),
    ],
)  # fmt: skip
def test_a_wrong_request_says_its_field(lake, asked, field):
    found = answered(lake, "sql", **asked)
    assert (found.status, found.field) == (400, field)


def test_parameters_are_read_by_their_types(lake):
    statement = "select name, '$n' as x from classes where class_id = $n and name > $text"
    given = [{"name": "n", "type": "integer", "value": "1"}, {"name": "text"}]
    found = data(lake, sql=statement, parameters=given)
    assert found["data"]["cells"] == [["royal flush"], ["$n"]]
    assert "class_id = 1 and name > ''" in found["same"]["python"]
    query = "select avg(riverEquity(hero)) from hero=$hand, villain='QsQc', board='Qh2h3d'"
    hand = {"name": "hand", "value": "AhKh"}
    assert data(lake, sql=query, parameters=[hand])["data"]["cells"][-1] == ["990"]
    for wrong, problem in (
        ({"type": "integer", "value": "x"}, "parameter n is 'x'; give a whole number"),
        ({"type": "integer"}, "give a value for $n"),
        ({"type": "int"}, "no type 'int'; did you mean"),
    ):
        status, field, said = refused(lake, statement, parameters=[{"name": "n", **wrong}])
        assert (status, field) == (400, "parameters.n")
        assert said.startswith(problem)


def test_a_summary_is_of_all_rows(lake):
    statement = (
        "select nullif(n, 5) as n, n % 3 = 0 as b, [n % 2] as odd, null::double as none, "
        "if(n = 7, 'nan'::double, n) as f from range(2000) as t(n); -- of $n"
    )
    columns = data(lake, sql=statement, to="summary", numbers=[True, False, False, True, True])
    number, even, odd, none, floating = columns["data"]["columns"]
    assert {name: number[name] for name in ("rows", "nulls", "different", "least", "most")} == {
        "rows": 2000, "nulls": 1, "different": 1999, "least": "0", "most": "1999"
    }  # fmt: skip
    assert sum(each["n"] for each in number["lies"]) == 1999
    assert [int(each["label"]) for each in number["lies"]] == list(range(12))
    assert even["lies"] == [{"label": "false", "n": 1333}, {"label": "true", "n": 667}]
    assert odd["lies"] == [{"label": "[0]", "n": 1000}, {"label": "[1]", "n": 1000}]
    assert (none["nulls"], none["least"], none["lies"]) == (2000, None, [])
    assert sum(each["n"] for each in floating["lies"]) == 1999


def test_a_notebook_becomes_a_file_and_again_a_notebook(lake, tmp_path):
    given = [{"name": "hand", "type": "starting_hand", "value": "AKs"}]
    cells = [
        "select hand, equity from hand_equities where hand = $hand;",
        "select avg(riverEquity(hero)) from hero=$hand, villain='QQ', board='Qh2h3d'",
    ]
    made = json.loads(answered(lake, "notebook", cells=cells, parameters=given).body)["data"]
    again = json.loads(answered(lake, "notebook", text=made["text"]).body)["data"]
    assert again == made
    assert made["cells"] == [cells[0].removesuffix(";"), cells[1]]
    assert made["parameters"] == given
    (tmp_path / "notebook.sql").write_text(made["text"])
    lines = run(f"sql --file {tmp_path}/notebook.sql -p hand=JJ --lake {lake}").text.splitlines()
    assert "0.774" in lines[2]
    assert lines[-1].startswith("avg(riverEquity(hero))")
    found = answered(lake, "notebook", cells=["select 'x"])
    assert (found.status, found.field) == (400, "cells")


# ---------------------------------------------------------------- files and charts

STATEMENT = "select hand, equity, 9007199254740993 + row_number() over () as big from hand_equities"


@pytest.fixture(scope="module")
def rows(lake):
    return pk.sql(STATEMENT, lake=lake).to_arrow_table()


def test_a_file_comes_from_the_statement(lake, rows):
    found = data(lake, sql=STATEMENT, to="file", name="csv")
    assert found["data"]["file"] == sql._file(rows, "csv")["file"]
    assert found["data"]["media_type"] == "text/csv"
    assert found["same"]["command"].endswith(" --format csv -o result.csv")


@pytest.mark.parametrize("name", [name for name, one in FORMATS.items() if not one.of_hands])
def test_every_format_is_written_and_nothing_is_left(tmp_path, monkeypatch, name):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, of_another = (tmp_path / f"{sql.FOLDERS}{n}-x" for n in (999_999_999, os.getpid()))
    left.mkdir()
    of_another.mkdir()
    columns = {"x": [1]} if name == "npy" else {"hand": ["AA"], "weight": [1.0]}
    made = sql._file(pa.table(columns), name)
    assert len(base64.b64decode(made["file"])) > 1
    assert list(tmp_path.iterdir()) == [of_another]


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(sql, "FILE_MB", 1)
    for name in ("csv", "sqlite"):
        with pytest.raises(OutputError, match="more than 1 MB in this format"):
            sql._file(pa.table({"x": ["x" * 1000] * 2000}), name)


def test_charts_of_rows(lake):
    hands = "select hand, equity from hand_equities"
    found = data(lake, sql=hands, to="chart", name="range", value="equity")
    assert found["data"]["svg"] == eval(found["same"]["python"], {"pk": _of(lake)})
    lines = "select players, max(income_rate) as best from income_rates group by all"
    found = data(lake, sql=lines, to="chart", name="series")
    assert "best by players" in found["data"]["svg"]
    said = refused(lake, "select 'AA' as hand, 1 as x", to="chart", name="series")
    assert said[1:] == (
        "name",
        "column 'hand' is VARCHAR, not a number; the first column is along the chart",
    )


def _of(lake):
    class Library:
        @staticmethod
        def chart(*given, **options):
            return pk.chart(*given, **options, lake=lake).svg()

    return Library


def test_the_same_elsewhere(lake, monkeypatch):
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    statement = "select name, 'it''s' as x from classes where class_id = 1"
    same = data(lake, sql=statement)["same"]
    assert eval(same["python"], {"pk": pk}).fetchall() == [("royal flush", "it's")]
    words = shlex.split(same["command"])
    assert words[0] == "pokerlake"
    assert run(shlex.join(words[1:])).text.splitlines()[-1] == "royal flush  it's"


# ---------------------------------------------------------------- the schema


def test_the_schema_is_what_sql_can_name(lake):
    found = json.loads(answered(lake, "schema").body)["data"]
    tables = {table["name"]: table for table in found["tables"]}
    assert tables["classes"]["rows"] == 7462
    assert tables["hand_equities"]["kind"] == "view"
    described = pk.sql("describe classes", lake=lake).fetchall()
    columns = [(one["name"], one["type"]) for one in tables["classes"]["columns"]]
    assert columns == [row[:2] for row in described]
    assert {"name": "hands", "how": "import it with 'pokerlake import FILE'"} in found["missing"]
    assert "equity" in {one["function"] for one in found["functions"]}
    assert {"sum", "lower"} <= set(found["built_in"])
    assert "read_csv" not in found["built_in"]
    assert [one["name"] for one in found["queries"]] == list(named_queries())


@pytest.mark.whole
def test_every_ready_made_query_is_one_select(whole_lake):
    with pk.connect(whole_lake) as connection:
        for name in named_queries():
            found = json.loads(answered(whole_lake, "example", name=name).body)
            connection.execute(f"explain {found['data']['sql']}")
            sql.SqlAsked(sql=found["data"]["sql"])


@pytest.mark.whole
def test_no_path_of_this_machine_is_told(lake, tmp_path):
    """Nor where the lake or a table is gone; a path that the question has itself stays."""
    there = tmp_path / "some where" / "lake"
    there.parent.mkdir()
    share(lake, there)
    asked = {
        "equity": {"hands": ["55%", "random"]},
        "match_ups": {"hand": "AA"},
        "played": {"query": "all_in_luck"},
        "schema": {},
        "solved_decision": {"spot": 1},
        "solved_population": {"spot": 1},
        "solved_spots": {},
        "sql": {"sql": "from matchups"},
        "stats_picture": {"statistics": "vpip"},
        "winnings": {"player": "x"},
    }

    def told():
        found = {name: answer_to(name, json.dumps(given).encode(), there)
                 for name, given in asked.items()}  # fmt: skip
        problems = [each.problem for each in found.values() if each.problem]
        assert not [line for line in problems if str(tmp_path) in line or "some where" in line]
        assert {each.status for each in found.values() if each.problem} <= {400, 422}
        return problems

    assert "table solved_spots is not in lake; fill it with" in " ".join(told())
    (there / "matchups.parquet").unlink()
    assert "matchups.parquet is gone, though the manifest has table matchups" in " ".join(told())
    shutil.rmtree(there)
    assert all(line.startswith("no lake at lake; build one") for line in told())
    share(lake, there)
    found = answer_to("sql", json.dumps({"sql": "from '/etc/passwd'"}).encode(), there)
    assert found.problem.startswith("there is no table '/etc/passwd'")
