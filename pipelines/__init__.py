"""Fills tables from the engine.

Belongs here: builds and the runner that carries them out, imports, runs of learners, verification.
Does not: kernels (``engine/``) and questions (``queries/``).

- ``Build``: how a table is cut into partitions, computed and put together
- ``all_builds``: the builds of all tables
- ``adding``: rows added to tables that users fill
- ``learn``: a learner run for as long as is asked
- ``over_processes``: work for other processes
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .build import Build
    from .growing import adding
    from .learning import learn
    from .planning import all_builds
    from .processes import over_processes

__all__ = ["Build", "adding", "all_builds", "learn", "over_processes"]

__getattr__ = loader(__name__)
