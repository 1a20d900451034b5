"""Hands by what they are worth: the ladder, the classes, and the graph of a small deck."""

import re
import struct
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from helpers.pictures import SVG, svg_of, text_of, titles
from pokerlake.queries.charts.classes import (
    ClassCounts,
    Rung,
    class_counts,
    classes_figure,
    draw_graph,
    ladder_figure,
    ladder_rungs,
    percent,
)
from pokerlake.queries.charts.drawing import svg
from pokerlake.queries.charts.drawing.output import png
from pokerlake.queries.connection import connect
from pokerlake.tables.errors import UsageError


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


def test_bars_are_as_long_as_their_shares(rungs):
    root = ET.fromstring(svg_of(ladder_figure(rungs)))
    for rung, group in zip(rungs, root.iter(f"{SVG}g"), strict=True):
        _, pale, dark = group.findall(f"{SVG}rect")
        start, end = float(pale.get("x")), float(dark.get("x")) + float(dark.get("width"))
        whole = 560 - 2 * svg.MARGIN - 128 - 136
        # To half a hundredth; what would not be seen is a unit and a half long.
        assert end - start == pytest.approx(max(1.5, whole * rung.at_least / 2_598_960), abs=0.02)
        wanted = max(1.5, whole * rung.hands / 2_598_960)
        assert float(dark.get("width")) == pytest.approx(wanted, abs=0.02)
        assert float(dark.get("x")) == pytest.approx(start + float(pale.get("width")), abs=0.02)


@pytest.mark.parametrize("size", [400, 2000])
def test_sizes(rungs, size):
    made = png(svg_of(ladder_figure(rungs, "The ladder of five-card hands")), size)
    assert struct.unpack(">I", made[16:20]) == (size,)


def test_for_a_terminal(rungs):
    lines = text_of(ladder_figure(rungs, "The ladder")).splitlines()
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


# ---------------------------------------------------------------- classes


def test_classes(lake):
    with connect(lake) as connection:
        found = class_counts(connection)
    assert found.counts.sum(axis=1).tolist() == [2_598_960, 20_358_520, 133_784_560]
    told = titles(svg_of(classes_figure(found)))
    assert len(told) == 3 * 9
    assert told[0] == "straight flush: classes 1 to 10, 40 hands of five cards, 0.001539 %"
    assert told[-2] == "one pair: classes 3326 to 6185, 58,627,800 hands of seven cards, 43.82 %"


def test_classes_in_the_terminal(lake):
    with connect(lake) as connection:
        lines = text_of(classes_figure(class_counts(connection))).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == ["straight", "flush", "five", "▏", "0.0015", "10"]
    assert lines[24].split()[0] == "seven"
    assert lines[24].split()[-2:] == ["43.82", "1,470"]


def test_a_dot_for_each_class_that_occurs():
    """Six classes of two categories: three alike side by side, none of one, two apart."""
    categories = np.repeat(np.arange(1, 10), [10, 156, 156, 1277, 10, 858, 858, 2860, 1277])
    counts = np.zeros((3, 7462), np.int64)
    counts[:, [0, 1, 2, 4000, 7461]] = [4, 4, 4, 8, 80]
    picture = svg_of(classes_figure(ClassCounts(categories, counts)))
    dots = re.findall(r'<path d="(M[^"]*)"[^>]*stroke-linecap="round"', picture)
    assert len(dots) == 3
    assert [len(dot.split("M")) - 1 for dot in dots] == [3, 3, 3]
    assert dots[0].split("M")[1].endswith("h0.2")


# ---------------------------------------------------------------- the rank graph


def test_three_ranks_and_three_cards():
    picture = ET.fromstring(draw_graph())
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    nodes = [text for text in texts if re.fullmatch("no card|[1-3]( [1-3])*", text)]
    assert len(nodes) == 1 + 3 + 6 + 10
    assert {"no card", "2", "1 3", "1 1 1", "1 2 3"} <= set(nodes)
    assert len(list(picture.iter(f"{SVG}path"))) == 3 * (1 + 3 + 6)


def test_no_rank_more_than_four_times():
    labels = re.findall(r">(1[ 1]*)<", draw_graph(2, 4))
    assert max(labels, key=len) == "1 1 1 1"
    assert "1 1 1 1 1" not in draw_graph(2, 4)


@pytest.mark.parametrize(("ranks", "cards"), [(1, 3), (6, 3), (3, 1), (3, 5)])
def test_large_graphs_are_refused(ranks, cards):
    with pytest.raises(UsageError, match=f"^a graph of {ranks} ranks and {cards} cards is not d"):
        draw_graph(ranks, cards)


def test_the_picture_in_the_docs_is_the_one_drawn(checkout):
    assert draw_graph(3, 3).encode() == (checkout / "docs/graph.svg").read_bytes()
