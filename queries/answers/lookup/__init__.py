"""What the lake stores, looked up in its tables; else computed.

Belongs here: every reading of stored equities, counts and rankings; commands, SQL functions, charts
and files all come this way.
Does not: what is made of them, which stands in the rooms beside.

- ``BoardStrengths``: the ratios of all holes on the boards asked for so far
- ``hole_counts``: the counts of one hole on one board
- ``strength_ratios``: the ratios that counts or sums of weights give
- ``HolePairs``: outcomes of two known holes before the flop
- ``stored_matchup``: what a table has of two ranges before the flop
- ``stored_triple``: what a table has of three ranges before the flop
- ``lake_ranking``: a value for each of the 169 hands
- ``Preflop``: equity and percentile of each hole before the flop
- ``stored_row``: one row of any table
- ``lake_at``: the lake that is named, or the default one if it is there
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .boards import BoardStrengths, hole_counts, strength_ratios
    from .matchups import HolePairs, stored_matchup
    from .rankings import Preflop, lake_ranking
    from .stored import lake_at, stored_row
    from .triples import stored_triple

__all__ = [
    "BoardStrengths",
    "HolePairs",
    "Preflop",
    "hole_counts",
    "lake_at",
    "lake_ranking",
    "stored_matchup",
    "stored_row",
    "stored_triple",
    "strength_ratios",
]

__getattr__ = loader(__name__)
