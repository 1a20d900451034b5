"""Runs a learner and puts its results into a lake.

While it runs, ``lake/wip/learning_<digest>/`` has its state, saved every few seconds, and a file of
each table for every checkpoint that it has passed. The same command resumes from there, however it
was stopped. When all games are played, the run gets its number, and its rows go into the lake's
tables in one step.

The workers of an executor may play the games. A worker receives the whole state, plays for some
seconds, and returns it. So any worker can continue another's work, and if one is killed only its
turn is played again. If the tables of a run are independent, as many workers as it has tables play
it; otherwise one worker at a time, with its threads. Sharing batches among workers would not pay
for the transfer of states: the tables of draw are 2.8 MB, and a batch of a table takes a tenth of a
second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine import clock
from pokerlake.engine.games.catalogue import GAMES
from pokerlake.engine.games.protocol import Arrays, Learned, Learner, Parameters, Profit
from pokerlake.tables.definitions.learning import (
    LEARNED_PROFITS,
    LEARNING,
    LEARNING_RUNS,
    RESULT_TABLE,
    STRATEGIES,
)
from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table, remove_folder, whole_file, write_parquet

from ..growing import adding, work_of_adding
from ..lock import WORK_FOLDER, alone, remove_work_folder
from ..processes import in_order, threads_of_task
from .lessons import Lesson

SECONDS_A_SLICE = 0.2  # between two checks whether to stop
SECONDS_A_TURN = 5.0  # of a worker, which receives the state and returns it
SECONDS_A_SAVE = 5.0
_STATE = "state.npz"
T = TypeVar("T")


@dataclass(frozen=True)
class Moment:
    """The progress of a run."""

    done: int  # games, or iterations
    games: int  # in all
    seconds: float  # spent so far, without stops
    nash_conv: float | None  # at the last checkpoint


@dataclass(frozen=True)
class Finished:
    """The end of a run, or a stop."""

    run: int | None  # its number in the lake; None if it was stopped
    new: bool  # whether it was learned now; otherwise the lake already had it
    moment: Moment


def learn(
    lake: Path,
    lesson: Lesson,
    *,
    anew: bool = False,
    threads: int = 1,
    executor: Executor | None = None,
    listener: Callable[[Moment], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Finished:
    """Learn a game, or resume its run, and add the run to a lake's tables.

    ``lake``: made if it does not exist; ``lesson``: nothing is done if the lake has a run of it;
    ``anew``: whether the run replaces all runs in the lake; ``threads``: they do not change the
    result. Raises UsageError, LakeError or OutputError.
    """
    refuse_file(lake)
    learner: Learner = lesson.begin() if executor is None else Elsewhere(lesson, executor, stop)
    folder = lake / WORK_FOLDER / f"learning_{lesson.digest}"
    if not anew and (known := find_run(lake, lesson)) is not None:
        # A process may have been killed between the last step and tidying up.
        if folder.exists() or work_of_adding(lake, LEARNING).exists():
            with adding(lake, LEARNING, wait=True):
                remove_folder(folder)
        remove_work_folder(lake)
        return known
    with alone(folder):
        # Compiling kernels and making tables does not count as learning time.
        if executor is None and not lesson.algorithm.once:
            lesson.begin().go_on(1, threads=threads)
        seconds, nash_conv = _restore(folder, learner)
        moment = restored = Moment(learner.done, lesson.games, seconds, nash_conv)
        for moment in _play(folder, lesson, learner, restored, threads):
            listener(moment)
            if moment.done < lesson.games and stop():
                return Finished(None, True, moment)
        profits = _profits(lesson, learner, threads)
        used = learner.threads if isinstance(learner, Elsewhere) else threads
        with adding(lake, LEARNING, anew=anew, wait=True) as addition:
            # An object store has no lock: another command may have learned it in the meantime.
            if not anew and (known := find_run(lake, lesson)) is not None:
                return known
            run = addition.first
            addition.write["learning_runs"](run_row(run, lesson, moment.done, moment.seconds, used))
            for table in (RESULT_TABLE, STRATEGIES):
                for rows in checkpoint_rows(folder, table, run):
                    addition.write[table.name](rows)
            addition.write["learned_profits"](profit_rows(run, profits))
            addition.things = 1
            addition.seconds = moment.seconds
    remove_folder(folder)
    remove_work_folder(lake)
    return Finished(run, True, moment)


def _profits(lesson: Lesson, learner: Learner, threads: int) -> Sequence[Profit]:
    """The profits against fixed opponents, if the algorithm plays against such."""
    if lesson.algorithm.profits is None:
        return ()
    if isinstance(learner, Elsewhere):
        return learner.profits()
    learned = learner.learned(threads=threads)
    return lesson.algorithm.profits(learned, learner.done, seed=lesson.seed, threads=threads)


def find_run(lake: Path, lesson: Lesson) -> Finished | None:
    """The run of a lesson, if the lake has one."""
    if not lake.is_dir() or LEARNING_RUNS.name not in Lake.open(lake).manifest.tables:
        return None
    runs = read_table(Lake.open(lake).files(LEARNING_RUNS.name))
    for row in runs.to_pylist():
        asked = (lesson.game.name, lesson.algorithm.name, lesson.seed, lesson.parameters_text)
        stored = (row["game"], row["algorithm"], row["seed"], row["parameters"])
        if asked == stored and row["games_asked"] == lesson.games:
            moment = Moment(row["games"], lesson.games, row["seconds"], None)
            return Finished(row["run"], False, moment)
    return None


# ---------------------------------------------------------------- a run


def checkpoints(games: int) -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ... games, and the end."""
    decade = 1
    while True:
        for step in (1, 2, 5):
            if step * decade >= games:
                yield games
                return
            yield step * decade
        decade *= 10


