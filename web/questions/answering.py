"""The answer to a question as bytes: reading the request, computing, writing."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import orjson
from pydantic import ValidationError

from .answer import ARROW, JSON, Answer
from .refused import refused
from .registry import Asking, FieldError, StoppedError, explain, questions

_LONGEST = 1000  # characters of an error


@dataclass(frozen=True)
class Written:
    """An answer as bytes, or an error: a status, a line, and the field it concerns."""

    status: int
    body: bytes = b""
    media_type: str = JSON
    keep: bool = False
    problem: str | None = None
    field: str | None = None


def answer_to(
    name: str,
    asked: bytes,
    lake: Path,
    as_arrow: bool = False,
    tell: Callable[[bytes], None] = lambda _: None,
    listen: Callable[[], None] = lambda: None,
    *,
    is_home: bool = False,
    keeps_hands: bool = False,
    jobs_gb: float = 0,
) -> Written:
    """The answer to a question, or the error.

    Parameters
    ----------
    name : str
    asked : bytes
        JSON.
    lake : Path
    as_arrow : bool
        Whether the rows are wanted, as an Arrow stream.
    tell : callable
        Takes the bytes of an answer that is not the last.
    listen : callable
        Raises StoppedError if nobody waits any more.
    is_home : bool
        Whether this process answers the questions that run one at a time.
    keeps_hands : bool
        Whether dropped hands may be put into the lake.
    jobs_gb : float
        Memory of jobs that solve into the lake, in GB; 0 without jobs.
    """
    declared = questions()[name]

    def line(text: str) -> str:
        return _line(text, lake, asked)

    try:
        request = declared.model.model_validate_json(asked)
        asking = Asking(
            lake, lambda answer: tell(answer.to_json()), listen, is_home, keeps_hands, jobs_gb
        )
        result: Answer = declared.answer(request, asking)
        if as_arrow:
            return Written(200, result.to_arrow(), ARROW, result.keep)
        return Written(200, result.to_json(), JSON, result.keep)
    except StoppedError:
        return Written(499, problem="stopped")
    except ValidationError as error:
        problem, field = refused(error)
        return Written(400, problem=_short(problem), field=field)
    except FieldError as error:
        return Written(error.status, problem=line(str(error)), field=error.field)
    except Exception as error:  # noqa: BLE001 the process answers others after this one
        bare = getattr(error, "bare", None)
        explained = explain(error if bare is None else type(error)(bare))
        if explained is not None:
            wrong = getattr(error, "field", None)
            return Written(explained[1], problem=line(explained[0]), field=wrong)
        traceback.print_exc(file=sys.stderr)
        return Written(500, problem="pokerlake failed at this; the terminal it runs in says why")


def _line(text: str, lake: Path, asked: bytes) -> str:
    """An error in the page's words: one line, without paths of this machine."""
    from pokerlake.queries.untrusted import without_paths

    return _short(without_paths(text, str(lake), asked.decode()))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def warm(lake: Path, *, is_home: bool = False) -> None:
    """Ask every question its warm-up requests.

    Errors, as for a table that a lake lacks, are reported when somebody asks.
    """
    for name, declared in questions().items():
        if declared.at_once != 1 or is_home:
            for asked in declared.warm:
                answer_to(name, orjson.dumps(asked), lake, is_home=is_home)
