"""Attacks ``pokerlake sql --untrusted`` as a user runs it, and looks at all that comes of it.

Run by ``make attacks``: ``python tests/attacks/run.py LAKE --count 300 --seed 1``. Every attack of
the table that passes the check is run, and so many of the others that they are ``count``, each in a
format by chance. After each the following holds:

- it ends as the table says, within its time, in one line of an error or with an answer;
- no path of this machine is in what it writes, and no character that a terminal would act on;
- the process that was asked took less than 300 MB of memory (its child has a limit of its own);
- no file was made, changed or removed but the one asked for, and no process is left.

Prints what did not hold, and what was used the most. The exit code is 1 if anything did not.
"""

import argparse
import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / ".src")]

from attacks.table import Attack, attacks  # noqa: E402
from pokerlake.queries.connection import connect  # noqa: E402
from pokerlake.queries.untrusted.check import RefusedError, check, names_of  # noqa: E402
from pokerlake.tables.errors import QueryError  # noqa: E402

SECONDS, MEMORY_MB = 3, 512
MOST_MB = 300  # of the process that is asked
MOST_SECONDS = 90  # for the child, and then to write what came in any format
ON_STDOUT = ("table", "md", "csv", "json", "ndjson")
IN_FILES = ("parquet", "arrow", "npz", "xlsx", "sqlite", "duckdb")

PROGRAM = """
import atexit, sys
from pokerlake.cli import app

def tell():
    with open("/proc/self/status") as status:
        peak = next(line for line in status if line.startswith("VmHWM"))
    sys.stderr.write(f"\\n{peak.split()[1]}")

atexit.register(tell)
app()
"""


def main() -> int:
    """Run the attacks; the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("lake", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    passing, refused, unlike = judged(given.lake)
    for attack, message in unlike:
        print(
            f"{attack.kind}, {attack.outcome}: {attack.sql[:200]!r}\n    the check says {message!r}"
        )
    chosen = passing + rng.sample(refused, min(len(refused), max(0, given.count - len(passing))))
    chosen = rng.sample(chosen, min(len(chosen), given.count))
    failures, worst = run(chosen, given.lake, rng)
    failures += len(unlike)
    print(
        f"{len(chosen):,} attacks with seed {given.seed}, {failures} not as they have to be; "
        f"at most {worst['MB']} MB and {worst['ms'] / 1000:.1f} s"
    )
    return failures > 0


def run(chosen: list[Attack], lake: Path, rng: random.Random) -> tuple[int, Counter[str]]:
    """Run attacks, and print what did not hold: how many did not, and what the worst took."""
    worst: Counter[str] = Counter()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="attacks-") as folder:
        home = Path(folder, "a secret home")
        _furnish(home)
        for number, attack in enumerate(chosen, 1):
            form = rng.choice(ON_STDOUT + IN_FILES)
            problems = _run(attack, form, lake.resolve(), home, worst)
            if problems:
                failures += 1
                print(f"{attack.kind}, {attack.outcome}, {form}: {attack.sql[:200]!r}")
                print("".join(f"    {problem}\n" for problem in problems), end="", flush=True)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(chosen)}", end="", file=sys.stderr)
    return failures, worst


def judged(lake: Path) -> tuple[list[Attack], list[Attack], list[tuple[Attack, str]]]:
    """The attacks that pass the check, those that it refuses, and those it should judge otherwise.

    The last have what it said.
    """
    passing, refused, unlike = [], [], []
    with connect(lake) as connection:
        names = names_of(connection)
        for attack in attacks():
            try:
                check(connection, attack.sql, names)
            except QueryError as error:
                outcome = "refused" if isinstance(error, RefusedError) else "wrong"
                refused.append(attack)
                if outcome != attack.outcome or not attack.is_said(str(error)):
                    unlike.append((attack, str(error)))
            else:
                passing.append(attack)
                if attack.outcome == "refused":
                    unlike.append((attack, "nothing"))
    return passing, refused, unlike


def _furnish(home: Path) -> None:
    """A home with files that nobody may touch, which is also the working folder."""
    (home / ".ssh").mkdir(parents=True)
    (home / "tmp").mkdir()
    for name in ("x.csv", "x.parquet", "classes.parquet", "con", ".bashrc", ".ssh/id_rsa"):
        (home / name).write_text("a,b\n1,a secret\n")


def _run(attack: Attack, form: str, lake: Path, home: Path, worst: Counter[str]) -> list[str]:
    (home / "attack.sql").write_text(attack.sql, "utf-8")
    before, lake_before = _state(home), _state(lake)
    words = ["sql", "--untrusted", "--file", "attack.sql", "--lake", str(lake), "--format", form]
    words += ["--seconds", str(SECONDS), "--memory", str(MEMORY_MB)]
    if form in IN_FILES:
        words += ["--output", f"result.{form}"]
    cache = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    environment = {"HOME": str(home), "TMPDIR": str(home / "tmp"), "XDG_CACHE_HOME": cache}
    begin = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=home,
        env={**environment, "PYTHONPATH": str(TESTS.parent / ".src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return [f"no end after {MOST_SECONDS} s"]
    worst["ms"] = max(worst["ms"], int((time.monotonic() - begin) * 1000))
    told, _, peak = err.decode().rpartition("\n")
    worst["MB"] = max(worst["MB"], int(peak) >> 10)
    (home / f"result.{form}").unlink(missing_ok=True)
    problems = _problems_of_text(attack, process.returncode, out.decode(), told, form)
    hidden = [str(home), str(lake), cache, str(TESTS.parent), sys.prefix, str(Path.cwd())]
    problems += [f"shows {path}" for path in hidden if path in out.decode() + told]
    if int(peak) >> 10 >= MOST_MB:
        problems.append(f"{int(peak) >> 10} MB")
    if _state(home) != before:
        problems.append("files of the home are not what they were")
        shutil.rmtree(home)
        _furnish(home)
    if _state(lake) != lake_before:
        problems.append("the lake is not what it was")
    problems += _children_left(process.pid)
    return problems


def _problems_of_text(attack: Attack, code: int, out: str, told: str, form: str) -> list[str]:
    """What is wrong with the exit code and with what was written."""
    problems = []
    lines = told.strip("\n").split("\n")
    failed = code == 1 and len(lines) == 1 and lines[0].startswith("error: ")
    unfit = code == 2 or "in this format" in told  # which not every result fits
    if "Traceback" in told or len(lines) != 1 or not (failed or unfit or code == 0):
        problems.append(f"exit code {code}: {told[-300:]!r}")
    elif attack.outcome == "answers":
        if code and not unfit:
            problems.append(f"no answer, but {told!r}")
    elif not unfit and not (code and attack.is_said(told)):
        problems.append(f"exit code {code}, {told[:300]!r}, not {attack.said}")
    raw = told if form not in ("table", "md") else told + out
    acted_on = {c for c in raw if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")} - {"\n"}
    if acted_on:
        problems.append(f"raw characters {sorted(acted_on)!r}")
    return problems


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of change of every file; those of a lake are too large to be read each time."""
    return {
        str(path): (path.lstat().st_size, 0 if path.is_dir() else path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
    }


def _children_left(session: int) -> list[str]:
    """Processes that the one asked has left; each select has a session of its own."""
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"untrusted.worker" in (folder / "cmdline").read_bytes():
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if parent in ("1", str(session)):
                    left.append(f"process {folder.name} is left")
    return left


if __name__ == "__main__":
    sys.exit(main())
