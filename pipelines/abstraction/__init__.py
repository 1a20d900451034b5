"""Card abstractions into the lake: what is asked for, computed, and added to its tables.

Belongs here: which abstractions the lake has, what one costs, the rows of its tables, transitions.
Does not: features, distances and clustering (``engine/abstraction``).
"""
