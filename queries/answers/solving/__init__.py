"""Spots after the flop, as users write them, and their solutions as rows.

Belongs here: reading a spot, refusing spots that do not fit in memory, tables of solutions, and
playing against habits.
Does not: the solver (``engine/solving``), solutions kept in the lake (``pipelines/solving``).
"""
