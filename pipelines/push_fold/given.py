"""Spots as people give them: on the command line, in the rows of a file, or from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from pokerlake.engine.given import is_blank, number_in, numbers_in, pieces, shown
from pokerlake.engine.push_fold.spots import MOST_PLAYERS, Spot
from pokerlake.tables.errors import InputError, UsageError, did_you_mean

# What a spot is given by; the columns of a file have these names.
PARTS = ("stack", "stacks", "players", "small_blind", "ante", "prizes", "others")
MOST_SPOTS = 1_000_000

_LISTS = ("stacks", "prizes", "others")


def spot_of(given: Mapping[str, Any]) -> Spot:
    """A spot from its parts, each as a number, text or a list; None and empty text are left out.

    Parameters
    ----------
    given : mapping
        ``stack`` of all ``players`` (2 by default), or ``stacks`` of each; and maybe
        ``small_blind``, ``ante``, ``prizes`` and ``others``.

    Raises
    ------
    UsageError
        If there is another part, stacks are missing or there twice, or a number is none or out of
        its range.
    """
    parts = {name: value for name, value in given.items() if not is_blank(value)}
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        raise UsageError(f"no {unknown[0]!r} in a spot; {did_you_mean(unknown[0], PARTS)}")
    values: dict[str, Any] = {
        name: _numbers(name, value) if name in _LISTS else _number(name, value)
        for name, value in parts.items()
        if name != "players"
    }
    players = _players(parts["players"]) if "players" in parts else None
    if ("stack" in values) == ("stacks" in values):
        both = "is given twice" if "stack" in values else "is missing"
        raise UsageError(
            f"the size of the stacks {both}; give either stack, the same for all players, "
            "or stacks, one for each"
        )
    if "stack" in values:
        stack = values.pop("stack")
        values["stacks"] = (stack,) * (players or 2)
    elif players not in (None, len(values["stacks"])):
        raise UsageError(
            f"there are {len(values['stacks'])} stacks for {players} players; "
            "leave players out, or give stack if all have the same"
        )
    try:
        return Spot(**values)
    except ValueError as error:
        raise UsageError(str(error)) from error


def spots_of(rows: Iterable[Mapping[str, Any]], name: str, first: int = 1) -> Iterator[Spot]:
    """The spots of rows; what is wrong with one is said with the row's number.

    Parameters
    ----------
    rows : iterable of mapping
        As :func:`spot_of` takes them.
    name : str
        What messages call the rows.
    first : int
        The number of the first row.

    Raises
    ------
    InputError
        At the first row that is no spot.
    """
    for number, row in enumerate(rows, first):
        if number - first == MOST_SPOTS:
            raise InputError(f"{name} has more than {MOST_SPOTS:,} spots; give fewer at once")
        try:
            yield spot_of(row)
        except UsageError as error:
            raise InputError(f"{name}, row {number:,}: {error}") from error


def stacks_of(text: str) -> list[float]:
    """One stack, or several as FROM:TO:STEP, both ends included; the step is 1 by default.

    Raises
    ------
    UsageError
        If it is neither.

    Examples
    --------
    >>> stacks_of("10"), stacks_of("1:2:0.25")
    ([10.0], [1.0, 1.25, 1.5, 1.75, 2.0])
    """
    ends = text.split(":")
    if len(ends) == 1:
        if len(pieces(text)) > 1:
            raise UsageError(
                f"stack is {shown(text)}; give one number, the stack of every player, or "
                f"FROM:TO:STEP. For players with these stacks give --stacks {text}"
            )
        return [_number("stack", text)]
    if len(ends) > 3:
        raise UsageError(f"stack is {shown(text)}; give FROM:TO:STEP, such as 1:50:0.25")
    low, high, *rest = (Decimal(repr(_number("stack", end))) for end in ends)
    step = rest[0] if rest else Decimal(1)
    if step <= 0 or high < low:
        raise UsageError(
            f"stack is {shown(text)}; give FROM:TO:STEP with FROM the smallest and STEP above 0, "
            "such as 1:50:0.25"
        )
    steps = int((high - low) / step)
    if steps >= MOST_SPOTS:
        raise UsageError(f"stack is {shown(text)}: {steps + 1:,} stacks; give a larger step")
    return [float(low + at * step) for at in range(steps + 1)]


def _numbers(name: str, value: Any) -> tuple[float, ...]:
    """Numbers from text that has commas, blanks or slashes between them, or from a list.

    Raises
    ------
    UsageError
        If one is no finite number.
    """
    try:
        return numbers_in(value)
    except ValueError as error:
        of = "" if name == "prizes" else " of big blinds"
        raise UsageError(f"{name}: {error}; give numbers{of} such as 8,12,20") from error


def _number(name: str, value: Any) -> float:
    try:
        return number_in(value)
    except ValueError as error:
        raise UsageError(f"{name}: {error}; give a number of big blinds") from error


def _players(value: Any) -> int:
    try:
        found = number_in(value)
    except ValueError:
        found = 0
    if found not in range(2, MOST_PLAYERS + 1):
        raise UsageError(f"players is {shown(value)}; give 2 to {MOST_PLAYERS}")
    return int(found)
