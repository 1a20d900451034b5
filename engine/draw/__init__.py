"""Five-card draw: hands, exchanges, duels and opening hands.

Belongs here: exact counts for every discard of every hand, and who wins a duel.
Does not: games that are learned (``games/``).
"""
