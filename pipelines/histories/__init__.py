"""Hands that were played, from files of hand histories to the tables of the lake.

Belongs here: reading two formats, going through the betting again, and what each hand came to.
Does not: adding rows to the lake (``pipelines/growing``).

- ``import_histories``: hands of files into a lake
- ``find_sources``: the files of hand histories under a path
- ``read_pieces``: pieces of files as rows
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .importing import import_histories
    from .reading import read_pieces
    from .sources import find_sources

__all__ = ["find_sources", "import_histories", "read_pieces"]

__getattr__ = loader(__name__)
