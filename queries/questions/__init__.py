"""The questions: each is declared once, in its own module, and asked at every door.

Belongs here: the fields of a question, its answer, its columns and its examples.
Does not: the doors: ``commands/questions.py``, ``web/questions/declared.py``,
``queries/functions/asked.py``, ``queries/columns/methods.py``; and Python, which calls it.
"""
