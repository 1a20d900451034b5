"""Abstractions by hand: all holes on three flops and three turns, by a rule, in a few buckets.

Which holes and boards are alike is found by trying all 24 ways to rename suits.
"""

from collections import Counter
from itertools import combinations, permutations

import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, format_hole
from pokerlake.engine.cards.text import format_hand
from pokerlake.tables.registry import TABLES as DEFINED

PICKED = {"flop": [0, 900, 1754], "turn": [0, 9000, 16_431], "river": [336, 67_536, 134_064]}
BOARDS_OF_HOLE = {"preflop": 1, "flop": 19_600, "turn": 230_300}
RUNS = {1: ("flop", "distribution", 6), 2: ("turn", "percentile", 4), 3: ("river", "optimal", 3)}
RENAMINGS = list(permutations(range(4)))


def filled(table, rows):
    """The rows with something in each column."""
    schema = DEFINED[table].arrow_schema()
    nothing = {"string": "", "bool": False}
    empty = {field.name: nothing.get(str(field.type), 0) for field in schema}
    return [{**empty, **row} for row in rows]


def renamed(cards, suits):
    return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))


def hole_number(hole):
    low, high = sorted(hole)
    return high * (high - 1) // 2 + low


def alike(board):
    """Of the smallest hole of those that are alike on a board: how many they are."""
    kept = [suits for suits in RENAMINGS if renamed(board, suits) == tuple(sorted(board))]
    rest = sorted({*range(52)} - {*board})
    return Counter(
        min(hole_number(renamed(hole, suits)) for suits in kept) for hole in combinations(rest, 2)
    )


BOARDS = {
    street: {
        number: tuple(canonical_boards(3 + at).cards[number].tolist()) for number in PICKED[street]
    }
    for at, street in enumerate(PICKED)
}
WEIGHTS = {
    street: {
        number: len({renamed(board, suits) for suits in RENAMINGS}) for number, board in of.items()
    }
    for street, of in BOARDS.items()
}
# (board, hole, bucket, deals) of each street.
HOLES = {
    street: [
        (number, hole, (7 * hole + number) % k, WEIGHTS[street][number] * size)
        for number, board in BOARDS[street].items()
        for hole, size in sorted(alike(board).items())
    ]
    for street, _, k in list(RUNS.values())[:2]
}


def _buckets(run, k, deals, typical):
    return [
        {
            "run": run, "bucket": bucket, "rows": 1, "deals": deals[bucket],
            "mean_equity": (bucket + 1) / (k + 1), "equity_deviation": 0.3 - 0.02 * bucket,
            "mean_distance": 0.01, "typical_board_id": typical[bucket][0],
            "typical_hole_id": typical[bucket][1],
        }
        for bucket in range(k)
    ]  # fmt: skip


def _of_street(run):
    street, _, k = RUNS[run]
    deals, typical = Counter(), {}
    for board, hole, bucket, dealt in HOLES[street]:
        deals[bucket] += dealt
        typical[bucket] = board, hole
    return _buckets(run, k, deals, typical)


def _transitions():
    """From each bucket of flops to two or three of turns, as many deals as it has times 47."""
    rows = []
    for bucket in _of_street(1):
        deals = 47 * bucket["deals"]
        parts = [deals // 5, deals // 3]
        for place, part in enumerate([*parts, deals - sum(parts)]):
            to = (bucket["bucket"] + place) % 4
            rows.append({"bucket": bucket["bucket"], "next_bucket": to, "deals": part})
    return [{"pair": 1, "run": 1, "next_run": 2, **row} for row in rows]


# On a river the weakest third of strengths is a bucket, and so on.
_RIVERS = [
    {"run": 3, "strength": strength, "bucket": min(2, strength // 660), "deals": 1}
    for strength in range(1981)
]
_NEAREST = {bucket: (336, hole) for bucket, hole in enumerate((1, 2, 4))}
_DISTANCES = [(0.03, 0.05, 0.2), (0.04, 0.06, 0.21), (0.005, 0.006, 0.25)]
TABLES = {
    "abstractions": filled("abstractions", [
        {
            "run": run, "street": street, "kind": kind, "k": k, "buckets": k, "restarts": 1,
            "rows": 1, "deals": 1, "next_run": None, "package_version": "0.1.0",
            "seed": 1 if kind == "distribution" else None, "rounds": int(kind == "distribution"),
            "mean_distance": _DISTANCES[run - 1][0],
            "percentile_distance": _DISTANCES[run - 1][1],
            "random_distance": _DISTANCES[run - 1][2],
        }
        for run, (street, kind, k) in RUNS.items()
    ]),
    "buckets": filled("buckets", [
        *_of_street(1), *_of_street(2), *_buckets(3, 3, {0: 50, 1: 30, 2: 20}, _NEAREST),
    ]),
    **{
        f"{street}_buckets": [
            {"run": run, "board_id": board, "hole_id": hole, "bucket": bucket}
            for board, hole, bucket, _ in HOLES[street]
        ]
        for run, street in ((1, "flop"), (2, "turn"))
    },
    "river_buckets": _RIVERS,
    "bucket_transitions": _transitions(),
    "bucket_distances": [
        {"run": 1, "bucket": bucket, "other": other, "distance": abs(bucket - other) ** 2 / 50}
        for bucket in range(6)
        for other in range(6)
        if bucket != other
    ],
    **{
        f"{street}s": filled(f"{street}s", [
            {"board_id": number, "board": format_hand(board), "weight": WEIGHTS[street][number]}
            for number, board in of.items()
        ])
        for street, of in BOARDS.items()
    },
    "starting_hands": filled("starting_hands", [
        {"hand": hand, "row": at // 13, "col": at % 13,
         "combos": 6 if hand[0] == hand[1] else 4 if hand[2] == "s" else 12}
        for at, hand in enumerate(HANDS)
    ]),
}  # fmt: skip


def add_to(lake):
    """The runs, their buckets and transitions, in a lake that has none."""
    from pokerlake.pipelines.growing import adding
    from pokerlake.tables.definitions.abstraction import ABSTRACTION, TRANSITIONS

    for tables in (ABSTRACTION, TRANSITIONS):
        with adding(lake, tables) as addition:
            for table in tables:
                rows = pa.Table.from_pylist(TABLES.get(table.name, []), table.arrow_schema())
                addition.write[table.name](rows)
            addition.things = len(RUNS) if tables is ABSTRACTION else 1


def hand_of(hole):
    """The starting hand of a hole's number, by its text."""
    high, high_suit, low, low_suit = format_hole(hole)
    return high + low + ("" if high == low else "s" if high_suit == low_suit else "o")