def _play(
    folder: Path, lesson: Lesson, learner: Learner, moment: Moment, threads: int
) -> Iterator[Moment]:
    """Play to the end. ``folder`` always has what is needed to resume.

    A saved state has all its checkpoints in files.
    """
    seconds, nash_conv = moment.seconds, moment.nash_conv
    seconds_a_slice = SECONDS_A_TURN if isinstance(learner, Elsewhere) else SECONDS_A_SLICE
    saved = clock.now()
    rate = 0.0
    for checkpoint in checkpoints(lesson.games):
        if learner.done >= checkpoint:
            continue
        while learner.done < checkpoint:
            started, before = clock.now(), learner.done
            slice_ = max(1, int(rate * seconds_a_slice))
            learner.go_on(min(checkpoint, before + slice_), threads=threads)
            now = clock.now()
            seconds += now - started
            rate = (learner.done - before) / max(now - started, 1e-6)
            if learner.done < checkpoint:
                if now - saved > SECONDS_A_SAVE:
                    _save(folder, learner, seconds, nash_conv)
                    saved = now
                yield Moment(learner.done, lesson.games, seconds, nash_conv)
        learned = learner.learned(threads=threads)
        nash_conv = learned.nash_conv
        write_checkpoint(folder, learner.done, learned)
        _save(folder, learner, seconds, nash_conv)
        saved = clock.now()
        yield Moment(learner.done, lesson.games, seconds, nash_conv)


def _save(folder: Path, learner: Learner, seconds: float, nash_conv: float | None) -> None:
    content = BytesIO()
    arrays: dict[str, Any] = {f"state_{name}": array for name, array in learner.arrays().items()}
    arrays["about"] = np.array([seconds, np.nan if nash_conv is None else nash_conv])
    np.savez(content, **arrays)
    with whole_file(folder / _STATE) as file:
        file.write(content.getbuffer())


def _restore(folder: Path, learner: Learner) -> tuple[float, float | None]:
    """Restore the state of a stopped run, and return the seconds it took and its NashConv."""
    path = folder / _STATE
    if not path.exists():
        return 0.0, None
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as content:
            seconds, nash_conv = content["about"].tolist()
            names = [name for name in content.files if name.startswith("state_")]
            learner.restore({name.removeprefix("state_"): content[name] for name in names})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise from_outside(error, path) or LakeError(
            f"{path} cannot be gone on with ({type(error).__name__}: {error}); "
            f"remove {folder} to begin anew"
        ) from error
    return seconds, None if np.isnan(nash_conv) else nash_conv


def write_checkpoint(folder: Path, done: int, learned: Learned) -> None:
    """Write the rows of a checkpoint, a file per table; the run gets its number at the end."""
    values = {"run": 0, "checkpoint": done, **vars(learned)}
    for table in (STRATEGIES, RESULT_TABLE):
        if table is STRATEGIES or learned.games is not None:
            schema = table.arrow_schema()
            columns = [_column(values[field.name], len(learned.choice), field) for field in schema]
            order = [(name, "ascending") for name in ("player", "state", "choice")]
            rows = pa.table(columns, schema=schema).sort_by(order)
            write_parquet(folder / f"{table.name}_{done:016}.parquet", [rows], schema, table.key)


def _column(values: Any, rows: int, field: pa.Field) -> pa.Array:
    """The values of a column; a single value fills all rows."""
    is_single = values is None or isinstance(values, int | float)
    return pa.array([values] * rows if is_single else values).cast(field.type)


def checkpoint_rows(folder: Path, table: Table, run: int) -> Iterator[pa.Table]:
    """The rows of all checkpoints in order, with the number of the run."""
    for path in sorted(folder.glob(f"{table.name}_*.parquet")):
        rows = read_table(path, schema=table.arrow_schema())
        yield rows.set_column(0, rows.schema.field(0), pa.array([run] * len(rows), pa.uint32()))


