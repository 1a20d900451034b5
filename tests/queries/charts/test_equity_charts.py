"""Pictures of equity card by card and hole by hole: byte for byte, and their numbers."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from helpers.golden_files import assert_golden
from pokerlake.engine.cards.holes import HAND_INDEX
from pokerlake.engine.cards.text import format_card, parse_hand
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.queries.answers.equity import Situation
from pokerlake.queries.charts.grids.hole_grid import hole_grid
from pokerlake.queries.charts.grids.next_cards import draw_next_cards, next_cards, next_cards_text
from pokerlake.queries.charts.grids.value_grid import draw_grid, grid_text
from pokerlake.tables.errors import UsageError

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture):
    """What is told on hovering, the picture's own title left out."""
    return [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]


def texts(picture):
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]


# ---------------------------------------------------------------- the next card


def test_next_cards_as_a_picture():
    found = next_cards(Situation.parse(["AhKh", "QsQc"], "Jh2h3d", "9c"))
    picture = draw_next_cards(found)
    told = titles(picture)
    assert len(told) == 52
    assert told[0] == "As\nAhKh: 97.67 %, +41.33\nQsQc: 2.33 %, −41.33"
    assert told[2] == "Qs cannot come: whatever they hold, a player has it"
    assert told[13 + 3] == "Jh is on the board"
    assert told[39 + 5] == "9c is dead"
    shown = texts(picture)
    assert shown[0] == "AhKh v QsQc on Jh2h3d: equity of AhKh by the next card"
    assert shown[1:14] == list("AKQJT98765432")
    assert shown[-1] == "Now: 56.34 % for AhKh. Grey: cards that cannot come."
    assert_golden("next_cards.svg", picture.encode())


def test_a_cell_is_the_equity_with_that_card():
    hands, board = ["AhKh", "QsQc", "7d7c"], "Th2h3d"
    found = next_cards(Situation.parse(hands, board))
    ranges = [parse_range(hand) for hand in hands]
    gone = parse_hand("".join([board, *hands])).tolist()
    for card in range(52):
        if card in gone:
            assert np.isnan(found.later[card]).all()
        else:
            exact = equity(ranges, [*parse_hand(board), card])
            assert found.later[card].tolist() == exact.equity.tolist()
    # The equity now is the mean over the cards that come: each is as likely.
    assert np.nanmean(found.later, axis=0) == pytest.approx(found.now, abs=1e-12)
    assert f"{format_card(51)} cannot come" not in draw_next_cards(found)


def test_next_cards_of_three_players_in_the_terminal():
    found = next_cards(Situation.parse(["AhKh", "QsQc", "7d7c"], "Th2h3dAs"), title="Three")
    lines = next_cards_text(found).plain.splitlines()
    assert lines[0] == "Three"
    assert [line for line in lines if line in found.situation.hands] == list(found.situation.hands)
    assert max(map(len, lines)) == 79
    rows = [line for line in lines if line[:2] == "s "]
    assert [row.split()[1] for row in rows] == ["100", "0", "0"]  # the king; the ace is there


def test_nothing_that_comes_changes_anything():
    found = next_cards(Situation.parse(["AcAd", "KhKd"], "AhAs2c"))
    shown = texts(draw_next_cards(found))
    assert "100.00 %, whatever comes." in shown
    assert "now 100.00 %, then 100 to 100 %" in next_cards_text(found).plain


@pytest.mark.parametrize(
    ("hands", "board", "error", "said"),
    [
        (["AhKh", "QsQc"], "Jh2h3d4s5c", UsageError, "the board has five cards; no other comes"),
        (["AhKh", "AhQc"], "", RangeError, "players 1 and 2 cannot be dealt together"),
    ],
)
def test_no_next_cards(hands, board, error, said):
    with pytest.raises(error, match=said):
        next_cards(Situation.parse(hands, board))


# ---------------------------------------------------------------- hole by hole


def test_holes_as_a_picture():
    grid = hole_grid(Situation.parse(["AA, AKs:0.5, QQ", "KK, AQs"], "Qh2h3d"))
    picture = draw_grid(grid)
    told = titles(picture)
    assert len(told) == 169
    assert told[0].startswith("AA: ")
    assert told[0].partition("\n")[0].endswith(" %, the mean of 6 holes")
    assert told[0].count("\n") == 6
    assert told[1].count(", weight 0.5") == 4
    assert told[HAND_INDEX["22"]] == "22: no equity"
    shown = texts(picture)
    assert shown[0] == "AA, AKs:0.5, QQ v KK, AQs on Qh2h3d: equity by hand"
    assert shown[-2] == "Grey: not in the range, or not to be dealt."
    assert_golden("holes.svg", picture.encode())


def test_a_cell_is_the_mean_of_its_holes_by_weight():
    grid = hole_grid(Situation.parse(["AsKs:0.25, AhKh, 72o:0.1", "QQ"], "Qh2h3dJc"))
    against = parse_range("QQ")
    board = parse_hand("Qh2h3dJc")
    one, two = (
        100 * equity([parse_range(hole), against], board).equity[0] for hole in ("AsKs", "AhKh")
    )
    assert one != two
    mean = (0.25 * one + two) / 1.25
    assert grid.hands.values[HAND_INDEX["AKs"]] == pytest.approx(mean, abs=1e-12)
    assert grid.told[HAND_INDEX["AKs"]][1:] == (
        f"AhKh: {two:.2f} %",
        f"AsKs: {one:.2f} %, weight 0.25",
    )
    assert np.flatnonzero(~np.isnan(grid.hands.values)).tolist() == sorted(
        HAND_INDEX[hand] for hand in ("AKs", "72o")
    )


def test_a_mean_of_what_is_certain_is_certain():
    grid = hole_grid(Situation.parse(["73o:0.1, 74o:0.7", "AKs, QQ"], "7c7d7h2c2d"))
    assert [len(told) for told in grid.told if told[1:]] == [4, 4]
    assert grid.hands.given.tolist() == [100, 100]
    assert {label for label in grid.hands.labels if label} == {"100"}
    assert "100 % equity, all hands alike" in texts(draw_grid(grid))


def test_holes_in_the_terminal():
    grid = hole_grid(Situation.parse(["AA, 72o", "KK"], "Kh2h3d"))
    lines = grid_text(grid).plain.splitlines()
    assert lines[0] == "AA, 72o v KK on Kh2h3d: equity by hand"
    assert len(lines[3].split()) == 1
    assert lines[3].split() == [f"{grid.hands.values[0]:.1f}"]
    assert lines[-2] == "The mean of a hand's holes, by their weight in the range."


def test_no_hole_to_draw():
    with pytest.raises(UsageError, match="no hole of 'AA' can be dealt with the others"):
        hole_grid(Situation.parse(["AA", "KK"], "AhAsAd"))
