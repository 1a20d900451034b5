"""The checks of every request, and the headers of every answer.

The page listens on this machine only, but any other page in the same browser can send requests
here. So the ``Host`` must be one of ours (a name that points at 127.0.0.1 is not enough), and a
request other than GET must come from our own page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

import orjson

from .settings import BODY_BYTES, BODY_SECONDS, OWN_NAMES, REQUESTS

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
AGAIN_AFTER = b"2"  # seconds, for a request that is refused because others are running

_METHODS = ("GET", "HEAD", "POST")
_PORT = re.compile(r":\d{1,5}\Z")
_TOO_LONG = f"a request has at most {BODY_BYTES:,} bytes"


class RefusedError(Exception):
    """A request is refused: the HTTP status, and a line that says why."""

    def __init__(self, status: int, problem: str) -> None:
        super().__init__(problem)
        self.status = status


class Guard:
    """An ASGI application in front of another, which checks its requests.

    Parameters
    ----------
    app : callable
        The application behind it.
    names : iterable of str
        Valid values of ``Host``, besides 127.0.0.1, ``localhost`` and ``[::1]``; any port is valid.
    """

    def __init__(self, app: App, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = {*OWN_NAMES, *(name.lower() for name in names)}
        self._requests = 0  # that are being answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it in a line of JSON."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # a web socket: nothing here uses them
            await send({"type": "websocket.close", "code": 1008})
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        self._requests += 1
        try:
            if self._requests > REQUESTS:
                raise RefusedError(503, "this machine is busy; ask again in a moment")
            self._look(scope)
            body = await _body(receive)
        except RefusedError as refused:
            await _refuse(sending, refused)
        else:
            await self._app(scope, _again(body, receive), sending)
        finally:
            self._requests -= 1

    def _look(self, scope: Scope) -> None:
        """Check what precedes the body."""
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or _PORT.sub("", hosts[0]).lower() not in self._names:
            named = ", ".join(map(repr, hosts))[:100] or "no host"
            raise RefusedError(421, f"this page is not at {named}; see pokerlake serve --name")
        if scope["method"] not in _METHODS:
            raise RefusedError(405, f"{scope['method'][:20]} is not answered; send GET or POST")
        headers_by_name = dict(headers)
        length = headers_by_name.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > BODY_BYTES:
            raise RefusedError(413, _TOO_LONG)
        if scope["method"] != "POST":
            return
        origin = headers_by_name.get(b"origin")
        if origin is not None and origin.decode("latin-1").partition("://")[2] != hosts[0]:
            raise RefusedError(403, "only the page itself may ask")
        if headers_by_name.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            raise RefusedError(403, "only the page itself may ask")
        kind = headers_by_name.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind != b"application/json":
            raise RefusedError(415, "send application/json")


async def _body(receive: Receive) -> bytes:
    """The body of a request; RefusedError if it is too long, or takes too long to arrive."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return b""  # the client has gone
                body += message.get("body", b"")
                if len(body) > BODY_BYTES:
                    raise RefusedError(413, _TOO_LONG)
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise RefusedError(408, f"a request arrives in {BODY_SECONDS:g} seconds") from None


def _again(body: bytes, receive: Receive) -> Receive:
    """Replays the body, and then passes on what follows: that the client has gone."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def _refuse(send: Send, refused: RefusedError) -> None:
    body = orjson.dumps({"problem": str(refused)})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),  # and the rest of its body is not read
    ]
    if refused.status == 503:
        headers.append((b"retry-after", AGAIN_AFTER))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
