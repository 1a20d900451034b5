"""One select from an untrusted user, run in a process that may only read the lake.

Belongs here: the list of allowed SQL, the process, and its limits by the operating system.
Does not: SQL of the user himself (``statements/``).

- ``Ahead``: processes started ahead, so that a statement need not wait for a start
- ``ask``: the rows of an untrusted select, or an error of one line
- ``LONGEST_SQL``: the most bytes of its text
- ``StoppedError``: the process was stopped for its time, memory or result size
- ``without_paths``: a message without the folders of files
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
