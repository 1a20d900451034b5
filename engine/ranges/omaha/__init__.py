"""Ranges of holes of four, five or six cards.

Belongs here: what a range of such holes is, and the notation it is written in.
Does not: ranges of two cards, which are 1,326 weights (``ranges/``), and equity (``omaha/``).
"""
