"""Spots after the flop as people give them, and their solutions as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, HOLES, format_hole, hand_of_hole
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.given import plain_float, shown
from pokerlake.engine.ranges.notation import format_range
from pokerlake.engine.solving.sizes import PLAYERS, STREETS, Betting
from pokerlake.engine.solving.spots import Spot
from pokerlake.tables.errors import UsageError

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Cost, Decision, Solution

SIZES = ("bets", "raises", "oop_bets", "oop_raises", "ip_bets", "ip_raises", "donks")
THRESHOLDS = ("add_all_in", "force_all_in", "merge", "most_raises")
DEFAULT_TO = 0.005

_DIGITS = 2  # of shares in the text of a range: whole percents


def spot_of(
    board: Sequence[int],
    ranges: Sequence[npt.NDArray[np.float64]],
    *,
    pot: int,
    stack: int,
    rake: Any = 0.0,
    rake_cap: float | None = None,
    locks: Mapping[str, Any] | None = None,
    **betting: Any,
) -> Spot:
    """A spot of cards, weights and chips; the rest as ``Betting.of`` takes it.

    Raises
    ------
    UsageError
        If something is out of its bounds, or no size.
    """
    given = {name: value for name, value in betting.items() if value is not None}
    try:
        cap = np.inf if rake_cap is None else float(rake_cap)
        share = share_of("rake", rake)
        sizes = Betting.of(**given)
        spot = Spot(tuple(board), np.stack(ranges), pot, stack, sizes, share, cap, locks or {})
        spot.tree()
    except ValueError as error:
        raise UsageError(str(error)) from error
    return spot


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
        needed = cost(spot).bytes
        if free is not None and needed > free:
            raise UsageError(
                f"the spot takes {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free; give "
                f"fewer sizes or smaller ranges, or begin on the {STREETS[spot.street + 1]}"
            )
    try:
        share = share_of("to", to)
        return solve(spot, to=share, iterations=iterations, threads=threads, report=report)
    except ValueError as error:
        raise UsageError(str(error)) from error


def free_memory() -> int | None:
    """Bytes that are free, where the system says so."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except (OSError, ValueError):
        return None
    found = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(found[0]) * 1024 if found else None


def cost_table(spot: Spot, found: Cost) -> pa.Table:
    """One row: what solving a spot takes."""
    return pa.table(
        {
            "board": [format_hand(spot.board)],
            "nodes": [found.nodes],
            "boards": [found.boards],
            "numbers": [found.numbers],
            "gigabytes": [round(found.bytes / 1e9, 3)],
            "core_seconds": [round(found.seconds, 2)],
        }
    )


# ---------------------------------------------------------------- solutions as rows


def actions_table(decisions: Iterable[Decision]) -> pa.Table:
    """A row for each action of each decision: how often, what it wins, and which holes do it."""
    rows = []
    for one in decisions:
        weight = one.reach * one.met
        total = float(weight.sum())
        for action, name in enumerate(one.actions):
            share = one.shares[:, action]
            taken = float(weight @ share)
            values = np.where(weight > 0, one.values[:, action], 0.0)
            rows.append(
                {
                    "line": one.line,
                    "cards": format_hand(one.dealt),
                    "player": PLAYERS[one.player],
                    "pot": one.pot,
                    "action": name,
                    "percent": 100 * taken / total if total else None,
                    "value": float((weight * share) @ values) / taken if taken else None,
                    "combos": float(one.reach @ share),
                    "range": _range_text(one, one.reach * share),
                }
            )
    return pa.Table.from_pylist(rows, _ACTIONS)


_ACTIONS = pa.schema(
    {
        "line": pa.string(), "cards": pa.string(), "player": pa.string(), "pot": pa.int64(),
        "action": pa.string(), "percent": pa.float64(), "value": pa.float64(),
        "combos": pa.float64(), "range": pa.string(),
    }
)  # fmt: skip


