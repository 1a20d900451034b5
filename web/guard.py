"""What every request has to pass, and what every answer says to the browser.

The page listens on this machine only, but any other page that is open in the same browser can send
requests here. So the ``Host`` must be one of ours (a name that points at 127.0.0.1 is not), and a
request that is not a plain look must come from our own page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from .settings import BODY_BYTES, BODY_SECONDS, OWN_NAMES

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS = [
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
_METHODS = ("GET", "HEAD", "POST")
_PORT = re.compile(r":\d{1,5}$")


class Guard:
    """An ASGI application in front of another, which lets through what may pass.

    Parameters
    ----------
    app : callable
        The application behind.
    names : iterable of str
        What ``Host`` may be, beside 127.0.0.1, ``localhost`` and ``[::1]``; the port is free.
    """

    def __init__(self, app: App, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = {*OWN_NAMES, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it in a line of JSON."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # a web socket: nothing here has one
            await send({"type": "websocket.close", "code": 1008})
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        refused = self._refused(scope)
        if refused:
            await _refuse(sending, *refused)
            return
        body = await _body(receive)
        if body is None:
            await _refuse(sending, 413, f"a request has at most {BODY_BYTES:,} bytes")
        else:
            await self._app(scope, _again(body, receive), sending)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or _PORT.sub("", hosts[0]).lower() not in self._names:
            return 421, f"this page is not at {', '.join(hosts)[:100] or 'no host'!r}"
        if scope["method"] not in _METHODS:
            return 405, f"{scope['method'][:20]} is not answered; send GET or POST"
        if scope["method"] != "POST":
            return None
        given = dict(headers)
        origin = given.get(b"origin")
        if origin is not None and origin.decode("latin-1").partition("://")[2] != hosts[0]:
            return 403, "only the page itself may ask"
        if given.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            return 403, "only the page itself may ask"
        kind = given.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind != b"application/json":
            return 415, "send application/json"
        length = given.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > BODY_BYTES:
            return 413, f"a request has at most {BODY_BYTES:,} bytes"
        return None


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None if it is too long, or takes too long to come."""
    body: bytes = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return b""  # who asked has gone
                body += message.get("body", b"")
                if len(body) > BODY_BYTES:
                    return None
                if not message.get("more_body"):
                    return body
    except TimeoutError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body, and then what comes after it: that who asked has gone."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def _refuse(send: Send, status: int, problem: str) -> None:
    import orjson

    body = orjson.dumps({"problem": problem})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 413:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
