"""How fast `pokerlake serve` answers, and how it bears too much: `make bench-web` prints it.

It starts a server of its own on the loopback address, over LAKE=lake, asks it from this process,
and ends it. That takes three minutes; what is asked runs on the same processors as what answers.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pokerlake as pk
from helpers import hostile

RUNS = 5
DRAGGED = 500  # requests of one who drags
STORED = 4000
CONNECTIONS = 16
OVERLOAD = 64
OVERLOAD_SECONDS = 60.0
HOSTILE = 200

RANKS = "AKQJT98765432"
HANDS = [f"{a}{b}{kind}" for a, b in itertools.combinations(RANKS, 2) for kind in "so"]
HANDS += [rank * 2 for rank in RANKS]
HOLES = [a + b for a, b in itertools.combinations([r + s for r in RANKS for s in "cdhs"], 2)]
FLOP = {"hands": ["AhKh", "22+,A2s+"], "board": "Jh2h3d"}


def main(lake: str) -> None:
    """Measure, and print a line for each of what is measured."""
    starts = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        with served(lake) as server:
            asyncio.run(ask_all(server.port, [("equity", FLOP)], 1))
            starts.append(time.perf_counter() - begin)
    print(f"start to first answer: {statistics.median(starts):.2f} s (goal: 3)")
    with served(lake) as server:
        rng = random.Random(1)
        dragging(server, rng)
        stored(server, rng)
        overload(server, rng)
        meant_no_good(server)


class Server:
    """A server that has begun: where it listens, and its processes."""

    def __init__(self, lake: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pokerlake", "serve", "--port", "0", "--lake", lake],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"the page is at http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                self._wait_until_made()
                return
        raise SystemExit("pokerlake serve did not begin; try it by hand")

    def _wait_until_made(self) -> None:
        about = f"http://127.0.0.1:{self.port}/api/about"
        while json.load(urllib.request.urlopen(about))["making"]:
            time.sleep(0.1)

    def end(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.communicate(timeout=10)

    def megabytes(self) -> list[float]:
        """The memory of the server, and of its processes together, that is theirs alone."""
        parent = self._process.pid
        tasks = Path(f"/proc/{parent}/task").glob("*/children")
        children = [int(pid) for path in tasks for pid in path.read_text().split()]
        return [_megabytes(parent), sum(map(_megabytes, children))]


def _megabytes(pid: int) -> float:
    pages = Path(f"/proc/{pid}/statm").read_text().split()
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served(lake: str) -> Iterator[Server]:
    """A server, while the body runs."""
    server = Server(lake)
    try:
        yield server
    finally:
        server.end()


# ---------------------------------------------------------------- asking


class Connection:
    """A connection that stays, and asks one question after the other."""

    @classmethod
    async def to(cls, port: int) -> Connection:
        """Open one."""
        self = cls()
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._port = port
        return self

    async def ask(self, name: str, asked: object) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        body = json.dumps(asked).encode()
        self._writer.write(
            b"POST /api/%b HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (name.encode(), self._port, len(body), body)
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None
        return int(head[9:12]), await self._reader.readexactly(int(length[1]))

    def close(self) -> None:
        """Close it."""
        self._writer.close()


async def ask_all(port: int, questions: list[tuple[str, object]], connections: int) -> list[float]:
    """Seconds that each question took, over so many connections; each has to be answered."""
    left = iter(questions)
    seconds = []

    async def one() -> None:
        connection = await Connection.to(port)
        for name, asked in left:
            begin = time.perf_counter()
            status, body = await connection.ask(name, asked)
            seconds.append(time.perf_counter() - begin)
            assert status == 200, body
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    return seconds


# ---------------------------------------------------------------- what is measured


def dragging(server: Server, rng: random.Random) -> None:
    """One user, who puts a hand more or less into a range on a flop with each move of the mouse."""
    runs = []
    for _ in range(RUNS):
        painted = dict.fromkeys(rng.sample(HANDS, 25))
        questions: list[tuple[str, object]] = []
        for hand in rng.choices(HANDS, k=DRAGGED):
            if hand in painted and len(painted) > 1:
                del painted[hand]
            else:
                painted[hand] = None
            hands = [",".join(painted), "22+,A2s+,K9s+,QTs+,JTs,ATo+,KQo"]
            board = "".join(rng.sample(["Jh", "Ts", "7d", "2c", "As", "Kd", "8h", "3s"], 3))
            questions.append(("equity", {"hands": hands, "board": board}))
        seconds = sorted(asyncio.run(ask_all(server.port, questions, 1)))
        runs.append([1000 * seconds[int(len(seconds) * part) - 1] for part in (0.5, 0.95, 0.99)])
    middle, most, worst = (statistics.median(column) for column in zip(*runs, strict=True))
    print(
        f"range against range on a flop, {DRAGGED} of one user: p50 {middle:.1f} ms, "
        f"p95 {most:.1f} ms (goal: 50), p99 {worst:.1f} ms"
    )


def stored(server: Server, rng: random.Random) -> None:
    """Match-ups before the flop at many connections: each another one, and always the same."""

    def distinct() -> object:
        while True:
            hands = rng.sample(HOLES, 2)
            if len({*(hands[0][:2], hands[0][2:], hands[1][:2], hands[1][2:])}) == 4:
                return {"hands": hands}

    for what, draw in (("each another", distinct), ("one, again", lambda: {"hands": ["AA", "KK"]})):
        rates, slow = [], []
        for _ in range(RUNS):
            questions = [("equity", draw()) for _ in range(STORED)]
            begin = time.perf_counter()
            seconds = sorted(asyncio.run(ask_all(server.port, questions, CONNECTIONS)))
            rates.append(STORED / (time.perf_counter() - begin))
            slow.append(1000 * seconds[int(len(seconds) * 0.95) - 1])
        print(
            f"stored match-ups at {CONNECTIONS} connections, {what}: "
            f"{statistics.median(rates):,.0f} a second (goal: 500), "
            f"p95 {statistics.median(slow):.1f} ms"
        )


def overload(server: Server, rng: random.Random) -> None:
    """A minute of more than can be answered: statuses, memory, and the right answer after it."""
    before = server.megabytes()
    most = before
    statuses: Counter[int] = Counter()
    until = time.monotonic() + OVERLOAD_SECONDS

    async def one() -> None:
        while time.monotonic() < until:
            connection = await Connection.to(server.port)
            try:
                async with asyncio.timeout(rng.uniform(0.5, 20)):  # some go away
                    status, _ = await connection.ask(*_heavy(rng))
                    statuses[status] += 1
                await asyncio.sleep(0.05 if status == 503 else 0)
            except TimeoutError:
                statuses[0] += 1
            finally:
                connection.close()

    async def watch() -> None:
        nonlocal most
        while time.monotonic() < until:
            most = [max(pair) for pair in zip(most, server.megabytes(), strict=True)]
            await asyncio.sleep(0.5)

    async def all_of_them() -> None:
        await asyncio.gather(watch(), *(one() for _ in range(OVERLOAD)))

    asyncio.run(all_of_them())
    told = ", ".join(f"{count:,} of {status or 'none'}" for status, count in statuses.items())
    print(f"{OVERLOAD} connections for {OVERLOAD_SECONDS:.0f} s: statuses {told}")
    if statuses[503] == 0 or set(statuses) - {0, 200, 503, 504}:
        raise SystemExit("an overload ends with 503, 504 and answers, and with nothing else")
    time.sleep(5)
    after = server.megabytes()
    for name, *row in zip(("server", "processes"), before, most, after, strict=True):
        print(f"  memory of the {name}: {row[0]:.0f} MB, at most {row[1]:.0f}, then {row[2]:.0f}")
    right(server)


def _heavy(rng: random.Random) -> tuple[str, object]:
    """A question that takes long: a sample to a tiny error, or all run-outs of ranges."""
    seed = rng.randrange(1 << 32)
    hands = [",".join(rng.sample(HANDS, 60)), ",".join(rng.sample(HANDS, 60))]
    return rng.choice(
        [
            ("equity", {"hands": ["random"] * 6, "standard_error": 1e-5, "seed": seed}),
            ("equity", {"hands": hands, "standard_error": 1e-4, "method": "monte carlo"}),
            ("next_cards", {"hands": hands, "board": "Jh2h3d"}),
            ("hole_equities", {"hands": hands, "board": "Jh2h"}),
            ("equity", {"hands": [*hands, "random"], "board": "Jh2h3d"}),
        ]
    )


def meant_no_good(server: Server) -> None:
    """Requests that mean no good, and the right answer after them."""
    place = ("127.0.0.1", server.port)
    requests = list(itertools.islice(itertools.cycle(hostile.ALL), HOSTILE))
    begin = time.perf_counter()
    faults = [hostile.fault(each, hostile.sent_to(place, each)) for each in requests]
    seconds = time.perf_counter() - begin
    found = [fault for fault in faults if fault]
    print(
        f"{HOSTILE} hostile requests: {seconds:.1f} s, {len(found)} answered as they should not be"
    )
    print(*found[:10], sep="\n", end="\n" if found else "")
    right(server)


def right(server: Server) -> None:
    """The server gives the engine's value."""

    async def answer() -> list[float]:
        connection = await Connection.to(server.port)
        while True:
            status, body = await connection.ask("equity", {**FLOP, "dead": "2c"})
            if status != 503:
                assert status == 200, body
                connection.close()
                return json.loads(body)["table"]["columns"]["equity"]

    wanted = pk.equity(*FLOP["hands"], board=FLOP["board"], dead="2c").equity.tolist()
    if asyncio.run(answer()) != wanted:
        raise SystemExit("the answer after it is wrong")
    print("  the answer after it is right")


if __name__ == "__main__":
    main(sys.argv[1])
