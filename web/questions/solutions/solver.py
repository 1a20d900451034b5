"""The page's solver: which spots fit, its progress, and a cache of the last solutions."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...settings import NO_JOBS, SOLVE_KEPT_MB, SOLVE_MB, SOLVE_SECONDS
from ..answer import Answer
from ..registry import Asking

if TYPE_CHECKING:
    from pokerlake.engine.solving import Cost, Solution, Spot

MOST_ITERATIONS = 1000
MOST_KEPT = 8  # solutions, however small
_LOOK = 10  # iterations between two progress reports of the solver
_PLANNED = 60  # the number of iterations that a cost's seconds are for
_SLOWER = 3  # than a cost says: costs are of an idle machine, and a third too low for large spots
_TOLD_SECONDS = 0.1  # between two lines of progress
_LONG = 1.0  # seconds of a cost beyond which the start of solving is reported

# In this process, the latest at the end. Another process solves the spot again: bit for bit the
# same.
_kept: OrderedDict[Hashable, tuple[Solution, int]] = OrderedDict()


@dataclass(frozen=True)
class Effort:
    """The cost of solving a spot, and how far it is solved here.

    Attributes
    ----------
    cost : Cost
    takes : str
        The cost in words.
    iterations : int
        The most: as many as the page has time for, independent of the machine, so that answers are
        the same.
    refused : str
        Why it is not solved here; empty if it is.
    not_as_job : str
        Why it cannot be solved into the lake as a job; empty if it can.
    """

    cost: Cost
    takes: str
    iterations: int
    refused: str
    not_as_job: str


def effort_of(spot: Spot, jobs_gb: float = 0, *, locked: bool = False) -> Effort:
    """The cost of solving a spot, for the page, or as a job with at most this memory.

    ``locked``: whether the spot has locks.
    """
    from pokerlake.engine.solving import cost

    estimate = cost(spot)
    fit = int(_PLANNED * SOLVE_SECONDS / _SLOWER / max(estimate.seconds, 1e-6)) // _LOOK * _LOOK
    takes = f"about {estimate.bytes / 1e9:,.1f} GB and {estimate.seconds:,.0f} seconds of one core"
    less = "give fewer sizes, smaller ranges or a later street, or solve it in Python"
    refused = not_as_job = ""
    if not jobs_gb:
        not_as_job = NO_JOBS
    elif locked:
        not_as_job = "the lake keeps no spots in which players keep to something"
    elif estimate.bytes > jobs_gb * 10**9:
        not_as_job = f"solving this takes {takes}, and jobs have {jobs_gb:g} GB; {less}"
    if estimate.bytes > SOLVE_MB * 10**6:
        way = (
            f"{less}; {not_as_job}" if not jobs_gb else less if not_as_job else "solve it as a job"
        )
        refused = f"solving this takes {takes}, and the page has {SOLVE_MB / 1e3:g} GB; {way}"
    return Effort(estimate, takes, min(MOST_ITERATIONS, max(_LOOK, fit)), refused, not_as_job)


@dataclass
class Solver:
    """Solves spots for a request, with progress, and stops if the client is gone.

    Attributes
    ----------
    asking : Asking
    to : float
    iterations : int
        The most for the spot that was solved last.
    """

    asking: Asking
    to: float
    iterations: int = MOST_ITERATIONS

    def __call__(self, spot: Spot) -> Solution:
        """A solution, solved or cached. UsageError if it takes more than the page has."""
        from pokerlake.queries.answers.solving.spots import solution_of
        from pokerlake.tables.errors import UsageError

        effort, to = effort_of(spot, self.asking.jobs_gb), self.to
        if effort.refused:
            raise UsageError(effort.refused)
        self.iterations = effort.iterations
        key = (
            spot.board, spot.ranges.tobytes(), spot.pot, spot.stack, spot.betting, spot.rake,
            spot.rake_cap, spot.prizes, to,
            *((line, kept.tobytes()) for line, kept in spot.locks.items()),
        )  # fmt: skip
        if key not in _kept:
            if effort.cost.seconds > _LONG:
                self._tell(0, effort.iterations, None, to)
            solution = solution_of(
                spot, to=to, iterations=effort.iterations, threads=1,
                report=self._report(to, effort.iterations),
            )  # fmt: skip
            _kept[key] = solution, effort.cost.bytes
            # The last one is kept, however large: it is on display.
            while len(_kept) > MOST_KEPT or (
                len(_kept) > 1 and sum(size for _, size in _kept.values()) > SOLVE_KEPT_MB * 10**6
            ):
                _kept.popitem(last=False)
        _kept.move_to_end(key)
        return _kept[key][0]

    def _report(self, to: float, most: int) -> Callable[[int, float], None]:
        told_at = -_TOLD_SECONDS

        def report(iterations: int, exploitability: float) -> None:
            nonlocal told_at
            self.asking.listen()
            if time.monotonic() - told_at >= _TOLD_SECONDS:
                told_at = time.monotonic()
                self._tell(iterations, most, 100 * exploitability, to)

        return report

    def _tell(self, iterations: int, most: int, gain: float | None, to: float) -> None:
        progress = {
            "iterations": iterations, "most": most, "exploitability": gain, "to": 100 * to,
        }  # fmt: skip
        self.asking.tell(Answer({"progress": progress}))
