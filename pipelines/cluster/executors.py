"""The executor that runs all long work: threads, or the workers of a cluster."""

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
_OPEN = ("tcp", "ucx", "ws")  # schemes that let anyone connect
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
    """Threads of this process, or the workers of a cluster; waiting tasks are cancelled at the end.

    A task on a cluster that fails, or whose worker is lost, is tried again, on another worker if
    there is one; after two failures its future has the error. Workers with other code are refused.
    A function goes to workers by cloudpickle, once for all tasks that are submitted with it; its
    arguments go with each task, and should be small.

    Parameters
    ----------
    cluster : str or None
        The address of a Dask scheduler, such as ``tcp://host:8786``; ``local:4`` for four processes
        of this machine, which end with this one and which no other user can reach; None for
        threads.
    workers : int
        The number of threads, without a cluster.
    sees : pair of path and text, optional
        A file that workers must see, if they share a lake, and its text.
    tell : callable
        Called with each :class:`Event` of the cluster, perhaps from another thread.

    Raises
    ------
    UsageError
        If ``cluster`` names none, or the file is in the memory of this process.
    MissingExtraError
        If Dask is not installed, or for ``local:4`` the library that makes keys.
    ClusterError
        If no scheduler answers, or all its workers are refused; these stay in the cluster. A future
        also has this error if the scheduler is lost.
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
    """Whether other machines can reach a scheduler that asks for no key."""
    address = urlsplit(cluster)
    if address.scheme not in _OPEN:
        return False
    host = address.hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:  # a host name
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
    """A Dask client, of an existing scheduler or of one in this process."""
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
    except ValueError as error:  # an unknown scheme, no port
        raise UsageError(f"--cluster is {cluster!r}: {error}") from error
    except OSError as error:
        raise ClusterError(
            f"no scheduler answers at {cluster} in {_SECONDS_TO_ANSWER} seconds; start one there "
            "with 'dask scheduler', or give its address"
        ) from error
    with client:
        yield client


def _refuse_no_keys(cluster: str) -> None:
    """Raise UsageError if Dask's configuration lacks the keys to reach a scheduler."""
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
    except OSError as error:  # includes errors of OpenSSL
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
    """A client, without Dask's check of library versions: pokerlake makes its own."""
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)
        return Client(to, timeout=_SECONDS_TO_ANSWER, set_as_default=False, name="pokerlake")


@contextmanager
def _without_log() -> Iterator[None]:
    """Keep Dask's log off stderr: events and errors of an executor say all that matters."""
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
