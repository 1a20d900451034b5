"""Trains blueprints and adds them to a lake; one that is stopped goes on where it was.

While it is trained, ``lake/wip/blueprint_<digest>/`` has its regrets and sums of strategies, saved
every minute. Boards are drawn by their number, so that what stopped or not comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.engine import clock
from pokerlake.engine.blueprint import Deal, Training
from pokerlake.engine.blueprint.deals import (
    draw_boards,
    holes_beside,
    meetings_of,
    strengths_on,
)
from pokerlake.engine.blueprint.first_kernels import Meetings
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.solving.tree import SHOWDOWN
from pokerlake.tables.definitions.blueprints import (
    BLUEPRINT,
    BLUEPRINT_NODES,
    BLUEPRINT_STRATEGIES,
    BLUEPRINTS,
    MEASURES,
)
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.schema import Table
from pokerlake.tables.store import remove_folder, whole_file

from ..growing import adding
from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..parts import PACKAGE, code_digest
from ..push_fold.solving import counts_of
from .asked import Asked
from .rows import blueprint_row, node_rows, strategy_rows
from .stored import seen_by

BATCH = 16  # boards that are dealt together
SECONDS_A_SAVE = 60.0
_STATE = "state.npy"

Boards = npt.NDArray[np.uint8]
Holes = npt.NDArray[np.uint16]
# Takes boards (n, 5), flop, turn and river in order, and holes (n, h). Returns buckets (4, n, h).
BucketsOn = Callable[[Boards, Holes], npt.NDArray[np.integer]]


@dataclass(frozen=True)
class Moment:
    """The progress of training."""

    iterations: int
    seconds: float  # spent so far, without stops


@dataclass(frozen=True)
class Trained:
    """The end of training, or a stop."""

    run: int | None  # its number in the lake; None if it was stopped
    moment: Moment


def train(
    lake: Path,
    asked: Asked,
    buckets_on: BucketsOn,
    *,
    iterations: int,
    seconds: float,
    anew: bool = False,
    threads: int = 0,
    listener: Callable[[Moment], object] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Trained:
    """Train a blueprint, or go on with it, and add it to a lake.

    It ends after ``iterations`` or ``seconds``, whichever comes first; ``anew``: whether it
    replaces all others; ``threads``: the strategies are the same for any number. Raises LakeError
    or OutputError.
    """
    refuse_file(lake)
    training = Training(asked.lines, asked.buckets, _meetings(lake, asked), threads=threads)
    text = f"{asked.given} {seen_by(Lake.open(lake), asked)} {code_digest(PACKAGE)}"
    folder = lake / WORK_FOLDER / f"blueprint_{sha256(text.encode()).hexdigest()[:16]}"
    with alone(folder):
        spent = _restore(folder / _STATE, training)
        saved = began = clock.now()
        while training.iterations < iterations:
            deals = _deals(asked.seed, training.iterations, buckets_on)
            try:
                training.improve_on(deals)
            except ValueError as error:
                raise LakeError(f"abstractions of {lake} are damaged: {error}") from error
            now = clock.now()
            moment = Moment(training.iterations, spent + now - began)
            listener(moment)
            if moment.seconds >= seconds:
                break
            if stop():
                _save(folder / _STATE, training, moment.seconds)
                return Trained(None, moment)
            if now - saved >= SECONDS_A_SAVE:
                _save(folder / _STATE, training, moment.seconds)
                saved = clock.now()
        moment = Moment(training.iterations, spent + clock.now() - began)
        # Measures of blueprints that are replaced go with them.
        beside = _measures(lake) if anew else []
        with adding(lake, BLUEPRINT, anew=anew, wait=True, beside=beside) as addition:
            for table in beside:
                addition.whole[table.name] = table.arrow_schema().empty_table()
            run = addition.first
            row = blueprint_row(run, asked, training, moment.seconds)
            addition.write[BLUEPRINTS.name](row)
            addition.write[BLUEPRINT_NODES.name](node_rows(run, asked.lines))
            for rows in strategy_rows(run, training):
                addition.write[BLUEPRINT_STRATEGIES.name](rows)
            addition.things = 1
            addition.seconds = moment.seconds
    remove_folder(folder)
    remove_work_folder(lake)
    return Trained(run, moment)


def _measures(lake: Path) -> list[Table]:
    """The tables of measures that the lake has."""
    there = Lake.open(lake).manifest.tables if lake.is_dir() else {}
    return [table for table in MEASURES if table.name in there]


def _meetings(lake: Path, asked: Asked) -> Meetings:
    """How starting hands meet; who is all in before the flop needs ``matchups`` of the lake."""
    lines = asked.lines
    is_needed = ((lines.kind == SHOWDOWN) & (lines.street == 0)).any()
    return meetings_of(counts_of(Lake.open(lake)).two if is_needed else None)


def _deals(seed: int, done: int, buckets_on: BucketsOn) -> list[Deal]:
    """The deals of the next batch."""
    boards = draw_boards(seed, done // BATCH, BATCH)
    holes = holes_beside(boards)
    strengths, buckets = strengths_on(boards, holes), buckets_on(boards, holes)
    return [
        Deal(hole_cards()[holes[at]], strengths[at], buckets[:, at]) for at in range(len(boards))
    ]


def _save(path: Path, training: Training, seconds: float) -> None:
    with whole_file(path) as file:
        np.save(file, np.array([training.iterations, seconds]))
        for table in training.state:
            np.save(file, table)


def _restore(path: Path, training: Training) -> float:
    """Take up the state of training that was stopped, and return the seconds it took."""
    if not path.exists():
        return 0.0
    try:
        with path.open("rb") as file:
            iterations, seconds = np.load(file).tolist()
            for table in training.state:
                table[:] = np.load(file)
    except (OSError, ValueError, EOFError) as error:
        raise from_outside(error, path) or LakeError(
            f"{path} cannot be gone on with ({type(error).__name__}: {error}); "
            f"remove {path.parent} to begin anew"
        ) from error
    training.iterations = int(iterations)
    return float(seconds)
