"""Players who are all-in with known holes, each situation with cards of its own: exact equities.

``python benchmarks/all_ins.py`` measures these rows of run.py alone, and puts them in their place.
"""

from __future__ import annotations

import json
from math import comb

import numpy as np
import peers

from pokerlake.catalogue import GAMES
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.equity.known import known_counts, known_equities

SEED = 40
FEW = 40  # situations of pokerfast
BOARDS = 20_000  # in Omaha boards that a peer looks at, hole by hole
PEER = "pokerfast's exact equity"

# The game, how many players, cards on the board and dead ones; situations that are timed.
SITUATIONS = (
    ("hold'em", 2, 0, 0, 5_000),
    ("hold'em", 2, 0, 2, 5_000),
    ("hold'em", 3, 0, 0, 5_000),
    ("hold'em", 2, 3, 0, 100_000),
    ("hold'em", 2, 4, 0, 200_000),
    ("hold'em", 3, 3, 0, 100_000),
    ("short deck", 2, 0, 0, 5_000),
    ("omaha", 2, 0, 0, 1_000),
    ("omaha", 2, 3, 0, 10_000),
    ("omaha hi-lo", 2, 0, 0, 1_000),
)


def all_in_works():
    """Random cards of each kind, in the order of ``run.works``."""
    for game, players, board, gone, n in SITUATIONS:
        rule = GAMES[game]
        size = rule.hole * players
        cards = deck_of(rule, n, size + board + gone)
        holes = np.ascontiguousarray(cards[:size].reshape(players, rule.hole, n))
        boards, others = cards[size : size + board], cards[size + board :]
        dead = np.bitwise_or.reduce(np.int64(1) << others.astype(np.int64), axis=0)
        where = {0: "before the flop", 3: "on a flop", 4: "on a turn"}[board]
        yield (
            f"all-ins of {players} in {game} {where}{', two cards dead' if gone else ''}",
            n,
            lambda threads, given=(rule, holes, boards, dead): known_counts(
                *given, threads=threads
            ),
            peer(rule, holes, boards, others, dead),
        )


def deck_of(rule, n, size):
    """Random cards of a game's deck."""
    order = np.argsort(np.random.default_rng(SEED).random((len(rule.deck), n)), axis=0)[:size]
    return np.array(rule.deck, np.uint8)[order]


def peer(rule, holes, boards, others, dead):
    """What else has the same: its name, how many situations, and a call."""
    if rule.hole == 2 and not rule.dead:
        few = [
            [[format_hand(hole[:, row]) for hole in holes], format_hand(boards[:, row]),
             format_hand(others[:, row])]
            for row in range(FEW)
        ]  # fmt: skip
        found = peers.pokerfast_on_boards(few)
        ours = known_equities(
            rule, holes[:, :, :FEW], np.ascontiguousarray(boards[:, :FEW]), dead[:FEW]
        )
        assert np.allclose(found(), ours, atol=1e-9)
        return PEER, FEW, found
    # A hole on each board: as many as there are boards for each player of a situation.
    rivers = deal(BOARDS, 5 + rule.hole, seed=SEED)
    left = len(rule.deck) - holes.shape[0] * holes.shape[1] - len(boards)
    every = comb(left, 5 - len(boards)) * len(holes)
    hands = rivers.T.tolist()
    evaluated = peers.phevaluator_of_integers if rule.hole == 2 else peers.phevaluator_of_omaha
    return "phevaluator, every high hand", BOARDS / every, evaluated(hands)


def main():
    """Measure, and write the rows behind those of sampled deals."""
    from pages import RESULTS, write_pages
    from run import measure

    rows = [
        row
        for name, items, ours, (other, other_items, theirs) in all_in_works()
        for row in measure(name, items, ours, other, other_items, theirs)
    ]
    results = [row for row in json.loads(RESULTS.read_text()) if "all-ins of" not in row["work"]]
    last = max(at for at, row in enumerate(results) if row["work"].startswith("deals to "))
    results[last + 1 : last + 1] = rows
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    write_pages(results)


if __name__ == "__main__":
    main()
