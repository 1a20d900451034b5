"""Questions that are declared once, each in a module of its own, and asked at every door.

Belongs here: the fields of a question, its answer, what its rows are, and examples of it.
Does not: the doors: ``commands/questions.py``, ``web/questions/declared.py``,
``queries/functions/asked.py``, ``queries/columns/methods.py``; and Python, which calls it.
"""
