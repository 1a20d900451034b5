"""The cache of compiled kernels: where it lies, when it is used, and when it must not be."""

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pokerlake
from pokerlake.engine import accelerate

ENGINE = Path(accelerate.__file__).parent
TESTS = Path(__file__).parent.parent
ROYAL = "[0, 4, 8, 12, 16]"  # five clubs, 2 to 6: class 9

EVALUATE = f"""
import logging
logging.basicConfig(level=logging.INFO, format="%(message)s")
import numpy as np
from pokerlake.engine.accelerate import cache_folder
from pokerlake.engine.hands.evaluate import class_ids
print(class_ids(np.array([{ROYAL}], np.uint8))[0])
print(cache_folder())
"""


def run(program, tmp_path, package=None, **environment):
    """Run a program on a copy of the package with a cache of its own."""
    path = {"PYTHONPATH": str(package)} if package else {}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), **path, **environment},
    )
    value, folder = done.stdout.split()
    return int(value), Path(folder), done.stderr.count("compiling kernel")


@pytest.fixture
def package(tmp_path):
    """A copy of the engine that can be edited, importable as pokerlake."""
    copy = tmp_path / "copy"
    shutil.copytree(ENGINE, copy / "pokerlake" / "engine")
    return copy


linux = pytest.mark.skipif(sys.platform != "linux", reason="XDG_CACHE_HOME is a Linux matter")


@linux
def test_compiled_once_and_a_callee_that_changes_is_followed(tmp_path, package):
    assert run(EVALUATE, tmp_path, package)[::2] == (9, 1)
    value, first_folder, compiled = run(EVALUATE, tmp_path, package)
    assert (value, compiled) == (9, 0)
    assert first_folder.parent == tmp_path / "cache" / "pokerlake" / "kernels"

    # The walk inlines what counts the suits. Of numba's own, a cache sees only the walk's source.
    source = package / "pokerlake" / "engine" / "evaluate_kernels.py"
    text = source.read_text()
    clubs = "clubs >= u8(5)"
    assert clubs in text
    source.write_text(text.replace(clubs, "clubs >= u8(6)"))
    value, folder, compiled = run(EVALUATE, tmp_path, package)
    assert (value, compiled) == (1608, 1)  # five clubs are no flush now: a straight
    assert folder != first_folder


@linux
def test_a_cache_that_cannot_be_written(tmp_path, package):
    (tmp_path / "cache").write_text("a file where the folder should be")
    value, folder, compiled = run(EVALUATE, tmp_path, package)
    assert (value, compiled) == (9, 1)
    assert folder.name.startswith("pokerlake-kernels-")
    assert not folder.exists()  # gone with the process


@linux
def test_cached_code_that_is_cut_short_is_compiled_anew(tmp_path, package):
    _, folder, _ = run(EVALUATE, tmp_path, package)
    files = list(folder.iterdir())
    assert len(files) >= 2
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert run(EVALUATE, tmp_path, package)[::2] == (9, 1)
    assert run(EVALUATE, tmp_path, package)[::2] == (9, 0)


def test_compiling_is_logged(caplog, monkeypatch, tmp_path):
    monkeypatch.setattr(accelerate, "cache_folder", lambda: tmp_path)
    caplog.set_level(logging.INFO, logger="pokerlake.engine.accelerate")

    def never_seen_before(x):
        return x + 1

    add = accelerate.kernel("int64(int64)")(never_seen_before)
    assert add(1) == 2
    assert [record.getMessage() for record in caplog.records] == [
        f"compiling kernel {never_seen_before!r}"
    ]


def test_kernels_stay_in_bounds(tmp_path):
    """The engine's tests once more, with every index of every array checked."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:cov"),
            *("--import-mode=importlib", f"--ignore={__file__}", "--ignore-glob=*/test_ranges*"),
            *("-m", "not large"),
            str(TESTS / "engine"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_package_is_one_folder():
    assert ENGINE.parent in {Path(path) for path in pokerlake.__path__}
