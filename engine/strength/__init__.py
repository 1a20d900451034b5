"""Every hole on a board against every opponent: strength, potential and their ratios.

Belongs here: counts of ahead, tied and behind, now and later, and ratios computed from them.
Does not: known holes (``known_holes/``), and exact equity of several players (``equity/``).
"""
