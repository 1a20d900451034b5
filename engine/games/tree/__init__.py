"""Small games as trees: learned, solved and evaluated.

Belongs here: any game that fits in memory, described by ``Game``, as flat arrays for kernels.
Does not: draw poker, which is too large for a tree.
"""
