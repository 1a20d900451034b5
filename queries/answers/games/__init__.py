"""Holes on boards by the rule of a game: Omaha and its kin, hold'em, short deck.

Belongs here: their classes, for arguments and for files; situations of Omaha for equities, one at a
time and in columns.
Does not: hands of any cards by an order (``evaluate.py``), and random deals (``deal.py``).
"""
