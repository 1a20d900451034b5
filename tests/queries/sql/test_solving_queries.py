"""Queries and views on solved spots: rows made by hand, and plain loops over them."""

from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest

from given.hands import given_lake
from given.solving import FLOPS, HOLES, NODES, SUBSETS, TABLES
from helpers.queries import ask
from oracle import naive, naive_kinds
from pokerlake.catalogue import HIGH
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands.classes import CATEGORY_NAMES
from pokerlake.engine.kinds.table import kinds_of
from pokerlake.queries.sql.named import named_queries
from pokerlake.tables.errors import QueryError

GIVEN = {**TABLES, **SUBSETS}
SPOTS = {row["spot"]: row for row in TABLES["solved_spots"]}
TEXTURES = {row["board_id"]: row for row in FLOPS}
FIRST, SECOND = (1, 2, 5, 6), (7,)  # spots of the games 1 and 7; the fourth is solved worse
RANKS = "23456789TJQKA"


def rows_of(connection, sql):
    relation = connection.sql(sql)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def close(found, expected):
    """Rows alike: numbers to rounding, all else exactly, in the same order of columns."""
    assert [list(row) for row in found] == [list(row) for row in expected]
    for one, other in zip(found, expected, strict=True):
        for name, value in other.items():
            known = pytest.approx(value, 1e-11, 1e-11) if isinstance(value, float) else value
            assert (name, one[name]) == (name, known)


def divided(one, other):
    return one / other if other else None


# ---------------------------------------------------------------- by plain loops


def sums(spots, line, weight_of=lambda spot, hole: 1, key=lambda spot, hole: "all"):
    """How often each action is taken, and what it wins and holds, by a key of spot and hole."""
    found = defaultdict(lambda: defaultdict(lambda: [0.0] * 5))
    for row in TABLES["solved_strategies"]:
        if row["spot"] not in spots or row["line"] != line:
            continue
        of = found[key(row["spot"], row["hole"])][row["action"]]
        weight = row["weight"] * weight_of(row["spot"], row["hole"])
        taken = weight * row["share"] / 10_000
        of[0] += weight
        of[1] += taken
        of[2] += taken * (row["value"] or 0) * 60 / 10_000
        of[3] += taken * (row["equity"] or 0) / 100
        of[4] += row["reach"] * row["share"] / 10_000
    return found


def order(action):
    return "fxcbr".index(action[0]), int(action[1:] or 0)


def means(actions, pot):
    """The columns that reports have, from the sums of each action."""
    taken = {name: of[1] for name, of in actions.items()}
    total = sum(taken.values())
    value, equity = (sum(of[at] for of in actions.values()) for at in (2, 3))

    def percent(letters):
        return 100 * sum(part for name, part in taken.items() if name[0] in letters) / total

    return {
        "fold": percent("f"),
        "check_call": percent("xc"),
        "bet_raise": percent("br"),
        "actions": ", ".join(
            f"{name} {100 * taken[name] / total:.1f}" for name in sorted(taken, key=order)
        ),
        "equity_percent": equity / total,
        "value": value / total,
        "realised": 100 * value / (equity * pot),
    }


def flop_of(spot):
    return TEXTURES[SPOTS[spot]["board_id"]]


def deals_of(spot, _=None):
    return flop_of(spot)["weight"] / 22_100


def subset_weight(spot, _=None):
    return {1: 0.7, 4: 0.3}[SPOTS[spot]["board_id"]]


def total_of(actions):
    return sum(of[1] for of in actions.values())


# ---------------------------------------------------------------- views


def test_actions(given):
    expected = []
    for spot, row in SPOTS.items():
        for line, (player, pot, _, _) in NODES.items():
            for action, of in sums((spot,), line)["all"].items():
                weight, taken, value, equity, combos = of
                expected.append(
                    {
                        "spot": spot, "name": row["name"], "line": line, "board": row["board"],
                        "street": row["street"], "player": player, "pot": pot, "action": action,
                        "percent": divided(100 * taken, weight), "value": divided(value, taken),
                        "equity_percent": divided(equity, taken), "combos": combos, "deals": weight,
                    }
                )  # fmt: skip
    found = rows_of(given, "from solved_actions order by spot, line, action")
    close(found, sorted(expected, key=lambda row: (row["spot"], row["line"], row["action"])))
    assert sum(row["percent"] is None for row in found) == 3


