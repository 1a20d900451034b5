"""Pictures of card abstractions: a bucket, all buckets, what they come to, and what k is worth.

Belongs here: charts of the tables of abstractions.
Does not: grids of starting hands as such (``grids/``).
"""
