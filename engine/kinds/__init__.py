"""Kinds of hands: how a hole takes part in what it makes of a board, and what it draws to.

Belongs here: the table of kinds and draws, the kernels that tell them, and ranks among the nuts.
Does not: classes of hands (``hands/``, ``orders/``), and texts that ask for kinds.
"""
