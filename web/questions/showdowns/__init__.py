"""Equity and ranges: who wins how often.

Belongs here: reading ranges, the equity of players, by the next card and by hole.
Does not: strength of hands on a board (``boards/``).
"""
