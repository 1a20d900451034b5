"""Games that are learned by playing, or solved.

Belongs here: the list of games, what all learners have in common, and a room for each kind.
Does not: running a learner for hours and keeping what it learns (``pipelines/learning``).
"""
