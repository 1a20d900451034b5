"""Push or fold: spots as people give them, and their solutions in the lake.

Belongs here: reading spots, solving those that the lake does not have, and its two tables.
Does not: the solver (``engine/push_fold``), adding rows to the lake (``pipelines/growing``).
"""
