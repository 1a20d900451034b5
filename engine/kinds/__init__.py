"""Kinds of made hands, by the part that the hole plays in them, and draws.

Belongs here: the table of kinds and draws, the kernels that find them, and ranks among the nuts.
Does not: classes of hands (``hands/``, ``orders/``), and texts that ask for kinds.
"""
