"""Deals of a spot as columns: every one that there is, or as many as are sampled.

Belongs here: who may hold what, on which boards, and the deals of it, a column for each card; and
what each of many deals is worth on a street, over all that may still come; and equity in games that
have no kernels of their own.
Does not: what deals are worth on the river (``showdowns/``), and equity that is summed as it is
dealt (``equity/``, ``monte_carlo/``).
"""
