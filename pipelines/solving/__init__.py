"""Spots after the flop that are solved into the lake, and read from it again.

Belongs here: requests for spots, their rows, solving those that the lake lacks.
Does not: the solver (``engine/solving``), adding rows to the lake (``pipelines/growing``).
"""
