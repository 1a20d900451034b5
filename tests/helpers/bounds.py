"""Rooms of the engine under bounds checks, and what the checks have passed already.

``tests/engine/in_bounds.txt`` has for each room with kernels a digest of the sources that its
kernels are made of and of its tests, as they were when the tests of the room passed with every
index checked. A room whose digest is another runs so in `make test`. As a program, `make bounds`,
this runs all rooms so, and writes the digests of those that pass.
"""

import functools
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helpers.kernels import ENGINE, kernels, rooms_with_kernels

TESTS = Path(__file__).parent.parent
RECORD = TESTS / "engine" / "in_bounds.txt"

# LLVM optimises little then. An index that leaves its array does so all the same, and what is
# checked is no user's code anyway: loops with checks never become vectors.
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}

_MADE_FOR_KERNELS = re.compile(r"^@(kernel|inlined|borrowing|declared|vectorized)\b", re.MULTILINE)
# A third of what it takes to read all these modules as Python, in each process of pytest.
_IMPORT = re.compile(r"^ *from (\.+)([\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


def sources(room):
    """The modules of a room, and all that those with kernels or steps import, and so on.

    A module without kernels or steps, such as one of constants, is taken as it is: what it imports
    in its turn is not followed.
    """
    found = set()
    left = set((ENGINE / room).rglob("*.py"))
    while left:
        path = left.pop()
        found.add(path)
        if _MADE_FOR_KERNELS.search(path.read_text("utf-8")):
            left |= _imported(path) - found
    return sorted(found)


@functools.cache
def _imported(path):
    """The files of the engine's modules that a module of the engine imports."""
    found = set()
    for dots, module, names in _IMPORT.findall(path.read_text("utf-8")):
        origin = path.parents[len(dots) - 1].joinpath(*module.split("."))
        named = (origin / f"{name}.py" for name in re.findall(r"\w+", names))
        found |= {origin.with_suffix(".py"), *named}
    return {other for other in found if other.is_file() and ENGINE in other.parents}


def digest(room):
    """A digest of what decides whether the kernels of a room stay in bounds in its tests."""
    said = hashlib.sha256()
    for folder, paths in (
        (ENGINE, sources(room)),
        (TESTS, sorted((TESTS / "engine" / room).rglob("*.py"))),
    ):
        for path in paths:
            name = path.relative_to(folder).as_posix().encode()
            said.update(name + b"\0" + path.read_bytes() + b"\0")
    return said.hexdigest()[:16]


def recorded():
    """The digest of each room that has passed, as the file has them."""
    return dict(line.split() for line in RECORD.read_text("utf-8").splitlines())


def rooms_to_check():
    """The rooms that have not passed as they are now."""
    passed = recorded()
    return [room for room in rooms_with_kernels() if passed.get(room) != digest(room)]


def fault(room):
    """Run the tests of a room with every index checked; they enter each of its kernels.

    Returns what is wrong, nothing if they pass.
    """
    with tempfile.TemporaryDirectory() as folder:
        entered = Path(folder, "entered")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:cov"),
                *("--import-mode=importlib", "-m", "not large", "--rootdir", str(TESTS.parent)),
                *("--confcutdir", str(TESTS), str(TESTS / "engine" / room)),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            env={**os.environ, **CHECKED, "KERNELS_ENTERED": str(entered)},
        )
        if done.returncode:
            return done.stdout[-3000:] + done.stderr[-3000:]
        never = kernels(room) - set(entered.read_text("utf-8").splitlines())
        return f"tests/engine/{room} never enters {', '.join(sorted(never))}" if never else ""


def main():
    """Run all rooms, two at a time, and write the digests of those that pass."""
    passed = {}
    with ThreadPoolExecutor(2) as two:
        rooms = rooms_with_kernels()
        for room, now, wrong in zip(rooms, map(digest, rooms), two.map(fault, rooms), strict=True):
            print(wrong or f"{room} stays in bounds", flush=True)
            if not wrong:
                passed[room] = now
    RECORD.write_text("".join(f"{room} {passed[room]}\n" for room in passed), "utf-8")
    return int(len(passed) < len(rooms))


if __name__ == "__main__":
    sys.exit(main())
