"""Pictures of holes on boards: strength, potential and texture.

Belongs here: pictures for which a board, or all flops, is given.
Does not: grids of starting hands (``grids/``).
"""
