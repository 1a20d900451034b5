"""Holes of several opponents who hold no card twice.

Belongs here: in how many ways several players have holes of a list.
Does not: what they win with them (``equity/``, ``monte_carlo/``).
"""
