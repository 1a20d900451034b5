"""Tournaments, as their summaries and the hands that were played in them tell.

Belongs here: the forms of each site, and how several files tell of an entry as one row.
Does not: hands themselves (``pipelines/histories``).
"""
