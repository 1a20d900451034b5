"""An hour on one lake: builds, imports, learners, drops, exports, queries, and kills at random.

``python -m soak.run [--minutes MINUTES] [--steps STEPS] [--seed SEED] [--folder FOLDER]``, in
tests/. A step is one to three commands at the same time, of which some are killed with SIGKILL or
interrupted with SIGINT. After each, nothing of them may be left, and the lake is verified. Beside
that a program reads the lake all the time: its memory and its open files have to stay what they
are. One line for each step is printed, and written to FOLDER/soak.log; the exit code is 1 if
anything was wrong, and the folder is kept then.
"""

import argparse
import json
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
from itertools import count
from pathlib import Path
from statistics import median

from given import histories
from helpers.command_line import COMPILING
from helpers.listening import listen_for_ctrl_c
from helpers.processes import Place, lake_faults, python_was_starting
from pokerlake.tables.manifest import read_manifest

HISTORIES = Path(__file__).parents[3] / "shared" / "data" / "hand-histories"
BUILT = ["classes", "dag_nodes", "starting_hands", "matchups", "openings", "change"]
LONGEST = 240.0  # seconds of a command
PLAYED = ["hands", "seats", "actions", "showdowns"]
# What is no fault, where several change the lake at once, or a table is not there.
EXPECTED = re.compile(
    "another command|is not in |took more than|is gone|no lake|there is no table|"
    "cut short or changed|has no tables|no build brings|nothing to|in the lake|No such file|"
    "belongs together with|is damaged|No files found"
)
GROWTH = 1.1  # of memory, from the first half of a long soak to its end
SPARE_MB = 40.0


def histories_of():
    """Files with hands: those beside the checkout, or else some of the tests' own."""
    found = sorted(HISTORIES.glob("*.txt")) if HISTORIES.is_dir() else []
    return [path.read_text("utf-8") for path in found] or [histories.ALL]


