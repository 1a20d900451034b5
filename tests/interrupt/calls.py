"""Ctrl-C at random moments of all calls of Python that can last: each ends soon, and all goes on.

``python -m interrupt.calls [-n COUNT] [-s SEED] [--only NAME ...] LAKE``, in tests/: each of so
many gets SIGINT at a random moment. Prints what it took until KeyboardInterrupt came, and how busy
the process was afterwards; ends with 1 where one took longer than a second, ended with anything
else, or left work behind, or where a short call like it gives another result than before. The same
seed makes the same choices.
"""

import argparse
import functools
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pokerlake as pk
from helpers.lakes import share
from helpers.listening import listen_for_ctrl_c
from helpers.processes import slowness

SECONDS = 1.0  # that ending may take; on a busy machine as many times more as others take
LONGEST = 2.0  # seconds of a call in which it is interrupted
FLOP, RIVER = "8c7dTh", "8c7dThJs6c"
WIDE = "22+,A2s+,KTs+"
RANDOM3 = ("random", "random", "random")
EVALUATED = "class_of([x%52, (x+1)%52, (x+2)%52, (x+3)%52, (x+4)%52])"
SPOT = {"pot": 60, "stack": 300}


@dataclass(frozen=True)
class Given:
    """What calls work on."""

    lake: Path
    folder: Path

    @functools.cached_property
    def own(self) -> Path:
        """A lake that calls add to."""
        share(self.lake, self.folder / "lake")
        return self.folder / "lake"


@functools.cache
def dealt(rows: int, cards: int) -> Any:
    """Random hands ``(rows, cards)``."""
    return np.ascontiguousarray(pk.deal(rows, cards, seed=1).columns.T)


@functools.cache
def texts(rows: int) -> list[str]:
    return list(pk.format_cards(dealt(rows, 7)))


@dataclass(frozen=True)
class Call:
    """A call that lasts, and a short one like it that gives the same each time."""

    lasting: Callable[[Given], object]
    short: Callable[[Given], object]


def equity(*hands: str, short: tuple[str, ...] = ("AhKh", "QQ"), **how: Any) -> Call:
    kind = {name: value for name, value in how.items() if name == "game"}
    return Call(
        lambda given: pk.equity(*hands, **how),
        lambda given: pk.equity(*short, board=RIVER, method="exact", **kind).equity.tolist(),
    )


def exact(*hands: str, **how: Any) -> Call:
    return equity(*hands, method="exact", **how)


def sampled(*hands: str, **how: Any) -> Call:
    return equity(*hands, method="monte carlo", deals=10**12, **how)


def rows(of: Callable[[int], Any], many: int, few: int = 500) -> Call:
    """A call on so many rows."""
    return Call(lambda given: of(many), lambda given: repr(of(few)))


