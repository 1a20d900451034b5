"""Grids of hands and cards: values, ranges, match-ups and equities, in SVG and in a terminal.

Belongs here: pictures whose cells are starting hands, or cards to come.
Does not: pictures of a board (``boards/``).
"""
