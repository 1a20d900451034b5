"""Seven-card stud and its kin: who shares the pot when each player has seven cards and no board.

Belongs here: what is known about the players, exact counts of all deals, and sampled deals.
Does not: text of hands, which ``queries/answers/games/`` reads, and orders (``orders/``).
"""
