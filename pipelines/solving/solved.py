"""Solves spots that the lake lacks, and adds them to its tables.

Small spots are solved in parallel in other processes, since Python itself takes much of their time;
a large one has all threads. With an executor, one of its workers solves each spot as a whole.
Solutions are added every few seconds, in one step each time. A killed command loses at most these
seconds, and the same command goes on. With an executor, which may have a thousand workers, it loses
nothing: see ``finished.py``.
"""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pokerlake.engine.solving import Solution, cost, solve
from pokerlake.engine.solving.dealing import RIVER
from pokerlake.engine.solving.solving import check_effort
from pokerlake.engine.threads import free_memory, worker_count
from pokerlake.tables.definitions.solving import (
    SOLUTIONS,
    SOLVED_NODES,
    SOLVED_SPOTS,
    SOLVED_STRATEGIES,
)
from pokerlake.tables.errors import ClusterError, PokerlakeError, UsageError
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.scratch import Scratch

from ..growing import adding, once_more, rows_so_far, tidy
from ..processes import in_order, over_processes, threads_of_task
from .asked import ALL, STREET, Asked, key_of_row
from .finished import Effort, Finished, finished_tasks, packed, unpacked
from .rows import SpotRows, numbered, rows_of_solutions, spot_rows

SECONDS_A_SAVE = 15.0
SMALL = 2_000_000  # numbers of a spot that one thread solves in about a second
_TASK = 100_000  # numbers of spots that are handed to a process together
_SHOWN = 3  # failures that are listed
_WORTH_PROCESSES = 4_000_000  # numbers in all: processes take a second to start

Row = dict[str, Any]
Listener = Callable[[float, str], None]  # the share of the work that is done, and the current step


class _Stop(Exception):  # noqa: N818 - no error
    """The solver is to end."""


class _Task(NamedTuple):
    """Spots for one process."""

    asked: list[Asked]
    to: float
    iterations: int
    compress: bool
    threads: int  # 0 for those of the worker that solves
    on_disk: Path | None  # the folder of regrets and strategies of flops and turns

    def solve(self, asked: Asked, report: Callable[[int, float], None] | None = None) -> Solution:
        """Solve one of them."""
        away = self.on_disk if asked.spot.street < RIVER else None
        return solve(
            asked.spot, to=self.to, iterations=self.iterations, compress=self.compress,
            threads=self.threads or threads_of_task(), report=report,
            outsider=None if away is None else partial(Scratch, away),
        )  # fmt: skip


def solve_into(
    lake: Path,
    asked: Sequence[Asked],
    *,
    to: float = 0.005,
    iterations: int = 1000,
    compress: bool = False,
    on_disk: Path | None = None,
    anew: bool = False,
    workers: int = 0,
    executor: Executor | None = None,
    listener: Listener = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Row | None]:
    """Look spots up in a lake, and solve those that it lacks.

    A spot of the lake counts as the same if cards, ranges, chips and sizes are equal, it is solved
    as well as requested or with as many iterations, and it has the decisions that are to be kept.

    ``to``, ``iterations``, ``compress``: as :func:`~pokerlake.engine.solving.solve` takes them;
    ``on_disk``: the folder for regrets and strategies of flops and turns, without an executor; None
    for memory. Returns the rows of ``solved_spots``, in the order of ``asked``, None for those that
    were not solved before a stop. Raises UsageError, LakeError, OutputError, SpotsFailedError or
    ClusterError.
    """
    try:
        check_effort(to, iterations)
    except ValueError as error:
        raise UsageError(str(error)) from error
    refuse_file(lake)
    wanted: dict[Hashable, Asked] = {}
    for request in asked:
        wanted[request.key] = (
            wanted[request.key].keeping_also(request) if request.key in wanted else request
        )
    rows = {} if anew else _known(lake, wanted, to, iterations)
    missing = [request for key, request in wanted.items() if key not in rows]
    if not missing:
        tidy(lake, SOLUTIONS)
    unsaved: list[SpotRows] = []
    saved, left = time.monotonic(), len(missing)
    progress = _Progress(missing, to, listener, stop)
    failed: list[_Failed] = []
    effort = (to, iterations, compress)
    begin = executor is not None and left > 0
    assert executor is None or on_disk is None
    with (
        finished_tasks(lake, wanted.values(), effort, begin=begin) as finished,
        closing(
            _solving(missing, effort, worker_count(workers), progress, on_disk)
            if executor is None
            else _solving_elsewhere(missing, effort, progress, executor, finished)
        ) as solving,
    ):
        try:
            for kept in solving:
                if isinstance(kept, _Failed):
                    failed.append(kept)
                elif kept is not None:
                    unsaved.append(kept)
                left -= len(kept.asked) if kept is not None else 0
                is_over = left == 0 or kept is None or stop()
                if unsaved and (is_over or time.monotonic() - saved > SECONDS_A_SAVE):
                    rows |= _added(lake, unsaved, to, iterations, anew=anew)
                    finished.remove(unsaved)
                    anew, unsaved, saved = False, [], time.monotonic()
                if is_over:
                    break
        except ClusterError:
            if unsaved:
                _added(lake, unsaved, to, iterations, anew=anew)
                finished.remove(unsaved)
            raise
        finished.is_done = rows.keys() >= wanted.keys()
    if failed:
        raise SpotsFailedError(failed, len(missing))
    return [rows.get(request.key) for request in asked]


