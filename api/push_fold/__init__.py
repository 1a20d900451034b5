"""Push or fold, for arrays, frames and notebooks.

Belongs here: spots as people have them in Python, and results that show themselves.
Does not: solving (``engine/push_fold``), and what the lake keeps (``pipelines/push_fold``).

- ``push_fold``: who pushes and who calls, of a spot or of many
- ``PushFold``: what it returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .solved import PushFold, push_fold

__all__ = ["PushFold", "push_fold"]

__getattr__ = loader(__name__)
