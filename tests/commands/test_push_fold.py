"""``pokerlake pushfold`` as a whole command."""

import pytest
from typer.main import get_command

from helpers.command_line import answer, run
from helpers.lakes import share
from pokerlake.cli import app


@pytest.fixture
def here(lake, tmp_path, monkeypatch):
    """A lake of its own, in a folder of its own."""
    share(lake, tmp_path / "lake")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    return tmp_path


def test_every_row_says_what_was_solved(here):
    row = answer("pushfold --stacks 8,12 --prizes 50/30/20 --others 15 --ante 0.1 --position SB")[0]
    assert 0 < row.pop("gain_by_deviating") < 1e-6
    assert 20 < row.pop("percent") < 80
    assert row.pop("range").startswith("22+,A2s+")
    assert row.pop("value") == pytest.approx(28.3, abs=2)
    assert row == {
        "spot": 1, "players": 2, "stacks": "8,12", "small_blind": 0.5, "ante": 0.1,
        "prizes": "50,30,20", "others": "15", "bb_ante": 0.0, "fixed": "", "position": "SB",
        "before": "", "facing": "", "choice": "push", "reach": 1.0, "is_close": True,
        "method": "cfr+, exact",
    }  # fmt: skip


def test_many_stacks_and_a_file(here):
    stacks = [row["stacks"] for row in answer("pushfold 2:3:0.5 4 --position SB")]
    assert stacks == ["2,2", "2.5,2.5", "3,3", "4,4"]
    (here / "spots.csv").write_text('Stacks,small-blind\n"3,3",\n2 2.5,0.4\n"3,3",0.5\n')
    rows = answer("pushfold --from spots.csv --ante 0 --position SB")
    assert [(row["spot"], row["stacks"], row["small_blind"]) for row in rows] == [
        (3, "3,3", 0.5), (5, "2,2.5", 0.4), (3, "3,3", 0.5),
    ]  # fmt: skip
    assert answer("pushfold 5 --replace --position SB")[0]["spot"] == 1
    assert answer("sql 'select stacks from push_fold_spots'") == [{"stacks": "5,5"}]


@pytest.mark.parametrize(
    ("content", "options", "problem"),
    [
        ("stack\n5\nten\n", "", "spots.csv, row 2: stack is 'ten'; give a number above 0"),
        ("stack,anti\n5,1\n", "", "spots.csv has a column 'anti', which is no part of a spot; did"),
        ("stack,ante\n5,1\n", "--ante 1", "spots.csv has a column 'ante'; leave --ante out"),
        ("stack\n5\n", "3", "STACK and --from are given; give one of them"),
        ("ante\n5\n", "", "spots.csv, row 1: the size of the stacks is missing; give either"),
        ("stack\n", "", "spots.csv has no spots"),
    ],
)
def test_bad_files(here, content, options, problem):
    (here / "spots.csv").write_text(content)
    done = run(f"pushfold --from spots.csv {options}")
    assert done.code != 0
    assert done.err.startswith(f"error: {problem}")
    assert "push_fold" not in (here / "lake/manifest.json").read_text()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("1:2:3:4", "STACK is '1:2:3:4'; give FROM:TO:STEP, such as 1:50:0.25"),
        ("1:9000:0.001", "STACK is '1:9000:0.001': 8,999,001 stacks; give a larger step"),
        ("8 --input-format csv", "--input-format is for a file; give it with --from"),
        ("8 -f equilab", "there are 2 decisions, and a range is one of them; name it with"),
        ("8 --position BTN", "no position 'BTN'; there are: SB, BB"),
        ("8 --position BB --before f", "nothing comes after 'f'; a letter for each player"),
    ],
)
def test_what_cannot_be_solved(at_home, options, problem, here):
    done = run(f"pushfold {options}")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"error: {problem}")


def test_positions_are_completed():
    (position,) = (
        one for one in get_command(app).commands["pushfold"].params if one.name == "position"
    )
    told = [[each.value for each in position.shell_complete(None, start)] for start in ("", "B")]
    at = ["UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB"]
    assert told == [at, ["BTN", "BB"]]