OMAHA = ("AsAhKsKh", "QcQdJcTd")
CALLS = {
    "equity, three by boards": exact(*RANDOM3, dead="2c"),  # which no table has
    "equity, five by holes": exact("22+", "22+", "22+", "AK,AQ,AJ,KQ", "AA"),
    "equity, four on a flop": exact(*RANDOM3, "random", board=FLOP),
    "equity, seven nearly known": exact("AhKh", "AsKs", "QQ", "JJ", "TT", "99", "88"),
    "equity, one thread": exact(*RANDOM3, dead="2c", threads=1),
    "equity, sampled": sampled("AhAs", "22+", "random"),
    "equity, sampled with few deals": sampled("AA,KK", "AA,KK", "AA,KK,QQ", "AK"),
    "short deck": exact(*RANDOM3, "random", game="short deck"),
    "short deck, sampled": sampled(*RANDOM3, game="short deck"),
    "omaha": exact("AA**", "KK**", "random", game="omaha", short=OMAHA),
    "omaha on a flop": exact("random", "AA**", board=FLOP, game="omaha", short=OMAHA),
    "omaha on a river": exact(*RANDOM3, board=RIVER, game="omaha", short=OMAHA),
    "omaha, sampled": sampled("AA**", "random", game="omaha", short=OMAHA),
    "hi-lo": exact("AA**", "random", game="omaha hi-lo", short=OMAHA),
    "hi-lo, sampled": sampled("AA**", "random", "random", game="omaha hi-lo", short=OMAHA),
    "evaluate": rows(lambda n: pk.evaluate(dealt(n, 7)), 50_000_000),
    "evaluate, one thread": rows(lambda n: pk.evaluate(dealt(n, 7), threads=1), 50_000_000),
    "evaluate by an order": rows(
        lambda n: pk.evaluate(dealt(n, 7)[:, :5], order="2-7"), 50_000_000
    ),
    "evaluate texts": rows(lambda n: pk.evaluate(texts(n)), 3_000_000),
    "evaluate, not strict": rows(lambda n: pk.evaluate(dealt(n, 7), strict=False), 5_000_000),
    "evaluate omaha": rows(
        lambda n: pk.evaluate(dealt(n, 9)[:, :4], dealt(n, 9)[:, 4:], game="omaha"), 5_000_000
    ),
    "winners": rows(
        lambda n: pk.winners(dealt(n, 9)[:, :2], dealt(n, 9)[:, 2:4], board=dealt(n, 9)[:, 4:]),
        5_000_000,
    ),
    "equities of known holes": rows(
        lambda n: pk.equities(dealt(n, 9)[:, :2], dealt(n, 9)[:, 2:4], board=dealt(n, 9)[:, 4:7]),
        1_000_000,
    ),
    "equities of ranges": rows(
        lambda n: pk.equities([WIDE] * n, [f"{1 + at % 99}%" for at in range(n)], board=[FLOP] * n),
        2000,
        5,
    ),
    "equities of omaha": rows(
        lambda n: pk.equities(
            dealt(n, 11)[:, :4], dealt(n, 11)[:, 4:8], board=dealt(n, 11)[:, 8:], game="omaha"
        ),
        500_000,
    ),
    "deal": rows(lambda n: pk.deal(n, 7, seed=1), 60_000_000),
    "deal to players": rows(lambda n: pk.deal(n, players=6, board=5, seed=1), 10_000_000),
    "strength": rows(
        lambda n: pk.strength(dealt(n, 9)[:, :2], board=dealt(n, 9)[:, 4:7]), 1_000_000
    ),
    "strength against a range": rows(
        lambda n: pk.strength(dealt(n, 9)[:, :2], board=dealt(n, 9)[:, 4:7], villain=WIDE),
        100_000,
        20,
    ),
    "solve a flop": Call(
        lambda given: pk.solve(WIDE, WIDE, FLOP, to=1e-9, iterations=10**6, **SPOT),
        lambda given: pk.solve("AA,KK", "QQ,JJ", RIVER, **SPOT).values.tolist(),
    ),
    "solve a turn": Call(
        lambda given: pk.solve("random", "random", "2c7dTh3s", to=1e-9, iterations=10**6, **SPOT),
        lambda given: pk.solve("AA,KK", "QQ,JJ", RIVER, **SPOT).values.tolist(),
    ),
    "solve a river": Call(
        lambda given: pk.solve("random", "random", RIVER, to=1e-12, iterations=10**7, **SPOT),
        lambda given: pk.solve("AA,KK", "QQ,JJ", RIVER, **SPOT).values.tolist(),
    ),
    "solve many": Call(
        lambda given: pk.solve_many(
            [{"board": "2c7dTh3s"}, {"board": "2c7dTh4s"}],
            oop="random",
            ip="random",
            to=1e-9,
            iterations=10**6,
            lake=given.own,
            **SPOT,
        ),
        lambda given: pk.solve("AA,KK", "QQ,JJ", RIVER, **SPOT).values.tolist(),
    ),
    "push or fold": Call(
        lambda given: pk.push_fold(stack=[x / 100 for x in range(200, 100_000)], lake=given.own),
        lambda given: pk.push_fold(stack=7, lake=given.own).share().tolist(),
    ),
    "bubble factors": Call(
        lambda given: [pk.bubble_factors([*range(10, 22)], [*range(12, 0, -1)]) for _ in range(99)],
        lambda given: repr(pk.bubble_factors([8, 12, 20], [50, 30, 20])),
    ),
    "bubble factors of many": Call(
        lambda given: pk.bubble_factors(range(1, 1001), range(1000, 0, -1)).factors,
        lambda given: repr(pk.bubble_factors(range(1, 31), [50, 30, 20])),
    ),
    "sql": Call(
        lambda given: pk.sql(
            "select count(*) from range(100000000000) a(x) where x % 7 = 3", lake=given.lake
        ).fetchall(),
        lambda given: pk.sql("select count(*) from classes", lake=given.lake).fetchall(),
    ),
    "sql of functions": Call(
        lambda given: pk.sql(
            f"select sum({EVALUATED}) from range(100000000000) a(x)", lake=given.lake
        ).fetchall(),
        lambda given: pk.sql("select class_of('AsKsQsJsTs')", lake=given.lake).fetchall(),
    ),
    "sql of equities": Call(
        lambda given: pk.sql(
            "select sum(equity(a.hand, b.hand, '2c7dTh')) "
            "from starting_hands a, starting_hands b, range(1000)",
            lake=given.lake,
        ).fetchall(),
        lambda given: pk.sql("select equity('AhKh', 'QQ', '2c7dTh')", lake=given.lake).fetchall(),
    ),
    "cards of texts": rows(lambda n: pk.Cards(texts(n)), 3_000_000),
    "format cards": rows(lambda n: len(pk.format_cards(dealt(n, 7))), 5_000_000),
    "omaha range": Call(
        lambda given: [pk.OmahaRange("AA**,KK**,[A-T]***", game="omaha6") for _ in range(100)],
        lambda given: repr(pk.OmahaRange("AsAhKsKh,QcQdJcTd")),
    ),
}
QUICK = ["equity, three by boards", "equity, five by holes", "equity, sampled with few deals",
         "omaha", "omaha on a river", "hi-lo", "solve a turn", "solve a river", "push or fold",
         "equities of ranges", "evaluate texts", "sql of equities"]  # fmt: skip


