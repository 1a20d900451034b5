"""``pokerlake serve`` as a command: how it begins, what it refuses, and that nothing is left."""

import os
import re
import signal
import socket
import sys
import time
from http.client import HTTPConnection

import pytest

from helpers.processes import Place
from pokerlake.lazy import MissingExtraError
from pokerlake.web import Settings, serve

IGNORED = (signal.SIGINT, signal.SIGHUP)


def ready(process):
    """The port of the page, once it answers."""
    for line in process.stderr:
        if found := re.search(rb"the page is at http://127\.0\.0\.1:(\d+)/\n", line):
            return int(found[1])
    raise AssertionError("it ended before it was ready")


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


def test_ctrl_c_ends_it_while_it_computes(place):
    process = place.start("serve", "--port", "0", "--workers", "1")
    connection = at_work(ready(process))
    assert len(place.processes()) == 2
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (130, b"", b"interrupted\n")
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
    assert (process.returncode, out, err) == (-signal.SIGKILL, b"", b"")
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
    code, line = refused(place, "--host", "no such name")
    assert code == 1
    assert line.startswith("error: cannot listen at no such name, port 8000: ")
    code, line = refused(place, "--lake", "nowhere")
    assert code == 1
    assert line.startswith("error: ")
    assert "nowhere" in line
    for words in (["--port", "65536"], ["--port", "x"], ["--workers", "-1"], ["more"]):
        assert refused(place, *words)[0] == 2


def test_without_its_libraries(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'pokerlake\[web\]'"):
        serve(Settings(tmp_path), ready=print)
