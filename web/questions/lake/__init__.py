"""The lake itself: SQL over it, what is in it, and hands that were imported.

Belongs here: statements of people who look at the page, tables and functions, hands as played.
Does not: equity and ranges (``showdowns/``), nor what the statements compute.
"""
