"""Omaha: a hand is two of the four, five or six cards of a hole, and three of the board.

Belongs here: classes of such hands, and how often a hole wins.
Does not: the rules as data (``catalogue``), and hands from any cards of hole and board
(``hands/``).
"""
