"""Seven-card stud and its kin: who shares the pot where each player has seven cards, and no board.

Belongs here: what is known of the players, all deals counted, and deals that are sampled.
Does not: text of hands, which ``queries/answers/games/`` reads, and orders (``orders/``).
"""
