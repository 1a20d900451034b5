"""The generated pages of docs/ are up to date, and nothing a user can ask for is missing."""

import importlib.util
import json
import re
import subprocess
import sys

import pytest
import typer

from pokerlake.cli import app
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.registry import TABLES, VIEWS

_NAMES = ("tables", "cli", "queries", "questions", "kinds", "pql", "statistics")
PAGES = tuple(f"docs/{page}.md" for page in _NAMES)
GAMES = ("tables/macros/games.sql", "web/page/catalogue.js")
_DRAWN = ("distribution", "flop", "jam", "pluribus", "strategy", "texture")
PICTURES = tuple(f"web/page/pictures/{name}.svg" for name in _DRAWN)  # those of docs/


def module(path):
    """A script as a module: what it begins with is imported already."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def pages(checkout):
    return {name: (checkout / name).read_text("utf-8") for name in (*PAGES, *GAMES, *PICTURES)}


@pytest.fixture
def copied(checkout, tmp_path):
    """A folder like a checkout with the script in its place, for it to write its pages in."""
    for name in ("docs", "web/page/pictures", "tables/macros"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("generate.py", *(f"{drawn}.svg" for drawn in _DRAWN)):
        (tmp_path / "docs" / name).write_bytes((checkout / "docs" / name).read_bytes())
    return tmp_path


def test_pages_are_up_to_date(checkout):
    command = [sys.executable, checkout / "docs/generate.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0)


def test_script_writes_what_is_out_of_date(copied, pages, capsys):
    stale = "".join(f"{name} is out of date: run 'python docs/generate.py'\n" for name in pages)
    script = module(copied / "docs/generate.py")
    assert (script.main(["--check"]), capsys.readouterr().out) == (1, stale)
    written = "".join(f"{name} written\n" for name in pages)
    assert (script.main([]), capsys.readouterr().out) == (0, written)
    assert {name: (copied / name).read_text("utf-8") for name in pages} == pages

    assert script.main(["--what"]) == 2


def test_every_command_has_its_help(pages):
    commands = typer.main.get_command(app).commands
    headings = re.findall(r"^## `pokerlake (.+)`$", pages["docs/cli.md"], re.MULTILINE)
    assert [name for name in headings if " " not in name] == list(commands)
    assert [name for name in headings if " " in name] == [
        f"{group} {name}"
        for group, command in commands.items()
        if hasattr(command, "list_commands")
        for name in command.list_commands(None)
    ]
    for command in headings:
        assert f"Usage: pokerlake {command} " in pages["docs/cli.md"]


def test_help_is_80_columns_wide_and_without_colours(pages):
    help_pages = "".join(re.findall(r"```text\n(.*?)```", pages["docs/cli.md"], re.DOTALL))
    assert max(map(len, help_pages.splitlines())) in range(70, 81)
    assert "\x1b" not in help_pages


def test_every_query_has_its_sql(pages):
    headings = re.findall(r"^## `(.+)`$", pages["docs/queries.md"], re.MULTILINE)
    assert headings == list(named_queries())
    for query in named_queries().values():
        assert query.sql[query.sql.index("with\n") :].strip() in pages["docs/queries.md"]
        for parameter in query.parameters:
            assert f"| `{parameter.name}` | {parameter.type} |" in pages["docs/queries.md"]


def test_every_column_has_its_meaning(pages):
    sections = re.split(r"^## `(.+)`$", pages["docs/tables.md"], flags=re.MULTILINE)[1:]
    described = dict(zip(sections[::2], sections[1::2], strict=True))
    known = {**TABLES, **VIEWS}
    assert list(described) == list(known)
    for name, section in described.items():
        rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", section, re.MULTILINE)
        assert rows == [
            (
                c.name,
                " | ".join([c.sql_type, *([c.file_type] if name in TABLES else []), c.meaning]),
            )
            for c in known[name].columns
        ]


def test_tables_page_says_rows_key_and_totals(pages):
    section = pages["docs/tables.md"].split("## `dag_nodes`")[0]
    for fact in ("- 7,462 rows\n", "- key: `class_id`\n", "- sum of `count7`: 133,784,560\n"):
        assert fact in section


def test_every_page_is_linked_from_the_readme(checkout):
    readme = (checkout / "README.md").read_text("utf-8")
    missing = {
        path.name for path in checkout.glob("docs/*.md") if f"docs/{path.name})" not in readme
    }
    assert missing == set()


def test_pages_have_the_figures_of_the_last_run_of_the_benchmark(checkout):
    pages = module(checkout / "benchmarks/pages.py")
    results = json.loads((checkout / "benchmarks/results.json").read_text("utf-8"))
    for name, table in pages.tables(results).items():
        assert pages.BEGIN + table + pages.END in (checkout / name).read_text("utf-8")


@pytest.mark.parametrize("folder", ["home", "work", "root", "tmp"])
def test_documents_name_no_place_of_this_machine(checkout, folder):
    for path in [checkout / "README.md", *checkout.glob("docs/*.md")]:
        assert f"/{folder}/" not in path.read_text("utf-8"), path.name
