"""Solving beside plain NumPy; `make bench-solving` prints what many rivers and a flop take."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from pokerlake.engine.cards.holes import HOLES, hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.solving import Betting, Spot, cost, solve
from pokerlake.engine.threads import over_tasks
from pokerlake.pipelines.solving.asked import Asked
from pokerlake.pipelines.solving.solved import solve_into
from pokerlake.tables.lake import Lake

RIVERS, HELD = 24, 150  # holes in each range
TO = 0.005
# The benchmark of TexasSolver (github.com/bupticybee/TexasSolver, benchmark_texassolver.txt), which
# takes 172 seconds and 1,600 MB to 0.275 % of the pot on six threads, as its readme says.
THEIR_OOP = (
    "TT+,99-88:0.75,77:0.5,66-55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,ATs:0.75,A6s:0.25,A5s-A4s:0.75,"
    "A3s-A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s-K4s:0.25,QJs-QTs:0.75,Q9s:0.5,JTs-J8s:0.75,"
    "T9s-T7s:0.75,98s-97s:0.75,96s:0.5,87s:0.75,86s-85s:0.5,76s:0.75,75s:0.5,65s:0.75,64s:0.5,"
    "54s:0.75,53s:0.5,43s:0.5"
)
THEIR_IP = (
    "QQ:0.5,JJ:0.75,TT-22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,ATo:0.75,A9s-A2s,KQ,KJ,KTs,"
    "KTo:0.5,K9s-K5s,K4s-K2s:0.5,QJ,QTs-Q7s,JTs,JTo:0.5,J9s-J8s,T9s-T7s,98s-96s,87s-86s,76s-75s,"
    "65s-64s,54s-53s,43s"
)
THEIR_SIZES = {
    "oop_bets": "100,a", "oop_raises": "50,a", "donks": "100",
    "ip_bets": "100,a/100/100,a", "ip_raises": "50,a/50/50,a",
}  # fmt: skip
MANY = 2000  # rivers that are solved into a lake
OOP = (
    "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,T8s+,"
    "T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,63s:0.45,"
    "54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45"
)
IP = (
    "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,"
    "85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s"
)


def solving_works():
    """Random rivers, two sizes of bets, until a best response gains 0.5 % of the pot."""
    rng = np.random.default_rng(1)
    spots = [_river(rng) for _ in range(RIVERS)]
    few = spots[:2]
    yield (
        f"rivers of {HELD} holes a side solved to 0.5 % of the pot",
        RIVERS,
        lambda threads: over_tasks(
            lambda at: solve(spots[at], to=TO, threads=1), range(RIVERS), threads
        ),
        ("plain NumPy", len(few), _in_numpy(few)),
    )


def _river(rng):
    board = tuple(int(card) for card in rng.choice(52, 5, replace=False))
    ranges = np.zeros((2, HOLES))
    for weights in ranges:
        weights[rng.choice(HOLES, HELD, replace=False)] = rng.random(HELD)
    return Spot(board, ranges, 100, 300, Betting.of("50,100", "60"))


def _in_numpy(spots):
    """A call that solves rivers by the same discounting, with a matrix of all pairs of holes."""

    def call():
        return [_solved(spot) for spot in spots]

    call.slow = True
    return call


def _solved(spot):
    tree = spot.tree()
    holes = [np.flatnonzero(weights) for weights in spot.ranges]
    cards = [hole_cards()[own] for own in holes]
    ranks = [
        class_ids(
            np.hstack([own, np.tile(spot.board, (len(own), 1))]).astype(np.uint8), layout="rows"
        )
        for own in cards
    ]
    apart = ~(cards[0][:, None, :, None] == cards[1][None, :, None, :]).any(axis=(2, 3))
    wins = np.sign(ranks[1].astype(int) - ranks[0].astype(int)[:, None]) * apart
    meets, won = (apart * 1.0, apart.T * 1.0), (wins * 1.0, -wins.T * 1.0)
    weights = [own[own > 0] for own in spot.ranges]
    nodes = range(len(tree))
    regrets = [np.zeros((tree.count[n], len(holes[tree.player[n]]))) for n in nodes]
    sums = [np.zeros_like(regret) for regret in regrets]
    deals = weights[0] @ apart @ weights[1]

    def shares(store):
        above = np.maximum(store, 0)
        total = above.sum(axis=0)
        return np.divide(above, total, out=np.full_like(above, 1 / len(above)), where=total > 0)

    def walk(node, hero, reach, own, factors):
        called = min(tree.put_in[node])
        if tree.kind[node] == 2:
            sign = -1 if tree.player[node] == hero else 1
            return sign * (spot.pot / 2 + called) * (meets[hero] @ reach)
        if tree.kind[node] == 3:
            return (spot.pot / 2 + called) * (won[hero] @ reach)
        children = tree.children_of(node)
        part = shares(sums[node] if factors is None else regrets[node])
        if tree.player[node] != hero:
            each = zip(children, part, strict=True)
            return sum(walk(child, hero, reach * share, own, factors) for child, share in each)
        values = np.array(
            [
                walk(c, hero, reach, own * share, factors)
                for c, share in zip(children, part, strict=True)
            ]
        )
        if factors is None:
            return values.max(axis=0)
        mean = (part * values).sum(axis=0)
        gained, lost, kept = factors
        regrets[node] *= np.where(regrets[node] > 0, gained, lost)
        regrets[node] += values - mean
        sums[node] *= kept
        sums[node] += own * part
        return mean

    for t in range(1000):
        power = t ** min(1 + t / 60, 5)
        for hero in (0, 1):
            ones = np.ones(len(weights[hero]))
            factors = power / (power + 1), 0.5, (t / (t + 1)) ** 6
            walk(0, hero, weights[1 - hero], ones, factors)
        if t % 10 == 9:
            best = sum(
                weights[hero] @ walk(0, hero, weights[1 - hero], 1.0, None) for hero in (0, 1)
            )
            if best / deals / 2 <= TO * spot.pot:
                break
    return sums


def into_lake():
    """Print how fast many rivers are solved into a lake, with all rows of the tables."""
    rng = np.random.default_rng(7)
    texts = ("22+,A2s+,KTo+", "22+,A2s+")  # those of a set, as a file of spots gives them
    ranges = np.array([parse_range(text) for text in texts])
    boards = [tuple(map(int, rng.choice(52, 5, replace=False))) for _ in range(MANY)]
    asked = [
        Asked(Spot(board, ranges, 60, 200, Betting.of("50", "50")), ranges=texts)
        for board in boards
    ]
    print("rivers  workers  seconds  rivers/s  rows         rows/s")
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            lake = Path(folder)
            solve_into(lake / "warm", asked[:1], workers=1)
            started = time.perf_counter()
            solve_into(lake / "many", asked, workers=workers)
            seconds = time.perf_counter() - started
            rows = sum(entry.rows for entry in Lake.open(lake / "many").manifest.tables.values())
        print(
            f"{MANY:6,} {workers:8} {seconds:8.2f} {MANY / seconds:9.0f}"
            f"  {rows:11,} {rows / seconds:9,.0f}",
            flush=True,
        )


def main():
    """Print what the spots of the reference flop take, and many rivers."""
    ranges = np.array([parse_range(OOP), parse_range(IP)])
    betting = Betting.of("52/55/70", "45")
    flop = Spot(tuple(map(int, parse_hand("QsJh2h"))), ranges, 180, 910, betting)
    solve(flop, iterations=1, compress=True)  # compiles
    print(cost(flop))
    print(
        "board       to     bits threads  iterations  seconds  exploitability  oop      ip"
        "  equity  peak GB"
    )
    reference = (180, 910, betting)
    theirs = (100, 950, Betting.of(**THEIR_SIZES))
    for board, to, compress, (pot, stack, sizes) in (  # the peak is of all before: smallest first
        ("QsJh2h8c3d", 0.001, True, reference),
        ("QsJh2h8c3d", 0.001, False, reference),
        ("QsJh2h8c", 0.001, True, reference),
        ("QsJh2h8c", 0.001, False, reference),
        ("QsJh2h", 0.005, True, reference),
        ("QsJh2h", 0.005, False, reference),
        ("QsJh2h", 0.001, False, reference),
        ("QsJh2h", 0.00275, False, theirs),
    ):
        held = [THEIR_OOP, THEIR_IP] if sizes is theirs[2] else [OOP, IP]
        ranges = np.array([parse_range(text) for text in held])
        spot = Spot(tuple(map(int, parse_hand(board))), ranges, pot, stack, sizes)
        for threads in (1, 2) if to > 0.003 or len(board) > 6 else (2,):
            started = time.perf_counter()
            found = solve(spot, to=to, threads=threads, compress=compress)
            seconds = time.perf_counter() - started
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
                2**20 if sys.platform != "darwin" else 2**30
            )
            print(
                f"{board:11} {100 * to:.2g} % {16 if compress else 32:4} {threads:7}"
                f" {found.iterations:11} {seconds:8.2f}"
                f" {100 * found.exploitability / pot:13.4f} %"
                f" {found.values[0]:8.3f} {found.values[1]:7.3f}"
                f" {found.equities[0]:7.5f} {peak:8.2f}",
                flush=True,
            )
            del found  # or its memory would count in the next one's peak
    into_lake()


if __name__ == "__main__":
    main()