def actions_for_people(decisions: Iterable[Decision]) -> pa.Table:
    """The same, rounded, without what has no use on a screen."""
    table = actions_table(decisions)
    for name, digits in (("percent", 2), ("value", 2), ("combos", 1)):
        place = table.schema.get_field_index(name)
        rounded = [None if x is None else round(x, digits) for x in table[name].to_pylist()]
        table = table.set_column(place, name, pa.array(rounded, pa.float64()))
    return table if any(table["cards"].to_pylist()) else table.drop_columns(["cards"])


def weights_of_action(one: Decision, action: str) -> npt.NDArray[np.float64]:
    """The range that takes an action, ``(1326,)``: weights of holes that come here and do it.

    Raises
    ------
    UsageError
        If there is no such action.
    """
    if action not in one.actions:
        raise UsageError(f"no action {shown(action)}; there is {', '.join(one.actions)}")
    return _weights(one, one.reach * one.shares[:, one.actions.index(action)])


def holes_table(one: Decision) -> pa.Table:
    """A row for each hole and action: how often it is taken, and what it wins."""
    order = np.lexsort((-one.holes, hand_of_hole()[one.holes]))
    actions = len(one.actions)
    names = [format_hole(int(hole)) for hole in one.holes[order]]
    hands = [HANDS[hand] for hand in hand_of_hole()[one.holes[order]]]
    return pa.table(
        {
            "hole": pa.array([name for name in names for _ in range(actions)], pa.string()),
            "hand": pa.array([name for name in hands for _ in range(actions)], pa.string()),
            "reach": np.repeat(one.reach[order], actions),
            "action": pa.array(one.actions * len(names), pa.string()),
            "share": one.shares[order].ravel(),
            "value": _or_null(one.values[order].ravel()),
        }
    )


def hands_table(one: Decision) -> pa.Table:
    """A row for each starting hand and action: means of its holes, weighted by how often."""
    hands = hand_of_hole()[one.holes]
    weight = one.reach * one.met
    total = np.bincount(hands, weight, len(HANDS))
    there = np.flatnonzero(total > 0)
    actions = len(one.actions)

    def means(columns: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        known = np.where(weight[:, None] > 0, columns, 0.0)
        sums = [np.bincount(hands, weight * column, len(HANDS))[there] for column in known.T]
        mean: npt.NDArray[np.float64] = (np.stack(sums, axis=1) / total[there, None]).ravel()
        return mean

    combos = np.bincount(hands, one.reach, len(HANDS))[there]
    return pa.table(
        {
            "hand": pa.array([HANDS[hand] for hand in np.repeat(there, actions)], pa.string()),
            "combos": np.repeat(combos, actions),
            "action": pa.array(one.actions * len(there), pa.string()),
            "share": means(one.shares),
            "value": means(one.values),
        }
    )


def range_table(one: Decision, action: str) -> pa.Table:
    """The holes that take an action, with weights in whole percents.

    Raises
    ------
    UsageError
        If there is no such action.
    """
    weights = weights_of_action(one, action)
    there = np.flatnonzero(weights)
    names = pa.array([format_hole(int(hole)) for hole in there], pa.string())
    return pa.table({"hole": names, "weight": weights[there]})


def summary(solution: Solution) -> str:
    """What is to be said of a solution, in a line."""
    spot = solution.spot
    oop, ip = solution.values
    percent = 100 * solution.exploitability / spot.pot
    return (
        f"{format_hand(spot.board)}: oop wins {oop:.2f} and ip {ip:.2f} of the pot of {spot.pot:,};"
        f" an epsilon-equilibrium: deviating gains {percent:.3g} % of the pot, the mean of both;"
        f" {solution.iterations:,} iterations"
    )


def _weights(one: Decision, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    whole = np.zeros(HOLES)
    whole[one.holes] = np.round(weights, _DIGITS)
    return whole


def _range_text(one: Decision, weights: npt.NDArray[np.float64]) -> str:
    return format_range(_weights(one, weights))


def _or_null(numbers: npt.NDArray[np.float64]) -> pa.Array:
    return pa.array(numbers, mask=np.isnan(numbers))
