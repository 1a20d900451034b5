"""Boards of a training that are shared out, as to the workers of a cluster.

A round begins with the regrets that all shares know. Each walks boards of its own from there, and
writes where it came to. They go on from the mean of that. So the strategies depend on how many
shares there are, and not on who walks them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

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
from .asked import Asked
from .states import restore, save, stored

BATCH = 16  # boards that are dealt together
A_ROUND = 1024  # boards of a share, at most

Boards = npt.NDArray[np.uint8]
Holes = npt.NDArray[np.uint16]
# Takes boards (n, 5), flop, turn and river in order, and holes (n, h). Returns buckets (4, n, h).
BucketsOn = Callable[[Boards, Holes], npt.NDArray[np.integer]]
BucketsFrom = Callable[[Path, Asked], BucketsOn]  # a function of a module: workers import it


@dataclass(frozen=True)
class Place:
    """Where a training is at work.

    Attributes
    ----------
    lake : Path
    asked : Asked
    folder : Path
        Of the work.
    buckets_from : callable
    """

    lake: Path
    asked: Asked
    folder: Path
    buckets_from: BucketsFrom

    @property
    def state(self) -> Path:
        """The file of where it is."""
        return self.folder / "state.npy"

    def share(self, share: Share) -> Path:
        """The file of where a share has come to."""
        return self.folder / f"share_{share.begin}_{share.number}.npy"


class Share(NamedTuple):
    """What a share does in a round."""

    begin: int  # boards that each share has walked before the round
    number: int
    boards: int  # to walk


def begun(place: Place, threads: int) -> Training:
    """A training that has walked nothing. Raises LakeError."""
    lines = place.asked.lines
    is_needed = ((lines.kind == SHOWDOWN) & (lines.street == 0)).any()
    # Who is all in before the flop needs ``matchups`` of the lake.
    meetings = meetings_of(counts_of(Lake.open(place.lake)).two if is_needed else None)
    return Training(lines, place.asked.buckets, meetings, threads=threads)


def walk_batch(place: Place, training: Training, first: int, buckets_on: BucketsOn) -> None:
    """Improve on boards from one number on. Raises LakeError."""
    boards = draw_boards(place.asked.seed, first // BATCH, BATCH)
    holes = holes_beside(boards)
    strengths, buckets = strengths_on(boards, holes), buckets_on(boards, holes)
    deals = [
        Deal(hole_cards()[holes[at]], strengths[at], buckets[:, at]) for at in range(len(boards))
    ]
    try:
        training.improve_on(deals)
    except ValueError as error:
        raise LakeError(f"abstractions of {place.lake} are damaged: {error}") from error


def walk_round(
    place: Place,
    training: Training,
    iterations: int,
    *,
    executor: Executor | None,
    tell: Callable[[int], object],
    stop: Callable[[], bool],
) -> bool:
    """Walk a round, of which the beginning is saved; False if it was stopped before its end.

    ``iterations``: all boards that are to be walked; ``tell``: takes how many are by now.
    """
    of, begin = place.asked.shares, training.iterations
    most = -(-(iterations - begin * of) // (of * BATCH)) * BATCH
    shares = [Share(begin, number, min(A_ROUND, most)) for number in range(of)]
    left = [share for share in shares if not place.share(share).exists()]
    done = of - len(left)
    work = partial(_walk_there, place)
    if executor is not None:
        results = in_order(work, left, executor, stop=stop)
    else:
        results = (_walk_share(place, training, share, stop) for share in left)
    for is_whole in results:
        if not is_whole:
            break
        done += 1
        tell(begin * of + done * shares[0].boards)
    training.iterations = begin
    if done < of:
        return False
    _take_mean(place, training, shares)
    return True


def _take_mean(place: Place, training: Training, shares: list[Share]) -> None:
    """Set a training to the mean of where its shares have come to."""
    for table in training.state:
        table[:] = 0
    for share in shares:
        _, *there = stored(place.share(share), training)
        for table, more in zip(training.state, there, strict=True):
            table += more
    for table in training.state:
        table /= np.float32(len(shares))
    training.iterations += shares[0].boards


def remove_shares(place: Place) -> None:
    """Remove the files of shares that have been added up."""
    for path in place.folder.glob("share_*.npy"):
        path.unlink()


# ---------------------------------------------------------------- on a worker


def _walk_there(place: Place, share: Share) -> bool:
    """Walk a share on a worker. Raises LakeError if it does not see the training."""
    if not place.share(share).exists():
        training = begun(place, threads_of_task())
        _walk_share(place, training, share, lambda: False)
    return True


def _walk_share(place: Place, training: Training, share: Share, stop: Callable[[], bool]) -> bool:
    """Walk a share from where the round began; False if it was stopped."""
    if not place.state.exists():
        raise LakeError(
            f"{place.state} is not there for a worker: give --lake a folder that all workers share"
        )
    restore(place.state, training)
    if training.iterations != share.begin:
        raise LakeError(
            f"{place.state} has {training.iterations} boards, not {share.begin}: another command "
            "has gone on with it; run it again"
        )
    first = share.begin * place.asked.shares + share.number * share.boards
    for at in range(0, share.boards, BATCH):
        if stop():
            return False
        walk_batch(place, training, first + at, _eyes(place))
    save(place.share(share), training, 0.0)
    return True


@lru_cache(maxsize=1)
def _eyes(place: Place) -> BucketsOn:
    """The buckets of a training's abstractions. Its folder is named by what they are."""
    return place.buckets_from(place.lake, place.asked)
