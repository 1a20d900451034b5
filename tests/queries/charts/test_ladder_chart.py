"""The ladder of hands: its rungs, what they tell, and that no text is over another."""

import struct
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from helpers.golden_files import assert_golden
from pokerlake.queries.charts.drawing import svg
from pokerlake.queries.charts.drawing.output import png
from pokerlake.queries.charts.plots.ladder import (
    Rung,
    draw_ladder,
    ladder_rungs,
    ladder_text,
    percent,
)
from pokerlake.queries.connection import connect

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def rungs(lake):
    with connect(lake) as connection:
        return ladder_rungs(connection)


def test_rungs(rungs):
    assert len(rungs) == 7 + 13 + 8
    assert rungs[0] == Rung("straight flush", 10, 40, 40)
    assert rungs[7] == Rung("one pair, aces", 3545, 84_480, 198_180 + 84_480)
    assert rungs[-1] == Rung("seven high", 7462, 4_080, 2_598_960)
    assert sum(rung.hands for rung in rungs) == 2_598_960


def test_picture(rungs):
    picture = draw_ladder(rungs, "The ladder of five-card hands")
    titles = [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]
    assert len(titles) == len(rungs)
    assert titles[7].split("\n") == [
        "one pair, aces: 84,480 of 2,598,960 hands, 3.25053 %",
        "top 10.8759 %: 282,660 hands are at least as strong",
        "the weakest: one pair, aces, four-three-deuce kickers (class 3,545)",
    ]
    assert_golden("ladder.svg", picture.encode())


def test_bars_are_as_long_as_their_shares(rungs):
    root = ET.fromstring(draw_ladder(rungs))
    for rung, group in zip(rungs, root.iter(f"{SVG}g"), strict=True):
        _, pale, dark = group.findall(f"{SVG}rect")
        start, end = float(pale.get("x")), float(dark.get("x")) + float(dark.get("width"))
        whole = 560 - 2 * svg.MARGIN - 128 - 136
        # To half a hundredth; what would not be seen is a unit and a half long.
        assert end - start == pytest.approx(max(1.5, whole * rung.at_least / 2_598_960), abs=0.02)
        wanted = max(1.5, whole * rung.hands / 2_598_960)
        assert float(dark.get("width")) == pytest.approx(wanted, abs=0.02)
        assert float(dark.get("x")) == pytest.approx(start + float(pale.get("width")), abs=0.02)


def test_no_text_is_over_another(rungs):
    root = ET.fromstring(draw_ladder(rungs, "The ladder of five-card hands"))
    width = float(root.get("width"))
    boxes = []
    for text in root.iter(f"{SVG}text"):
        size = float(text.get("font-size", svg.TEXT_SIZE))
        x, y, long = float(text.get("x")), float(text.get("y")), svg.text_width(text.text, size)
        left = x - long * {None: 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        assert left >= svg.MARGIN - 6
        assert left + long <= width - svg.MARGIN + 6
        boxes.append((left, left + long, y - 0.8 * size, y + 0.25 * size))
    assert len(boxes) == 1 + 2 + 6 + 1 + 3 * len(rungs)
    for (a, b, top, bottom), (c, d, above, below) in combinations(boxes, 2):
        assert b <= c or d <= a or bottom <= above or below <= top


@pytest.mark.parametrize("size", [400, 2000])
def test_sizes(rungs, size):
    made = png(draw_ladder(rungs, "The ladder of five-card hands"), size)
    assert struct.unpack(">I", made[16:20]) == (size,)


def test_for_a_terminal(rungs):
    lines = ladder_text(rungs, "The ladder").plain.splitlines()
    assert lines[0] == "The ladder"
    assert lines[2].split() == ["0", "%", "100", "%", "dealt", "%", "top", "%"]
    bars = [line for line in lines[3:] if line]
    assert [line[:16].rstrip() for line in bars] == [rung.name for rung in rungs]
    assert bars[-1] == f"{'seven high':16}  {'░' * 39}█    0.157   100.00"
    assert {len(line) for line in bars} == {76}


@pytest.mark.parametrize(
    ("share", "text"),
    [(1, "100.00"), (0.0325053, "3.25"), (0.01, "1.00"), (0.0017, "0.170"), (1.539e-5, "0.00154")],
)
def test_percent(share, text):
    assert percent(share) == text
