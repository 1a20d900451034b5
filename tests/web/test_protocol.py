"""Clients that do not read or say nothing, and fields of another form than the page sends."""

import asyncio
import socket
import struct
from contextlib import asynccontextmanager

import orjson
import pytest
import uvicorn
from pydantic import ValidationError
from uvicorn.server import ServerState

from pokerlake.web import serving as protocol
from pokerlake.web.guard import Guard
from pokerlake.web.questions import questions
from pokerlake.web.questions.answering import answer_to
from pokerlake.web.questions.refused import named_twice, refused

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LOOPS = ("asyncio", "auto")


async def large(scope, receive, send):
    """An answer of so many bytes as the path says, in one message."""
    size = int(scope["path"].removeprefix("/") or 2)
    length = (b"content-length", b"%d" % size)
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": b"x" * size})


@asynccontextmanager
async def served():
    """The guard, what uvicorn knows of connections, and a connection with little room."""
    guard = Guard(large)
    config = uvicorn.Config(guard, http=protocol.Protocol, ws="none", lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        server = await loop.create_server(
            lambda: protocol.Protocol(config, state, {}), sock=listener
        )
        try:
            await loop.sock_connect(client, listener.getsockname())
            yield guard, state, client
        finally:
            server.close()
            for each in [*state.connections]:
                each.transport.abort()


def run(story, loop):
    factory = uvicorn.Config(large, loop=loop).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(story())


async def ended(guard, state, seconds=120.0):
    """Wait until there is no connection any more, and no request that is answered."""
    async with asyncio.timeout(seconds):
        while state.connections or state.tasks or guard._requests:
            await asyncio.sleep(0.01)


def get(size):
    return GET.replace(b"/ ", b"/%d " % size, 1)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    "sent",
    [
        get(1 << 20),
        get(1 << 20).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),
        get(40_000),  # less than what uvicorn's own marks of what is much begin at
        get(1 << 20) + GET,  # which waits to be written
        get(1 << 20) + GET * 3,
    ],
    ids=["kept", "closed", "short", "two", "four"],
)
def test_an_answer_that_is_not_taken_is_dropped(monkeypatch, loop, sent):
    async def story():
        async with served() as (guard, state, client):
            await asyncio.get_running_loop().sock_sendall(client, sent)
            async with asyncio.timeout(120):
                # The second request waits until the first answer is taken.
                while not (
                    any(each._taking for each in state.connections)
                    and guard._requests == (GET in sent)
                ):
                    await asyncio.sleep(0.001)
            assert len(state.connections) == 1
        monkeypatch.setattr(protocol, "SEND_SECONDS", 0.1)
        async with served() as (guard, state, client):
            await asyncio.get_running_loop().sock_sendall(client, sent)
            async with asyncio.timeout(120):
                while not state.total_requests:
                    await asyncio.sleep(0.001)
            await ended(guard, state)

    run(story, loop)


@pytest.mark.parametrize("loop", LOOPS)
def test_one_that_reads_is_not_cut_off(monkeypatch, loop):
    monkeypatch.setattr(protocol, "SEND_SECONDS", 0.3)

    async def story():
        async with served() as (_, state, client):
            running = asyncio.get_running_loop()
            await running.sock_sendall(client, get(1 << 20))
            read = 0
            while read < 1 << 20:
                read += len(await running.sock_recv(client, 1 << 16))
            await asyncio.sleep(0.4)
            assert len(state.connections) == 1
            await running.sock_sendall(client, GET)
            assert (await running.sock_recv(client, 1 << 16)).startswith(b"HTTP/1.1 200 ")

    run(story, loop)


@pytest.mark.parametrize("before", [b"", GET], ids=["first", "after an answer"])
def test_line_ends_are_no_request(monkeypatch, before):
    """A parser skips them, and they end the clock that runs between two requests."""
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.1)

    async def story():
        async with served() as (guard, state, client):
            running = asyncio.get_running_loop()
            if before:
                await running.sock_sendall(client, before)
                assert (await running.sock_recv(client, 1 << 16)).startswith(b"HTTP/1.1 200 ")
                await asyncio.sleep(0.15)
                assert len(state.connections) == 1  # between two requests there is more time
            await running.sock_sendall(client, b"\r\n")
            await ended(guard, state)

    run(story, "asyncio")


