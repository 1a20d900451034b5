"""Spots of blueprints, solved again, and their exploitability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.queries.answers.solving import rows, spots
from pokerlake.queries.answers.solving.spots import require_memory
from pokerlake.tables.errors import UsageError, in_python
from pokerlake.tables.lake import Lake, lake_path

from ..given import LakePath, place_of
from ..solutions.blueprints import buckets_of
from ..solving import Solved, SolvedDecision, Solver, given_spot, said_of

if TYPE_CHECKING:
    from pokerlake.engine.solving import Spot
    from pokerlake.engine.solving.resolving import Resolved as Found

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class Resolved(Solved):
    """A spot of a blueprint, solved again. Rows are those of :class:`Solved`.

    Attributes
    ----------
    run : int
        The blueprint.
    safe : str
        The player whose opponent has a way out, ``"oop"`` or ``"ip"``; empty if neither has.
    gain : float
        The exploitability in the solved game, with the way out, as a share of the pot, the mean of
        both players. ``exploitability`` is that for the given ranges.
    excess : (2, 1326) float64
        For each hole, the EV of a best response here less that against the blueprint, in the unit
        of the pot. NaN for impossible holes, and for the player ``safe``.
    met : (2, 1326) float64
        The weight of each hole's excess in a mean: how much of the other's range it meets.
    """

    run: int
    safe: str
    gain: float
    excess: Floats
    met: Floats

    @property
    def reached(self) -> bool:
        """Whether the exploitability in the solved game is at most ``to``."""
        return self.gain <= self._solution.to

    def then(self, then: str) -> SolvedDecision:
        """The decision after more actions on the street, as with :meth:`at`."""
        return self.at(then)

    def summary(self) -> str:
        """The line below the rows."""
        return in_python(self.said())

    def said(self) -> str:
        """The same, in the words of a door."""
        gain = f"{100 * self.gain:.3g} % of the pot"
        lines = [rows.summary(self._solution)]
        if self.safe:
            out = PLAYERS[1 - PLAYERS.index(self.safe)]
            lines = [
                f"solved for {self.safe}, and {out} has a way out: what he wins against blueprint "
                f"{self.run}. Deviating gains {gain} there; {self.iterations:,} iterations"
            ]
        lines += [self._told(player) for player in range(2) if self.met[player].any()]
        if not self.reached:
            solution = self._solution
            lines.append(
                rows.missed_words(
                    100 * self.gain, self.iterations, solution.to, solution.compressed
                )
            )
        return "\n".join(lines)

    def _told(self, player: int) -> str:
        """How a player who knows of it can exploit it."""
        excess, met = np.nan_to_num(self.excess[player]), self.met[player]
        usual = met * self._solution.spot.ranges[player]
        most = int(np.argmax(np.where(met > 0, excess, -np.inf)))
        words = format_hand(hole_cards()[most].tolist())
        mean = np.maximum(excess, 0) @ met / met.sum()
        pot = self._solution.spot.told(self._solution.spot.pot)
        return (
            f"what {PLAYERS[player]} can win here beside what he can against the blueprint: "
            f"{excess[most]:+.4f} at most, with {words}; {mean:.4f} over all holes, if he comes "
            f"with those that gain; {excess @ usual / usual.sum():+.4f} with his range (the pot is "
            f"{pot:g})"
        )


def resolved(
    run: int | None,
    line: str,
    board: Any,
    safe: str | None,
    sizes: Mapping[str, Any],
    lake: LakePath | None,
    solver: Solver,
) -> Resolved:
    """Solve a spot of a blueprint again."""
    from pokerlake.engine.solving.resolving import resolve
    from pokerlake.pipelines.blueprints.asked import asked_of
    from pokerlake.pipelines.blueprints.outside import outs_at
    from pokerlake.pipelines.blueprints.stored import spot_at, stored_row

    there = Lake.open(lake_path(place_of(lake)))
    row = stored_row(there, run)
    asked = asked_of(row)
    of = buckets_of(there.path, asked)
    cards = tuple(map(int, board))
    given = spot_at(there, row["run"], asked, line, cards, of)
    changed = {name: size for name, size in sizes.items() if size is not None}
    if "tree" in given and changed:
        raise UsageError(f"{next(iter(changed))} is of nolimit: bets of limit are fixed")
    spot = given_spot({**given, **changed}, lake).spot
    _require_memory(spot, solver)
    outs = outs_at(there, row["run"], asked, line, cards, of)
    player = PLAYERS.index(safe) if safe else None
    share = spots.share_of("to", solver.to)
    try:
        found = resolve(
            spot, outs, player, to=share, iterations=solver.iterations, threads=solver.threads,
            compress=solver.compress, report=solver.report(),
        )  # fmt: skip
    except ValueError as error:
        raise UsageError(str(error)) from error
    return _result(found, row["run"], safe or "", lake, solver)


def _require_memory(spot: Spot, solver: Solver) -> None:
    """Refuse a spot that does not fit into memory: opponents may arrive with any hole."""
    from dataclasses import replace

    every = np.ones_like(spot.ranges)
    require_memory(replace(spot, ranges=every), compress=solver.compress, on_disk=None)


def _result(found: Found, run: int, safe: str, lake: LakePath | None, solver: Solver) -> Resolved:
    solution = found.solution
    unit = solution.spot.told(1.0)
    return Resolved(
        *said_of(solution), solution, solver, solution, (), lake, (), run, safe,
        found.gain / solution.spot.pot, found.excess * unit, found.met,
    )  # fmt: skip
