"""Where tests find their helpers and the checkout."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent

# For `from oracle import naive`. pokerlake is not importable from here: a broken wheel shows.
sys.path.append(str(TESTS))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The repository's root; the test is skipped where only the wheel and tests/ are at hand."""
    root = TESTS.parent
    if not (root / ".src").is_dir():
        pytest.skip("needs the files of the checkout, and runs outside of it")
    return root


# The first example of a property may wait for a kernel to be compiled, so no deadline.
settings.register_profile("pokerlake", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("pokerlake")


@pytest.fixture(scope="session")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lake of `make lake`, one for all workers of pytest-xdist; copy it to change it."""
    from filelock import FileLock

    from pokerlake.pipelines import runner

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with FileLock(shared / "lake.lock"):
        runner.build(shared / "lake", workers=2)  # the second worker of pytest finds all there
    return shared / "lake"


@pytest.fixture(scope="session")
def whole_lake(lake: Path) -> Path:
    """A lake with every table there is, hands played and a game learned too; for all workers."""
    import shutil

    from filelock import FileLock

    from given import histories as given_histories
    from pokerlake.engine.games.catalogue import GAMES
    from pokerlake.pipelines import runner
    from pokerlake.pipelines.catalogue import all_builds
    from pokerlake.pipelines.histories.importing import import_histories
    from pokerlake.pipelines.learning import Lesson, learn

    there = lake.with_name("whole_lake")
    with FileLock(lake.with_name("whole_lake.lock")):
        if not there.exists():
            shutil.copytree(lake, there)
        runner.build(there, list(all_builds()), workers=2)
        hands = there.with_name("hands.txt")
        hands.write_text(given_histories.ALL, "utf-8")
        import_histories(there, [str(hands)])
        learn(there, Lesson.of(GAMES, "kuhn", "exact"))
    return there


@pytest.fixture
def at_home(lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, from which every command finds the lake."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("POKERLAKE_LAKE", str(lake))
    return folder
