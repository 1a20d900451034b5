"""Questions of a hole or a range on a board: what it is there, what it becomes, who beats it.

Belongs here: one declared question a module.
Does not: equity and strength, which are asked of whole columns too.
"""
