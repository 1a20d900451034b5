"""The one executor that long work is given to: threads, or the workers of a cluster."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pokerlake import leaving
from pokerlake.lazy import extra
from pokerlake.tables.errors import ClusterError, UsageError
from pokerlake.tables.stores.path import in_store

from ..processes import begun_quietly
from .on_worker import Wanted
from .tasks import ClusterExecutor, Event

if TYPE_CHECKING:
    from pathlib import Path

_LOCAL = re.compile(r"local:(?P<workers>[1-9]\d{0,3})")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+")
_SECONDS_TO_ANSWER = 5
_SILENT = logging.CRITICAL + 1


@contextmanager
def executor(
    cluster: str | None,
    workers: int,
    *,
    sees: tuple[Path, str] | None = None,
    tell: Callable[[Event], None] = lambda _: None,
) -> Iterator[Executor]:
    """Threads of this process, or the workers of a cluster; what waits is cancelled at the end.

    A task on a cluster is tried again, on another worker if there is one, when it fails or its
    worker is lost; its future has an error when it has failed twice. Workers of other code are
    refused. A function goes to workers by cloudpickle, once for all tasks that are submitted with
    the same one; its arguments go with each task, and are to be small.

    Parameters
    ----------
    cluster : str or None
        The address of a scheduler of Dask's, such as ``tcp://host:8786``; ``local:4`` for so many
        processes of this machine, which end with this one; None for threads.
    workers : int
        The number of threads, where there is no cluster.
    sees : pair of path and text, optional
        A file that workers must see, as where a lake is shared, and a text that is in it.
    tell : callable
        Is called, perhaps from another thread, with each :class:`Event` of the cluster.

    Raises
    ------
    UsageError
        If ``cluster`` names none, or the file is in the memory of this process.
    MissingExtraError
        If Dask is not installed.
    ClusterError
        If no scheduler answers, or all its workers are refused. They stay in the cluster. A
        future has this error too, if the scheduler is lost.
    """
    if cluster is None:
        pool = ThreadPoolExecutor(max(workers, 1))
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
        return
    refuse_no_cluster(cluster)
    if sees is not None:
        _refuse_own_memory(sees[0])
    with extra("cluster"):
        import distributed  # noqa: F401 it sets its log up
    wanted = Wanted.here(*(sees or ()))
    with _without_log(), _client(cluster) as client:
        on_cluster = ClusterExecutor(client, cluster, wanted, tell)
        try:
            yield on_cluster
        finally:
            on_cluster.shutdown(wait=False)


def refuse_no_cluster(cluster: str | None, workers: int = 0) -> None:
    """Raise UsageError for a text that names no cluster, or for a number of threads beside one."""
    if cluster is None:
        return
    if not (_LOCAL.fullmatch(cluster) or _ADDRESS.fullmatch(cluster)):
        raise UsageError(
            f"--cluster is {cluster!r}: give the address of a scheduler of Dask's, such as "
            "tcp://host:8786, or local:N for N processes of this machine"
        )
    if workers:
        raise UsageError(f"--workers is {workers}, which is for threads; {cluster} has its workers")


def _refuse_own_memory(path: Path) -> None:
    store = in_store(path)
    if store is not None and store.protocol == "memory":
        raise UsageError(
            "memory:// is the memory of this process, which no worker of a cluster sees; give "
            "--lake a folder that all workers share, or an address as s3://bucket/lake"
        )


@contextmanager
def _client(cluster: str) -> Iterator[Any]:
    """A client of Dask's, of a scheduler that is there or of one in this process."""
    local = _LOCAL.fullmatch(cluster)
    if local:
        with _processes(int(local["workers"])) as processes, _connected(processes) as client:
            yield client
        return
    try:
        client = _connected(cluster)
    except ValueError as error:  # a scheme that it does not know, no port
        raise UsageError(f"--cluster is {cluster!r}: {error}") from error
    except OSError as error:
        raise ClusterError(
            f"no scheduler answers at {cluster} in {_SECONDS_TO_ANSWER} seconds; start one there "
            "with 'dask scheduler', or give its address"
        ) from error
    with client:
        yield client


def _connected(to: Any) -> Any:
    """A client; what differs between versions of libraries is looked at in our own way."""
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)
        return Client(to, timeout=_SECONDS_TO_ANSWER, set_as_default=False, name="pokerlake")


@contextmanager
def _processes(workers: int) -> Iterator[Any]:
    """Worker processes of this machine, with a thread each. They end with this process."""
    import dask
    from distributed import LocalCluster

    with (
        leaving.temporary_folder(prefix="pokerlake-cluster-") as folder,
        dask.config.set(
            {
                "temporary-directory": folder,
                # It looks at each worker a hundred times a second: 1 % of its time.
                "distributed.worker.profile.enabled": False,
                "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
            }
        ),
    ):
        with begun_quietly():
            processes = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,  # a worker takes what a thread here would take
                dashboard_address="127.0.0.1:0",  # a port that is free, for this machine only
                silence_logs=_SILENT,
            )
        try:
            yield processes
        finally:
            processes.close()


@contextmanager
def _without_log() -> Iterator[None]:
    """Keep what Dask logs off stderr: what is to be known, an executor's events and errors tell."""
    names = ("distributed", "distributed.client", "distributed.gc", "tornado", "asyncio")
    loggers = [logging.getLogger(name) for name in names]
    before = [(handler, handler.level) for logger in loggers for handler in logger.handlers]
    for handler, _ in before:
        handler.setLevel(_SILENT)
    try:
        yield
    finally:
        for handler, level in before:
            handler.setLevel(level)
