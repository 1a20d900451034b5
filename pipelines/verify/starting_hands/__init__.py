"""Checks of tables of starting hands: against each other, and by counts of another kind.

Belongs here: what a digest of their values does not say by itself.
Does not: files, keys, totals and digests (``checks``).
"""
