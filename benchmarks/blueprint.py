"""Training of blueprints; `make bench-blueprint` prints boards a second, by game and threads.

The walk of a board needs no lake: buckets are by strength on the river, and by chance before, as
many as an abstraction has on a board, which decides what a walk takes.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from pokerlake.engine.blueprint import Deal, Training
from pokerlake.engine.blueprint.deals import draw_boards, holes_beside, meetings_of, strengths_on
from pokerlake.engine.cards.holes import hand_of_hole, hole_cards
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


def main() -> None:
    """Print what a board takes."""
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
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2 ** (
        20 if sys.platform != "darwin" else 30
    )
    print(f"peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
