"""Deals from buckets to those of the next street, beside NumPy."""

import numpy as np
import pytest

from pokerlake.engine.abstraction.features import add_transitions, next_rows
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.keys.canonical_rows import canonical_hole_counts

PICKED = [0, 900, 1754]


def test_each_deal_goes_where_its_row_is():
    boards = canonical_boards(3).cards[PICKED]
    rng = np.random.default_rng(0)
    rows = int(canonical_hole_counts(boards).sum())
    bucket, deals = rng.integers(5, size=rows, dtype=np.uint16), rng.integers(1, 99, rows)
    after = rng.integers(4, size=13_960_050, dtype=np.uint16)
    counts = np.ones((5, 4), np.int64)
    add_transitions(boards, bucket, deals, after, counts, layout="rows")
    known = np.ones((5, 4), np.int64)
    to = after[next_rows(boards, layout="rows")]
    np.add.at(known, (bucket[:, None], to), deals[:, None])
    assert np.array_equal(counts, known)
    with pytest.raises(ValueError, match="canonical holes"):
        add_transitions(boards, bucket[1:], deals, after, counts, layout="rows")
