"""Tournaments, from their summaries and from the hands that were played in them.

Belongs here: the forms of each site, and how an entry in several files becomes one row.
Does not: hands themselves (``pipelines/histories``).
"""
