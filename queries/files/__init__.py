"""Files: rows that users bring, and results written in any format.

Belongs here: reading and writing files, streams and standard input and output, whatever the rows
mean.
Does not: what the rows are an answer to; nothing here knows :mod:`pokerlake.queries.answers`.

- ``FORMATS``: the formats of results by name
- ``choose_format``: the format that a name or the ending of a file means
- ``write_result``: rows into a file or standard output, whole or not at all
- ``About``: what a writer knows of a result besides its rows
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .format import About
    from .write import FORMATS, choose_format, write_result

__all__ = ["FORMATS", "About", "choose_format", "write_result"]

__getattr__ = loader(__name__)
