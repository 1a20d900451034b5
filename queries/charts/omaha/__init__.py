"""Pictures of all holes of four cards in Omaha.

Belongs here: values and ranges by the ranks of a hole and by how it is suited.
Does not: grids of the 169 starting hands (``grids/``).
"""