class _Failed(NamedTuple):
    """Spots that were not solved, and the error."""

    asked: list[Asked]
    error: Exception


class SpotsFailedError(PokerlakeError):
    """Some spots could not be solved."""

    def __init__(self, failed: Sequence[_Failed], total: int) -> None:
        spots = sum(len(failure.asked) for failure in failed)
        errors = []
        for asked, error in failed[:_SHOWN]:
            beside = f" and {len(asked) - 1:,} beside it" if asked[1:] else ""
            why = f"{type(error).__name__}: " * (not isinstance(error, PokerlakeError))
            errors.append(f"{asked[0].columns['board']}{beside}: {why}{error}")
        if failed[_SHOWN:]:
            errors.append("...")
        super().__init__(
            f"{spots:,} of {total:,} spots failed ({'; '.join(errors)}); the others are in the lake"
        )


# ---------------------------------------------------------------- what the lake has


def _known(
    path: Path, wanted: dict[Hashable, Asked], to: float, iterations: int
) -> dict[Hashable, Row]:
    """The rows of spots that a lake has, solved as well as requested."""
    if not path.exists():
        return {}
    rows = {}
    for row in rows_so_far(Lake.open(path), SOLVED_SPOTS).to_pylist():
        key = key_of_row(row)
        if key in wanted and _is_enough(row, wanted[key], to, iterations):
            rows[key] = row
    return rows


def _is_enough(row: Row, asked: Asked, to: float, iterations: int) -> bool:
    solved = row["exploitability"] <= 100 * to or row["iterations"] >= iterations
    kept = row["kept"] in (ALL, asked.kept)
    lines = set(row["kept"].split(",")) >= set(asked.lines) if asked.kept != ALL else False
    return solved and (kept or lines or asked.kept == STREET)


@once_more
def _added(
    path: Path, new: Sequence[SpotRows], to: float, iterations: int, *, anew: bool
) -> dict[Hashable, Row]:
    """Add solutions to the lake, and number them."""
    with adding(path, SOLUTIONS, anew=anew, wait=True) as addition:
        # Another command may have added some of them in the meantime.
        wanted = {request.key: request for kept in new for request in kept.asked}
        there = {} if anew else _known(path, wanted, to, iterations)
        rows_by_key: dict[Hashable, Row] = {}
        numbers = []
        for kept in new:
            numbers.append(np.zeros(len(kept.asked), np.int64))
            for place, (request, row) in enumerate(zip(kept.asked, kept.spots, strict=True)):
                if request.key not in there:
                    numbers[-1][place] = addition.first + len(rows_by_key)
                    rows_by_key[request.key] = {"spot": addition.first + len(rows_by_key), **row}
        addition.things = len(rows_by_key)
        addition.seconds = sum(row["seconds"] for row in rows_by_key.values())
        addition.write[SOLVED_SPOTS.name](spot_rows(list(rows_by_key.values())))
        for kept, numbers_of_task in zip(new, numbers, strict=True):
            for table, rows in ((SOLVED_NODES, kept.nodes), (SOLVED_STRATEGIES, kept.strategies)):
                addition.write[table.name](numbered(rows, numbers_of_task))
    return there | rows_by_key


# ---------------------------------------------------------------- solving


def part_done(first: float, now: float, goal: float) -> float:
    """How far an exploitability has come towards its goal, 0 to 1, from its first value.

    The rest shrinks by powers, so its logarithm goes steadily to the goal.
    """
    if now <= goal:
        return 1.0
    return (
        min(max(math.log(first / now) / math.log(first / goal), 0.0), 1.0) if first > now else 0.0
    )


