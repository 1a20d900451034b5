"""Questions of cards that lie there: a hole or a range on a board, and what players of stud show.

Belongs here: one declared question a module.
Does not: equity and strength, which are asked of whole columns too.
"""
