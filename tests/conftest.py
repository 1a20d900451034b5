"""Where tests find their helpers and the checkout."""

import functools
import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
CASES_UNDER_BOUNDS = 2  # of a test with many

# Two workers share two processors. A product of matrices that is shared out to threads waits for
# its threads by spinning, which took three times as long; numpy looks when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# For `from oracle import naive`. pokerlake is not importable from here: a broken wheel shows.
sys.path.append(str(TESTS))


left_alone: tuple[Path | None, int] = (None, 0)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Collecting garbage passes over what modules are made of, and over what earlier tests keep.

    A command that fails collects garbage before it ends, and so does the fuzzer for each input: a
    tenth of a second each, once thousands of tests have run.
    """
    if item.get_closest_marker("whole") and "WHOLE" not in os.environ:
        pytest.skip("has no time in make test; WHOLE=1 runs it")
    global left_alone
    path, modules = left_alone
    if item.path != path or len(sys.modules) > modules + 50:
        gc.collect()
        gc.freeze()
        left_alone = item.path, len(sys.modules)


def pytest_collection_finish() -> None:
    gc.freeze()  # modules and tests stay; pytest looks for garbage twice at its end
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What ``test_kernels_stay_in_bounds`` runs is not run twice, and the lake has its time.

    Under bounds checks, where kernels take several times as long, a test runs its first cases only.
    A property runs here too, with more examples than under bounds checks. One worker begins with
    what needs the lake, the others with what needs none: pytest-xdist gives each an equal part to
    begin with, and all would wait for the lake to be built. Tests of the page come first: they wait
    for seconds, in which `make test` reads the sources, and the last ones should be short.
    """
    if "KERNELS_ENTERED" in os.environ:
        first = set(_first_cases(items))
        _deselect(config, items, [item for item in items if item not in first])
        return
    if any(item.name.startswith("test_kernels_stay_in_bounds") for item in items):
        from helpers.bounds import rooms_to_check

        rooms = {TESTS / "engine" / room for room in rooms_to_check()}
        paths = {item.path for item in items}
        in_rooms = {path for path in paths if rooms.intersection(path.parents)}
        twice = _first_cases([item for item in items if item.path in in_rooms])
        _deselect(config, items, [i for i in twice if not i.get_closest_marker("hypothesis")])
    if not hasattr(config, "workerinput"):
        return
    need_lake = {item.path for item in items if "lake" in getattr(item, "fixturenames", ())}
    need = [item for item in items if item.path in need_lake]
    need.sort(key=lambda item: not item.path.is_relative_to(TESTS / "web"))
    free = [item for item in items if item.path not in need_lake]
    items[:] = [
        *need[: len(need) // 2],
        *free,
        *need[len(need) // 2 :],
    ]


def _first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """The first cases of each test that is not large: those that run under bounds checks."""
    seen: Counter[tuple[Any, ...]] = Counter()
    first = []
    for item in items:
        if item.get_closest_marker("large"):
            continue
        test = (item.path, getattr(item, "cls", None), getattr(item, "originalname", item.name))
        seen[test] += 1
        if seen[test] <= CASES_UNDER_BOUNDS:
            first.append(item)
    return first


def _deselect(config: pytest.Config, items: list[pytest.Item], given: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=given)
    left_out = set(given)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The repository's root; the test is skipped where only the wheel and tests/ are at hand."""
    root = TESTS.parent
    if not (root / ".src").is_dir():
        pytest.skip("needs the files of the checkout, and runs outside of it")
    return root


# The first example of a property may wait for a kernel to be compiled, so no deadline.
settings.register_profile("pokerlake", deadline=None, derandomize=bool(os.environ.get("CI")))
# A kernel that leaves its arrays does so in the first examples.
settings.register_profile("bounds", settings.get_profile("pokerlake"), max_examples=10)
settings.load_profile("bounds" if "NUMBA_BOUNDSCHECK" in os.environ else "pokerlake")


def _shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of pytest-xdist have."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lake of `make lake`, one for all workers of pytest-xdist; copy it to change it."""
    from filelock import FileLock

    from helpers.slices import with_dealt_rates
    from pokerlake.pipelines import runner

    if "KERNELS_ENTERED" in os.environ:
        pytest.fail("a lake takes 90 seconds under bounds checks: mark as large what needs one")
    shared = _shared(tmp_path_factory)
    with FileLock(shared / "lake.lock"):
        if not (shared / "lake").exists():
            _link_built(shared / "lake")
        builds = with_dealt_rates(functools.cache(lambda: _outcomes(shared)))
        # The next worker of pytest finds all there.
        runner.build(shared / "lake", workers=2, builds=builds)
    return shared / "lake"


def _link_built(there: Path) -> None:
    """Begin with the tables of ``$POKERLAKE_TEST_LAKE``: for whoever changes no table's making."""
    from pokerlake.pipelines.planning import all_builds
    from pokerlake.tables.manifest import read_manifest, write_manifest

    given = Path(os.environ.get("POKERLAKE_TEST_LAKE", there))
    manifest = read_manifest(given)
    wanted = {name for name, build in all_builds().items() if not build.on_request}
    entries = {name: entry for name, entry in manifest.tables.items() if name in wanted}
    if entries:
        there.mkdir()
        for entry in entries.values():
            for file in entry.files:
                os.link(given / file.name, there / file.name)
        write_manifest(there, replace(manifest, tables=entries))


@pytest.fixture(scope="session")
def whole_lake(lake: Path) -> Path:
    """A lake with every table there is, hands played and a game learned too; for all workers.

    Of the holes on turns and on rivers it has a slice, see ``helpers/slices.py``.
    """
    from filelock import FileLock

    from given import histories as given_histories
    from given import tournaments as given_tournaments
    from helpers.blueprint_lakes import add_response, trained
    from helpers.lakes import share, without_views
    from helpers.slices import sliced_builds
    from helpers.spots import spot
    from pokerlake.engine.games.catalogue import GAMES
    from pokerlake.pipelines import runner
    from pokerlake.pipelines.abstraction.asked import Abstraction
    from pokerlake.pipelines.abstraction.running import abstract_into
    from pokerlake.pipelines.growing import adding
    from pokerlake.pipelines.histories.importing import import_histories
    from pokerlake.pipelines.histories.tournaments.entries import as_table
    from pokerlake.pipelines.learning.lessons import Lesson
    from pokerlake.pipelines.learning.running import learn
    from pokerlake.pipelines.push_fold.solving import solved
    from pokerlake.pipelines.solving.asked import Asked
    from pokerlake.pipelines.solving.solved import solve_into
    from pokerlake.queries.questions.spots import spot_of_push_fold
    from pokerlake.tables.definitions.abstraction import TRANSITIONS
    from pokerlake.tables.definitions.histories import HISTORIES, TOURNAMENTS

    there = lake.with_name("whole_lake")
    made = lake.with_name("whole_lake.made")
    with FileLock(lake.with_name("whole_lake.lock")):
        if made.exists():  # by another worker, whose connections would lose what is added anew
            return there
        share(lake, there)
        builds = sliced_builds()
        runner.build(there, list(builds), workers=2, builds=builds)
        hands = there.with_name("hands.txt")
        hands.write_text(given_histories.ALL, "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            without_views(patch)
            import_histories(there, [str(hands)])
            with adding(there, HISTORIES, beside=[TOURNAMENTS]) as addition:
                addition.whole["tournaments"] = as_table(given_tournaments.ENTRIES)
            learn(there, Lesson.of(GAMES, "kuhn", "exact"))
            solved(there, [spot_of_push_fold({"stack": 10})])
            solve_into(there, [Asked(spot("QsJh2h8c3d", "AA,KQs", "KK,T9s"))])
            trained(there)
            add_response(there)
            abstract_into(there, Abstraction("river", k=20))
        with adding(there, TRANSITIONS) as addition:  # as for other streets: no rows
            addition.things = 1
        made.touch()
    return there


@pytest.fixture(scope="session")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """``random_outcomes`` of shares of the rivers, ``outcomes_of_shares()``, for all workers."""
    return _outcomes(_shared(tmp_path_factory))


def _outcomes(shared: Path) -> Any:
    import numpy as np
    from filelock import FileLock

    from helpers.slices import outcomes_of_shares

    path = shared / "outcomes.npy"
    with FileLock(path.with_suffix(".lock")):
        if not path.exists():
            np.save(path, outcomes_of_shares())
    return np.load(path)


@pytest.fixture
def outcomes_known(outcomes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds of income rates take these exact outcomes, which no parameter changes, as given."""
    from pokerlake.pipelines.tables import starting_hands

    monkeypatch.setattr(starting_hands, "random_outcomes", lambda share, _: outcomes[share])


@pytest.fixture
def at_home(lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, from which every command finds the lake."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    return folder


@pytest.fixture
def no_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder; what is added to a lake there brings no views."""
    from helpers.lakes import without_views

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("POKERLAKE_LAKE", raising=False)
    without_views(monkeypatch)
    return tmp_path


def pytest_configure(config: pytest.Config) -> None:
    """What tests start ends at Ctrl-C, also where they are a job in the background of a script."""
    from helpers.listening import listen_for_ctrl_c

    listen_for_ctrl_c()
    gc.disable()  # until tests are collected: 5 of 13 processor seconds in each process
    if hasattr(config, "workerinput") and not (config.option.durations or config.option.xmlpath):
        _send_less(config)
    # The last of all clean-ups, for it is the first to be asked for. Without it modules in C
    # complain of leaks at exit.
    config.add_cleanup(gc.unfreeze)


def _send_less(config: pytest.Config) -> None:
    """A worker of pytest-xdist keeps to itself that a test was set up, and that it was torn down.

    Two of three reports of each of 13,000 tests say no more than that: half a millisecond. What
    fails or is skipped there is sent.
    """
    plugins = config.pluginmanager.get_plugins()
    worker: Any = next(one for one in plugins if type(one).__name__ == "WorkerInteractor")
    send = worker.sendevent

    def send_what_counts(name: str, **content: Any) -> None:
        report = content.get("data", {}) if name == "testreport" else {}
        if report.get("outcome") != "passed" or report["when"] == "call":
            send(name, **content)

    worker.sendevent = send_what_counts


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """An S3 server of this process, with one bucket."""
    from helpers.stores import s3_server

    with s3_server() as address:
        yield address
