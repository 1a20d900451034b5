"""Beside the decisions of a spot after the flop: its tree, its run-outs, and blueprints.

Belongs here: results that stand alone, some of a solution; blueprints, which solve all spots.
Does not: solutions and their decisions (``../solving.py``, ``../solved_spots.py``).
"""
