"""Lines, bars, maps and graphs: of tables, boards, solved spots and abstractions.

Belongs here: charts that are no grid, and what a room's tables are drawn as beside that.
Does not: grids of hands (``hands/``).
"""
