"""Queries on blueprints: rows made by hand, and what is reckoned of them by hand."""

import pytest

from helpers.queries import ask, values
from pokerlake.engine.cards.holes import HANDS

AA, AKS, KK = (HANDS.index(hand) for hand in ("AA", "AKs", "KK"))
LINES = {"": "ip f,c,r3", "c": "oop x,r3", "c r3": "ip f,c", "r3": "oop f,c", "c x": "oop x,b3"}
# What hands do at each, in percent: aces limp 3 times of 4, and call a raise then 2 times of 5.
DONE = {
    ("", AA): (0, 75, 25), ("", AKS): (0, 0, 100), ("", KK): (20, 80, 0),
    ("c", AA): (50, 50), ("c", AKS): (100, 0), ("c", KK): (0, 100),
    ("c r3", AA): (60, 40), ("c r3", AKS): (0, 100), ("c r3", KK): (100, 0),
    ("r3", AA): (0, 100), ("r3", AKS): (30, 70), ("r3", KK): (10, 90),
    ("c x", AA): (100, 0), ("c x", AKS): (50, 50), ("c x", KK): (50, 50),
}  # fmt: skip
SHARES = {
    (line, bucket): dict(zip(LINES[line].split()[1].split(","), done, strict=True))
    for (line, bucket), done in DONE.items()
}
RUN = {
    "run": 2, "game": "nolimit", "stack": 3.0, "small_blind": 0.5, "ante": 0.0, "limps": True,
    "buckets": "169/2/2/2", "runs": "0/1/2/3", "decisions": 5, "information_sets": 10, "seed": 1,
    "restart": 0, "iterations": 16, "regret_oop": 1.0, "regret_ip": 1.0, "seconds": 1.0,
    "package_version": "1",
}  # fmt: skip


def gains(measure, **of):
    """Rows of a measure, the gain of each by player, street and line."""
    for place, gain in of.items():
        player, street, line = place.split("_")
        yield {
            "measure": measure, "player": player, "street": street,
            "line": {"x": "c x", "none": ""}.get(line, line),
            "least": gain, "least_error": 0.5, "most": gain + (street == "preflop"),
            "most_error": 0.5,
        }  # fmt: skip


def measure(number, run):
    names = ("value", "least", "most", "oop_least", "oop_most", "ip_least", "ip_most")
    numbers = dict.fromkeys((*names, "value_error", "least_error", "most_error", "seconds"), 1.0)
    return {"measure": number, "run": run, "flops": 4, "seed": 1, "package_version": "1", **numbers}


GIVEN = {
    "blueprints": [{**RUN, "run": 1}, RUN],
    "blueprint_nodes": [
        {
            "run": 2, "node": number, "line": line, "street": "flop" if "x" in line else "preflop",
            "player": LINES[line].split()[0], "pot": 1.5, "to_call": 0.5,
            "actions": LINES[line].split()[1],
        }
        for number, line in enumerate(LINES, 1)
    ],
    "blueprint_strategies": [
        {
            "run": 2, "node": number, "bucket": bucket, "action": action, "share": 100 * percent,
            "regret": 0.0,
        }
        for number, line in enumerate(LINES, 1)
        for bucket in (AA, AKS, KK)
        for action, percent in sorted(SHARES[line, bucket].items())
    ],
    "blueprint_responses": [measure(1, 2), measure(2, 2), measure(3, 1)],
    "blueprint_gains": [
        *gains(1, ip_preflop_none=9.0),
        *gains(2, ip_all_x=5.0, ip_flop_all=1.0, ip_flop_x=1.0, ip_preflop_none=3.0,
               ip_river_all=4.0, ip_river_x=4.0, oop_preflop_none=2.0),
        *gains(3, oop_preflop_none=8.0),
    ],
}  # fmt: skip


def test_what_is_opened_and_how_often_players_come(given):
    rows = values(given, "blueprint_lines", "line player comes action percent")
    assert [row[:2] for row in rows] == [
        ("", "ip"), ("", "ip"), ("", "ip"), ("c", "oop"), ("c", "oop"), ("c r3", "ip"),
        ("c r3", "ip"), ("r3", "oop"), ("r3", "oop"),
    ]  # fmt: skip
    assert [row[3] for row in rows[:3]] == ["f", "c", "r3"]
    opened = [(6 * 20) / 16, (6 * 75 + 6 * 80) / 16, (6 * 25 + 4 * 100) / 16]
    assert [row[4] for row in rows[:3]] == pytest.approx(opened)
    limped = 6 * 0.75 + 6 * 0.8
    assert rows[5][2] == pytest.approx(100 * limped / 1326)
    assert rows[6][4] == pytest.approx(100 * 6 * 0.75 * 0.4 / limped)


def test_how_often_a_raise_is_called_by_hand(given):
    columns = "hand combos comes action percent"
    assert values(given, "blueprint_range", columns, line="c r3") == [
        ("AA", 6, 75.0, "f", 60.0), ("AA", 6, 75.0, "c", 40.0),
        ("AKs", 4, 0.0, "f", 0.0), ("AKs", 4, 0.0, "c", 100.0),
        ("KK", 6, 80.0, "f", 100.0), ("KK", 6, 80.0, "c", 0.0),
    ]  # fmt: skip
    assert len(ask(given, "blueprint_range")) == 9
    assert ask(given, "blueprint_range", run="1") == []


def test_where_it_loses(given):
    def found(**asked):
        return values(given, "blueprint_losses", "player street line least most", **asked)

    before = ("ip", "preflop", "", 3.0, 4.0), ("oop", "preflop", "", 2.0, 3.0)
    assert found(run="2") == [
        before[0], ("ip", "flop", "all", 1.0, 1.0), ("ip", "river", "all", 4.0, 4.0), before[1]
    ]  # fmt: skip
    assert found(run="2", by="line") == [before[0], ("ip", "all", "c x", 5.0, 5.0), before[1]]
    assert found(run="2", by="both")[1:3] == [
        ("ip", "flop", "c x", 1.0, 1.0), ("ip", "river", "c x", 4.0, 4.0)
    ]  # fmt: skip
    assert found() == [("oop", "preflop", "", 8.0, 9.0)]
