"""Ranges of holes of four, five or six cards.

Belongs here: what a range of such holes is, and the notation it is written in.
Does not: ranges of two cards, which are 1,326 weights (``ranges/``), and equity (``omaha/``).

- ``OmahaRange``: the holes of a range, and their weights
- ``canonical_holes``: each hole with the smallest suits
- ``format_omaha_range``: the text of a range
- ``parse_omaha_range``: the range of a text
- ``read_omaha_parts``: the parts of a text, and how each is read
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .hole_lists import canonical_holes
    from .hole_range import OmahaRange
    from .parser import parse_omaha_range, read_omaha_parts
    from .printer import format_omaha_range

__all__ = [
    "OmahaRange",
    "canonical_holes",
    "format_omaha_range",
    "parse_omaha_range",
    "read_omaha_parts",
]

__getattr__ = loader(__name__)
