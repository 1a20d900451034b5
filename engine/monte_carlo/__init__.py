"""Equity by sampling, to a number of deals or a standard error.

Belongs here: what is dealt to whom, the kernel that deals it, and errors of the estimate.
Does not: exact answers (``equity/``).
"""
