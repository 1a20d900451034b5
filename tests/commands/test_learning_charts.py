"""``pokerlake chart convergence`` as a user runs it: every form, the terminal, and refusals."""

import struct

import pyarrow as pa
import pytest

from given.convergence import LEARNING_RUNS, STRATEGIES
from helpers.command_line import contents, run
from pokerlake.pipelines.growing import adding
from pokerlake.tables.registry import TABLES


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A lake of the given runs."""
    lake = tmp_path_factory.mktemp("learned") / "lake"
    given = {"learning_runs": LEARNING_RUNS, "strategies": STRATEGIES}
    with adding(lake, [TABLES[name] for name in given]) as addition:
        for name, rows in given.items():
            rows = sorted(rows, key=lambda row, name=name: [row[key] for key in TABLES[name].key])
            addition.write[name](pa.Table.from_pylist(rows, TABLES[name].arrow_schema()))
        addition.things = len(LEARNING_RUNS)
    return lake


@pytest.fixture
def here(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(learned))
    return tmp_path


def test_every_picture_in_every_form(here):
    for file in ("a.svg", "a.html", "a.png"):
        assert run(f"chart convergence akq -o {file}") == (0, b"", f"{file} written\n")
    made = contents(here)
    assert made["a.svg"] in made["a.html"]
    assert b"akq: how far from an equilibrium" in made["a.svg"]
    assert run("chart convergence akq --title Mine --size 300 -o a.png").code == 0
    assert struct.unpack(">I", (here / "a.png").read_bytes()[16:20]) == (300,)
    assert run("chart convergence akq --title Mine -o b.svg").code == 0
    assert b">Mine</text>" in (here / "b.svg").read_bytes()


def test_in_the_terminal(here):
    finished = run("chart convergence akq --title Mine")
    assert (finished.code, finished.err) == (0, "")
    lines = finished.text.splitlines()
    assert lines[:4] == ["Mine", "", "NashConv", "      10 ┤"]
    assert lines[8].startswith("     0.1 ┤      b")
    assert "b  cfr+: 2e-06 at 1,000" in lines
    assert contents(here) == {}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("akg", "no run of 'akg' is in this lake; did you mean 'akq'?"),
        (
            "kuhn -o a.svg",
            "no run of kuhn has two checkpoints where NashConv is known and over 0, as a line "
            "needs; 'pokerlake query convergence' lists them",
        ),
        ("akq --size 300", "--size is the width of a PNG; give one with -o"),
        ("akq -o a.gif", "a.gif has none of the endings .svg, .html, .png; give it one"),
    ],
)
def test_refusals(here, line, error):
    assert run(f"chart convergence {line}") == (2, b"", f"error: {error}\n")
    assert contents(here) == {}
