"""The SQL that pokerlake runs: one statement a file, a folder for each subject.

Belongs here: the named queries, each in the folder of its subject under the name it is asked by;
what a chart asks, in ``charts/``; and what a command asks, in ``commands/``.
Does not: running them, and the views of the lake, which stand in ``tables/views/``.

- ``named_queries``: all named queries, by name
- ``named_query``: the query of a name, or an error with the nearest
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .named import named_queries, named_query

__all__ = ["named_queries", "named_query"]

__getattr__ = loader(__name__)
