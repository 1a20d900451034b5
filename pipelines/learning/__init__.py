"""Games learned into the lake: what is to be learned, runs that go on where they stopped, rows.

Belongs here: lessons, runs with their checkpoints and saved states, the rows of their tables.
Does not: algorithms and games (``engine/games``).
"""
