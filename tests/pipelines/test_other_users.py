"""What other users of the machine can do with the processes of ``--cluster local:N``: nothing."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest

from helpers.command_line import run, with_tests

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")

NOBODY = 65534
NOTHING = {"ran": [], "seen": []}
SAME = -1
# Only root can be somebody else; ports take both alike.
OTHER = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else SAME


def start(*words, **variables):
    return subprocess.Popen(
        [sys.executable, "-m", "helpers.other_user", *map(str, words)],
        env={**with_tests(), **variables},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@contextmanager
def held(kind, **variables):
    """A process that has a cluster, and its ports by their process."""
    with start("hold", kind, **variables) as holder:
        assert holder.stdout.readline() == b"ready\n", holder.stderr.read()
        yield holder
        holder.stdin.close()
        assert holder.wait() in (0, -signal.SIGKILL)
        if kind != "open":
            assert holder.stderr.read() == b""


def family(holder):
    owner = psutil.Process(holder.pid)
    return [owner, *owner.children(recursive=True)]


def ports_of(holder):
    """The ports that its processes listen at, all of them of this machine alone."""
    found = [at for process in family(holder) for at in places(process)]
    assert {address.ip for address in found} == {"127.0.0.1"}
    return {address.port for address in found}


def places(process):
    """Where a process listens; nowhere if it has ended."""
    try:
        found = process.net_connections("inet")
    except psutil.NoSuchProcess:
        return []
    return [each.laddr for each in found if each.status == psutil.CONN_LISTEN]


def attacked(user, known, ports):
    """What a user came to at ports that he knows how to use, and at others."""
    with start("attack", user, json.dumps(sorted(known)), json.dumps(sorted(ports))) as attacker:
        out, err = attacker.communicate()
    assert attacker.returncode == 0, err.decode()
    return json.loads(out)


def test_who_has_not_the_key_can_do_nothing(tmp_path):
    """And with a cluster of Dask's as it is by default, which local:N was, he can do all."""
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    with held("open") as known, held("local:2", TMPDIR=os.fspath(tmp)) as holder:
        ports = ports_of(holder)
        assert len(ports) == 8  # scheduler, two nannies, two workers, and three for browsers
        found = attacked(OTHER, ports_of(known), ports)
        assert found["uid"] == (NOBODY if OTHER == NOBODY else os.getuid())
        ran = {pid for _, way, pid in found["known"]["ran"] if way == "tcp"}
        assert ran == {process.pid for process in family(known) if places(process)}
        assert {"/info/main/workers.html", "/metrics"} < set(found["known"]["seen"])
        assert found["ports"] == NOTHING
        assert holder.poll() is None
        (folder,) = tmp.iterdir()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert keys_in(tmp) == []
        assert not any("PRIVATE KEY" in word for each in family(holder) for word in each.cmdline())
    assert list(tmp.iterdir()) == []


def keys_in(folder):
    return [at for at in folder.rglob("*") if at.is_file() and b"PRIVATE KEY" in at.read_bytes()]


def test_a_killed_owner_leaves_no_key_and_no_process(tmp_path):
    with held("local:2", TMPDIR=os.fspath(tmp_path)) as holder:
        processes = family(holder)
        assert len(processes) >= 3
        holder.kill()
        holder.wait()
    _, left = psutil.wait_procs(processes, timeout=60)
    assert left == []
    assert keys_in(tmp_path) == []


def test_a_worker_that_begins_anew_has_the_key(tmp_path):
    """It listens at other ports than the one that was killed."""
    with held("local:2", TMPDIR=os.fspath(tmp_path)) as holder:
        before = ports_of(holder)
        worker = next(each for each in family(holder)[1:] if places(each))
        worker.kill()
        deadline = time.monotonic() + 60
        while len(ports := ports_of(holder)) < len(before) or ports == before:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert attacked(OTHER, set(), ports - before)["ports"] == NOTHING


def test_without_what_makes_keys(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert run(f"build flops --lake {tmp_path} --cluster local:2")[::2] == (
        1, "error: cryptography is not installed; run: pip install 'pokerlake[cluster]'\n",
    )  # fmt: skip
