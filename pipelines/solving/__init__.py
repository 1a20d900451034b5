"""Spots after the flop that are solved into the lake, and read from it again.

Belongs here: what is asked of many spots, their rows, solving those that the lake does not have.
Does not: the solver (``engine/solving``), adding rows to the lake (``pipelines/growing``).

- ``Asked``: a spot, what it is called, and which decisions are kept
- ``Kept``: the rows of a solved spot
- ``solve_into``: spots looked up in the lake, or solved and added to it
- ``Stored``: a spot of the lake, opened again
- ``stored_spot``: open one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .asked import Asked
    from .rows import Kept
    from .solved import solve_into
    from .stored import Stored, stored_spot

__all__ = ["Asked", "Kept", "Stored", "solve_into", "stored_spot"]

__getattr__ = loader(__name__)
