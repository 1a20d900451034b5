"""Hands that were played: one hand step by step, and what players showed and did.

Belongs here: the replay of a hand of the lake; the hands that players showed, as ranges; and what
stored solutions say about either.
Does not: the counted rows (``queries/statistics``), whole hands and their formats
(``queries/files``).
"""
