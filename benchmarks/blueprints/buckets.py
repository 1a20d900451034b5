"""Is a better distance better play? Blueprints by kinds of buckets, trained for equally long.

A lake must have the abstractions: of flop, turn and river by percentiles and of flop and turn by
distribution, and for a row of them also the flop by potential or the river by ochs. Each blueprint
is trained by one thread for so many seconds of its time, then measured on the same flops.

    python benchmarks/blueprints/buckets.py LAKE --games limit,20 --kinds percentile,ochs -k 200
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import pokerlake as pk
from pokerlake.queries.answers.buckets import Buckets
from pokerlake.queries.questions.telling import StoppedError, Telling, told
from pokerlake.tables.lake import Lake

STREETS = ("flop", "turn", "river")
KINDS = {
    "percentile": ("percentile", "percentile", "percentile"),
    "distribution": ("distribution", "distribution", "percentile"),
    "potential": ("potential", "distribution", "percentile"),
    "ochs": ("distribution", "distribution", "ochs"),
}
MOST = 10**9


class Stopwatch:
    """Stops training after so many seconds of this process, from its first boards on."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.end, self.boards = seconds, float("inf"), 0

    def count(self, done: float, of: float, words: str = "") -> None:  # noqa: ARG002
        """Take up how many boards are done."""
        self.boards = int(done)
        self.end = min(self.end, time.process_time() + self.seconds)

    def stop(self) -> bool:
        """Whether the time is over."""
        return time.process_time() >= self.end


def trained(lake: Path, game: str, buckets: str, seconds: float) -> tuple[int, int]:
    """The run of a blueprint that was trained for so long, and how many boards it took."""
    more = {} if game == "limit" else {"stack": float(game)}
    given = {"buckets": buckets, "threads": 1, "lake": lake, **more}
    name, watch = "limit" if game == "limit" else "nolimit", Stopwatch(seconds)
    try:
        with told(Telling(watch.count, watch.stop)):
            pk.blueprint(name, iterations=MOST, **given)
    except StoppedError:
        found = pk.blueprint(name, iterations=watch.boards, **given)
    return int(found["run"][0]), watch.boards


def main() -> None:
    """Print a row for each game and kind."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("lake", type=Path)
    asked.add_argument("--games", default="limit,10,20,50", help="limit, or big blinds")
    asked.add_argument("--kinds", default=",".join(KINDS))
    asked.add_argument("-k", type=int, default=200)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--flops", type=int, default=8)
    given = asked.parse_args()
    there = Buckets(Lake.open(given.lake))
    for game in given.games.split(","):
        for kind in given.kinds.split(","):
            runs = [
                there.run(street, kind=of, k=given.k).run
                for street, of in zip(STREETS, KINDS[kind], strict=True)
            ]
            buckets = "/".join(f"#{run}" for run in (0, *runs))
            run, boards = trained(given.lake, game, buckets, given.seconds)
            row = pk.exploitability(run, flops=given.flops, threads=1, lake=given.lake)
            one = dict(row[0])
            name = "limit" if game == "limit" else f"no limit, {game} big blinds"
            print(
                f"| {name} | {kind} | {given.k} | {boards:,} "
                f"| {one['least']:.0f} ± {one['least_error']:.0f} "
                f"| {one['most']:.0f} ± {one['most_error']:.0f} "
                f"| {one['value']:.0f} ± {one['value_error']:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
