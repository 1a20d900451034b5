"""Games learned into the lake: lessons, runs that resume where they stopped, rows.

Belongs here: lessons, runs with checkpoints and saved states, rows of their tables.
Does not: algorithms and games (``engine/games``).
"""
