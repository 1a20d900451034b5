"""What the page may ask: each question with the model of what is asked, and its answer.

Belongs here: a module for each part of the page, which reads what is asked, calls ``api/`` or
``queries/``, and says the Python and the SQL that give the same.
Does not: HTTP, processes and limits, nor anything that is computed or drawn.

- ``Asked``: the base of models of what is asked
- ``Answer``: what a question is answered with
- ``Same``: the Python, the SQL or the command that gives the same
- ``question``: declares a question
- ``questions``: all of them by name
- ``field``: what is wrong inside is wrong with this field
- ``answer_to``: the bytes of an answer, or what is wrong
- ``warm``: has every question answered once, so that kernels and tables are at hand
- ``StoppedError``: nobody waits for the answer any more
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .answer import Answer, Same
    from .answering import answer_to, warm
    from .registry import Asked, StoppedError, field, question, questions

__all__ = [
    "Answer",
    "Asked",
    "Same",
    "StoppedError",
    "answer_to",
    "field",
    "question",
    "questions",
    "warm",
]

__getattr__ = loader(__name__)
