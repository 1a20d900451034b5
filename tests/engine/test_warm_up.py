"""Kernels compiled ahead, and the clock that leaves compiling out."""

import shutil
import time

import pytest

from helpers.kernels import modules
from pokerlake.engine import accelerate, clock, kernel_cache
from pokerlake.engine.warm_up import PARTS, warm_up


def test_parts_have_all_kernels():
    named = [f"pokerlake.engine.{name}" for names in PARTS.values() for name in names]
    assert sorted(named) == sorted(modules())


def test_a_part_by_its_name():
    done = []
    found = warm_up("deal", listener=lambda *so_far: done.append(so_far))
    assert (found.kernels, found.folder) == (1, kernel_cache.cache_folder())
    assert done == [(1, 1)]
    assert warm_up(["deal", "deal"]).compiled == 0
    with pytest.raises(ValueError, match=r"no part 'dael'; there are: evaluate, deal, equity"):
        warm_up("dael")
    with pytest.raises(ValueError, match="processes is -1"):
        warm_up("deal", processes=-1)


@pytest.mark.whole
def test_other_processes_compile_what_is_not_there(tmp_path, monkeypatch):
    accelerate.prepare("pokerlake.engine.cards.boards_kernels")
    folder = tmp_path / "kernels"
    shutil.copytree(kernel_cache.cache_folder(), folder)
    for path in folder.glob("boards_kernels.index_boards*"):
        path.unlink()
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: folder)
    small = "dealing.deck_kernels", "cards.boards_kernels"
    parts = {"small": small}
    monkeypatch.setattr("pokerlake.engine.warm_up.PARTS", parts)
    monkeypatch.setattr("pokerlake.engine.warm_up._WORTH_A_PROCESS", 1)
    accelerate.prepare("pokerlake.engine.dealing.deck_kernels")
    found = warm_up(processes=2)
    assert found.kernels == 4
    assert found.compiled >= 1
    assert warm_up(processes=2).compiled == 0


def test_a_process_that_breaks(monkeypatch):
    monkeypatch.setattr("pokerlake.engine.warm_up._WORKER", "import sys; sys.exit('no memory')")
    monkeypatch.setattr("pokerlake.engine.warm_up._WORTH_A_PROCESS", 1)
    with pytest.raises(RuntimeError, match=r"that compiles \S+ broke: no memory"):
        warm_up(["deal", "draw"], processes=2)


def test_the_clock_leaves_out_what_is_compiled():
    begun, outside = clock.now(), time.perf_counter()
    with clock.left_out():
        time.sleep(0.05)
    assert clock.now() - begun < time.perf_counter() - outside - 0.049
