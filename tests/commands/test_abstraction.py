"""``pokerlake abstract`` as a whole command."""

import json

import pytest

from helpers.command_line import run
from helpers.lakes import share
from pokerlake.commands.abstraction import complete_street

TABLES = (
    "abstractions buckets flop_buckets turn_buckets river_buckets bucket_centres bucket_distances"
)


@pytest.fixture
def here(whole_lake, tmp_path, monkeypatch):
    """A lake that has all rivers in 20 buckets."""
    share(whole_lake, tmp_path / "lake")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    return tmp_path


def test_rivers_in_buckets(here):
    done = run("abstract river --k 20")
    assert (done.code, done.err) == (
        0,
        "run 1: 123,156,254 holes and boards up to suits, 2,809,475,760 deals, are in 20 buckets\n",
    )
    head, _, row = done.text.splitlines()
    assert head.split()[:5] == ["run", "street", "kind", "k", "rounds"]
    assert row.split()[:5] == ["1", "river", "optimal", "20", "0"]
    found = json.loads(run("abstract river --k 20 -f json").out)
    assert found[0]["deals"] == 2_809_475_760
    in_sql = run("sql 'select count(*) as n, sum(deals) as d from buckets' -f csv")
    assert in_sql.text == "n,d\n20,2809475760\n"
    done = run(f"verify {TABLES}")
    assert done.code == 0, done.text


def test_a_plan(here):
    done = run("abstract turn --k 50 --plan -f json")
    (row,) = json.loads(done.out)
    assert (row["street"], row["kind"], row["k"], row["rows"]) == (
        "turn", "distribution", 50, 13_960_050,
    )  # fmt: skip


@pytest.mark.parametrize(("line", "message"), [
    ("abstract postflop", "the street is 'postflop'; did you mean 'preflop'"),
    ("abstract preflop --k 20", "k is 20; before the flop there are 169 hands: leave it out"),
    ("abstract flop --k 0", "k is 0; give 2 to 10,000 buckets"),
    ("transitions 1 2", "no abstraction 2 in"),
    ("transitions 1 1", "run 1 is of the river and run 1 of the river; give two that follow each"),
    ("abstract flop --k 20000", "k is 20000; give 2 to 10,000 buckets"),
    ("abstract flop --kind potential --k 9", "potential looks at turn buckets, and "),
    ("abstract flop --kind potential --next-run 1", "run 1 of "),
    ("abstract flop --next-run 1", "next_run is 1; only potential looks at one"),
    ("abstract turn --kind optimal", "no kind 'optimal' for the turn; give distribution or perc"),
])  # fmt: skip
def test_what_cannot_be(line, message, here):
    done = run(line)
    assert done.code == 2
    assert done.err.startswith(f"error: {message}")
    assert done.text == ""


def test_streets_are_completed():
    assert complete_street("t") == ["turn"]
