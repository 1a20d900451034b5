"""Spots after the flop: as people give them, and as rows once they are solved.

Belongs here: reading a spot, refusing what does not fit the memory, tables of its solution, and
playing against habits.
Does not: the solver (``engine/solving``), solutions kept in the lake (``pipelines/solving``).
"""
