"""One select from a stranger: run in a process of its own, which may only read the lake.

Belongs here: the list of what is allowed, the process, and what the operating system keeps it from.
Does not: SQL of a user's own (``statements/``).

- ``Ahead``: a process that waits for a statement, which then takes a moment
- ``ask``: the rows of a stranger's select, or one line of what stopped it
- ``LONGEST_SQL``: the bytes that its text may have
- ``StoppedError``: the process was stopped: time, memory or too large a result
- ``without_paths``: a message that tells nothing of where files are
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .check import LONGEST_SQL, StoppedError
    from .process import Ahead, ask
    from .sizes import without_paths

__all__ = ["LONGEST_SQL", "Ahead", "StoppedError", "ask", "without_paths"]

__getattr__ = loader(__name__)
