"""Spots after the flop as nobody solved them: two games of flops, a flop twice, and a river."""

import random

_FLOP = ("board_id", "board", "weight", "suits", "pairing", "high", "connected", "straights")
FLOPS = [
    dict(zip(_FLOP, row, strict=True)) | {"flush_possible": row[3] == "monotone"}
    for row in [
        (1, "2c3dKh", 24, "rainbow", "unpaired", "K", 2, 0),
        (2, "JcQcKc", 4, "monotone", "unpaired", "K", 3, 3),
        (3, "7c7dAh", 12, "rainbow", "paired", "A", 1, 0),
        (4, "2c3cAd", 12, "two-tone", "unpaired", "A", 3, 1),
    ]
]
# The number of the spot, its board, the number of that, the stack, and how well it is solved.
_SPOTS = [
    (1, "Kh3d2c", 1, 100, 0.5),
    (2, "KsQsJs", 2, 100, 0.25),
    (3, "QsJh2h8c3d", 9, 100, 0.125),
    (4, "As7h7d", 3, 100, 0.5),
    (5, "As7c7d", 3, 100, 0.25),
    (6, "Ah3s2s", 4, 100, 0.0),
    (7, "Kd3h2s", 1, 200, 0.0),
]
NODES = {
    "": ("oop", 60, 0, ("b30", "b120", "x")),
    "x": ("ip", 60, 0, ("b30", "x")),
    "x b30": ("oop", 90, 30, ("c", "f", "r90")),
}
# Of each kind of hand on these flops, those that need them first.
HOLES = (
    "AdAc", "KdKc", "QdQc", "QhJh", "9d8d", "7s6s", "6d6h", "Th9s", "AcKd", "5s4s", "Js2d", "9c3c",
)  # fmt: skip


def _spot(number, board, board_id, stack, exploitability, rng):
    value, equity = rng.randrange(1, 60) / 2, rng.randrange(1, 64) / 64
    return {
        "spot": number, "name": f"set {stack}", "board": board, "board_id": board_id,
        "street": "flop" if len(board) == 6 else "river", "oop": "AA", "ip": "KK", "pot": 60,
        "stack": stack, "chip": 1.0, "big_blind": None, "oop_bets": "50,200",
        "oop_raises": "50", "ip_bets": "50",
        "ip_raises": "50", "donks": None, "tree": None, "add_all_in": 0.0,
        "force_all_in": 0.0, "merge": 0.0,
        "most_raises": 0, "rake": 0.0, "rake_cap": None,
        "prizes": None, "behind": None, "others": None, "bounties": None, "iterations": 9,
        "exploitability": exploitability, "gain_oop": exploitability, "gain_ip": exploitability,
        "pot_worth": 60.0, "value_oop": value, "value_ip": 60 - value,
        "equity_oop": equity, "equity_ip": 1 - equity, "nodes": 9, "kept": "street",
        "seconds": 0.5, "package_version": "1.0",
    }  # fmt: skip


def _strategy(number, board, line, rng):
    """What each hole does; nobody comes to the last decision of the second spot."""
    actions = NODES[line][3]
    for at, hole in enumerate(HOLES):
        if {hole[:2], hole[2:]} & {board[i : i + 2] for i in range(0, len(board), 2)}:
            continue
        reach = 0.0 if (number, line) == (2, "x b30") else rng.randrange(65) / 64
        met = 0 if at == 1 else rng.randrange(1, 9)
        cuts = sorted(rng.randrange(10_001) for _ in actions[1:])
        for action, low, high in zip(actions, [0, *cuts], [*cuts, 10_000], strict=True):
            yield {
                "spot": number, "line": line, "board": board, "hole": hole, "action": action,
                "share": high - low, "value": rng.randrange(-9999, 20_000) if met else None,
                "equity": 900 * at if met else None, "reach": reach, "weight": reach * met,
            }  # fmt: skip


def _tables():
    rng = random.Random(20)
    return {
        "flops": FLOPS,
        "solved_spots": [_spot(*row, rng) for row in _SPOTS],
        "solved_nodes": [
            {"spot": number, "line": line, "street": "flop" if len(board) == 6 else "river",
             "player": player, "pot": pot, "to_call": to_call, "actions": ",".join(actions)}
            for number, board, *_ in _SPOTS
            for line, (player, pot, to_call, actions) in sorted(NODES.items())
        ],
        "solved_strategies": [
            row
            for number, board, *_ in _SPOTS
            for line in sorted(NODES)
            for row in _strategy(number, board, line, rng)
        ],
    }  # fmt: skip


TABLES = _tables()
# The first and the last flop stand for all.
SUBSETS = {
    "flop_subsets": [
        {"subset": 22, "board_id": 1, "board": "2c3dKh", "weight": 700_000},
        {"subset": 22, "board_id": 4, "board": "2c3cAd", "weight": 300_000},
    ]
}
