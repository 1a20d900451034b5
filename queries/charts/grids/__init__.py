"""Grids of starting hands: values, ranges and match-ups, in SVG and in a terminal.

Belongs here: pictures whose cells are hands.
Does not: pictures of a board (``boards/``).
"""
