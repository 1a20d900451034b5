"""A learner whose games the workers of an executor play.

A worker is given the whole state, plays for some seconds, and returns it. So any worker goes on
where another was, and where one is killed only its turn is played again. A run whose tables know
nothing of each other is played by as many workers as it has tables; every other run by one worker
at a time, by its threads. Lots of these that are shared out among workers would not be worth their
states: the tables of draw are 2.8 MB, and a lot of a table takes a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pokerlake.engine.games.catalogue import GAMES
from pokerlake.engine.games.protocol import Arrays, Learned, Learner, Parameters, Profit

from ..processes import in_order, threads_of_task
from .lessons import Lesson

T = TypeVar("T")


class _Turn(NamedTuple):
    """What a worker is given: a run and its state, and the games that are to be done in all."""

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
    """A :class:`~pokerlake.engine.games.protocol.Learner` of workers.

    Its threads are those of each worker.

    Parameters
    ----------
    lesson : Lesson
        Of a game and an algorithm of the catalogue, where workers look them up.
    executor : Executor
    stop : callable
        It is asked whether to stop: then a turn is not waited for, and not played.
    """

    def __init__(self, lesson: Lesson, executor: Executor, stop: Callable[[], bool]) -> None:
        self.lesson, self.executor, self.stop = lesson, executor, stop
        self.threads = 1  # of the worker that was the last
        self._state = lesson.begin()

    @property
    def done(self) -> int:
        """Games played."""
        return self._state.done

    def go_on(self, games: int, *, threads: int = 1) -> None:  # noqa: ARG002 the protocol's
        """Have games played until at least so many are done in all."""
        turn = self._turn(games)
        parts = _of_tables(turn) if self.lesson.algorithm.apart else [turn]
        played = list(in_order(_play, parts, self.executor, stop=self.stop))
        if len(played) < len(parts):  # it is to stop
            return
        states = [part.arrays for part in played]
        self._state.restore(_joined(states) if self.lesson.algorithm.apart else states[0])
        self.threads = max(part.threads for part in played)

    def learned(self, *, threads: int = 1) -> Learned:  # noqa: ARG002 the protocol's
        """The strategy so far."""
        return self._asked(_learned)

    def profits(self) -> Sequence[Profit]:
        """What the strategy wins from others."""
        return self._asked(_profits)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The state to keep."""
        return self._state.arrays()

    def restore(self, arrays: Arrays) -> None:
        """Take over the state of a learner that was begun with the same parameters."""
        self._state.restore(arrays)

    def _turn(self, games: int) -> _Turn:
        lesson = self.lesson
        return _Turn(
            lesson.game.name, lesson.algorithm.name, lesson.seed, dict(lesson.parameters),
            self.arrays(), games,
        )  # fmt: skip

    def _asked(self, work: Callable[[_Turn], T]) -> T:
        (found,) = in_order(work, [self._turn(self.done)], self.executor)
        return found


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
    """The state of a run, from those of its tables; the games of these are added up."""
    return {
        name: np.concatenate([state[name] for state in states])
        if array.ndim
        else np.sum([state[name] for state in states])
        for name, array in states[0].items()
    }


# ---------------------------------------------------------------- on a worker


def _play(turn: _Turn) -> _Played:
    learner, threads = turn.learner(), threads_of_task()
    learner.go_on(turn.games, threads=threads)
    return _Played(learner.arrays(), threads)


def _learned(turn: _Turn) -> Learned:
    return turn.learner().learned(threads=threads_of_task())


def _profits(turn: _Turn) -> Sequence[Profit]:
    profits = turn.lesson.algorithm.profits
    assert profits is not None
    learner, threads = turn.learner(), threads_of_task()
    return profits(learner.learned(threads=threads), learner.done, seed=turn.seed, threads=threads)
