"""Hands that were played, from files of hand histories to the tables of the lake.

Belongs here: the formats and sites that are read, as data, and the rows made from what the kernels
find.
Does not: adding rows to the lake (``pipelines/growing``).
"""
