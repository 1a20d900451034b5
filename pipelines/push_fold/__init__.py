"""Push or fold: solutions of spots in the lake.

Belongs here: solving spots that the lake does not have, and its three tables.
Does not: the solver (``engine/push_fold``), adding rows to the lake (``pipelines/growing``).

- ``solved``: spots looked up in the lake, or solved and added to it
- ``Solved``: a spot with its solution and its number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .rows import Solved
    from .solving import solved

__all__ = ["Solved", "solved"]

__getattr__ = loader(__name__)
