"""Columns of cards, hands and ranges in any form, and functions of each row.

Belongs here: reading text, arrays, Arrow, polars and pandas, and the methods of ``.poker``.
Does not: SQL (``functions/``), files (``files/``), and the answers (``answers/``).
"""
