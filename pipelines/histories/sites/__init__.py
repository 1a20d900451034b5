"""The sites whose hands are text: a module for each, or for a few of one family.

Belongs here: how a site begins a hand, what its head tells, the forms of its lines, its quirks.
Does not: what poker is (the kernels of ``engine/histories``).
"""
