"""Answers about five-card draw, and about change in coins.

Belongs here: hands, duels and change as rows for people.
Does not: the counts themselves (``engine/draw/``).
"""
