"""The numbers of the graph's nodes, and what stands in the tables by them."""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.hands.rank_graph import flush_of_set, merged_graph, node_numbers


@pytest.mark.parametrize("k", [5, 6, 7])
def test_every_node_by_its_number(k):
    """All tuples of ranks, numbered by the formula and walked to through the merged graph."""
    graph, tables = merged_graph(), node_numbers(k)
    seen = set()
    for ranks in combinations_with_replacement(range(13), k):
        low, high = ranks[:3], ranks[3:]
        number = int(tables.first[sum(comb(r + i, i + 1) for i, r in enumerate(high))])
        number += sum(comb(r + i, i + 1) for i, r in enumerate(low))
        assert number == sum(comb(r + i, i + 1) for i, r in enumerate(ranks))
        seen.add(number)
        if any(ranks[i] == ranks[i + 4] for i in range(k - 4)):
            assert tables.rank_class[number] == 0
            continue
        node = 0
        for rank in ranks:
            node = graph.next[node, rank]
        assert tables.rank_class[number] == graph.rank_class[node]
    assert seen == set(range(comb(12 + k, k)))


def test_small_enough_for_the_caches():
    tables = [node_numbers(k) for k in (5, 6, 7)]
    sizes = [t.first.nbytes + t.rank_class.nbytes for t in tables] + [flush_of_set().nbytes]
    assert sum(sizes) < 200_000


def test_flush_of_every_set_of_ranks():
    table = flush_of_set()
    for ranks in range(1 << 13):
        suited = [4 * rank for rank in range(13) if ranks >> rank & 1]
        expected = naive.best_class(suited) if 5 <= len(suited) <= 7 else 0
        assert table[ranks] == expected
    assert len(np.unique(table)) == 1 + 10 + 1277
