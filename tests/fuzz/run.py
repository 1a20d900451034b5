"""The loop: inputs made from a seed, one after the other, in as many processes as there are cores."""

from __future__ import annotations

import hashlib
import importlib
import os
import pkgutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from . import targets as _targets
from .inputs import TARGETS, Given, Target, from_bytes, minimised, to_bytes
from .watch import Finding, fails_as, finding, limits

CORPUS = Path(__file__).with_name("corpus")
_LOT = 1.0  # seconds between two choices of a target


def load() -> dict[str, Target]:
    """All targets, by name."""
    for module in pkgutil.iter_modules(_targets.__path__):
        importlib.import_module(f"{_targets.__name__}.{module.name}")
    return TARGETS


def made(target: Target, seed: str, number: int) -> Given:
    """The input of this number: the same for the same seed, whatever else runs."""
    return target.change(Random(f"{seed}/{target.name}/{number}"), target.seeds())


def given_in(file: Path) -> tuple[Target, Given]:
    """The target and the input of a file; its folder is called as the target is."""
    target = load()[file.parent.name]
    return target, from_bytes(target.kind, file.read_bytes())


@dataclass
class Tally:
    """What was tried, for how long, and what was found, by target."""

    seconds: dict[str, float] = field(default_factory=dict)
    inputs: dict[str, int] = field(default_factory=dict)
    findings: dict[tuple[str, str, str], Finding] = field(default_factory=dict)

    def add(self, target: Target, count: int, seconds: float) -> None:
        """Enter a lot."""
        self.inputs[target.name] = self.inputs.get(target.name, 0) + count
        self.seconds[target.name] = self.seconds.get(target.name, 0.0) + seconds


def lots(
    chosen: Sequence[Target], seconds: float, most: int | None, tally: Tally
) -> Iterator[tuple[Target, float]]:
    """Targets in turn, so that each gets its share of the time; and until when it has its turn."""
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        left = [one for one in chosen if most is None or tally.inputs.get(one.name, 0) < most]
        if not left:
            return
        one = min(left, key=lambda target: tally.seconds.get(target.name, 0.0) / target.share)
        yield one, min(end, now + _LOT)


def work(
    chosen: Sequence[Target],
    seed: str,
    *,
    seconds: float,
    most: int | None,
    every: tuple[int, int],
    listener: Callable[[Finding], None],
    before: Callable[[Target, Given], None],
) -> Tally:
    """Try inputs ``first``, ``first + step``, ... of each target; ``every`` is both numbers."""
    tally = Tally()
    first, step = every
    numbers = {target.name: first for target in chosen}
    with limits():
        for target, until in lots(chosen, seconds, most, tally):
            began, count = time.perf_counter(), 0
            while time.perf_counter() < until and not (
                most is not None and tally.inputs.get(target.name, 0) + count >= most
            ):
                given = made(target, seed, numbers[target.name])
                numbers[target.name] += step
                before(target, given)
                found = finding(target, given)
                count += 1
                if found is not None and found.signature not in tally.findings:
                    tally.findings[found.signature] = found
                    listener(found)
            tally.add(target, count, time.perf_counter() - began)
    return tally


def written(found: Finding, folder: Path) -> Path:
    """Minimise the input of a finding and write it to a file."""
    target = TARGETS[found.target]
    given = found.given
    if found.kind not in ("LateError", "memory"):
        given = minimised(given, fails_as(target, found))
    return write(target, given, folder, found.kind)


def write(target: Target, given: Given, folder: Path, kind: str) -> Path:
    """An input as a file in a folder of its target's name."""
    raw = to_bytes(target.kind, given)
    name = f"{kind}-{hashlib.sha256(raw).hexdigest()[:8]}{target.ending}"
    file = folder / target.name / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(raw)
    return file


def replay_command(file: Path) -> str:
    """What runs one input again."""
    return f"PYTHONPATH=tests python -m fuzz replay {os.path.relpath(file)}"


def in_processes(jobs: int, words: Callable[[int, int], Sequence[str]], seconds: float) -> int:
    """Start ``python -m fuzz`` as often as asked, and again where one dies; how many died."""
    end = time.perf_counter() + seconds
    died = 0
    lives = [0] * jobs

    def start(number: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "fuzz", *words(number, lives[number])]
        return subprocess.Popen(command)

    running = {number: start(number) for number in range(jobs)}
    while running:
        for number, process in list(running.items()):
            if process.poll() is None:
                continue
            del running[number]
            if process.returncode not in (0, 1):  # it was ended, or ended itself
                died += 1
                lives[number] += 1
                if time.perf_counter() < end:
                    running[number] = start(number)
            else:
                died += process.returncode
        time.sleep(0.2)
    return died
