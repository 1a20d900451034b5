"""The page's server as a browser, and as somebody who means no good, meets it."""

import gzip
import json
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pyarrow as pa
import pytest

import pokerlake as pk
from helpers import hostile
from pokerlake.web.asgi import page_files
from pokerlake.web.guard import HEADERS
from pokerlake.web.questions import questions
from pokerlake.web.settings import LONG_SECONDS

FLOP = {"hands": ["AhKh", "QsQc"], "board": "Jh2h3d"}
SLOW = {"hands": ["22+,A2s+"] + ["random"] * 5, "standard_error": 1e-5}


@pytest.fixture
def place(site):
    return urlsplit(site).hostname, urlsplit(site).port


@pytest.fixture
def connection(place):
    found = HTTPConnection(*place, timeout=120)
    yield found
    found.close()


def look(connection, path, method="GET", **headers):
    """The status, headers and body of a page's file."""
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    return response.status, dict(response.headers), response.read()


def ask(connection, name, asked, **headers):
    """The status and the JSON of an answer."""
    given = {"content-type": "application/json", **headers}
    connection.request("POST", f"/api/{name}", json.dumps(asked), given)
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def equities(place):
    """The equities of a hand that needs no table."""
    connection = HTTPConnection(*place, timeout=60)
    status, answer = ask(connection, "equity", FLOP)
    connection.close()
    assert status == 200
    return answer["table"]["columns"]["equity"]


def test_every_file_of_the_page(connection):
    for path, file in page_files().items():
        status, headers, body = look(connection, "/" if path == "index.html" else f"/{path}")
        assert (status, body) == (200, file.content)
        assert headers["content-type"] == file.media_type
        assert headers["cache-control"] == "no-cache"
        for name, value in HEADERS:
            assert headers[name.decode()] == value.decode()


