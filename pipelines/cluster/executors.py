"""The one executor that long work is given to: threads, or the workers of a cluster."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pokerlake.lazy import extra
from pokerlake.tables.errors import ClusterError, UsageError
from pokerlake.tables.stores.path import in_store

from .on_worker import Wanted
from .tasks import ClusterExecutor, Event

if TYPE_CHECKING:
    from pathlib import Path

_LOCAL = re.compile(r"local:(?P<workers>[1-9]\d{0,3})")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+")
_OPEN = ("tcp", "ucx", "ws")  # schemes by which whoever comes is let in
_WITH_KEYS = ("tls", "wss")
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
        processes of this machine, which end with this one, and which no other user of it reaches;
        None for threads.
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
        If Dask, or for ``local:4`` what makes keys, is not installed.
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
        if _is_open_to_others(cluster):
            tell(Event("open to others", why=cluster))
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


def _is_open_to_others(cluster: str) -> bool:
    """Whether other machines reach a scheduler that asks nobody for a key."""
    address = urlsplit(cluster)
    if address.scheme not in _OPEN:
        return False
    host = address.hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:  # a name
        return host != "localhost"


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
        from .own_processes import own_processes

        with own_processes(int(local["workers"])) as processes, _connected(processes) as client:
            yield client
        return
    from distributed.comm.core import FatalCommClosedError

    _refuse_no_keys(cluster)
    try:
        client = _connected(cluster)
    except FatalCommClosedError as error:
        raise ClusterError(
            f"{cluster} has not the key that Dask's configuration names here: give it and this the "
            "same, as https://pokerlake.github.io/pokerlake/cluster/ says"
        ) from error
    except ValueError as error:  # a scheme that it does not know, no port
        raise UsageError(f"--cluster is {cluster!r}: {error}") from error
    except OSError as error:
        raise ClusterError(
            f"no scheduler answers at {cluster} in {_SECONDS_TO_ANSWER} seconds; start one there "
            "with 'dask scheduler', or give its address"
        ) from error
    with client:
        yield client


def _refuse_no_keys(cluster: str) -> None:
    """Raise UsageError where Dask's configuration has not what a scheduler is reached by."""
    from distributed import Security

    security = Security()
    if urlsplit(cluster).scheme in _OPEN:
        if security.require_encryption:
            raise UsageError(
                f"--cluster is {cluster!r}, and Dask's configuration has require-encryption: give "
                "the address of a scheduler with TLS, such as tls://host:8786"
            )
        return
    files = security.get_tls_config_for_role("client")
    named = [files[name] for name in ("ca_file", "cert", "key") if files[name]]
    try:
        context = security.get_connection_args("client")["ssl_context"]
    except OSError as error:  # OpenSSL's are too
        raise UsageError(
            f"Dask's configuration has keys that cannot be read ({', '.join(named)}): "
            f"{error.strerror or error}"
        ) from error
    if context is None and urlsplit(cluster).scheme in _WITH_KEYS:
        raise UsageError(
            f"--cluster is {cluster!r}, and Dask's configuration names no key for it; "
            "https://pokerlake.github.io/pokerlake/cluster/ says how"
        )


def _connected(to: Any) -> Any:
    """A client; what differs between versions of libraries is looked at in our own way."""
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)
        return Client(to, timeout=_SECONDS_TO_ANSWER, set_as_default=False, name="pokerlake")


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
