"""HTTP as uvicorn speaks it, with limits for what comes before a request is one.

uvicorn waits for the head of a request as long as it takes, and takes in as much as comes; and it
keeps an answer, and its connection, for one that does not read it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .guard import HEADERS
from .settings import (
    BODY_BYTES,
    BODY_SECONDS,
    CONNECTIONS,
    HEAD_BYTES,
    LINGER_SECONDS,
    SEND_SECONDS,
)

_REQUEST_BYTES = HEAD_BYTES + 8 * BODY_BYTES  # a body can come in pieces that each say their length


class _Lingering:
    """A transport that is closed once who asks has read why, and may be written to when it is.

    Where the system closes a connection on which something is left to read, it resets it, and the
    answer that is under way is lost. And where who asked has gone, uvloop raises for each answer
    to him that is still to come.
    """

    def __init__(self, transport: asyncio.Transport, protocol: Protocol) -> None:
        self._transport = transport
        self._protocol = protocol
        self._lingers = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, unless who asked has gone."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Read no more, unless who asked has gone."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again, unless who asked has gone."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def is_closing(self) -> bool:
        """Whether nothing more is answered."""
        return self._lingers or self._transport.is_closing()

    def close(self) -> None:
        """Close: at once, or after a moment in which the rest of a request is thrown away."""
        if self.is_closing():
            return
        if not self._protocol.is_reading:
            self._transport.close()
            return
        self._lingers = True
        with suppress(RuntimeError, OSError):  # who asked has closed it meanwhile
            self._transport.write_eof()
            self.resume_reading()
        self._protocol.loop.call_later(LINGER_SECONDS, self._transport.close)


class Protocol(HttpToolsProtocol):
    """A connection: a request that is too long is refused, one that does not come is cut off.

    So is one whose answer is not taken.
    """

    _read = 0  # bytes of the request that is coming
    _clock: asyncio.TimerHandle | None = None  # runs until its head has come
    _taking: asyncio.TimerHandle | None = None  # runs until what is written has been taken

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        lingering: Any = _Lingering(transport, self)
        super().connection_made(lingering)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            transport.set_write_buffer_limits(high=0)  # one byte that is not taken is pressure
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in some of a request; or line ends before one, which begin none for the parser."""
        if self.transport.is_closing():
            return  # its answer is that it is refused
        cycle: RequestResponseCycle | None = self.cycle
        if self._clock is None and (cycle is None or cycle.response_complete):
            self._wait()  # uvicorn's own clock between two requests ends here
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
        """Answer; how long the body takes is looked at there."""
        self._stop_waiting()
        sizes = (len(name) + len(value) for name, value in self.headers)
        if len(self.url) + sum(sizes) > HEAD_BYTES:
            raise ValueError("the head is too long")  # which is answered as what is no request
        super().on_headers_complete()

    @property
    def is_reading(self) -> bool:
        """Whether some of a request has come, and not all of it."""
        return self._read > 0

    def on_message_complete(self) -> None:
        """Be ready for the next."""
        self._read = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Wait until what is written has been taken; closing would wait for that for ever."""
        if self._taking is None:
            self._taking = self.loop.call_later(SEND_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Go on: all has been taken."""
        self._taken()
        super().resume_writing()

    def send_400_response(self, _: str = "") -> None:
        """Say that this is no HTTP, or more of it than is taken."""
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
