"""The log of a build: a JSON object a line."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TextIO

from pokerlake.tables.errors import OutputError, without_secrets


class Log(Protocol):
    """Takes a line: what happened, and what belongs to it."""

    def __call__(self, event: str, **fields: object) -> None:
        """Write it."""


def no_log(event: str, **fields: object) -> None:
    """A log that nobody reads."""


@contextmanager
def open_log(path: Path | None) -> Iterator[Log]:
    """A log that goes to the end of a file, or to stderr for ``-``; none if there is no path.

    Each line has ``time``, in UTC, and ``event``.

    Raises
    ------
    OutputError
        If the file cannot be written.
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
