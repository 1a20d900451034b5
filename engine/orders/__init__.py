"""Other orders of hands than hold'em's: short deck, lows and badugi.

Belongs here: evaluation by each order, and the best five.
Does not: the order of hold'em and the classes of each order (``hands/``), and the definitions of
orders, which are data (``pokerlake.catalogue``).
"""
