"""Shares of rows and tasks on threads that stay."""

import itertools
import multiprocessing
import os
import signal
import sys
import threading
from itertools import pairwise

import pytest

from pokerlake.engine import threads
from pokerlake.engine.threads import (
    LARGEST_SHARE,
    aside,
    over_rows,
    over_tasks,
    pieces,
    worker_count,
)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("rows", [0, 1, 16_384, 100_000, 1_000_003])
def test_every_row_once_and_in_order(rows, threads):
    shares = over_rows(lambda start, stop: (start, stop), rows, threads)
    assert shares[0][0] == 0
    assert shares[-1][1] == rows
    assert all(before[1] == after[0] for before, after in pairwise(shares))


def test_tasks_run_side_by_side():
    together = threading.Barrier(3, timeout=120)
    assert over_tasks(lambda task: (together.wait(), task)[1], [5, 6, 7], 3) == [5, 6, 7]


def test_tasks_within_tasks_do_not_wait_for_each_other():
    def outer(task):
        return sum(over_tasks(lambda inner: inner * task, range(10), 8))

    assert over_tasks(outer, range(50), 50) == [45 * task for task in range(50)]


@pytest.mark.parametrize("bad", [0, 7, 19])
def test_an_error_ends_it(bad):
    def work(task):
        if task == bad:
            raise ValueError(f"task {task}")
        return task

    with pytest.raises(ValueError, match=f"^task {bad}$"):
        over_tasks(work, range(20), 4)
    assert over_tasks(lambda task: task, range(20), 4) == list(range(20))


@pytest.mark.parametrize("which", ["caller", "helper"])
def test_an_error_ends_tasks_within_other_tasks(which):
    """A task that would go on for ever ends once another thread has failed."""
    caller, begun = threading.get_ident(), threading.Event()

    def work(_):
        if (threading.get_ident() == caller) is (which == "caller"):
            begun.wait(120)
            raise KeyboardInterrupt
        for _ in itertools.count():
            over_tasks(lambda _: begun.set(), range(3), 1)

    with pytest.raises(KeyboardInterrupt):
        over_tasks(work, range(2), 2)


@pytest.mark.parametrize("threads", [1, 2])
def test_no_share_is_so_large_that_ctrl_c_would_wait(threads):
    shares = over_rows(lambda start, stop: stop - start, 5 * LARGEST_SHARE + 1, threads)
    assert max(shares) <= LARGEST_SHARE
    assert sum(shares) == 5 * LARGEST_SHARE + 1


def test_pieces_are_all_of_it():
    assert [*pieces(3, 12, 4)] == [(3, 7), (7, 11), (11, 12)]
    assert [*pieces(5, 5, 4)] == []
    assert over_tasks(lambda task: [*pieces(0, task, 2)], [1, 3], 2) == [[(0, 1)], [(0, 2), (2, 3)]]


@pytest.mark.parametrize("which", ["caller", "helper"])
def test_an_error_ends_the_pieces_of_other_tasks(which):
    caller, begun = threading.get_ident(), threading.Event()

    def work(_):
        if (threading.get_ident() == caller) is (which == "caller"):
            begun.wait(120)
            raise KeyboardInterrupt
        for _ in pieces(0, 1 << 62, 1):
            begun.set()

    with pytest.raises(KeyboardInterrupt):
        over_tasks(work, range(2), 2)
    assert [*pieces(0, 2, 1)] == [(0, 1), (1, 2)]  # it was that call that ended, and no other


def press(begun):
    """Ctrl-C once something has begun."""

    def wait():
        begun.wait(120)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait).start()


def test_ctrl_c_while_the_last_helper_is_waited_for_ends_it():
    caller, begun, ended = threading.get_ident(), threading.Event(), threading.Event()

    def work(_):
        if threading.get_ident() == caller:
            begun.wait(120)  # the other has taken the second
            return
        try:
            for _ in pieces(0, 1 << 62, 1):
                begun.set()
        finally:
            ended.set()

    press(begun)
    with pytest.raises(KeyboardInterrupt):
        over_tasks(work, range(2), 2)
    assert ended.wait(120)
    assert over_tasks(lambda task: task, range(9), 2) == list(range(9))


