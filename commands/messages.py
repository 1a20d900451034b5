"""What the command line says of an error: one line, whatever the error holds."""

from __future__ import annotations

from typing import Any

from pokerlake.lazy import MissingExtraError
from pokerlake.tables.errors import PokerlakeError

_ENGINE_ERRORS = ("CardError", "RangeError")  # told by name: the engine may not have been loaded


def explain_error(error: Exception) -> tuple[str, int] | None:
    """What to say of an error, and the exit code; None for one that is a fault of pokerlake."""
    if hasattr(error, "format_message"):  # typer's own, about the words of the command
        explained = _explain_words(error), 2
    elif isinstance(error, PokerlakeError):
        explained = str(error), error.exit_code
    elif isinstance(error, ValueError) and type(error).__name__ in _ENGINE_ERRORS:
        explained = str(error), 2
    elif isinstance(error, MissingExtraError):
        explained = str(error), 1
    elif isinstance(error, UnicodeEncodeError):
        explained = f"{error.object!r} is not text in UTF-8", 2
    elif isinstance(error, OSError):
        explained = f"{error.filename or 'the output'}: {error.strerror or error}", 1
    else:
        return None
    problem, code = explained
    return _one_line(problem), code


def _explain_words(error: Any) -> str:
    message: str = error.format_message().rstrip(".")
    wrong = getattr(error.__cause__, "errors", None)  # pydantic's, which has the value
    if wrong:
        message = message.replace("Invalid value", f"Invalid value {wrong()[0]['input']!r}", 1)
    path = error.ctx.command_path if error.ctx else "pokerlake"
    return f"{message} (see '{path} --help')"


def _one_line(text: str) -> str:
    """The text with line breaks and what else a file may smuggle to the terminal shown escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
