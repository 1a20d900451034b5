"""Questions about visible cards: a hole or a range on a board, and the up cards of stud.

Belongs here: one declared question a module.
Does not: equity and strength, which also take columns.
"""
