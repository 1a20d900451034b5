"""Columns of cards, hands and ranges as people have them, and what is said of each row.

Belongs here: reading texts, arrays, Arrow, polars and pandas, and the methods of ``.poker``.
Does not: SQL (``functions/``), files (``files/``), and how an answer is found (``answers/``).
"""
