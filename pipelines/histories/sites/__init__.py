"""The sites whose hands are text: a module for each, or for a small family.

Belongs here: how a site begins a hand, the facts in its head, the forms of its lines, its quirks.
Does not: the rules of poker (the kernels of ``engine/histories``).
"""
