"""Runs a learner and puts what it learns into a lake.

While it runs, ``lake/wip/learning_<digest>/`` has its state, saved every few seconds, and a file of
each table for every checkpoint that it has passed. The same command goes on from there, however it
was stopped. When everything is played, the run gets its number, and its rows go into the lake's
tables in one step.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import pyarrow as pa

from pokerlake.engine import clock
from pokerlake.engine.games.protocol import (
    Algorithm,
    Learnable,
    Learned,
    Learner,
    Parameters,
    Profit,
)
from pokerlake.engine.given import plain_float, plain_int
from pokerlake.tables.definitions.learning import (
    LEARNED_PROFITS,
    LEARNING,
    LEARNING_RUNS,
    RESULT_TABLE,
    STRATEGIES,
)
from pokerlake.tables.errors import LakeError, UsageError, did_you_mean
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table, remove_folder, whole_file, write_parquet

from .growing import adding, work_of_adding
from .lock import WORK_FOLDER, alone, remove_work_folder

MOST_GAMES = 1 << 53
SECONDS_A_SLICE = 0.2  # between two looks at whether to stop
SECONDS_A_SAVE = 5.0
_STATE = "state.npz"


@dataclass(frozen=True)
class Lesson:
    """What to learn, and how. Equal lessons have equal results."""

    game: Learnable
    algorithm: Algorithm
    games: int  # to play, or iterations; a few more where whole lots are played
    seed: int | None  # None where nothing is random
    parameters: Parameters  # all of the algorithm's

    @classmethod
    def of(
        cls,
        games: Mapping[str, Learnable],
        game: str,
        algorithm: str | None = None,
        *,
        rounds: int | None = None,
        seed: int | None = None,
        parameters: Parameters | None = None,
    ) -> Lesson:
        """A lesson by names; what is not given has its default, and the seed is 1.

        Parameters
        ----------
        games : mapping of str to Learnable
        game, algorithm : str
            The algorithm is the game's first by default.
        rounds : int, optional
            The number of games to play.
        seed : int, optional
        parameters : mapping, optional
            Numbers may be given as text.

        Raises
        ------
        UsageError
            If a name is unknown, the algorithm takes no seed, or a number is out of range.
        """
        if game not in games:
            raise UsageError(f"no game {game!r}; {did_you_mean(game, games)}")
        chosen = games[game]
        algorithms = {each.name: each for each in chosen.algorithms}
        if algorithm is not None and algorithm not in algorithms:
            hint = did_you_mean(algorithm, algorithms)
            raise UsageError(f"{game} is not learned by {algorithm!r}; {hint}")
        how = algorithms[algorithm] if algorithm else chosen.algorithms[0]
        name = f"{how.name} of {game}"
        if seed is not None and not how.seeded:
            raise UsageError(f"{name} takes no seed: nothing in it is random")
        if rounds is not None and how.once:
            raise UsageError(f"{name} is done at once; leave the games out")
        rounds = how.games if rounds is None else rounds
        if not 1 <= rounds <= MOST_GAMES:
            raise UsageError(f"games is {rounds}; give 1 to {MOST_GAMES:,}")
        seed = 1 if seed is None and how.seeded else seed
        given = _read(name, parameters or {}, how.parameters)
        return cls(chosen, how, rounds, seed, {**how.parameters, **given})

    def begin(self) -> Learner:
        """Begin the learner.

        Raises
        ------
        UsageError
            If a parameter or the seed is out of range.
        """
        seed = {} if self.seed is None else {"seed": self.seed}
        try:
            return self.algorithm.begin(**seed, **self.parameters)
        except ValueError as error:
            raise UsageError(str(error)) from error

    @property
    def parameters_text(self) -> str:
        """Its parameters as JSON, always in the same order."""
        return json.dumps(dict(self.parameters), sort_keys=True)

    @property
    def digest(self) -> str:
        """A name for the folder of its run, different for every lesson."""
        about = (self.game.name, self.algorithm.name, self.games, self.seed, self.parameters_text)
        return hashlib.sha256(repr((about, package_version())).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Moment:
    """The progress of a run."""

    done: int  # games, or iterations
    games: int  # that there will be in all
    seconds: float  # spent so far, without stops
    nash_conv: float | None  # at the last checkpoint


@dataclass(frozen=True)
class Finished:
    """The end of a run, or a stop."""

    run: int | None  # its number in the lake; None if it was stopped
    new: bool  # whether it was learned now; otherwise the lake had it already
    moment: Moment


def learn(
    lake: Path,
    lesson: Lesson,
    *,
    anew: bool = False,
    threads: int = 1,
    listener: Callable[[Moment], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Finished:
    """Learn a game, or resume its run, and add the run to a lake's tables.

    Parameters
    ----------
    lake : Path
        Made if it does not exist.
    lesson : Lesson
        If the lake has a run of it, nothing is done.
    anew : bool
        Whether the run replaces all runs in the lake.
    threads : int
        The result is the same for any number.
    listener : callable
        It is called several times a second with the progress.
    stop : callable
        It is asked as often whether to stop; the same call then resumes the run.

    Raises
    ------
    UsageError
        If a parameter is out of range.
    LakeError
        If the lake or the saved run is broken, or another command is learning it already.
    OutputError
        If the disk is full or cannot be written.
    """
    refuse_file(lake)
    learner = lesson.begin()
    folder = lake / WORK_FOLDER / f"learning_{lesson.digest}"
    if not anew and (known := find_run(lake, lesson)) is not None:
        # A process may have been killed between the last step and tidying up.
        if folder.exists() or work_of_adding(lake, LEARNING).exists():
            with adding(lake, LEARNING, wait=True):
                remove_folder(folder)
        remove_work_folder(lake)
        return known
    with alone(folder):
        if not lesson.algorithm.once:  # kernels are compiled, and tables made, on nobody's time
            lesson.begin().go_on(1, threads=threads)
        seconds, nash_conv = _restore(folder, learner)
        moment = restored = Moment(learner.done, lesson.games, seconds, nash_conv)
        for moment in _play(folder, lesson, learner, restored, threads):
            listener(moment)
            if moment.done < lesson.games and stop():
                return Finished(None, True, moment)
        profits: Sequence[Profit] = ()
        if lesson.algorithm.profits is not None:
            learned = learner.learned(threads=threads)
            profits = lesson.algorithm.profits(
                learned, learner.done, seed=lesson.seed, threads=threads
            )
        with adding(lake, LEARNING, anew=anew, wait=True) as addition:
            # An object store has no lock: another command may have learned it meanwhile.
            if not anew and (known := find_run(lake, lesson)) is not None:
                return known
            run = addition.first
            addition.write["learning_runs"](_run_row(run, lesson, moment, threads))
            for table in (RESULT_TABLE, STRATEGIES):
                for rows in _checkpoints(folder, table, run):
                    addition.write[table.name](rows)
            addition.write["learned_profits"](_profit_rows(run, profits))
            addition.things = 1
            addition.seconds = moment.seconds
    remove_folder(folder)
    remove_work_folder(lake)
    return Finished(run, True, moment)


def find_run(lake: Path, lesson: Lesson) -> Finished | None:
    """The run of a lesson, if the lake has one."""
    if not lake.is_dir() or LEARNING_RUNS.name not in Lake.open(lake).manifest.tables:
        return None
    runs = read_table(Lake.open(lake).files(LEARNING_RUNS.name))
    for row in runs.to_pylist():
        asked = (lesson.game.name, lesson.algorithm.name, lesson.seed, lesson.parameters_text)
        found = (row["game"], row["algorithm"], row["seed"], row["parameters"])
        if asked == found and row["games_asked"] == lesson.games:
            moment = Moment(row["games"], lesson.games, row["seconds"], None)
            return Finished(row["run"], False, moment)
    return None


_READ: Mapping[type, Callable[[str], str | int | float]] = {int: plain_int, float: plain_float}


def _read(learner: str, given: Parameters, known: Parameters) -> Parameters:
    """The parameters given, each of the type of its default."""
    found: dict[str, str | int | float] = {}
    for name, value in given.items():
        if not known:
            raise UsageError(f"{learner} has no parameters; {name!r} was given")
        if name not in known:
            raise UsageError(f"{learner} has no parameter {name!r}; {did_you_mean(name, known)}")
        kind = type(known[name])
        read = _READ.get(kind, str)
        try:
            found[name] = read(value) if isinstance(value, str) else value
        except ValueError as error:
            numbers = "a whole number" if kind is int else "a number"
            raise UsageError(f"parameter {name} is {value!r}; give {numbers}") from error
    return found


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
    saved = clock.now()
    rate = 0.0
    for checkpoint in checkpoints(lesson.games):
        if learner.done >= checkpoint:
            continue
        while learner.done < checkpoint:
            started, before = clock.now(), learner.done
            slice_ = max(1, int(rate * SECONDS_A_SLICE))
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
        _write_checkpoint(folder, learner.done, learned)
        _save(folder, learner, seconds, nash_conv)
        saved = clock.now()
        yield Moment(learner.done, lesson.games, seconds, nash_conv)


def _save(folder: Path, learner: Learner, seconds: float, nash_conv: float | None) -> None:
    content = BytesIO()
    arrays: dict[str, Any] = {f"state_{name}": of for name, of in learner.arrays().items()}
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
        raise LakeError(
            f"{path} cannot be gone on with ({type(error).__name__}: {error}); "
            f"remove {folder} to begin anew"
        ) from error
    return seconds, None if np.isnan(nash_conv) else nash_conv


# ---------------------------------------------------------------- rows


def _write_checkpoint(folder: Path, done: int, learned: Learned) -> None:
    """Write the rows of a checkpoint, a file for each table; the run gets its number at the end."""
    found = {"run": 0, "checkpoint": done, **vars(learned)}
    for table in (STRATEGIES, RESULT_TABLE):
        if table is STRATEGIES or learned.games is not None:
            schema = table.arrow_schema()
            columns = [_column(found[field.name], len(learned.choice), field) for field in schema]
            order = [(name, "ascending") for name in ("player", "state", "choice")]
            rows = pa.table(columns, schema=schema).sort_by(order)
            write_parquet(folder / f"{table.name}_{done:016}.parquet", [rows], schema, table.key)


def _column(values: Any, rows: int, field: pa.Field) -> pa.Array:
    """The values of a column, or as many of the one value that all its rows have."""
    one = values is None or isinstance(values, int | float)
    return pa.array([values] * rows if one else values).cast(field.type)


def _checkpoints(folder: Path, table: Table, run: int) -> Iterator[pa.Table]:
    """The rows of all checkpoints in order, with the number of the run."""
    for path in sorted(folder.glob(f"{table.name}_*.parquet")):
        rows = read_table(path, schema=table.arrow_schema())
        yield rows.set_column(0, rows.schema.field(0), pa.array([run] * len(rows), pa.uint32()))


def _run_row(run: int, lesson: Lesson, moment: Moment, threads: int) -> pa.Table:
    row = {
        "run": run,
        "game": lesson.game.name,
        "algorithm": lesson.algorithm.name,
        "parameters": lesson.parameters_text,
        "seed": lesson.seed,
        "games_asked": lesson.games,
        "games": moment.done,
        "players": lesson.game.players,
        "unit": lesson.algorithm.unit,
        "seconds": round(moment.seconds, 3),
        "threads": threads,
        "package_version": package_version(),
    }
    return pa.Table.from_pylist([row], LEARNING_RUNS.arrow_schema())


def _profit_rows(run: int, profits: Sequence[Profit]) -> pa.Table:
    rows = [{"run": run, **vars(profit)} for profit in sorted(profits, key=lambda p: p.opponent)]
    return pa.Table.from_pylist(rows, LEARNED_PROFITS.arrow_schema())
