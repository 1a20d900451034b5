"""Card abstractions: holes that play alike, in buckets.

Belongs here: what holes are told apart by, distances, and the choice of buckets.
Does not: which row of a table a raw deal is (``keys/``), and files.
"""
