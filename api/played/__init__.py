"""Hands that were played: one of them step by step, and what players showed and did.

Belongs here: how a hand of the lake went; what players showed, as ranges; what stored solutions say
of either.
Does not: the rows that are counted (``queries/statistics``), whole hands and their formats
(``queries/files``).
"""
