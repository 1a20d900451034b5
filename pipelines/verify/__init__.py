"""Whether a lake holds what it should.

Belongs here: digests of files and of values, keys, totals; and checks of what users put in.
Does not: recounts of standard tables, which are the tests' oracles (``tests/oracle``).

- ``verify``: all checks of a lake
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .checks import verify

__all__ = ["verify"]

__getattr__ = loader(__name__)
