"""Answers of questions with methods to go on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def going_on(ask: Callable[P, Any], kind: type[R]) -> Callable[P, R]:
    """The question with another kind of answer, which has the same fields and more methods."""

    @wraps(ask)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        found = ask(*args, **kwargs)
        return kind(*(getattr(found, field.name) for field in fields(found)))

    return call
