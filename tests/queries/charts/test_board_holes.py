"""The holes on a board are those of that very board, suits and all."""

import numpy as np
import pytest

from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import format_hole, hole_cards, parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.strength.transitions import strengths
from pokerlake.queries.charts.boards.board_holes import (
    MEASURES,
    board_holes,
    board_title,
    names_of,
    require_measure,
)
from pokerlake.tables.errors import UsageError


def of_hole(found, measure, hole):
    return found.measures[measure][found.holes.tolist().index(parse_hole(hole))]


def test_ace_queen_of_hearts():
    """The Loki-style document's hand on its own flop; two-step figures and EHS as corrected."""
    found = board_holes("3h4sJh")
    assert (found.board, len(found.holes)) == ("3h4sJh", 1176)
    expected = {
        "hs": 0.5851063829787234,
        "ppot1": 0.30112721417069244,
        "npot1": 0.0993939393939394,
        "ppot2": 0.50417891287456507,
        "npot2": 0.14514153391623746,
        "ehs": 0.70936375783739,
        "equity": 0.70936375783739,
    }
    for measure, value in expected.items():
        assert of_hole(found, measure, "AhQh") == pytest.approx(value, rel=1e-13), measure
    assert of_hole(found, "ppot2", "AsQs") != pytest.approx(expected["ppot2"], rel=0.1)


@pytest.mark.parametrize("board", ["3h4sJh", "Jd3d4c", "2s2h2d", "7s5s6s"])
def test_every_hole_has_the_value_of_its_own_suits(board):
    """Against the engine's counts on the raw board, where holes are told apart by other means."""
    found = board_holes(board)
    cards = np.sort(parse_hand(board))
    raw = strengths(cards[None])
    hs = dict(zip(raw.hole.tolist(), (raw.now[:, 0] + raw.now[:, 1] / 2) / 1081, strict=True))
    same = [image for image in suit_images() if np.array_equal(np.sort(image[cards]), cards)]
    for hole, value in zip(found.holes, found.measures["hs"], strict=True):
        low, high = np.sort([image[hole_cards()[hole]] for image in same], axis=1).T.astype(int)
        smallest = int((high * (high - 1) // 2 + low).min())
        assert value == pytest.approx(hs[smallest], abs=1e-15), format_hole(hole)


def test_holes_that_are_the_same_up_to_suits():
    found = board_holes("3h4sJh")
    groups = {}
    for hole, alike in zip(found.holes.tolist(), found.alike.tolist(), strict=True):
        groups.setdefault(alike, []).append(hole)
    names = {names_of(group) for group in groups.values()}
    assert {"AhQh", "AsQs", "AdQd, AcQc", "AhQd, AhQc", "AdAc", "AsAh"} <= names
    assert sum(len(group) for group in groups.values()) == 1176


@pytest.mark.parametrize(
    ("board", "holes", "measures"),
    [
        ("3h4sJhKd", 1128, ["ehs", "equity", "equity_squared", "hs", "npot1", "ppot1"]),
        ("2s2h9s9h", 1128, ["ehs", "equity", "equity_squared", "hs", "npot1", "ppot1"]),
        ("Kc3h4sJhKd", 1081, ["ehs", "equity", "equity_squared", "hs"]),
    ],
)
def test_turns_and_rivers(board, holes, measures):
    found = board_holes(board)
    assert len(found.holes) == holes
    assert sorted(found.measures) == measures
    # Every pair of disjoint holes is dealt to either player as often.
    assert found.measures["equity"].mean() == pytest.approx(0.5)
    assert found.measures["hs"].mean() == pytest.approx(0.5)


def test_a_board_that_plays():
    found = board_holes("TsJsQsKsAs")
    assert set(found.measures["hs"].tolist()) == {0.5}


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("", "'' has 0 cards; a board has 3, 4 or 5"),
        ("AhKh", "'AhKh' has 2 cards; a board has 3, 4 or 5"),
        ("2c3c4c5c6c7c", "'2c3c4c5c6c7c' has 6 cards; a board has 3, 4 or 5"),
        ("3h4s3h", "'3h4s3h' has 3h twice"),
        ("3h4sJ", "'3h4sJ' at character 5: 'J' has no suit; suits are cdhs"),
        ("flop", "'flop' at character 1: 'f' is not a rank; ranks are 23456789TJQKA"),
    ],
)
def test_what_is_no_board(board, problem):
    with pytest.raises(CardError) as raised:
        board_holes(board)
    assert str(raised.value) == problem


def test_measures():
    for name, called in MEASURES.items():
        assert require_measure(name, 3) == called
    assert require_measure("ppot1", 4) == "one-step PPot"


@pytest.mark.parametrize(
    ("name", "cards", "problem"),
    [
        ("eqity", 3, "no measure 'eqity'; did you mean 'equity'?"),
        ("ppot2", 4, "a turn has no ppot2: one card is to come"),
        ("npot2", 5, "a river has no npot2: no card is to come"),
        ("ppot1", 5, "a river has no ppot1: no card is to come"),
    ],
)
def test_measures_that_are_not_there(name, cards, problem):
    with pytest.raises(UsageError) as raised:
        require_measure(name, cards)
    assert str(raised.value) == problem


def test_titles():
    assert board_title("equity of AA", None) == "Equity of AA over all flops, against a random hand"
    assert board_title("EHS", "3H, 4s jh", "QQ+") == "EHS on 3h4sJh, against QQ+"
