"""The grid of a board: byte for byte, what is in it, and its numbers one by one."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from helpers.golden_files import assert_golden
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, dead_holes, hand_combos, hand_of_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.queries.charts.boards.board_grid import board_grid, grid_of_means
from pokerlake.queries.charts.boards.board_holes import board_holes
from pokerlake.queries.charts.drawing.colours import NOTHING
from pokerlake.queries.charts.grids.value_grid import draw_grid, grid_text
from pokerlake.tables.errors import UsageError

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture):
    """What is told on hovering, the picture's own title left out."""
    return [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]


def texts(picture):
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]


def fake_grid():
    """A hand's value is its number: 168 for AA, 1 for 32o; of 22 nothing is left."""
    values = np.append(np.arange(168, 0, -1) / 2, np.nan)
    combos = (*hand_combos()[:-1].tolist(), 0)
    holes = tuple(
        (f"{hand} in hearts: {value:.2f} %", f"{hand} & others: 0.00 %") if combos else ()
        for hand, value, combos in zip(HANDS, values, combos, strict=True)
    )
    return grid_of_means("2h2s2c2d", "EHS", values, combos, holes)


def test_grid_of_a_board():
    picture = draw_grid(fake_grid())
    told = titles(picture)
    assert len(told) == 169
    assert told[0] == (
        "AA: 84.00 % EHS, the mean of 6 live combos\nAA in hearts: 84.00 %\nAA & others: 0.00 %"
    )
    assert told[-1] == "22: no combo is left on 2h2s2c2d"
    assert re.search(
        rf'fill="{NOTHING}"/><rect [^>]*fill="none" [^>]*/><text [^>]*>22</text></g>', picture
    )
    assert "Grey: no combo left, 22." in texts(picture)
    assert texts(picture)[0] == "EHS of each hand on 2h2s2c2d, against a random hand"
    assert_golden("board_grid.svg", picture.encode())


def test_a_cell_is_the_mean_of_live_holes():
    grid = board_grid("3h4sJh", "ehs")
    values = board_holes("3h4sJh").measures["ehs"]
    live = np.flatnonzero(~dead_holes(parse_hand("3h4sJh").tolist()))
    for hand, mean in enumerate(grid.hands.values.tolist()):
        own = hand_of_hole()[live] == hand
        assert mean == pytest.approx(100 * values[own].mean(), abs=1e-12)
        assert grid.told[hand][0].endswith(f" % EHS, the mean of {own.sum()} live combos")
    assert grid.told[HAND_INDEX["JJ"]][0].endswith("the mean of 3 live combos")
    assert grid.told[HAND_INDEX["AQs"]][1:] == (
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
    assert grid.told[0] == ("AA: no combo is left on AsAhAd",)
    assert "AKs: 100.00 % HS, 1 live combo\nAcKc: 100.00 %" in titles(draw_grid(grid))


def test_grid_of_a_board_in_the_terminal():
    text = grid_text(fake_grid()).plain
    assert text.startswith("EHS of each hand on 2h2s2c2d, against a random hand\n\n  AA    AKs")
    assert "0.5 to 84 % EHS; 168 of 169 hands have a value" in text
    assert "\nAgainst one random opponent; the mean of a hand's live combos.\n" in text
    assert text.endswith("Suited hands are above the diagonal of pairs, offsuit hands below.")
    assert max(map(len, text.splitlines())) <= 80


def test_grids_that_cannot_be():
    with pytest.raises(UsageError, match=r"^no measure 'ehss'; did you mean 'ehs'\?$"):
        board_grid("3h4sJh", "ehss")
    with pytest.raises(UsageError, match=r"^a turn has no ppot2: one card is to come$"):
        board_grid("3h4sJh2c", "ppot2")
    with pytest.raises(CardError, match=r"^'3h4s' has 2 cards; a board has 3, 4 or 5$"):
        board_grid("3h4s")
