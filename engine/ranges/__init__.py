"""Ranges: 1,326 weights, one for each hole, and the notation for them.

Belongs here: reading and writing ranges in five dialects, and the best hands by a ranking.
Does not: equity of ranges (``equity/``) and rankings from a lake (``queries/``).

- ``parse_range``: weights from text
- ``format_range``: text from weights
- ``combine``: two ranges as one
- ``top_range``: the best hands by a ranking, to a percentage
- ``RangeError``: what is wrong with the text, and where
- ``DIALECTS``: the dialects by name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .dialects import DIALECTS
    from .notation import combine, format_range, parse_range
    from .scanner import RangeError
    from .top_percent import top_range

__all__ = ["DIALECTS", "RangeError", "combine", "format_range", "parse_range", "top_range"]

__getattr__ = loader(__name__)