def test_what_is_not_broken_off_goes_on_without_who_asked():
    begun, go, done = threading.Event(), threading.Event(), threading.Event()

    def work():
        begun.set()
        go.wait(120)
        done.set()

    press(begun)
    with pytest.raises(KeyboardInterrupt):
        aside(work)
    assert not done.is_set()
    go.set()
    assert done.wait(120)
    assert aside(lambda: 7) == 7
    assert over_tasks(lambda task: aside(lambda: task), range(4), 2) == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="'wrong'"):
        aside(lambda: int("wrong"))


def test_ctrl_c_waits_for_no_helper_that_waits_itself():
    """As where a helper needs a kernel that is being compiled: it took seconds to be heard."""
    caller = threading.get_ident()
    begun, both, go, done = (threading.Event() for _ in range(4))

    def long():
        begun.set()
        go.wait(120)
        done.set()

    def work(_):
        if threading.get_ident() == caller:
            begun.wait(120)  # the other has taken the second
            for _ in pieces(0, 1 << 62, 1):
                both.set()
        else:
            aside(long)

    press(both)
    with pytest.raises(KeyboardInterrupt):
        over_tasks(work, range(2), 2)
    assert not done.is_set()
    go.set()
    assert done.wait(120)


def _in_a_child():
    assert over_tasks(lambda task: task * 2, range(9), 4) == [task * 2 for task in range(9)]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_after_a_fork():
    over_tasks(lambda task: task, range(9), 4)
    child = multiprocessing.get_context("fork").Process(target=_in_a_child)
    child.start()
    child.join(120)
    assert child.exitcode == 0


def test_worker_count():
    assert worker_count(3) == 3
    assert worker_count(0) >= 1
    with pytest.raises(ValueError, match=r"^threads is -1: give 0 \(all cores\) or more$"):
        worker_count(-1)


def test_memory_of_a_group_of_processes(tmp_path):
    """Of both versions; of one that has no limit nothing, and of a path of outside what is here."""
    stat = "cache 9\ninactive_file 20\nactive_file 5\n"
    for folder, limit, used, told in (
        ("one", "memory.max", "memory.current", stat),
        ("one/none", "memory.max", "memory.current", stat),
        (
            "memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            stat + "total_active_file 7\n",
        ),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / limit).write_text("max\n" if "none" in folder else "1000\n")
        (tmp_path / folder / used).write_text("900\n")
        (tmp_path / folder / "memory.stat").write_text(told)
    free = threads._free_of_groups
    assert [*free(tmp_path, "0::/one/none\n")] == [125]
    assert [*free(tmp_path, "3:cpu:/one\n4:memory:/of/outside\n")] == [127]
    assert [*free(tmp_path, "")] == []
    assert threads.free_memory() is None or threads.free_memory() > 0


def test_helpers_that_come_too_late_are_not_joined_by_new_ones(monkeypatch):
    """The caller does all of such small tasks, on a busy machine also of larger ones."""
    helpers = threads._Helpers("test")
    monkeypatch.setattr(threads, "_helpers", lambda: helpers)
    for _ in range(2000):
        over_tasks(lambda task: task, range(4), 2)
    assert helpers._started <= 2


def test_ctrl_c_at_any_step_leaves_the_helpers_at_work():
    """It may come within a call of a library, whose locks nobody would give back then."""

    def stepping(frame, event, _):
        nonlocal left
        if event == "opcode":
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        frame.f_trace_opcodes = True
        return stepping

    sys._getframe().f_trace_opcodes = True  # Python 3.12 tells of none that is asked for later
    interrupted = 0
    for steps in itertools.count(1, 3):
        left = steps
        before = sys.gettrace()
        sys.settrace(stepping)
        try:
            over_tasks(lambda task: task, range(4), 3)
        except KeyboardInterrupt:
            interrupted += 1
        finally:
            sys.settrace(before)
        if left > 0:  # it was over before so many steps
            break
        together = threading.Barrier(3, timeout=120)
        assert over_tasks(lambda _, all_three=together: all_three.wait() >= 0, range(3), 3)
        assert threads._here.call is None  # a call that is over would end all later ones
    assert interrupted > 20
