"""Push or fold before the flop: who goes all in with what, and who calls.

Belongs here: the game of two to six players who each act once, prizes, the strategies in which
nobody gains much by deviating, and how much that is.
Does not: how often hands win (``starting_hands/``), which is given to the solver.
"""
