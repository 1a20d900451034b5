"""Grids of hands: what is in a cell and what it tells, of values, kinds, ranges and boards."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from given.figures import FIGURES, VALUES, weights
from helpers.pictures import cells, svg_of, text_of, texts, titles
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, dead_holes, hand_of_hole
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import hand_weights
from pokerlake.queries.charts.given import HandKinds, HandValues, board_holes
from pokerlake.queries.charts.hand_grids import (
    KindGrid,
    hand_shares,
    looks_of,
    range_figure,
    range_total,
    value_grid,
)
from pokerlake.queries.charts.range_chart import board_grid
from pokerlake.tables.errors import UsageError


def picture_of(name):
    return svg_of(FIGURES[name]())


# ---------------------------------------------------------------- values


def test_grid_of_one_value():
    values = np.where(VALUES == 165, 7.0, np.nan)
    picture = svg_of(value_grid(HandValues(values)).figure())
    assert cells(picture)["AJs"][2] == ["AJs", "7"]
    assert "7, all hands alike" in picture
    assert "linearGradient" not in picture


@settings(max_examples=15)
@given(
    st.lists(st.floats(allow_infinity=False), min_size=169, max_size=169),
    st.lists(st.none() | st.text(), min_size=169, max_size=169),
    st.text(),
    st.text(),
)
def test_any_values_make_a_picture(values, labels, title, unit):
    hands = HandValues(np.array([1.0, *values[1:]]), tuple(labels))
    assert set(cells(svg_of(value_grid(hands, title, unit).figure()))) == set(HANDS)


@settings(max_examples=10)
@given(st.text(), st.floats(allow_nan=False, allow_infinity=False))
def test_labels_take_no_more_than_their_cell(label, value):
    values = np.where(VALUES == 168, value, np.nan)
    hands = HandValues(values, (label, *(None,) * 168))
    rows = text_of(value_grid(hands).figure()).split("\n")[:26]
    assert {cell_len(row) for row in rows} == {78}


# ---------------------------------------------------------------- ranges


def test_shares_are_of_combos():
    shares = hand_shares(weights(AA=1, AKs=[1, 0, 0.5, 0], KK=0.25))
    assert shares[[0, 1, HAND_INDEX["KK"], 168]].tolist() == [1, 0.375, 0.25, 0]
    assert range_total(shares) == "9 of 1,326 combos, 0.679 %"
    with pytest.raises(UsageError, match=r"^the range is empty; there is nothing to draw$"):
        hand_shares(np.zeros(1326))


def test_a_cell_is_filled_as_far_as_it_is_in_the_range():
    found = cells(picture_of("range_weighted"))
    assert found["AKs"][0] == "AKs: 1.5 of 4 combos, 37.5 %"
    ground, fill = found["AKs"][1]
    assert float(fill.get("height")) == pytest.approx(0.375 * float(ground.get("height")), abs=0.01)
    assert float(fill.get("y")) + float(fill.get("height")) == pytest.approx(
        float(ground.get("y")) + float(ground.get("height"))
    )
    assert found["AKs"][2] == ["AKs", "37.5%"]
    assert len(found["AA"][1]) == 2
    assert found["AA"][2] == ["AA"]
    assert found["22"][0] == "22: 0 of 6 combos, 0 %"
    assert len(found["22"][1]) == 1


def test_combos_of_hands_are_no_range():
    """169 sums of weights, up to 12, were drawn as shares of up to 12 times all combos."""
    combos = hand_weights(parse_range("22+,A2s+,KTo+"))
    with pytest.raises(RangeError, match=r"^a range is 1326 weights; an array of shape \(169,\)"):
        range_figure(combos)
    with pytest.raises(RangeError, match=r"^a range is 1326 weights; an array of shape \(169,\)"):
        range_figure(combos / 12)


# ---------------------------------------------------------------- kinds


def kinds(*labels, values=None, **shares):
    """Kinds of the first hands, one each; or shares of kinds of AKs."""
    made = np.zeros((len(labels) or len(shares), 169))
    if shares:
        made[:, HAND_INDEX["AKs"]] = list(shares.values())
        return HandKinds(tuple(shares), made)
    made[range(len(labels)), range(len(labels))] = 1
    return HandKinds(labels, made, values)


def test_a_cell_is_divided_by_its_shares():
    looks = looks_of(("fold", "raise 2.5", "call", "raise 9"))
    assert looks.order == (3, 1, 2, 0)
    red, light_red, green, blue = (looks.colours[kind] for kind in looks.order)
    found = {}
    for hand, (_, (ground, *parts), _) in cells(picture_of("kinds")).items():
        whole = float(ground.get("width"))
        found[hand] = [
            (part.get("fill"), round(float(part.get("width")) / whole, 2)) for part in parts
        ]
    assert found["AA"] == [(red, 0.5), (light_red, 0.5)]
    assert found[HANDS[30]] == [(red, 0.25), (light_red, 0.25), (green, 0.5)]
    assert found["22"] == [(blue, 1)]


def test_a_cell_tells_its_shares():
    grid = KindGrid(kinds(fold=0.25, **{"raise": 0.6}))
    assert grid.cells()[HAND_INDEX["AKs"]].tooltip == ("AKs: 4 combos", "raise: 60 %", "fold: 25 %")
    assert texts(svg_of(grid.figure()))[-4:-1] == [
        "raise: 60 %",
        "fold: 25 %",
        "The legend has the share of the 4 combos that have a kind; 15 % has none, grey.",
    ]


def test_values_that_are_no_shares_are_written():
    values = np.full(169, np.nan)
    values[:2] = 3.25, -0.5
    grid = KindGrid(kinds("raise", "fold", values=values), unit="bb")
    cell = grid.cells()[0]
    assert (cell.below, cell.tooltip) == ("3.25", ("AA: 6 combos", "raise: 3.25 bb"))
    assert "\nr 3.25f" in text_of(grid.figure())


def test_actions_have_their_colours_whatever_they_are_called():
    spelled = (
        "Raise", "RAISE 2.5bb", "3-bet", "all in", "jam", "Call", "check", "bet 33%", "folds"
    )  # fmt: skip
    found = looks_of(spelled)
    assert [spelled[kind] for kind in found.order] == [
        "all in", "jam", "3-bet", "RAISE 2.5bb", "Raise", "bet 33%", "Call", "check", "folds"
    ]  # fmt: skip
    assert len(set(found.colours)) == len(set(found.letters)) == len(spelled)
    assert [found.letters[spelled.index(one)] for one in ("Call", "check", "folds")] == list("cxf")


def test_too_many_kinds():
    with pytest.raises(
        UsageError, match=r"^column 'label' has 8 kinds; a chart has colours for 7 be"
    ):
        looks_of(list("stuvwqyz"))
    sizes = [f"raise {size}" for size in range(5)]
    with pytest.raises(UsageError, match=r"^5 kinds as 'raise 0'; a chart has 4 shades of one$"):
        looks_of(sizes)


# ---------------------------------------------------------------- boards


def test_a_cell_is_the_mean_of_live_holes():
    grid = board_grid("3h4sJh", "ehs")
    values = board_holes("3h4sJh").measures["ehs"]
    live = np.flatnonzero(~dead_holes(parse_hand("3h4sJh").tolist()))
    for hand, mean in enumerate(grid.hands.values.tolist()):
        own = hand_of_hole()[live] == hand
        assert mean == pytest.approx(100 * values[own].mean(), abs=1e-12)
        assert grid.tooltips[hand][0].endswith(f" % EHS, the mean of {own.sum()} live combos")
    assert grid.tooltips[HAND_INDEX["JJ"]][0].endswith("the mean of 3 live combos")
    assert grid.tooltips[HAND_INDEX["AQs"]][1:] == (
        "AhQh: 70.94 %",
        "AsQs: 53.61 %",
        "AdQd, AcQc: 51.06 %",
    )
    # Weighted by combos, what one player has more of the other has less: the mean is a half.
    equity = board_grid("3h4sJh", "equity")
    combos = np.bincount(hand_of_hole()[live])
    assert np.average(equity.hands.values, weights=combos) == pytest.approx(50)


def test_a_board_that_leaves_nothing_of_a_hand():
    grid = board_grid("AsAhAd", "hs")
    assert np.isnan(grid.hands.values[0])
    assert grid.tooltips[0] == ("AA: no combo is left on AsAhAd",)
    assert "AKs: 100.00 % HS, 1 live combo\nAcKc: 100.00 %" in titles(svg_of(grid.figure()))
