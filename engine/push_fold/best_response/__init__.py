"""What strategies are worth to each player, and what he gains by his best response to the others.

Belongs here: the measure of a solution, which knows nothing of how it was found.
Does not: the solver (``push_fold/``).

- ``respond``: values, gains by deviating and what each choice is worth
- ``Response``: these
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .responses import Response, respond

__all__ = ["Response", "respond"]

__getattr__ = loader(__name__)
