"""Somebody else on the machine, who tries to have the processes of a cluster do what he wants.

``python -m helpers.other_user hold CLUSTER`` holds a cluster until its input ends: ``local:2`` of
pokerlake's own, or ``open``, one of Dask's without a secret. ``attack USER KNOWN PORTS``
tries two lists of ports as that user, or as the same one where USER is -1, and prints what came of
it: by the first it is seen that he would succeed.
"""

import asyncio
import json
import os
import pickle
import ssl
import sys
from http.client import HTTPConnection, HTTPException
from itertools import chain

SECONDS = (4.0, 16.0, 64.0)  # for one port, which may not answer at all; a busy machine's, late
PATHS = ("/info/main/workers.html", "/metrics", "/json/identity.json", "/health", "/status")
SHOWN = {"/info/main/workers.html", "/metrics"}  # by Dask as it is by default
PROCESSES = 2  # of a cluster of one worker, each of which runs what it is told


def hold(kind):
    """Have a cluster until the input ends."""
    if kind == "open":
        from distributed import LocalCluster

        with LocalCluster(
            n_workers=1, threads_per_worker=1, memory_limit=0, dashboard_address="127.0.0.1:0"
        ) as cluster:
            _wait(cluster.scheduler_address)
        return
    from pokerlake.pipelines.cluster import executor

    with executor(kind, 0) as pool:
        _wait(pool._client.scheduler.address)


def _wait(address):
    print(address, flush=True)
    sys.stdin.read()


def attack(user, known, ports):
    """Print what came of the ports: where, by which way, and what was answered."""
    from distributed import Security

    keys = Security.temporary()  # his own
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    nobody.check_hostname, nobody.verify_mode = False, ssl.CERT_NONE
    ways = {
        "tcp": {},
        "tls with keys of his own": keys.get_connection_args("client"),
        "tls with no keys": {"ssl_context": nobody},
    }
    # Also since what is imported late is in files that he may not read.
    seconds, _ = _until_shown(ways, known, SECONDS)
    if user != -1:
        os.chdir("/")
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    seconds, shown = _until_shown(ways, known, SECONDS[SECONDS.index(seconds) :])
    found = {"uid": os.getuid(), "known": shown, "ports": _attack_all(ways, ports, seconds)}
    print(json.dumps(found))


def _until_shown(ways, known, times):
    """The first of some times that are long enough here, and what came of the known ports."""
    for seconds in times:
        found = _attack_all(ways, known, seconds)
        ran = {pid for _, _, pid in found["ran"]}
        if set(found["seen"]) >= SHOWN and len(ran) >= PROCESSES:
            break
    return seconds, found


def _attack_all(ways, ports, seconds):
    async def all_at_once():
        jobs = [_attacked(*way, port, seconds) for port in ports for way in ways.items()]
        pages = [asyncio.to_thread(_seen, port, seconds) for port in ports]
        return await asyncio.gather(*jobs), await asyncio.gather(*pages)

    ran, seen = asyncio.run(all_at_once())
    return {"ran": [found for found in ran if found], "seen": list(chain(*seen))}


async def _attacked(way, given, port, seconds):
    """The process that ran the attacker's function."""
    from distributed.core import connect

    address = f"{way[:3]}://127.0.0.1:{port}"
    function = pickle.dumps(os.getpid)
    for op in ("run", "run_function"):  # workers and nannies have the one, schedulers the other
        try:
            async with asyncio.timeout(seconds + 1):
                comm = await connect(address, timeout=seconds, **given)
                asked = {"op": op, "function": function, "args": b"", "kwargs": b"", "reply": True}
                await comm.write(asked)
                answer = await comm.read()
                comm.abort()
        except (OSError, TimeoutError, ValueError):  # the last where it speaks before TLS does
            return None
        if isinstance(answer, dict) and answer.get("status") == "OK":
            return [port, way, answer["result"]]
    return None


def _seen(port, seconds):
    """The pages that a browser is shown."""
    found = []
    for path in PATHS:
        browser = HTTPConnection("127.0.0.1", port, timeout=seconds)
        try:
            browser.request("GET", path)
            if browser.getresponse().status == 200:
                found.append(path)
        except (OSError, HTTPException):
            return found
        finally:
            browser.close()
    return found


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["hold", kind]:
            hold(kind)
        case ["attack", user, known, ports]:
            attack(int(user), json.loads(known), json.loads(ports))
