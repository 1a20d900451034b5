"""The picture of a small graph: every node and edge is in it, and it is the one in the docs."""

import re
from xml.etree import ElementTree as ET

import pytest

from pokerlake.queries.charts.plots.rank_graph import draw_graph
from pokerlake.tables.errors import UsageError

SVG = "{http://www.w3.org/2000/svg}"


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
