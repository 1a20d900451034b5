"""Games learned into the lake: what is to be learned, runs that go on where they stopped, rows.

Belongs here: lessons, runs with their checkpoints and saved states, the rows of their tables.
Does not: algorithms and games (``engine/games``).

- ``Lesson``: a game, an algorithm and its numbers, checked
- ``learn``: a game learned, or looked up, into the lake
- ``Moment``: the progress of a run
- ``Finished``: the end of a run, or a stop
- ``checkpoints``: the games after which a strategy is kept
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .lessons import Lesson
    from .running import Finished, Moment, checkpoints, learn

__all__ = ["Finished", "Lesson", "Moment", "checkpoints", "learn"]

__getattr__ = loader(__name__)
