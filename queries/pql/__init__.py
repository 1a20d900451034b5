"""The Poker Query Language of ProPokerTools, answered from columns of deals.

Belongs here: its text (``syntax``), its functions (``functions``), what these are of whole columns
(``columns``), and the answer to a query (``answer``).
Does not: which deals there are (``engine/spots/``).
"""
