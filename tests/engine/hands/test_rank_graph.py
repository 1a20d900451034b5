"""The rank graph, whole, against the recount's, and the merged graph against that."""

import numpy as np
import pytest

from oracle import recount
from oracle.five_pointer import flush_classes
from pokerlake.engine.hands.rank_graph import LAYERS, MERGED_LAYERS, merged_graph, rank_graph


def test_layers():
    assert LAYERS == (13, 91, 455, 1820, 6175, 18395, 49205)
    assert sum(LAYERS) == len(rank_graph().next) == 76_154
    assert sum(MERGED_LAYERS) == len(merged_graph().next) == 27_428


@pytest.mark.parametrize(
    "column",
    [
        "next",
        "flush_class",
        "rank_class",
        "cards",
        "worst_rank_class",
        "best_rank_class",
        "worst_flush_class",
        "best_flush_class",
    ],
)
def test_every_node_is_the_recounts(column):
    ours, theirs = getattr(rank_graph(), column), getattr(recount.rank_graph(), column)
    assert np.array_equal(ours, theirs)


def test_extremes():
    graph = rank_graph()
    assert graph.worst_rank_class.max() == 7414  # 9-8-7-5-4: no seven cards leave a worse hand
    assert graph.best_rank_class.min() == 11
    assert graph.rank_class.max() == 7462
    assert graph.flush_class.max() == graph.worst_flush_class.max() == 1599


def test_merging_loses_nothing():
    """Every node of the graph and its merged node have equal classes and equal ways on."""
    graph, merged = rank_graph(), merged_graph()
    place = np.zeros(len(graph.next), np.int64)
    place[:13] = merged.next[0]
    seen = np.zeros(len(graph.next), bool)
    seen[:13] = True
    starts = np.cumsum((0, *LAYERS))
    for depth in range(6):
        layer = slice(starts[depth], starts[depth + 1])
        for rank in range(13):
            heads, merged_heads = graph.next[layer, rank], merged.next[place[layer], rank]
            there = heads > 0
            assert (merged_heads[~there] == 0).all()
            known = there & seen[heads]
            assert (place[heads[known]] == merged_heads[known]).all()  # all paths meet again
            place[heads[there]] = merged_heads[there]
            seen[heads[there]] = True
    assert seen.all()
    has_class = graph.rank_class > 0
    assert (merged.rank_class[place[has_class]] == graph.rank_class[has_class]).all()
    assert (merged.rank_class[place[~has_class]] == 0).all()
    has_flush = graph.flush_class > 0
    assert (
        flush_classes(merged.rank_class)[place[has_flush]] == graph.flush_class[has_flush]
    ).all()
