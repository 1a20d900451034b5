"""Pictures of solved spots after the flop: a decision, its holes, and reports of many flops.

Belongs here: what the tables of solved spots show.
Does not: solving (``engine/solving``), and push or fold, which is a grid (``grids/``).
"""
