"""Deals of a spot as columns: every one that there is, or as many as are sampled.

Belongs here: who may hold what, on which boards, and the deals of it, a column for each card.
Does not: what deals are worth (``showdowns/``), and equity that is summed as it is dealt
(``equity/``, ``monte_carlo/``).
"""
