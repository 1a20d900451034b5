"""Few flops that stand for all 1,755: weighted subsets, and their errors.

Belongs here: many ranges on all flops, the choice of flops and their weights, errors.
Does not: two ranges with any weights on all flops (``equity/``).
"""
