"""Ranges as a user gives them, and as rows.

Belongs here: text that may name a ranking of the lake, and tables of what a range holds.
Does not: the notation (``engine/ranges/``).
"""
