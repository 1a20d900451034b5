"""The 169 starting hands before the flop, exactly.

Belongs here: sweeps over every river for every pair and every three of the starting hands, and
income rates at tables of 2 to 10.
Does not: two known holes (``known_holes/``).

- ``matchup_wins``: wins of each hand against each other on river boards
- ``matchup_deals``: how many deals there are of each pair
- ``hand_triples``: any three hands, each combination once
- ``order_counts``: in which orders three hands come on river boards
- ``triple_deals``: how many deals there are of each three
- ``random_outcomes``: each hand against a random one
- ``exact_shares``: pot shares of two or three players, exactly
- ``sampled_shares``: pot shares of up to ten players, sampled
- ``income_rate``: the rate that shares come to
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .income import exact_shares, income_rate, sampled_shares
    from .matchups import matchup_deals, matchup_wins, random_outcomes
    from .triples import hand_triples, order_counts, triple_deals

__all__ = [
    "exact_shares",
    "hand_triples",
    "income_rate",
    "matchup_deals",
    "matchup_wins",
    "order_counts",
    "random_outcomes",
    "sampled_shares",
    "triple_deals",
]

__getattr__ = loader(__name__)
