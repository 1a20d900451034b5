"""Kinds of hands in Python: what a hole has made of a board, and what it draws to.

Belongs here: what people have as holes and boards, and kinds and draws that have names.
Does not: how kinds are told apart (``pokerlake.engine.kinds``).
"""
