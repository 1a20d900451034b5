"""."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .connection import connect

__all__ = ["connect"]

__getattr__ = loader(__name__)
