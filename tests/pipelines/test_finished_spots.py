"""Spots behind a late one are kept as they come, so that a killed command does none twice."""

import subprocess
import sys
import time
from concurrent.futures import Future

import pytest

from helpers.command_line import with_tests
from helpers.executors import Here
from helpers.spots import five_rivers
from helpers.stores import new_place
from pokerlake.pipelines import growing
from pokerlake.pipelines.solving import finished, solved
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.tables.errors import ClusterError, LakeError, OutputError
from pokerlake.tables.lake import Lake

TABLES = ("solved_nodes", "solved_strategies")  # and solved_spots, which has seconds


@pytest.fixture(autouse=True)
def each_a_task(monkeypatch):
    monkeypatch.setattr(solved, "_TASK", 1)
    monkeypatch.setattr(growing, "write_database", lambda _: None)


@pytest.fixture(scope="module")
def at_once(tmp_path_factory):
    """The lake of a command that nobody kills."""
    lake = tmp_path_factory.mktemp("at_once")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growing, "write_database", lambda _: None)
        solve_into(lake, five_rivers(), workers=1)
    return lake


def is_as(lake, other):
    """Whether both have the same bytes, and the same rows where seconds are."""
    one, two = Lake.open(lake), Lake.open(other)
    rows = [
        growing.stored_rows(each, "solved_spots").drop_columns(["seconds"]) for each in (one, two)
    ]
    files = [
        [path.read_bytes() for name in TABLES for path in each.files(name)] for each in (one, two)
    ]
    return rows[0].equals(rows[1]) and files[0] == files[1] and not (lake / "wip").exists()


CLIENT = """
import sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from helpers.spots import five_rivers
from pokerlake.pipelines.solving import solved
from pokerlake.pipelines.solving.solved import solve_into
solved._TASK, solve = 1, solved.solve
solved.solve = lambda one, **how: time.sleep(600) if one.board == late else solve(one, **how)
late = five_rivers()[0].spot.board
solve_into(Path(sys.argv[1]), five_rivers(), executor=ThreadPoolExecutor(2))
"""


def test_a_client_that_is_killed_while_a_late_spot_holds_back_the_others(tmp_path, at_once):
    lake = tmp_path / "lake"
    command = [sys.executable, "-c", CLIENT, lake]
    with subprocess.Popen(command, env=with_tests()) as client:
        deadline = time.monotonic() + 60
        while len(kept := sorted(lake.glob("wip/solve_*/*.arrow"))) < 4:
            assert time.monotonic() < deadline
            assert client.poll() is None
            time.sleep(0.02)
        client.kill()
    assert not (lake / "manifest.json").exists()
    content = bytearray(kept[2].read_bytes())
    content[len(content) // 2] ^= 1
    kept[2].write_bytes(content)
    here = Here()
    assert [row["spot"] for row in solve_into(lake, five_rivers(), executor=here)] == [
        1,
        2,
        3,
        4,
        5,
    ]
    assert len(here.tasks) == 2  # the late one and the one that was damaged
    assert is_as(lake, at_once)


class Losing(Here):
    """Loses its cluster with the first task, when the others have come."""

    def submit(self, fn, /, *args):
        if self.tasks:
            return super().submit(fn, *args)
        self.tasks.append(args[0])
        future = Future()
        future.set_exception(ClusterError("the scheduler is lost"))
        return future


def begun(lake):
    with pytest.raises(ClusterError):
        solve_into(lake, five_rivers(), executor=Losing())
    return sorted(lake.glob("wip/solve_*/*.arrow"))


def test_in_a_store(at_once):
    lake, here = new_place("memory"), Here()
    with pytest.raises(ClusterError):
        solve_into(lake, five_rivers(), executor=Losing())
    solve_into(lake, five_rivers(), executor=here)
    assert len(here.tasks) == 1
    assert is_as(lake, at_once)


def test_what_other_code_or_another_command_has_solved_is_not_taken(tmp_path, monkeypatch):
    assert len(begun(tmp_path)) == 4
    others = Here()
    solve_into(tmp_path, five_rivers()[:1], to=0.01, executor=others)
    monkeypatch.setattr(finished, "code_digest", lambda _: "other code")
    solve_into(tmp_path, five_rivers(), executor=others)
    assert len(others.tasks) == 1 + 5
    assert not (tmp_path / "wip").exists()


def test_what_is_kept_cannot_be_written_or_has_gone(tmp_path, monkeypatch):
    max(begun(tmp_path), key=lambda path: path.stat().st_mtime_ns).unlink()

    class Removing(Here):
        """Another command of the same spots ends when the last task is given."""

        def submit(self, fn, /, *args):
            if args[0].asked[0].name == "7d":
                for path in tmp_path.glob("wip/solve_*/*.arrow"):
                    path.unlink()
            return super().submit(fn, *args)

    with pytest.raises(LakeError, match=r"arrow is gone: another command solves the same spots"):
        solve_into(tmp_path, five_rivers(), executor=Removing())

    def full(path):
        raise OutputError(f"no space left on the disk of {path}")

    monkeypatch.setattr(finished, "whole_file", full)
    with pytest.raises(OutputError, match="no space left on the disk of "):
        solve_into(tmp_path, five_rivers(), executor=Here())


def test_of_two_commands_at_once_the_second_is_told(tmp_path):
    class Another(Here):
        """Another command begins to solve the same spots before the first of them is solved."""

        def submit(self, fn, /, *args):
            with pytest.raises(LakeError, match=r"^another command writes to .*wip/solve_"):
                solve_into(tmp_path, five_rivers(), executor=Here())
            assert list(tmp_path.glob("wip/solve_*"))
            return super().submit(fn, *args)

    assert all(solve_into(tmp_path, five_rivers(), executor=Another()))
    assert not (tmp_path / "wip").exists()
