"""Habits, from users or histories, and locks, as ranges or frequencies."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from pokerlake.engine.cards.holes import HOLES, format_hole
from pokerlake.engine.given import plain_float, shown
from pokerlake.engine.solving.sizes import PLAYERS, STREETS
from pokerlake.engine.solving.tree import DECISION, Tree
from pokerlake.engine.solving.written import short_line
from pokerlake.tables.errors import InputError, UsageError, did_you_mean

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Spot

    Floats = npt.NDArray[np.float64]

T = TypeVar("T")

LEAST = 30  # decisions: the standard error of a share is up to nine points then
COLUMNS = ("street", "side", "facing", "bet_from", "bet_below", "action", "decisions", "percent")

_KINDS = {"x": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}
_NEAR = 1e-3  # tolerance of the sum of percentages in a file
_ACTION = re.compile(
    r"(?:^|,)\s*(?P<action>[xfc]|[br]\d+(?:\.\d+)?"
    r"|(?:check|call|fold)s?|(?:bet|raise)s?(?:\s+to)?\s+\d+(?:\.\d+)?)\s*=",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?P<number>\d+(?:\.\d+)?|\.\d+)\s*%")
_GRAMMAR = "give LINE: ACTION=RANGE, such as 'b94: c=TT+,AK', or frequencies, 'b94: f=60%'"


@dataclass(frozen=True)
class Habit:
    """How often a player takes each action at a decision, when he reaches it.

    Attributes
    ----------
    line : str
    parts : tuple of tuple of str
        The actions; actions with a known sum only are one part.
    frequencies : tuple of float
        Of each part; they sum to 1.
    decisions : int, optional
        How many decisions the frequencies were counted from.
    """

    line: str
    parts: tuple[tuple[str, ...], ...]
    frequencies: tuple[float, ...]
    decisions: int | None = None

    def part_of(self, action: str) -> int:
        """The part that an action belongs to."""
        return next(place for place, part in enumerate(self.parts) if action in part)


def habit_by_hand(spot: Spot, line: str, options: Mapping[str, Any]) -> Habit:
    """The habit with given shares of actions; the other actions share the rest.

    UsageError if there is no such decision on the street of the board, or for invalid shares.
    """
    tree = spot.tree()
    node = decision_of(tree, line)
    actions = actions_at(tree, node)
    line = tree.line(node)
    after = f"the habit after {shown(line)}"
    if tree.street[node] != spot.street:
        raise UsageError(
            f"{after} is on a later street, where it would be another on each board; give those "
            f"of the {STREETS[spot.street]}"
        )
    shares = {
        action: _share(share, f"{after} has {action} = {shown(share)}")
        for action, share in _by_action(actions, options, after).items()
    }
    total = math.fsum(shares.values())
    rest = tuple(action for action in actions if action not in shares)
    if not shares or total > 1 + 1e-9 or (not rest and total < 1 - 1e-9):
        raise UsageError(
            f"{after} has shares that add up to {total:.6g}; give shares of "
            f"{', '.join(actions)} that add up to 1, or less if some are left out"
        )
    parts: list[tuple[str, ...]] = [(action,) for action in shares]
    frequencies = list(shares.values())
    if rest:
        parts.append(rest)
        frequencies.append(max(1 - total, 0.0))
    return Habit(line, tuple(parts), tuple(frequencies))


def decision_of(tree: Tree, line: str) -> int:
    """The node of a decision. UsageError if there is no such line, or nobody decides there."""
    try:
        node = tree.node(line)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if tree.kind[node] != DECISION:
        raise UsageError(f"nobody decides after {shown(line)}: the hand is over")
    return node


def actions_at(tree: Tree, node: int) -> list[str]:
    """The actions of a decision."""
    return [tree.actions[child] for child in tree.children_of(node)]


def _by_action(actions: Sequence[str], values: Mapping[Any, T], after: str) -> dict[str, T]:
    """Values by action of a decision, each action in its short form."""
    by_action: dict[str, T] = {}
    for name, value in values.items():
        action = short_line(name) if isinstance(name, str) else name
        if action not in actions:
            raise UsageError(f"{after} has {shown(name)}; there is {', '.join(actions)}")
        if action in by_action:
            raise UsageError(f"{after} has {action} twice; give it once")
        by_action[action] = value
    return by_action


def habits_of_rows(
    spot: Spot, player: int, rows: Iterable[Mapping[str, Any]], *, least: int, name: str
) -> tuple[list[Habit], list[str]]:
    """The habits of a player at his decisions on the street of the board, and those left out.

    ``player`` is 0 out of position, 1 in position. ``rows`` are those of ``pk.habits``; ``name`` is
    theirs in messages. A decision whose frequencies are counted from fewer than ``least`` decisions
    is left out, with a line that says so. InputError if the rows are not habits, UsageError if all
    decisions are left out.
    """
    street, side = STREETS[spot.street], PLAYERS[player]
    known = _classes(rows, street, side, name)
    tree = spot.tree()
    habits, left = [], []
    for node in range(len(tree)):
        if tree.kind[node] != DECISION or tree.street[node] != spot.street:
            continue
        actions = actions_at(tree, node)
        if tree.player[node] != player or len(actions) < 2:
            continue
        facing, size = _faced(spot, tree, node)
        known_here = _found(known, facing, size)
        decisions = known_here.decisions if known_here else 0
        line = tree.line(node)
        faced = {"bet": f"a bet of {size:.0f} % of the pot", "raise": "a raise"}.get(facing, facing)
        kinds: dict[str, list[str]] = {}
        for action in actions:
            kinds.setdefault(_KINDS[action[0]], []).append(action)
        percents = [known_here.percents.get(kind, 0.0) for kind in kinds] if known_here else []
        if decisions < least or not sum(percents) > 0:
            left.append(f"{shown(line)}, facing {faced}: {decisions:,} decisions")
            continue
        total = sum(percents)
        parts = tuple(tuple(part) for part in kinds.values())
        shares = tuple(percent / total for percent in percents)
        habits.append(Habit(line, parts, shares, decisions))
    if not habits:
        said = f"; {'; '.join(left)}" if left else ""
        raise UsageError(
            f"{name} has too few decisions of {side} on the {street}: at least {least:,} are asked "
            f"for{said}"
        )
    return habits, left


@dataclass
class _Class:
    """What is known of decisions that face the same action."""

    decisions: int
    percents: dict[str, float]


_Key = tuple[str, float, float]


def _classes(
    rows: Iterable[Mapping[str, Any]], street: str, side: str, name: str
) -> dict[_Key, _Class]:
    """What is known of one side on a street, by action faced: its name, and a bet's size range."""
    classes: dict[_Key, _Class] = {}
    for number, row in enumerate(rows, 1):
        for column in COLUMNS:
            if column not in row:
                hint = did_you_mean(column, row)
                raise InputError(f"{name} has no column {column!r}, as those of habits; {hint}")
        if (row["street"], row["side"]) != (street, side):
            continue
        where = f"{name}, row {number:,}"
        low = _number(row, "bet_from", where, 0.0)
        key = row["facing"], low, _number(row, "bet_below", where, math.inf)
        decisions = _number(row, "decisions", where)
        known = classes.setdefault(key, _Class(int(decisions), {}))
        if row["action"] in known.percents or known.decisions != decisions:
            raise InputError(
                f"{where}: {street}, {side}, {row['facing']} and {row['action']} occur twice"
            )
        known.percents[row["action"]] = _number(row, "percent", where)
    for (facing, low, _), known in classes.items():
        total = sum(known.percents.values())
        if abs(total - 100) > 100 * _NEAR:
            raise InputError(
                f"{name}: percentages of {street}, {side}, {facing} from {low:g} add up to "
                f"{total:.6g}, not to 100"
            )
    return classes


