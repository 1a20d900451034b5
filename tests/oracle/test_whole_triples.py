"""The whole tables of any three hands, which `make test` has no time to build.

Run where ``$POKERLAKE_TEST_LAKE`` names a lake that has them. ``$ROWS`` rows of each are counted
anew on all boards, 20 if that is not given.
"""

import os
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from helpers.documents import COMMAND, pattern, words
from helpers.slices import EIGHT_HANDS, some_triples
from oracle import naive_triples
from pokerlake.cli import app
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest


@pytest.fixture(scope="module", params=["matchups3", "short_matchups3"])
def table(request):
    return request.param


@pytest.fixture(scope="module")
def lake(table):
    path = Path(os.environ.get("POKERLAKE_TEST_LAKE", ""))
    if table not in read_manifest(path).tables:
        pytest.skip(f"POKERLAKE_TEST_LAKE names no lake with {table}")
    return path


def test_it_holds_what_it_should(lake, table):
    checks = verify(Lake.open(lake), [table])
    assert [check for check in checks if not check.ok] == []
    assert len(checks) == 13


def test_random_rows_by_plain_enumeration(lake, table, capsys):
    assert not naive_triples.main(lake, os.environ.get("ROWS", 20), name=table)
    assert "none unlike" in capsys.readouterr().out


def test_the_rows_of_the_tests_are_of_the_whole_table(lake, table):
    only = [(name, "in", EIGHT_HANDS[table]) for name in ("first", "second", "third")]
    assert pq.read_table(lake / f"{table}.parquet", filters=only).equals(some_triples(table))


@pytest.mark.parametrize("table", ["matchups3"], indirect=True)
def test_the_page_shows_what_it_says(lake, checkout, monkeypatch):
    """Commands of the page that need the table stand in blocks of text."""
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    page = (checkout / "docs/starting-hands.md").read_text("utf-8")
    blocks = re.findall(r"^```text\n(\$ .*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = [found for block in blocks for found in COMMAND.finditer(block)]
    assert len(commands) == 5
    for found in commands:
        result = CliRunner().invoke(app, words(found[1], checkout)[0])
        assert re.fullmatch(pattern(found[2]), result.stdout + result.stderr), found[1]
