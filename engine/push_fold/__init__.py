"""Push or fold before the flop: who goes all in with which hands, and who calls.

Belongs here: the game of two to nine players who each act once, prizes, approximate equilibria, and
their distance from an exact one.
Does not: how often hands win (``starting_hands/``); the solver is given these counts.
"""
