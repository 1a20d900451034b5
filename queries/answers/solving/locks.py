"""Locks as people give them: ranges by action, or a line with ranges or frequencies as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.cards.holes import HOLES, format_hole
from pokerlake.engine.given import plain_float, shown
from pokerlake.tables.errors import UsageError

from .habits import actions_at, decision_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Spot

    Floats = npt.NDArray[np.float64]

_ACTION = re.compile(r"(?:^|,)\s*(?P<action>[xfc]|[br]\d+)\s*=")
_PERCENT = re.compile(r"(?P<number>\d+(?:\.\d+)?|\.\d+)\s*%")
_GRAMMAR = "give LINE: ACTION=RANGE, such as 'b94: c=TT+,AK', or frequencies, 'b94: f=60%'"


def shares_of_ranges(spot: Spot, line: str, ranges: Mapping[str, Floats]) -> Floats:
    """The shares of a locked decision, of a range for each action but one, which gets the rest.

    Raises
    ------
    UsageError
        If there is no such decision, or the ranges do not fit it.
    """
    tree = spot.tree()
    actions = actions_at(tree, decision_of(tree, line))
    for action in ranges:
        if action not in actions:
            raise UsageError(
                f"the lock after {shown(line)} has {shown(action)}; there is {', '.join(actions)}"
            )
    rest = [action for action in actions if action not in ranges]
    if len(rest) != 1:
        raise UsageError(
            f"the lock after {shown(line)} has {len(ranges)} of {len(actions)} actions; give a "
            f"range for all but one of {', '.join(actions)}"
        )
    shares = np.zeros((HOLES, len(actions)))
    for action, weights in ranges.items():
        shares[:, actions.index(action)] = weights
    left = 1 - shares.sum(axis=1)
    if (left < -1e-9).any():
        hole = int(np.flatnonzero(left < -1e-9)[0])
        raise UsageError(
            f"the lock after {shown(line)} has weights of {format_hole(hole)} that add up to more "
            "than 1"
        )
    shares[:, actions.index(rest[0])] = np.maximum(left, 0)
    return shares


def lock_of_text(text: str) -> tuple[str, dict[str, str], dict[str, float]]:
    """The line of a lock, its ranges by action, or else its frequencies by action.

    A percentage alone is a frequency; the best hands are ``top 15%``.

    Raises
    ------
    UsageError
        If the text is no lock.

    Examples
    --------
    >>> lock_of_text("b94: c=TT+,AK")
    ('b94', {'c': 'TT+,AK'}, {})
    >>> lock_of_text("x b50: f=60%, c=40%")
    ('x b50', {}, {'f': 0.6, 'c': 0.4})
    """
    line, colon, rest = text.partition(":")
    found = list(_ACTION.finditer(rest.strip()))
    if not colon or not found or found[0].start() > 0:
        raise UsageError(f"--lock {shown(text)} is none; {_GRAMMAR}")
    rest = rest.strip()
    ends = [match.start() for match in found[1:]] + [len(rest)]
    given: dict[str, str] = {}
    for match, end in zip(found, ends, strict=True):
        if match["action"] in given:
            raise UsageError(f"--lock {shown(text)} has {match['action']} twice; {_GRAMMAR}")
        given[match["action"]] = rest[match.end() : end].strip()
    percents = {action: _PERCENT.fullmatch(value) for action, value in given.items()}
    frequencies = {
        action: plain_float(match["number"]) / 100 for action, match in percents.items() if match
    }
    if frequencies and len(frequencies) < len(given):
        raise UsageError(
            f"--lock {shown(text)} has both ranges and frequencies; give one kind, and the best "
            "hands as 'top 15%'"
        )
    return " ".join(line.split()), {} if frequencies else given, frequencies
