"""Ranges as users write them, and as rows.

Belongs here: text that may use a ranking of the lake, and tables of the holes in a range.
Does not: the notation (``engine/ranges/``).
"""
