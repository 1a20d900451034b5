"""Every command and every option does what its help says; results are read back and compared."""

import csv
import io
import json

import pyarrow.parquet as pq
import pytest

from helpers import standard
from helpers.command_line import answer as rows
from helpers.command_line import run
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.manifest import package_version

ROYAL = "AsKsQsJsTs"
WORST = "7c5d4h3s2c"


def text(value):
    """A value as CSV has it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


RESULTS = [
    "tables", "schema classes", "query category_odds -p cards=5",
    "sql 'select * from classes where class_id < 0'",
    'sql "select null as nothing, true as yes, \'a,b\' as commas, \'say ""x""\' as quotes"',
    f"evaluate {ROYAL} {WORST} AsAd2c3d4h5s6c", f"compare {ROYAL} {WORST}",
    "deal 30 --players 3 --cards 2 --seed 1", "build --plan",
]  # fmt: skip


ENDINGS = {
    "table": ".txt",
    "csv": ".csv",
    "tsv": ".tsv",
    "json": ".json",
    "ndjson": ".ndjson",
    "parquet": ".parquet",
}


@pytest.mark.parametrize("line", RESULTS)
def test_every_format_holds_the_same_rows(at_home, line):
    made = {}
    told = set()
    by_ending = RESULTS.index(line) % 2  # each command has both ways, and each format too
    for number, (name, ending) in enumerate(ENDINGS.items()):
        shown = run(f"{line} --format {name}") if name != "table" else run(line)
        assert (shown.code, shown.err) == (0, "")
        if number % 2 == by_ending:
            written = run(f"{line} --output result{ending}")
            file = at_home / f"result{ending}"
        else:
            written = run(f"{line} -o result -f {name}")
            file = at_home / "result"
        assert (written.code, written.out) == (0, b"")
        told.add(written.err.replace(file.name, "FILE"))
        made[name] = file.read_bytes()
        assert made[name] == shown.out

    table = pq.read_table(io.BytesIO(made["parquet"]))
    expected = table.to_pylist()
    rows = "1 row" if len(expected) == 1 else f"{len(expected):,} rows"
    assert told == {f"{rows} in FILE\n"}
    assert json.loads(made["json"]) == expected
    assert [json.loads(row) for row in made["ndjson"].splitlines()] == expected
    cells = [[text(value) for value in row.values()] for row in expected]
    assert list(csv.reader(io.StringIO(made["csv"].decode()))) == [table.column_names, *cells]
    assert list(csv.reader(io.StringIO(made["tsv"].decode()), delimiter="\t")) == cells
    header, _, *lines = made["table"].decode().splitlines()
    assert header.split() == table.column_names
    assert len(lines) == len(expected)


def test_version(at_home):
    assert run("--version") == (0, f"pokerlake {package_version()}\n".encode(), "")


def test_no_command_shows_the_help(at_home):
    finished = run("")
    assert finished.code == 2
    assert finished.err == run("--help").text


@pytest.mark.parametrize("name", [*standard.TABLES, *standard.VIEWS])
def test_export_has_the_columns_of_the_schema(at_home, name):
    assert run(f"export {name} --where false -o result.parquet").code == 0
    found = pq.read_schema(at_home / "result.parquet")
    assert found.names == [row["column"] for row in rows(f"schema {name}")]


def test_tables(at_home):
    found = rows("tables")
    assert [row["name"] for row in found] == [*standard.TABLES, *standard.VIEWS]
    sizes = [
        *(7462, 76_154, 169, 28_561, 47_008, 1521, 1755, 16_432, 134_459, 1_286_792),
        *(134_459, 4_147_208, 937, 400),
    ]
    assert [row["rows"] for row in found if row["kind"] == "table"] == sizes


def test_verify_names_every_check(at_home):
    finished = run("verify classes -f ndjson")
    found = [json.loads(row) for row in finished.out.splitlines()]
    assert finished.code == 0
    assert finished.err == f"{len(found)} checks, none failed\n"
    assert all(row["ok"] and row["table"] == "classes" for row in found)


def test_doctor(at_home, lake):
    found = {row["item"]: row for row in rows("doctor")}
    assert found["pokerlake"]["value"] == package_version()
    assert found["lake"]["value"] == f"{lake}: {', '.join(standard.TABLES)}"
    assert not any(row["problem"] for row in found.values())


def test_lake_is_an_option_or_the_environment_or_here(at_home, lake, monkeypatch):
    wanted = run("tables")
    monkeypatch.setenv("POKERLAKE_LAKE", "nowhere")
    assert run("tables").code == 1
    assert run(f"tables --lake {lake}") == wanted
    monkeypatch.delenv("POKERLAKE_LAKE")
    assert run("tables").code == 1
    (at_home / "lake").symlink_to(lake)
    assert run("tables") == wanted


def test_build_makes_only_what_is_named_and_leaves_what_is_there(at_home, monkeypatch):
    monkeypatch.delenv("POKERLAKE_LAKE")
    plan = rows("build --plan")
    wanted = [(name, "to build") for name in standard.TABLES]
    assert [(row["table"], row["state"]) for row in plan] == wanted
    assert list(at_home.iterdir()) == []
    assert run("build dag_nodes --workers 2") == (0, b"", "built dag_nodes in lake\n")
    assert [row["name"] for row in rows("tables")] == ["dag_nodes", "holes", "omaha_holes"]
    assert [row["state"] for row in rows("build --plan dag_nodes")] == ["built"]
    assert run("build dag_nodes") == (0, b"", "all tables are in lake already\n")


def test_query_lists_all(at_home):
    assert [row["query"] for row in rows("query")] == list(named_queries())


def test_deal_repeats_by_its_seed(at_home):
    line = "deal 1000 --players 4 --cards 2"
    new = run(line)
    seed = int(new.err.removeprefix("seed "))
    assert run(f"{line} --seed {seed}").out == new.out
    assert run(f"{line} --seed {seed + 1}").out != new.out
    assert run(line).out != new.out


def test_income_rates_with_another_error_and_seed(at_home, monkeypatch, outcomes_known):
    monkeypatch.delenv("POKERLAKE_LAKE")
    assert run("build income_rates openings --se 0.1 --seed 7").code == 0
    (found,) = rows(
        "sql 'select max(standard_error) as error, min(seed) as seed, count(*) as rows "
        "from income_rates'"
    )
    assert found["error"] <= 0.1
    assert (found["seed"], found["rows"]) == (7, 1521)
    assert run("build income_rates") == (0, b"", "all tables are in lake already\n")
    other = run("build income_rates --se 0.05 --seed 7")
    assert (other.code, other.err) == (
        1,
        "error: lake has table income_rates with standard_error = 0.1, seed = 7, not with "
        "standard_error = 0.05, seed = 7: build another lake with --lake, or remove this one\n",
    )
    assert [row["seconds"] for row in rows("build --plan --lake new income_rates --se 0.001")] == [
        107.8
    ]


@pytest.mark.parametrize("error", ["0", "-1", "0.5", "nan", "inf"])
def test_standard_errors_that_cannot_be(at_home, error):
    finished = run(f"build --se {error}")
    assert finished.code == 2
    assert finished.err == f"error: standard error {error}: give 0.00001 to 0.1\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("schema flops --wide -f csv", "--wide is for a table on a terminal"),
        ("schema flops --wide -o a.txt", "--wide is for a table on a terminal"),
        ("range convert AA --wide", "--wide is for a table, and this is the text of a range"),
    ],
)
def test_what_is_whole_anyway_is_not_wide(line, message, at_home):
    finished = run(line)
    assert (finished.code, finished.out) == (2, b"")
    assert message in finished.err


def test_what_is_piped_is_whole(at_home):
    assert run("schema flop_hands --wide").out == run("schema flop_hands").out