def interrupted(call: Callable[[], object], moment: float) -> float | None:
    """Press Ctrl-C after so many seconds: how long KeyboardInterrupt took. None if it ended before.

    Any other exception is let through.
    """
    pressed = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(moment, press)
    try:
        timer.start()
        try:
            call()
        finally:
            timer.cancel()
            timer.join()  # it may be pressing just now
        if not pressed:
            return None
        time.sleep(60)  # where the signal comes late, it comes here
    except KeyboardInterrupt:
        return time.monotonic() - pressed[0]
    raise AssertionError("Ctrl-C was lost")


def busy(seconds: float = 0.2) -> float:
    """How many cores this process keeps busy, while the main thread sleeps."""
    before, begun = time.process_time(), time.monotonic()
    time.sleep(seconds)
    return (time.process_time() - before) / (time.monotonic() - begun)


def main(lake: Path, number: int, seed: int, only: tuple[str, ...] = ()) -> int:
    """Interrupt so many calls, each in its turn; the number of those that were wrong."""
    listen_for_ctrl_c()
    chance = random.Random(seed)
    names = list(only or CALLS)
    chance.shuffle(names)
    failed, slowest = 0, 0.0
    with tempfile.TemporaryDirectory(prefix="interrupt-") as folder:
        given = Given(lake, Path(folder))
        for turn in range(number):
            name = names[turn % len(names)]
            call = CALLS[name]
            before = call.short(given)
            moment = chance.random() * LONGEST
            wrong = []
            try:
                took = interrupted(functools.partial(call.lasting, given), moment)
            except Exception as error:  # noqa: BLE001 it is told
                took = None
                wrong.append(f"{type(error).__name__}: {error}")
            after = busy()
            if took is not None and took > SECONDS and took > SECONDS * slowness():
                wrong.append("too long")
            if after > 0.2:
                wrong.append("work goes on")
            if call.short(given) != before:
                wrong.append("a short call gives another result")
            failed += bool(wrong)
            slowest = max(slowest, took or 0.0)
            how = "ended before" if took is None else f"{took:.3f} s"
            print(f"{turn + 1}: {name} after {moment:.2f} s: {how}, then {after:.0%} of a core",
                  *(f"  WRONG: {what}" for what in wrong), sep="\n", flush=True)  # fmt: skip
    print(f"{number} interrupts with seed {seed}, {failed} of them wrong; "
          f"the slowest end took {slowest:.2f} s")  # fmt: skip
    return failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=len(CALLS), help="how many")
    parser.add_argument("-s", type=int, default=int(time.time()), help="the seed")
    parser.add_argument("--only", nargs="+", choices=CALLS, default=(), metavar="NAME")
    parser.add_argument("lake", type=Path)
    options = parser.parse_args()
    sys.exit(bool(main(options.lake.resolve(), options.n, options.s, tuple(options.only))))