class Soak:
    """The lake, the place of each command, and what was found."""

    def __init__(self, folder, chance, say):
        self.folder, self.chance, self._say = folder, chance, say
        self.lake = folder / "lake"
        self.findings = []
        self.killed = self.interrupted = self.commands = 0
        self.left_by_kills = 0
        self._texts = histories_of()
        self._number = count()
        self._seen = []
        for path in ("readers", "steps"):
            (folder / path).mkdir()
        self._reader = None

    # ------------------------------------------------------------ commands

    def words(self, place):
        """A command by chance."""
        some = self.chance
        hands = some.choice(self._texts)
        (place.work / "hands.txt").write_text(hands, "utf-8")
        out = some.choice(["o.csv", "o.parquet", "o.xlsx", "o.sqlite", "o.duckdb", "o.json.gz"])
        table = some.choice([*BUILT, "hands", "seats"])
        statement = some.choice(
            [
                "select count(*) as n from classes a, classes b where a.class_id < b.class_id",
                "select sum(equity(a.hand, b.hand)) as e from starting_hands a, starting_hands b",
                "select count(*) as n from hands join seats using (hand_id)",
                "select sum(class_of([x%52,(x+1)%52,(x+2)%52,(x+3)%52,(x+4)%52])) as c "
                "from range(3000000) a(x)",
            ]
        )
        return some.choice(
            [
                ["build", *some.sample(BUILT, 2), "--workers", "2"],
                ["build", *BUILT],
                ["import", "hands.txt", "--workers", some.choice("12")],
                ["import", "hands.txt"],
                ["import", "hands.txt", *["--replace"] * (some.random() < 0.3)],
                ["learn", "akq", "--algorithm", "mccfr", "--games", "200000",
                 "--seed", str(some.randrange(20))],
                ["learn", "kuhn", "--algorithm", "cfr", "--games", str(some.randrange(1, 30))],
                ["drop", some.choice(BUILT), "--yes"],
                ["drop", *PLAYED, "--yes"],
                ["export", table, "-o", out],
                ["export", "--sql", statement, "-o", out],
                ["sql", statement],
                ["sql", statement, "--untrusted", "--seconds", "20"],
                ["sql", "select count(*) from range(100000000000) a(x) where x%7=3",
                 "--untrusted", "--seconds", "1"],
                ["query", "category_odds"],
                ["equity", "AhAs", "KdKc", "22+", "--deals", "2000000", "--mc"],
                ["deal", "300000", "-o", out],
                ["chart", "classes", "-o", "o.svg"],
                ["verify"],
                ["tables"],
                ["strategy", "list"],
            ]
        )  # fmt: skip

    def step(self, number):
        """Run some commands at once, stop some of them, and look at what is there then."""
        begun = time.monotonic()
        running = []
        for _ in range(self.chance.choice([1, 1, 2, 3])):
            place = Place.make(self.folder / "steps" / f"{next(self._number)}", self.lake)
            words = self.words(place)
            how = self.chance.choices(["ends", "SIGKILL", "SIGINT"], [5, 2, 3])[0]
            moment = self.chance.random() ** 2 * 2.5
            running.append((place, words, how, moment, place.start(*words)))
        self._ask_reader()
        told = [self._end(number, *one) for one in running]
        self._read_reader(number)
        wrong = lake_faults(self.lake) if (self.lake / "manifest.json").exists() else []
        self._find(number, "the lake", wrong)
        checks = self._verify(number)
        for place, *_ in running:
            shutil.rmtree(place.folder)
        mb = f"{self._seen[-1]['mb']:.0f} MB, {self._seen[-1]['files']} files" if self._seen else ""
        self._say(
            f"{number}: {'; '.join(told)}; {checks} checks; reader {mb}; "
            f"{time.monotonic() - begun:.1f} s"
        )

    def _end(self, number, place, words, how, moment, process):
        """Wait for the end of a command, or bring it about; what to say of it."""
        self.commands += 1
        pressed = None
        if how != "ends":
            with suppress(subprocess.TimeoutExpired):
                process.wait(moment)
            if process.poll() is None:
                pressed = time.monotonic()
                os.killpg(process.pid, getattr(signal, how))
                self.killed += how == "SIGKILL"
                self.interrupted += how == "SIGINT"
        try:
            _, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            place.end()
            _, err = process.communicate()
            self._find(number, words, [f"it runs for {LONGEST} seconds"])
        took = time.monotonic() - pressed if pressed else 0.0
        said = COMPILING.sub("", err.decode(errors="replace")).strip()
        code, wrong = process.returncode, []
        starting = how == "SIGINT" and python_was_starting(moment, said)
        if code in (1, -signal.SIGINT) and starting:
            said = ""
        elif "Traceback" in said or "Fatal Python" in said or "nanobind" in said:
            wrong.append(f"a traceback: {said[-1500:]}")
        elif code in (1, 2) or (code and pressed is None):
            if code not in (1, 2) or not (words[0] == "verify" or EXPECTED.search(said)):
                wrong.append(f"it ends with {code}, and says: {said[-300:]}")
        elif how == "SIGINT" and code not in (0, 130, -signal.SIGINT):
            wrong.append(f"interrupted, it ends with {code}, and says: {said[-300:]}")
        if how == "SIGINT" and took > 3:
            wrong.append(f"interrupted, it took {took:.1f} s to end")
        left = place.faults(3.0)
        if how == "SIGKILL" and pressed:  # nobody could tidy up
            self.left_by_kills += sum("TMPDIR" in what for what in left)
            left = [what for what in left if what.startswith("process")]
        self._find(number, words, wrong + left)
        place.end()
        stopped = f" {how} after {moment:.2f} s" if pressed else ""
        return f"{' '.join(words[:2])}{stopped}: {code}"

    def _verify(self, number):
        """Verify the lake in full, by a command of its own; how many checks there were."""
        if not (self.lake / "manifest.json").exists() or not read_manifest(self.lake).tables:
            return 0
        place = Place.make(self.folder / "steps" / f"{next(self._number)}", self.lake)
        process = place.start("verify", "-f", "csv")
        out, err = process.communicate(timeout=LONGEST)
        wrong = place.faults()
        if process.returncode:
            failed = [line for line in out.decode().splitlines() if line.endswith("false")]
            wrong += [f"verify fails: {failed} {err.decode()}"]
        self._find(number, "verify", wrong)
        shutil.rmtree(place.folder)
        return len(out.splitlines()) - 1

    def settle(self, number):
        """Build once more, undisturbed: then nothing is in the lake that the manifest lacks."""
        place = Place.make(self.folder / "steps" / f"{next(self._number)}", self.lake)
        wrong = []
        (place.work / "few.txt").write_text(histories.ALL, "utf-8")
        for words in (["build", *BUILT], ["import", "few.txt"],
                      ["learn", "kuhn", "--algorithm", "cfr", "--games", "1"]):  # fmt: skip
            process = place.start(*words)
            err = process.communicate(timeout=LONGEST)[1].decode()
            if process.returncode:
                wrong.append(f"{words} ends with {process.returncode}: {err[-1500:]}")
        wrong += [*place.faults(), *lake_faults(self.lake)]
        entries = read_manifest(self.lake).tables.values()
        named = {file.name for entry in entries for file in entry.files}
        known = {".build.lock", "lake.duckdb", "manifest.json", "wip"}
        there = {path.name for path in self.lake.iterdir()}
        wrong += [f"{name} is in the lake, and nobody's" for name in sorted(there - named - known)]
        work = self.lake / "wip"  # runs that were stopped, and may go on
        wrong += [
            f"wip/{path.name} is left"
            for path in (sorted(work.iterdir()) if work.exists() else ())
            if not path.name.startswith("learning_")
        ]
        self._find(number, "settle", wrong)
        shutil.rmtree(place.folder)

    # ------------------------------------------------------------ the reader

    def start_reader(self):
        self._reader = subprocess.Popen(
            [sys.executable, "-m", "soak.reader", self.lake],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(self.folder / "readers")},
        )

    def _ask_reader(self):
        with suppress(BrokenPipeError):
            self._reader.stdin.write("again\n")
            self._reader.stdin.flush()

    def _read_reader(self, number):
        line = self._reader.stdout.readline()
        if not line:
            self._find(number, "reader", [f"it has ended with {self._reader.wait()}"])
            self.start_reader()
            return
        self._seen.append(json.loads(line))
        self._find(number, "reader", self._seen[-1]["wrong"])

    def end_reader(self, number):
        self._reader.stdin.close()
        self._reader.stdout.close()
        code = self._reader.wait(timeout=60)
        wrong = [f"it ends with {code}"] if code else []
        wrong += [f"{path.name} is left in TMPDIR" for path in (self.folder / "readers").iterdir()]
        seen = self._seen
        if len(seen) >= 40:  # before, what it uses is still being loaded
            early, late = seen[len(seen) // 4 : len(seen) // 2], seen[-len(seen) // 4 :]
            for what, spare in (("mb", SPARE_MB), ("files", 0), ("threads", 2)):
                before, after = (median(one[what] for one in part) for part in (early, late))
                if after > before * (GROWTH if what == "mb" else 1) + spare:
                    wrong.append(f"{what} grew from {before:.0f} to {after:.0f}")
        self._find(number, "reader", wrong)

    def reader_figures(self):
        """What the reader had in the second quarter of the time, and in the last."""
        seen = self._seen
        early, late = seen[len(seen) // 4 : len(seen) // 2 + 1], seen[-len(seen) // 4 :]
        return ", ".join(
            f"{word} {median(one[what] for one in early):.0f} to "
            f"{median(one[what] for one in late):.0f}"
            for what, word in (("mb", "MB"), ("files", "files"), ("threads", "threads"))
        )

    def _find(self, number, words, wrong):
        for what in wrong:
            self.findings.append(f"step {number}, {words}: {what}")
            self._say(f"  WRONG: step {number}, {words}: {what}")


def main(folder, *, seed, minutes=None, steps=None, settle_every=10):
    """Soak for so many minutes, or steps; the findings."""
    listen_for_ctrl_c()
    log = (folder / "soak.log").open("w", buffering=1)

    def say(line):
        log.write(f"{line}\n")
        print(line, flush=True)

    deadline = time.monotonic() + 60 * (minutes or 1e6)
    soak = Soak(folder, random.Random(seed), say)
    soak.settle(0)  # a lake to begin with
    soak.start_reader()
    done = 0
    while time.monotonic() < deadline and done != steps:
        done += 1
        soak.step(done)
        if done % settle_every == 0:
            soak.settle(done)
    soak.settle(done)
    soak.end_reader(done)
    say(
        f"{done} steps with seed {seed}: {soak.commands} commands, {soak.killed} killed and "
        f"{soak.interrupted} interrupted; reader: {soak.reader_figures()}; "
        f"{soak.left_by_kills} temporary files of killed commands; {len(soak.findings)} findings"
    )
    for finding in soak.findings:
        say(finding)
    if soak.findings:
        say(f"again: python -m soak.run --seed {seed} --steps {done}; all is in {folder}")
    log.close()
    return soak.findings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.minutes is None and given.steps is None:
        parser.error("give --minutes or --steps")
    where = given.folder or Path(tempfile.mkdtemp(prefix="soak-"))
    where.mkdir(exist_ok=True)
    found = main(where, seed=given.seed, minutes=given.minutes, steps=given.steps)
    if not found and given.folder is None:
        shutil.rmtree(where)
    sys.exit(bool(found))
