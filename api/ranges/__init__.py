"""Ranges in Python: read from what people have, joined and cut, and written.

Belongs here: ranges as objects.
Does not: the notation (``engine/ranges/``), and what is reckoned with ranges.

- ``Range``: a weight for each of the 1,326 holes of hold'em
- ``OmahaRange``: holes of four to six cards with their weights
- ``GivenRange``: what may be given where a range is needed
- ``require_games``: an error where ranges are of another game than what is asked
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .algebra import GivenRange, require_games
    from .holdem import Range
    from .omaha import OmahaRange

__all__ = ["GivenRange", "OmahaRange", "Range", "require_games"]

__getattr__ = loader(__name__)
