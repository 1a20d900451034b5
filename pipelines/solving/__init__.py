"""Spots after the flop that are solved into the lake, and read from it again.

Belongs here: what is asked of many spots, their rows, solving those that the lake does not have.
Does not: the solver (``engine/solving``), adding rows to the lake (``pipelines/growing``).
"""
