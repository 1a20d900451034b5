"""Work for threads of this process, for processes of this machine, or for a cluster of Dask's.

Belongs here: the one executor that all long work is given to, what a worker looks at before it
works, the parts of a build on it, where a build is, and its log.
Does not: what is computed (``pipelines/tables/`` and its like), and which worker computes what,
which is Dask's own.

- ``executor``: threads, or the workers of a cluster, as a ``concurrent.futures.Executor``
- ``refuse_no_cluster``: an error for what names no cluster, before anything runs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .executors import executor, refuse_no_cluster

__all__ = ["executor", "refuse_no_cluster"]

__getattr__ = loader(__name__)
