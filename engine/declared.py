"""Steps that are compiled once, for the types that their parameters declare."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .accelerate import borrowing
from .signatures import signature_of

P = ParamSpec("P")
T = TypeVar("T")


def declared(function: Callable[P, T]) -> Callable[P, T]:
    """A borrowing step that is compiled once, for the types that its parameters declare.

    Other steps are compiled for each combination of types that they are called with, and a literal
    number has a type of its own: one step of 600 lines was compiled twice, and a small one in 51
    ways. Arguments are converted to the declared types, as for a kernel.
    """
    step: Any = borrowing(function)
    template_of_types = step.get_call_template

    def once(types: object, names: object) -> Any:
        if step._can_compile:
            step.compile(signature_of(function))
            step.disable_compile()
        return template_of_types(types, names)

    step.get_call_template = once
    declared_step: Callable[P, T] = step
    return declared_step
