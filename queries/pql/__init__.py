"""The Poker Query Language of ProPokerTools, answered from columns of deals.

Belongs here: its grammar (``syntax``), its functions (``functions``), the columns that these read
(``columns``), and the answer to a query (``answer``).
Does not: listing and sampling deals (``engine/spots/``).
"""
