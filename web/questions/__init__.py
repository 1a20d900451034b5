"""The questions of the page: each with a model of its request, and its answer.

Belongs here: a module for each part of the page, which reads the request, calls ``api/`` or
``queries/``, and gives the Python and the SQL for the same result.
Does not: HTTP, processes and limits, nor anything that is computed or drawn.

- ``Asked``: the base of request models
- ``Answer``: the answer to a question
- ``Same``: the Python, the SQL or the command for the same result
- ``question``: declares a question
- ``questions``: all questions by name
- ``field``: attributes errors inside to a field
- ``answer_to``: the bytes of an answer, or the error
- ``warm``: has every question answered once, so that kernels and tables are ready
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
