"""The errors that a user can cause or meet: in one line the problem, the value, and a hint."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from difflib import get_close_matches

from pokerlake.causes import (
    Cause,
    cause_of,
    file_of,
    least_memory,
    memory_limit,
    short_of_memory,
)

_ADDRESS = re.compile(r"\b(?P<scheme>[A-Za-z][\w+.-]+:/{1,3})(?P<rest>[^\s'\"<>]+)")
_PORT = re.compile(r"(\[[^\]]*\]|[^:/@]*):\d{1,5}(/|$)")
_SECRET_PARAMETER = re.compile(
    r"(?P<name>[?&][^=&]*(?:sig|token|key|secret|passw|pwd|credential|auth)[^=&]*=)[^&]*",
    re.IGNORECASE,
)
HIDDEN = "***"


def without_secrets(text: str) -> str:
    """A text with ``***`` for users, passwords, keys and tokens in addresses.

    Examples
    --------
    >>> without_secrets("http://ann:pass/word@host:80/lake is gone, as is tcp://host:8786")
    'http://***@host:80/lake is gone, as is tcp://host:8786'
    >>> without_secrets("https://host/lake?sig=abc&part=1")
    'https://host/lake?sig=***&part=1'
    """
    if "://" not in text and ":/" not in text:
        return text

    def shown(address: re.Match[str]) -> str:
        rest = address["rest"]
        host = rest.partition("/")[0]
        if "@" in host:
            rest = f"{HIDDEN}@{rest[host.rindex('@') + 1 :]}"
        elif ":" in host and "@" in rest and not _PORT.match(rest):  # a key may have a slash
            rest = f"{HIDDEN}@{rest.rpartition('@')[2]}"
        return address["scheme"] + _SECRET_PARAMETER.sub(rf"\g<name>{HIDDEN}", rest)

    return _ADDRESS.sub(shown, text)


# Marks around the names that differ between doors, and between the two; no text has them.
_BY_DOOR = re.compile("\ufdd0(.*?)\ufdd1(.*?)\ufdd2")


def by_door(in_commands: str, in_python: str) -> str:
    """The words that the command line and Python have for the same: ``--lake`` and ``lake=``."""
    return f"\ufdd0{in_commands}\ufdd1{in_python}\ufdd2"


def in_python(text: str) -> str:
    """A text in the words of Python."""
    return _BY_DOOR.sub(r"\2", text)


def in_commands(text: str) -> str:
    """A text in the words of the command line."""
    return _BY_DOOR.sub(r"\1", text)


def flag(name: str, value: str = "") -> str:
    """An option in a message, with its value: ``--min 3`` and ``min=3``."""
    return by_door(f"--{name} " if value else f"--{name}", f"{name}=") + value


class PokerlakeError(Exception):
    """A failure that the message explains. It never has the secrets of an address."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*(without_secrets(x) if isinstance(x, str) else x for x in arguments))

    exit_code = 1  # of a command that ends with this error: 1 for a failure, 2 for wrong usage

    def __str__(self) -> str:
        """The message in the words of Python."""
        return in_python(super().__str__())

    def in_commands(self) -> str:
        """The message in the words of the command line."""
        return in_commands(super().__str__())


class UsageError(PokerlakeError, ValueError):
    """The request itself cannot be carried out: an unknown name, a value out of range."""

    exit_code = 2


class LakeError(PokerlakeError):
    """The lake is missing, broken, half-built, or of another version."""


class InputError(PokerlakeError):
    """A file of the user cannot be read in its format."""


class OutputError(PokerlakeError):
    """A result cannot be written."""


class QueryError(PokerlakeError):
    """SQL that cannot be run."""


class ClusterError(PokerlakeError):
    """Workers on other machines cannot be reached, or cannot be used."""


class MemoryShortError(PokerlakeError, MemoryError):
    """There is too little memory for the request."""


def require_memory() -> None:
    """Raise MemoryShortError under a limit that makes libraries fail in odd ways, or hang."""
    limit = memory_limit()
    if limit is not None and limit < least_memory():
        raise MemoryShortError(short_of_memory())


def from_outside(
    error: BaseException,
    what: object,
    kind: type[PokerlakeError] = LakeError,
    *,
    done: str = "read",
) -> PokerlakeError | None:
    """The error to raise if memory, a disk or rights caused this one; None for any other.

    Code that reads a file asks this before it says that the file is damaged.

    ``what``: what was read or written, as a message names it: a path, or a table and its lake;
    ``kind``: the class of the error if rights or the disk are the cause; ``done``: what failed.
    """
    cause = cause_of(error)
    if cause is Cause.MEMORY:
        return MemoryShortError(short_of_memory())
    if cause is Cause.SPACE:
        return OutputError(no_space(error, what))
    if cause is None:
        return None
    words, to_do = _REASONS[cause]
    reason = (isinstance(error, OSError) and error.strerror) or words
    return kind(f"{what} cannot be {done}: {reason}; {to_do}")


def no_space(error: BaseException, what: object) -> str:
    """The message for a full disk: for the file that the error names, or else for ``what``."""
    named = file_of(error)
    # Until it is complete, a file has another ending.
    place = what if named is None or named.startswith(str(what)) else named
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EFBIG:
        return f"{place} may not grow further: the limit of a file's size (ulimit -f) is reached"
    if number == errno.EDQUOT:
        return f"the quota on the disk of {place} is used up; free some and run the command again"
    return f"no space left on the disk of {place}; free some and run the command again"


# The name of the cause, and what to do about it.
_REASONS = {
    Cause.RIGHTS: ("Permission denied", "change its rights, or run as a user who has them"),
    Cause.OPEN_FILES: (
        "Too many open files",
        "raise the limit of open files (ulimit -n), or ask for less at once",
    ),
    Cause.DEVICE: ("Input/output error", "look at its disk"),
}


def counted(number: int, noun: str) -> str:
    """A number and its noun, with an ``s`` unless it is 1.

    Examples
    --------
    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


_LISTED = 60  # names that are all listed; of more, some


_RAISED = re.compile(r"Traceback \(most recent call last\):\n(?: .*\n)*[\w.]+: (?P<problem>.+)")


def first_line(message: object) -> str:
    r"""The first line of a DuckDB error; if Python raised it in a file system, its message.

    Examples
    --------
    >>> first_line("Traceback (most recent call last):\n  File x\nOSError: no network\n")
    'no network'
    """
    text = str(message).strip()
    raised = _RAISED.match(text)
    return raised["problem"] if raised else text.partition("\n")[0]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the nearest of the known names, or the list of them.

    Case does not count. If two or three names contain the given one, all are named.

    Examples
    --------
    >>> did_you_mean("clases", ["classes", "dag_nodes"])
    "did you mean 'classes'?"
    >>> did_you_mean("zzz", ["classes", "dag_nodes"])
    'there are: classes, dag_nodes'
    >>> did_you_mean("ranking", ["flop_ranking", "turn_ranking", "pot_odds"])
    "did you mean 'flop_ranking' or 'turn_ranking'?"
    """
    known = list(known)
    spelled = {other.lower(): other for other in reversed(known)}
    near = [other for other in known if len(name) > 2 and name.lower() in other.lower()]
    if name.lower() in spelled or not 2 <= len(near) <= 3:
        closest = get_close_matches(name.lower(), spelled, n=1)
        near = [spelled[other] for other in closest] or (near if len(near) == 1 else [])
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    more = f", ... ({len(known):,} in all)" if len(known) > _LISTED else ""
    return f"there are: {', '.join(known[:_LISTED])}{more}"