def _number(row: Mapping[str, Any], column: str, where: str, default: float | None = None) -> float:
    value = row[column]
    if default is not None and (value is None or value == ""):
        return default
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 <= number < math.inf:
        raise InputError(f"{where}: {column} is {shown(value)}; give a number, 0 or more")
    return number


def _found(known: Mapping[_Key, _Class], facing: str, size: float) -> _Class | None:
    """What is known of decisions that face this action."""
    for (faced, low, below), known_class in known.items():
        if faced == facing and (facing != "bet" or low <= size < below):
            return known_class
    return None


def _faced(spot: Spot, tree: Tree, node: int) -> tuple[str, float]:
    """The action faced at a decision: nothing, a bet and its percentage of the pot, or a raise."""
    bets = [word for word in tree.line(node).split() if word[0] in "br"]
    if len(bets) != 1:
        return "raise" if bets else "nothing", 0.0
    less, more = sorted(tree.put_in[node].tolist())
    return "bet", 100 * (more - less) / (spot.pot + 2 * less)


def _share(value: Any, problem: str) -> float:
    try:
        share = float(value)
    except (TypeError, ValueError, OverflowError):
        share = math.nan
    if not 0 <= share <= 1:
        raise UsageError(f"{problem}; give a share, 0 to 1")
    return share


# ---------------------------------------------------------------- locks


def shares_of_ranges(spot: Spot, line: str, ranges: Mapping[str, Floats]) -> Floats:
    """The strategy of a locked decision: a range for each action except one, which gets the rest.

    UsageError if there is no such decision, or the ranges do not fit it.
    """
    tree = spot.tree()
    actions = actions_at(tree, decision_of(tree, line))
    ranges = _by_action(actions, ranges, f"the lock after {shown(line)}")
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

    A plain percentage is a frequency; the best hands are ``top 15%``. Lines and actions may be
    words. UsageError if the text is not a lock.

    Examples
    --------
    >>> lock_of_text("b94: c=TT+,AK")
    ('b94', {'c': 'TT+,AK'}, {})
    >>> lock_of_text("x b50: f=60%, c=40%")
    ('x b50', {}, {'f': 0.6, 'c': 0.4})
    >>> lock_of_text("check, bet 50: call=AA, raise 150=KK,QQ")
    ('x b50', {'c': 'AA', 'r150': 'KK,QQ'}, {})
    """
    line, colon, rest = text.partition(":")
    matches = list(_ACTION.finditer(rest.strip()))
    if not colon or not matches or matches[0].start() > 0:
        raise UsageError(f"the lock {shown(text)} is none; {_GRAMMAR}")
    rest = rest.strip()
    ends = [match.start() for match in matches[1:]] + [len(rest)]
    values: dict[str, str] = {}
    for match, end in zip(matches, ends, strict=True):
        action = short_line(match["action"])
        if action in values:
            raise UsageError(f"the lock {shown(text)} has {action} twice; {_GRAMMAR}")
        values[action] = rest[match.end() : end].strip()
    percents = {action: _PERCENT.fullmatch(value) for action, value in values.items()}
    frequencies = {
        action: plain_float(match["number"]) / 100 for action, match in percents.items() if match
    }
    if frequencies and len(frequencies) < len(values):
        raise UsageError(
            f"the lock {shown(text)} has both ranges and frequencies; give one kind, and the best "
            "hands as 'top 15%'"
        )
    return short_line(line), {} if frequencies else values, frequencies
