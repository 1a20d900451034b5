"""The page, served on this machine until the program is ended."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from pokerlake.lazy import extra
from pokerlake.tables.errors import OutputError
from pokerlake.tables.lake import Lake

from .settings import CONNECTIONS, Settings


def serve(
    settings: Settings, *, host: str = "127.0.0.1", port: int = 8000, ready: Callable[[str], None]
) -> None:
    """Serve the page until the program is ended.

    Parameters
    ----------
    settings : Settings
    host : str
        The address to listen at.
    port : int
        0 for any that is free.
    ready : callable
        Takes the address of the page, once it answers.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken.
    OutputError
        If the port is taken, or the address is none of this machine.
    MissingExtraError
        If FastAPI or uvicorn is not installed.
    """
    with extra("web"):
        import fastapi  # noqa: F401
        import orjson  # noqa: F401
        import uvicorn
    Lake.open(settings.lake).opened()
    from .application import application
    from .jobs import Pool

    listener = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    pool = Pool(settings)

    async def run() -> None:
        try:
            await pool.start()
            config = uvicorn.Config(
                application(settings, pool),
                http="httptools",
                limit_concurrency=CONNECTIONS,
                timeout_keep_alive=30,
                server_header=False,
                access_log=False,
                log_level="warning",
                proxy_headers=False,
                ws="none",
            )
            server = uvicorn.Server(config)
            ready(address)
            await server.serve([listener])
        finally:
            await pool.close()

    asyncio.run(run())


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"cannot listen at {host}, port {port}: {why}") from error
    return listener
