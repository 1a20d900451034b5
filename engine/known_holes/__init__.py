"""Two to ten known holes on every board.

Belongs here: exact enumeration if each player's two cards are known.
Does not: ranges (``equity/``) and sampling (``monte_carlo/``).
"""
