"""What there is beside the decisions of a spot after the flop: its tree, its next cards.

Belongs here: results that a solution gives, and that stand alone; blueprints, which are solutions
of all spots.
Does not: solutions and their decisions (``../solving.py``, ``../solved_spots.py``).
"""
