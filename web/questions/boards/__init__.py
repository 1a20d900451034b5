"""Boards: the worth of every hole on one, and ranges on all flops.

Belongs here: strength on a board, one hole with all counts and by the next card, and flops.
Does not: equity of players (``showdowns/``), nor what is solved (``solutions/``).
"""
