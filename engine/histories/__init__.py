"""Played hands as columns: lines of text, the betting, and who gets the chips.

Belongs here: kernels over the bytes of many hands, and over the records read from them.
Does not: files, the forms of sites and the texts of errors (``pipelines/histories``).
"""
