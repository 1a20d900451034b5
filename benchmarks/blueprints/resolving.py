"""Spots of a blueprint solved again, plainly and safely: what can be won more against it then.

`make bench-resolving LAKE=lake RUN=1` takes a blueprint there, the last by default, and draws lines
and boards. Of each form it prints the mean over spots, in percent of the pot, of what who knows of
it wins beside what he could win against the blueprint: with the hole that gains most, and over all
holes if he comes with those that gain.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import pokerlake as pk
from pokerlake.pipelines.blueprints.asked import asked_of
from pokerlake.pipelines.blueprints.stored import stored_row
from pokerlake.tables.lake import Lake

SPOTS = {"river": (5, 8), "turn": (4, 4)}
STREETS = {5: 3, 4: 2}


def more(found: pk.results.Resolved, player: int) -> tuple[float, float]:
    """What a player wins more, as shares of the pot: with the best hole, and the mean."""
    excess, met = np.nan_to_num(found.excess[player]), found.met[player]
    pot = found._solution.spot.told(found._solution.spot.pot)
    return excess[met > 0].max() / pot, (np.maximum(excess, 0) * met).sum() / met.sum() / pot


def main() -> None:
    """Print a row for each street and form."""
    lake, *run = sys.argv[1:]
    row = stored_row(Lake.open(Path(lake)), int(run[0]) if run else None)
    lines = asked_of(row).lines
    print("street  form   spots  iterations  seconds  most, % of the pot  mean, % of the pot")
    for street, (cards, count) in SPOTS.items():
        rng = np.random.default_rng(cards)
        told: dict[str, list[tuple[float, ...]]] = {"plain": [], "safe": []}
        while len(told["safe"]) < 2 * count:
            root = int(rng.choice(lines.roots[STREETS[cards]]))
            board = rng.permutation(52)[:cards]
            try:
                plain, *safe = (
                    pk.resolve(row["run"], line=lines.line(root), board=board, safe=to, lake=lake)
                    for to in (None, "ip", "oop")
                )
            except pk.UsageError:  # a line that is never played
                continue
            for player, own in enumerate(safe):
                told["plain"].append((plain.iterations, plain.seconds, *more(plain, player)))
                told["safe"].append((own.iterations, own.seconds, *more(own, player)))
        for form, rows in told.items():
            done, seconds, most, mean = np.mean(rows, axis=0)
            print(
                f"{street:7} {form:6} {count:5} {done:11.0f} {seconds:8.2f} {100 * most:19.2f} "
                f"{100 * mean:19.3f}"
            )


if __name__ == "__main__":
    main()
