"""Training and play of blueprints; `make bench-blueprint` prints boards and hands a second.

The walk of a board needs no lake: buckets are by strength on the river, and by chance before, as
many as an abstraction has on a board, which decides what a walk takes. Hands are played by two
strategies by chance. With the path of a lake it prints what a question to its last blueprint takes:
`.venv/bin/python benchmarks/blueprints/training.py lake`.
"""

from __future__ import annotations

import resource
import sys
import time
from typing import Any

import numpy as np

from pokerlake.engine.blueprint import Deal, Training
from pokerlake.engine.blueprint.deals import draw_boards, holes_beside, meetings_of, strengths_on
from pokerlake.engine.cards.holes import hand_of_hole, hole_cards
from pokerlake.engine.play.matches import Match, Side
from pokerlake.engine.play.strategies import WHOLE, rules_of, strategy_of
from pokerlake.pipelines.blueprints.asked import Asked

BUCKETS = (169, 1000, 10_000, 1950)
SEEN = (250, 200)  # buckets of a flop and of a turn that its holes are in
BOARDS, ROUNDS = 64, 3
GAMES = (
    ("limit", Asked("limit", (0, 1, 2, 3), BUCKETS)),
    *(
        (f"nolimit, {stack:g} big blinds", Asked("nolimit", (0, 1, 2, 3), BUCKETS, stack=stack))
        for stack in (10.0, 20.0, 50.0, 200.0)
    ),
)


def deals_of(boards: int) -> list[Deal]:
    """Random deals."""
    rng = np.random.default_rng(1)
    dealt = draw_boards(1, 0, boards)
    holes = holes_beside(dealt)
    strengths = strengths_on(dealt, holes)
    found = []
    for own, strength in zip(holes, strengths, strict=True):
        by_chance = [
            rng.choice(some, seen, replace=False)[rng.integers(0, seen, len(own))]
            for some, seen in zip(BUCKETS[1:3], SEEN, strict=True)
        ]
        ranks = np.unique(strength, return_inverse=True)[1]
        river = ranks * BUCKETS[3] // (ranks.max() + 1)
        buckets = np.array([hand_of_hole()[own], *by_chance, river])
        found.append(Deal(hole_cards()[own], strength, buckets))
    return found


def by_chance(asked: Asked, seed: int) -> Side:
    """Who plays by chance, a third of the actions never, with buckets by number."""
    rng, lines, shares = np.random.default_rng(seed), asked.lines, []
    for node in np.flatnonzero(lines.kind == 0):
        size = BUCKETS[lines.street[node]], len(lines.children[node])
        each = rng.random(size) * (rng.random(size) > 1 / 3)
        each[:, -1] += 1e-3
        upto = np.rint(np.cumsum(each / each.sum(axis=1, keepdims=True), axis=1) * WHOLE)
        upto[:, -1] = WHOLE
        shares.append(np.diff(upto, axis=1, prepend=0).astype(np.uint16).ravel())
    strategy = strategy_of(lines, BUCKETS, np.concatenate(shares), asked.rules.stack)

    def buckets_of(holes: Any, boards: Any) -> Any:
        later = [(holes.astype(np.int64) * 97 + boards[0]) % many for many in BUCKETS[1:]]
        return np.array([hand_of_hole()[holes], *later])

    return Side(strategy, buckets_of, np.arange(169, dtype=np.int32))


def matches() -> None:
    """Print how many hands are played a second."""
    outcomes = np.ones((169, 169, 3), np.int64)
    print("match                       all lines  threads  hands a second")
    for name, asked in GAMES[:3]:
        sides = by_chance(asked, 1), by_chance(asked, 2)
        for all_lines, threads in ((False, 1), (False, 2), (True, 1), (True, 2)):
            how = {"all_lines": all_lines, "threads": threads}
            match = Match(*sides, rules_of(asked.rules), outcomes, 1, **how)
            deals = 200 if all_lines and asked.game == "limit" else 2000 if all_lines else 40_000
            match.sums(0, 16)
            rates = []
            for _ in range(ROUNDS):
                started = time.perf_counter()
                match.sums(0, deals)
                rates.append(2 * deals / (time.perf_counter() - started))
            rate = f"{min(rates):,.0f} to {max(rates):,.0f}"
            print(f"{name:27} {all_lines!s:>9} {threads:8}  {rate:>20}", flush=True)


def questions(lake: str) -> None:
    """Print what a question to a bot takes."""
    from pokerlake.api.solutions.bots import Bot

    bot = Bot(lake=lake)
    print(f"{bot}            microseconds")
    for board, line in (
        ("", ""), ("QsJh2h", "c x"), ("QsJh2h8c", "c x x x"), ("QsJh2h8c3d", "c x x x x x"),
    ):  # fmt: skip
        takes = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            for _ in range(1000):
                bot.shares("AhKd", board, line)
            takes.append(1e3 * (time.perf_counter() - started))
        print(f"shares('AhKd', {board!r:12}, {line!r:13}) {min(takes):8.1f} to {max(takes):.1f}")


def main() -> None:
    """Print what a board takes, and a hand."""
    if sys.argv[1:]:
        questions(sys.argv[1])
        return
    deals = deals_of(BOARDS)
    print("game                       decisions  information sets      GB threads  boards a second")
    for name, asked in GAMES:
        lines = asked.lines
        decisions = np.flatnonzero(lines.kind == 0)
        sets = sum(BUCKETS[lines.street[node]] for node in decisions)
        for threads in (1, 2):
            training = Training(lines, BUCKETS, meetings_of(), threads=threads)
            training.improve_on(deals[:4])
            rates = []
            for _ in range(ROUNDS):
                started = time.perf_counter()
                training.improve_on(deals)
                rates.append(BOARDS / (time.perf_counter() - started))
            size = sum(table.nbytes for table in (*training.regrets, *training.sums)) / 1e9
            rate = f"{min(rates):5.0f} to {max(rates):.0f}"
            print(
                f"{name:26} {len(decisions):9,} {sets:17,} {size:7.2f} {threads:7} {rate:>16}",
                flush=True,
            )
    matches()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2 ** (
        20 if sys.platform != "darwin" else 30
    )
    print(f"peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
