"""Requests that mean no good, as bytes, and what each is answered with.

``python -m helpers.hostile`` counts them. The statuses are those of HTTP; 0 is a connection that
is closed without a word.
"""

import json
import socket
from dataclasses import dataclass

SCRIPT = "<script>alert(1)</script>"
FLOP = {"hands": ["AA", "KK"], "board": "Jh2h3d"}


@dataclass(frozen=True)
class Hostile:
    """A request, and the statuses that it may be answered with."""

    name: str
    sent: bytes
    statuses: tuple[int, ...]


def get(path, *headers, host="127.0.0.1", method="GET", version="1.1"):
    """A request without a body; path and headers are as they are."""
    lines = [f"{method} {path} HTTP/{version}", *([f"Host: {host}"] if host else []), *headers]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")


def post(question, body, *headers, host="127.0.0.1", kind="application/json", length=None):
    """A question; the body is JSON if it is no bytes."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    told = [f"Content-Type: {kind}", f"Content-Length: {len(raw) if length is None else length}"]
    return get(f"/api/{question}", *told, *headers, host=host, method="POST") + raw


def _bodies():
    """What is no JSON, or not what is asked for."""
    deep = b'{"hands":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    broken = [b"", b"{", b"null", b"[]", b'"equity"', b"{'hands': []}", b'{"hands": [AA]}', b"\0",
              b"\xff\xfe{}", b'{"hands": ["\xc3\x28", "KK"]}', b'{"hands": ["\\ud800", "KK"]}', deep,
              b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b'{"hands": ["AA", "KK"]} x',
              b'{"hands": ["AA", "KK"], "hands": 1}', b"NaN", b'{"hands": NaN}', b"1e999"]  # fmt: skip
    for body in broken:
        yield Hostile(f"body {body[:30]!r}", post("equity", body), (400,))
    wrong = [
        {}, {"hands": None}, {"hands": "AA"}, {"hands": {"0": "AA"}}, {"hands": ["AA"] * 11},
        {"hands": ["AA", 7]}, {"hands": ["AA", ["KK"]]}, {"hands": ["AA", ""]},
        {"hands": ["AA", "\0"]}, {"hands": ["AA", "K" * 16_385]}, {**FLOP, "more": 1},
        {**FLOP, "__class__": "x"}, {**FLOP, SCRIPT: 1}, {**FLOP, "seed": -1},
        {**FLOP, "seed": 1 << 64}, {**FLOP, "seed": 10**4000}, {**FLOP, "seed": 1.5},
        {**FLOP, "seed": "1"}, {**FLOP, "standard_error": 0}, {**FLOP, "standard_error": 1e300},
        {**FLOP, "standard_error": True}, {**FLOP, "method": SCRIPT}, {**FLOP, "board": "Jh" * 101},
        {**FLOP, "board": ["Jh"]}, {**FLOP, "board": SCRIPT}, {**FLOP, "dead": "'; drop table x"},
        {**FLOP, "board": "Jh2h3d" * 20}, {"hands": ["AA", SCRIPT]}, {"hands": ["AA", "top 1e9%"]},
        {"hands": ["AA", "AA:1e999"]}, {"hands": ["AA", "AA:-1"]}, {"hands": ["AA", "AA:nan"]},
        {"hands": ["@/etc/passwd", "KK"]}, {"hands": ["AA", "@hands.csv"]},
        {**FLOP, "board": "@/etc/passwd"}, {**FLOP, "dead": "@/etc/passwd"},
        {"hands": ["AA", "../../etc/passwd"]}, {"hands": ["AA", "file:///etc/passwd"]},
        {"hands": ["AA", "(" * 16_000]}, {"hands": ["AA", "AA," * 5_000 + "x"]},
        {"hands": ["AhKh", "AhQh"]}, {"hands": ["random"] * 10, "method": "exact"},
    ]  # fmt: skip
    for asked in wrong:
        yield Hostile(f"asked {json.dumps(asked)[:60]}", post("equity", asked), (400, 413, 422))
    for asked in ({"text": "AA", "dialect": SCRIPT}, {"text": "@/etc/passwd"}, {"text": "x\r\ny: z"},
                  {"text": "AA", "to": "/etc/passwd"}, {"text": "AA", "dead": "\u202e"}):  # fmt: skip
        yield Hostile(f"range {asked}", post("range", asked), (400,))
    many = {"hands": [("AA,KK:0.5," * 1600)[:16_000]] * 5}
    yield Hostile("body of 64 KB and more", post("equity", many), (413,))


def _paths():
    """What would be a file outside of the page."""
    above = ["/../settings.py", "/..%2fsettings.py", "/%2e%2e/settings.py", "/page/../app.js",
             "/%2e%2e%2f%2e%2e%2fetc/passwd", "//etc/passwd", "/..\\settings.py", "/%5c..%5cguard.py",
             "/vendor/../../guard.py", "/vendor/%2e%2e/%2e%2e/guard.py", "/.%00./guard.py",
             "/app.js%00", "/app.js%00.svg", "/app.js/", "/app.js/..", "/./app.js", "//app.js",
             "/%61%70%70.py", "/etc/passwd", "/C:/boot.ini", "/file:///etc/passwd", "/vendor",
             "/vendor/", "/.git/config", "/__init__.py", "/guard.py", "/page/app.js", "/%",
             "/%zz", "/%ff%fe", f"/{SCRIPT}", "/?next=http://example.org/x/../../y#", "/api",
             "/api/", "/api/equity/", "/api//equity", "/api/../api/equity", "/docs", "/redoc",
             "/openapi.json", "/api/%65quity", "/a" * 2000]  # fmt: skip
    for path in above:
        fine = path in ("/?next=http://example.org/x/../../y#",)
        yield Hostile(f"path {path[:40]}", get(path), (200,) if fine else (404, 400, 405))
    yield Hostile("a path of a stranger", get("http://example.org/"), (200, 400, 404))
    yield Hostile("no path", get("app.js"), (400, 404))
    yield Hostile("a question that there is not", post("sql; drop", {}), (400, 404))
    yield Hostile("a question by its path", post("../api/equity", FLOP), (404,))
    yield Hostile("a question in the address", get("/api/equity?hands=AA"), (405,))


def _senders():
    """What another page, or a name that points here, would send."""
    for host in ("example.org", "127.0.0.1.example.org", "localhost.example.org", "evil@127.0.0.1",
                 "127.0.0.1:80:80", "[::ffff:127.0.0.1]", "0.0.0.0", SCRIPT, "", "x" * 5000):  # fmt: skip
        yield Hostile(f"host {host[:30]}", get("/", host=host), (400, 421))
        yield Hostile(f"asked at {host[:30]}", post("equity", FLOP, host=host), (400, 421))
    yield Hostile("two hosts", get("/", "Host: example.org"), (421,))
    for origin in ("http://example.org", "null", "http://127.0.0.1:1", "file://", SCRIPT):
        yield Hostile(f"from {origin}", post("equity", FLOP, f"Origin: {origin}"), (403,))
    for site in ("cross-site", "same-site", SCRIPT):
        yield Hostile(f"from {site}", post("equity", FLOP, f"Sec-Fetch-Site: {site}"), (403,))
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        yield Hostile(f"as {kind}", post("equity", FLOP, kind=kind), (415,))
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        yield Hostile(method, get("/api/equity", method=method), (405,))
    yield Hostile("POST of a file", get("/app.js", "Content-Type: application/json",
                                        "Content-Length: 0", method="POST"), (405,))  # fmt: skip
    yield Hostile("no host", get("/", host=""), (400, 421))


def _http():
    """What is hardly HTTP."""
    chunked = ("Transfer-Encoding: chunked", "Content-Type: application/json")
    asked = get("/api/equity", *chunked, method="POST")
    yield Hostile("noise", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9, (400,))
    yield Hostile("another version", get("/", version="9.9"), (400,))
    yield Hostile("no version", b"GET /\r\n\r\n", (400, 421))
    yield Hostile("NUL in a header", get("/", "X: a\0b"), (400,))
    yield Hostile("a header in two lines", get("/", "X: a\r\n b"), (200, 400))
    yield Hostile("a header without a name", get("/", ": a"), (400,))
    yield Hostile("two lengths", post("equity", FLOP, "Content-Length: 3"), (400,))
    yield Hostile("length and pieces", post("equity", FLOP, "Transfer-Encoding: chunked"), (400,))
    yield Hostile("a length below 0", post("equity", b"", length=-1), (400, 413))
    yield Hostile("a long length", post("equity", b"", length=1 << 40), (413,))
    yield Hostile("a longer length", post("equity", b"", length=10**60), (400, 413))
    yield Hostile("pieces of no length", asked + b"zz\r\n{}\r\n0\r\n\r\n", (400,))
    yield Hostile("a piece that is too long", asked + b"fffffffff\r\n" + b"x" * 70_000, (413,))
    yield Hostile("pieces without end", asked + b"1\r\nx\r\n" * 70_000, (413, 400))
    yield Hostile("a long head", get("/", *(f"X-{n}: {'y' * 90}" for n in range(900))), (400, 0))
    yield Hostile("a long header", get("/", "X: " + "y" * 400_000), (400, 0))
    yield Hostile("many headers", get("/", *(["a:"] * 100_000)), (400, 0))
    yield Hostile("a web socket", get("/", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                                      "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="), (200,))  # fmt: skip
    yield Hostile(
        "accepts anything", post("range", {"text": "AA"}, f"Accept: {SCRIPT * 90}"), (200,)
    )
    yield Hostile("one of many ranges", get("/app.js", "Range: bytes=0-0," * 500), (200,))
    yield Hostile("a tag", get("/app.js", 'If-None-Match: "' + "x" * 9000), (200,))


ALL = [*_bodies(), *_paths(), *_senders(), *_http()]


def sent_to(address: tuple[str, int], hostile: Hostile, seconds: float = 20.0) -> bytes:
    """All that a request is answered with, until the connection is closed."""
    answer = b""
    with socket.create_connection(address, seconds) as connection:
        try:
            connection.sendall(hostile.sent)
            while piece := connection.recv(1 << 16):
                answer += piece
        except (ConnectionResetError, BrokenPipeError):  # it read no more of it
            pass
    return answer


def fault(hostile: Hostile, answer: bytes) -> str | None:
    """What is wrong with an answer; None if it is as it should be."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1]) if head.startswith(b"HTTP/1.1 ") else 0
    if status not in hostile.statuses:
        return f"{hostile.name}: status {status}, {body[:200]!r}"
    if any(said in answer for said in (b"Traceback", b'File "', b".py:", b"root:x:")):
        return f"{hostile.name}: it tells {body[:200]!r}"
    headers = {line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]}
    if status and not {b"content-security-policy", b"x-content-type-options"} <= headers:
        return f"{hostile.name}: headers {sorted(headers)}"
    if status >= 400:
        told = json.loads(body)["problem"]
        if len(told) > 1001 or "\n" in told:
            return f"{hostile.name}: it says {told[:200]!r}"
    return None


if __name__ == "__main__":
    print(len(ALL))
