"""Runs a command in this process, and holds what it says to what every command promises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unittest import mock

from typer import testing
from typer.testing import CliRunner

from helpers.command_line import COMPILING, Finished
from pokerlake.cli import app
from pokerlake.commands import base

from .watch import WrongError

_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_LONGEST = 3000  # characters of an error, beside what was given


def command(words: Sequence[str], stdin: bytes = b"") -> Finished:
    """Run the words; an exception that is no exit is raised."""
    with mock.patch.object(base, "_close_stdout"):  # a file that stands for it has no number
        result = CliRunner().invoke(app, list(words), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    found = Finished(result.exit_code, result.stdout_bytes, COMPILING.sub("", result.stderr))
    checked = words[:1] == ["verify"] and found.code == 1 and found.err.endswith(" failed\n")
    if not checked:
        _require_one_line(found, sum(map(len, words)))
    return found


def _require_one_line(found: Finished, given: int) -> None:
    """Wrong input gets one line of printable text and a code of 1 or 2."""
    if found.code not in (0, 1, 2):
        raise WrongError(f"exit code {found.code}: {found.err[:200]}")
    said = found.err
    if "Traceback" in said:
        raise WrongError(f"a traceback: {said[:200]}")
    errors = [line for line in said.split("\n") if line.startswith("error: ")]
    if bool(found.code) != (len(errors) == 1):
        raise WrongError(f"exit code {found.code}, and stderr is {said[:200]!r}")
    hidden = _HIDDEN.search(said)
    if hidden:
        raise WrongError(f"stderr has {hidden[0]!r}: {said[max(0, hidden.start() - 80) :][:160]!r}")
    if found.code and not said.endswith("\n"):
        raise WrongError("the error ends without a line break")
    if found.code and len(said) > _LONGEST + 12 * given:
        raise WrongError(f"an error of {len(said):,} characters")


__all__ = ["command", "testing"]
