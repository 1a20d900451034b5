"""Push or fold: spots as people give them, and their solutions in the lake.

Belongs here: reading spots, solving those that the lake does not have, and its two tables.
Does not: the solver (``engine/push_fold``), adding rows to the lake (``pipelines/growing``).

- ``spot_of``: a spot from what people give
- ``spots_of``: spots from rows of a file or a frame
- ``solved``: spots looked up in the lake, or solved and added to it
- ``Solved``: a spot with its solution and its number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .given import spot_of, spots_of
    from .rows import Solved
    from .solving import solved

__all__ = ["Solved", "solved", "spot_of", "spots_of"]

__getattr__ = loader(__name__)
