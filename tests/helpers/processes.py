"""Commands in places of their own, and what they leave there when they are stopped."""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from helpers.lakes import share
from pokerlake.pipelines.planning import is_intact
from pokerlake.tables.errors import PokerlakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_manifest

BEFORE_PYTHON_LISTENS = 0.15  # seconds
OURS = re.compile(r"pokerlake/(?!__init__|__main__|lazy)|^error: ", re.MULTILINE)
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@dataclass(frozen=True)
class Place:
    """A folder in which a command works, with folders of its own for what is temporary.

    Its HOME is nobody else's, by which the processes are found that the command has started.
    """

    folder: Path
    lake: Path  # that the command reads, or changes
    cache: Path = CACHE  # with the compiled kernels

    @classmethod
    def make(cls, folder: Path, lake: Path, *, own: bool = False, cold: bool = False) -> "Place":
        """A new place; with ``own``, it has the lake's tables in a lake that may be changed."""
        for name in ("home", "tmp", "work"):
            (folder / name).mkdir(parents=True)
        if own:
            share(lake, folder / "lake")
            lake = folder / "lake"
        return cls(folder, lake, folder / "cache" if cold else CACHE)

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def start(self, *words: str, **options) -> "subprocess.Popen[bytes]":
        """Start the command with a session of its own, as each terminal has one."""
        environment = {
            **os.environ,
            "HOME": os.fspath(self.folder / "home"),
            "TMPDIR": os.fspath(self.folder / "tmp"),
            "XDG_CACHE_HOME": os.fspath(self.cache),
            "POKERLAKE_LAKE": os.fspath(self.lake),
        }
        return subprocess.Popen(
            [sys.executable, "-m", "pokerlake", *words],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
            cwd=self.work,
            env=environment,
            start_new_session=True,
        )

    def processes(self) -> list[int]:
        """The processes that were started here and still run."""
        mark = b"HOME=" + os.fsencode(self.folder / "home")
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in path.read_bytes().split(b"\0"):
                    found.append(int(path.parent.name))
            except OSError:  # it has ended, or is somebody else's
                continue
        return found

    def faults(self, seconds: float = 60.0) -> list[str]:
        """What is left of commands that have ended: processes, temporary and unfinished files.

        Processes that are ended with their parent have so many seconds.
        """
        deadline = time.monotonic() + seconds
        while (running := self.processes()) and time.monotonic() < deadline:
            time.sleep(0.02)
        found = [f"process {pid} still runs: {_words_of(pid)}" for pid in running]
        found += [f"{path.name} is left in TMPDIR" for path in (self.folder / "tmp").iterdir()]
        found += [f"{path.name} is left in the folder" for path in self.work.rglob("*.wip*")]
        return found

    def end(self) -> None:
        """End what still runs here."""
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)


def _words_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[-200:]
    except OSError:
        return "it has just ended"


def python_was_starting(moment: float, err: str) -> bool:
    """Whether what a signal made a process say is of Python itself, before it came to pokerlake.

    That has a traceback for a signal in its first 20 milliseconds; a busy machine takes longer.
    """
    return moment < BEFORE_PYTHON_LISTENS and not OURS.search(err)


def lake_faults(lake: Path) -> list[str]:
    """What is wrong with a lake at rest, as far as its files tell: ``verify`` looks further."""
    try:
        manifest = read_manifest(lake)
        lost = Lake(lake, manifest).opened()[1] if manifest.tables else {}
    except PokerlakeError as error:
        return [str(error)]
    found = [f"{name}: {error}" for name, error in lost.items()]
    found += [f"{name} is damaged" for name in manifest.tables if not is_intact(lake, name)]
    return found


def slowness(seconds: float = 0.05) -> float:
    """How many times as long a process takes now as its time on a core: it waits for one."""
    begun, cpu = time.monotonic(), time.process_time()
    while time.process_time() - cpu < seconds:
        pass
    return max((time.monotonic() - begun) / (time.process_time() - cpu), 1.0)
