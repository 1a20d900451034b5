"""Omaha: ranges of four to six cards, and how all holes of them rank.

Belongs here: what a range means and its picture, rankings of holes, also on flops, what suits are
worth.
Does not: equity of players, which is one question for all games (``showdowns/``).
"""
