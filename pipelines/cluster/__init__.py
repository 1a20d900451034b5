"""Work for threads of this process, for processes of this machine, or for a Dask cluster.

Belongs here: the executor that runs all long work, the checks of a worker before it works, the
parts of a build on it, the status of a build, and its log.
Does not: what is computed (``pipelines/tables/`` and the like), and which worker computes what,
which Dask decides.

- ``executor``: threads, or the workers of a cluster, as a ``concurrent.futures.Executor``
- ``refuse_no_cluster``: an error for a text that names no cluster, before anything runs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .executors import executor, refuse_no_cluster

__all__ = ["executor", "refuse_no_cluster"]

__getattr__ = loader(__name__)
