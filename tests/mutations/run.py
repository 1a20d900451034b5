"""Applies the faults of mutations.toml one by one and says which of them the tests find.

``python tests/mutations/run.py [NAME-PART ...]``, with what `make test` installs. Each fault goes
into a copy of the checkout, in which the tests of its part run until one fails; the checkout itself
stays as it is. A fault that no test finds asks for a test. ``--lake`` names a lake with every table
there is: tests then copy tables from it instead of building them, an hour less in all.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PYTEST = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
NOT_COPIED = {".git", ".venv", "lake", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
NO_CACHES = shutil.ignore_patterns("__pycache__")


class Mutation(NamedTuple):
    """A fault: what stands where, what takes its place, and the tests that must find it."""

    name: str
    path: str
    old: str
    new: str
    tests: list[str]


def mutated(text, mutation):
    """The text of a file with the fault in it, which must have a single place there."""
    places = text.count(mutation.old)
    if places != 1:
        raise SystemExit(f"{mutation.path} has {mutation.old!r} {places} times, not once")
    return text.replace(mutation.old, mutation.new)


def found_by(mutation, root, caches, environment):
    """The first test that fails, None if all pass."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "pokerlake")
        copy.mkdir()
        for part in set(root.iterdir()) - {root / name for name in NOT_COPIED}:
            if part.is_dir():
                shutil.copytree(part, copy / part.name, symlinks=True, ignore=NO_CACHES)
            else:
                shutil.copy(part, copy)
        path = copy / mutation.path
        path.write_text(mutated(path.read_text("utf-8"), mutation), "utf-8")
        done = subprocess.run(
            [*PYTEST, f"--basetemp={folder}/tmp", *mutation.tests],
            cwd=copy,
            env={
                **os.environ,
                **environment,
                "CI": "true",  # properties try the same examples every time
                "NO_COLOR": "1",
                "PYTHONPATH": str(copy / ".src"),
                "XDG_CACHE_HOME": str(caches),
            },
            capture_output=True,
            text=True,
            check=False,
        )
    failed = re.search(r"^(?:FAILED|ERROR) (\S+::\S+)", done.stdout, re.MULTILINE)
    if done.returncode == 0:
        return None
    if done.returncode == 1 and failed:
        return failed[1]
    raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="parts of the names of faults; all by default")
    parser.add_argument("--root", type=Path, default=HERE.parents[1], help="the checkout")
    parser.add_argument("--list", type=Path, default=HERE / "mutations.toml")
    parser.add_argument("--lake", type=Path, help="a lake with every table")
    given = parser.parse_args()
    mutations = [
        Mutation(**one) for one in tomllib.loads(given.list.read_text("utf-8"))["mutation"]
    ]
    environment = {"POKERLAKE_TEST_LAKE": str(given.lake.resolve())} if given.lake else {}
    missed = 0
    with tempfile.TemporaryDirectory() as caches:
        print("| fault | in | found by | seconds |\n|---|---|---|---|", flush=True)
        for mutation in mutations:
            if given.names and not any(part in mutation.name for part in given.names):
                continue
            started = time.perf_counter()
            test = found_by(mutation, given.root, caches, environment)
            missed += test is None
            said = f"`{test}`" if test else "**nothing**"
            seconds = time.perf_counter() - started
            print(f"| {mutation.name} | `{mutation.path}` | {said} | {seconds:.0f} |", flush=True)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
