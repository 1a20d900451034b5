"""Showdowns by the rule of a game: what hands are worth, and who has which share of the pot.

Belongs here: holes on boards, one player's or those of all, by a rule.
Does not: the rules as data (``catalogue``), and how often players win on one board (``equity/``,
``known_holes/``); on two boards from one deck that is in ``two_boards``.
"""
