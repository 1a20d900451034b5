"""What other users of the machine can do with the processes of ``--cluster local:N``: nothing."""

import json
import os
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager

import dask
import psutil
import pytest
from distributed import Security

from helpers.command_line import run, with_tests
from helpers.other_user import SHOWN
from pokerlake.pipelines.cluster import executor, executors
from pokerlake.tables.errors import ClusterError, UsageError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")

NOBODY = 65534
NOTHING = {"ran": [], "seen": []}
SAME = -1
# Only root can be somebody else; ports take both alike.
OTHER = NOBODY if hasattr(os, "geteuid") and os.geteuid() == 0 else SAME


def start(*words, errors=subprocess.PIPE, **variables):
    return subprocess.Popen(
        [sys.executable, "-m", "helpers.other_user", *map(str, words)],
        env={**with_tests(), **variables},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
    )


@contextmanager
def held(kind, **variables):
    """A process that has a cluster; its ``address`` is that of the scheduler."""
    # An open one tells of each attack. Where nobody reads that, it would stand still for ever.
    errors = subprocess.DEVNULL if kind == "open" else subprocess.PIPE
    with start("hold", kind, errors=errors, **variables) as holder:
        holder.address = holder.stdout.readline().decode().strip()
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


@pytest.mark.whole
def test_who_has_not_the_key_can_do_nothing(tmp_path):
    """And with a cluster of Dask's as it is by default, which local:N was, he can do all."""
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    with held("open") as known, held("local:1", TMPDIR=os.fspath(tmp)) as holder:
        ports = ports_of(holder)
        assert len(ports) == 5  # scheduler, nanny, worker, and two for browsers
        found = attacked(OTHER, ports_of(known), ports)
        assert found["uid"] == (NOBODY if OTHER == NOBODY else os.getuid())
        ran = {pid for _, way, pid in found["known"]["ran"] if way == "tcp"}
        assert ran == {process.pid for process in family(known) if places(process)}
        assert set(found["known"]["seen"]) >= SHOWN
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
    with held("local:1", TMPDIR=os.fspath(tmp_path)) as holder:
        processes = family(holder)
        assert len(processes) >= 2
        holder.kill()
        holder.wait()
    _, left = psutil.wait_procs(processes, timeout=60)
    assert left == []
    assert keys_in(tmp_path) == []


# ---------------------------------------------------------------- keys of one's own


@pytest.fixture
def configured():
    """Dask's configuration, with the keys that are named."""

    def names(**keys):
        given = {"ca-file": keys.get("ca"), "client.cert": keys.get("cert")}
        given["client.key"] = keys.get("key")
        return dask.config.set({f"distributed.comm.tls.{name}": to for name, to in given.items()})

    return names


def refused(address, kind):
    with pytest.raises(kind) as caught, executor(address, 0):
        pass
    return str(caught.value)


def test_a_scheduler_with_another_key(configured):
    own = Security.temporary()
    with (
        held("local:1") as holder,
        configured(ca=own.tls_ca_file, cert=own.tls_client_cert, key=own.tls_client_key),
    ):
        assert holder.address.startswith("tls://127.0.0.1:")
        assert refused(holder.address, ClusterError) == (
            f"{holder.address} has not the key that Dask's configuration names here: give it and "
            "this the same, as https://pokerlake.github.io/pokerlake/cluster/ says"
        )


def test_no_key_or_none_that_can_be_read(configured, tmp_path):
    address = "tls://127.0.0.1:1"
    assert refused(address, UsageError) == (
        f"--cluster is '{address}', and Dask's configuration names no key for it; "
        "https://pokerlake.github.io/pokerlake/cluster/ says how"
    )
    no = os.fspath(tmp_path / "no.crt")
    with configured(ca=no, cert=no):
        assert refused(address, UsageError) == (
            f"Dask's configuration has keys that cannot be read ({no}, {no}): No such file or "
            "directory"
        )
    with dask.config.set({"distributed.comm.require-encryption": True}):
        assert refused("tcp://127.0.0.1:1", UsageError) == (
            "--cluster is 'tcp://127.0.0.1:1', and Dask's configuration has require-encryption: "
            "give the address of a scheduler with TLS, such as tls://host:8786"
        )


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("tcp://first:8786", True),
        ("tcp://192.0.2.7:8786", True),
        ("ws://[2001:db8::1]:8786", True),
        ("tcp://127.0.0.1:8786", False),
        ("tcp://[::1]:8786", False),
        ("tcp://localhost:8786", False),
        ("tls://first:8786", False),
        ("local:4", False),
    ],
)
def test_which_schedulers_others_reach(address, is_open):
    assert executors._is_open_to_others(address) is is_open


def test_without_what_makes_keys(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert run(f"build flops --lake {tmp_path} --cluster local:2")[::2] == (
        1, "error: cryptography is not installed; run: pip install 'pokerlake[cluster]'\n",
    )  # fmt: skip
