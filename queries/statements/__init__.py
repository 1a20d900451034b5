"""SQL statements: run, streamed, split, and their errors explained.

Belongs here: what can be said of any statement on any connection.
Does not: the connection to a lake (``connection``) and the SQL that pokerlake brings (``sql/``).

- ``stream``: the rows of a statement, a batch at a time
- ``ask``: what a statement returns, before it is run
- ``for_frames``: that with columns which a program gets right
- ``split``: the statements of a file
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .run import ask, for_frames, stream
    from .script import split

__all__ = ["ask", "for_frames", "split", "stream"]

__getattr__ = loader(__name__)
