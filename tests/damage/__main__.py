"""Damages copies of a lake, one kind at a time, and runs commands on each.

``python -m damage [--lakes 300] [--seed 1] [--given LAKE]``. A command either answers as with the
whole lake, or ends with an error line and exit code 1 or 2, within ten seconds. ``verify`` names
what was damaged. Once ``build`` has ended well, built tables answer as before. Ends with exit code
1 if anything else was found.
"""

import argparse
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from damage import lakes
from damage.kinds import KINDS
from helpers.command_line import with_tests
from pokerlake.tables.definitions.histories import HISTORIES, TOURNAMENTS
from pokerlake.tables.definitions.learning import LEARNING

SECONDS = 60  # that a command may take
FILLED = {table.name for table in (*HISTORIES, TOURNAMENTS, *LEARNING)}
TABLES = [*lakes.BUILT, *sorted(FILLED)]
COUNTED = 'sql "select count(*) as rows, bit_xor(hash(t)) as digest from {} t"'
ANSWERS = [
    "range top 3", "equity AhAs KhKd", "query category_odds",
    'sql "from income_ranks limit 9"', "export change -f csv", 'sql "select 1"',
    'sql "from combo_equities where hero_hole_id = 700 limit 20"', "strength AhKh 2c7dTs",
]  # fmt: skip
VERIFY, BUILD = "verify -f ndjson", f"build {' '.join(lakes.BUILT)}"


class Worker:
    """A process that runs commands, and is made anew where one takes too long or crashes."""

    def __init__(self, whole: Path) -> None:
        self._whole = whole
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "damage.worker", self._whole],
            env=with_tests(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        self._rest = b""

    def run(self, line: str, lake: Path) -> dict:
        """A command on a lake: its code, out and err; or what went wrong, as ``trace``."""
        asked = json.dumps({"line": line, "lake": os.fspath(lake)}) + "\n"
        self._process.stdin.write(asked.encode())
        until = time.monotonic() + SECONDS
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._process.stdout], [], [], until - time.monotonic())
            more = self._process.stdout.read(1 << 20) if ready else b""
            if not more:
                self.close()
                why = f"crashed: {self._process.returncode}" if ready else f"over {SECONDS} s"
                self._start()
                self.run('sql "select 1"', self._whole)  # which imports what is needed
                return {"trace": why}
            self._rest += more
        answer, _, self._rest = self._rest.partition(b"\n")
        return json.loads(answer)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def unlike(found: dict, wanted: dict) -> str:
    """What is wrong with an answer: it is another one, or no error line."""
    if "trace" in found:
        return found["trace"].strip()[-1500:]
    lines = found["err"].strip().splitlines()
    if found["code"] == 0:
        return "" if found["out"] == wanted["out"] else f"another answer: {found['out'][:200]!r}"
    if found["code"] in (1, 2) and lines and lines[-1].startswith("error: "):
        return "" if len(lines) == 1 else f"several lines: {lines[:5]}"
    return f"exit code {found['code']} and {lines[-3:]}"


def is_whole(lake: Path, whole: Path) -> bool:
    """Whether all that the manifest says, and all files of tables, are as they were."""
    if not (lake / "manifest.json").is_file():  # a pipe would be waited for
        return False
    try:
        texts = [json.loads((place / "manifest.json").read_bytes()) for place in (lake, whole)]
        same = [
            (lake / name).is_file() and (lake / name).read_bytes() == (whole / name).read_bytes()
            for name in lakes.files_of(whole)
        ]
    except (OSError, ValueError, RecursionError):
        return False
    return texts[0] == texts[1] and all(same)


