"""Runs of learners: checkpoints, what the lake has of them, and going on."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from helpers import fake_learners
from helpers.lakes import without_views
from pokerlake.pipelines.learning import running
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import checkpoints, learn
from pokerlake.pipelines.lock import alone
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake


@pytest.fixture(autouse=True)
def fast(monkeypatch):
    """Lakes have no views."""
    without_views(monkeypatch)


def lesson(algorithm=None, **given):
    return Lesson.of(fake_learners.GAMES, "toss", algorithm, **given)


def rows(lake, name):
    return pq.read_table(Lake.open(lake).files(name)).to_pylist()


def test_checkpoints():
    assert list(checkpoints(1)) == [1]
    assert list(checkpoints(5)) == [1, 2, 5]
    assert list(checkpoints(120)) == [1, 2, 5, 10, 20, 50, 100, 120]


def test_a_run(tmp_path):
    done = learn(tmp_path / "lake", lesson(rounds=9, seed=3), threads=2)
    assert (done.run, done.new, done.moment.done) == (1, True, 12)
    [run] = rows(tmp_path / "lake", "learning_runs")
    assert run.pop("seconds") >= 0
    assert run.pop("package_version")
    assert run == {
        "run": 1, "game": "toss", "algorithm": "greedy", "parameters": '{"bias": 0}', "seed": 3,
        "games_asked": 9, "games": 12, "players": 1, "unit": 2, "threads": 2,
    }  # fmt: skip
    # Checkpoints at 1 and 2 are passed by the first lot of 4, that at 5 by the second.
    assert [list(row.values()) for row in rows(tmp_path / "lake", "result_table")] == [
        [1, 4, 1, "toss", "heads", 1, 2],
        [1, 4, 1, "toss", "tails", 3, 0],
        [1, 8, 1, "toss", "heads", 3, 6],
        [1, 8, 1, "toss", "tails", 5, 0],
        [1, 12, 1, "toss", "heads", 6, 12],
        [1, 12, 1, "toss", "tails", 6, 0],
    ]
    assert [list(row.values())[:10] for row in rows(tmp_path / "lake", "strategies")][-2:] == [
        [1, 12, 1, "toss", "heads", 0.5, 0.5, 0.0, 0.5, 0.5],
        [1, 12, 1, "toss", "tails", 0.5, -0.5, 0.0, 0.5, 0.5],
    ]
    assert [list(row.values()) for row in rows(tmp_path / "lake", "learned_profits")] == [
        [1, "AA+", 12, -7, 49],
        [1, "caller", 10, 3, 5],
    ]
    assert not (tmp_path / "lake" / "wip").exists()


def test_what_is_not_known_is_null(tmp_path):
    learn(tmp_path, lesson("blind"))
    assert rows(tmp_path, "result_table") == rows(tmp_path, "learned_profits") == []
    assert [list(row.values())[5:] for row in rows(tmp_path, "strategies")] == [
        [0.25, *[None] * 5],
        [0.75, *[None] * 5],
    ]
    assert rows(tmp_path, "learning_runs")[0]["seed"] is None


def test_runs_are_added_and_known_again(tmp_path):
    assert learn(tmp_path, lesson()).run == 1
    assert learn(tmp_path, lesson(seed=2)).run == 2
    assert learn(tmp_path, lesson(parameters={"bias": 1})).run == 3
    again = learn(tmp_path, lesson(seed=2))
    assert (again.run, again.new, again.moment.done) == (2, False, 100)
    assert [row["run"] for row in rows(tmp_path, "learning_runs")] == [1, 2, 3]
    assert learn(tmp_path, lesson(seed=2), anew=True).run == 1
    assert [row["seed"] for row in rows(tmp_path, "learning_runs")] == [2]
    assert {row["run"] for row in rows(tmp_path, "strategies")} == {1}


def test_what_a_power_cut_left_is_removed_once_the_run_is_known(tmp_path):
    lake = tmp_path / "lake"
    learn(lake, lesson(rounds=10))
    (lake / "wip" / "more_learning_runs").mkdir(parents=True)
    assert learn(lake, lesson(rounds=10)).run == 1
    assert not (lake / "wip").exists()


def test_stopped_and_gone_on_with(tmp_path, monkeypatch):
    """A stop, and a kill between two states that are saved, lose nothing of the result."""
    learn(tmp_path / "at_once", lesson(rounds=500))
    monkeypatch.setattr(running, "SECONDS_A_SLICE", 1e-9)  # a lot at a time
    monkeypatch.setattr(running, "SECONDS_A_SAVE", 0)
    lake = tmp_path / "stopped"
    stopped = learn(lake, lesson(rounds=500), stop=lambda: True)
    assert (stopped.run, stopped.moment.done) == (None, 4)
    moments = []

    def kill(moment):
        moments.append(moment.done)
        if moment.done == 256:
            raise MemoryError

    with pytest.raises(MemoryError):
        learn(lake, lesson(rounds=500), listener=kill)
    assert moments[0] == 8
    assert not (lake / "manifest.json").exists()
    assert learn(lake, lesson(rounds=500), listener=lambda moment: moments.append(moment.done)).run
    assert moments[moments.index(256) + 1] == 260
    for name in ("result_table", "strategies", "learned_profits"):
        assert rows(lake, name) == rows(tmp_path / "at_once", name)
    assert not (lake / "wip").exists()


def test_a_state_that_is_broken(tmp_path):
    learn(tmp_path, lesson(), stop=lambda: True)
    [state] = tmp_path.glob("wip/learning_*/state.npz")
    for content in (b"", b"PK\x03\x04", state.read_bytes()[:-40]):
        state.write_bytes(content)
        with pytest.raises(LakeError, match=r"state.npz cannot be gone on with .*; remove .* anew"):
            learn(tmp_path, lesson())
    np.savez(state, about=np.zeros(2))
    with pytest.raises(LakeError, match="KeyError: 'done'"):
        learn(tmp_path, lesson())
    state.unlink()
    assert learn(tmp_path, lesson()).run == 1


def test_one_learner_of_a_run_at_a_time(tmp_path):
    learn(tmp_path, lesson(), stop=lambda: True)
    [folder] = tmp_path.glob("wip/learning_*")
    with alone(folder), pytest.raises(LakeError, match=r"another command writes to .*learning_"):
        learn(tmp_path, lesson())
    with alone(folder):
        assert learn(tmp_path, lesson(seed=2)).run == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tos",), "no game 'tos'; did you mean 'toss'?"),
        (("toss", "gredy"), "toss is not learned by 'gredy'; did you mean 'greedy'?"),
        (("toss", "blind", {"bias": 1}), "blind of toss has no parameters; 'bias' was given"),
        (("toss", "greedy", {"bis": 1}),
         "greedy of toss has no parameter 'bis'; did you mean 'bias'?"),
        (("toss", "greedy", {"bias": "x"}), "parameter bias is 'x'; give a whole number"),
        (("toss", "greedy", {"bias": -1}), "bias is -1: give 0 or more"),
    ],
)  # fmt: skip
def test_lessons_that_are_none(tmp_path, arguments, message):
    with pytest.raises(UsageError) as raised:
        learn(
            tmp_path,
            Lesson.of(fake_learners.GAMES, *arguments[:2], parameters=dict(*arguments[2:])),
        )
    assert str(raised.value) == message
    assert not any(tmp_path.iterdir())


def test_games_and_seeds_out_of_range():
    with pytest.raises(UsageError, match="games is 0; give 1 to 9,007,199,254,740,992"):
        lesson(rounds=0)
    with pytest.raises(UsageError, match="blind of toss takes no seed: nothing in it is random"):
        lesson("blind", seed=1)


def test_every_table_is_written_by_every_run(tmp_path):
    learn(tmp_path, lesson("blind"))
    assert list(Lake.open(tmp_path).manifest.tables) == [table.name for table in LEARNING]