def test_flops(given):
    expected = []
    for game, spots in ((1, FIRST), (7, SECOND)):
        for spot in spots:
            row, flop = SPOTS[spot], flop_of(spot)
            expected.append(
                {
                    "spot": spot, "name": row["name"], "game": game, "board": row["board"],
                    "board_id": row["board_id"], "weight": flop["weight"], "suits": flop["suits"],
                    "pairing": flop["pairing"], "high": flop["high"],
                    "connected": flop["connected"], "straights": flop["straights"], "pot": 60,
                    "prizes": None, "pot_worth": 60,
                    "value_oop": row["value_oop"], "value_ip": row["value_ip"],
                    "equity_oop_percent": 100 * row["equity_oop"],
                    "equity_ip_percent": 100 * row["equity_ip"],
                    "realised_oop": divided(row["value_oop"], 60 * row["equity_oop"]),
                    "realised_ip": divided(row["value_ip"], 60 * row["equity_ip"]),
                    "exploitability": row["exploitability"],
                }
            )  # fmt: skip
    close(rows_of(given, "from solved_flops order by spot"), expected)


def test_weights(given, tmp_path):
    expected = [
        {"game": 7 if spot == 7 else 1, "spot": spot, "subset": 1755, "weight": deals_of(spot)}
        for spot in (*FIRST, *SECOND)
    ]
    some = [
        {"game": game, "spot": spot, "subset": 22, "weight": weight}
        for game, spot, weight in ((1, 1, 0.7), (1, 6, 0.3))  # game 7 lacks a flop
    ]
    sql = "from solved_weights order by subset desc, spot"
    close(rows_of(given, sql), expected + some)
    with given_lake(tmp_path, **TABLES) as without:
        close(rows_of(without, sql), expected)


def test_reports(given):
    """They are the other views, side by side; so all is said by numbers that are there once."""
    found = rows_of(
        given,
        "select spot, line, action, subset, game, weight, deals, percent, exploitability, high "
        "from solved_reports order by all",
    )
    expected = []
    for game, spots in ((1, FIRST), (7, SECOND)):
        for spot in spots:
            weights = {1755: deals_of(spot)}
            if spot in (1, 6):
                weights[22] = subset_weight(spot)
            for line in NODES:
                for action, of in sums((spot,), line)["all"].items():
                    expected += [
                        {
                            "spot": spot, "line": line, "action": action, "subset": subset,
                            "game": game, "weight": weight, "deals": weight * of[0],
                            "percent": divided(100 * of[1], of[0]),
                            "exploitability": SPOTS[spot]["exploitability"],
                            "high": flop_of(spot)["high"],
                        }
                        for subset, weight in weights.items()
                    ]  # fmt: skip
    names = ("spot", "line", "action", "subset")
    close(found, sorted(expected, key=lambda row: [row[name] for name in names]))


# ---------------------------------------------------------------- queries


def flop_rows(spots, line, weight_of=deals_of):
    found = sums(spots, line, weight_of, lambda spot, hole: spot)
    whole = sum(map(total_of, found.values()))
    return [
        {
            "board": SPOTS[spot]["board"],
            "deals": 100 * total_of(actions) / whole,
            **means(actions, NODES[line][1]),
            "exploitability": SPOTS[spot]["exploitability"],
            "spot": spot,
        }
        for spot, actions in found.items()
        if total_of(actions)
    ]


@pytest.mark.parametrize(
    ("parameters", "spots", "line", "weight_of", "by"),
    [
        ({}, SECOND, "", deals_of, "bet_raise"),
        ({"game": "1"}, FIRST, "", deals_of, "bet_raise"),
        ({"game": "1", "line": "x b30", "by": "fold"}, FIRST, "x b30", deals_of, "fold"),
        ({"game": "1", "subset": "22", "by": "value"}, (1, 6), "", subset_weight, "value"),
        ({"game": "1", "suits": "rainbow", "by": "deals"}, (1, 5), "", deals_of, "deals"),
        ({"game": "1", "pairing": "unpaired", "high": "a"}, (6,), "", deals_of, "equity"),
    ],
)  # fmt: skip
def test_flop_report(given, parameters, spots, line, weight_of, by):
    ordered = {"equity": "equity_percent"}.get(by, by)
    expected = sorted(flop_rows(spots, line, weight_of), key=lambda row: -row[ordered])
    assert len(expected) == len(spots) - (line == "x b30")
    close(ask(given, "flop_report", **parameters), expected)