class Trial:
    """One damaged lake: what is wrong with what commands say of it."""

    def __init__(self, worker: Worker, whole: Path, answers: dict, lake: Path, kind: str) -> None:
        self.worker, self.whole, self.answers, self.lake = worker, whole, answers, lake
        self.kind = kind
        self.wrong: list[str] = []

    def ask(self, lines: list[str], *, strictly: bool = False) -> None:
        """Commands that answer as with the whole lake, or with an error."""
        for line in lines:
            found = self.worker.run(line, self.lake)
            problem = unlike(found, self.answers[line])
            if not problem and strictly and found["code"]:
                problem = found["err"]
            if problem:
                self.wrong.append(f"{line}: {problem}")

    def show(self) -> None:
        """Commands that say what there is: any text, but no crash."""
        for line in ("doctor", "tables"):
            found = self.worker.run(line, self.lake)
            if "trace" in found or found["code"] not in (0, 1):
                self.wrong.append(f"{line}: {found}")

    def verify(self, *, sound: bool | None, but: frozenset[str] = frozenset()) -> None:
        """Verify says that all is well where it is, and names what is not; None: whichever."""
        found = self.worker.run(VERIFY, self.lake)
        if "trace" in found:
            self.wrong.append(f"verify: {found['trace']}")
            return
        rows = [json.loads(line) for line in found["out"].splitlines()]
        failed = [row for row in rows if not row["ok"] and row["table"] not in but]
        said = failed or found["err"].startswith("error: ")
        if "Traceback" in found["err"] or bool(found["code"]) != bool(
            [row for row in rows if not row["ok"]] or found["err"].startswith("error: ")
        ):
            self.wrong.append(f"verify: code {found['code']}, {found['err'][-300:]}")
        if sound and said:
            self.wrong.append(f"verify of a sound lake: {failed[:3]} {found['err'][-300:]}")
        if sound is False and not said:
            self.wrong.append("verify finds nothing")

    def build(self) -> None:
        """Where a build ends well, the built tables are whole again."""
        found = self.worker.run(BUILD, self.lake)
        if "trace" in found:
            self.wrong.append(f"build: {found['trace'][-1500:]}")
        elif found["code"] == 0:
            self.ask([COUNTED.format(name) for name in lakes.BUILT], strictly=True)
            self.verify(sound=True, but=frozenset(FILLED))
        elif problem := unlike(found, {}):
            self.wrong.append(f"build: {problem}")


def attempt(trial: Trial, chance: random.Random, tables: int) -> None:
    """All commands on one damaged lake."""
    # A name that is there twice, or a mark at the start, is nothing to Python's reader.
    sound = trial.kind != "manifest text" and is_whole(trial.lake, trial.whole)
    # A bit of lake.duckdb that nothing reads may be another, and it does not know of a new link.
    linked = any(path.is_symlink() for path in trial.lake.iterdir())
    either = trial.kind.startswith("database") or (sound and linked)
    trial.verify(sound=None if either else sound)
    if trial.kind.startswith("cell"):
        return
    trial.show()
    trial.ask([COUNTED.format(name) for name in chance.sample(TABLES, tables)])
    trial.ask(ANSWERS if tables == len(TABLES) else chance.sample(ANSWERS, tables))
    trial.build()


def remove(path: Path) -> None:
    """A damaged lake, whatever is in it."""
    shutil.rmtree(path)
    path.with_name(f"{path.name}.link").unlink(missing_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="damage", description=__doc__.splitlines()[0])
    parser.add_argument("--lakes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=len(TABLES), help="asked, of each lake")
    parser.add_argument("--given", type=Path, help="a lake that has the standard tables")
    parser.add_argument("--only", default="", help="kinds of damage that begin so")
    options = parser.parse_args()
    kinds = [kind for kind in KINDS if kind.startswith(options.only)]
    random.Random(options.seed).shuffle(kinds)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        # Always at the same place, since lake.duckdb has whole paths.
        whole, lake = Path(folder, "whole"), Path(folder, "lake")
        lakes.make(lake, options.given)
        lakes.copied(lake, whole)
        worker = Worker(whole)
        lines = [*ANSWERS, *(COUNTED.format(name) for name in TABLES)]
        answers = {line: worker.run(line, lake) for line in lines}
        remove(lake)
        odd = {line: answer for line, answer in answers.items() if answer.get("code") != 0}
        assert not odd, odd
        for number in range(options.lakes):
            chance = random.Random(f"{options.seed} {number}")
            kind = kinds[number % len(kinds)]
            lakes.copied(whole, lake)
            done = KINDS[kind](lake, chance)
            trial = Trial(worker, whole, answers, lake, kind)
            attempt(trial, chance, options.tables)
            for problem in trial.wrong:
                print(f"lake {number}, {done}: {problem}".replace(folder, "..."), flush=True)
            failed += bool(trial.wrong)
            remove(lake)
        worker.close()
    print(f"{options.lakes} damaged lakes, seed {options.seed}: {failed or 'none'} went wrong")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
