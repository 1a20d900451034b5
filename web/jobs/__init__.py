"""Processes that answer, one job each: a running kernel hears nothing, but a process can be ended.

Belongs here: the processes, their queue, and how a job is handed over.
Does not: what a job is about (``questions/``), nor HTTP.

- ``Job``: a question with what is asked, and how long it may take
- ``Pool``: the processes, and who waits for one
- ``Reply``: a piece of an answer, or what went wrong
- ``BusyError``: too many wait already
- ``MakingError``: what the answer needs is being made ready
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .frames import Job, Reply
    from .pool import BusyError, MakingError, Pool

__all__ = ["BusyError", "Job", "MakingError", "Pool", "Reply"]

__getattr__ = loader(__name__)
