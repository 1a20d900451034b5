"""Hands that were played, from files of hand histories to the tables of the lake.

Belongs here: the formats and sites that are read, as data, and rows of what the kernels tell.
Does not: adding rows to the lake (``pipelines/growing``).
"""
