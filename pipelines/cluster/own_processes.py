"""Processes of this machine as a cluster that only its owner can use.

Dask's processes talk over ports of the loopback address, which any user of the machine can reach,
and run what they are sent. So each accepts connections only from holders of the key of this
cluster. This module is imported only if Dask is used.
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
    """A key that is kept in memory; the file that OpenSSL reads it from is removed at once.

    That also holds for a program that leaves at this moment.
    """

    def get_connection_args(self, role: str) -> dict[str, Any]:
        """The arguments to connect in this role."""
        with leaving.whole_step():
            return dict(Security.get_connection_args(self, role))

    def get_listen_args(self, role: str) -> dict[str, Any]:
        """The arguments to listen in this role."""
        with leaving.whole_step():
            return dict(Security.get_listen_args(self, role))


@contextmanager
def own_processes(workers: int) -> Iterator[SpecCluster]:
    """Worker processes of this machine, with a thread each. They end with this process.

    Raises MissingExtraError if the library that makes keys is not installed.
    """
    with extra("cluster"):
        import cryptography  # noqa: F401 otherwise Dask words the error
    with (
        leaving.temporary_folder(prefix="pokerlake-cluster-") as folder,
        dask.config.set(
            {
                "temporary-directory": folder,
                # Its profiler samples each worker a hundred times a second: 1 % of the time.
                "distributed.worker.profile.enabled": False,
                "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
                # Each process also has an HTTP port that no key protects: it shows nothing.
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
            "memory_limit": 0,  # a worker takes as much as a thread here would
            "silence_logs": _SILENT,
            "env": {"TMPDIR": folder},  # what a killed worker leaves is removed too
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
