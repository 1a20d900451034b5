"""Verbs about cards: evaluate, deal, equity, strength, range, draw.

Belongs here: commands whose subject is hands and ranges.
Does not: tables (``lake/``) and pictures (``charts.py``).
"""