@pytest.mark.parametrize("line", ["", "x"])
@pytest.mark.parametrize("texture", ["all", "suits", "pairing", "high", "connected", "straights"])
def test_report_by_texture(given, texture, line):
    def kind(spot, _):
        return "all" if texture == "all" else str(flop_of(spot)[texture])

    found = sums(FIRST, line, deals_of, kind)
    whole = sum(map(total_of, found.values()))
    expected = [
        {
            "kind": name,
            "flops": sum(kind(spot, "") == name for spot in FIRST),
            "deals": 100 * total_of(actions) / whole,
            **means(actions, 60),
        }
        for name, actions in found.items()
    ]
    expected.sort(
        key=lambda row: (-RANKS.index(row["kind"]) if texture == "high" else 0, row["kind"])
    )
    asked = {"game": "1", "line": line, "texture": texture}
    close(ask(given, "report_by_texture", **asked), expected)


@pytest.mark.parametrize("texture", ["all", "high"])
def test_best_sizes(given, texture):
    def kind(spot, _=None):
        return flop_of(spot)["high"] if texture == "high" else "all"

    by_flop = sums(FIRST, "", deals_of, lambda spot, hole: spot)
    most = {
        spot: max(actions, key=lambda name: actions[name][1]) for spot, actions in by_flop.items()
    }
    expected = []
    for name, actions in sums(FIRST, "", deals_of, kind).items():
        together = total_of(actions)
        for action in sorted(actions, key=order):
            on = [spot for spot in FIRST if most[spot] == action and kind(spot) == name]
            _, taken, value, equity, _ = actions[action]
            expected.append(
                {
                    "kind": name, "action": action,
                    "flops": sum(kind(spot) == name for spot in FIRST), "most_on": len(on),
                    "most_on_deals": 100 * sum(total_of(by_flop[spot]) for spot in on) / together,
                    "percent": 100 * taken / together, "value": value / taken,
                    "equity_percent": equity / taken,
                }
            )  # fmt: skip
    expected.sort(key=lambda row: -RANKS.index(row["kind"]) if texture == "high" else 0)
    close(ask(given, "best_sizes", game="1", texture=texture), expected)


def names_of(board, hole, by):
    """What a hole counts for on a board: places and names."""
    hole, board = parse_hand(hole).tolist(), parse_hand(board).tolist()
    if by == "draw":
        return [(0, name) for name in naive_kinds.draws(hole, board) or {"no draw"}]
    if by == "category":
        place = naive.category(naive.best_class([*hole, *board]))
        return [(place, CATEGORY_NAMES[place - 1])]
    name = naive_kinds.kind(hole, board)
    return [([kind.name for kind in kinds_of(HIGH)].index(name), name)]


def by_names(spots, line, by, weight_of=lambda spot, hole: 1):
    """How often each action is taken, by what hands are; and the weight of all."""
    found = defaultdict(dict)
    live = {
        (row["spot"], row["hole"])
        for row in TABLES["solved_strategies"]
        if row["spot"] in spots and row["line"] == line and row["weight"]
    }
    for spot, hole in live:
        one = sums((spot,), line, weight_of, lambda _, held: held)[hole]
        for name in names_of(SPOTS[spot]["board"], hole, by):
            for action, of in one.items():
                old = found[name].get(action, [0.0] * 6)
                found[name][action] = [a + b for a, b in zip(old, [*of, 1], strict=True)]
    whole = total_of(sums(spots, line, weight_of)["all"])
    return found, whole


@pytest.mark.parametrize("by", ["made", "draw", "category"])
@pytest.mark.parametrize("name", ["report_by_hand", "strategy_by_hand"])
def test_by_hand(given, name, by):
    is_report = name == "report_by_hand"
    spots = FIRST if is_report else (5,)
    found, whole = by_names(spots, "", by, deals_of if is_report else lambda *_: 1)
    expected = []
    for place, kind in sorted(found):
        actions = found[place, kind]
        for action in sorted(actions, key=order):
            weight, taken, value, equity, _, combos = actions[action]
            expected.append(
                {
                    "kind": kind, **({} if is_report else {"combos": combos}),
                    "deals": 100 * weight / whole, "action": action,
                    "percent": 100 * taken / weight, "value": divided(value, taken),
                    "equity_percent": divided(equity, taken),
                }
            )  # fmt: skip
    asked = {"game": "1"} if is_report else {"spot": "5"}
    close(ask(given, name, by=by, **asked), expected)


