"""Holes on boards, as people give them.

Belongs here: strength, and buckets of abstractions.
Does not: how they are found (``queries/answers``).
"""
