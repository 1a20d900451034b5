"""Showdowns by the rule of a game: what hands are worth, and each player's share of the pot.

Belongs here: holes on boards, of one player or of all, by a rule; and how often players win on two
boards from one deck (``two_boards``).
Does not: the rules as data (``catalogue``), and how often players win on one board (``equity/``,
``known_holes/``).
"""
