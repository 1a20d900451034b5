"""``pokerlake strength`` as a user runs it."""

import json

import pytest

from helpers.command_line import run
from pokerlake.tables.definitions.boards import OPPONENTS, RELATIONS
from pokerlake.tables.registry import table_or_view

pytestmark = pytest.mark.usefixtures("at_home")


def answer(line):
    """The one row of a command as JSON."""
    finished = run(f"strength {line} -f json")
    assert finished.code == 0, finished.err
    (row,) = json.loads(finished.text)
    return row


@pytest.mark.parametrize(
    ("board", "street"), [("3h4sJh", "flop"), ("3h4sJhTd", "turn"), ("3h4sJhTd2c", "river")]
)
def test_every_count_is_under_its_columns_name(board, street):
    row = answer(f"AhQh {board}")
    columns = table_or_view(f"{street}_hands").columns
    counts = [c.name for c in columns if c.name not in ("board_id", "hole_id", "hand", "weight")]
    counts = [{"win": "wins", "tie": "ties"}.get(name, name) for name in counts]
    assert all(isinstance(row[name], int) for name in counts)
    views = table_or_view(f"{street}_strength").columns
    ratios = [c.name for c in views if c.dtype == "double" and c.name != "hole_percentile"]
    assert all(isinstance(row[name], float) for name in ratios)
    assert row["source"] == ("flop_hands" if street == "flop" else "computed")
    cards = len(board) // 2
    if cards < 5:
        assert sum(row[name] for name in RELATIONS) == OPPONENTS[cards]


def meanings(line):
    finished = run(f"strength {line}")
    assert finished.code == 0, finished.err
    lines = [line.split(maxsplit=2) for line in finished.text.splitlines()[2:]]
    return {name: (value, meaning) for name, value, meaning in lines}


def test_counts_against_a_range_are_of_its_own_holes():
    shown = meanings("AhQh 3h4sJh --villain QQ+,AKs")
    of_all = "of 15 holes in the range, those"
    assert shown["behind"] == ("15", f"{of_all} stronger than this one")
    assert shown["ahead"] == ("0", f"{of_all} weaker than this one")
    assert shown["turn_behind_ahead"][1] == "opponents now behind x 45 turn cards: ahead after"
    assert not any("1,081" in meaning for _, meaning in shown.values())
    half = meanings("AhQh 3h4sJh --villain KK,QQ:0.5 --opponents 2")
    assert half["behind"] == (
        "7.5",
        "of 7.5 holes in the range, by weight, those stronger than this one",
    )
    assert half["turn_behind_ahead"][1].startswith("weight of opponents now behind x 45")
    assert half["hs"][1].endswith("to the power of opponents")
    apart = meanings("AhQh 3h4sJh --villain KK --villain KTo")
    assert apart["ahead"] == (
        "0.5",
        "of the mean of the ranges, the share of holes weaker than this one",
    )
    assert apart["turn_ahead_ahead"][1].startswith("share of opponents now ahead x 45")
    assert (
        apart["hs"][1] == "hand strength: the product of ahead + tied / 2, of all, for each range"
    )
    assert "mean range" in apart["equity"][1]


def test_counts_on_a_river_are_no_shares():
    anyone = answer("AhQh 3h4sJhTd2c")
    assert (anyone["wins"] + anyone["ties"] / 2) / 990 == pytest.approx(anyone["equity"])
    assert not {"win", "tie", "lose"} & set(anyone)
    shown = meanings("AhQh 3h4sJhTd2c --villain QQ+,AKs")
    assert [shown[name][0] for name in ("wins", "ties", "losses")] == ["0", "0", "15"]
    assert shown["wins"][1] == "of 15 holes in the range, those weaker than this one"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("AhQh 3h4sJh --pot -5 --bet 3", "pot -5.0 is not an amount, 0 or more"),
        ("AhQh 3h4sJh --income-weights 0.7",
         "--income-weights '0.7': give MEAN,DEVIATION such as 0.7,0.2"),
        ("AhQh 3h4sJh --income-weights 7,0",
         "mean 7.0 is not in 0..1: a share of the ranking, 1 for the best hole"),
        ("AhQh 3h4sJh --income-weights 0.7,0.2 --by equity",
         "--income-weights go by an income rate, not by 'equity'"),
        ("AhQh 3h4sJh --villain AA --villain KK --opponents 3",
         "2 ranges for 3 opponents: give one for all, or one for each"),
        ("AhQh 3h4sJh --opponents 0", "Invalid value '0' for '--opponents'"),
    ],
)  # fmt: skip
def test_what_cannot_be(line, message):
    finished = run(f"strength {line}")
    assert finished.code == 2
    assert finished.err.startswith(f"error: {message}")
    assert finished.err.count("\n") == 1
