"""One hand that was played: step by step, with equities, and as text.

Belongs here: how a hand of the lake went, and what a stored solution says of it.
Does not: whole hands of the lake as rows, and their formats (``pokerlake.queries.files``).
"""
