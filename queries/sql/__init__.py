"""The SQL that pokerlake runs: one statement per file, in a folder for each subject.

Belongs here: the named queries, each under its name in the folder of its subject; the statements of
charts, in ``charts/``; and those of commands, in ``commands/``.
Does not: running them, and the views of the lake (``tables/views/``).

- ``named_queries``: all named queries, by name
- ``named_query``: the query with a name, or an error that suggests the nearest
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .named import named_queries, named_query

__all__ = ["named_queries", "named_query"]

__getattr__ = loader(__name__)
