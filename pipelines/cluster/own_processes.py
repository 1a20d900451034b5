"""Processes of this machine as a cluster, which nobody but its owner can use.

Dask's processes talk over ports of the loopback address, which any user of the machine reaches, and
run what they are sent. So each takes a connection only from who has the key of this one cluster,
and answers nothing else. It is imported only where Dask is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dask
from distributed import Nanny, Scheduler, Security, SpecCluster

from pokerlake import leaving
from pokerlake.lazy import extra

from ..processes import begun_quietly

_SILENT = logging.CRITICAL + 1
_HOST = "127.0.0.1"
_FREE_PORT = f"{_HOST}:0"


class _Keys(Security):
    """A key that is kept in memory; a file that OpenSSL reads it from is gone at once.

    Of a program that leaves meanwhile too.
    """

    def get_connection_args(self, role: str) -> dict[str, Any]:
        """What who connects in this role needs."""
        with leaving.whole_step():
            return dict(Security.get_connection_args(self, role))

    def get_listen_args(self, role: str) -> dict[str, Any]:
        """What who listens in this role needs."""
        with leaving.whole_step():
            return dict(Security.get_listen_args(self, role))


@contextmanager
def own_processes(workers: int) -> Iterator[SpecCluster]:
    """Worker processes of this machine, with a thread each. They end with this process.

    Raises MissingExtraError if what makes keys is not installed.
    """
    with extra("cluster"):
        import cryptography  # noqa: F401 else Dask says so in its own way
    with (
        leaving.temporary_folder(prefix="pokerlake-cluster-") as folder,
        dask.config.set(
            {
                "temporary-directory": folder,
                # It looks at each worker a hundred times a second: 1 % of its time.
                "distributed.worker.profile.enabled": False,
                "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
                # Each process has a port for browsers too, which no key guards: it shows nothing.
                "distributed.scheduler.http.routes": [],
                "distributed.worker.http.routes": [],
            }
        ),
    ):
        common = {
            "host": _HOST,
            "protocol": "tls://",
            "security": _Keys.temporary(),  # type: ignore[no-untyped-call]
            "dashboard": False,
            "dashboard_address": _FREE_PORT,
        }
        worker = {
            **common,
            "nthreads": 1,
            "memory_limit": 0,  # a worker takes what a thread here would take
            "silence_logs": _SILENT,
            "env": {"TMPDIR": folder},  # what a killed worker leaves goes too
        }
        with begun_quietly():
            processes = SpecCluster(
                scheduler={"cls": Scheduler, "options": common},
                workers={number: {"cls": Nanny, "options": worker} for number in range(workers)},
                security=common["security"],
                silence_logs=_SILENT,
            )
        try:
            yield processes
        finally:
            processes.close()
