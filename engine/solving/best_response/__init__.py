"""What each player of a spot could gain by deviating, computed apart from the solver.

Belongs here: the best response in plain numpy, by every board and every pair of holes.
Does not: anything that the solver computes with, but the tree and the ranks of hands.

- ``respond``: the values of strategies, and of the best responses to them
- ``Responses``: what ``respond`` returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .plain import Responses, respond

__all__ = ["Responses", "respond"]

__getattr__ = loader(__name__)
