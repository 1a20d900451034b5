"""Hands by what they are worth: the ladder, the classes, and the graph of a small deck."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from helpers.pictures import SVG, svg_of, titles
from pokerlake.queries.charts.classes import (
    ClassCounts,
    class_counts,
    classes_figure,
    draw_graph,
    ladder_figure,
    ladder_rungs,
)
from pokerlake.queries.charts.drawing import svg
from pokerlake.queries.connection import connect
from pokerlake.tables.errors import UsageError


@pytest.fixture(scope="module")
def rungs(lake):
    with connect(lake) as connection:
        return ladder_rungs(connection)


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


# ---------------------------------------------------------------- classes


def test_classes(lake):
    with connect(lake) as connection:
        found = class_counts(connection)
    assert found.counts.sum(axis=1).tolist() == [2_598_960, 20_358_520, 133_784_560]
    told = titles(svg_of(classes_figure(found)))
    assert len(told) == 3 * 9
    assert told[0] == "straight flush: classes 1 to 10, 40 hands of five cards, 0.001539 %"
    assert told[-2] == "one pair: classes 3326 to 6185, 58,627,800 hands of seven cards, 43.82 %"


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


@pytest.mark.parametrize(("ranks", "cards"), [(1, 3), (6, 3), (3, 1), (3, 5)])
def test_large_graphs_are_refused(ranks, cards):
    with pytest.raises(UsageError, match=f"^a graph of {ranks} ranks and {cards} cards is not d"):
        draw_graph(ranks, cards)


def test_the_picture_in_the_docs_is_the_one_drawn(checkout):
    assert draw_graph(3, 3).encode() == (checkout / "docs/graph.svg").read_bytes()
