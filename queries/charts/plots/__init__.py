"""Lines, bars, ladders and graphs.

Belongs here: pictures that are no grid.
Does not: pictures of boards (``boards/``).
"""
