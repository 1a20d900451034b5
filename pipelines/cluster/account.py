"""What a build tells while it runs: to its listener, to its log, and to ``build --status``.

For the last it writes ``wip/progress_….json`` into the lake every other second: who computes, and
when it was known that somebody does. Which parts are finished their files tell.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from pokerlake import leaving
from pokerlake.tables.errors import LakeError, PokerlakeError, without_secrets
from pokerlake.tables.manifest import read_json
from pokerlake.tables.store import make_folder, write_text
from pokerlake.tables.stores import is_remote

from ..build import Build
from ..lock import WORK_FOLDER
from .log import Log
from .tasks import Event

_NAMES = "progress_*.json"
SECONDS_BETWEEN_BEATS = 2.0
_SECONDS_BEFORE_THE_FIRST = 0.5  # of which a short build has none; and where no worker is there
_STOPPED_AFTER = 30.0  # seconds without a word


@dataclass(frozen=True)
class Progress:
    """Where a build is: ``done`` of ``partitions`` of ``table``; a ``note`` if something is odd."""

    table: str
    done: int
    partitions: int
    note: str = ""


Listener = Callable[[Progress], None]


class Made(NamedTuple):
    """A part that is finished: the name and the bytes of its file, and who made it in how long."""

    file: str
    bytes: int
    seconds: float
    worker: str


@dataclass
class Beat:
    """What a build says of itself."""

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
        """Whether the build still runs, as far as that can be known from here."""
        if self.ended or time.time() - self.beat > _STOPPED_AFTER:
            return False
        if self.host != socket.gethostname() or os.name == "nt":  # where 0 is no signal for a look
            return True
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # somebody else's
            return True
        return True


class Account:
    """Tells where a build of tables is, for as long as it is entered.

    Parameters
    ----------
    lake : Path
    cluster : str or None
        As :func:`executor` takes it.
    listener : callable
        Is called with a :class:`Progress` after every part.
    log : callable
        Takes the lines of the log.
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

    # ---------------------------------------------------------------- what happens

    def begin(self, build: Build, done: int, notes: list[str]) -> None:
        """Begin a table, of which some parts are done."""
        self.beat.table, self.beat.failed = build.table.name, []
        self._done, self._parts = done, build.partitions
        for note in notes:
            self.note(note)
        self._log("begin", table=self.beat.table, parts=self._parts, done=done)
        self._told()

    def part_done(self, number: int, made: Made) -> None:
        """A part is finished."""
        self._done += 1
        self._log("part done", table=self.beat.table, part=number, **made._asdict())
        self._told()

    def part_failed(self, number: int, error: BaseException) -> None:
        """A part has failed for good."""
        self.beat.failed.append(number)
        why = f"{type(error).__name__}: {error}"
        self._log("part failed", table=self.beat.table, part=number, error=why)

    def table_done(self, seconds: float) -> None:
        """A table is in the lake."""
        self._log("table done", table=self.beat.table, seconds=round(seconds, 3))

    def happened(self, event: Event) -> None:
        """Something happened in the cluster."""
        given = {"worker": event.worker, "why": event.why}
        self._log(event.what, **{name: text for name, text in given.items() if text})
        if event.what != "worker joined":  # of a thousand
            self.note(str(event))

    def note(self, text: str) -> None:
        """Something is to be told to people."""
        self._listener(Progress(self.beat.table, self._done, self._parts, text))

    def _told(self) -> None:
        self._listener(Progress(self.beat.table, self._done, self._parts))

    # ---------------------------------------------------------------- the file

    def __enter__(self) -> Account:
        _remove_left(self._lake)
        if not is_remote(self._lake):  # at Ctrl-C it goes; a store may not answer soon
            self._stack.enter_context(leaving.unfinished(self.path))
        self._writer.start()
        return self

    def write(self) -> None:
        """Write where the build is.

        Raises
        ------
        OutputError
            If the lake cannot be written.
        """
        with self._lock:  # the build begins with it, and so may the thread that goes on with it
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
            # The error that ends the build is the one to be told.
            with suppress(PokerlakeError, OSError):
                self.write()


def _remove_left(lake: Path) -> None:
    """Remove what builds that were killed have left, whole or just being written.

    The lock of a lake on a disk tells that no other build runs there. A number of a process does
    not: the system gives it again.
    """
    if not is_remote(lake):
        for path in (lake / WORK_FOLDER).glob(_NAMES + "*"):
            path.unlink(missing_ok=True)
        return
    for path, beat in read_beats(lake):
        if not beat.is_alive():
            path.unlink(missing_ok=True)


def read_beats(lake: Path) -> list[tuple[Path, Beat]]:
    """What builds have written of themselves, and where.

    Raises
    ------
    LakeError
        If that cannot be read.
    """
    found = []
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
        found.append((path, beat))
    return found
