"""Games of stud at Python's doors and SQL's: columns of situations, showdowns and deals."""

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pokerkit
import pytest

import pokerlake as pk
from pokerlake.catalogue import RAZZ, STUD_GAMES
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.lookup import omaha
from pokerlake.queries.answers.ranges.omaha import OmahaReader
from pokerlake.tables.errors import UsageError

HIGH = {"razz": pokerkit.RegularLowHand}


def test_columns_of_situations_are_those_one_by_one(lake):
    heroes, villains = ["Ah2h3d4s5c6c", "A2345x", None], ["KsKdKc7h8d9s", "678T9J", "Kc"]
    dead = "QcQdQhQsJcJdJhJs"
    for game in STUD_GAMES:
        found = pk.equities(heroes[:1], villains[:1], dead=dead, game=game)
        one = pk.equity(heroes[0], villains[0], dead=dead, game=game)
        assert found.equity[0].tolist() == one.equity.tolist()
        text = f"select equities(['{heroes[0]}', '{villains[0]}'], '', '{dead}', '{game}')"
        assert pk.sql(text, lake=lake).fetchall()[0][0] == one.equity.tolist()
    razz = pk.equities(heroes, villains, game="razz")
    assert np.isnan(razz.equity[2]).all()
    with pytest.raises(UsageError, match="razz has no board"):
        pk.equities(heroes[:1], villains[:1], board="AcKc2d", game="razz")


@pytest.mark.parametrize("game", STUD_GAMES)
def test_showdowns_as_pokerkit_has_them(game):
    dealt = pk.deal(40, players=3, game=game, seed=44)
    assert dealt.board is None
    found = pk.winners(dealt)
    again = pk.winners(*dealt.holes, game=game)
    assert found.shares.tolist() == again.shares.tolist()
    for row, texts in enumerate(zip(*(hole.texts for hole in dealt.holes), strict=True)):
        shares = halves(HIGH.get(game, pokerkit.StandardHighHand), texts)
        if game == "stud hi-lo":
            lows = halves(pokerkit.EightOrBetterLowHand, texts)
            shares = (shares + (lows if lows.any() else shares)) / 2
        assert found.shares[row] == pytest.approx(shares)


def halves(kind, texts):
    hands = [kind.from_game_or_none(text) for text in texts]
    there = [hand for hand in hands if hand is not None]
    won = np.array([hand is not None and hand == max(there) for hand in hands], float)
    return won / max(won.sum(), 1)


def test_what_stud_has_not():
    for ask in (
        lambda: pk.deal(2, players=2, board=3, game="stud"),
        lambda: pk.winners("AhKhQhJhTh9h8h", "2c2d2h3c3d3h4c", board="AsKsQs", game="razz"),
        lambda: pk.deals("A23", "234", board="AsKsQs", game="razz"),
    ):
        with pytest.raises(UsageError, match="board"):
            ask()


def test_ranges_of_all_games_are_read_and_written():
    razz = pk.Range("(A2)/[3-5], (A6)/7@50", game="razz")
    assert (razz.combos, pk.Range(str(razz), game="razz") == razz) == (224, True)
    badugi = pk.Range("[A-3][A-3][A-3][A-3]$np, [2-A]xKyQz!K", game="badugi", dead="Ac")
    assert pk.Range(str(badugi), game="badugi") == badugi
    lows = pk.Range("[A-8][A-8][A-8][A-8][A-8]$np", game="a5td")  # 8 or better, pat
    assert lows.combos == sum(1 for five in combinations("A2345678", 5)) * 4**5
    best = pk.Range("0.5%", game="27td").holes  # the best come first
    hands = {frozenset(hand[0:10:2]) for hand in best}
    assert hands <= {frozenset(five) for five in combinations("2345678", 5)}
    with pytest.raises(RangeError, match="a range of badugi is none of omaha"):
        pk.equity(badugi, "AAxx", game="omaha")
    by_range = pk.equity(razz, "KKQ", game="razz").equity
    assert by_range == pytest.approx(pk.equity("(A2)/[3-5], (A6)/7:0.5", "KKQ", game="razz").equity)


def test_percentages_are_the_best_starts(lake, monkeypatch):
    """Of the table of razz: whole starts by rank in order, and a part of the one that fills it."""
    with (Path(__file__).parents[1] / "given" / "razz_starts.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    values = np.array([2 * int(row["win"]) + int(row["tie"]) for row in rows], float)
    monkeypatch.setattr(omaha, "kept", lambda lake, table, make: values)
    left, expected = 2210, {}
    for at in np.argsort(-values).tolist():
        combos = min(int(rows[at]["combos"]), left)
        left -= combos
        if combos:
            expected[rows[at]["start"]] = combos
    found = OmahaReader(RAZZ, lake).read("top 10%")
    combos = Counter()
    for hole, weight in zip(found.holes.tolist(), found.weights.tolist(), strict=True):
        ranks = sorted(((card >> 2) + 1) % 13 for card in hole)
        combos["".join("A23456789TJQK"[rank] for rank in ranks)] += weight
    assert combos == pytest.approx(expected)
    some = pk.equity("10%", "KKK", game="razz", lake=lake, deals=1000, method="monte carlo")
    assert some.equity[0] > 0.8
