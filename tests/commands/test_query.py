"""``pokerlake query`` as a user runs it: parameters as options, help of a query, its SQL."""

import json
import sys

import pytest
from typer.main import get_command

from helpers.command_line import run
from pokerlake.cli import app
from pokerlake.queries.sql.named import named_queries

pytestmark = pytest.mark.usefixtures("at_home")


def answer(line):
    finished = run(f"query {line} -f json")
    assert finished.code == 0, finished.err
    return json.loads(finished.text)


@pytest.mark.parametrize(
    "line",
    [
        "hand_match_up --hero KAs --villain QQ",
        "hand_match_up --hero=aks --villain=QQ",
        "--hero AKs hand_match_up -p villain=QQ",
        "-p hero=AKs --param villain=qq hand_match_up",
    ],
)
def test_parameters_are_options(line):
    (row,) = answer(line)
    assert (row["hero"], row["villain"], row["deals"]) == ("AKs", "QQ", 24 * 1_712_304)


def test_dashes_of_an_option_are_the_underscores_of_a_parameter():
    finished = run("query learned_plays --least-percent x")
    assert finished.err == "error: parameter least_percent is 'x'; give a number\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("best_flops --hnd AKs", "query best_flops has no parameter 'hnd'; did you mean 'hand'?"),
        ("best_flops --hand", "--hand has no value; give --hand VALUE"),
        ("best_flops --hand AA --by EHSS", "parameter by is 'EHSS'; did you mean 'ehs'?"),
        ("best_flops --hand AA --show-sql", "--show-sql shows a query with its parameters open"),
        ("results --game omaha", "no query 'results'; did you mean 'learned_results'?"),
        ("--hand AA", "No such option: --hand"),
        ("best_flop --help", "no query"),
    ],
)
def test_what_is_wrong_with_it(line, message):
    finished = run(f"query {line}")
    if "--help" in line:  # of the command: there is no such query
        assert finished.text.startswith("Usage: pokerlake query [OPTIONS] [NAME]")
    else:
        assert (finished.code, finished.out) == (2, b"")
        assert finished.err.startswith(f"error: {message}")


def test_case_of_a_choice_does_not_matter():
    assert answer("best_flops --hand AA --by EHS --count 1") == answer(
        "best_flops --hand AA --by ehs --count 1"
    )


@pytest.mark.parametrize("name", named_queries())
def test_each_query_has_its_help(name):
    query = named_queries()[name]
    finished = run(f"query {name} -h")
    assert finished.code == 0
    text = " ".join(finished.text.split())
    assert text.startswith(f"Usage: pokerlake query {name} [OPTIONS] {query.title}.")
    for parameter in query.parameters:
        assert f"--{parameter.name.replace('_', '-')} {parameter.name.upper()} " in text
        assert " ".join(parameter.meaning.split()) in text
        if parameter.default is not None:
            assert f"[default: {parameter.default}]" in text
        for choice in (parameter.allowed or "").split(", "):
            assert choice in text
    assert "--show-sql" in text


def test_no_parameter_has_the_name_of_an_option():
    own = {
        option.removeprefix("--").replace("-", "_")
        for param in get_command(app).commands["query"].params
        for option in param.opts
    }
    assert not own & {p.name for query in named_queries().values() for p in query.parameters}


# ---------------------------------------------------------------- -h, and --lake before the command


@pytest.mark.parametrize("line", ["", "sql", "range", "range top", "chart", "query", "draw duel"])
def test_h_is_help(line):
    assert run(f"{line} -h") == run(f"{line} --help")
    assert run(f"{line} -h").text.startswith(f"Usage: pokerlake {line}".rstrip())


@pytest.mark.parametrize(
    "line",
    [
        "{} tables", "tables {}", "{} range top 15", "range {} top 15",
        "{} query best_flops --hand AA",
    ],
)  # fmt: skip
def test_the_lake_stands_before_or_after(line, lake, monkeypatch, tmp_path):
    if line.startswith("range {}"):
        assert run(line.format("--lake x")).code == 2
        return
    expected = run(line.replace("{} ", "").replace(" {}", ""))
    assert expected.code == 0
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "none"))
    for way in (f"--lake {lake}", f"--lake={lake}"):
        assert run(line.format(way)).out == expected.out
    finished = run(line.format(f"--lake {tmp_path / 'other'}"))
    assert finished.code == 1
    assert str(tmp_path / "other") in finished.err


def test_some_commands_need_no_lake(lake, tmp_path):
    assert run(f"--lake {tmp_path / 'none'} deal --seed 1") == run("deal --seed 1")
    assert (
        run("--lake").err
        == "error: Option '--lake' requires an argument (see 'pokerlake --help')\n"
    )


def test_help_of_a_query_loads_no_engine():
    import subprocess

    code = (
        "import sys; from pokerlake.cli import app\n"
        "try: app(['query', 'best_flops', '--help'])\n"
        "except SystemExit: pass\n"
        "print({'numba', 'numpy', 'duckdb', 'pyarrow', 'polars'} & set(sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "set()"
