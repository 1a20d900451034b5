"""Holes on boards by the rule of a game: Omaha and its kin, hold'em, short deck.

Belongs here: their classes, of arguments and of files; players of Omaha, as equities take them,
one situation and columns of them.
Does not: hands of any cards by an order (``evaluate.py``), and random deals (``deal.py``).
"""
