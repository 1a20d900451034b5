"""Work for an executor comes to what this process comes to, byte for byte where no time is kept."""

import operator
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest

from given.histories import ALL, SIDE_POTS, WALK
from helpers.executors import Here
from helpers.lakes import without_views
from helpers.spots import spot
from helpers.stores import new_place
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.pipelines import runner
from pokerlake.pipelines.histories import sources
from pokerlake.pipelines.histories.importing import import_histories
from pokerlake.pipelines.learning import running
from pokerlake.pipelines.learning.lessons import Lesson
from pokerlake.pipelines.learning.running import learn
from pokerlake.pipelines.planning import all_builds
from pokerlake.pipelines.processes import _AlsoHere, in_order, threads_of_task
from pokerlake.pipelines.solving import solved
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.pipelines.verify import checks as verifying
from pokerlake.pipelines.verify.checks import verify
from pokerlake.tables.errors import ClusterError, LakeError, PokerlakeError
from pokerlake.tables.lake import Lake

SOLVED = ("solved_spots", "solved_nodes", "solved_strategies")
SMALL = {"pot": 60, "stack": 100, "bets": "50", "raises": "a"}


@pytest.fixture(scope="module")
def pool():
    """A new process, which knows nothing of this one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as found:
        yield found


@pytest.fixture(autouse=True)
def fast(monkeypatch):
    """Lakes have no views."""
    without_views(monkeypatch)


def rows(lake, name, *without):
    found = pq.read_table(Lake.open(lake).files(name))
    return found.drop_columns(list(without)).to_pylist()


# ---------------------------------------------------------------- tasks


def test_results_are_in_order_and_few_tasks_wait():
    here = Here()
    results = in_order(abs, iter(range(-9, 0)), here, ahead=3)
    assert next(results) == 9
    assert len(here.tasks) == 3
    assert list(results) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_task_that_fails_is_named_or_ends_all():
    def instead(task, error):
        return f"{task}: {type(error).__name__}"

    found = in_order(float, ["1", "x", "2"], Here(), instead=instead)
    assert list(found) == [1.0, "x: ValueError", 2.0]
    with pytest.raises(ValueError, match="could not convert"):
        list(in_order(float, ["1", "x", "2"], Here()))


def test_a_cluster_that_is_lost_is_no_fault_of_a_task():
    class Lost(Here):
        def submit(self, fn, /, *args):
            future = Future()
            future.set_exception(ClusterError("the scheduler is lost"))
            return future

    with pytest.raises(ClusterError):
        list(in_order(abs, [1], Lost(), instead=lambda *_: pytest.fail("no task failed")))


def test_who_is_to_stop_does_not_wait():
    class Never(Here):
        def submit(self, fn, /, *args):
            return Future()

    assert list(in_order(abs, [1, 2, 3, 4, 5, 6], Never(), stop=lambda: True)) == []


def test_a_process_works_too_when_others_have_enough_to_do():
    class Later(Here):
        def submit(self, fn, /, *args):
            return Future()

    also = _AlsoHere(Later(), 2)
    first, second, third, fourth = (also.submit(float, text) for text in ("1", "2", "3", "x"))
    assert [first.done(), second.done(), third.result()] == [False, False, 3.0]
    assert str(fourth.exception()) == "could not convert string to float: 'x'"
    second.set_result(2.0)
    assert not also.submit(float, "4").done()


@pytest.mark.parametrize(("threads", "tasks", "each"), [(8, 1, 8), (8, 3, 2), (1, 1, 1), (4, 9, 1)])
def test_tasks_share_the_threads_of_their_worker(monkeypatch, threads, tasks, each):
    state = SimpleNamespace(nthreads=threads, executing=set(range(tasks)))
    worker = SimpleNamespace(get_worker=lambda: SimpleNamespace(state=state))
    monkeypatch.setitem(sys.modules, "distributed", worker)
    assert threads_of_task() == each


def test_a_process_that_is_no_worker_has_one_thread_for_a_task(monkeypatch):
    def get_worker():
        raise ValueError("no worker found")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=get_worker))
    assert threads_of_task() == 1
    monkeypatch.delitem(sys.modules, "distributed")
    assert threads_of_task() == 1


# ---------------------------------------------------------------- solving


@pytest.mark.whole
def test_spots_are_the_same(pool, tmp_path, monkeypatch):
    asked = [
        Asked(spot("QsJh2h8c", "QQ,AK,T9s", "JJ,88,KQs,J9s", **SMALL), "a turn"),
        *(
            Asked(spot(f"QsJh2h8c{card}", "QQ+,AK,T9s", "JJ-88,AQ,J9s", **SMALL), card)
            for card in ("3d", "4d", "5d", "6d")
        ),
    ]
    monkeypatch.setattr(solved, "SMALL", asked[0].numbers - 1)  # the turn is large
    monkeypatch.setattr(solved, "_TASK", 2 * asked[1].numbers)
    shares = []
    solve_into(tmp_path / "here", asked, workers=1)
    found = solve_into(
        tmp_path / "there", asked, executor=pool, listener=lambda share, _: shares.append(share)
    )
    assert [row["name"] for row in found] == ["a turn", "3d", "4d", "5d", "6d"]
    assert [row["spot"] for row in found] == [5, 1, 2, 3, 4]
    assert shares[-1] == 1.0
    for name in SOLVED:
        without = ("seconds",) if name == "solved_spots" else ()
        assert rows(tmp_path / "there", name, *without) == rows(tmp_path / "here", name, *without)
    monkeypatch.setattr(solved, "_WORTH_PROCESSES", 0)
    solve_into(tmp_path / "two", asked, workers=2)
    for name in SOLVED[1:]:  # solved_spots has seconds
        (here,), (two,) = (Lake.open(tmp_path / lake).files(name) for lake in ("here", "two"))
        assert two.read_bytes() == here.read_bytes()


def test_a_spot_that_fails_is_named_and_the_others_are_in_the_lake(tmp_path, monkeypatch):
    boards = ("QsJh2h8c3d", "QsJh2h8c4d", "QsJh2h8c5d")
    asked = [Asked(spot(board, "QQ+,AK", "JJ-88,AQ", **SMALL)) for board in boards]
    monkeypatch.setattr(solved, "_TASK", 1)
    solve = solved.solve

    def failing(one, **how):
        if one.board == asked[1].spot.board:
            raise MemoryError("no room")
        return solve(one, **how)

    monkeypatch.setattr(solved, "solve", failing)
    with pytest.raises(PokerlakeError) as caught:
        solve_into(tmp_path, asked, executor=Here())
    assert str(caught.value) == (
        "1 of 3 spots failed (QsJh2h8c4d: MemoryError: no room); the others are in the lake"
    )
    assert [row["board"] for row in rows(tmp_path, "solved_spots")] == [boards[0], boards[2]]
    monkeypatch.undo()
    here = Here()
    assert all(solve_into(tmp_path, asked, executor=here))
    assert [len(task.asked) for task in here.tasks] == [1]  # what is there is not solved again


@pytest.mark.parametrize("lost", [True, False])
def test_what_is_solved_is_in_the_lake_if_the_cluster_is_lost_or_it_is_to_stop(
    tmp_path, monkeypatch, lost
):
    boards = ("QsJh2h8c3d", "QsJh2h8c4d", "QsJh2h8c5d")
    asked = [Asked(spot(board, "QQ+,AK", "JJ-88,AQ", **SMALL)) for board in boards]
    monkeypatch.setattr(solved, "_TASK", 1)

    class Losing(Here):
        def submit(self, fn, /, *args):
            if not self.tasks:
                return super().submit(fn, *args)
            future = Future()
            if lost:
                future.set_exception(ClusterError("the scheduler is lost"))
            return future

    stops = iter([False, True])
    if lost:
        with pytest.raises(ClusterError):
            solve_into(tmp_path, asked, executor=Losing())
    else:
        found = solve_into(tmp_path, asked, executor=Losing(), stop=lambda: next(stops))
        assert [row and row["spot"] for row in found] == [1, None, None]
    assert [row["board"] for row in rows(tmp_path, "solved_spots")] == [boards[0]]


def test_a_spot_that_is_too_large_for_its_worker(tmp_path, monkeypatch):
    one = Asked(spot("QsJh2h8c", "QQ,AK,T9s", "JJ,88,KQs,J9s", **SMALL))
    monkeypatch.setattr(solved, "SMALL", 0)
    monkeypatch.setattr(solved, "free_memory", lambda: 1000)
    with pytest.raises(PokerlakeError, match=r"QsJh2h8c: it takes 0\.0 GB, and 0\.0 GB are free"):
        solve_into(tmp_path, [one], executor=Here())
    assert not (tmp_path / "manifest.json").exists()


# ---------------------------------------------------------------- importing


def files(lake):
    return {path.name: path.read_bytes() for path in lake.glob("*.parquet")}


def test_hands_are_the_same(pool, tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "CHUNK_BYTES", 500)
    file = tmp_path / "a.txt"
    file.write_text(ALL + "no hand\n\n\n" + WALK)
    one = import_histories(tmp_path / "here", [str(file)])
    two = import_histories(tmp_path / "there", [str(file)], executor=pool)
    assert (two.new, two.known, len(two.bad)) == (4, 1, 1)
    assert one == two
    assert files(tmp_path / "here") == files(tmp_path / "there")


def test_a_chunk_that_fails_leaves_the_lake_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text(WALK)
    (tmp_path / "b.txt").write_text(SIDE_POTS)
    import_histories(tmp_path / "lake", [str(tmp_path / "a.txt")])
    before = {path.name: path.read_bytes() for path in (tmp_path / "lake").iterdir()}

    class Failing(Here):
        def submit(self, fn, /, *args):
            return super().submit(operator.truth, *args, 2)

    with pytest.raises(PokerlakeError, match=r"b\.txt from line 1 on could not be read \(TypeErr"):
        import_histories(tmp_path / "lake", [str(tmp_path / "b.txt")], executor=Failing())
    assert {path.name: path.read_bytes() for path in (tmp_path / "lake").iterdir()} == before


# ---------------------------------------------------------------- verifying


def test_checks_are_the_same(pool, lake, tmp_path, monkeypatch):
    copied = tmp_path / "lake"
    learn(copied, Lesson.of(GAMES, "kuhn", "exact"))
    solve_into(copied, [Asked(spot("QsJh2h8c3d", "AA,KQs", "KK,T9s"))], workers=1)
    for path, names in ((copied, ()), (lake, ("classes", "openings", "dag_nodes"))):
        there = Lake.open(path)
        checks = verify(there, names)
        assert len(checks) > 15
        for large in (verifying.LARGE, 1):
            monkeypatch.setattr(verifying, "LARGE", large)
            assert verify(there, names, executor=pool) == checks


def test_a_lake_in_a_store():
    path, executor = new_place("memory"), Here()
    learn(path, Lesson.of(GAMES, "kuhn", "cfr", rounds=30), executor=executor)
    there = Lake.open(path)
    assert verify(there, executor=executor) == verify(there)
    assert len(executor.tasks) > len(there.manifest.tables)


def test_other_parameters_are_computed_again_by_workers(tmp_path, outcomes_known):
    builds = all_builds({"standard_error": 0.1, "seed": 5})
    runner.build(tmp_path, ["income_rates"], builds=builds)
    here = Here()
    opened = Lake.open(tmp_path)
    assert verify(opened, ["income_rates"], executor=here) == verify(opened, ["income_rates"])
    assert len(here.tasks) == builds["income_rates"].partitions + 1


def test_a_worker_that_sees_another_lake(lake):
    opened = Lake.open(lake)
    other = replace(opened, manifest=opened.manifest.without(["classes"]))
    with pytest.raises(LakeError, match="is another lake than here"):
        verify(other, ["dag_nodes"], executor=Here())


# ---------------------------------------------------------------- learning


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "algorithm", "games", "parameters"),
    [
        ("kuhn", "result-table", 101, {"tables": 3}),
        ("kuhn", "mccfr", 60, {}),
        ("draw", "result-table", 1600, {"tables": 2}),
    ],
)
def test_what_is_learned_is_the_same(tmp_path, monkeypatch, game, algorithm, games, parameters):
    lesson = Lesson.of(GAMES, game, algorithm, rounds=games, parameters=parameters)
    assert learn(tmp_path / "here", lesson).run == 1
    stops = iter([False] * 4 + [True])
    here = Here()
    monkeypatch.setattr(running, "SECONDS_A_TURN", 1e-9)
    first = learn(tmp_path / "there", lesson, executor=here, stop=lambda: next(stops, False))
    assert first.run is None  # stopped, and gone on with
    assert learn(tmp_path / "there", lesson, executor=here).run == 1
    apart = 3 if (game, algorithm) == ("kuhn", "result-table") else 1
    assert len({tuple(turn.arrays["random"].tolist()) for turn in here.tasks[:apart]}) == apart
    assert {len(turn.arrays["random"]) for turn in here.tasks[:apart]} == (
        {2} if game == "draw" else {1}
    )
    opened = [Lake.open(tmp_path / name) for name in ("here", "there")]
    for name in ("strategies", "result_table", "learned_profits"):
        one, two = (pq.read_table(lake.files(name)) for lake in opened)
        assert one.equals(two)
    timed = ("seconds", "threads")
    one, two = (rows(lake.path, "learning_runs", *timed) for lake in opened)
    assert one == two
