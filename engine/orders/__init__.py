"""Other orders of hands than hold'em's: short deck, lows and badugi.

Belongs here: the names of the classes of each order, and evaluation by it.
Does not: the order of hold'em (``hands/``), and what an order is, which is data
(``pokerlake.catalogue``).
"""
