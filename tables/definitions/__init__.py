"""One module for each subject of the lake: its tables, its views, their columns and totals.

Belongs here: names, types, meanings, keys and totals, all spelled out.
Does not: how a table is computed (``pipelines/tables/``).
"""
