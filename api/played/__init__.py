"""What players of imported hands showed and did, as objects to go on with.

Belongs here: what they showed as ranges, and populations beside solutions.
Does not: the rows that are counted (``queries/statistics``), solutions (``api/solving.py``).
"""
