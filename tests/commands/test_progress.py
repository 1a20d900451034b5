"""How far long work is, where stderr is no terminal: builds, and clusters."""

import logging
import time
from contextlib import contextmanager

import pytest

from given.histories import ALL
from helpers.command_line import run
from helpers.executors import Here
from pokerlake.commands import abstraction, base, questions, signals
from pokerlake.commands.lake import build, import_hands
from pokerlake.queries.questions import telling as telling_module
from pokerlake.queries.questions.question import questions as declared
from pokerlake.queries.questions.telling import Telling, telling


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(base, "_FIRST_SECONDS", 0.02)
    monkeypatch.setattr(base, "_MOST_SECONDS", 0.02)


def said(capsys, wanted):
    """What is said by the time that this is."""
    told = ""
    until = time.monotonic() + 60
    while wanted not in told:
        assert time.monotonic() < until, told
        time.sleep(0.01)
        told += capsys.readouterr().err
    return told


def test_lines_say_how_far_it_is(capsys, often):
    with base.progress_bars() as bars:
        task = bars.add_task("flop_hands", total=132)
        said(capsys, "flop_hands: 0 of 132\n")
        bars.update(task, completed=12)
        said(capsys, "flop_hands: 12 of 132")
        rows = bars.add_task("rows", total=None)
        bars.update(rows, completed=1_234_567)
        assert "; rows: 1,234,567\n" in said(capsys, "1,234,567")
        bars.update(task, completed=132)
        told = said(capsys, "\nrows: 1,234,567")
        assert "\x1b" not in told
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_kernels_that_are_compiled_are_counted_as_long_as_they_are(capsys, often):
    logger = logging.getLogger("pokerlake.engine.kernel_cache")
    before = logger.level, [*logger.filters], [*logger.handlers]
    with base.progress_bars() as bars:
        task = bars.add_task("MB read", total=None)
        logger.info("compiling kernel one")
        logger.warning("it is told beside")
        logger.info("compiling kernel two")
        said(capsys, "MB read: 0; compiling kernel: 2\n")
        bars.update(task, completed=5)
        said(capsys, "\nMB read: 5\n")
    assert (logger.level, logger.filters, logger.handlers) == before


def test_nothing_is_said_of_what_is_quick_or_hidden(capsys, monkeypatch, often):
    monkeypatch.setattr(base, "_FIRST_SECONDS", 60)
    with base.progress_bars() as bars:
        bars.add_task("rows", total=1)
    monkeypatch.setattr(base, "_FIRST_SECONDS", 0.01)
    with base.progress_bars() as bars:
        bars.add_task("", total=None, visible=False)
        time.sleep(0.1)
    with base.progress_bars(shown=False) as bars:
        bars.add_task("rows", total=1)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_answers_say_how_far_they_are(capsys, monkeypatch, often):
    """In a bar from the first that they say on, in the words of their question or their own."""
    asked = declared()["draw_duel"]
    with monkeypatch.context() as without_bars:
        without_bars.setattr(questions, "progress_bars", None)
        with questions._telling(asked, {}, None):
            pass
    with questions._telling(asked, {}, None):
        telling().count(12_000)
        said(capsys, "deals: 12,000\n")
        telling().count(3, 4, "solving, gain 0.5")
        said(capsys, "solving, gain 0.5: 3 of 4")
    telling().count(1)  # and nobody listens


def test_an_equity_that_is_sampled_says_how_far_it_is(monkeypatch):
    heard = []
    monkeypatch.setattr(telling_module, "_NOBODY", Telling(lambda *now, **more: heard.append(now)))
    run("equity AhKh QsQc --mc --deals 5_000_000 --seed 1")
    assert heard == []  # the command itself is told
    asked = declared()["equity"]
    given = {"hands": ["AhKh", "QsQc"], "method": "monte carlo", "deals": 5_000_000, "seed": 1}
    asked.ask(given)
    assert [deals for (deals,) in heard] == sorted(deals for (deals,) in heard) != []


def failing():
    with base.progress_bars() as bars:
        bars.add_task("rows", total=1)
        raise ValueError("wrong")


def test_an_error_ends_them(capsys, often):
    with pytest.raises(ValueError, match="wrong"):
        failing()
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_what_is_kept_is_said_until_the_bars_are_gone(monkeypatch, often):
    """Who waits for them so long that the time to stop is over leaves with it."""
    said = []

    @contextmanager
    def slow():
        yield
        said.append(signals.told())

    monkeypatch.setattr(base, "progress_bars", slow)
    with base.going_on("run it again"):
        pass
    assert [*said, signals.told()] == ["interrupted; run it again", "interrupted"]


# ---------------------------------------------------------------- clusters


@pytest.fixture
def here(monkeypatch):
    """What each command gives to the workers of its cluster."""
    executor, asked = Here(), []

    @contextmanager
    def workers(cluster, _, *, lake=None):
        asked.append((cluster, lake))
        yield executor

    for module in (abstraction, base, build, import_hands):
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
