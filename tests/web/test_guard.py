"""What passes the guard in front of the page, and what does not."""

import asyncio

import orjson
import pytest

from pokerlake.web import guard
from pokerlake.web.guard import HEADERS, Guard
from pokerlake.web.settings import BODY_BYTES

HOST = ("host", "127.0.0.1:8000")
JSON = ("content-type", "application/json")


def answer(*headers, method="GET", chunks=(b"",), names=(), kind="http", pause=0.0):
    """The status, the headers and the body that a request is answered with.

    What passes is answered with its body.
    """
    waiting = list(chunks)
    sent = []

    async def receive():
        await asyncio.sleep(pause)
        if not waiting:
            return {"type": "http.disconnect"}
        body = waiting.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    async def send(message):
        sent.append(message)

    async def echo(scope, receive, send):
        body = (await receive())["body"]
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": body})

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope = {"type": kind, "method": method, "headers": raw}
    asyncio.run(Guard(echo, names)(scope, receive, send))
    if kind != "http":
        return sent
    start, body = sent
    assert [each for each in start["headers"] if each in HEADERS] == HEADERS
    return start["status"], dict(start["headers"]), body["body"]


def refused(*headers, **request):
    """The status and the line of a request that does not pass."""
    status, given, body = answer(*headers, **request)
    assert status >= 400
    assert given[b"connection"] == b"close"
    return status, orjson.loads(body)["problem"]


def test_what_a_browser_may_do():
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    told = dict(part.split(" ", 1) for part in policy.split("; "))
    assert told["default-src"] == "'none'"
    assert told["script-src"] == told["style-src"] == told["connect-src"] == "'self'"
    assert told["frame-ancestors"] == told["form-action"] == told["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8000", "localhost", "LOCALHOST:65535", "[::1]", "[::1]:80",
     "poker.example.org", "Poker.Example.org:443"],
)  # fmt: skip
def test_own_names_pass(host):
    status, headers, body = answer(("host", host), names=["poker.example.org"])
    assert (status, headers[b"a"], body) == (200, b"b", b"")


@pytest.mark.parametrize(
    "host",
    ["example.org", "127.0.0.1.example.org", "127.0.0.1:8000:9000", "127.0.0.1:", "127.0.0.1:x",
     "127.0.0.1:123456", "evil@127.0.0.1", "127.0.0.1 ", "[::1", "::1", "127.0.0.2", "0.0.0.0", "",
     "127.0.0.1\n", "localhost.", "xn--localhost", "127.0.0.1/", "2130706433", "\xff"],
)  # fmt: skip
def test_other_names_are_refused(host):
    status, line = refused(("host", host))
    assert status == 421
    assert repr(host) in line


def test_one_host_is_named():
    assert refused() == (421, "this page is not at no host; see pokerlake serve --name")
    assert refused(HOST, HOST)[0] == 421
    assert refused(HOST, ("host", "example.org"))[0] == 421
    assert len(refused(("host", "x" * 60_000))[1]) < 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "X"])
def test_other_methods_are_refused(method):
    assert refused(HOST, JSON, method=method) == (
        405,
        f"{method} is not answered; send GET or POST",
    )


@pytest.mark.parametrize(
    "more",
    [
        (),
        (("origin", "http://127.0.0.1:8000"), ("sec-fetch-site", "same-origin")),
        (("origin", "https://127.0.0.1:8000"),),  # through a proxy
        (("sec-fetch-site", "none"),),
    ],
)
def test_the_page_itself_may_ask(more):
    assert answer(HOST, JSON, *more, method="POST", chunks=[b"{", b"}"])[::2] == (200, b"{}")
    kind = ("content-type", "Application/JSON; charset=utf-8")
    assert answer(HOST, kind, *more, method="POST", chunks=[b"{}"])[0] == 200


@pytest.mark.parametrize(
    "more",
    [
        (("origin", "http://example.org"),),
        (("origin", "http://127.0.0.1:9999"),),  # another program on this machine
        (("origin", "http://127.0.0.1"),),
        (("origin", "null"),),
        (("origin", ""),),
        (("sec-fetch-site", "cross-site"),),
        (("sec-fetch-site", "same-site"),),
        (("origin", "http://127.0.0.1:8000"), ("sec-fetch-site", "cross-site")),
    ],
)
def test_other_pages_may_not_ask(more):
    assert refused(HOST, JSON, *more, method="POST") == (403, "only the page itself may ask")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_what_a_form_can_send_is_refused(kind):
    """Another page can send these without asking first."""
    assert refused(HOST, ("content-type", kind), method="POST") == (415, "send application/json")
    assert refused(HOST, method="POST")[0] == 415


def test_a_body_has_a_length():
    line = "a request has at most 65,536 bytes"
    longest = b"x" * BODY_BYTES
    assert answer(HOST, JSON, method="POST", chunks=[longest])[::2] == (200, longest)
    assert refused(HOST, JSON, method="POST", chunks=[longest, b"x"]) == (413, line)
    pieces = [b"x" * 1000] * 100
    assert refused(HOST, JSON, method="POST", chunks=pieces) == (413, line)
    assert refused(HOST, method="GET", chunks=pieces) == (413, line)
    for length in (str(BODY_BYTES + 1), "9" * 5000, "-1", "x", ""):
        assert refused(HOST, JSON, ("content-length", length), method="POST") == (413, line)


def test_a_body_has_a_time(monkeypatch):
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    many = [b"x"] * 100
    assert refused(HOST, JSON, method="POST", chunks=many, pause=0.01)[0] == 408
    assert answer(HOST, JSON, method="POST", chunks=[b"{}"], pause=0.01)[0] == 200


def test_one_that_goes_while_it_sends_asks_nothing():
    assert answer(HOST, JSON, method="POST", chunks=[])[::2] == (200, b"")


def test_so_many_are_answered_at_a_time(monkeypatch):
    monkeypatch.setattr(guard, "REQUESTS", 0)
    status, headers, body = answer(HOST)
    assert (status, headers[b"retry-after"]) == (503, b"2")
    assert orjson.loads(body) == {"problem": "this machine is busy; ask again in a moment"}


def test_a_web_socket_is_closed():
    assert answer(HOST, kind="websocket") == [{"type": "websocket.close", "code": 1008}]
