"""Holes of several opponents without a common card.

Belongs here: in how many ways several players have holes of a list.
Does not: how often they win (``equity/``, ``monte_carlo/``).
"""
