"""Lines of text files as rows: each line of the file is in a row, or is told to be bad.

Belongs here: where rows end, counted apart from what parses them; what is wrong with a line.
Does not: which file is read, and how it is packed (``queries/files/source.py``).

- ``CsvRows``: the rows of a CSV, a batch at a time
- ``count_rows``: how many lines of NDJSON are rows
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .csv_rows import CsvRows
    from .ndjson import count_rows

__all__ = ["CsvRows", "count_rows"]

__getattr__ = loader(__name__)
