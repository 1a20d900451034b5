"""Hands that were played, as columns: lines of text, the betting, and who gets the chips.

Belongs here: kernels over the bytes of many hands, and over what they tell.
Does not: files, the forms of sites and words of errors (``pipelines/histories``).
"""
