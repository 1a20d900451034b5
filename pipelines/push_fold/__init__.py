"""Push or fold: solutions of spots in the lake.

Belongs here: solving spots that the lake does not have, and its three tables.
Does not: the solver (``engine/push_fold``), adding rows to the lake (``pipelines/growing``).
"""
