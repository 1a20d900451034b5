"""Ctrl-C at random moments of all commands: each ends at once, with one line and nothing left.

``python -m interrupt.commands [-n COUNT] [-s SEED] [--only NAME ...] LAKE``, in tests/: each of so
many commands is interrupted after a random part of the time that it takes. Some get SIGINT alone,
some with all processes that they started, as a terminal sends it; some twice, and a few SIGTERM or
SIGHUP instead. Prints a line for each, and ends with 1 where anything was wrong. The same seed
makes the same choices, and on the same machine about the same moments.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from given import histories
from helpers.command_line import COMPILING
from helpers.listening import listen_for_ctrl_c
from helpers.processes import Place, lake_faults, python_was_starting, slowness
from helpers.web_server import serving

FOREVER = "range(100000000000) a(x)"
CROSS = "starting_hands a, starting_hands b, range(1000)"
EVALUATED = "class_of([x%52, (x+1)%52, (x+2)%52, (x+3)%52, (x+4)%52])"
SERVER = "http://server"  # of the lake, whose address only a run knows
SECONDS = 1.0  # that ending may take; on a busy machine as many times more as others take
LONGEST = 2.5  # seconds of a command in which it is interrupted
NOTES = (
    "counting ",
    "sampling ",
    "the page is at ",
    "compiling kernels: ",
)  # said before long work
ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


@dataclass(frozen=True)
class Case:
    """A command, and what belongs to it."""

    words: tuple[str, ...]
    own_lake: bool = False  # whether it changes the lake
    again: bool = False  # whether the same command comes to its end afterwards
    cold: bool = False  # whether no kernel is compiled yet
    keeps: float = 0.0  # seconds more, for what is added to the lake before it ends


def sql(statement, *more):
    return Case(("sql", statement, *more))


CASES = {
    "sql": sql(f"select count(*) as n from {FOREVER} where x % 7 = 3"),
    "sql of functions": sql(f"select sum({EVALUATED}) as n from {FOREVER}"),
    "sql of equities": sql(f"select sum(equity(a.hand, b.hand)) as e from {CROSS}"),
    "sql of a cross join": sql("select count(*) as n from classes a, classes b, classes c "
                               "where a.class_id * b.class_id % 7919 = c.class_id"),
    "sql that sorts": sql("select x, random() as r from range(100000000) a(x) order by r"),
    "sql to csv": sql(f"select x, x * 2 as y from {FOREVER}", "-f", "csv"),
    "sql to a table": sql(f"select x, x * 2 as y from {FOREVER}", "--wide"),
    "sql to json": sql(f"select x, {EVALUATED} as c from {FOREVER}", "-f", "json"),
    **{
        f"sql to a file {ending}": sql(f"select x, x * 2 as y from {FOREVER}", "-o", f"o{ending}")
        for ending in (".csv", ".csv.gz", ".ndjson", ".parquet", ".arrow", ".sqlite", ".duckdb",
                       ".npz")
    },
    "sql to a sheet": sql("select x, x * 2 as y from range(1000000) a(x)", "-o", "o.xlsx"),
    "sql of a stranger": sql(f"select count(*) as n from {FOREVER} where x % 7 = 3",
                             "--untrusted"),
    "sql of a stranger, functions": sql(f"select sum({EVALUATED}) as n from {FOREVER}",
                                        "--untrusted"),
    "sql of a file": Case(("sql", "--file", "statements.sql")),
    "query": Case(("query", "category_odds")),
    "query of matchups": Case(("query", "class_of_hand", "-p", "hand=AsKsQsJsTs")),
    "export": Case(("export", "dag_nodes", "-o", "o.csv")),
    "export arrays": Case(("export", "dag_nodes", "-f", "npy", "-o", "o")),
    "export a database": Case(("export", "dag_nodes", "classes", "-o", "o.sqlite")),
    "evaluate": Case(("evaluate", "AsKsQsJsTs")),
    "evaluate a file": Case(("evaluate", "--from", "hands.csv", "-o", "o.csv")),
    "evaluate, compiling": Case(("evaluate", "--from", "hands.csv", "-o", "o.csv"), cold=True),
    "equity, compiling": Case(("equity", "AhAs", "KdKc", "Qh2h", "--exact"), cold=True),
    "equity": Case(("equity", "AhAs", "22+", "random", "KK+,AKs", "--exact")),
    "equity by samples": Case(("equity", "AhAs", "22+", "random", "random", "--mc",
                               "--deals", "10000000000")),
    "strength": Case(("strength", "AhQh", "3h4sJh", "--villain", "15%", "--villain", "random")),
    "compare": Case(("compare", "AsKsQsJsTs", "AsAdAhAc2c")),
    "deal": Case(("deal", "1000000000", "--seed", "1", "-o", "o.csv")),
    "deal to a pipe": Case(("deal", "1000000000", "--seed", "1", "-f", "csv")),
    "draw": Case(("draw", "hand", "7d7c9hKsAc")),
    "draw duel": Case(("draw", "duel", "7d7c9hKsAc", "2d3c4h5sTc")),
    "range": Case(("range", "top", "15")),
    "chart": Case(("chart", "classes", "-o", "o.svg")),
    "chart in png": Case(("chart", "ladder", "-o", "o.png")),
    "tables": Case(("tables",)),
    "doctor": Case(("doctor",)),
    "help": Case(("--help",)),
    "verify": Case(("verify",)),
    "build": Case(("build", "starting_hands", "openings", "--lake", "../lake", "--workers", "2"),
                  again=True),
    "build a little": Case(("build", "classes", "openings", "--lake", "../lake", "--workers", "2"),
                           again=True),
    "build, several parts": Case(("build", "combo_matchups", "--lake", "../lake")),
    "import": Case(("import", "hands.txt", "--workers", "2"), own_lake=True, again=True),
    "import a little": Case(("import", "few.txt"), own_lake=True, again=True),
    "learn": Case(("learn", "akq-check-first", "--games", "1e15"), own_lake=True),
    "learn a little": Case(("learn", "kuhn", "--algorithm", "cfr", "--games", "1000"),
                           own_lake=True, again=True),
    "pushfold": Case(("pushfold", "1:1000:0.01"), own_lake=True, keeps=2.5),
    "pushfold a little": Case(("pushfold", "10"), own_lake=True, again=True),
    "pull": Case(("pull", "dag_nodes", "flops", "--from", SERVER, "--lake", "../lake"), again=True),
    "bubble": Case(("bubble", "--stacks", "8,12,20", "--prizes", "50,30,20")),
    "serve": Case(("serve", "--port", "0", "--workers", "2")),
    "drop": Case(("drop", "classes", "--yes"), own_lake=True),
}  # fmt: skip
QUICK = ["sql to a file .csv", "sql of a stranger", "import a little", "build a little", "pull"]


FILES = {
    "hands.csv": lambda: "cards\n" + "AsKsQsJsTs\n" * 300_000,
    "few.txt": lambda: histories.ALL,
    "hands.txt": lambda: many_hands(4000),
    "statements.sql": lambda: (
        f"create temp table t as select x from range(1000) a(x);\nselect count(*) from t, {FOREVER}"
    ),
}


def fill(work, names):
    """What these commands read, in the folder in which they work."""
    for file in FILES.keys() & {word for name in names for word in CASES[name].words}:
        (work / file).write_text(FILES[file](), "utf-8")


def many_hands(times):
    """The hands of tests/given, again and again under other numbers."""
    number = count(9_000_000_000)
    return "".join(
        re.sub(r"(?<=Hand #)\d+", lambda _: str(next(number)), histories.ALL) for _ in range(times)
    )


def contents(folder):
    return {
        os.fspath(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


class Interrupter:
    """Runs commands in places of a folder, and interrupts them."""

    def __init__(self, folder, lake, given, address, longest, most):
        self._folder, self._lake, self._given, self._address = folder, lake, given, address
        self._longest, self._most = longest, most
        self._number = count()
        self._seconds = {}
        self._codes = {}
        self.slowest = 0.0

    def place(self, case):
        place = Place.make(
            self._folder / f"{next(self._number)}", self._lake, own=case.own_lake, cold=case.cold
        )
        for path in self._given.iterdir():
            os.link(path, place.work / path.name)
        return place

    def start(self, case, place, **options):
        words = (self._address if word == SERVER else word for word in case.words)
        return place.start(*words, **options)

    def seconds(self, name):
        """The time in which a command is interrupted: what it takes, if it ends soon."""
        if name not in self._seconds:
            case = CASES[name]
            place = self.place(case)
            started = time.monotonic()
            process = self.start(case, place, stdout=subprocess.DEVNULL)
            try:
                process.communicate(timeout=self._longest)
                self._codes[name] = process.returncode
            except subprocess.TimeoutExpired:  # it may still end well while it is interrupted
                place.end()
                process.communicate()
                self._codes[name] = 0
            self._seconds[name] = time.monotonic() - started
            shutil.rmtree(place.folder)
        return self._seconds[name]

    def interrupt(self, name, chance):
        """Run a command and interrupt it; what was done, and what was wrong."""
        case = CASES[name]
        moment = chance.random() * self.seconds(name) * 1.02
        to_all, twice = chance.random() < 0.5, chance.random() < 0.3
        number = chance.choices(list(ENDINGS), [10, 1, 1])[0]
        pause = chance.random() * 0.3
        place = self.place(case)
        before = contents(place.work)
        with (place.folder / "stdout").open("wb") as stdout:
            process = self.start(case, place, stdout=stdout)
        with suppress(subprocess.TimeoutExpired):
            process.wait(moment)
        send = os.killpg if to_all else os.kill
        pressed = time.monotonic()
        for _ in range(1 + twice):
            if process.poll() is None:
                send(process.pid, number)
                try:
                    process.wait(pause)
                except subprocess.TimeoutExpired:
                    continue
        try:
            err = process.communicate(timeout=30 + self._most)[1].decode()
            took = time.monotonic() - pressed
        except subprocess.TimeoutExpired:
            place.end()
            err, took = process.communicate()[1].decode(), 30.0 + self._most
        self.slowest = max(self.slowest, took)
        how = f"{name} after {moment:.3f} s, {number.name}"
        how += ", to all" * to_all + f", again after {pause:.3f} s" * twice
        wrong = [*self._said(name, process.returncode, number, err, moment)]
        allowed = self._most + case.keeps + pause * twice
        # An import that names its new files is not broken off: 0.25 seconds of a core, which are
        # more than one second where six want it.
        if took > allowed and took > allowed * (slow := slowness()):
            wrong.append(f"it took {took:.2f} s to end, where others take {slow:.1f} times as long")
        wrong += place.faults()
        wrong += self._changed(case, place, before, process.returncode)
        place.end()
        if case.again and not wrong:
            wrong += self._again(case, place)
        if not wrong:
            shutil.rmtree(place.folder)
        return f"{how}: {process.returncode} in {took:.2f} s", wrong

    def _said(self, name, code, number, err, moment):
        lines = COMPILING.sub("", err).splitlines()
        if code in (1, -number) and python_was_starting(moment, err):
            return  # Python itself was just starting
        if "Traceback" in err or "Fatal Python" in err:
            yield f"a traceback: {err[-2000:]}"
        elif code == ENDINGS[number]:
            how = "interrupted" if number == signal.SIGINT else f"ended by {number.name}"
            stopped = [line for line in lines if line.startswith((how, "stopped after"))]
            notes = [line for line in lines if line.startswith(NOTES)]
            if len(stopped) != 1 or lines != notes + stopped:
                yield f"it says {lines}"
        elif code != self._codes[name]:
            yield f"it ends with {code}, and says {lines}"

    def _changed(self, case, place, before, code):
        after = contents(place.work)
        for name, content in before.items():
            if after.get(name, b"") != content:
                yield f"{name} was changed"
        new = sorted(name for name in after.keys() - before.keys() if "/" not in name)
        if code == 0:
            wanted = [w for w in case.words if w.startswith("o.") or w == "o"]
            if new != wanted:
                yield f"it has ended well, and there are {new}"
        elif new:
            # Whole, and in its place a moment before the signal.
            yield from (f"{name} is empty" for name in new if after[name] == b"")
        if case.own_lake or (place.folder / "lake").exists():
            lake = place.folder / "lake"
            if (lake / "manifest.json").exists():
                yield from lake_faults(lake)

    def _again(self, case, place):
        process = self.start(case, place)
        try:
            err = process.communicate(timeout=120)[1].decode()
        except subprocess.TimeoutExpired:
            place.end()
            err = process.communicate()[1].decode()
        if process.returncode:
            yield f"run again it ends with {process.returncode}: {err}"
        yield from place.faults()
        yield from lake_faults(place.folder / "lake")


def main(lake, number, seed, only=(), folder=None, longest=LONGEST, most=SECONDS):
    """Interrupt so many commands, each case in its turn; the number of those that were wrong."""
    listen_for_ctrl_c()
    chance = random.Random(seed)
    names = list(only or CASES)
    chance.shuffle(names)
    failed = 0
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix="interrupt-") as temporary,
        serving(lake) as site,
    ):
        given = Path(temporary, "given")
        given.mkdir()
        fill(given, names)
        interrupter = Interrupter(Path(temporary), lake, given, site.address, longest, most)
        for turn in range(number):
            done, wrong = interrupter.interrupt(names[turn % len(names)], chance)
            failed += bool(wrong)
            print(f"{turn + 1}: {done}", *(f"  WRONG: {what}" for what in wrong), sep="\n",
                  flush=True)  # fmt: skip
    print(f"{number} interrupts with seed {seed}, {failed} of them wrong; "
          f"the slowest end took {interrupter.slowest:.2f} s")  # fmt: skip
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=60, help="how many")
    parser.add_argument("-s", type=int, default=int(time.time()), help="the seed")
    parser.add_argument("--only", nargs="+", choices=CASES, default=(), metavar="NAME")
    parser.add_argument("lake", type=Path)
    given = parser.parse_args()
    sys.exit(bool(main(given.lake.resolve(), given.n, given.s, given.only)))
