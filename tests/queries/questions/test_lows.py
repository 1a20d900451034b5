"""Lows of draw at the doors: what discards become, rules of players, and who is at his best."""

import numpy as np
import pytest

import pokerlake as pk
from helpers.command_line import run
from pokerlake.catalogue import BADUGI, DEUCE_SINGLE
from pokerlake.queries.answers.duels import duelists_of

HANDS = "2c3d4h7sKs", "2d4c6h8s9c"


def test_discards_of_badugi():
    found = pk.draw_hand("Ac2d3hKh", game="badugi")
    rows = found.to_dicts()
    assert [row["thrown"] for row in rows[:2]] == ["Kh", ""]
    assert (len(rows), sum(row["draws"] for row in rows)) == (16, 270_725)
    assert rows[0]["high_card"] is None
    ladder = [row for row in found.becomes() if row["thrown"] == "Kh"]
    assert [row["draws"] for row in ladder] == [1] * 10 + [38]
    assert ladder[9]["or_better_percent"] == rows[0]["better_percent"] == pytest.approx(1000 / 48)
    assert rows[0]["becomes"].endswith("badugi, king high 1, three cards, three high 38")


def test_categories_of_lows_are_those_of_high_hands():
    low = pk.draw_hand(HANDS[0], game="27sd").to_arrow().sort_by("thrown")
    high = pk.draw_hand(HANDS[0]).to_arrow().sort_by("thrown")
    # The wheel with an ace is no straight where the ace is high.
    assert low["full_house"].equals(high["full_house"])
    assert low["one_pair"].equals(high["one_pair"])
    assert sum(low["straight"].to_pylist()) == 9180
    assert sum(high["straight"].to_pylist()) == 10_200


def test_who_is_at_his_best_counts_all_discards():
    found = pk.draw_duel([f"{HANDS[0]}:best", f"{HANDS[1]}:9c"], game="27sd")
    assert (found.method, found.deals, found[0]["thrown"]) == ("exact", 1722, "Ks")
    alone = pk.draw_duel([f"{HANDS[0]}:Ks", f"{HANDS[1]}:9c"], game="27sd")
    assert found.equity.tolist() == alone.equity.tolist()
    others = [
        pk.draw_duel([f"{HANDS[0]}:{thrown}", f"{HANDS[1]}:9c"], game="27sd").equity[0]
        for thrown in ("-", "7sKs", "4hKs")
    ]
    assert max(others) < found.equity[0]


def test_several_draws_are_sampled():
    asked = {"game": "badugi", "draws": 2, "deals": 5000, "seed": 3}
    found = pk.draw_duel(["Ac2d3hKh:best", "2c4d6h7s:pat"], **asked)
    alone = pk.draw_duel(["Ac2d3hKh:Kh", "2c4d6h7s:-/pat"], **asked)
    assert (found.method, found.seed, found[0]["thrown"]) == ("monte carlo", 3, "Kh")
    assert found.equity.tolist() == alone.equity.tolist()
    assert [row["rule"] for row in found] == ["8", "pat"]
    assert np.isclose(found.equity.sum(), 1)


def test_rules_as_they_are_written():
    found = duelists_of([f"{HANDS[0]}:10", f"{HANDS[1]}:-/9"], DEUCE_SINGLE)
    assert (found.discards, found.rules) == ((0b10000, 0), ("T", "9"))
    assert duelists_of([*HANDS], DEUCE_SINGLE).rules == ("8", "8")
    assert BADUGI.sizes == (4,)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["draw", "duel", f"{HANDS[0]}:best", f"{HANDS[1]}:best"], "'best' is for one of two"),
        (["draw", "duel", f"{HANDS[0]}:Ks/best", HANDS[1]], "'best' is no rule for later draws"),
        (["draw", "duel", f"{HANDS[0]}:Ks/", HANDS[1]], "has nothing after the slash"),
        (["draw", "duel", f"{HANDS[0]}:", HANDS[1]], "has nothing after the colon"),
        (["draw", "duel", *HANDS, "--draws", "2", "--exact"], "several draws are not counted"),
        (["draw", "duel", *HANDS, "--draws", "4"], "give a whole number, 1 to 3"),
        (["draw", "hand", "2c3d4h7s"], "a hand of 2-7 triple draw has 5"),
    ],
)
def test_what_is_refused(words, problem):
    finished = run(" ".join([*words, "--game", "27td"]))
    assert (finished.code, finished.err.count("\n")) == (2, 1)
    assert problem in finished.err


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("omaha", "no cards are exchanged in omaha"),
        ("badugy", "did you mean .badugi."),
        ("irish", "Irish is not played here"),
        (3, "game is 3; give one of"),
    ],
)
def test_what_is_no_game_of_draw(game, problem):
    with pytest.raises(pk.PokerlakeError, match=f"{problem}"):
        pk.draw_hand(HANDS[0], game=game)
