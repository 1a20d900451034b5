"""Verbs about the lake: build, verify, import, query, SQL, export.

Belongs here: commands whose subject is tables.
Does not: cards (``hands/``) and pictures (``charts/``).
"""
