"""Games that are learned by playing, or solved.

Belongs here: the list of games, the learners' common protocol, and a folder for each kind.
Does not: running a learner for hours and storing what it learns (``pipelines/learning``).
"""
