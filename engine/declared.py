"""Steps that are compiled once, as they declare what they take."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .accelerate import borrowing
from .signatures import signature_of

P = ParamSpec("P")
T = TypeVar("T")


def declared(function: Callable[P, T]) -> Callable[P, T]:
    """A borrowing step that is compiled once, as its parameters are declared.

    The others are compiled for each combination of types that they are called with, and a number
    that is written out has a type of its own: one step of 600 lines was compiled twice, and a
    small one in 51 ways. What is passed is made what is declared, as for a kernel.
    """
    step: Any = borrowing(function)
    of_types = step.get_call_template

    def once(types: object, names: object) -> Any:
        if step._can_compile:
            step.compile(signature_of(function))
            step.disable_compile()
        return of_types(types, names)

    step.get_call_template = once
    made: Callable[P, T] = step
    return made
