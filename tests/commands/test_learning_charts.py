"""``pokerlake chart convergence`` as a user runs it: the terminal, and refusals."""

import pytest

from given.convergence import learn_in
from helpers.command_line import contents, run


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A lake of the given runs."""
    lake = tmp_path_factory.mktemp("learned") / "lake"
    learn_in(lake)
    return lake


@pytest.fixture
def here(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(learned))
    return tmp_path


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
