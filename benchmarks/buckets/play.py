"""How far play by buckets is from an equilibrium of the whole game: `make bench-play` prints it.

Two spots are solved with players who see their holes by buckets of the abstractions of a lake,
which are made if it does not have them. What comes out is played in the whole game against best
responses, computed by other code.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from bucketed_game import BucketedGame, boards_of

from pokerlake.engine.cards.holes import HOLES, dead_holes
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.keys.canonical_rows import table_rows
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.solving import Betting, Spot
from pokerlake.engine.solving.best_response import respond
from pokerlake.pipelines.abstraction.asked import Abstraction
from pokerlake.pipelines.abstraction.measured import buckets_by_row
from pokerlake.pipelines.abstraction.running import abstract_into
from pokerlake.tables.lake import Lake

SIZES = (50, 200, 1000)
STREETS = {3: "flop", 4: "turn", 5: "river"}
TURN = (
    "QsJh2h8c",
    "22+,A8s+,KTs+,QTs+,J9s+,T9s,98s,ATo+,KQo",
    "99-22,A2s+,K9s+,Q9s+,J9s+,T8s+,98s,AJo+",
)
FLOP = ("QsJh2h", "AA,QQ,AQs,KQs,JTs,99,87s", "KK,AJs,QTs,T9s,88,A5s")
# What is seen by buckets, and of which kinds; streets that are not named are seen as they are.
WAYS = {
    TURN: (
        ("river", {"river": "percentile"}),
        ("river", {"river": "optimal"}),
        ("turn, river", {"turn": "percentile", "river": "percentile"}),
        ("turn, river", {"turn": "distribution", "river": "optimal"}),
    ),
    FLOP: (
        ("turn, river", {"turn": "percentile", "river": "percentile"}),
        ("turn, river", {"turn": "distribution", "river": "optimal"}),
        ("all", {"flop": "percentile", "turn": "percentile", "river": "percentile"}),
        ("all", {"flop": "distribution", "turn": "distribution", "river": "optimal"}),
        ("all", {"flop": "potential", "turn": "distribution", "river": "optimal"}),
    ),
}


def main(lake: Path) -> None:
    runs: dict[tuple[str, str, int], np.ndarray] = {}

    def by_row(street: str, kind: str, k: int) -> np.ndarray:
        if (street, kind, k) not in runs:
            next_run = None
            if kind == "potential":
                next_run = abstract_into(lake, Abstraction("turn", "distribution", k))["run"]
            row = abstract_into(lake, Abstraction(street, kind, k, next_run=next_run))
            runs[street, kind, k] = buckets_by_row(Lake.open(lake), row, 0, lambda _: None)
        return runs[street, kind, k]

    for street, (board, *ranges) in (("turn", TURN), ("flop", FLOP)):
        cards = tuple(int(card) for card in parse_hand(board))
        spot = Spot(
            cards, np.array([parse_range(text) for text in ranges]), 100, 200, Betting.of("75", "")
        )
        holes = " and ".join(str(np.count_nonzero(weights)) for weights in spot.ranges)
        print(f"\n{board}, {holes} holes, pot 100, 200 behind: % of the pot\n")
        print(f"{'by bucket':12} {'kinds':38} {'k':>5} {'half way':>9} {'gain':>7} {'seconds':>8}")
        rounds = 400 if street == "turn" else 200
        play(spot, "nothing", "lossless", 0, [None] * (6 - len(cards)), rounds)
        for k in SIZES:
            for what, kinds in WAYS[(board, *ranges)]:
                seen = [
                    seen_by(cards, dealt, by_row(name, kinds[name], k)) if name in kinds else None
                    for dealt in boards_of(cards)
                    for name in [STREETS[len(cards) + dealt.shape[1]]]
                ]
                play(spot, what, ", ".join(dict.fromkeys(kinds.values())), k, seen, rounds)


def play(spot, what, kinds, k, seen, rounds) -> None:
    """Solve, and print what a player gains by a best response, the mean of both."""
    started = time.perf_counter()
    game = BucketedGame(spot, seen)
    gains = []
    for done in (rounds // 2, rounds):
        game.solve(done - game.rounds)
        gains.append(100 * respond(spot, game.strategy).exploitability / spot.pot)
    seconds = time.perf_counter() - started
    half, gain = gains
    print(f"{what:12} {kinds:38} {k or '':>5} {half:9.3f} {gain:7.3f} {seconds:8.1f}", flush=True)


def seen_by(board: tuple[int, ...], dealt: np.ndarray, by_row: np.ndarray) -> np.ndarray:
    """The buckets of all holes on boards, (b, 1326); of those that cannot be, 0."""
    found = np.zeros((len(dealt), HOLES), np.int64)
    for place, more in enumerate(dealt):
        cards = np.array([*board, *more], np.uint8)
        live = np.flatnonzero(~dead_holes(cards.tolist())).astype(np.uint16)
        rows = table_rows(live, np.tile(cards, (len(live), 1)), layout="rows")
        found[place, live] = by_row[rows]
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