def test_files_are_compressed_and_asked_for_once(connection):
    status, headers, body = look(connection, "/app.js", **{"accept-encoding": "gzip, br"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == page_files()["app.js"].content
    assert len(body) == int(headers["content-length"])

    for tag in (headers["etag"], f"W/{headers['etag']}", f'"x", {headers["etag"]}'):
        status, told, body = look(connection, "/app.js", **{"if-none-match": tag})
        assert (status, body, told["etag"]) == (304, b"", headers["etag"])
    assert look(connection, "/app.js", **{"if-none-match": '"x"'})[0] == 200
    status, told, body = look(connection, "/app.js", "HEAD")
    assert (status, body) == (200, b"")
    assert int(told["content-length"]) == len(page_files()["app.js"].content)


@pytest.mark.parametrize(("view", "beside"), [("home", "pictures/"), ("equity", "parts/")])
def test_the_first_page_is_small(view, beside):
    """The first view, with its pictures, and the one that links lead to most."""
    files = page_files()
    first = ["index.html", "style.css", "theme.js", "app.js", "address.js", "ask.js", "games.js",
             "catalogue.js", "vendor/preact.js", "icon.svg", "parts/named/list.js",
             "parts/named/store.js"]  # fmt: skip
    later = {"parts/table.js", "parts/named/presets.js", "views/equity/omaha.js"}
    first += [path for path in files if path.startswith((f"views/{view}", beside))]
    sizes = [len(files[path].compressed or files[path].content) for path in {*first} - later]
    assert sum(sizes) < 60 << 10


def test_every_question_is_described(connection):
    status, _, body = look(connection, "/api/openapi.json")
    assert status == 200
    told = json.loads(body)
    for name, each in questions().items():
        described = told["paths"][f"/api/{name}"]["post"]
        assert described["summary"] == each.help.partition("\n")[0]
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        assert set(schema["properties"]) == set(each.model.model_fields)
    referred = set(body.split(b'"$ref":"#/components/schemas/')[1:])
    defined = told.get("components", {}).get("schemas", {})
    assert {each.partition(b'"')[0].decode() for each in referred} <= set(defined)

    status, _, body = look(connection, "/api/about")
    assert status == 200
    assert json.loads(body)["questions"] == {name: each.help for name, each in questions().items()}


def test_what_a_range_is_dragged_for_is_not_held_up_by_what_is_long():
    """A solve, say, leaves a process to questions that are not long; their time says so."""
    declared = questions()

    def is_long(name, **asked):
        each = declared[name]
        return each.seconds_for(each.model.model_construct(**asked)) > LONG_SECONDS

    two, three = ["22+", "random"], ["22+", "random", "AKs"]
    assert not is_long("equity", hands=two)
    assert not is_long("equity", hands=three)
    assert not is_long("equity", hands=two, standard_error=0.0001, method="monte carlo")
    assert not is_long("equity", hands=three, standard_error=1e-5, method="exact")
    assert is_long("equity", hands=two, standard_error=0.00009)
    assert is_long("equity", hands=three, standard_error=0.0002, method="monte carlo")
    quick = {"board", "strength", "distribution", "hole_next", "range", "schema", "sql"}
    assert not [name for name in quick & set(declared) if is_long(name)]
    for name in ("solve", "solved_decision", "flops", "push_fold_several", "hole_equities"):
        assert is_long(name)


def test_an_answer_as_json_as_arrow_and_by_lines(connection):
    wanted = pk.equity(*FLOP["hands"], board=FLOP["board"]).equity.tolist()
    for _ in range(2):  # computed, and as it is kept
        assert ask(connection, "equity", FLOP)[1]["table"]["columns"]["equity"] == wanted
    asked = {**FLOP, "method": "monte carlo", "standard_error": 0.002}
    connection.request(
        "POST", "/api/equity", json.dumps(FLOP),
        {"content-type": "application/json", "accept": "application/vnd.apache.arrow.stream"},
    )  # fmt: skip
    table = pa.ipc.open_stream(connection.getresponse().read()).read_all()
    assert table["equity"].to_pylist() == wanted

    connection.request(
        "POST", "/api/equity", json.dumps(asked),
        {"content-type": "application/json", "accept": "application/x-ndjson"},
    )  # fmt: skip
    response = connection.getresponse()
    lines = [json.loads(line) for line in response.read().splitlines()]
    if len(lines) > 1 or "status" in lines[0]:
        assert [line["status"] for line in lines] == [102] * (len(lines) - 1) + [200]
        lines = [lines[-1]["answer"]]
    same = pk.equity(*FLOP["hands"], board=FLOP["board"], method="monte carlo",
                     standard_error=0.002, seed=1)  # fmt: skip
    assert lines[0]["table"]["columns"]["equity"] == same.equity.tolist()


def test_what_is_wrong_is_a_line(connection):
    assert ask(connection, "equity", {**FLOP, "board": "Jh2hZz"})[0] == 400
    assert ask(connection, "equity", {**FLOP, "seed": "x"}) == (
        400,
        {"problem": "seed is 'x'; give a whole number", "field": "seed"},
    )
    status, answer = ask(connection, "nothing", {})
    assert (status, answer["problem"]) == (404, "not found; see /api/about")
    status, _, body = look(connection, "/api/equity")
    assert (status, json.loads(body)["problem"]) == (405, "method not allowed; see /api/about")


def test_who_goes_away_leaves_the_processes_free(place):
    """One samples to a tiny error and the next waits for it; then both are gone."""
    for _ in range(2):  # and what is counted as long is no more
        gone = [socket.create_connection(place) for _ in range(2)]
        for each in gone:
            each.sendall(hostile.post("equity", SLOW, "Accept: application/x-ndjson"))
        gone[0].settimeout(120)
        assert gone[0].recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        assert equities(place)  # by the other process, which is left to what is quick
        for each in gone:
            each.close()
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(equities, [place] * 2)
    assert first == second == pk.equity(*FLOP["hands"], board=FLOP["board"]).equity.tolist()


def test_too_many_are_told_to_come_again(place):
    """64 ask for what takes long: some are at work, some wait, and the others hear it at once."""
    connections = [socket.create_connection(place) for _ in range(64)]
    for number, each in enumerate(connections):
        each.sendall(hostile.post("equity", {**SLOW, "seed": number}))  # closed when answered
    told = []
    waiting = list(connections)
    while len(told) < 64 - 16 - 8:
        answered = select.select(waiting, [], [], 120)[0]
        assert answered
        told += [each.makefile("rb").read() for each in answered]
        waiting = [each for each in waiting if each not in answered]
    for each in connections:
        each.close()
    for each in told:
        assert each.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 2\r\n" in each
        assert b"this machine is busy; ask again in a moment" in each
    until = time.monotonic() + 120
    while True:  # those that waited have gone
        connection = HTTPConnection(*place, timeout=120)
        status, answer = ask(connection, "equity", {**FLOP, "dead": "2c"})
        connection.close()
        if status != 503 or time.monotonic() > until:
            break
    assert status == 200
    assert answer["table"]["columns"]["equity"] == (
        pk.equity(*FLOP["hands"], board=FLOP["board"], dead="2c").equity.tolist()
    )


def test_hostile_requests_do_no_harm(place):
    assert len(hostile.ALL) >= 100
    wanted = pk.equity(*FLOP["hands"], board=FLOP["board"]).equity.tolist()
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda each: hostile.sent_to(place, each), hostile.ALL))
    faults = map(hostile.fault, hostile.ALL, answers)
    assert [each for each in faults if each] == []
    assert equities(place) == wanted
