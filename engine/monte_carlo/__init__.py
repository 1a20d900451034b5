"""Equity by sampling, to a number of deals or a standard error.

Belongs here: the plan of what is dealt to whom, the kernels that deal, and the standard error.
Does not: exact answers (``equity/``).
"""
