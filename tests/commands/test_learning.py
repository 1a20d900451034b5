"""``pokerlake learn``, ``strategy`` and ``abstraction`` as whole commands."""

import json
import signal
import time

import numpy as np
import pytest

from helpers.command_line import answer, run, start
from helpers.lakes import share
from pokerlake.commands.abstraction import complete_street
from pokerlake.engine.games.catalogue import GAMES


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A folder without a lake."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    return tmp_path


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A lake with three runs."""
    lake = tmp_path_factory.mktemp("learned")
    games = "--games 2000"
    for line in (
        f"akq {games} --seed 5",
        "kuhn --algorithm exact",
        f"akq --algorithm cfr+ {games}",
    ):
        assert run(f"learn {line} --lake {lake}").code == 0
    return lake


def test_a_run_is_learned_once(empty):
    done = run("learn kuhn --algorithm exact -f json")
    assert done.code == 0
    [row] = json.loads(done.out)
    assert (row["run"], row["game"], row["algorithm"], row["seed"]) == (1, "kuhn", "exact", None)
    assert row["value"] == pytest.approx(-1 / 18, abs=1e-12)
    assert row["nash_conv"] == pytest.approx(0, abs=1e-12)
    assert done.err.endswith(" s; see 'pokerlake strategy show 1'\n")
    again = run("learn kuhn --algorithm exact -f json")
    assert again.out == done.out
    assert again.err.startswith("learned already; run 1: 1 iterations in ")
    assert run("verify").code == 0


def test_games_are_listed(empty):
    rows = answer("learn")
    assert list(dict.fromkeys(row["game"] for row in rows)) == list(GAMES)
    assert rows[0]["algorithm"] == "result-table"
    assert rows[0]["parameters"] == "explore=0.01, tables=8"
    assert not any(empty.iterdir())


def test_runs_are_listed(learned):
    rows = answer(f"strategy list --lake {learned}")
    assert [(row["run"], row["game"], row["algorithm"]) for row in rows] == [
        (1, "akq", "result-table"),
        (2, "kuhn", "exact"),
        (3, "akq", "cfr+"),
    ]
    assert rows[0]["games"] == 2000
    assert rows[2]["nash_conv"] < 1e-3


def test_a_strategy_is_shown(learned):
    rows = answer(f"strategy show --lake {learned}")
    assert len(rows) == 42
    of_ace = {row["choice"]: row["probability"] for row in rows if row["state"] == "A"}
    assert of_ace["r"] == pytest.approx(1, abs=0.01)
    assert {row["games"] for row in rows} == {None}
    early = answer(f"strategy show 1 --checkpoint 1e3 --state Kc --lake {learned}")
    assert {row["state"] for row in early} == {"Kc", "Kcr", "Kcrr"}
    at_first = answer(f"strategy show 1 --checkpoint 1000 --lake {learned}")
    assert sum(row["games"] for row in at_first if row["state"] in ("A", "K", "Q")) == 1000
    table = run(f"strategy show 2 --state J --lake {learned}")
    assert table.out.decode().splitlines()[0].split() == [
        "player", "state", "choice", "percent", "gain",
    ]  # fmt: skip
    assert table.err == "run 2: kuhn by exact, 1 in all\n"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("learn akq -p explor=1", 2, "result-table of akq has no parameter 'explor'; did you mean"),
        ("learn akq -p explore=2", 2, "explore is 2.0: give 0 .. 1"),
        ("learn akq --algorithm exact --games 2", 2, "exact of akq is done at once; leave the"),
        ("learn akq --games 1e16", 2, "--games is 10000000000000000; give 1 to"),
        ("strategy show --lake none", 1, "no lake at none"),
        ("strategy show 4 --lake {learned}", 2, "no run 4; there are 1, 2, 3"),
        ("strategy show 2 --checkpoint 7 --lake {learned}", 2, "run 2 has no checkpoint 7; there"),
        ("strategy show 2 --state X --lake {learned}", 2, "no state of run 2 contains 'X'; leave"),
        ("learn draw-thresholds -p nobody_opens=x", 2, "nobody_opens is 'x': give antes back"),
        ("build strategies", 2, "strategies is not built: learn it with 'pokerlake learn GAME'"),
    ],
)
def test_refusals(empty, learned, line, code, message):
    done = run(line.format(learned=learned))
    assert (done.code, done.out) == (code, b"")
    assert done.err.startswith(f"error: {message}"), done.err
    assert len(done.err.splitlines()) == 1


def test_a_lake_without_runs(at_home):
    done = run("strategy list")
    assert (done.code, done.err) == (
        1,
        "error: 'learning_runs' is not in this lake; learn it with 'pokerlake learn GAME'\n",
    )


def played(lake):
    """Games of the state that is kept; 0 before there is one."""
    for path in lake.glob("wip/learning_*/state.npz"):
        with np.load(path) as state:
            return int(state["state_done"])
    return 0


def until(process, lake, games):
    deadline = time.monotonic() + 60
    while played(lake) < games and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.whole
def test_stopped_and_killed_it_goes_on(empty):
    """Ctrl-C keeps all that was played; a kill keeps what was played some seconds before."""
    lake = empty / "lake"
    command = ("learn", "akq-check-first", "--games", "1e15", "--workers", "1")
    process = start(*command)
    until(process, lake, 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    stopped = played(lake)
    assert (process.returncode, out) == (130, b"")
    said = f"stopped after {stopped:,} games; run the same command again to go on\n"
    assert err.decode().endswith(said)
    process = start(*command)
    until(process, lake, stopped + 1)
    process.kill()
    process.communicate(timeout=60)
    assert played(lake) > stopped
    assert not (lake / "manifest.json").exists()


# ---------------------------------------------------------------- abstractions


@pytest.fixture
def here(whole_lake, tmp_path, monkeypatch):
    """A lake that has all rivers in 20 buckets."""
    share(whole_lake, tmp_path / "lake")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POKERLAKE_LAKE", str(tmp_path / "lake"))
    return tmp_path


def test_a_plan(here):
    done = run("abstract turn --k 50 --plan -f json")
    (row,) = json.loads(done.out)
    assert (row["street"], row["kind"], row["k"], row["rows"]) == (
        "turn", "distribution", 50, 13_960_050,
    )  # fmt: skip


@pytest.mark.parametrize(("line", "message"), [
    ("abstract postflop", "the street is 'postflop'; did you mean 'preflop'"),
    ("abstract preflop --k 20", "--k is 20; before the flop there are 169 hands: leave it out"),
    ("abstract flop --k 0", "--k is 0; give 2 to 10,000 buckets"),
    ("transitions 1 2", "no abstraction 2 in"),
    ("transitions 1 1", "run 1 is of the river and run 1 of the river; give two that follow each"),
    ("abstract flop --k 20000", "--k is 20000; give 2 to 10,000 buckets"),
    ("abstract flop --kind potential --k 9", "potential looks at turn buckets, and "),
    ("abstract flop --kind potential --next-run 1", "run 1 of "),
    ("abstract flop --next-run 1", "--next-run is 1; only potential looks at one"),
    ("abstract turn --kind optimal", "no kind 'optimal' for the turn; give distribution or perc"),
])  # fmt: skip
def test_what_cannot_be(line, message, here):
    done = run(line)
    assert done.code == 2
    assert done.err.startswith(f"error: {message}")
    assert done.text == ""


def test_streets_are_completed():
    assert complete_street("t") == ["turn"]