def test_line_ends_before_a_request_are_skipped(monkeypatch):
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.1)

    async def story():
        async with served() as (_, state, client):
            running = asyncio.get_running_loop()
            for _ in range(2):
                await running.sock_sendall(client, b"\r\n" + GET)
                assert (await running.sock_recv(client, 1 << 16)).startswith(b"HTTP/1.1 200 ")
                await asyncio.sleep(0.15)
            assert len(state.connections) == 1

    run(story, "asyncio")


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"x" * 40_000), b"400"),
        (b"GET /%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"x" * 1_000_000), b"400"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\na: %b\r\n\r\n" % (b"x" * 300_000), b"400"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a: b\r\n" * 60_000 + b"\r\n", b"400"),
        (b"x" * 500_000, b"400"),
        (
            b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-length: 1000000\r\n\r\n"
            + b"x" * 1_000_000,
            b"413",
        ),
    ],
    ids=["address", "long address", "header", "headers", "no request", "body"],
)
def test_what_is_too_long_is_told_whoever_still_sends(loop, sent, status):
    """A connection that is closed while something is to be read is reset, and its answer lost."""

    async def story():
        async with served() as (_, _, client):
            running = asyncio.get_running_loop()
            sending = asyncio.ensure_future(running.sock_sendall(client, sent))
            answer = b""
            while b"}" not in answer:
                more = await running.sock_recv(client, 1 << 16)
                assert more
                answer += more
            assert answer.startswith(b"HTTP/1.1 %b " % status)
            await asyncio.wait_for(sending, 10)

    run(story, loop)


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    "sent",
    [
        get(1 << 20) * 20,
        GET * 50,
        get(1 << 20)[:-4],
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        b"content-length: 9\r\n\r\n[1,",
    ],
    ids=["many that are long", "many", "half a head", "half a body"],
)
def test_a_client_that_vanishes_is_no_event(loop, sent, caplog, capfd):
    async def story():
        async with served() as (guard, state, client):
            await asyncio.get_running_loop().sock_sendall(client, sent)
            await asyncio.sleep(0.05)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
            await ended(guard, state, seconds=60)

    run(story, loop)
    assert "Traceback" not in caplog.text + "".join(capfd.readouterr())
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


# ---------------------------------------------------------------- fields of another form


def test_what_is_no_json_is_told(tmp_path):
    found = answer_to("equity", b'{"hands": ', tmp_path)
    assert (found.status, found.field) == (400, "")
    assert found.problem.startswith("what is asked is no JSON: ")


def test_every_form_that_questions_declare_is_told_in_our_words():
    """No question lets the words of the library through for text, numbers, lists and nothing."""
    told = 0
    for name, declared in questions().items():
        for field in declared.model.model_fields:
            for given in ("x", -1, 1.5, [], {}, None, True, 10**15, 1e30, "", "y" * 70_000):
                try:
                    declared.model.model_validate_json(orjson.dumps({field: given}))
                except ValidationError as error:
                    line, _ = refused(error)
                    told += 1
                    for words in ("Input should", "should have", "should match", "\n"):
                        assert words not in line, (name, field, given, line)
                    assert len(line) < 300
    assert told > 500


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (b'{"hands": ["AhKh", "QsQc"], "hands": ["22", "33"]}', "hands"),
        (b'{"hands": ["AhKh", "QsQc"], "dead": "7h", "dead": "8h"}', "dead"),
        (b'{"spot": {"pot": 10, "pot": 20}}', "pot"),
        (b'[{"pot": 10}, {"pot": 10}]', None),
        (b'{"hands": ["AhKh", "AhKh"], "board": "hands"}', None),
    ],
)
def test_a_name_that_is_given_twice(asked, name):
    assert named_twice(asked) == name
