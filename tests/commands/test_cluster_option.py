"""``--cluster`` of the commands that take it: who works, and what is refused."""

from contextlib import contextmanager

import pytest

from given.histories import ALL
from helpers.command_line import run
from helpers.executors import Here
from pokerlake.commands import abstraction, base
from pokerlake.commands.lake import import_hands, verify


@pytest.fixture
def here(monkeypatch):
    """What each command gives to the workers of its cluster."""
    executor, asked = Here(), []

    @contextmanager
    def workers(cluster, _, *, lake=None):
        asked.append((cluster, lake))
        yield executor

    for module in (abstraction, base, import_hands, verify):
        monkeypatch.setattr(module, "cluster_workers", workers)
    executor.asked = asked
    return executor


@pytest.mark.parametrize(
    ("algorithm", "tasks", "told"),
    [
        ("result-table", 8, "result-table of kuhn: its 8 tables are played by as many workers"),
        ("cfr+", 1, "cfr+ of kuhn: one worker plays at a time, with its own threads"),
    ],
)
def test_learning(here, tmp_path, algorithm, tasks, told):
    words = f"kuhn --algorithm {algorithm} --games 100 --cluster local:2 --lake {tmp_path}"
    done = run(f"learn {words}")
    assert done.code == 0
    assert done.err.splitlines()[0] == told
    assert here.asked == [("local:2", None)]
    assert len([turn for turn in here.tasks if turn.games == here.tasks[0].games][:tasks]) == tasks


def test_importing(here, tmp_path):
    (tmp_path / "hands.txt").write_text(ALL)
    done = run(f"import {tmp_path}/hands.txt --cluster tcp://there:1 --lake {tmp_path}/lake")
    assert done.err.startswith("4 hands in 1 file: 4 new")
    assert here.asked == [("tcp://there:1", None)]
    assert len(here.tasks) == 1


def test_verifying(here, lake):
    done = run(f"verify classes openings --cluster local:2 --lake {lake}")
    assert done.code == 0
    assert here.asked == [("local:2", lake)]
    assert len(here.tasks) == 2


def test_abstracting(here, tmp_path):
    done = run(f"abstract flop --plan --cluster local:2 --lake {tmp_path}")
    assert done.err == "error: --plan computes nothing; leave --cluster out\n"
    done = run(f"abstract flop -k 99999 --cluster local:2 --lake {tmp_path}")
    assert done.code == 2
    assert here.asked == []


@pytest.mark.parametrize("verb", ["learn", "import x.txt", "verify", "abstract flop"])
def test_what_is_no_cluster(verb, tmp_path):
    done = run(f"{verb} --cluster nowhere --lake {tmp_path}")
    assert done.code == 2
    assert done.err.startswith("error: --cluster is 'nowhere': give the address of a scheduler")
