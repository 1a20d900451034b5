"""Grids of hands: values, ranges, match-ups and equities, push or fold, and holes in Omaha.

Belongs here: charts whose cells are hands, or cards to come.
Does not: lines, bars and maps (``plots/``).
"""
