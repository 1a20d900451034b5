"""Statistics of players over imported hands: any filter, any group, each with its error.

Belongs here: how what people ask is read (``given``), the SQL of it (``compose``), values with
their errors (``answer``), and the question (``asked``).
Does not: what each statistic counts, which is declared in tables/definitions/statistics.py.
"""
