"""``pokerlake equity --game omaha`` as a user runs it."""

import csv
import io
import json

import pytest

from helpers.command_line import answer, run

pytestmark = pytest.mark.usefixtures("at_home")


def rows(line, *more):
    """The rows of a command as JSON."""
    return answer(f"equity {line}", *more)


def test_on_a_turn():
    """Two aces, two kings, three tens and six spades more that do not pair: 13 of 40 rivers."""
    finished = run("equity AsAhKsKh QcQdJcTd --game omaha --board Qh7d2sJs")
    assert finished.text.splitlines() == [
        "hand        win  tie  equity  chop",
        "--------  -----  ---  ------  ----",
        "AsAhKsKh  0.325    0   0.325     0",
        "QcQdJcTd  0.675    0   0.675     0",
    ]
    assert finished.err.startswith("40 deals, exact: 1 pair of holes, ")


def test_counts_for_programs():
    one, other = rows("AsAhKsKh QcQdJcTd --game PLO --board Qh7d2s")
    assert (one["hand"], one["method"], one["seed"]) == ("AsAhKsKh", "exact", None)
    assert one["deals"] == one["weight"] == 820
    assert one["wins"] + one["losses"] + one["ties"]["2"] == 820
    assert (one["wins"], one["losses"]) == (other["losses"], other["wins"])
    assert sum(one["categories"].values()) == 820
    finished = run("equity AsAhKsKh QcQdJcTd --game PLO --board Qh7d2s -f csv")
    first, _ = csv.DictReader(io.StringIO(finished.text))
    assert {"ties_2", "full_house", "wins"} <= first.keys()


def test_ranges_and_dead_cards():
    one, other = rows("AAKK$ds 9s8s7h6h --board 2c3d7c --dead Kd,2h --game omaha".replace(",", ""))
    assert one["equity"] + other["equity"] == pytest.approx(1)
    three = rows("AAKK$ds QQJJ KsQsJhTh --board 2c3d7c9d --game omaha")
    assert sum(row["equity"] for row in three) == pytest.approx(1)
    assert three[0]["method"] == "exact"
    five = rows("AsAhKsKh2c random --board 2h3d7c9d --game omaha5")
    assert five[0]["method"] == "exact"


def test_halves():
    """The nut low, and aces: the columns of a pot of two halves."""
    one, other = rows("Ah2hTcTd AsAcKsKc --board 3c4d8hKd --game omaha8")
    assert one["low_equity"] == 1
    assert other["low_equity"] == 0
    assert one["wins"] + one["ties"] + one["losses"] == one["deals"] == 40
    assert one["low"] == {"1": 40, "2": 0}
    assert one["without_low"] == 0
    assert one["high"]["1"] + other["high"]["1"] + one["high"]["2"] == 40
    assert one["equity"] == pytest.approx((one["high_equity"] + 1) / 2)
    finished = run("equity Ah2hTcTd AsAcKsKc --board 3c4d8hKd --game omaha8")
    assert "high_equity  low_equity  three_quarters" in finished.text


def test_sampled():
    line = "AsAhKsKh random --game omaha --deals 200000 --seed 5"
    one, other = rows(line)
    assert (one["method"], one["deals"], one["seed"]) == ("monte carlo", 200_000, 5)
    assert abs(one["equity"] - 0.70678) < 6 * one["standard_error"]
    assert one["equity"] + other["equity"] == pytest.approx(1)
    again = rows(line)
    assert [row["wins"] for row in again] == [one["wins"], other["wins"]]
    six = rows("AsAhKsKh2c3d random '*' --game omaha6 --mc --se 0.01 --seed 1")
    assert six[0]["standard_error"] <= 0.01


def test_views():
    cards = rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --next-card")
    assert len(cards) == 52 - 8 - 3
    assert {row["card"]: row["equity_1"] for row in cards}["Ac"] > 0.5
    holes = rows("AAKK$ds QcQdJcTd --game omaha --board Qh7d2s --by-hole")
    assert len(holes) == 6
    assert holes[0].keys() == {"hole", "range_weight", "equity"}
    assert holes == sorted(holes, key=lambda row: -row["equity"])
    kinds = rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --categories")
    assert [row["category"] for row in kinds] == list(range(1, 10))
    assert sum(row["QcQdJcTd"] for row in kinds) == pytest.approx(1)
    assert run("equity AsAhKsKh QcQdJcTd --game omaha --board Qh7d2s --next-card").code == 0


def test_a_file(at_home):
    spots = at_home / "spots.csv"
    spots.write_text(
        "name,hero,villain,board\n"
        "a,AsAhKsKh,QcQdJcTd,Qh7c2s\nb,AA$ds,KQJT,Qh7c2s\nc,AsAhKsKh,AsQdJcTc,Qh7c2s\n"
        "d,AsAhKsK,QcQdJcTd,Qh7c2s5d9d\n"
    )
    finished = run(f"equity --from {spots} --game omaha -f json --skip-bad")
    assert finished.code == 0, finished.err
    one, two, bad, river = json.loads(finished.text)
    assert (one["name"], one["deals"], one["method"], one["error"]) == ("a", 820, "exact", None)
    assert one["equity_2"] == rows("AsAhKsKh QcQdJcTd --game omaha --board Qh7c2s")[1]["equity"]
    assert two["equity_1"] == rows("AA$ds KQJT --game omaha --board Qh7c2s")[0]["equity"]
    assert (bad["equity_1"], bad["error"]) == (None, "'AsAhKsKhAsQdJcTcQh7c2s' has As twice")
    assert river["equity_2"] == 1
    halves = run(f"equity --from {spots} --game omaha8 -f json --skip-bad")
    assert json.loads(halves.text)[0]["high_equity_2"] == one["equity_2"]
    told = "row 3: 'AsAhKsKhAsQdJcTcQh7c2s' has As twice"
    assert told in run(f"equity --from {spots} --game omaha").err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("AsAhKsKh --game omaha", "1 player; give 2 to 10 hands or ranges"),
        ("AsAhKsKh AsQdJcTd --game omaha", "players 1 and 2 cannot be dealt together"),
        ("AsAhKsKh2c QcQdJcTd --game omaha", "AsAhKsKh2c"),
        ("AsAhKsKh QcQdJcTd --game omaha --board As2c3c", "player 1 has no hole without a card"),
        ("AsAhKsKh QcQdJcTd --game omaha --board 2c --dead 2c", "both have 2c"),
        ("AsAhKsKh QcQdJcTd --game omaha --board 2c3c4c5c6c7c", "it has 5 at most"),
        ("AsAhKsKh QcQdJcTd --game omaha --by income", "no ranking 'income' of omaha"),
        ("AsAhKsKh QcQdJcTd --game chess", "no game 'chess'"),
        ("random random --game omaha6 --exact", "an exact result is out of reach"),
        ("random QcQdJcTd --game omaha --by-hole --board 2c3c4c", "'random' is any hole"),
        ("AsAhKsKh QcQdJcTd --game omaha --board 2c3c4c5c6c --next-card", "no other comes"),
        ("--from x.csv --game omaha --by equity", "--by is for hands given here"),
        ("AsAhKsKh Qc$xx --game omaha", "$xx"),
    ],
)
def test_what_is_refused(line, told):
    finished = run(f"equity {line}")
    assert finished.code != 0
    assert told in finished.err
    assert finished.err.count("\n") <= 2