def test_by_hand_of_some_flops(given):
    high = ask(given, "report_by_hand", game="1", subset="22", high="K", line="x")
    boards = {SPOTS[spot]["board"] for spot in FIRST}
    live = {
        (board, hole)
        for board in boards
        for hole in HOLES
        if board[0] == "K" and not {hole[:2], hole[2:]} & {board[:2], board[2:4], board[4:]}
    }
    assert {row["kind"] for row in high} <= {names_of(*one, "made")[0][1] for one in live}


def amounts(line):
    """What each measure of a decision comes to on each flop, and the deals: by measure, by spot."""
    found = defaultdict(dict)
    for spot in FIRST:
        row, actions = SPOTS[spot], sums((spot,), line)["all"]
        (deals,) = {of[0] for of in actions.values()}
        amount = {
            (name, NODES[line][0]): 100 * actions[name][1] for name in sorted(actions, key=order)
        }
        if line == "":
            amount = {
                ("equity", "oop"): 100 * deals * row["equity_oop"],
                ("equity", "ip"): 100 * deals * row["equity_ip"],
                ("value", "oop"): deals * row["value_oop"] / 0.6,
                ("value", "ip"): deals * row["value_ip"] / 0.6,
            } | amount
        for key, total in amount.items():
            if deals:
                found[key][spot] = total / deals, deals
    return found


def error_row(of):
    """Errors of the spots 1 and 6 beside all of these; the random one by all choices of two."""

    def mean(spots, weight_of):
        weights = [of[spot][1] * weight_of(spot) for spot in spots]
        return np.average([of[spot][0] for spot in spots], weights=weights) if spots else None

    total = sum(deals * deals_of(spot) for spot, (_, deals) in of.items())
    part = [spot for spot in of if spot in (1, 6)]
    every, subset = mean([*of], deals_of), mean(part, subset_weight)
    added = {
        spot: deals * deals_of(spot) * (amount - every) / total
        for spot, (amount, deals) in of.items()
    }
    choices = [sum(added.get(spot, 0) for spot in two) * 4 / 2 for two in combinations(FIRST, 2)]
    return {
        "subset": 22, "flops": len(part), "mean": every, "subset_mean": subset,
        "error": None if subset is None else subset - every,
        "random_error": np.sqrt(np.mean(np.square(choices))), "missing": 0,
    }  # fmt: skip


@pytest.mark.parametrize("texture", ["all", "high", "suits"])
def test_subset_errors(given, texture):
    def kind(spot):
        return "all" if texture == "all" else str(flop_of(spot)[texture])

    expected = [
        {"kind": name, "line": line, "player": player, "measure": measure}
        | error_row({spot: one for spot, one in of.items() if kind(spot) == name})
        | ({} if texture == "all" else {"random_error": None})
        for name in sorted(
            {*map(kind, FIRST)},
            key=RANKS.find if texture == "high" else str,
            reverse=texture == "high",
        )
        for line in NODES
        for (measure, player), of in amounts(line).items()
        if any(kind(spot) == name for spot in of)
    ]
    close(ask(given, "subset_errors", game="1", texture=texture), expected)


def test_subset_errors_of_few_flops(given):
    """A game that lacks flops has no errors; the last has one flop."""
    found = ask(given, "subset_errors", subset="22")
    assert {(row["missing"], row["error"], row["random_error"], row["mean"]) for row in found} == {
        (3, None, None, None)
    }
    assert {(row["flops"], row["subset_mean"]) for row in found} == {(0, None)}
    assert ask(given, "subset_errors", game="1", subset="95") == []


def test_list(given):
    found = ask(given, "solved_list")
    columns = ["game", "name", "flops", "deals", "stack", "exploitability", "worst"]
    assert [tuple(row[name] for name in columns) for row in found] == [
        (1, "set 100", 4, pytest.approx(52 / 221), 100, 0.25, 0.5),
        (7, "set 200", 1, pytest.approx(24 / 221), 200, 0.0, 0.0),
    ]


SOLVING = [name for name, query in named_queries().items() if "from solved_" in query.sql]


@pytest.mark.parametrize("name", SOLVING)
def test_a_lake_without_solved_spots(tmp_path, name):
    problem = r"is not in this lake; fill it with 'pokerlake solve --from spots.csv'"
    with given_lake(tmp_path, flops=FLOPS) as connection, pytest.raises(QueryError, match=problem):
        ask(connection, name)
