"""Commands that lack something: memory, a disk with room, rights, or a byte of a table.

``python -m damage.shortage [--only memory disk rights bytes] [--steps 8] LAKE``. Each command that
fails has to say why in one line, with exit code 1 or 2 and the reason that is so, within a
minute. A full disk needs root, who may mount one. Prints what was found, and ends with exit code 1
if anything was wrong.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from given import histories
from helpers.command_line import COMPILING
from pokerlake.causes import least_memory
from pokerlake.tables.manifest import read_manifest

SECONDS = 60
PAGE = 4096
SPILLS = (
    'sql "select max(place) from (select row_number() over (order by hash(range)) as place '
    'from range(20000000))"'
)
RANGES = '--oop "22+,A2s+" --ip "22+,A2s+" --pot 10 --stack 30 --iterations 3'
READS = [
    "strength AhKh QhJh2c", "equity AhKh QsQc", "query category_odds", "query hand_ranking",
    'sql "select count(*) from combo_matchups"', "range top 10", "tables", "verify",
    'sql "select category_name(class_of(\'AsKsQsJsTs\')) as name" --untrusted', "doctor",
]  # fmt: skip
COMPUTES = [
    "deal", "evaluate AsKsQsJsTs", "compare AsKsQsJsTs AsAdAhAc2c", "equity random random random",
    "draw hand 7d7c9hKsAc", "bubble --stacks 8,12,20 --prizes 50,30,20",
    f"solve --board QsJh2h {RANGES}", SPILLS,
    'sql "select list(range) from range(60000000)"',
]  # fmt: skip
FILLS = ["learn kuhn", "import {given}/hands.txt", "pushfold 7.25"]
ENDINGS = ("csv", "csv.gz", "ndjson", "parquet", "arrow", "xlsx", "sqlite", "duckdb", "npz")
WRITES = [
    *(f"export dag_nodes -o {{out}}/o.{ending}" for ending in ENDINGS),
    "export dag_nodes -f npy -o {out}/arrays", "chart ladder -o {out}/o.svg",
    "deal 100000 -o {out}/o.csv", "evaluate --from {given}/hands.csv -o {out}/o.csv",
]  # fmt: skip
BUILDS = ["build classes dag_nodes --lake {out}/lake",
          *(f"{line} --lake {{out}}/lake" for line in FILLS[:2])]  # fmt: skip
REASONS = {
    "memory": r"memory is limited to [\d,]+ MB \(ulimit -v\), too little for this; raise it",
    "disk": "no space left on the disk of .*{out}.*; free some and run the command again",
    "rights": "{out}.* cannot be (written|read|used): Permission denied; ",
    "bytes": "other bytes than it was written with: .*'pokerlake (build|pushfold|import|learn) ",
}


class Finding(NamedTuple):
    """How a command ended: the exit code, None where it took too long, and stderr."""

    code: int | None
    err: str


class Sweep:
    """Runs commands in want of something, and lists what is wrong with their ends."""

    def __init__(self, lake: Path, folder: Path) -> None:
        self.lake, self.folder = lake, folder
        self.given = folder / "given"
        self.given.mkdir()
        (self.given / "hands.csv").write_text("cards\n" + "AsKsQsJsTs\n" * 100_000)
        (self.given / "hands.txt").write_text(histories.ALL, "utf-8")
        self.runs = self.failed = 0
        self.wrong: list[str] = []

    def run(self, line: str, *before: str, out: Path | None = None, **options: object) -> Finding:
        """A command behind the words of programs that start it."""
        words = shlex.split(line.format(out=out, given=self.given))
        lake = [] if "--lake" in words else ["--lake", os.fspath(options.pop("lake", self.lake))]
        program = [*before, sys.executable, "-m", "pokerlake", *lake, *words]
        try:
            done = subprocess.run(
                program, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                timeout=SECONDS, **options,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Finding(None, "")
        return Finding(done.returncode, COMPILING.sub("", done.stderr))

    def look(
        self, found: Finding, kind: str, about: str, *, out: object = "", **wanted: bool
    ) -> None:
        """List what is wrong with an end; ``fails``: it has to, or must not."""
        self.runs += 1
        self.failed += found.code != 0
        problem = unlike(found, REASONS[kind].format(out=re.escape(str(out))))
        if not problem and "fails" in wanted and (found.code != 0) != wanted["fails"]:
            problem = f"exit code {found.code}"
        if problem:
            self.wrong.append(f"{kind}, {about}: {problem}")


def unlike(found: Finding, reason: str) -> str:
    """What is wrong with the end of a command that may fail for a reason."""
    if found.code is None:
        return f"over {SECONDS} s"
    if "Traceback" in found.err:
        return found.err[-1500:]
    told = [line for line in found.err.splitlines() if line.startswith("error: ")]
    if found.code == 0:
        return f"all is well, and {told}" if told else ""
    if found.code not in (1, 2) or len(told) != 1:
        return f"exit code {found.code} and {found.err[-500:]!r}"
    return "" if re.search(reason, told[0]) else f"another reason: {told[0]}"


def memory(sweep: Sweep, steps: int) -> None:
    """Limits from 200 MB to 3 GB: below the floor all are refused, above it many end well."""
    least = least_memory() // 1024
    limits = {200_000 + (3_000_000 - 200_000) * at // max(1, steps - 1) for at in range(steps)}
    own = sweep.folder / "filled"
    for limit in sorted(limits | {least - 10, least + 10}):
        shutil.copytree(sweep.lake, own)
        for line in [*READS, *COMPUTES, *FILLS]:
            limited = ["sh", "-c", f'ulimit -v {limit}; exec "$@"', "sh"]
            found = sweep.run(line, *limited, lake=own if line in FILLS else sweep.lake)
            wanted = {"fails": True} if limit < least else {}
            sweep.look(found, "memory", f"{limit} KB, {line}", **wanted)
        shutil.rmtree(own)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of 2 MB with nearly nothing left."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def disk(sweep: Sweep) -> None:
    """A full disk as the place of results, of a lake, and of temporary files."""
    if os.geteuid() != 0:
        print("disk: left out, since only root may mount a small one")
        return
    with small_disk(sweep.folder / "disk") as place:
        for line in [*WRITES, *BUILDS]:
            filler = place / "filler"
            filler.write_bytes(bytes(shutil.disk_usage(place).free - 4 * PAGE))
            found = sweep.run(line, out=place)
            sweep.look(found, "disk", line, out=place, fails=True)
            filler.unlink()
            left = [path for path in place.rglob("o.*") if path.stat().st_size]
            if left:
                sweep.wrong.append(f"disk, {line}: {left} are left")
            for path in place.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        limited = ["sh", "-c", f'ulimit -v {least_memory() // 1024 + 10}; exec "$@"', "sh"]
        for line in [SPILLS, "export dag_nodes -o {given}/o.xlsx"]:
            found = sweep.run(line, *limited, env={**os.environ, "TMPDIR": os.fspath(place)})
            sweep.look(found, "disk", f"temporary files of {line}", out=place, fails=True)


def rights(sweep: Sweep) -> None:
    """Folders that may not be written, tables that may not be read, a cache that is another's."""
    # Root may do all but for these.
    before = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    before = before if os.geteuid() == 0 else []
    closed = sweep.folder / "closed"
    closed.mkdir(0o555)
    for line in [*WRITES, *BUILDS]:
        found = sweep.run(line, *before, out=closed)
        sweep.look(found, "rights", f"folder, {line}", out=closed, fails=True)
    lake = sweep.folder / "lake"
    shutil.copytree(sweep.lake, lake)
    for line in FILLS:
        lake.chmod(0o555)
        sweep.look(
            sweep.run(line, *before, lake=lake), "rights", f"lake, {line}", out=lake, fails=True
        )
    lake.chmod(0o755)
    for name, entry in read_manifest(lake).tables.items():
        path = lake / entry.files[0].name
        path.chmod(0)
        line = f'sql "select count(*) from {name}"'
        sweep.look(sweep.run(line, *before, lake=lake), "rights", line, out=lake, fails=True)
        path.chmod(0o644)
    cache = {**os.environ, "XDG_CACHE_HOME": os.fspath(closed)}
    for line in ("tables", "query category_odds"):
        sweep.look(sweep.run(line, *before, env=cache), "rights", f"cache, {line}", fails=False)
    shutil.rmtree(lake)


