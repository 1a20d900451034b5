"""Kinds of hands in Python: what a hole makes on a board, and what it draws to.

Belongs here: reading of holes and boards, and kinds and draws with names.
Does not: how kinds are told apart (``pokerlake.engine.kinds``).
"""
