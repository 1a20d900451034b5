"""What a build reports while it runs: to its listener, to its log, and to ``build --status``.

For the status it writes ``wip/progress_….json`` into the lake every other second: the number of
workers, and the time of the last sign of life. The files of parts say which ones are finished.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, TextIO

import pyarrow as pa

from pokerlake import leaving
from pokerlake.tables.errors import LakeError, OutputError, PokerlakeError, without_secrets
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import read_json
from pokerlake.tables.store import make_folder, write_text
from pokerlake.tables.stores.path import is_remote

from ..lock import WORK_FOLDER
from ..parts import Build, named_parts, read_plan, work_folder
from ..planning import chosen_builds
from .tasks import Event

_NAMES = "progress_*.json"
SECONDS_BETWEEN_BEATS = 2.0
_SECONDS_BEFORE_THE_FIRST = 0.5  # a short build writes none; nor does one without workers
_STOPPED_AFTER = 30.0  # seconds without a sign of life


@dataclass(frozen=True)
class Progress:
    """The progress of a build: ``done`` of ``partitions`` of ``table``, and perhaps a ``note``."""

    table: str
    done: int
    partitions: int
    note: str = ""


Listener = Callable[[Progress], None]


class Made(NamedTuple):
    """A finished part: the name and the size of its file, its worker, and the seconds it took."""

    file: str
    bytes: int
    seconds: float
    worker: str


@dataclass
class Beat:
    """The sign of life that a build writes."""

    run: str  # a name that no other run has
    host: str
    pid: int
    cluster: str | None
    table: str = ""
    workers: int = 0  # threads, here or on the workers of a cluster
    running: int = 0  # parts of the table
    failed: list[int] = field(default_factory=list)  # parts of the table
    beat: float = 0.0  # when this was written, in seconds since 1970
    ended: bool = False

    def is_alive(self) -> bool:
        """Whether the build still runs, as far as this process can tell."""
        if self.ended or time.time() - self.beat > _STOPPED_AFTER:
            return False
        if self.host != socket.gethostname() or os.name == "nt":  # 0 is Ctrl-C on Windows
            return True
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # the process of another user
            return True
        return True


class Account:
    """Reports the progress of a build of tables, for as long as it is entered.

    ``cluster``: as :func:`executor` takes it; ``listener``: called with a :class:`Progress` after
    every part; ``log``: takes the lines of the log.
    """

    def __init__(self, lake: Path, cluster: str | None, listener: Listener, log: Log) -> None:
        run = uuid.uuid4().hex[:12]
        self.path = lake / WORK_FOLDER / _NAMES.replace("*", run)
        self.beat = Beat(run, socket.gethostname(), os.getpid(), cluster)
        self._lake = lake
        self.count_running: Callable[[], tuple[int, int]] = lambda: (0, 0)  # workers, parts
        self._listener = listener
        self._log = log
        self._done = 0
        self._parts = 0
        self._ended = threading.Event()
        self._writer = threading.Thread(target=self._keep_writing, daemon=True)
        self._lock = threading.Lock()
        self._stack = ExitStack()

    # ---------------------------------------------------------------- events

    def begin(self, build: Build, done: int, notes: list[str]) -> None:
        """Begin a table, of which some parts are done."""
        self.beat.table, self.beat.failed = build.table.name, []
        self._done, self._parts = done, build.partitions
        for note in notes:
            self.note(note)
        self._log("begin", table=self.beat.table, parts=self._parts, done=done)
        self._report()

    def part_done(self, number: int, made: Made) -> None:
        """A part is finished."""
        self._done += 1
        self._log("part done", table=self.beat.table, part=number, **made._asdict())
        self._report()

    def part_failed(self, number: int, error: BaseException) -> None:
        """A part has failed for good."""
        self.beat.failed.append(number)
        why = f"{type(error).__name__}: {error}"
        self._log("part failed", table=self.beat.table, part=number, error=why)

    def table_done(self, seconds: float) -> None:
        """A table is in the lake."""
        self._log("table done", table=self.beat.table, seconds=round(seconds, 3))

    def happened(self, event: Event) -> None:
        """Handle an event of the cluster."""
        details = {"worker": event.worker, "why": event.why}
        self._log(event.what, **{name: text for name, text in details.items() if text})
        if event.what != "worker joined":  # there may be a thousand
            self.note(str(event))

    def note(self, text: str) -> None:
        """Report something unusual to people."""
        self._listener(Progress(self.beat.table, self._done, self._parts, text))

    def _report(self) -> None:
        self._listener(Progress(self.beat.table, self._done, self._parts))

    # ---------------------------------------------------------------- the file

    def __enter__(self) -> Account:
        _remove_left(self._lake)
        if not is_remote(self._lake):  # removed at Ctrl-C; a store may not answer soon
            self._stack.enter_context(leaving.unfinished(self.path))
        self._writer.start()
        return self

    def write(self) -> None:
        """Write the status of the build.

        Raises OutputError if the lake cannot be written.
        """
        with self._lock:  # the build writes first; then the writing thread, perhaps at once
            self.beat.workers, self.beat.running = self.count_running()
            self.beat.beat = round(time.time(), 3)
            make_folder(self.path.parent)
            write_text(self.path, without_secrets(json.dumps(asdict(self.beat))) + "\n")

    def _keep_writing(self) -> None:
        wait = _SECONDS_BEFORE_THE_FIRST
        while not self._ended.wait(wait):
            try:
                self.write()
                if self.beat.workers or self.beat.cluster is None:
                    wait = SECONDS_BETWEEN_BEATS
            except (PokerlakeError, OSError) as error:
                self.note(f"where this build is cannot be written for --status: {error}")
                return

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._writer.join()
        self._stack.close()
        if kind is None:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            self.beat.ended, self.count_running = True, lambda: (0, 0)
            # The error that ends the build is the one to report.
            with suppress(PokerlakeError, OSError):
                self.write()


def _remove_left(lake: Path) -> None:
    """Remove what killed builds left behind, complete or half written.

    The lock of a lake on a disk shows that no other build runs there. The number of a process does
    not: the system reuses it.
    """
    if not is_remote(lake):
        for path in (lake / WORK_FOLDER).glob(_NAMES + "*"):
            path.unlink(missing_ok=True)
        return
    for path, beat in read_beats(lake):
        if not beat.is_alive():
            path.unlink(missing_ok=True)


def read_beats(lake: Path) -> list[tuple[Path, Beat]]:
    """The signs of life of builds, and their files.

    Raises LakeError if a file cannot be read.
    """
    beats = []
    for path in sorted((lake / WORK_FOLDER).glob(_NAMES)):
        try:
            said = read_json(path)
            beat = Beat(**{each.name: said[each.name] for each in fields(Beat)})
        except FileNotFoundError:  # its build has just ended
            continue
        except (KeyError, TypeError, ValueError) as error:
            raise LakeError(
                f"{path} is not of a build of pokerlake ({error}); remove it"
            ) from error
        except OSError as error:
            raise LakeError(f"{path} cannot be read: {error.strerror or error}") from error
        beats.append((path, beat))
    return beats


class Log(Protocol):
    """Takes a line: an event and its fields."""

    def __call__(self, event: str, **fields: object) -> None:
        """Write it."""


def no_log(event: str, **fields: object) -> None:
    """A log that discards everything."""


@contextmanager
def open_log(path: Path | None) -> Iterator[Log]:
    """A log that is appended to a file, or written to stderr for ``-``; none without a path.

    Each line has ``time``, in UTC, and ``event``. Raises OutputError if the file cannot be written.
    """
    if path is None:
        yield no_log
    elif str(path) == "-":
        yield _lines(sys.stderr)
    else:
        try:
            file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
        with file:
            yield _lines(file)


def _lines(file: TextIO) -> Log:
    lock = threading.Lock()

    def log(event: str, **fields: object) -> None:
        time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with lock:
            line = json.dumps({"time": time, "event": event, **fields})
            file.write(without_secrets(line) + "\n")
            file.flush()

    return log


@dataclass(frozen=True)
class Status:
    """The status of the build of a table."""

    table: str
    state: str  # built, to build, running, or stopped: begun, and no process continues it
    parts: int
    done: int
    running: int
    failed: int  # in the last run
    workers: int  # threads, here or on the workers of a cluster
    seconds_left: float | None  # for the parts that are left, with this many workers
    core_hours: float  # spent on the finished parts


def status(
    lake: Path, names: Sequence[str] = (), builds: Mapping[str, Build] | None = None
) -> list[Status]:
    """The status of builds, from their files; no file of a part is read.

    ``names``: the tables; if empty, those that are begun; ``builds``: instead of the standard ones
    with the parameters of the lake. Raises UsageError or LakeError.
    """
    built = Lake.open(lake).manifest.tables
    beats = [beat for _, beat in read_beats(lake)]
    statuses = []
    for build in chosen_builds(lake, names, builds):
        plan = read_plan(work_folder(lake, build))
        if plan is None and not names:
            continue
        name = build.table.name
        partitions = build.partitions if plan is None else plan["partitions"]
        finished = {part.number: part.seconds for part in named_parts(lake, build)}
        spent, left = sum(finished.values()), partitions - len(finished)
        state = "stopped" if plan is not None else "built" if name in built else "to build"
        done = partitions if state == "built" else len(finished)
        # In an object store several builds may make a table.
        its = [beat for beat in beats if beat.table == name and plan is not None]
        alive = [beat for beat in its if beat.is_alive()]
        running, workers = (
            sum(getattr(b, count) for b in alive) for count in ("running", "workers")
        )
        failed = len({number for beat in alive or its for number in beat.failed})
        seconds_left = None
        if alive:
            state = "running"
            # Before any part is done, the cost on two cores tells.
            each = spent / len(finished) if finished else 2 * build.cost.seconds / partitions
            seconds_left = round(left * each / workers, 1) if workers else None
        took = (workers, seconds_left, round(spent / 3600, 4))
        statuses.append(Status(name, state, partitions, done, running, failed, *took))
    return statuses


def status_schema() -> pa.Schema:
    """The columns of :class:`Status`, for a table of none too."""
    types = {"str": pa.string(), "int": pa.int64()}
    return pa.schema(
        [(each.name, types.get(str(each.type), pa.float64())) for each in fields(Status)]
    )
