"""Spots after the flop as people give them, what solving them costs, and their solutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pokerlake.engine.given import share_in, shown
from pokerlake.engine.solving.sizes import STREETS
from pokerlake.engine.solving.tree import Spot
from pokerlake.engine.threads import free_memory
from pokerlake.tables.errors import UsageError, by_door

if TYPE_CHECKING:
    from pokerlake.engine.solving import Cost, Solution

DEFAULT_TO = 0.005


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
        return share_in(given)
    except ValueError:
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