def run_row(run: int, lesson: Lesson, games: int, seconds: float, threads: int) -> pa.Table:
    """The row of a run that has played this many games."""
    row = {
        "run": run,
        "game": lesson.game.name,
        "algorithm": lesson.algorithm.name,
        "parameters": lesson.parameters_text,
        "seed": lesson.seed,
        "games_asked": lesson.games,
        "games": games,
        "players": lesson.game.players,
        "unit": lesson.algorithm.unit,
        "seconds": round(seconds, 3),
        "threads": threads,
        "package_version": package_version(),
    }
    return pa.Table.from_pylist([row], LEARNING_RUNS.arrow_schema())


def profit_rows(run: int, profits: Sequence[Profit]) -> pa.Table:
    """The profit against each opponent."""
    rows = [{"run": run, **vars(profit)} for profit in sorted(profits, key=lambda p: p.opponent)]
    return pa.Table.from_pylist(rows, LEARNED_PROFITS.arrow_schema())


class _Turn(NamedTuple):
    """The task of a worker: a run with its state, and the games to reach in all."""

    game: str
    algorithm: str
    seed: int | None
    parameters: Parameters
    arrays: dict[str, npt.NDArray[Any]]
    games: int

    @property
    def lesson(self) -> Lesson:
        return Lesson.of(
            GAMES, self.game, self.algorithm, seed=self.seed, parameters=self.parameters
        )

    def learner(self) -> Learner:
        learner = self.lesson.begin()
        learner.restore(self.arrays)
        return learner


class _Played(NamedTuple):
    """The state after a turn, and the threads that played it."""

    arrays: dict[str, npt.NDArray[Any]]
    threads: int


class Elsewhere:
    """A :class:`~pokerlake.engine.games.protocol.Learner` whose work is done by workers.

    Its threads are those of each worker.

    Parameters
    ----------
    lesson : Lesson
        Of a game and an algorithm of the catalogue, where workers look them up.
    executor : Executor
    stop : callable
        Called to ask whether to stop: then a running turn is abandoned.
    """

    def __init__(self, lesson: Lesson, executor: Executor, stop: Callable[[], bool]) -> None:
        self.lesson, self.executor, self.stop = lesson, executor, stop
        self.threads = 1  # of the last worker
        self._state = lesson.begin()

    @property
    def done(self) -> int:
        """Games played."""
        return self._state.done

    def go_on(self, games: int, *, threads: int = 1) -> None:  # noqa: ARG002 the protocol's
        """Have games played until at least this many are done in all."""
        turn = self._turn(games)
        parts = _of_tables(turn) if self.lesson.algorithm.apart else [turn]
        played = list(in_order(_play_turn, parts, self.executor, stop=self.stop))
        if len(played) < len(parts):  # stopped
            return
        states = [part.arrays for part in played]
        self._state.restore(_joined(states) if self.lesson.algorithm.apart else states[0])
        self.threads = max(part.threads for part in played)

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 the protocol's
        """The strategy so far."""
        return self._asked(_learned)

    def profits(self) -> Sequence[Profit]:
        """What the strategy wins from others."""
        return self._asked(_profits_of_turn)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The state to keep."""
        return self._state.arrays()

    def restore(self, arrays: Arrays) -> None:
        """Restore the state of a learner that began with the same parameters."""
        self._state.restore(arrays)

    def _turn(self, games: int) -> _Turn:
        lesson = self.lesson
        return _Turn(
            lesson.game.name, lesson.algorithm.name, lesson.seed, dict(lesson.parameters),
            self.arrays(), games,
        )  # fmt: skip

    def _asked(self, work: Callable[[_Turn], T]) -> T:
        (answer,) = in_order(work, [self._turn(self.done)], self.executor)
        return answer


def _of_tables(turn: _Turn) -> list[_Turn]:
    """A turn for each table of a run."""
    tables = int(turn.parameters["tables"])
    parts = []
    for table in range(tables):
        arrays = {
            name: array[table : table + 1] if array.ndim else array // tables
            for name, array in turn.arrays.items()
        }
        parameters = {**turn.parameters, "tables": 1}
        each = -(-turn.games // tables)
        parts.append(turn._replace(arrays=arrays, parameters=parameters, games=each))
    return parts


def _joined(states: Sequence[Arrays]) -> Arrays:
    """The state of a run, from those of its tables; their games are added up."""
    return {
        name: np.concatenate([state[name] for state in states])
        if array.ndim
        else np.sum([state[name] for state in states])
        for name, array in states[0].items()
    }


# ---------------------------------------------------------------- on a worker


def _play_turn(turn: _Turn) -> _Played:
    learner, threads = turn.learner(), threads_of_task()
    learner.go_on(turn.games, threads=threads)
    return _Played(learner.arrays(), threads)


def _learned(turn: _Turn) -> Learned:
    return turn.learner().learned(threads=threads_of_task())


def _profits_of_turn(turn: _Turn) -> Sequence[Profit]:
    profits = turn.lesson.algorithm.profits
    assert profits is not None
    learner, threads = turn.learner(), threads_of_task()
    return profits(learner.learned(threads=threads), learner.done, seed=turn.seed, threads=threads)