def flipped(sweep: Sweep) -> None:
    """A byte of each table is another: whoever reads it is told, and others answer."""
    lake = sweep.folder / "lake"
    shutil.copytree(sweep.lake, lake)
    for name, entry in read_manifest(lake).tables.items():
        path = lake / entry.files[0].name
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        whole = path.read_bytes()
        path.write_bytes(content)
        line = f'sql "select count(*) from {name}"'
        sweep.look(sweep.run(line, lake=lake), "bytes", line, fails=True)
        for asked in READS[:4]:
            sweep.look(sweep.run(asked, lake=lake), "bytes", f"{name}, {asked}")
        path.write_bytes(whole)
    shutil.rmtree(lake)


def main() -> int:
    parser = argparse.ArgumentParser(prog="shortage", description=__doc__.splitlines()[0])
    kinds = ["memory", "disk", "rights", "bytes"]
    parser.add_argument("--only", nargs="+", default=kinds, choices=kinds)
    parser.add_argument("--steps", type=int, default=8, help="limits of memory")
    parser.add_argument("lake", type=Path)
    options = parser.parse_args()
    failed = 0
    for kind in options.only:
        with tempfile.TemporaryDirectory(prefix="shortage-") as folder:
            sweep = Sweep(options.lake.absolute(), Path(folder))
            if kind == "memory":
                memory(sweep, options.steps)
            else:
                {"disk": disk, "rights": rights, "bytes": flipped}[kind](sweep)
        for problem in sweep.wrong:
            print(problem.replace(folder, "..."), flush=True)
        failed += len(sweep.wrong)
        many = len(sweep.wrong) or "none"
        print(
            f"{kind}: {sweep.runs} commands, {sweep.failed} that failed, {many} wrongly", flush=True
        )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
