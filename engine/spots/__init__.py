"""Deals of a spot as columns: all of them, or a sample.

Belongs here: who may hold what, on which boards, and the deals of that, a column for each card; and
equity in games that have no kernels of their own.
Does not: showdowns on the river (``showdowns/``), and equity that is summed while dealing
(``equity/``, ``monte_carlo/``).
"""
