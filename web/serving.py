"""The page, served on this machine until the program is ended."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from pokerlake.tables.errors import OutputError
from pokerlake.tables.lake import Lake

from .guard import App
from .settings import Settings

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # what this machine calls them
_OBJECTS = 10_000


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    ready: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
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
    tell : callable, optional
        Takes lines on what is made ready meanwhile, where that takes minutes.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken.
    OutputError
        If the port is taken, or the address is none of this machine.
    """
    import uvicorn

    from .protocol import Protocol

    Lake.open(settings.lake).opened()
    listener = _listen(host, port)
    from .jobs.pool import Pool

    host = _EVERYWHERE.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    pool = Pool(settings, tell)

    def app() -> App:
        from .asgi import application

        return application(replace(settings, names=(*settings.names, shown)), pool)

    config = uvicorn.Config(
        app,
        factory=True,
        http=Protocol,
        timeout_keep_alive=30,
        server_header=False,
        access_log=False,
        log_level="error",
        proxy_headers=False,
        ws="none",
    )
    server = uvicorn.Server(config)

    def started(starting: asyncio.Task[None]) -> None:
        if starting.cancelled() or starting.exception() is not None:
            server.should_exit = True

    async def run() -> None:
        try:
            starting = asyncio.create_task(pool.start())
            starting.add_done_callback(started)
            await asyncio.sleep(0)
            config.load()  # which takes half a second, while the processes begin
            gc.freeze()
            gc.set_threshold(_OBJECTS)  # a command that soon ends has it look much less often
            ready(f"http://{shown}:{listener.getsockname()[1]}/")
            await server.serve([listener])
            if starting.done():
                await starting
        finally:
            pool.close()

    def loop() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(run())

    # Not in the main thread, where uvicorn and its loop would take signals for themselves.
    with listener, ThreadPoolExecutor(1) as thread:
        try:
            thread.submit(loop).result()
        finally:
            server.should_exit = server.force_exit = True


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen()  # who comes early waits
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"cannot listen at {host}, port {port}: {why}") from error
    return listener
