"""All questions. Each is declared beside its answer, and found here automatically."""

from __future__ import annotations

import functools
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from pokerlake.causes import Cause, cause_of
from pokerlake.lazy import MissingExtraError
from pokerlake.tables.errors import PokerlakeError

from ..settings import LONG_SECONDS
from .answer import Answer

SECONDS = 10.0
_ENGINE_ERRORS = ("CardError", "RangeError")  # by name: the engine may not have been loaded


class Asked(BaseModel):
    """The base of request models: no other fields, no number for text, no NaN."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class StoppedError(Exception):
    """Nobody waits for the answer any more."""


class FieldError(Exception):
    """Its text is the error of a field of the request."""

    def __init__(self, field: str, problem: str, status: int = 400) -> None:
        super().__init__(problem)
        self.field = field
        self.status = status


@dataclass(frozen=True)
class Asking:
    """What an answer may use, besides the request.

    Attributes
    ----------
    lake : Path
    tell : callable
        Takes an answer that is not the last; raises StoppedError if nobody waits any more.
    listen : callable
        Raises StoppedError if nobody waits any more.
    is_home : bool
        Whether this process answers the questions that run one at a time.
    keeps_hands : bool
        Whether dropped hands may be put into the lake.
    jobs_gb : float
        Memory of jobs that solve into the lake, in GB; 0 without jobs.
    """

    lake: Path
    tell: Callable[[Answer], None]
    listen: Callable[[], None]
    is_home: bool = False
    keeps_hands: bool = False
    jobs_gb: float = 0


@dataclass(frozen=True)
class Question:
    """A declared question.

    Attributes
    ----------
    name : str
        ``POST /api/NAME`` asks it.
    model : type of Asked
        The model of its request.
    answer : callable
        Takes an instance of the model and an :class:`Asking`. Its docstring is the help.
    seconds : float
        How long it may take.
    at_once : int
        How many of it may run at a time; 0 for as many as there are processes.
    warm : sequence of mappings
        Requests when the page starts; for questions that run one at a time, only in their process.
    is_quick : callable
        Takes an instance of the model: whether the answer takes a moment, for a question that is
        otherwise long.
    is_job : bool
        Whether its answer starts a job: the words of a command, and a title.
    """

    name: str
    model: type[Asked]
    answer: Callable[[Any, Asking], Answer]
    seconds: float
    at_once: int
    warm: Sequence[Mapping[str, Any]]
    is_quick: Callable[[Any], bool]
    is_job: bool

    def seconds_for(self, asked: Asked) -> float:
        """How long the answer to this may take; it is long if that is more than LONG_SECONDS."""
        return min(self.seconds, LONG_SECONDS) if self.is_quick(asked) else self.seconds

    @property
    def help(self) -> str:
        """Its help."""
        return inspect.getdoc(self.answer) or ""


def question(
    name: str,
    model: type[Asked],
    *,
    seconds: float = SECONDS,
    at_once: int = 0,
    warm: Sequence[Mapping[str, Any]] = (),
    is_quick: Callable[[Any], bool] = lambda _: False,
    is_job: bool = False,
) -> Callable[[Callable[[Any, Asking], Answer]], Question]:
    """Declare a question; see :class:`Question` for the parameters."""

    def declare(answer: Callable[[Any, Asking], Answer]) -> Question:
        return Question(name, model, answer, seconds, at_once, warm, is_quick, is_job)

    return declare


@functools.cache
def questions() -> Mapping[str, Question]:
    """All questions by name."""
    package = import_module(__package__)
    declared = [
        each
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        for value in vars(import_module(module.name)).values()
        for each in (value if isinstance(value, list) else [value])
        if isinstance(each, Question)
    ]
    return {each.name: each for each in sorted(declared, key=lambda each: each.name)}


@contextmanager
def field(*path: str | int) -> Iterator[None]:
    """Attributes errors inside to a field: ``field("hands", 1)``."""
    try:
        yield
    except Exception as error:
        explained = explain(error)
        if explained is None:
            raise
        raise FieldError(".".join(map(str, path)), *explained) from error


def explain(error: Exception) -> tuple[str, int] | None:
    """The message of an error, and its HTTP status; None for a bug of pokerlake."""
    if isinstance(error, PokerlakeError):
        return error.in_commands(), 400 if error.exit_code == 2 else 422
    if isinstance(error, ValueError) and type(error).__name__ in _ENGINE_ERRORS:
        return str(error), 400
    if isinstance(error, MissingExtraError):
        return str(error), 422
    if cause_of(error) is Cause.MEMORY:
        return "that takes more memory than a question may; ask for less", 422
    return None
