"""The best and the worst flops for a hand, against exact ranks of all of them."""

from fractions import Fraction

import numpy as np
import pytest

from helpers.board_rows import WHOLE, ratios
from helpers.queries import ask
from pokerlake.engine.cards.holes import HANDS, hand_of_hole

STREETS = {"flop": 3, "turn": 4, "river": 5}


# ---------------------------------------------------------------- best_flops


def means(rows, hand, column):
    """On each flop the exact mean over the raw holes of a hand."""
    held = hand_of_hole()[rows["hole_id"]] == HANDS.index(hand)
    board, weight = rows["board_id"][held], rows["weight"][held]
    of = np.bincount(board, weight, 1755).astype(int).tolist()
    values = np.bincount(board, weight * rows[column][held], 1755).astype(int).tolist()
    whole = {"hs": 2162, "equity": 2 * WHOLE}[column]
    return {i: Fraction(v, n * whole) for i, (v, n) in enumerate(zip(values, of, strict=True)) if n}


@pytest.mark.parametrize(
    ("hand", "by"), [("AA", "equity"), ("AKs", "hs"), ("72o", "hs"), ("54s", "equity")]
)
def test_best_flops_as_ranked_exactly(whole, flop_hands, flops, hand, by):
    """Flops of one value are tied, and in the order of their numbers."""
    exact = means(flop_hands, hand, by)
    order = sorted(exact, key=lambda board: (-exact[board], board))
    values = [exact[board] for board in order]
    found = ask(whole, "best_flops", hand=hand, by=by, count="1755")
    assert [row["board"] for row in found] == [flops["board"][board] for board in order]
    firsts = {value: place for place, value in reversed(list(enumerate(values, start=1)))}
    assert [row["rank"] for row in found] == [firsts[value] for value in values]
    assert len(firsts) < len(found)
    assert [row[by] for row in found] == pytest.approx(list(map(float, values)), abs=1e-15)
    combos = {"AA": 6, "AKs": 4, "72o": 12, "54s": 4}[hand]
    assert sum(row["deals"] for row in found) == combos * 19_600
    for row, board in zip(found, order, strict=True):
        assert (row["suits"], row["pairing"]) == (flops["suits"][board], flops["pairing"][board])


@pytest.mark.parametrize(("count", "opponents"), [(1, 1), (10, 4), (1000, 2)])
def test_best_flops_are_both_ends(whole, flop_hands, count, opponents):
    parameters = {"hand": "JTs", "by": "ehs", "opponents": str(opponents)}
    every = ask(whole, "best_flops", count="1755", **parameters)
    found = ask(whole, "best_flops", count=str(count), **parameters)
    ends = every if 2 * count >= 1755 else every[:count] + every[-count:]
    assert [(row["rank"], row["board"]) for row in found] == [
        (row["rank"], row["board"]) for row in ends
    ]
    held = hand_of_hole()[flop_hands["hole_id"]] == HANDS.index("JTs")
    rows = {name: values[held] for name, values in flop_hands.items()}
    ehs = ratios(rows, opponents)["ehs"]
    weight = np.bincount(rows["board_id"], rows["weight"], 1755)
    expected = np.bincount(rows["board_id"], rows["weight"] * ehs, 1755) / weight
    assert sorted(row["ehs"] for row in every) == pytest.approx(np.sort(expected), rel=1e-12)
    for worse, better in zip(every[1:], every, strict=False):
        assert worse["ehs"] <= better["ehs"] + 1e-12


def test_best_flops_by_hand(whole):
    """Quad aces lose to straight flushes only; the fewest go through a deuce or a king."""
    found = ask(whole, "best_flops", hand="AA", count="24")[:24]
    assert [(row["rank"], row["board"]) for row in found[:11]] == [
        (1, "2cAdAh"), (1, "KcAdAh"), (3, "3cAdAh"), (3, "QcAdAh"), (5, "4cAdAh"), (5, "JcAdAh"),
        (7, "5cAdAh"), (7, "6cAcAd"), (7, "9cAcAd"), (7, "TcAdAh"), (11, "6cAdAh"),
    ]  # fmt: skip
    assert all(row["board"].count("A") == 2 for row in found)
    (best, worst) = ask(whole, "best_flops", hand="72o", by="hs", count="1")
    assert (best["rank"], best["board"], best["hs"]) == (1, "2c2d2h", 1.0)
    assert worst["hs"] < 0.01