class _Progress:
    """How much of the work is done, weighted by the numbers that spots have."""

    def __init__(
        self, asked: Sequence[Asked], to: float, listener: Listener, stop: Callable[[], bool]
    ) -> None:
        self.sizes = {request.key: request.numbers for request in asked}
        self.all = max(sum(self.sizes.values()), 1)
        self.to, self.listener, self.stop = to, listener, stop
        self.done, self.spots = 0, 0

    def solved(self, asked: Asked) -> None:
        """Count a spot."""
        self.done += self.sizes[asked.key]
        self.spots += 1
        self.listener(self.done / self.all, f"{self.spots:,} of {len(self.sizes):,} spots")

    def reporter(self, asked: Asked) -> Callable[[int, float], None]:
        """A listener for the solver of a large spot; it stops the solver when asked to."""
        first: list[float] = []

        def report(iterations: int, gain: float) -> None:
            if self.stop():
                raise _Stop
            first.append(gain)
            part = part_done(first[0], gain, self.to)
            words = f"{asked.columns['board']}, iteration {iterations:,}, {100 * gain:.3g} %"
            done = self.done + part * self.sizes[asked.key]
            self.listener(done / self.all, f"spot {self.spots + 1:,}, {words}")

        return report


def _solving(
    asked: Sequence[Asked],
    effort: Effort,
    workers: int,
    progress: _Progress,
    on_disk: Path | None,
) -> Generator[SpotRows | _Failed | None]:
    """Solve spots, the small ones first; None marks a stop."""
    tasks = _tasks(asked, progress.sizes, effort, workers, on_disk)
    small = [task for task in tasks if _is_small(task, progress)]
    some = sum(progress.sizes[request.key] for task in small for request in task.asked)
    if workers > 1 and some > _WORTH_PROCESSES:
        results = over_processes(_solve_task, small, workers, here=True, instead=_failed)
        yield from _counted(small, results, progress)
        tasks = [task for task in tasks if not _is_small(task, progress)]
    for task in tasks:
        solved: list[tuple[Asked, Solution]] = []
        try:
            for request in task.asked:
                solved.append((request, task.solve(request, progress.reporter(request))))
                progress.solved(request)
        except _Stop:
            pass
        if solved:
            yield rows_of_solutions(solved)
        if len(solved) < len(task.asked):
            yield None
            return


def _solving_elsewhere(
    asked: Sequence[Asked],
    effort: Effort,
    progress: _Progress,
    executor: Executor,
    finished: Finished,
) -> Generator[SpotRows | _Failed | None]:
    """Have an executor solve spots, in the same order; None marks a stop."""
    tasks = _tasks(asked, progress.sizes, effort, 0)
    results = in_order(
        _solve_packed, tasks, executor, instead=_failed, stop=progress.stop, shelf=finished
    )
    with closing(results):
        opened = (done if isinstance(done, _Failed) else unpacked(done) for done in results)
        yield from _counted(tasks, opened, progress)
    yield None


def _counted(
    tasks: Sequence[_Task], results: Iterable[SpotRows | _Failed], progress: _Progress
) -> Iterator[SpotRows | _Failed]:
    """The results of other processes, with their spots; in order, until a stop."""
    for task, done in zip(tasks, results, strict=False):
        for request in task.asked:
            progress.solved(request)
        yield done if isinstance(done, _Failed) else replace(done, asked=task.asked)


def _is_small(task: _Task, progress: _Progress) -> bool:
    return all(progress.sizes[request.key] <= SMALL for request in task.asked)


def _tasks(
    asked: Sequence[Asked],
    sizes: dict[Hashable, int],
    effort: Effort,
    threads: int,
    on_disk: Path | None = None,
) -> list[_Task]:
    """Spots in parts, small ones grouped and first."""
    parts: list[list[Asked]] = []
    some = _TASK
    for request in sorted(asked, key=lambda request: sizes[request.key] > SMALL):
        if some >= _TASK or sizes[request.key] > SMALL:
            parts.append([])
            some = 0
        parts[-1].append(request)
        some += sizes[request.key]
    return [
        _Task(part, *effort, threads if sizes[part[0].key] > SMALL else 1, on_disk)
        for part in parts
    ]


def _solve_task(task: _Task) -> SpotRows:
    """In another process; it does not send the spots back."""
    return replace(
        rows_of_solutions([(request, task.solve(request)) for request in task.asked]), asked=[]
    )


def _solve_packed(task: _Task) -> bytes:
    """On a worker of an executor; the result is packed for the network and a file."""
    _refuse_memory(task)
    return packed(_solve_task(task))


def _refuse_memory(task: _Task) -> None:
    """Refuse spots that do not fit the memory of the machine that would solve them.

    A command checks that before anything is solved, if it solves spots itself.
    """
    free = free_memory()
    for request in task.asked:
        if free is None or request.numbers <= SMALL:
            continue
        takes = cost(request.spot)
        needed = takes.compressed_bytes if task.compress else takes.bytes
        if needed > free:
            raise PokerlakeError(
                f"it takes {needed / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free on "
                f"{platform.node()}"
            )


def _failed(task: _Task, error: Exception) -> _Failed:
    return _Failed(task.asked, error)
