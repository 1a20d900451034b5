"""Runs commands of pokerlake: inside this process, or as a user does."""

import atexit
import functools
import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from typer import testing
from typer.testing import CliRunner

from pokerlake.cli import app
from pokerlake.commands import base

# All commands with all their parameters are made anew for each run else: half of a short one.
testing._get_command = functools.cache(testing._get_command)

# On a machine that is slow a line of progress would stand beside what a command says.
base._FIRST_SECONDS = 600.0

COMPILING = re.compile(r"compiling kernels for this machine, once.*\n")  # on a first start


class Finished(NamedTuple):
    """How a command ended: its exit code, and what it wrote."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


def run(line: str, *more: str, stdin: bytes = b"") -> Finished:
    """A command line as one would type it (``more`` is taken as it is), in this process."""
    result = CliRunner().invoke(app, [*shlex.split(line), *more], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Finished(result.exit_code, result.stdout_bytes, COMPILING.sub("", result.stderr))


def answer(line: str, *more: str) -> Any:
    """The result of a command that succeeds, as JSON."""
    done = run(f"{line} -f json", *more)
    assert done.code == 0, done.err
    return json.loads(done.out)


def start(*arguments: str, **options: object) -> "subprocess.Popen[bytes]":
    """The command in a process of its own, with pipes for what it writes."""
    command = [sys.executable, "-m", "pokerlake", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, **{**pipes, **options})
    atexit.register(process.kill)  # it does not outlive a test that failed
    return process


def on_terminal(*arguments: str, **environment: str) -> tuple[int, str]:
    """The exit code of a command, and what a terminal of 80 columns shows of it."""
    ours, theirs = pty.openpty()
    process = start(
        *arguments, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm", **environment},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    return process.wait(), shown.decode()


def told_of(table: str) -> list[tuple[str, str]]:
    """Each command line of a table, and what ``told`` gives of it.

    A line of the table is ``line | what is said``, behind ``[1]`` where the exit code is not 2.
    """
    found = []
    for line in table.splitlines():
        if line and not line.startswith("#"):
            words, said = line.removeprefix("[1] ").split(" | ")
            found.append((words, f"[{1 if line.startswith('[1] ') else 2}] error: {said}"))
    return found


def told(finished: Finished) -> str:
    """What a command that is refused says, in one line and nothing on stdout, after its code."""
    assert (finished.out, finished.err.count("\n")) == (b"", 1)
    return f"[{finished.code}] {finished.err.rstrip()}"


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every file of a folder and what is in it; None for what is no file."""
    return {
        os.fspath(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def with_tests() -> dict[str, str]:
    """The environment of a process that imports what stands in tests/."""
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
