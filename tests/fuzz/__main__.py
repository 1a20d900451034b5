"""``python -m fuzz``: tries inputs of a seed, or replays the input in a file."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from pathlib import Path

from .inputs import Given, Target, to_bytes
from .run import CORPUS, given_in, in_processes, load, replay_command, work, write, written
from .watch import Finding, finding, limits


def main() -> int:
    """Run what the words say; 1 if anything is found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    run = verbs.add_parser("run", help="try inputs, changed at random from real ones")
    run.add_argument("--minutes", type=float, default=5)
    run.add_argument("--seed", default=None, help="any text; one of its own if not given")
    run.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    run.add_argument("--targets", nargs="*", default=[], metavar="NAME", help="or how it begins")
    run.add_argument("--count", type=int, help="inputs of each target, at most")
    run.add_argument("--into", type=Path, default=Path("fuzz-findings"))
    run.add_argument("--job", nargs=2, type=int, help=argparse.SUPPRESS)
    replay = verbs.add_parser("replay", help="run inputs of files again")
    replay.add_argument("files", nargs="*", type=Path, help="the whole corpus if none is given")
    verbs.add_parser("list", help="list the targets")
    given = parser.parse_args()
    load()
    if given.verb == "replay":
        return _replay(given.files or sorted(file for file in CORPUS.glob("*/*")))
    if given.verb == "list":
        for target in load().values():
            print(f"{target.name:24} {target.kind:6} {target.in_ci:6,} inputs in CI")
        return 0
    if given.job:
        return _job(given)
    return _run(given)


def _chosen(names: list[str]) -> list[Target]:
    found = [one for one in load().values() if not names or one.name.startswith(tuple(names))]
    if not found:
        sys.exit(f"no target begins with {' or '.join(names)}; there are: {', '.join(load())}")
    return found


def _run(given: argparse.Namespace) -> int:
    seed = given.seed or secrets.token_hex(4)
    chosen = _chosen(given.targets)
    print(f"seed {seed}, {len(chosen)} targets, {given.jobs} processes, {given.minutes:g} minutes")
    given.into.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()

    def words(job: int, life: int) -> list[str]:
        left = max(0.05, given.minutes - (time.perf_counter() - began) / 60)
        more = ["--count", str(given.count // given.jobs)] if given.count else []
        again = f"{seed}.{life}" if life else seed  # after what ended it, on with another
        return [
            "run", "--minutes", str(left), "--seed", again, "--jobs", str(given.jobs),
            "--into", str(given.into.resolve()), "--job", str(job), str(life), *more,
            "--targets", *(one.name for one in chosen),
        ]  # fmt: skip

    found = in_processes(given.jobs, words, 60 * given.minutes)
    for job in range(given.jobs):
        _ended(given.into / f"current-{job}", given.into)
    print(f"{'findings in ' + str(given.into) if found else 'nothing found'}, seed {seed}")
    return 1 if found else 0


def _job(given: argparse.Namespace) -> int:
    """One process of several: the parent tells from the file ``current`` what ended it."""
    job, life = given.job
    into: Path = given.into
    current = into / f"current-{job}"
    if life:
        _ended(current, into)
    began = time.perf_counter()

    def before(target: Target, what: Given) -> None:
        current.write_bytes(target.name.encode() + b"\n" + to_bytes(target.kind, what))

    def listener(found: Finding) -> None:
        file = written(found, into)
        print(f"FOUND {found}\n  {replay_command(file)}", flush=True)

    tally = work(
        _chosen(given.targets),
        given.seed,
        seconds=60 * given.minutes,
        most=given.count,
        every=(job, given.jobs),
        listener=listener,
        before=before,
    )
    current.unlink(missing_ok=True)
    total, seconds = sum(tally.inputs.values()), time.perf_counter() - began
    lines = [f"process {job}: {total:,} inputs in {seconds:.0f} s, {total / seconds:,.0f} a second"]
    for name, count in sorted(tally.inputs.items()):
        rate = count / max(tally.seconds[name], 1e-9)
        lines.append(f"  {name:24} {count:9,} inputs {rate:9,.0f} a second")
    print("\n".join(lines), flush=True)
    return 1 if tally.findings else 0


def _ended(current: Path, into: Path) -> None:
    """Keep the input that ended the process before this one."""
    if not current.exists():
        return
    name, _, raw = current.read_bytes().partition(b"\n")
    target = load()[name.decode()]
    from .inputs import from_bytes

    file = write(target, from_bytes(target.kind, raw), into, "ended")
    print(f"FOUND {target.name}: the process ended\n  {replay_command(file)}", flush=True)


def _replay(files: list[Path]) -> int:
    """Say what each input leads to; 1 if that is a finding."""
    worst = 0
    for file in [file.resolve() for file in files]:
        target, given = given_in(file)
        with limits():
            found = finding(target, given)
        print(f"{file.parent.name}/{file.name}: {found or 'nothing wrong'}")
        worst = max(worst, found is not None)
        if found is not None and len(files) == 1:
            with limits():
                target.run(given)
    return worst


if __name__ == "__main__":
    sys.exit(main())
