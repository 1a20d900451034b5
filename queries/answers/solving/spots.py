"""Spots after the flop as people give them, what solving them costs, and their solutions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import is_blank, plain_float, shown
from pokerlake.engine.solving.sizes import PLAYERS, STREETS, Betting
from pokerlake.engine.solving.spots import Spot
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import UsageError, by_door, did_you_mean

from ...questions.fields import Setting, of_field
from ...questions.spots import FIELDS, PARTS

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Cost, Solution

DEFAULT_TO = 0.005
_OF_A_RANGE = re.compile("the range of (oop|ip) ")


@dataclass(frozen=True)
class GivenSpot:
    """A spot as it was given.

    Attributes
    ----------
    spot : Spot
    name, keep : str
        Empty where they are not given.
    ranges : 2 str
        Both ranges as text, with the holes that the board blocks; empty if not asked for.
    """

    spot: Spot
    name: str = ""
    keep: str = ""
    ranges: tuple[str, str] = ("", "")


def spot_of(
    given: Mapping[str, Any],
    weights: Callable[[Any], npt.NDArray[np.float64]],
    text_of: Callable[[Any], str] | None = None,
) -> GivenSpot:
    """The spot of its parts, each as text, a number or as Python has it; blank ones are left out.

    Parameters
    ----------
    given : mapping
        By the names of ``FIELDS``.
    weights : callable
        Reads a range, ``(1326,)``.
    text_of : callable, optional
        Writes a range anew, as the lake keeps it.

    Raises
    ------
    UsageError, CardError, RangeError
        If it is none. What is wrong with a part has its name as ``error.field``.
    """
    parts = {name: value for name, value in given.items() if not is_blank(value)}
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        raise UsageError(f"no {unknown[0]!r} in a spot; {did_you_mean(unknown[0], PARTS)}")
    setting = Setting(HOLDEM)
    values: dict[str, Any] = {}
    for field in FIELDS:
        if field.needed and field.name not in parts:
            raise UsageError(f"the {field.name} is missing")
        if field.name in parts:
            value, is_range = parts[field.name], field.name in PLAYERS
            with of_field(field.name):
                values[field.name] = weights(value) if is_range else field.read(value, setting)
    name, keep = values.pop("name", ""), values.pop("keep", "")
    board, pot, stack = (values.pop(each) for each in ("board", "pot", "stack"))
    ranges = np.stack([values.pop(player) for player in PLAYERS])
    rake, cap = values.pop("rake", 0.0), values.pop("rake_cap", np.inf)
    try:
        spot = Spot(tuple(board.tolist()), ranges, pot, stack, Betting.of(**values), rake, cap)
        spot.tree()
    except ValueError as error:
        of_range = _OF_A_RANGE.match(str(error))
        with of_field(of_range[1]) if of_range else nullcontext():
            raise UsageError(str(error)) from error
    oop, ip = ("", "") if text_of is None else (text_of(parts[player]) for player in PLAYERS)
    return GivenSpot(spot, name, keep, (oop, ip))


def with_locks(spot: Spot, locks: Mapping[str, Any]) -> Spot:
    """The spot with strategies that are kept.

    Raises
    ------
    UsageError
        If one of them is none.
    """
    try:
        locked = replace(spot, locks=locks)
        locked.tree()
    except ValueError as error:
        raise UsageError(str(error)) from error
    return locked


def share_of(name: str, given: Any) -> float:
    """A share from a number, ``0.005``, or from text, ``"0.5%"``.

    Raises
    ------
    UsageError
        If it is neither.

    Examples
    --------
    >>> share_of("to", "0.5%"), share_of("to", 0.01)
    (0.005, 0.01)
    """
    try:
        if isinstance(given, str):
            text = given.strip()
            number = plain_float(text.removesuffix("%").strip())
            return number / 100 if text.endswith("%") else number
        return float(given)
    except (TypeError, ValueError):
        raise UsageError(f"{name} is {shown(given)}; give a share, such as 0.005 or 0.5%") from None


def solution_of(
    spot: Spot,
    *,
    to: Any = DEFAULT_TO,
    iterations: int = 1000,
    threads: int = 0,
    compress: bool = False,
    report: Callable[[int, float], None] | None = None,
) -> Solution:
    """Solve a spot; refuse at once what does not fit the memory.

    Raises
    ------
    UsageError
        If it takes more memory than is free, or an option is out of its bounds.
    """
    from pokerlake.engine.solving import cost, solve

    free = free_memory()
    if spot.street < 2:
        found = cost(spot)
        needed = memory(found, compress=compress)
        if free is not None and needed > free:
            hint = compress_hint(found.compressed_bytes, free, compress=compress)
            raise UsageError(
                f"the spot takes {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; {hint}"
                f"give fewer sizes or smaller ranges, or begin on the {STREETS[spot.street + 1]}"
            )
    try:
        share = share_of("to", to)
        return solve(
            spot, to=share, iterations=iterations, threads=threads, compress=compress,
            report=report,
        )  # fmt: skip
    except ValueError as error:
        raise UsageError(str(error)) from error


def memory(found: Cost, *, compress: bool) -> int:
    """The bytes that solving takes."""
    return found.compressed_bytes if compress else found.bytes


def compress_hint(compressed: int, free: int, *, compress: bool) -> str:
    """What to do where memory lacks, if compressing is enough."""
    if compress or compressed > free:
        return ""
    return f"give {by_door('--compress', 'compress=True')}: {compressed / 1e9:.1f} GB; or "


def cost_table(spot: Spot, found: Cost) -> pa.Table:
    """One row: what solving a spot takes."""
    return pa.table(
        {
            "board": [format_hand(spot.board)],
            "nodes": [found.nodes],
            "boards": [found.boards],
            "numbers": [found.numbers],
            "gigabytes": [round(found.bytes / 1e9, 3)],
            "compressed_gigabytes": [round(found.compressed_bytes / 1e9, 3)],
            "core_seconds": [round(found.seconds, 2)],
        }
    )
