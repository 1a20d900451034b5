"""The errors that a user can cause or meet: in one line what is wrong, the value, and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches


class PokerlakeError(Exception):
    """Something failed that the message explains."""

    exit_code = 1  # of a command that ends with this error: 1 for a failure, 2 for wrong usage


class UsageError(PokerlakeError, ValueError):
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


class ClusterError(PokerlakeError):
    """Workers on other machines cannot be reached, or cannot be used."""


_LISTED = 60  # names that are all listed; of more, some


_RAISED = re.compile(r"Traceback \(most recent call last\):\n(?: .*\n)*[\w.]+: (?P<problem>.+)")


def first_line(message: object) -> str:
    r"""The first line of an error of DuckDB's; of one that Python raised in a file system, its own.

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

    Case does not count. Two or three names that contain the given one are named all.

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
