"""Trains blueprints and adds them to a lake; a stopped training can be resumed.

During training, ``lake/wip/blueprint_<digest>/`` has its regrets and sums of strategies, saved
every minute. Boards are drawn by number, so a stop does not change the result.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pokerlake.engine import clock
from pokerlake.tables.definitions.blueprints import (
    BLUEPRINT,
    BLUEPRINT_NODES,
    BLUEPRINT_STRATEGIES,
    BLUEPRINTS,
    MEASURES,
)
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.schema import Table
from pokerlake.tables.store import remove_folder

from ..growing import adding
from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..parts import PACKAGE, code_digest
from .apart import BucketsFrom, Place, begun, walked_apart, walked_in_turn
from .asked import Asked
from .rows import blueprint_row, node_rows, strategy_rows
from .states import restore, save
from .stored import seen_by

SECONDS_A_SAVE = 60.0


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
    buckets_from: BucketsFrom,
    *,
    iterations: int,
    seconds: float,
    anew: bool = False,
    threads: int = 0,
    executor: Executor | None = None,
    listener: Callable[[Moment], object] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Trained:
    """Train a blueprint, or resume its training, and add it to a lake.

    It ends after ``iterations`` or ``seconds``, whichever comes first; ``anew``: whether it
    replaces all others; ``threads``, and ``executor``, which walks parts: they do not change the
    strategies. Raises LakeError or OutputError.
    """
    refuse_file(lake)
    text = f"{asked.columns} {seen_by(Lake.open(lake), asked)} {code_digest(PACKAGE)}"
    folder = lake / WORK_FOLDER / f"blueprint_{sha256(text.encode()).hexdigest()[:16]}"
    place = Place(lake.absolute(), asked, folder.absolute(), buckets_from)
    training = begun(place, threads)
    with alone(folder):
        spent = restore(place.state, training)
        saved = began = clock.now()

        def moment() -> Moment:
            return Moment(training.iterations, spent + clock.now() - began)

        def is_over() -> bool:
            done = training.iterations
            return done >= iterations or (done > 0 and moment().seconds >= seconds)

        if not is_over():
            walks = walked_in_turn(place, training)
            if asked.restart:
                walks = walked_apart(
                    place, training, iterations, threads=threads, executor=executor, stop=stop
                )
                save(place.state, training, spent)
            with closing(walks):
                for _ in walks:
                    listener(moment())
                    if is_over() or stop():
                        break
                    if clock.now() - saved >= SECONDS_A_SAVE:
                        save(place.state, training, moment().seconds)
                        saved = clock.now()
            if not is_over():
                save(place.state, training, moment().seconds)
                return Trained(None, moment())
        end = moment()
        # Measurements of blueprints that are replaced are dropped too.
        beside = _measures(lake) if anew else []
        with adding(lake, BLUEPRINT, anew=anew, wait=True, beside=beside) as addition:
            for table in beside:
                addition.whole[table.name] = table.arrow_schema().empty_table()
            run = addition.first
            row = blueprint_row(run, asked, training, end.seconds)
            addition.write[BLUEPRINTS.name](row)
            addition.write[BLUEPRINT_NODES.name](node_rows(run, asked.lines))
            for rows in strategy_rows(run, training):
                addition.write[BLUEPRINT_STRATEGIES.name](rows)
            addition.things = 1
            addition.seconds = end.seconds
    remove_folder(folder)
    remove_work_folder(lake)
    return Trained(run, end)


def _measures(lake: Path) -> list[Table]:
    """The tables of measurements that the lake has."""
    there = Lake.open(lake).manifest.tables if lake.is_dir() else {}
    return [table for table in MEASURES if table.name in there]
