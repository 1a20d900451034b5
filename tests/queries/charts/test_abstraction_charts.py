"""Charts of abstractions that are made by hand."""

import numpy as np
import pytest

from given.abstraction import TABLES
from helpers.pictures import svg_of
from pokerlake.queries.charts import abstraction, chart_named
from pokerlake.queries.charts.abstraction import Run, transitions_figure
from pokerlake.tables.errors import QueryError, UsageError


@pytest.fixture
def drawn(drawn_of):
    return drawn_of(**TABLES)


def test_cells_tell_exact_shares(drawn):
    picture = drawn("transitions", 1, 2).svg()
    rows = [row for row in TABLES["bucket_transitions"] if row["bucket"] == 5]
    deals = {row["next_bucket"]: row["deals"] for row in rows}
    for other, dealt in deals.items():
        percent = 100 * dealt / sum(deals.values())
        assert f"flop 5 to turn {other}: {percent:.1f} %, {dealt:,} deals" in picture


def many(number, street, size):
    """A run of so many buckets, whose numbers are not in the order of equity."""
    return Run(
        number, street, "distribution", np.arange(size)[::-1], np.full(size, 10),
        np.linspace(0.1, 0.9, size), np.full(size, 0.2), np.full(size, 0.01),
    )  # fmt: skip


def test_many_buckets_are_drawn_in_groups():
    deals = np.zeros((1000, 130), np.int64)
    deals[np.arange(1000), np.arange(1000) * 130 // 1000] = 47 * 10
    found = transitions_figure(many(1, "flop", 1000), many(2, "turn", 130), deals, "Many")
    picture = svg_of(found)
    assert "Rows are 50 groups of 20 buckets, columns are 50 groups of 2 or 3 buckets" in picture
    assert "equity.</text>" in picture  # in a line of its own
    assert picture.count("<title>flop ") <= 150
    assert "<title>flop 999 to 980 to turn 129 to 127: 100 %, 9,400 deals</title>" in picture


@pytest.mark.parametrize(("given", "message"), [
    (("bucket", 9, 0), "no run 9 in abstractions; there are: 1, 2, 3"),
    (("buckets", 0), "no run 0 in abstractions; there are: 1, 2, 3"),
    (("bucket", 1, 6), "run 1 has buckets 0 to 5, not 6"),
    (("bucket", 1, -1), "run 1 has buckets 0 to 5, not -1"),
    (("transitions", 2, 3),
     "bucket_transitions has none from run 2 to run 3; 'pokerlake transitions 2 3' counts them"),
])  # fmt: skip
def test_what_is_not_there(drawn, given, message):
    with pytest.raises(UsageError) as caught:
        drawn(*given)
    assert str(caught.value) == message


def test_a_lake_without_abstractions(standard, monkeypatch):
    monkeypatch.setattr(abstraction, "connect", lambda _: standard.cursor())
    with pytest.raises(QueryError, match=r"^'abstractions' is not in this lake; fill it with"):
        chart_named("buckets").drawn(1)
