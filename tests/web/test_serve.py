"""``pokerlake serve`` as a command: how it begins, what it refuses, and that nothing is left."""

import json
import os
import re
import signal
import socket
import time
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from helpers.processes import Place
from helpers.site import wait_until_made

IGNORED = (signal.SIGINT, signal.SIGHUP)


def begun(process):
    """The address of the page, once it is told."""
    for line in process.stderr:
        if found := re.search(rb"the page is at (http://127\.0\.0\.1:\d+/)\n", line):
            return found[1].decode()
    raise AssertionError("it ended before it was ready")


def rest(err):
    """What is said beside the kernels that are compiled where a cache has none."""
    lines = err.splitlines(keepends=True)
    return b"".join(line for line in lines if b"kernels" not in line)


def ready(process):
    """The port of the page, once it answers all that is asked."""
    address = begun(process)
    wait_until_made(address)
    return urlsplit(address).port


@pytest.fixture
def place(tmp_path, lake):
    found = Place.make(tmp_path, lake)
    yield found
    found.end()


def at_work(port):
    """A connection that has asked for what takes long."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", "/")
    assert connection.getresponse().read().startswith(b"<!doctype html>")
    body = '{"hands": ["AA", "random", "random", "random"], "standard_error": 0.00001}'
    connection.request("POST", "/api/equity", body, {"content-type": "application/json"})
    time.sleep(0.3)
    return connection


@pytest.mark.whole
def test_ctrl_c_ends_it_while_it_computes(place):
    process = place.start("serve", "--port", "0", "--workers", "1")
    connection = at_work(ready(process))
    assert len(place.processes()) == 4  # one answers, and two wait for SQL
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, rest(err)) == (130, b"", b"interrupted\n")
    assert place.faults() == []
    connection.close()


def test_it_goes_on_where_signals_are_ignored_and_dies_with_its_processes(place):
    """They are for a job in the background of a script, and under nohup."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in IGNORED}
    process = place.start("serve", "--port", "0", "--workers", "1")
    for number, handler in before.items():
        signal.signal(number, handler)
    port = ready(process)
    for number in IGNORED:
        process.send_signal(number)
    connection = at_work(port)
    process.kill()
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, rest(err)) == (-signal.SIGKILL, b"", b"")
    assert place.faults() == []
    connection.close()


def refused(place, *words):
    """The exit code and the last line of a command that does not begin."""
    process = place.start("serve", *words)
    out, err = process.communicate(timeout=60)
    assert out == b""
    assert b"Traceback" not in err
    return process.returncode, err.decode().splitlines()[-1]


def test_what_it_cannot_do_is_a_line(place):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, line = refused(place, "--port", port)
        assert (code, line) == (
            1, f"error: cannot listen at 127.0.0.1, port {port}: Address already in use"
        )  # fmt: skip
    code, line = refused(place, "--host", "203.0.113.7", "--port", "0")
    assert code == 1
    assert line.startswith("error: cannot listen at 203.0.113.7, port 0: ")
    for words in (("--host", "203.0.113.7"), ("--name", "poker.example.org")):
        code, line = refused(place, "--keep-hands", *words)
        assert code == 2
        assert f"--keep-hands is for you alone, and {words[0]}" in line
    code, line = refused(place, "--jobs", "100000")
    assert code == 2
    assert "GB of memory are free; give what jobs may take of it" in line
    code, line = refused(place, "--host", "no such name")
    assert code == 1
    assert line.startswith("error: cannot listen at no such name, port 8000: ")
    code, line = refused(place, "--lake", "nowhere")
    assert code == 1
    assert line.startswith("error: ")
    assert "nowhere" in line
    for words in (["--port", "65536"], ["--port", "x"], ["--workers", "-1"], ["more"]):
        assert refused(place, *words)[0] == 2


def test_a_page_is_there_before_it_is_ready(place):
    """It says what is being made ready, and so does an answer that waits for it."""
    process = place.start("serve", "--port", "0", "--workers", "1")
    address = begun(process)
    port = urlsplit(address).port
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/")
    assert connection.getresponse().read().startswith(b"<!doctype html>")
    connection.request("GET", "/api/about")
    assert json.loads(connection.getresponse().read())["making"].startswith("pokerlake is starting")
    body = '{"hands": ["AA", "KK"]}'
    connection.request("POST", "/api/equity", body, {"content-type": "application/json"})
    response = connection.getresponse()
    told = json.loads(response.read())
    assert (response.status, told["making"]) == (503, True)
    assert response.headers["retry-after"] == "2"
    wait_until_made(address)
    connection.request("POST", "/api/equity", body, {"content-type": "application/json"})
    response = connection.getresponse()
    assert (response.status, "data" in json.loads(response.read())) == (200, True)
    connection.close()
    process.terminate()
    process.communicate(timeout=120)


def test_a_cold_start_answers_what_needs_no_kernels(place, tmp_path):
    """What does says which are being compiled, by a process that ends with the server."""
    cold = replace(place, cache=tmp_path / "cold")
    process = cold.start("serve", "--port", "0", "--workers", "1")
    port = urlsplit(begun(process)).port

    def asked(name, given):
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request("POST", f"/api/{name}", given, {"content-type": "application/json"})
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    told = {"problem": "pokerlake is starting"}
    while told["problem"].startswith("pokerlake is starting"):
        status, told = asked("equity", '{"hands": ["22+", "AK"], "board": "Jh2h3d"}')
        time.sleep(0.1)
    assert status == 503
    assert "now equity" in told["problem"] or "compiles its kernels" in told["problem"]
    assert asked("schema", "{}")[0] == 200
    process.terminate()
    process.communicate(timeout=120)
    assert place.faults(seconds=5) == []
