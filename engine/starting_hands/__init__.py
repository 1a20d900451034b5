"""The 169 starting hands before the flop, exactly.

Belongs here: sweeps over every river for every pair and every triple of the starting hands, and
income rates at tables of 2 to 10.
Does not: two known holes (``known_holes/``).
"""
