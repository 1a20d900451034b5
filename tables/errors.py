"""The errors that a user can cause or meet: in one line what is wrong, the value, and a hint."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PokerlakeError(Exception):
    """Something failed that the message explains."""

    exit_code = 1  # of a command that ends with this error: 1 for a failure, 2 for wrong usage


class UsageError(PokerlakeError):
    """The request itself cannot be carried out: an unknown name, a value out of range."""

    exit_code = 2


class LakeError(PokerlakeError):
    """The lake is missing, broken, half-built, or of another version."""


class InputError(PokerlakeError):
    """A file of the user's cannot be read as what it should be."""


class OutputError(PokerlakeError):
    """A result cannot be written."""


class QueryError(PokerlakeError):
    """SQL that cannot be run."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the nearest of the known names, or the list of them.

    Examples
    --------
    >>> did_you_mean("clases", ["classes", "dag_nodes"])
    "did you mean 'classes'?"
    >>> did_you_mean("zzz", ["classes", "dag_nodes"])
    'there are: classes, dag_nodes'
    """
    known = list(known)
    near = get_close_matches(name, known, n=1) or [
        other for other in known if other.lower() == name.lower()
    ]
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
