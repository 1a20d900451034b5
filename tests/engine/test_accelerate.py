"""The cache of compiled kernels: where it lies, when it is used, and when it must not be."""

import logging
import os
import random
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import pokerlake
from helpers import bounds
from helpers.kernels import rooms_with_kernels
from pokerlake.engine import accelerate, clock, kernel_cache

ENGINE = Path(accelerate.__file__).parent

# A kernel of its own, which is compiled in no time, and the step that it inlines.
KERNEL = """
from pokerlake.engine.accelerate import kernel
from pokerlake.engine.doubled import doubled

@kernel
def quadrupled(x: int) -> int:
    return doubled(doubled(x))
"""
STEP = """
from pokerlake.engine.accelerate import inlined

@inlined
def doubled(x):
    return 2 * x
"""
PROGRAM = """
import logging
logging.basicConfig(level=logging.INFO, format="%(message)s")
from pokerlake.engine.kernel_cache import cache_folder
from pokerlake.engine.quadrupled_kernels import quadrupled
print(quadrupled(3))
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
    return int(value), Path(folder), done.stderr.count("compiling kernel <")


@pytest.fixture
def package(tmp_path):
    """A copy of the engine that can be edited, importable as pokerlake."""
    engine = tmp_path / "copy" / "pokerlake" / "engine"
    shutil.copytree(ENGINE, engine)
    for module in ENGINE.parent.glob("[a-z]*.py"):
        shutil.copy(module, engine.parent)
    (engine.parent / "__init__.py").touch()  # a package of the same name is found before a folder
    (engine / "quadrupled_kernels.py").write_text(KERNEL)
    (engine / "doubled.py").write_text(STEP)
    return tmp_path / "copy"


linux = pytest.mark.skipif(sys.platform != "linux", reason="XDG_CACHE_HOME is a Linux matter")


@linux
def test_compiled_once_and_a_callee_that_changes_is_followed(tmp_path, package):
    assert run(PROGRAM, tmp_path, package)[::2] == (12, 1)
    value, first_folder, compiled = run(PROGRAM, tmp_path, package)
    assert (value, compiled) == (12, 0)
    assert first_folder.parent == tmp_path / "cache" / "pokerlake" / "kernels"

    # Of numba's own, a cache sees only the source of the kernel, which is as it was. Python knows a
    # source again by its length and the second in which it was written: the length is another.
    source = package / "pokerlake" / "engine" / "doubled.py"
    source.write_text(STEP.replace("2 * x", "10 * x // 2"))
    value, folder, compiled = run(PROGRAM, tmp_path, package)
    assert (value, compiled) == (75, 1)
    assert folder != first_folder


@pytest.mark.whole
@linux
def test_a_cache_that_cannot_be_written(tmp_path, package):
    (tmp_path / "cache").write_text("a file where the folder should be")
    value, folder, compiled = run(PROGRAM, tmp_path, package)
    assert (value, compiled) == (12, 1)
    assert folder.name.startswith("pokerlake-kernels-")
    assert not folder.exists()  # gone with the process


@pytest.mark.whole
@linux
def test_cached_code_that_is_cut_short_is_compiled_anew(tmp_path, package):
    _, folder, _ = run(PROGRAM, tmp_path, package)
    files = list(folder.iterdir())
    assert len(files) >= 2
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert run(PROGRAM, tmp_path, package)[::2] == (12, 1)
    assert run(PROGRAM, tmp_path, package)[::2] == (12, 0)


def test_no_changed_bit_of_a_kernel_is_loaded(tmp_path, monkeypatch):
    def tripled(x: int) -> int:
        return 3 * x

    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)
    assert accelerate.kernel(tripled)(2) == 6
    files = accelerate.kernel(tripled).dispatcher._cache._cache_file
    [index], [code] = tmp_path.glob("*.nbi"), tmp_path.glob("*.nbc")
    chance = random.Random(17)
    for path, load in ((index, files._load_index), (code, lambda: files._load_data(code.name))):
        whole = path.read_bytes()
        load()
        for place in [*range(40), *chance.sample(range(len(whole)), 200)]:
            changed = bytearray(whole)
            changed[place] ^= 1 << chance.randrange(8)
            path.write_bytes(changed)
            with pytest.raises(EOFError, match="is cut short or changed"):
                load()
        assert accelerate.kernel(tripled)(3) == 9  # compiled, and written anew
        assert load()


def test_compiling_is_logged(caplog, monkeypatch, tmp_path):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)
    caplog.set_level(logging.INFO, logger="pokerlake.engine.kernel_cache")

    def never_seen_before(x: int) -> int:
        return x + 1

    add = accelerate.kernel(never_seen_before)
    assert not caplog.records  # not before it is called
    assert add(1) == 2
    assert add(2) == 3
    assert [record.getMessage() for record in caplog.records if record.levelname == "INFO"] == [
        f"compiling kernel {never_seen_before!r}"
    ]


NOTICE = """
from pokerlake.engine.accelerate import kernel
from pokerlake.engine.quadrupled_kernels import quadrupled

@kernel
def squared(x: int) -> int:
    return x * x

print(quadrupled(squared(2)))
"""


@pytest.mark.whole
@linux
def test_compiling_is_told_once_on_stderr(tmp_path, package):
    def told():
        environment = {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        program = tmp_path / "program.py"
        program.write_text(NOTICE)
        done = subprocess.run(
            [sys.executable, str(program)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **environment},
        )
        assert done.stdout == "16\n"
        return done.stderr

    line = told()
    assert line.startswith("compiling kernels for this machine, once: up to half a minute")
    assert line.endswith("\n")
    assert line.count("\n") == 1
    assert str(tmp_path / "cache" / "pokerlake" / "kernels") in line
    assert told() == ""


def test_threads_compile_a_kernel_once(monkeypatch, tmp_path):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)

    def slow_to_compile(x: int) -> int:
        return x + 2

    add = accelerate.kernel(slow_to_compile)
    before = kernel_cache.compiled_so_far()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(add, range(8))) == list(range(2, 10))
    assert kernel_cache.compiled_so_far() == before + 1
    with pytest.raises(TypeError, match="No matching definition"):
        add("2")


def test_what_compiling_takes_is_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)

    def taken(x: int) -> int:
        return x + 3

    add = accelerate.kernel(taken)
    begun, by_the_wall = clock.now(), time.perf_counter()
    add(1)
    by_the_wall = time.perf_counter() - by_the_wall
    assert clock.now() - begun < by_the_wall / 2


@pytest.mark.parametrize("room", rooms_with_kernels())
def test_kernels_stay_in_bounds(room):
    """A room whose sources and tests are not those that `make bounds` saw pass is checked here.

    Where this runs its tests, they do not run without: see ``pytest_collection_modifyitems``.
    """
    if bounds.recorded().get(room) != bounds.digest(room):
        assert bounds.fault(room) == ""


def test_the_record_of_bounds_follows_what_kernels_call():
    names = {path.relative_to(bounds.ENGINE).as_posix() for path in bounds.sources("orders")}
    assert {"orders/evaluate_kernels.py", "hands/evaluate_kernels.py"} <= names
    assert "accelerate.py" in names
    assert not {"threads.py", "hands/evaluate.py", "omaha/evaluate_kernels.py"} & names


def test_the_package_is_one_folder():
    assert ENGINE.parent in {Path(path) for path in pokerlake.__path__}
