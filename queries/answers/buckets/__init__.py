"""The bucket of a hole on a board, in the abstractions of a lake.

Belongs here: which abstraction is meant, the buckets of raw deals, and arrays of them for bots.
Does not: how abstractions are made (``pipelines/abstraction``).

- ``Buckets``: the abstractions of a lake, and the buckets of deals in them
- ``Run``: one abstraction
- ``STREETS``: how many cards the board of a street has
- ``write_arrays``: an abstraction as arrays, for look-ups in any language
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .arrays import write_arrays
    from .deals import Buckets
    from .runs import STREETS, Run

__all__ = ["STREETS", "Buckets", "Run", "write_arrays"]

__getattr__ = loader(__name__)
