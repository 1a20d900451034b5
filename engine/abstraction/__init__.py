"""Card abstractions: holes that play alike, in buckets.

Belongs here: the features that tell holes apart, distances, and the choice of buckets.
Does not: the table row of a raw deal (``keys/``), and files.
"""
