"""The boards of a training, in turn, or in parts that are trained apart.

Each part starts afresh, on boards of its own; the blueprint is the mean of all. The workers of a
cluster may walk parts: they are added in order, so it does not matter which worker did what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.engine.blueprint import Deal, Training
from pokerlake.engine.blueprint.deals import (
    draw_boards,
    holes_beside,
    meetings_of,
    strengths_on,
)
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.solving.tree import SHOWDOWN
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake

from ..processes import in_order, threads_of_task
from ..push_fold.solving import counts_of
from .asked import BATCH, Asked
from .states import save, stored

Boards = npt.NDArray[np.uint8]
Holes = npt.NDArray[np.uint16]
# Takes boards (n, 5), with flop, turn and river in order, and holes (n, h). Returns buckets (4, n,
# h).
BucketsOn = Callable[[Boards, Holes], npt.NDArray[np.integer]]
BucketsFrom = Callable[[Path, Asked], BucketsOn]  # a function of a module: workers import it


@dataclass(frozen=True)
class Place:
    """Where a training works.

    Attributes
    ----------
    lake : Path
    asked : Asked
    folder : Path
        The work folder, named by the request and its abstractions.
    buckets_from : callable
    """

    lake: Path
    asked: Asked
    folder: Path
    buckets_from: BucketsFrom

    @property
    def state(self) -> Path:
        """The file with the state of the training."""
        return self.folder / "state.npy"

    def part(self, number: int) -> Path:
        """The file of a part that a worker walked."""
        return self.folder / f"part_{number}.npy"


def begun(place: Place, threads: int) -> Training:
    """A training without any walks. Raises LakeError."""
    lines = place.asked.lines
    is_needed = ((lines.kind == SHOWDOWN) & (lines.street == 0)).any()
    # All-ins before the flop need ``matchups`` of the lake.
    meetings = meetings_of(counts_of(Lake.open(place.lake)).two if is_needed else None)
    return Training(lines, place.asked.buckets, meetings, threads=threads)


def walked_in_turn(place: Place, training: Training) -> Generator[None]:
    """Improve a training board by board, a batch at a time. Raises LakeError."""
    while True:
        _walk_batch(place, training, training.iterations)
        yield


def walked_apart(
    place: Place,
    training: Training,
    iterations: int,
    *,
    threads: int,
    executor: Executor | None,
    stop: Callable[[], bool],
) -> Generator[None]:
    """Add parts to a training, one after the other, until it is stopped. Raises LakeError."""
    boards = place.asked.restart
    numbers = range(training.iterations // boards, -(-iterations // boards))
    if executor is None:
        part = begun(place, threads)
        for number in numbers:
            if not _walk_part(place, part, number, stop):
                return
            training.add(boards, part.state)
            yield
    else:
        for number in in_order(partial(_walk_there, place), numbers, executor, stop=stop):
            path = place.part(number)
            _, *there = stored(path, training)
            training.add(boards, there)
            path.unlink()
            yield


def _walk_part(place: Place, part: Training, number: int, stop: Callable[[], bool]) -> bool:
    """Walk a part; False if it was stopped before its end."""
    part.forget()
    boards = place.asked.restart
    for first in range(number * boards, (number + 1) * boards, BATCH):
        if stop():
            return False
        _walk_batch(place, part, first)
    return True


def _walk_batch(place: Place, training: Training, first: int) -> None:
    """Improve a training on the boards from a number on."""
    boards = draw_boards(place.asked.seed, first // BATCH, BATCH)
    holes = holes_beside(boards)
    strengths, buckets = strengths_on(boards, holes), _eyes(place)(boards, holes)
    deals = [
        Deal(hole_cards()[holes[at]], strengths[at], buckets[:, at]) for at in range(len(boards))
    ]
    try:
        training.improve_on(deals)
    except ValueError as error:
        raise LakeError(f"abstractions of {place.lake} are damaged: {error}") from error


@lru_cache(maxsize=1)
def _eyes(place: Place) -> BucketsOn:
    return place.buckets_from(place.lake, place.asked)


# ---------------------------------------------------------------- on a worker


def _walk_there(place: Place, number: int) -> int:
    """Walk a part on a worker. Raises LakeError if the worker does not see the training."""
    if not place.state.exists():
        raise LakeError(
            f"{place.state} is not there for a worker: give --lake a folder that all workers share"
        )
    if not place.part(number).exists():
        part = begun(place, threads_of_task())
        _walk_part(place, part, number, lambda: False)
        save(place.part(number), part, 0.0)
    return number
