"""The page, served on this machine until the program ends.

uvicorn speaks HTTP; here it gets limits. By itself it waits for the head of a request for any time,
and reads any amount; and it keeps an answer, and its connection, for a client that does not read
it.
"""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pokerlake.tables.errors import OutputError
from pokerlake.tables.lake import Lake

from .guard import HEADERS, App
from .settings import (
    BODY_BYTES,
    BODY_SECONDS,
    CONNECTIONS,
    HEAD_BYTES,
    LINGER_SECONDS,
    SEND_SECONDS,
    Settings,
)

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # their addresses on this machine
_OBJECTS = 10_000
_REQUEST_BYTES = HEAD_BYTES + 8 * BODY_BYTES  # chunks of a body state their length


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    ready: Callable[[str], None],
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve the page until the program ends.

    Parameters
    ----------
    settings : Settings
    host : str
        The address to listen at.
    port : int
        0 for any free port.
    ready : callable
        Takes the address of the page, once it answers.
    tell : callable, optional
        Takes lines about preparations, which may take minutes.

    Raises
    ------
    LakeError
        If there is no lake, or it is damaged.
    OutputError
        If the port is taken, or this machine does not have the address.
    """
    import uvicorn

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
            config.load()  # takes half a second, while the processes start
            gc.freeze()
            gc.set_threshold(_OBJECTS)  # a short command sets it much higher
            ready(f"http://{shown}:{listener.getsockname()[1]}/")
            await server.serve([listener])
            if starting.done():
                await starting
        finally:
            pool.close()

    def loop() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(run())

    # Not in the main thread, where uvicorn and its loop would handle signals.
    with listener, ThreadPoolExecutor(1) as thread:
        try:
            thread.submit(loop).result()
        finally:
            server.should_exit = server.force_exit = True


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens at that address."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = addresses[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen()  # early clients wait
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"cannot listen at {host}, port {port}: {why}") from error
    return listener


class _Lingering:
    """A transport that closes after the client has read the answer, and that may be closed already.

    If the system closes a connection with unread data, it resets it, and the answer that is being
    sent is lost. And if the client has gone, uvloop raises for each answer that is still to be
    sent.
    """

    def __init__(self, transport: asyncio.Transport, protocol: Protocol) -> None:
        self._transport = transport
        self._protocol = protocol
        self._lingers = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, unless the client has gone."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Stop reading, unless the client has gone."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again, unless the client has gone."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def is_closing(self) -> bool:
        """Whether nothing more is answered."""
        return self._lingers or self._transport.is_closing()

    def close(self) -> None:
        """Close at once, or after a moment in which the rest of a request is discarded."""
        if self.is_closing():
            return
        if not self._protocol.is_reading:
            self._transport.close()
            return
        self._lingers = True
        with suppress(RuntimeError, OSError):  # the client has closed it
            self._transport.write_eof()
            self.resume_reading()
        self._protocol.loop.call_later(LINGER_SECONDS, self._transport.close)


class Protocol(HttpToolsProtocol):
    """A connection: requests that are too long are refused, and slow ones cut off.

    So are connections whose answer is not read.
    """

    _read = 0  # bytes of the request that is arriving
    _clock: asyncio.TimerHandle | None = None  # runs until its head has arrived
    _taking: asyncio.TimerHandle | None = None  # runs until the written data has been taken

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        lingering: Any = _Lingering(transport, self)
        super().connection_made(lingering)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            transport.set_write_buffer_limits(high=0)  # one untaken byte counts as pressure
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request; or line ends before one, which the parser ignores."""
        if self.transport.is_closing():
            return  # it is already refused
        cycle: RequestResponseCycle | None = self.cycle
        if self._clock is None and (cycle is None or cycle.response_complete):
            self._wait()  # uvicorn's own timeout between two requests ends here
        if self._read > (_REQUEST_BYTES if self._clock is None else HEAD_BYTES):
            self.send_400_response()
            return
        self._read += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Wait for the head of a request."""
        self._read = 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Answer; the application limits the time of the body."""
        self._stop_waiting()
        sizes = (len(name) + len(value) for name, value in self.headers)
        if len(self.url) + sum(sizes) > HEAD_BYTES:
            raise ValueError("the head is too long")  # answered as invalid HTTP
        super().on_headers_complete()

    @property
    def is_reading(self) -> bool:
        """Whether a request has arrived in part."""
        return self._read > 0

    def on_message_complete(self) -> None:
        """Be ready for the next."""
        self._read = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait until the written data has been taken; closing would wait for that for ever."""
        if self._taking is None:
            self._taking = self.loop.call_later(SEND_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on: all data has been taken."""
        self._taken()
        super().resume_writing()

    def send_400_response(self, _: str = "") -> None:
        """Answer that this is not HTTP, or that it is too long."""
        body = b'{"problem":"this is no request, or one that is too long"}'
        head = [
            b"HTTP/1.1 400 Bad Request",
            b"content-type: application/json",
            b"content-length: %d" % len(body),
            b"connection: close",
            *(b": ".join(header) for header in HEADERS),
        ]
        self.transport.write(b"\r\n".join([*head, b"", body]))
        self.transport.close()

    def _wait(self) -> None:
        self._stop_waiting()
        self._clock = self.loop.call_later(BODY_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
