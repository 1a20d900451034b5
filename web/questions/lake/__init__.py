"""The lake itself: SQL over it, its contents, and imported hands.

Belongs here: SQL statements of users, tables and functions, hands as played.
Does not: equity and ranges (``showdowns/``), nor what the statements compute.
"""
